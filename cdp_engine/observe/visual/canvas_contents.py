"""The contents of a canvas that describe what it draws (SX-06). Pure.

Data grids that draw themselves keep a table or a list inside their canvas, in step with the picture: it has no layout,
yet it is what the person sees. A sentence for browsers without canvas is not such a description.
"""

from __future__ import annotations

from itertools import compress

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE, RENDERED, CELL = int(Flag.VISIBLE), int(Flag.RENDERED), int(Flag.CELL)
DESCRIBING_TAGS = words("table ul ol dl")
CELL_TAGS = words("td th")
SILENT_TAGS = words("script style template noscript")
WITH_ROLE = int(Trait.ROLE)


def reveal_canvas_contents(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make what describes the drawing of a visible canvas readable, at the place of the canvas. Never a control."""
    first, end = document.first_row, document.end_row
    for canvas in compress(range(first, end), map("canvas".__eq__, columns.tag[first:end])):
        if not columns.flags[canvas] & VISIBLE:
            continue
        inside = list(columns.rows_within(canvas, end))
        if any(_describes(columns, table, first, row) for row in inside):
            _reveal(columns, canvas, inside)


def _describes(columns: NodeColumns, table: DocumentTable, first: int, row: int) -> bool:
    return columns.tag[row] in DESCRIBING_TAGS or bool(table.traits[row - first] & WITH_ROLE)


def _reveal(columns: NodeColumns, canvas: int, inside: list[int]) -> None:
    hidden: set[int] = set()
    for row in inside:
        if columns.parent[row] in hidden or (columns.kind[row] == ELEMENT and _is_hidden(columns, row)):
            hidden.add(row)
            continue
        shown = VISIBLE | RENDERED | (CELL if columns.tag[row] in CELL_TAGS else 0)
        columns.flags[row] |= shown
        columns.bounds[row] = columns.bounds[canvas]


def _is_hidden(columns: NodeColumns, row: int) -> bool:
    attributes = columns.attributes[row]
    if columns.tag[row] in SILENT_TAGS or "hidden" in attributes:
        return True
    return read_text(attributes, "aria-hidden") == "true"
