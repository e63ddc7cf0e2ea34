"""Sets a date, or a moment, whose parts have a field or a list each: day, month, year, hour, minute, AM or PM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dates.clocks import moment_of
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import plan_fill
from cdp_engine.act.fields.text_fields import insert_or_click
from cdp_engine.act.leaving import leave
from cdp_engine.act.performed import Ending, Held, Performed

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_Texts = list[tuple[str, str]]
"""What each kind of part is given."""


async def fill_date_boxes(tab: Tab, element: Element, text: str) -> Performed | None:
    """Give each part of a date what a text says of it; None where the text names none, or the field is another.

    The day is entered after the year and the month: a page may refuse one that the month before has not.
    """
    dates, clock = moment_of(text)
    if len(dates) != 1:
        return None
    texts = await element.ask("datePartTexts", dates[0], clock, into=_Texts)
    if not texts:
        return None
    before = await element.ask("datePartsHold", texts, into=Held)
    ending = await _enter_all(tab, element, texts)
    held = Held() if ending else await element.ask("datePartsHold", texts, into=Held)
    if (
        held.matches is False
    ):  # a day that a month has not takes the page to the next one, as 31 March to 1 May
        ending = await _enter_all(tab, element, await element.ask("datePartsMissed", texts, into=_Texts))
        held = Held() if ending else await element.ask("datePartsHold", texts, into=Held)
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=before.value,
        value_after=held.value,
        as_wanted=held.matches,
        method="cells",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _enter_all(tab: Tab, element: Element, texts: _Texts) -> Ending:
    for kind, part in texts:
        if ending := await _enter(tab, element, kind, part):
            return ending
    return ""


async def _enter(tab: Tab, element: Element, kind: str, text: str) -> Ending:
    handle = await element.handle("datePart", kind)
    if handle is None:
        raise Refusal("detached", f"the field of the {kind} was removed", passing=False).error()
    field = element.beside(handle)
    try:
        if await field.ask("chooseDatePart", text, into=bool):
            return ""
        facts = await field.ask("field", into=FieldFacts)
        plan = plan_fill(facts.kind, text)
        if isinstance(plan, Refusal):
            raise plan.error()
        inserted = await insert_or_click(tab, field, facts, plan)
        return inserted.ending or await leave(field)
    finally:
        field.release()
