"""A field that a grid has opened to edit one of its cells: what the cell shows once the field was left."""

from __future__ import annotations

import msgspec

from cdp_engine.act.cells.grid_cell import TAKES_MS
from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Ending, Held

IN_CELL = "in-cell"
"""The method of what was entered in a field of a cell that is open still; the page may mark it as invalid."""
STUCK = "stuck-in-cell"
"""The method of what was entered in a field that was opened to edit a cell, and that Enter did not close."""
LEFT = "left-cell"
"""The method of what was entered in a field of a cell that was left: the value read back is what the cell shows."""


class EditedCell(msgspec.Struct, frozen=True):
    """The cell that a field edits, with what the field held first, and what was entered; not `is_cell` without one."""

    is_cell: bool = False
    text: str = ""
    entered: str = ""


class LeftCell(msgspec.Struct, frozen=True):
    """What a cell shows once its field was left: no text where it is gone, or shows a field still."""

    open: bool = False
    stuck: bool = False
    """Whether the field was opened to edit the cell, and another value than before has not closed it."""
    text: str | None = None
    matches: bool | None = None


async def cell_of_field(element: Element, ending: Ending, before: str | None) -> EditedCell:
    """The cell that a field edits; `before` is what it held first, None where it is not a field."""
    if before is None:
        return EditedCell()
    cell, _ = await ask_after(element, ending, "cellOfField", before, into=EditedCell)
    return cell or EditedCell()


async def read_cell(element: Element, ending: Ending, cell: EditedCell) -> tuple[str, Held, Ending]:
    """What a cell shows after its field was left, and the method that says so; an empty one where it shows nothing.

    It matches where it shows what was entered, and does not where it shows what it did before. What it shows else may
    be a result, or another form of the value.
    """
    if not cell.is_cell:
        return "", Held(), ending
    left, ending = await ask_after(
        element, ending, "cellLeft", cell.entered, cell.text, TAKES_MS, into=LeftCell, wait=TAKES_MS / 1000
    )
    if left is None:
        return "", Held(), ending
    if left.text is None:
        return STUCK if left.stuck else IN_CELL if left.open else "", Held(), ending
    return LEFT, Held(left.text, left.matches), ending
