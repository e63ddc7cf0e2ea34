"""Whether an element can be acted on; if not, the reason and whether waiting may help. Pure."""

from __future__ import annotations

import re

import msgspec

from cdp_engine.act.pointer.geometry import Rect
from cdp_engine.errors import NotActionable, NotActionableCode

BACK_OFF = (16, 32, 64, 100, 150, 250, 400, 500)
"""Milliseconds to wait for the page to change before the next check; the last value repeats."""

GRACE = 1.0
"""For how many seconds a refusal is waited out on a page where nothing happens; its timers cannot be seen."""
_UNSEEN_LONGEST = 2.0
"""How long what is not visible is waited for on a page that only changes elsewhere and asks its server nothing."""
_COVERED_LONGEST = 2.0
"""How long what lies under something that a person has to close or to move is waited for."""
_FIXED_GRACE = 0.5
_FIXED_LONGEST = 1.5
"""The least and the longest wait for what a page seldom changes by itself."""

_BY_WHAT_OPENS = "Click it, and choose in what opens there; if nothing opens, it takes no value."
_BY_FIELD = {
    "file": "Give it its files: upload() takes this button.",
    "date|datetime-local|time|month|week|color": "Give that field its value by fill().",
}
"""What to do with a field that lies unseen over a drawn button: a click would open a window of the system."""
_IN_CANVAS = "a canvas draws it"
"""What the page side says of an element that a canvas holds for readers of the screen alone."""
_CANVAS_HINT = (
    "A cell of a grid takes a value by fill. Else click the canvas itself, with a position that a screenshot shows, "
    "then use keys."
)

ALIGNMENTS = ("center", "end", "start")
"""Where a covered element is scrolled to: a bar at the top or bottom covers only one of these places."""


class Facts(msgspec.Struct, frozen=True):
    """The state of an element at one moment; boxes and clips are `[x, y, width, height]` in the frame's viewport."""

    connected: bool = False
    invisible: str | None = None
    disabled: str | None = None
    through_label: bool = False
    boxes: list[tuple[float, float, float, float]] = []
    viewport: tuple[float, float] = (0.0, 0.0)
    visual_offset: tuple[float, float] = (0.0, 0.0)
    visual_scale: float = 1.0
    description: str = ""
    tag: str = ""
    listed: bool = False
    """Whether it is an option of a closed `<select>`: the page never draws it, so waiting does not help."""

    placed: bool = False
    """Whether the layout has a place for it, drawn or not."""

    @property
    def rects(self) -> list[Rect]:
        """The boxes, as rectangles."""
        return [Rect(*box) for box in self.boxes]


class FieldFacts(msgspec.Struct, frozen=True):
    """The state of a form field. `kind` is the input type, or textarea, select, contenteditable, or a tag name."""

    connected: bool = False
    invisible: str | None = None
    disabled: str | None = None
    frozen: str | None = None
    under: str | None = None
    """The dialog that lies over it."""
    kind: str = ""
    value: str | None = None
    hint: str = ""
    """Its placeholder."""
    multiple: bool = False
    description: str = ""
    min: str | None = None
    max: str | None = None
    step: str | None = None
    focused: bool = False
    unwritable: bool = False
    """Whether it is drawn as a text field that nobody types into: read-only or without a keyboard, and no date."""
    opens_picker: bool = False
    """Whether it is a text field that says that it opens a dialog or a grid."""
    pops_up: bool = False
    """Whether it is a text field that says that it opens something, whatever that is."""
    marked: bool = False
    """Whether the page has marked it as invalid."""
    spins: bool = False
    """Whether it is a spin button that takes no text, whose value arrow keys change."""
    unseen: bool = False
    """Whether it is a text field that takes the keys for something else, and nobody reads in it."""
    cells: int = 0
    """How many fields of a code that is entered one character a field there are from it on; 0 for any other field."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an element cannot take an action now.

    `passing` means that waiting may help; `grace` is for how many seconds at least, on a page where nothing happens
    (None: until the deadline), and `longest` for how many on one where only something else goes on, as a clock.
    """

    code: NotActionableCode
    message: str
    passing: bool = True
    hint: str | None = None
    grace: float | None = GRACE
    longest: float | None = None

    def error(self, covered_by: str | None = None) -> NotActionable:
        """The error to raise when the deadline has passed."""
        return NotActionable(self.code, self.message, covered_by=covered_by, hint=self.hint)


