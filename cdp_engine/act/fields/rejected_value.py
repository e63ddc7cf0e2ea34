"""What a page says against the contents of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.element import Deadline, located
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_SECONDS = 1.0


async def complaint_about(tab: Tab, ref: ScopedRef, *, was_marked: bool, is_cell: bool = False) -> str:
    """Why the page, or the browser for its form, does not take what a field holds; empty where neither says so.

    A field that `was_marked` before counts only where the browser itself finds the contents invalid: pages keep their
    marks until the form is sent again. Grids judge every value that a cell is given. Raises StaleRef, CommandTimeout.
    """
    async with located(tab, ref, Deadline(_SECONDS)) as element:
        if is_cell:
            return await element.ask("cellComplaint", into=str)
        return await element.ask("complaint", was_marked, into=str)


async def flaw_of(tab: Tab, ref: ScopedRef) -> str:
    """What the browser finds wrong with what a field holds, although nothing keeps the page from taking it, or how far
    it is out of the range that the page names; empty where neither. Raises StaleRef, CommandTimeout.
    """
    async with located(tab, ref, Deadline(_SECONDS)) as element:
        return await element.ask("flaw", into=str)
