"""Moves what is in drawings (`svg`), which a script measures otherwise than a capture, with them (CD-17). Pure.

A part that is elsewhere in its drawing than it was is written where the page measures it as a capture would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from cdp_engine.observe.incremental.moved_boxes import part_of, rounded, write_undrawn
from cdp_engine.observe.model.columns import ELEMENT, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.tab import DrawnElement

_ALIKE = 0.1
"""CSS px by which the page and a capture may measure a part of a drawing differently that is drawn as it was."""
_GROUPS = words("g a svg switch")
NO_BOX = 0.0, 0.0, 0.0, 0.0
_RESIZED = 0.5
"""CSS px by which the size of a drawing differs once it is another."""


class Unclear(Exception):
    """Only a capture is certain; the text says why."""


class Drawings:
    """The drawings of one changed part, whose elements come in the order of the document."""

    def __init__(self, table: DocumentTable, new: Set[int], *, turned: bool) -> None:
        self._table = table
        self._new = new
        self._turned = turned
        """Whether their parts may be turned, moved or scaled in them."""
        self._end = 0
        """The row after the last drawing that was begun."""
        self._shift = (0.0, 0.0)
        self._reshaped = False
        """Whether a part of it is elsewhere in it."""
        self._unknown = False
        """Whether a part of it is measured by a capture alone."""

    def move(self, row: int, fact: DrawnElement, box: Sequence[float]) -> bool:
        """Move a row that is in a drawing; returns whether it is. Raises `Unclear`."""
        table = self._table
        was = table.bounds[row]
        if row >= self._end:
            if table.tag[row] == "svg":
                self._end = end_of(table, row)
                self._begin(row, fact, box)
            return False
        if fact.style == NO_STYLE:
            write_undrawn(table, row)
        elif was is not None:
            table.move(row, was, *self._shift)
            if fact.style >= 0:
                self._measure(row, fact.margins, box)
        elif fact.style >= 0:
            raise Unclear("a part of a drawing that was not shown")
        return True

    def _measure(self, row: int, margins: Sequence[float] | None, box: Sequence[float]) -> None:
        """Write the box of a part that is elsewhere in its drawing, or of another size. Raises `Unclear`."""
        known = self._table.bounds[row]
        if margins is None or known is None:
            return
        x, y, width, height = box
        alike = any(
            _are_alike(known, (x - more, y - more, width + 2 * more, height + 2 * more))
            for more in margins or (0.0,)
        )
        if not alike and margins == [0.0]:
            self._table.reshape(row, rounded(x, y, width, height))
            self._reshaped = True
        elif not alike and (margins or (self._turned and self._table.tag[row] not in _GROUPS)):
            raise Unclear("parts of a drawing that may have moved in it")
        self._unknown = self._unknown or not margins
        if self._reshaped and self._unknown:
            raise Unclear("parts of a drawing that may have moved in it")

    def _begin(self, row: int, fact: DrawnElement, box: Sequence[float]) -> None:
        was = self._table.bounds[row]
        self._reshaped = self._unknown = False
        if fact.style == NO_STYLE:
            return
        if was is None or row in self._new:
            raise Unclear("a drawing that was not shown")
        if abs(box[2] - was[2]) > _RESIZED or abs(box[3] - was[3]) > _RESIZED:
            raise Unclear("another size of a special element")
        self._shift = part_of(box[0] - was[0]), part_of(box[1] - was[1])


def parts_of_drawings(
    columns: NodeColumns, rows: Sequence[int], boxes: Sequence[Bounds | None]
) -> dict[int, Bounds | None]:
    """Those of some rows, in the order of the document, that are in a drawing, each with its box of these."""
    parts: dict[int, Bounds | None] = {}
    end = 0
    for row, box in zip(rows, boxes, strict=True):
        if row < end:
            parts[row] = box
        elif columns.tag[row] == "svg":
            end = columns.end_of(row)
    return parts


def move_parts(columns: NodeColumns, moved: dict[int, Bounds], parts: Mapping[int, Bounds | None]) -> bool:
    """Add to the `moved` boxes those of parts of drawings, which move with them; False where one moved in its drawing.

    `parts` has the box of each part now, None where only a capture measures it.
    """
    for row, box in parts.items():
        was = columns.bounds[row]
        if was is None:
            if box is not None and columns.kind[row] == ELEMENT and (box[2] or box[3]):
                return False
            continue
        drawing = next(at for at in columns.ancestors(row) if at not in parts)
        before = columns.bounds[drawing] or NO_BOX
        after = moved.get(drawing, before)
        right, down = after[0] - before[0], after[1] - before[1]
        expected = was[0] + right, was[1] + down, was[2], was[3]
        if box is not None and not _are_alike(box, expected):
            return False
        if right or down:
            moved[row] = expected
    return True


def _are_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))