def judge(facts: Facts, *, enabled: bool = True) -> Refusal | None:
    """Check that the element is attached, visible and (if `enabled`) enabled, in this order; None when all hold."""
    if not facts.connected:
        return Refusal("detached", "the element was removed from the page", passing=False)
    if facts.invisible is not None:
        is_option = facts.tag in ("option", "optgroup")
        hint = "Choose options with select() on the <select> itself." if is_option else None
        return _invisible(facts.description, facts.invisible, passing=not facts.listed, hint=hint)
    if enabled and facts.disabled is not None:
        return Refusal("disabled", f"{facts.description} is disabled: {facts.disabled}")
    return None


def _invisible(description: str, why: str, *, passing: bool = True, hint: str | None = None) -> Refusal:
    """Refuse what is not visible. What a canvas draws never will be."""
    drawn = why == _IN_CANVAS
    message = f"{description} is not visible: {why}"
    hint = _CANVAS_HINT if drawn else hint
    return Refusal("not_visible", message, passing=passing and not drawn, hint=hint, longest=_UNSEEN_LONGEST)


def judge_field(facts: FieldFacts) -> Refusal | None:
    """Check that the field is attached, visible, enabled and not read-only; None when all hold."""
    if not facts.connected:
        return Refusal("detached", "the element was removed from the page", passing=False)
    if facts.invisible is not None:
        return _invisible(facts.description, facts.invisible)
    if facts.disabled is not None:
        return Refusal("disabled", f"{facts.description} is disabled: {facts.disabled}")
    if facts.under is not None:
        return obscured(facts.description, facts.under)
    if facts.frozen is not None:
        message = f"{facts.description} cannot be edited: {facts.frozen}"
        return Refusal(
            "not_editable", message, grace=_FIXED_GRACE, longest=_FIXED_LONGEST, hint=_BY_WHAT_OPENS
        )
    return None


def obscured(description: str, cover: str | None, *, ignores_pointer: bool = False) -> Refusal:
    """The refusal for an element that no candidate point hits; `cover` describes what lies there instead."""
    if ignores_pointer:
        return Refusal(
            "obscured",
            f"{description} ignores the pointer (pointer-events: none)",
            hint="It may be switched off for now: see what the page wants first, or close what is open over it.",
        )
    if cover is None:
        return Refusal(
            "not_visible",
            f"{description} cannot be brought into view",
            hint="Scroll its container, then observe again.",
        )
    message = f"{description} is covered by {cover}"
    for types, hint in _BY_FIELD.items():
        if cover.startswith("<input ") and re.search(rf'type="({types})"', cover):
            return Refusal("obscured", message, passing=False, hint=hint)
    hint = "Close or move what covers it, then observe again."
    return Refusal("obscured", message, hint=hint, longest=_COVERED_LONGEST)


def second_look(why: str | None, description: str, cover: str | None = None) -> Refusal:
    """The refusal for an element that passed the first check and failed the second."""
    if why == "detached":
        return Refusal("detached", f"{description} was removed from the page", passing=False)
    if why == "disabled":
        return Refusal("disabled", f"{description} became disabled as the pointer reached it", grace=None)
    if why == "obscured":
        by = f" by {cover}" if cover is not None else ""
        message = f"{description} was covered{by} as the pointer reached it"
        return Refusal("obscured", message, grace=None)
    if why == "intercepted":
        message = (
            f"{description} was covered by a frame of {cover} in the moment of the press, which was stopped"
        )
        hint = (
            "The page may want your click to go to that frame: do not repeat it unless the user trusts both."
        )
        return Refusal("obscured", message, hint=hint, grace=None)
    if why == "elsewhere":
        return Refusal(
            "obscured",
            f"the pointer does not reach {description}: its moves go to another frame",
            hint="Wait until the page has settled, then observe again.",
            grace=None,
        )
    return Refusal(
        "unstable",
        f"{description} keeps moving",
        hint="Wait until the animation ends, then try again.",
        grace=None,
    )


def back_off(attempt: int) -> int:
    """Milliseconds to wait after the given attempt, counted from 0."""
    return BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
