"""The seven tools of the orchestrated way: refs for one action, a fresh snapshot in every answer.

`request_human_approval` and `complete_task` only mark the wish: whoever leads the task decides on them.
"""

from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.one_shot_tools.snapshot_factory import SNAPSHOT_SCHEMA, take_snapshot
from cdp_engine.agent.one_shot_tools.tools import ERROR_CODES, SEVEN_INSTRUCTIONS, seven

__all__ = [
    "ERROR_CODES",
    "SEVEN_INSTRUCTIONS",
    "SNAPSHOT_SCHEMA",
    "ElementRegistry",
    "seven",
    "take_snapshot",
]
