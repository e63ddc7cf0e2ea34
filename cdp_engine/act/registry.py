"""The table of actions, one row each.

All code that depends on the kind of action reads this table: the page's methods (`engine`), what counts as an effect
or speaks against a success (`verify`), the tools of a model (`agent`) and the words of the shell (`serve`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Literal

from cdp_engine.act.fields.any_field import fill_field
from cdp_engine.act.fields.choices import select
from cdp_engine.act.fields.files import upload
from cdp_engine.act.fields.forms import check, fill, uncheck
from cdp_engine.act.focus import DEFAULT_TIMEOUT, blur, focus
from cdp_engine.act.keyboard.keyboard import press, type_text
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.dragging import drag
from cdp_engine.act.pointer.mouse import click, hover
from cdp_engine.act.pointer.touch import pinch, swipe, tap
from cdp_engine.act.scrolling import Direction, scroll, scroll_to_text
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cdp_engine.tab import Tab

ConfirmedBy = Literal["change", "pointer", "focus", "scroll", "gesture"]
"""What shows that an action had its effect: any change of the page, the pointer on the element, the focus that moved,
the offset that changed, or, for fingers, the offset, the zoom or any change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action that a person can perform on a page."""

    name: str
    """The name of the action, of its method of `Page`, of its tool and of its word in the shell."""
    says: str
    """A one-line description for a list of commands."""
    run: Callable[..., Awaitable[Performed]]
    """Performs it: `run(tab, ref, …, timeout=…)`; further parameters are those of the method of `Page`."""
    uses_pointer: bool = False
    """Whether the action only counts as carried out when a pointer event was observed at the element."""
    clicks: bool = False
    """Whether the page must see a click (a press and a release) on the element."""
    enters_text: Literal["", "instead", "beside"] = ""
    """Whether it enters text into a field: replacing the contents, or adding to them."""
    reads_back: bool = False
    """Whether the element's value is read again once the page has settled, and must still be the same then."""
    sets_state: tuple[str, str] | None = None
    """The state that it sets on the element, with its value."""
    of_fields: bool = False
    """Whether it is done to several fields, each with a value of its own; `run` does it to one of them."""
    goes_to_focus: bool = False
    """Whether without an element it is done to the focused one, whose value is then read back."""
    holds_several: bool = False
    """Whether the value that it sets is a list, in any order."""
    value_is_taken: bool = False
    """Whether a page may take the value and empty the field: then the value read back by the action counts."""
    may_be_rejected: bool = False
    """Whether a page can reject it with a message; for other actions the result is read back."""
    awaits_reaction: bool = True
    """Whether to wait a moment for a page that has not reacted yet."""
    confirmed_by: ConfirmedBy = "change"
    default_expectation: Mapping[str, str]
    """The outcome that is verified where the caller expects nothing, written as in `expect=`."""
    without_tool: str = ""
    """Why there is no tool for it; empty where there is one."""

    @property
    def needs_element(self) -> bool:
        """Whether it is never done to the page or to what has the focus."""
        _, ref, *_ = signature(self.run).parameters.values()
        return not self.of_fields and "None" not in str(ref.annotation)

    @property
    def moves_view(self) -> bool:
        """Whether it changes which part of the page is in view, not an element."""
        return self.confirmed_by in ("scroll", "gesture")


