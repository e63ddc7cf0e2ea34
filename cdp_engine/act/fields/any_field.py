"""One field of a form of any kind: text, number, date, choice, check box, list."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.calendar_days import choose_date, choose_missed_day, names_date
from cdp_engine.act.dates.pickers import leave_picker, opens_pressed
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.choices import select
from cdp_engine.act.fields.fill_plan import FillPlan, begins_with_date, is_field
from cdp_engine.act.fields.forms import check, fill_in, uncheck
from cdp_engine.act.fields.text_fields import insert_or_click
from cdp_engine.act.fields.unchosen_text import leave_unchosen
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.lists.option_matching import creates
from cdp_engine.act.lists.selection.listbox import ListFacts
from cdp_engine.act.performed import Held, Performed
from cdp_engine.act.pointer.mouse import hover
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_OFFER_MS = 700
"""How long a list that opens while a text is typed may take to offer it."""

_OPENS = "It opens what its value is entered in: click() it, observe, and fill the fields that it shows."

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
    facts, is_chosen = await _kind_of(tab, ref, text, deadline)
    if is_chosen:
        return await _choose(tab, ref, facts, text, deadline)
    try:
        done = await fill_in(tab, ref, text, leaves_picker=False, timeout=timeout)
    except NotActionable as error:
        if error.code != "not_editable" or is_field(facts.kind) or not await _may_open(tab, ref, deadline):
            raise
        return await _choose_or_refuse(tab, ref, text, deadline, error)
    if not text or done.ending or done.method not in ("insert", "dated") or facts.kind == "editor":
        return done
    async with located(tab, ref, deadline) as element:
        offer_ms = 0 if done.method == "dated" else _OFFER_MS
        labels = await element.ask("offeredChoices", text, offer_ms, into=list[str])
        if not any(label == text or creates(label, text) for label in labels):
            if await _shows_picker(tab, element, facts, text):
                return await _leave_picker(tab, ref, text, done, deadline)
            return await _left_unchosen(element, facts, text, done)
    # In a field that only takes choices, a text that is not chosen is gone once the focus is elsewhere.
    with suppress(NotActionable):
        return await select(tab, ref, text, timeout=deadline.left)
    return await fill_in(tab, ref, text, leaves_picker=False, timeout=timeout)


async def _shows_picker(tab: Tab, element: Element, facts: FieldFacts, text: str) -> bool:
    """Whether a picker belongs to a field that was given a text, or opens at it, be it by a press alone."""
    if facts.pops_up and begins_with_date(text):
        return True
    return await element.ask("showsPicker", into=bool) or await opens_pressed(tab, element, text)


async def _left_unchosen(element: Element, facts: FieldFacts, text: str, done: Performed) -> Performed:
    """What was done, with what the field holds once it is left, where its open list does not offer the text."""
    left = await leave_unchosen(element, facts, text, ("nothing", "choices", "silent"))
    if left is None:
        return done
    held, ending = left
    typed = (text,) if held.matches else ()
    return replace(done, value_after=held.value, as_wanted=held.matches, typed=typed, ending=ending)


async def _may_open(tab: Tab, ref: ScopedRef, deadline: Deadline) -> bool:
    """Whether an element without a role, as many libraries draw a list, or a button may be what opens it."""
    async with located(tab, ref, deadline) as element:
        return await element.ask("mayOpenList", into=bool)


async def _choose_or_refuse(
    tab: Tab, ref: ScopedRef, text: str, deadline: Deadline, refusal: NotActionable
) -> Performed:
    """Choose a text from the list that a box opens; raises the refusal of the box where it opens none."""
    try:
        # `fill` looked for a picker of dates before it refused
        return await select(tab, ref, text, dates=not names_date(text), timeout=deadline.left)
    except NotActionable as error:
        if error.code == "option_not_found":
            raise
        async with located(tab, ref, Deadline(DEFAULT_TIMEOUT)) as element:
            if (await element.ask("listFacts", into=ListFacts)).opens:
                refusal.hint = _OPENS
        raise refusal from None


async def is_emptied(tab: Tab, ref: ScopedRef) -> bool:
    """Whether a field that was given a text is empty again. Raises StaleRef."""
    async with located(tab, ref, Deadline(DEFAULT_TIMEOUT)) as element:
        return (await read_back(element, ""))[0].value == ""


async def _kind_of(tab: Tab, ref: ScopedRef, text: str, deadline: Deadline) -> tuple[FieldFacts, bool]:
    """The state of a field, and whether a text is chosen in it rather than typed."""
    async with located(tab, ref, deadline) as element:
        facts = await element.ask("field", into=FieldFacts)
        # An input without a caret may show what was chosen from a list; a code editor that completes words is none.
        takes_text = facts.kind == "editor" or (is_field(facts.kind) and not facts.unwritable)
        if takes_text and facts.kind != "button":
            return facts, False
        choices = await element.ask("listFacts", into=ListFacts)
    if takes_text:
        return facts, choices.opens or (facts.kind == "button" and choices.lists)
    in_group = bool(choices.boxes or choices.radios) and text not in ("true", "false")
    return facts, in_group or choices.lists or (choices.kind != "opener" and not choices.plain)


async def _choose(tab: Tab, ref: ScopedRef, facts: FieldFacts, text: str, deadline: Deadline) -> Performed:
    """Choose a text from what opens at a field: a date from a calendar, where there is one, else from a list."""
    by_picker = facts.unwritable or facts.kind == "button" or not is_field(facts.kind)
    if by_picker and (done := await choose_date(tab, ref, text, deadline)) is not None:
        return done
    return await select(tab, ref, text, dates=not (by_picker and names_date(text)), timeout=deadline.left)


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
        facts = replace(await element.ask("field", into=FieldFacts), value=done.value_before)
        plan = FillPlan("insert", text)
        again = partial(insert_or_click, tab, element, facts, plan)
        left = await leave_picker(element, facts, Held(done.value_after, done.as_wanted), again)
    if left.missed and (day := await choose_missed_day(tab, ref, text, deadline)):
        return day
    method = "dated" if left.dated else done.method
    return replace(
        done, value_after=left.held.value, as_wanted=left.held.matches, method=method, ending=left.ending
    )


def text_of(value: FieldValue) -> str:
    """A value in the form of a field's text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return msgspec.json.encode(value).decode()
    return ", ".join(value)
