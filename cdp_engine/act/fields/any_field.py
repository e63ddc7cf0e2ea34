"""One field of a form of any kind: text, number, date, choice, check box, list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.element import Deadline, located
from cdp_engine.act.fields.custom_list import CustomList, ready_list
from cdp_engine.act.fields.fill_plan import begins_with_date, is_field
from cdp_engine.act.fields.forms import check, fill_in, select, uncheck
from cdp_engine.act.fields.listbox import ListFacts
from cdp_engine.act.fields.option_matching import creates
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.leaving import leave
from cdp_engine.act.performed import Held, Performed
from cdp_engine.act.pointer.mouse import hover
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOST_MONTHS = 36
_BY_HAND = "Open it with click(), go to another month or year there, and click a day that can be chosen."
_OFFER_MS = 700
"""How long a list that opens while a text is typed may take to offer it."""

FieldValue = str | bool | int | float | Sequence[str]
"""A text or number, true or false for checkable controls, a list of choices for a list."""


async def fill_field(
    tab: Tab, ref: ScopedRef, value: FieldValue, *, timeout: float = DEFAULT_TIMEOUT
) -> Performed:
    """Enter a value as a person would: `fill`, `select`, `check` or `uncheck`, by the kind of the field and the value.

    A list means choices, also in a field that takes text; so does a text that the list of such a field offers, or
    offers to make a choice of. The value is read back. Raises as those four do.
    """
    if isinstance(value, bool):
        return await (check if value else uncheck)(tab, ref, timeout=timeout)
    if not isinstance(value, str | int | float):
        return await select(tab, ref, *value, timeout=timeout)
    text = text_of(value)
    deadline = Deadline(timeout)
    facts, is_chosen = await _kind_of(tab, ref, deadline)
    if is_chosen:
        return await _choose(tab, ref, facts, text, deadline)
    done = await fill_in(tab, ref, text, leaves_picker=False, timeout=timeout)
    if not text or done.ending or done.method != "insert" or facts.kind == "editor":
        return done
    async with located(tab, ref, deadline) as element:
        labels = await element.ask("offeredChoices", text, _OFFER_MS, into=list[str])
        if not any(label == text or creates(label, text) for label in labels):
            dated = facts.pops_up and begins_with_date(text)
            if dated or await element.ask("showsPicker", into=bool):
                return await _leave_picker(tab, ref, text, done, deadline)
            return done
    # In a field that only takes choices, a text that is not chosen is gone once the focus is elsewhere.
    with suppress(NotActionable):
        return await select(tab, ref, text, timeout=deadline.left)
    return await fill_in(tab, ref, text, leaves_picker=False, timeout=timeout)


async def _kind_of(tab: Tab, ref: ScopedRef, deadline: Deadline) -> tuple[FieldFacts, bool]:
    """The state of a field, and whether a text is chosen in it rather than typed."""
    async with located(tab, ref, deadline) as element:
        facts = await element.ask("field", into=FieldFacts)
        # An input without a caret may show what was chosen from a list; a code editor that completes words is none.
        takes_text = facts.kind == "editor" or (is_field(facts.kind) and not facts.unwritable)
        if takes_text and facts.kind != "button":
            return facts, False
        choices = await element.ask("listFacts", into=ListFacts)
    if takes_text:
        return facts, choices.opens
    return facts, choices.lists or (choices.kind != "opener" and not choices.plain)


async def _choose(tab: Tab, ref: ScopedRef, facts: FieldFacts, text: str, deadline: Deadline) -> Performed:
    """Choose a text from what opens at a field: a date from a calendar, where there is one, else from a list."""
    if facts.unwritable and _DAY.fullmatch(text):
        done = await _choose_day(tab, ref, text, deadline)
        if done is not None:
            return done
    return await select(tab, ref, text, timeout=deadline.left)


async def _choose_day(tab: Tab, ref: ScopedRef, date: str, deadline: Deadline) -> Performed | None:
    """Choose a date from the calendar that opens at a field which takes no keys; None where none opens."""
    async with located(tab, ref, deadline) as element:
        calendar = CustomList(tab, element, await ready_list(element))
        await calendar.open()
        month = await element.ask("calendarMonth", "", into=str)
        if not month:
            await calendar.close()
            return None
        for _ in range(_MOST_MONTHS):
            if month == date[:7] or not await calendar.press_part("calendarTurn", date[:7] > month):
                break
            before, month = month, await element.ask("calendarMonth", month, into=str)
            if month == before or deadline.passed:
                break
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


async def _leave_picker(
    tab: Tab, ref: ScopedRef, text: str, done: Performed, deadline: Deadline
) -> Performed:
    """Close the calendar that opened at a field: it stays over the fields that follow until a person leaves theirs."""
    if done.as_wanted is False:
        # It opened under the pointer, and the field shows the day there.
        with suppress(NotActionable):
            await hover(tab, ref, timeout=deadline.left)
        done = await fill_in(tab, ref, text, leaves_picker=False, timeout=deadline.left)
    async with located(tab, ref, deadline) as element:
        await leave(element)
    return done


def text_of(value: FieldValue) -> str:
    """A value in the form of a field's text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return msgspec.json.encode(value).decode()
    return ", ".join(value)
