"""Moves what is in drawings (`svg`), which a script measures otherwise than a capture, with them (CD-17). Pure."""

from __future__ import annotations

from collections.abc import Sequence, Set

from cdp_engine.observe.incremental.moved_boxes import part_of, write_undrawn
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of
from cdp_engine.tab import DrawnElement

_RESIZED = 0.5
"""CSS px by which the size of a drawing differs once it is another."""


class Unclear(Exception):
    """Only a capture is certain; the text says why."""


class Drawings:
    """The drawings of one changed part, whose elements come in the order of the document."""

    def __init__(self, table: DocumentTable, new: Set[int]) -> None:
        self._table = table
        self._new = new
        self._end = 0
        """The row after the last drawing that was begun."""
        self._shift = (0.0, 0.0)

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
        elif fact.style >= 0:
            raise Unclear("a part of a drawing that was not shown")
        return True

    def _begin(self, row: int, fact: DrawnElement, box: Sequence[float]) -> None:
        was = self._table.bounds[row]
        if fact.style == NO_STYLE:
            return
        if was is None or row in self._new:
            raise Unclear("a drawing that was not shown")
        if abs(box[2] - was[2]) > _RESIZED or abs(box[3] - was[3]) > _RESIZED:
            raise Unclear("another size of a special element")
        self._shift = part_of(box[0] - was[0]), part_of(box[1] - was[1])
