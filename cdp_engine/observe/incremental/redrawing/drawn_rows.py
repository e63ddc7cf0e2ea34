"""Writes the texts and styles of single rows of a document's table (CD-17). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cdp_engine.observe.incremental.moved_boxes import rounded, write_undrawn
from cdp_engine.observe.incremental.moved_rows import layer_around
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.model.columns import TEXT
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.sources.computed_styles import Drawn
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of
from cdp_engine.tab import DrawnText


@dataclass(slots=True)
class DrawnRows:
    """The rows of a table that are drawn otherwise."""

    table: DocumentTable
    bare: dict[int, Drawn] = field(default_factory=dict[int, Drawn])
    """Rows of slots and the like, which have no box, each with the styles that the texts in it have."""
    made: int = 0
    """How many layout objects may have been made for what is drawn now and was not before."""

    def texts(self, rows: Sequence[int], texts: Sequence[Sequence[DrawnText]]) -> None:
        """Write the texts that are directly in some elements. Raises `Unclear`."""
        parent, kind = self.table.parent, self.table.kind
        for row, found in zip(rows, texts, strict=True):
            below = range(row + 1, end_of(self.table, row))
            inside = [child for child in below if kind[child] == TEXT and parent[child] == row]
            if len(inside) != len(found):
                raise Unclear("other texts than known")
            for child, text in zip(inside, found, strict=True):
                self.text(child, text)

    def text(self, row: int, text: DrawnText) -> None:
        """Write one text. Raises `Unclear`."""
        table, above = self.table, self.table.parent[row]
        table.text[row] = "" if table.tag[above] in VOID_OF_TEXT else text.text
        if text.box is None:
            write_undrawn(self.table, row)
            return
        self.made += table.bounds[row] is None
        table.reshape(row, rounded(*text.box))
        if table.bounds[above] is None:
            self._write_bare(row, above)
            return
        table.write_style(row, table.style[above], table.paint[above])
        table.paint_order[row] = table.paint_order[above]
        self._write_z_index(row, table.z_index.get(above, 0))

    def _write_bare(self, row: int, above: int) -> None:
        """Write the style of a text in an element without a box: that of the element, or its former one."""
        if above in self.bare:
            self.style(row, self.bare[above], layered=False)
        elif self.table.style[row] == NO_STYLE:
            raise Unclear("texts in elements without a box")
        else:
            self.table.paint_order[row] = layer_around(self.table, row)

    def style(self, row: int, style: Drawn, *, layered: bool) -> None:
        """Write the styles of a row; one that is `layered` keeps the number of its own layer."""
        table = self.table
        table.write_style(row, style.bits, style.paint)
        if not layered:
            table.paint_order[row] = layer_around(table, row)
        self._write_z_index(row, style.z_index)

    def _write_z_index(self, row: int, z_index: int) -> None:
        """Write the z-index of a row; a capture gives a text that of the element that it is in."""
        if z_index:
            self.table.z_index[row] = z_index
        else:
            self.table.z_index.pop(row, None)
