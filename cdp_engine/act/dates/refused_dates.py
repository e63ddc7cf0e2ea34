"""A date that the field of a picker did not take as it was typed: chosen in its calendar instead."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.calendar_days import choose_days
from cdp_engine.act.dates.date_pattern import days_of, in_order_of, is_day, is_written
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import FillPlan
from cdp_engine.act.fields.text_fields import insert
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.leaving import leave
from cdp_engine.act.performed import Held, Performed
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


async def choose_refused(
    tab: Tab, element: Element, facts: FieldFacts, after: Held, days: Sequence[str], *, was_left: bool
) -> tuple[Performed | None, Held]:
    """Choose days in the calendar of a field which holds `after` instead; what was done, and what the field holds.

    One that has read another date gets its old value first: its calendar would be centuries away.
    """
    opens = facts.opens_picker or facts.pops_up
    was_left = was_left or len(days) > 1  # the ends of a period may have a field each
    if element.ref is None or not days or not await _is_refused(element, facts, after, was_left=was_left):
        return None, after
    put_back = not opens and after.matches is False
    if put_back:
        _, ending = await insert(element, facts, facts.value or "")
        if ending or await leave(element):
            return None, Held()
    with suppress(NotActionable):
        done = await choose_days(tab, element.ref, days, element.deadline)
        if done is not None and (done.ending or done.value_after != after.value):
            return done, after
    return None, (await read_back(element, "", days[0]))[0] if put_back else after


async def choose_unclear(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> Performed | None:
    """Choose a date in the calendar of a field that has written another one, in an order that is unclear.

    Typed in the wrong order it would be another date, and may push the other end of a period along. None where the
    order is clear, or no calendar shows as the field gets the focus.
    """
    written = facts.value or ""
    days = days_of(plan.value) if plan.way == "insert" and is_written(written) else ()
    if element.ref is None or len(days) != 1:
        return None
    if in_order_of(written, days[0], datetime.date.today()) is not None:
        return None
    if not (await element.ask("focus", None, into=FocusState)).focused:
        return None
    if not (facts.pops_up or facts.focused or await element.ask("showsPicker", into=bool)):
        return None
    try:
        return await choose_days(tab, element.ref, days, element.deadline)
    except NotActionable:
        if element.deadline.passed:
            raise
        return None


async def _is_refused(element: Element, facts: FieldFacts, after: Held, *, was_left: bool) -> bool:
    """Whether a field with a picker does not hold what it was given, has not read it, or is marked as invalid."""
    if not (facts.opens_picker or facts.pops_up):
        return was_left and after.matches is False
    if after.matches is False or not after.value:
        return True
    if is_written(facts.value or "") and is_day(after.value) and was_left:
        return True  # it has written its last date in another order, and this one stays as it was typed
    now = await element.ask("field", into=FieldFacts)
    return now.connected and now.marked
