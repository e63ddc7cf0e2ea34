"""A day that is chosen in the calendar of a field, or entered in the dialog that it opens, where it takes no keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dates.clocks import Clock, ClockParts, Moment, clock_parts, moment_of, set_clock
from cdp_engine.act.dates.date_pattern import days_of
from cdp_engine.act.dates.months import choose_months
from cdp_engine.act.dates.opened_picker import (
    chosen_in,
    confirm,
    escape_days,
    escape_open,
    focus_again,
    leave_open,
    open_picker,
)
from cdp_engine.act.dates.outer_calendar import OuterCalendar, watched_around
from cdp_engine.act.dates.spelled_dates import month_of
from cdp_engine.act.dispatch import press_without_submit
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.fill_plan import plan_fill
from cdp_engine.act.fields.text_fields import assign, insert_or_click
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.option_matching import WantedOption, takes_one
from cdp_engine.act.lists.selection.list_search import ready_list
from cdp_engine.act.performed import Held, Performed
from cdp_engine.act.redrawn_parts import press_redrawn
from cdp_engine.errors import NotActionable, StaleRef
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOST_MONTHS = 36
_FEW = 3
"""A calendar is turned by fewer months rather than by its lists."""
_LISTS = 2
_PRESSES = 3
"""How often a part of a calendar is pressed that is drawn again before its press."""
_TURN_SECONDS = 1.5
"""What a calendar needs at most for one month."""
_YEAR = re.compile(r"\d{4}")
_BY_HAND = "Open it with click(), go to another month or year there, and click a day that can be chosen."


def names_date(text: str) -> bool:
    """Whether a text is something that a picker of dates may take: days, a time, or a month."""
    return bool(month_of(text)) or moment_of(text) != Moment()


async def choose_date(tab: Tab, ref: ScopedRef, text: str, deadline: Deadline) -> Performed | None:
    """Choose what a text names in the picker that opens at a field which takes no keys: days, a time, a month.

    None where it names none of them, or no such picker opens. Raises NotActionable where the picker does not offer it.
    """
    if month := month_of(text):
        return await choose_months(tab, ref, [month], deadline)
    dates, clock = moment_of(text)
    if not dates and clock is None:
        return None
    return await choose_days(tab, ref, dates, deadline, clock=clock)


async def choose_missed_day(tab: Tab, ref: ScopedRef, date: str, deadline: Deadline) -> Performed | None:
    """Choose a date that was typed, where the calendar of its field still does not mark it; None where it does.

    Some calendars read no typed text: the page would have none, or an older date than its field shows.
    """
    done = None
    with suppress(NotActionable):
        done = await choose_days(tab, ref, [date], deadline, unless_marked=True)
    if done is not None and done.ending:
        return done
    with suppress(StaleRef):  # the page may take the field away with its calendar
        async with located(tab, ref, deadline) as element:
            await leave_open(element)
    return done


async def choose_named_days(
    tab: Tab, element: Element, values: Sequence[WantedOption], deadline: Deadline
) -> Performed | None:
    """Choose the days that the values name, as calendars call theirs, or a month, or a day and its time; None where no
    picker of them opens.
    """
    texts = [value for value in values if isinstance(value, str) and _YEAR.search(value)]
    if element.ref is None or not texts or len(texts) != len(values):
        return None
    if await element.ask("opensNamedList", into=bool):
        return None
    period = days_of(texts[0]) if len(texts) == 1 else ()
    dates = period or [await element.ask("dateNamed", text, into=str) for text in texts]
    if all(dates):
        done = await choose_days(tab, element.ref, dates, deadline)
    elif all(months := [month_of(text) for text in texts]):
        done = await choose_months(tab, element.ref, months, deadline)
    else:
        done = await choose_date(tab, element.ref, texts[0], deadline) if len(texts) == 1 else None
    return None if done is None else replace(done, action="select", chosen=(done.value_after or texts[0],))


async def choose_days(
    tab: Tab,
    ref: ScopedRef,
    dates: Sequence[str],
    deadline: Deadline,
    *,
    clock: Clock | None = None,
    unless_marked: bool = False,
) -> Performed | None:
    """Choose dates from the calendar that opens at a field which takes no keys, or enter one in the only field of a
    date in the dialog that opens; None where neither comes, or where it is marked already with `unless_marked`.

    Several are the ends of a period, or all that are chosen. With a time, in the fields of the picker; None where it
    has none and the field takes no keys. Raises NotActionable where one cannot be chosen.
    """
    async with located(tab, ref, deadline) as element, watched_around(tab, element) as around:
        calendar = CustomList(tab, element, await ready_list(element, ()))
        month, days = await _open(calendar, around, dates, icons=clock is None)
        parts = await _way_of_clock(calendar, month, dates, clock) if clock else ClockParts()
        if parts is None:
            return await _without_clock(calendar, month)
        if not await _choose_each(tab, days, month, dates, unless_marked=unless_marked):
            return None
        calendar.ending = calendar.ending or days.ending
        if clock and not calendar.is_over:
            await _set_clock(tab, calendar, parts, clock)
        held, waits = await _taken_over(calendar, dates, clock)
        if waits:  # it would drop this end as it closes
            return chosen_in(calendar, ref, held)
        await calendar.close()
        if clock:
            await escape_open(calendar)
        if calendar.facts.kind == "combobox" and not calendar.is_over:
            await leave_open(element)
        if held.matches and not calendar.is_over:  # a picker may drop, as it closes, what its field showed
            await escape_days(calendar)
            held = await _held(calendar, dates, clock)
        return chosen_in(calendar, ref, held)


async def _open(
    calendar: CustomList, around: OuterCalendar, dates: Sequence[str], *, icons: bool
) -> tuple[str, CustomList]:
    """Open the picker; the month that its calendar shows, and what its days are pressed in.

    The month is "" where no date is to be chosen or no calendar came. `icons`: also by an icon, whose picker no key may
    close.
    """
    element = calendar.element
    if not dates:
        await open_picker(calendar)
        return "", calendar
    had_focus = (await element.ask("field", into=FieldFacts)).focused
    await open_picker(calendar)
    month = await element.ask("calendarMonth", "", into=str)
    if not month and (month := await around.month()):
        return month, around.days(calendar)
    if had_focus and not month and await focus_again(calendar):
        month = await element.ask("calendarMonth", "", into=str)
    if not month and await calendar.press_part("pickerButton", icons):
        month = await element.ask("calendarMonth", "", into=str)
    return month, calendar


async def _without_clock(calendar: CustomList, month: str) -> None:
    """Close a picker without fields for the time. Raises NotActionable where it has a day and its field takes keys."""
    await calendar.close()
    await escape_open(calendar)
    if month and calendar.facts.editable:
        raise Refusal("option_not_found", "the picker has no fields for the time", hint="Use fill().").error()


async def _way_of_clock(
    calendar: CustomList, month: str, dates: Sequence[str], clock: Clock
) -> ClockParts | None:
    """What a time is entered in, without fields where a button of the calendar opens them; None where there is nothing.

    Raises NotActionable where its columns do not offer the time, and closes the picker.
    """
    parts = await clock_parts(calendar)
    if parts.whole:
        return parts
    if parts.hour and parts.minute and (month or not dates):
        await _check_offer(calendar, parts, clock)
        return parts
    opens = month and not parts.hour and await calendar.element.ask("opensClock", into=bool)
    return ClockParts() if opens else None


async def _check_offer(calendar: CustomList, parts: ClockParts, clock: Clock) -> None:
    """Close a picker whose columns do not offer a time. Raises NotActionable then."""
    if missing := parts.missing(clock):
        await calendar.close()
        await escape_open(calendar)
        raise Refusal("option_not_found", f"the clock offers no {missing}", hint=_BY_HAND).error()


async def _opened_clock(calendar: CustomList, clock: Clock) -> ClockParts:
    """What a time is entered in, once the button of the calendar is pressed that shows one. Raises NotActionable.

    A calendar may have closed with its day, and opens again.
    """
    if not await calendar.press_part("clockOpener"):
        await open_picker(calendar)
        await calendar.press_part("clockOpener")
    parts = await clock_parts(calendar)
    if not parts.hour or not parts.minute:
        raise Refusal("option_not_found", "the picker has no fields for the time", hint=_BY_HAND).error()
    await _check_offer(calendar, parts, clock)
    return parts


async def _set_clock(tab: Tab, calendar: CustomList, parts: ClockParts, clock: Clock) -> None:
    """Enter a time, and close the picker where it does not take it. Raises NotActionable."""
    try:
        await set_clock(
            tab, calendar, parts if parts.hour or parts.whole else await _opened_clock(calendar, clock), clock
        )
    except NotActionable as error:
        error.sent = True
        await calendar.close()
        await escape_open(calendar)
        raise


async def _choose_each(
    tab: Tab, calendar: CustomList, month: str, dates: Sequence[str], *, unless_marked: bool
) -> bool:
    """Choose dates in a calendar that shows a month, or none; False where that does nothing, as `choose_days` says."""
    for number, date in enumerate(dates):
        if month:
            month = await _turn_to(calendar, month, date)
        if month and unless_marked and await calendar.element.ask("dayIsMarked", date, into=bool):
            await calendar.close()
            return False
        if month and await _press(calendar, "calendarDay", date):
            continue
        if len(dates) == 1 and not unless_marked and await _enter(tab, calendar, date):
            continue
        await calendar.close()
        if number and not await calendar.is_open():
            raise takes_one(len(dates), tried=list(dates[:number])).error()
        if not month:
            return False
        message = f"the calendar offers no day {date}"
        raise Refusal("option_not_found", message, hint=_BY_HAND).error()
    return True


async def _press(calendar: CustomList, part: str, argument: object) -> bool:
    """Press a part of a calendar; again where it was drawn again just then, as at the end of a slide."""

    async def at_rest(_error: NotActionable) -> str | None:
        if calendar.element.deadline.passed:
            return None
        await calendar.element.ask("calendarRests", into=bool)
        return part

    return await press_redrawn(
        lambda name: calendar.press_part(name, argument), part, at_rest, times=_PRESSES
    )


async def _turn_to(calendar: CustomList, month: str, date: str) -> str:
    """Turn a calendar to the month of a date, unless that is far away; the month that it shows then."""
    element = calendar.element
    for _ in range(_LISTS):
        if _months_between(month, date) < _FEW or not await element.ask("calendarJump", date, into=bool):
            break
        month = await element.ask("calendarMonth", month, into=str)
    if not month or _months_between(month, date) > _MOST_MONTHS:
        return month
    for _ in range(_MOST_MONTHS):
        if month == date[:7] or await element.ask("showsMonthOf", date, into=bool):
            break
        if not await _press(calendar, "calendarTurn", date[:7] > month):
            break
        before, month = month, await calendar.element.ask("calendarMonth", month, into=str)
        if month in ("", before) or calendar.element.deadline.passed:
            break
        if calendar.element.deadline.left < _TURN_SECONDS:  # it slides each month, and comes nearer
            calendar.begin_choice()
    return month


def _months_between(month: str, date: str) -> int:
    """How many months a date is from a month, both beginning as YYYY-MM."""
    years = int(date[:4]) - int(month[:4])
    return abs(12 * years + int(date[5:7]) - int(month[5:7]))


async def _enter(tab: Tab, calendar: CustomList, date: str) -> bool:
    """Enter a date in the only field of one in the dialog that opened; False where there is none, or it takes none."""
    handle = await calendar.element.handle("dateFieldThatCame")
    if handle is None:
        return False
    field = calendar.element.beside(handle)
    try:
        facts = await field.ask("field", into=FieldFacts)
        plan = plan_fill(facts.kind, date)
        if isinstance(plan, Refusal):
            return False
        if plan.way == "assign":
            held, calendar.ending = await assign(field, facts, plan)
        else:
            inserted = await insert_or_click(tab, field, facts, plan)
            held, calendar.ending = inserted.held, inserted.ending
            if not calendar.ending:
                calendar.ending = await press_without_submit(field, "Enter")
        return held.matches is not False
    finally:
        field.release()


async def _taken_over(calendar: CustomList, dates: Sequence[str], clock: Clock | None) -> tuple[Held, bool]:
    """What the field holds, after the button of the dialog that takes the dates over, where it has one; and whether
    the dialog waits for the other end of a period then.
    """
    held = await _held(calendar, dates, clock)
    # The field may show a draft until then.
    if calendar.is_over or not await confirm(calendar):
        return held, False
    held = await _held(calendar, dates, clock)
    return held, not calendar.is_over and await calendar.element.ask("awaitsOtherEnd", into=bool)


async def _held(calendar: CustomList, dates: Sequence[str], clock: Clock | None) -> Held:
    if calendar.is_over:
        return Held()
    if clock:
        held = await calendar.element.ask("momentHeld", dates, clock, into=Held)
    elif len(dates) == 1:
        return await calendar.element.ask("dayHeld", dates[0], into=Held)
    else:
        held = await calendar.element.ask("daysHeld", dates, into=Held)
    unchanged = held.matches is None and held.value == calendar.facts.text
    return replace(held, matches=False) if unchanged else held
