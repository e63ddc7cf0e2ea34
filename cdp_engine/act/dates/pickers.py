"""Fields with a calendar or a clock: the key that leaves them, and makes them take their text."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.date_pattern import Dated, in_form_of, in_order_of, is_day, is_misread, is_written
from cdp_engine.act.dates.spelled_dates import iso_of
from cdp_engine.act.dispatch import ask_after, press_key, press_without_submit
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import FillPlan, is_dated
from cdp_engine.act.fields.text_fields import Inserted, insert
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.leaving import leave
from cdp_engine.act.performed import Held
from cdp_engine.act.pointer.mouse import strike_element
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_FADES_MS = 500

Again = Callable[[], Awaitable[Inserted]]
"""Gives the field its text once more."""


class _Left(msgspec.Struct, frozen=True):
    """Whether the picker of a field is on the screen still, and the focus in the field."""

    stays: bool = False
    focused: bool = False


async def takes_on_leaving(element: Element, facts: FieldFacts, plan: FillPlan) -> bool:
    """Whether a picker belongs to a field that was filled, or opened as it was given a date or a time.

    So does one where the field held a date in another form, whose picker need not open again.
    """
    if plan.way != "insert":
        return False
    if facts.opens_picker or not is_dated(plan.value):
        return facts.opens_picker
    dated = is_day(iso_of(plan.value)) and is_written(facts.value or "")
    return facts.pops_up or dated or await element.ask("showsPicker", into=bool)


async def opens_pressed(tab: Tab, element: Element, text: str) -> bool:
    """Whether a field that was given a day opens a calendar as it is pressed, and did not as it got the focus."""
    if not is_day(text):
        return False
    with suppress(NotActionable):
        await strike_element(tab, element)
        return await element.ask("showsPicker", into=bool)
    return False


async def leave_picker(element: Element, facts: FieldFacts, held: Held, again: Again) -> Inserted:
    """Leave a field by Tab, so that it takes its text and closes its picker; by Enter where it does neither.

    The field may write the text in its own way then; its old value means that it refused it. One that writes another
    date has not read this one: it gets it in the order in which it writes.
    """
    date = held.value or ""
    missed = is_day(date) and await element.ask("calendarMisses", date, into=bool)
    left = await _leave_picker(element, facts, held, again)
    missed = missed and not left.ending and left.dated is None and left.held.value in (date, "")
    return replace(left, missed=missed)


async def _leave_picker(element: Element, facts: FieldFacts, held: Held, again: Again) -> Inserted:
    before, text = facts.value, iso_of(held.value or "")
    dated = in_order_of(before or "", text, datetime.date.today())
    if dated is not None:
        return await _leave_in_order(element, facts, dated)
    await element.ask("notePickers", into=object)
    after, ending = await read_back(element, await leave(element), held.value)
    if not ending and await _is_gone(element):
        return Inserted(Held(held.value), ending)
    read = None if ending else await _as_read(element, facts, after, text)
    if read is not None:
        return read
    if ending or (not (await _left(element)).stays and not _is_undone(after, before, held)):
        return Inserted(held, ending)
    inserted = await again()
    if inserted.ending or inserted.held.matches is False:
        return inserted
    after, ending = await read_back(element, await press_without_submit(element, "Enter"), held.value)
    if not ending and (await _left(element)).focused:
        after, ending = await read_back(element, await press_key(element, "Tab"), held.value)
    return Inserted(after if _is_undone(after, before, held) else held, ending)


async def _as_read(element: Element, facts: FieldFacts, after: Held, text: str) -> Inserted | None:
    """What comes of a date that a field has written in its own order since; None where it has not."""
    dated = in_order_of(after.value or "", text, datetime.date.today()) or in_form_of(after.value or "", text)
    if dated is not None and after.value == dated.text:
        return Inserted(Held(after.value, matches=True), "", dated)
    if dated is not None:
        return await _leave_in_order(element, facts, dated)
    return Inserted(replace(after, matches=False), "") if is_misread(after.value or "", text) else None


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
    return after.value in (before, "") and after.value != held.value


async def _left(element: Element) -> _Left:
    left, _ = await ask_after(element, "", "pickerLeft", _FADES_MS, into=_Left)
    return left or _Left()
