"""The public surface: `launch`, `connect`, `Browser`, `Page` and what they answer with.

In:  what a program or a model wants of a browser.
Out: `Observation` and `ActionResult`; everything else is handed to one room and joined here.

Never done here: speaking to the browser directly, reading replies, deciding what an element is.
"""

from cdp_engine.engine.browser import Browser, connect, launch
from cdp_engine.engine.context import Context, ContextOptions
from cdp_engine.engine.page import Page
from cdp_engine.engine.results import ActionError, ActionResult, Changes, Observation, ObservationKind

__all__ = [
    "ActionError",
    "ActionResult",
    "Browser",
    "Changes",
    "Context",
    "ContextOptions",
    "Observation",
    "ObservationKind",
    "Page",
    "connect",
    "launch",
]
