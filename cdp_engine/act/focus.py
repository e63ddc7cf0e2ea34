"""Focus: give it to an element, take it away, and say who has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Facts, Refusal, judge
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

DEFAULT_TIMEOUT = 5.0
"""Seconds that an action may take, waiting until the element is ready included."""


class FocusState(msgspec.Struct, frozen=True):
    """Whether the element holds the focus, held it before, and who holds it in its document."""

    focused: bool = False
    before: bool = False
    active: str | None = None
    empty: bool = False


async def focus(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Move the keyboard focus to an element, without a click.

    Raises NotActionable (`not_visible`, `disabled`, or `not_editable` for what cannot hold the focus), StaleRef.
    """
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        await take_focus(element)
        return Performed(action="focus", ref=ref, focused=True, seconds=deadline.elapsed)


async def blur(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Take the keyboard focus away from an element; `as_wanted` is False where it did not hold it."""
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        state = await element.ask("blur", into=_Blurred)
        return Performed(
            action="blur",
            ref=ref,
            focused=state.focused,
            as_wanted=state.held and not state.focused,
            seconds=deadline.elapsed,
        )


async def take_focus(element: Element, *, caret: str | None = None) -> FocusState:
    """Focus an element, waiting until it can hold the focus. `caret="start"` puts a new caret before the text.

    Raises NotActionable once the time is over.
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
        if not refusal.passing or element.deadline.passed:
            raise refusal.error()
        await stir(element, attempt)
        attempt += 1


class _Blurred(msgspec.Struct, frozen=True):
    held: bool = False
    focused: bool = False
