"""A time that is entered in the fields of the picker which opened at a field: hour, minute, second, half of the day."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dates.date_pattern import days_of
from cdp_engine.act.dates.spelled_dates import hour_of
from cdp_engine.act.dispatch import press_without_submit
from cdp_engine.act.drawn_slider import fill_drawn_slider
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import plan_fill
from cdp_engine.act.fields.sliders import drawn_value, set_slider
from cdp_engine.act.fields.text_fields import assign, insert_or_click
from cdp_engine.act.leaving import leave
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.performed import Ending
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_TIME = re.compile(
    r"(?:^|[T ]\s*)(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:\s*(?P<half>[ap])\.?m\.?)?$",
    re.IGNORECASE,
)
_NOON, _HOURS, _MINUTES = 12, 24, 60
_NUMBER = re.compile(r"\w+")

Kind = Literal["hour", "minute", "second"]


class Clock(NamedTuple):
    """A time of the day, in 24 hours."""

    hour: int
    minute: int
    second: int


class Moment(NamedTuple):
    """What a picker is to take: dates as YYYY-MM-DD, one or the two ends of a period, and a time."""

    dates: tuple[str, ...] = ()
    clock: Clock | None = None


class ClockParts(msgspec.Struct, frozen=True):
    """Which fields of a time a picker has; `halves` where it has AM and PM too."""

    hour: bool = False
    minute: bool = False
    second: bool = False
    halves: bool = False
    offers: dict[Kind, list[int]] = {}
    """The numbers that a picker offers in columns in place of fields."""
    whole: bool = False
    """Whether it has one field for the whole time in place of them."""

    def missing(self, clock: Clock) -> str:
        """What of a time the columns of a picker do not offer; empty where they offer all, or there are none."""
        numbers = self.numbers(clock)
        lacks = [
            f"{kind} {numbers[kind]}" for kind, offered in self.offers.items() if numbers[kind] not in offered
        ]
        return " and no ".join(lacks) if self.offers else ""

    def numbers(self, clock: Clock) -> dict[Kind, int]:
        """What is entered for each kind: an hour of twelve beside AM and PM."""
        hour = (clock.hour % _NOON or _NOON) if self.halves else clock.hour
        return {"hour": hour, "minute": clock.minute, "second": clock.second}


def moment_of(text: str) -> Moment:
    """The dates and the time of a text: `2026-07-15`, `2026-07-15 14:35`, `2:35 PM`, a period; empty for any other."""
    text = text.strip()
    found = _TIME.search(text)
    clock = None if found is None else _clock(found)
    if found is None or clock is None:
        return Moment(days_of(text))
    before = text[: found.start()].strip()
    dates = days_of(before)
    return Moment(dates, clock) if len(dates) == (1 if before else 0) else Moment()


def _clock(found: re.Match[str]) -> Clock | None:
    named, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    hour = hour_of(named, found["half"] or "")
    if hour is None or hour >= _HOURS or max(minute, second) >= _MINUTES:
        return None
    return Clock(hour, minute, second)


async def clock_parts(calendar: CustomList) -> ClockParts:
    """The fields of a time in the picker that opened."""
    return await calendar.element.ask("clockParts", into=ClockParts)


async def set_clock(tab: Tab, calendar: CustomList, parts: ClockParts, clock: Clock) -> Ending:
    """Enter a time in the fields of the picker. Raises NotActionable where one of them does not take its number."""
    if parts.whole:
        return await _enter_whole(tab, calendar, clock)
    await calendar.element.ask("clockFocused", into=bool)
    if parts.halves:
        await calendar.press_part("clockHalf", "pm" if clock.hour >= _NOON else "am")
    numbers = parts.numbers(clock)
    kinds: list[Kind] = [kind for kind in numbers if getattr(parts, kind)]
    for kind in kinds:
        if parts.offers and not calendar.is_over:
            await calendar.press_part("clockCell", kind, numbers[kind])
        elif not calendar.ending:
            calendar.ending = await _enter(tab, calendar, kind, numbers[kind], last=kind == kinds[-1])
    return calendar.ending


async def _enter_whole(tab: Tab, calendar: CustomList, clock: Clock) -> Ending:
    text = f"{clock.hour:02}:{clock.minute:02}"
    async with part_field(calendar.element, "clockField", "time") as field:
        facts = await field.ask("field", into=FieldFacts)
        seconds = clock.second or len(_NUMBER.findall(facts.value or facts.hint)) > 2
        calendar.ending = await enter_part(
            tab, field, facts, f"{text}:{clock.second:02}" if seconds else text
        )
    return calendar.ending


async def _enter(tab: Tab, calendar: CustomList, kind: Kind, number: int, *, last: bool) -> Ending:
    async with part_field(calendar.element, "clockField", kind) as field:
        if await field.ask("chooseNumber", number, into=bool):
            return ""
        facts = await field.ask("field", into=FieldFacts)
        if facts.kind == "slider" or await field.ask("isOfSlider", into=bool):
            return await _slide(tab, field, facts, kind, number)
        ending = await enter_part(
            tab, field, facts, str(number) if facts.kind in ("number", "range") else f"{number:02}"
        )
        if ending or not last or not (await field.ask("field", into=FieldFacts)).focused:
            return ending
        return await press_without_submit(field, "Enter")  # the picker keeps the focus in its last field


@asynccontextmanager
async def part_field(element: Element, name: str, kind: str) -> AsyncGenerator[Element]:
    """The field of a part of a date or a time, which the function `name` finds. Raises NotActionable (`detached`)."""
    handle = await element.handle(name, kind)
    if handle is None:
        raise Refusal("detached", f"the field of the {kind} was removed", passing=False).error()
    field = element.beside(handle)
    try:
        yield field
    finally:
        field.release()


async def enter_part(tab: Tab, field: Element, facts: FieldFacts, text: str) -> Ending:
    """Enter the text of a part in its field, and leave that. Raises NotActionable where it takes no such text."""
    plan = plan_fill(facts.kind, text)
    if isinstance(plan, Refusal):
        raise plan.error()
    if plan.way == "assign":
        held, ending = await assign(field, facts, plan)
        if held.matches is False:
            raise Refusal("option_not_found", f"{facts.description} takes no {text}", passing=False).error()
        return ending
    inserted = await insert_or_click(tab, field, facts, plan)
    return inserted.ending or await leave(field)


async def _slide(tab: Tab, field: Element, facts: FieldFacts, kind: Kind, number: int) -> Ending:
    """Move the slider of an hour, a minute or a second. Raises NotActionable where it does not take that number."""
    lacks = Refusal("option_not_found", f"the slider of the {kind} takes no {number}", passing=False)
    try:
        if facts.kind != "slider":
            done = await fill_drawn_slider(tab, field, facts, str(number), lacks)
            ending, is_there = done.ending, done.as_wanted is not False
        else:
            ending = await set_slider(tab, field, facts, number)
            is_there = bool(ending) or await drawn_value(field, number, 0) == number
    except NotActionable as error:
        raise lacks.error() from error
    if not is_there:
        raise lacks.error()
    return ending
