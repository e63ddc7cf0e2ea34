"""Sets a date, or a moment, whose parts have a field or a list each: day, month, year, hour, minute, AM or PM."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.clocks import enter_part, moment_of, part_field
from cdp_engine.act.element import Element
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
    before = await _held(element, "", texts)
    ending = await _enter_all(tab, element, texts)
    held = await _held(element, ending, texts)
    if held.matches is False:
        # A day that a month has not takes the page to the next one, as 31 March to 1 May.
        ending = await _enter_all(tab, element, await element.ask("datePartsMissed", texts, into=_Texts))
        held = await _held(element, ending, texts)
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


async def _held(element: Element, ending: Ending, texts: _Texts) -> Held:
    return Held() if ending else await element.ask("datePartsHold", texts, into=Held)


async def _enter_all(tab: Tab, element: Element, texts: _Texts) -> Ending:
    for kind, part in texts:
        if ending := await _enter(tab, element, kind, part):
            return ending
    return ""


async def _enter(tab: Tab, element: Element, kind: str, text: str) -> Ending:
    async with part_field(element, "datePart", kind) as field:
        if await field.ask("chooseDatePart", text, into=bool):
            return ""
        return await enter_part(tab, field, await field.ask("field", into=FieldFacts), text)
