"""Check boxes, radio buttons and switches: their state, and the click that changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.fields.internals import internals_of, state_after
from cdp_engine.act.performed import Ending, Performed
from cdp_engine.act.pointer.mouse import Strike, seen_at_target, strike_element

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_SETTLE_MS = 300


class Checked(msgspec.Struct, frozen=True):
    """The state of such a control: `true`, `false` or `mixed`; empty where it is none."""

    state: str = ""
    radio: bool = False
    internal: bool = False
    """Whether only the accessibility tree has the state."""


async def checked_state(element: Element) -> Checked:
    """The state of a checkable control; empty where it is none."""
    now = await element.ask("checked", into=Checked)
    if now.state:
        return now
    held = await internals_of(element)
    return Checked(held.state, held.role in ("radio", "menuitemradio"), internal=True)


async def bring_to(tab: Tab, element: Element, now: Checked, wanted: bool) -> Performed:
    """Click a checkable control unless it has the wanted state already."""
    action = "check" if wanted else "uncheck"
    goal = "true" if wanted else "false"
    if now.state == goal:
        return Performed(
            action=action,
            ref=element.ref,
            value_before=goal,
            value_after=goal,
            as_wanted=True,
            seconds=element.deadline.elapsed,
        )
    if now.radio and not wanted:
        hint = "Check another radio button of its group."
        raise Refusal("cannot_uncheck", "a radio button cannot be unchecked", hint=hint).error()
    # a press beside the box of an option or a tree item may open that
    strike = await _strike_part(tab, element, "boxOfItem") or await strike_element(tab, element)
    state, ending = await _settled(element, now, strike.ending, goal)
    # only a part of it may take the press, as the track of a switch beside its words
    is_as_before = state == now.state and not ending
    again = await _strike_part(tab, element, "pressablePart") if is_as_before else None
    if is_as_before and again is None and await _slipped_away(element, strike):
        again = await strike_element(tab, element)
    if again is not None:
        strike = again
        state, ending = await _settled(element, now, strike.ending, goal)
    return Performed(
        action=action,
        ref=element.ref,
        point=strike.aim.main,
        received=seen_at_target(strike),
        events=strike.aftermath.events,
        value_before=now.state,
        value_after=state,
        as_wanted=None if state is None else state == goal,
        through_label=strike.aim.facts.through_label,
        scrolled=strike.aim.scrolled,
        attempts=strike.attempts,
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _slipped_away(element: Element, strike: Strike) -> bool:
    """Whether a control has moved away from where it was pressed, as by what the page does once a field is left."""
    boxes = strike.aim.facts.boxes
    along, down = await element.ask("shiftOf", boxes, into=tuple[float, float])
    point = strike.aim.local
    return (along, down) != (0, 0) and not any(
        left <= point.x - along <= left + width and top <= point.y - down <= top + height
        for left, top, width, height in boxes
    )


async def _strike_part(tab: Tab, element: Element, name: str) -> Strike | None:
    """Click the part of a control that the function `name` finds; None where it has none."""
    handle = await element.handle(name)
    if handle is None:
        return None
    part = element.beside(handle)
    try:
        return await strike_element(tab, part)
    finally:
        part.release()


async def _settled(element: Element, now: Checked, ending: Ending, goal: str) -> tuple[str | None, Ending]:
    """The state once it is the wanted one, or what it still is after a moment."""
    if now.internal:
        return await state_after(element, ending, goal, _SETTLE_MS / 1000)
    return await ask_after(element, ending, "settle", goal, _SETTLE_MS, into=str)
