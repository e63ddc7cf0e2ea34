"""The seven tools of the orchestrated way: refs for one action, a fresh snapshot in every answer.

In:  a workspace; the names and parameters of the seven as a model gives them.
Out: `ToolResult`s whose data has the form of the source: success, snapshot, error, message.

Never done here: deciding on an approval or on the end of a task (both tools only mark the request; the orchestrator
decides), naming an element by a ref of the engine.
"""

from cdp_engine.agent.one_shot_tools.answers import ERROR_CODES
from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.one_shot_tools.snapshot_factory import SNAPSHOT_SCHEMA, TakenSnapshot, take_snapshot
from cdp_engine.agent.one_shot_tools.tools import SEVEN_INSTRUCTIONS, SevenTools, seven

__all__ = [
    "ERROR_CODES",
    "SEVEN_INSTRUCTIONS",
    "SNAPSHOT_SCHEMA",
    "ElementRegistry",
    "SevenTools",
    "TakenSnapshot",
    "seven",
    "take_snapshot",
]
