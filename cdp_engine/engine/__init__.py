"""The public surface: `launch`, `connect`, `Browser`, `Page` and what they answer with.

In:  what a program or a model wants of a browser.
Out: `Observation` and `ActionResult`; everything else is handed to one room and joined here.

`Browser`, `Context` and `Page` have what a program uses; `controller_of` opens the plumbing behind one of them to the
rooms below and to tests.

Never done here: speaking to the browser directly, reading replies, deciding what an element is.
"""

from cdp_engine.engine.acting.action_call import ActionOptions
from cdp_engine.engine.browser import Browser
from cdp_engine.engine.browser_controller import BrowserController
from cdp_engine.engine.context import Context, ContextOptions
from cdp_engine.engine.context_controller import ContextController
from cdp_engine.engine.handle import controller_of
from cdp_engine.engine.launch import connect, launch
from cdp_engine.engine.page import Page
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.results import ActionError, ActionResult, Changes, Observation
from cdp_engine.track import ObservationKind

__all__ = [
    "ActionError",
    "ActionOptions",
    "ActionResult",
    "Browser",
    "BrowserController",
    "Changes",
    "Context",
    "ContextController",
    "ContextOptions",
    "Observation",
    "ObservationKind",
    "Page",
    "PageController",
    "connect",
    "controller_of",
    "launch",
]
