"""Fields with a calendar or a clock: the key that leaves them, and a day that is chosen where no key is taken."""

from __future__ import annotations

import datetime
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dates.date_pattern import Dated, in_order_of, is_day
from cdp_engine.act.dispatch import ask_after, press_key, press_without_submit
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.fill_plan import FillPlan, begins_with_date
from cdp_engine.act.fields.text_fields import Inserted, insert
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.leaving import leave
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_search import ready_list
from cdp_engine.act.lists.option_matching import WantedOption
from cdp_engine.act.performed import Held, Performed
from cdp_engine.errors import NotActionable, StaleRef
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOST_MONTHS = 36
_YEAR = re.compile(r"\d{4}")
_BY_HAND = "Open it with click(), go to another month or year there, and click a day that can be chosen."
_FADES_MS = 500

Again = Callable[[], Awaitable[Inserted]]
"""Gives the field its text once more."""


class _Left(msgspec.Struct, frozen=True):
    """Whether the picker of a field is on the screen still, and the focus in the field."""

    stays: bool = False
    focused: bool = False


async def takes_on_leaving(element: Element, facts: FieldFacts, plan: FillPlan) -> bool:
    """Whether a picker belongs to a field that was filled, or opened as it was given a date or a time."""
    if plan.way != "insert":
        return False
    if facts.opens_picker or not begins_with_date(plan.value):
        return facts.opens_picker
    return facts.pops_up or await element.ask("showsPicker", into=bool)


async def leave_picker(element: Element, facts: FieldFacts, held: Held, again: Again) -> Inserted:
    """Leave a field by Tab, so that it takes its text and closes its picker; by Enter where it does neither.

    The field may write the text in its own way then; its old value means that it refused it. One that writes another
    date has not read this one: it gets it in the order in which it writes.
    """
    date = held.value or ""
    missed = is_day(date) and await element.ask("calendarMisses", date, into=bool)
    left = await _leave_picker(element, facts, held, again)
    missed = missed and not left.ending and left.dated is None and left.held.value == date
    return replace(left, missed=missed)


async def _leave_picker(element: Element, facts: FieldFacts, held: Held, again: Again) -> Inserted:
    before, text, today = facts.value, held.value or "", datetime.date.today()
    dated = in_order_of(before or "", text, today)
    if dated is not None:
        return await _leave_in_order(element, facts, dated)
    await element.ask("notePickers", into=object)
    after, ending = await read_back(element, await leave(element), held.value)
    if not ending and await _is_gone(element):
        return Inserted(Held(held.value), ending)
    dated = None if ending else in_order_of(after.value or "", text, today)
    if dated is not None and after.value == dated.text:
        return Inserted(Held(after.value, matches=True), ending, dated)
    if dated is not None:
        return await _leave_in_order(element, facts, dated)
    if ending or (not (await _left(element)).stays and not _is_undone(after, before, held)):
        return Inserted(held, ending)
    inserted = await again()
    if inserted.ending or inserted.held.matches is False:
        return inserted
    after, ending = await read_back(element, await press_without_submit(element, "Enter"), held.value)
    if not ending and (await _left(element)).focused:
        after, ending = await read_back(element, await press_key(element, "Tab"), held.value)
    return Inserted(after if _is_undone(after, before, held) else held, ending)


async def _leave_in_order(element: Element, facts: FieldFacts, dated: Dated) -> Inserted:
    """Give a field a date in its own order, and leave it."""
    held, ending = await insert(element, facts, dated.text)
    if ending or held.matches is False:
        return Inserted(held, ending, dated)
    after, ending = await read_back(element, await leave(element), dated.text)
    gone = not ending and await _is_gone(element)
    return Inserted(Held(dated.text) if gone else held if ending else after, ending, dated)


async def _is_gone(element: Element) -> bool:
    """Whether the page has taken the field away: what it shows in its place is not read."""
    return not (await element.ask("field", into=FieldFacts)).connected


def _is_undone(after: Held, before: str | None, held: Held) -> bool:
    return after.value == before and after.value != held.value


async def _left(element: Element) -> _Left:
    left, _ = await ask_after(element, "", "pickerLeft", _FADES_MS, into=_Left)
    return left or _Left()


async def choose_missed_day(tab: Tab, ref: ScopedRef, date: str, deadline: Deadline) -> Performed | None:
    """Choose a date that was typed, where the calendar of its field still does not mark it; None where it does.

    Some calendars read no typed text: the page would have none, or an older date than its field shows.
    """
    done = None
    with suppress(NotActionable):
        done = await choose_day(tab, ref, date, deadline, unless_marked=True)
    if done is not None and done.ending:
        return done
    with suppress(StaleRef):  # the page may take the field away with its calendar
        async with located(tab, ref, deadline) as element:
            if await element.ask("pickerIsOpen", into=bool):
                await element.ask("focusField", into=bool)
                await press_key(element, "Tab")
    return done


def _months_between(month: str, date: str) -> int:
    """How many months a date is from a month, both beginning as YYYY-MM."""
    years = int(date[:4]) - int(month[:4])
    return abs(12 * years + int(date[5:7]) - int(month[5:7]))


async def choose_named_day(
    tab: Tab, element: Element, values: Sequence[WantedOption], deadline: Deadline
) -> Performed | None:
    """Choose the day that the only value names, as calendars call theirs; None where no calendar opens."""
    text = values[0] if len(values) == 1 else None
    if not isinstance(text, str) or not _YEAR.search(text):
        return None
    date = await element.ask("dateNamed", text, into=str)
    done = await choose_day(tab, element.ref, date, deadline) if date else None
    return None if done is None else replace(done, action="select", chosen=(done.value_after or text,))


async def choose_day(
    tab: Tab, ref: ScopedRef, date: str, deadline: Deadline, *, unless_marked: bool = False
) -> Performed | None:
    """Choose a date from the calendar that opens at a field which takes no keys; None where none opens, or where it
    is marked already with `unless_marked`."""
    async with located(tab, ref, deadline) as element:
        calendar = CustomList(tab, element, await ready_list(element, ()))
        try:
            await calendar.open()
        except NotActionable as error:
            if error.code != "obscured" or not await element.ask("pickerIsOpen", into=bool):
                raise
            await press_key(element, "Escape")  # it is open still and lies over the field
            await calendar.open()
        month = await element.ask("calendarMonth", "", into=str)
        if not month:
            await calendar.close()
            return None
        for _ in range(_MOST_MONTHS if _months_between(month, date) <= _MOST_MONTHS else 0):
            if month == date[:7] or not await calendar.press_part("calendarTurn", date[:7] > month):
                break
            before, month = month, await element.ask("calendarMonth", month, into=str)
            if month == before or deadline.passed:
                break
        if unless_marked and await element.ask("dayIsMarked", date, into=bool):
            await calendar.close()
            return None
        if not await calendar.press_part("calendarDay", date):
            await calendar.close()
            raise Refusal("option_not_found", f"the calendar offers no day {date}", hint=_BY_HAND).error()
        held = await element.ask("dayHeld", date, into=Held)
        await calendar.close()
        return Performed(
            action="fill",
            ref=ref,
            received=calendar.received,
            value_before=calendar.facts.text,
            value_after=held.value,
            as_wanted=held.matches,
            method="list",
            ending=calendar.ending,
            seconds=deadline.elapsed,
        )
