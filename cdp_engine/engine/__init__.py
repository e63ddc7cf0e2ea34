"""The public surface: `launch`, `connect`, `Browser`, `Page` and their results.

In:  calls of a program or a model.
Out: `Observation` and `ActionResult`; each part of the work is delegated to one room and the results are joined here.

`Browser`, `Context` and `Page` have the methods that a program uses; `controller_of` gives the rooms below, and tests,
access to the internals behind one of them.

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
from cdp_engine.engine.reading.extraction import (
    ExtractedField,
    Extraction,
    ExtractionOptions,
    ExtractionPlan,
    FieldStatus,
    use_extractor,
)
from cdp_engine.engine.reading.list_walk import Extent, Kind, Taken, Walked, walk
from cdp_engine.engine.reading.listed_items import listed_items, named
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
    "Extent",
    "ExtractedField",
    "Extraction",
    "ExtractionOptions",
    "ExtractionPlan",
    "FieldStatus",
    "Kind",
    "Observation",
    "ObservationKind",
    "Page",
    "PageController",
    "Taken",
    "Walked",
    "connect",
    "controller_of",
    "launch",
    "listed_items",
    "named",
    "use_extractor",
    "walk",
]
