"""A ref and an intent → real input events, sent once the element is ready for them.

In:  a `Tab`, a `ScopedRef` (or None for the page), and what to do.
Out: `Performed`, the evidence of what was sent and observed; `NotActionable` or `StaleRef` where nothing could be done.

Pure: `us_layout`, `keys`, `geometry`, `actionability`, `fill_plan`, `list_facts`, `option_matching`, `performed`.
`registry` is the table of actions, one row each. The page side is in `tab/injected`.
Never done here: clicks by script, waiting for the effects of an action, deciding whether it was a success.
"""

from cdp_engine.act.cells.cell_fields import IN_CELL, LEFT, STUCK
from cdp_engine.act.fields.any_field import FieldValue, fill_field, is_emptied, text_of
from cdp_engine.act.fields.choices import select
from cdp_engine.act.fields.files import upload
from cdp_engine.act.fields.forms import check, fill, uncheck
from cdp_engine.act.fields.rejected_value import complaint_about, flaw_of
from cdp_engine.act.fields.unchosen_text import left_unchosen
from cdp_engine.act.focus import DEFAULT_TIMEOUT, blur, focus
from cdp_engine.act.highlight import show
from cdp_engine.act.keyboard.holding import LONGEST_HOLD, hold_keys
from cdp_engine.act.keyboard.keyboard import press, type_text
from cdp_engine.act.keyboard.keys import parse_chord
from cdp_engine.act.lists.option_matching import Choice
from cdp_engine.act.performed import ENDINGS, ActionName, Ending, Performed
from cdp_engine.act.pointer.dragging import drag
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.mouse import Button, click, hover
from cdp_engine.act.pointer.position import Position, read_position
from cdp_engine.act.pointer.touch import pinch, swipe, tap
from cdp_engine.act.registry import ACTIONS, Action
from cdp_engine.act.scrolling import (
    SEEK_SECONDS,
    Direction,
    Unit,
    is_cut,
    scroll,
    scroll_into_view,
    scroll_to_text,
)
from cdp_engine.act.visible_text import await_change, shows, why_unseen

__all__ = [
    "ACTIONS",
    "DEFAULT_TIMEOUT",
    "ENDINGS",
    "IN_CELL",
    "LEFT",
    "LONGEST_HOLD",
    "SEEK_SECONDS",
    "STUCK",
    "Action",
    "ActionName",
    "Button",
    "Choice",
    "Direction",
    "Ending",
    "FieldValue",
    "Performed",
    "Point",
    "Position",
    "Unit",
    "await_change",
    "blur",
    "check",
    "click",
    "complaint_about",
    "drag",
    "fill",
    "fill_field",
    "flaw_of",
    "focus",
    "hold_keys",
    "hover",
    "is_cut",
    "is_emptied",
    "left_unchosen",
    "parse_chord",
    "pinch",
    "press",
    "read_position",
    "scroll",
    "scroll_into_view",
    "scroll_to_text",
    "select",
    "show",
    "shows",
    "swipe",
    "tap",
    "text_of",
    "type_text",
    "uncheck",
    "upload",
    "why_unseen",
]