async def _press(
    tab: Tab,
    ref: ScopedRef | None,
    keys: str | Sequence[str],
    *,
    repeat: int = 1,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    return await press(tab, keys, ref, repeat=repeat, timeout=timeout)


async def _scroll(
    tab: Tab,
    ref: ScopedRef | None,
    direction: Direction = "down",
    amount: float | None = None,
    *,
    until_text: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    if until_text is not None:
        return await scroll_to_text(tab, until_text, ref, direction, timeout=timeout)
    return await scroll(tab, ref, direction, amount, timeout=timeout)


_ANY = {"type": "any_change"}
_VALUE = {"type": "value_changes"}
_NONE = {"type": "no_change"}
_CHECKED = {"type": "state_changes", "state": "checked"}
_FINGERS = "a page that is made for fingers also takes clicks and `scroll`"

ACTIONS: Mapping[str, Action] = {
    action.name: action
    for action in (
        Action(
            name="click",
            says="press a mouse button on an element",
            run=click,
            uses_pointer=True,
            clicks=True,
            may_be_rejected=True,
            default_expectation=_ANY,
        ),
        Action(
            name="fill",
            says="replace what a field holds",
            run=fill,
            enters_text="instead",
            reads_back=True,
            default_expectation=_VALUE,
        ),
        Action(
            name="fill_form",
            says="fill several fields of any kind",
            run=fill_field,
            of_fields=True,
            enters_text="instead",
            default_expectation=_VALUE,
        ),
        Action(
            name="type",
            says="type with real keys, after what the field holds",
            run=type_text,
            enters_text="beside",
            goes_to_focus=True,
            reads_back=True,
            may_be_rejected=True,
            default_expectation=_VALUE,
        ),
        Action(
            name="press",
            says="press keys or chords (Enter, Control+A)",
            run=_press,
            may_be_rejected=True,
            default_expectation=_ANY,
        ),
        Action(
            name="select",
            says="choose by label or value; several in quotes",
            run=select,
            reads_back=True,
            holds_several=True,
            default_expectation=_VALUE,
        ),
        Action(
            name="check",
            says="check a checkbox, radio button or switch",
            run=check,
            uses_pointer=True,
            clicks=True,
            reads_back=True,
            sets_state=("checked", "true"),
            default_expectation={**_CHECKED, "value": "true"},
            without_tool="`fill` with true does it",
        ),
        Action(
            name="uncheck",
            says="uncheck it",
            run=uncheck,
            uses_pointer=True,
            clicks=True,
            reads_back=True,
            sets_state=("checked", "false"),
            default_expectation={**_CHECKED, "value": "false"},
            without_tool="`fill` with false does it",
        ),
        Action(
            name="scroll",
            says="scroll the page or a part of it",
            run=_scroll,
            awaits_reaction=False,
            confirmed_by="scroll",
            default_expectation=_ANY,
        ),
        Action(
            name="hover",
            says="move the mouse over an element",
            run=hover,
            uses_pointer=True,
            awaits_reaction=False,
            confirmed_by="pointer",
            default_expectation=_NONE,
        ),
        Action(
            name="drag",
            says="drag one element onto another",
            run=drag,
            uses_pointer=True,
            may_be_rejected=True,
            default_expectation=_ANY,
        ),
        Action(
            name="upload",
            says="give files to a file input",
            run=upload,
            value_is_taken=True,
            may_be_rejected=True,
            default_expectation=_VALUE,
        ),
        Action(
            name="focus",
            says="give an element the keyboard focus",
            run=focus,
            awaits_reaction=False,
            confirmed_by="focus",
            default_expectation=_NONE,
            without_tool="`fill`, `type` and `press` bring the focus along",
        ),
        Action(
            name="blur",
            says="take the keyboard focus from an element",
            run=blur,
            awaits_reaction=False,
            confirmed_by="focus",
            default_expectation=_NONE,
            without_tool="`press` with Tab takes the focus on",
        ),
        Action(
            name="tap",
            says="touch an element with a finger",
            run=tap,
            uses_pointer=True,
            may_be_rejected=True,
            without_tool=_FINGERS,
            default_expectation=_ANY,
        ),
        Action(
            name="swipe",
            says="draw a finger over an element or the page",
            run=swipe,
            confirmed_by="gesture",
            without_tool=_FINGERS,
            default_expectation=_ANY,
        ),
        Action(
            name="pinch",
            says="draw two fingers apart (above 1) or together (below 1)",
            run=pinch,
            confirmed_by="gesture",
            without_tool=_FINGERS,
            default_expectation=_ANY,
        ),
    )
}
"""All actions by name, in the order in which they are listed."""
