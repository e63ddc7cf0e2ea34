"""A ref and an intent → real input events, once the element is ready for them.

In:  a `Tab`, a `ScopedRef` (or None for the page), what to do.
Out: `Performed`, the evidence of what was sent and seen; `NotActionable` or `StaleRef` where it could not be.

Pure: `us_layout`, `keys`, `geometry`, `actionability`, `filling`, `choosing`, `outcome`.
The page side is in `page/*.js`.
Never done here: a click by script, waiting for what an action sets off, deciding whether it was a success.
"""

from cdp_engine.act.attention import DEFAULT_TIMEOUT, blur, focus
from cdp_engine.act.choosing import Choice
from cdp_engine.act.dragging import drag
from cdp_engine.act.files import upload
from cdp_engine.act.forms import check, fill, select, uncheck
from cdp_engine.act.geometry import Point
from cdp_engine.act.keyboard import press, type_text
from cdp_engine.act.keys import parse_chord
from cdp_engine.act.outcome import ActionName, Ending, Performed
from cdp_engine.act.pointer import Button, click, hover
from cdp_engine.act.seeing import await_change, shows, why_unseen
from cdp_engine.act.showing import show
from cdp_engine.act.touch import pinch, swipe, tap
from cdp_engine.act.wheel import SEEK_SECONDS, Direction, Unit, scroll, scroll_into_view, scroll_to_text

__all__ = [
    "DEFAULT_TIMEOUT",
    "SEEK_SECONDS",
    "ActionName",
    "Button",
    "Choice",
    "Direction",
    "Ending",
    "Performed",
    "Point",
    "Unit",
    "await_change",
    "blur",
    "check",
    "click",
    "drag",
    "fill",
    "focus",
    "hover",
    "parse_chord",
    "pinch",
    "press",
    "scroll",
    "scroll_into_view",
    "scroll_to_text",
    "select",
    "show",
    "shows",
    "swipe",
    "tap",
    "type_text",
    "uncheck",
    "upload",
    "why_unseen",
]
