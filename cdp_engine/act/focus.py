"""Focus: move it to an element, remove it, and report which element has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Facts, Refusal, judge
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.hit_target import may_pass, stir
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

DEFAULT_TIMEOUT = 5.0
"""Seconds that an action may take, waiting until the element is ready included."""


class FocusState(msgspec.Struct, frozen=True):
    """Whether the element has the focus, whether it had it before, and which element of its document has it.

    `selected` is the part of its text that was selected already. Of contents that were selected as a whole: whether
    there was no text, whether they are several paragraphs, and whether what an editor draws for itself is left out.
    """

    focused: bool = False
    before: bool = False
    active: str | None = None
    empty: bool = False
    selected: str = ""
    spans: bool = False
    beside: bool = False


async def focus(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Move the keyboard focus to an element, without a click.

    Raises NotActionable (`not_visible`, `disabled`, or `not_editable` for an element that cannot be focused), StaleRef.
    """
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        await take_focus(element)
        return Performed(action="focus", ref=ref, focused=True, seconds=deadline.elapsed)


async def blur(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Remove the keyboard focus from an element; `as_wanted` is False where it did not have the focus."""
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        state = await element.ask("blur", into=Blurred)
        return Performed(
            action="blur",
            ref=ref,
            focused=state.focused,
            as_wanted=state.held and not state.focused,
            seconds=deadline.elapsed,
        )


async def take_focus(element: Element, *, caret: str | None = None) -> FocusState:
    """Focus an element, waiting until it is focusable. `caret` puts a new caret at the `start` or `end` of
    the text.

    Raises NotActionable at the deadline.
    """
    attempt = 0
    while True:
        state = await element.ask("focus", caret, into=FocusState)
        if state.focused:
            return state
        facts = await element.ask("look", into=Facts)
        refusal = judge(facts) or Refusal(
            "not_editable", f"{facts.description} cannot hold the focus", passing=False
        )
        if not await may_pass(element, refusal):
            raise refusal.error()
        await stir(element, attempt)
        attempt += 1


class Blurred(msgspec.Struct, frozen=True):
    """Whether the element had the focus, and whether it has it still."""

    held: bool = False
    focused: bool = False
