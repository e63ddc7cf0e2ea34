"""Months that are chosen in the picker which opens at a field that takes no keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dates.opened_picker import chosen_in
from cdp_engine.act.element import Deadline, located
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.option_matching import takes_one
from cdp_engine.act.lists.selection.list_search import ready_list
from cdp_engine.act.performed import Held, Performed
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOST_YEARS = 36


async def choose_months(
    tab: Tab, ref: ScopedRef, months: Sequence[str], deadline: Deadline
) -> Performed | None:
    """Choose months (YYYY-MM), one or the two ends of a period, from the twelve that open at a field.

    None where no such picker opens. Raises NotActionable where it does not offer one of them, or takes one alone.
    """
    async with located(tab, ref, deadline) as element:
        picker = CustomList(tab, element, await ready_list(element, ()))
        await picker.open()
        shown = await element.ask("monthsYear", "", into=str)
        if not shown:
            await picker.close()
            return None
        for number, month in enumerate(months):
            if number and (picker.is_over or not (shown := await element.ask("monthsYear", "", into=str))):
                raise takes_one(len(months), tried=months[:number]).error()
            shown = await _turn_to(picker, shown, month[:4])
            if shown != month[:4] or not await picker.press_part("monthPart", int(month[5:])):
                await picker.close()
                hint = "Type it with fill(), or open it with click() and click a month that can be chosen."
                raise Refusal("option_not_found", f"the picker offers no month {month}", hint=hint).error()
        held = Held() if picker.is_over else await element.ask("monthsHeld", months, into=Held)
        await picker.close()
        return chosen_in(picker, ref, held)


async def _turn_to(picker: CustomList, shown: str, year: str) -> str:
    """Turn a picker of months to a year; the year that it shows then."""
    for _ in range(_MOST_YEARS):
        if shown == year or not await picker.press_part("monthsTurn", year > shown):
            break
        before, shown = shown, await picker.element.ask("monthsYear", shown, into=str)
        if shown in ("", before) or picker.element.deadline.passed:
            break
    return shown
