"""What the cells of a table say by an icon alone: a tick, a cross (SX-07). Pure.

Icon fonts hide their icons from screen readers. The name is the tooltip of the icon, or what its developers call it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from cdp_engine.observe.labels.tree_arrows import BARRED
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.semantics.icon_names import SHOWN, name_of_icon, title_of, wordless_rows
from cdp_engine.observe.sources.row_changes import FoundRows

_INTERACTIVE, _RENDERED, _VISIBLE = int(Flag.INTERACTIVE), int(Flag.RENDERED), int(Flag.VISIBLE)
CELL_ROLES = frozenset(("cell", "gridcell"))
_MOST = 12
"""The number of elements in a cell that holds no more than an icon."""


def name_icon_cells(columns: NodeColumns, document: DocumentInfo, found: FoundRows) -> None:
    """Name the cells of one document that show nothing but an icon; the property `name_from` says so."""
    cells = found.rows("cells that may be icons", partial(_silent, columns, document))
    for row in map(document.first_row.__add__, cells):
        if row in columns.name or columns.flags[row] & _INTERACTIVE:
            continue
        inside = wordless_rows(columns, document, row)[1:]
        if not inside or len(inside) > _MOST:
            continue
        drawn = [at for at in inside if _is_drawn(columns, at)]
        titles = [title_of(columns, at) for at in drawn]
        name = next(filter(None, (*titles, *(name_of_icon(columns, at) for at in drawn))), "")
        if name:
            columns.name[row] = name
            columns.properties.setdefault(row, {})["name_from"] = "icon"


def _silent(columns: NodeColumns, document: DocumentInfo, places: Iterable[int]) -> list[int]:
    """The cells among some rows of a document that may be an icon alone: they do not begin with a link, a button or a
    plain text.

    Asked of every cell of a page, so without a call for each.
    """
    flags, kinds, texts, attributes = columns.flags, columns.kind, columns.text, columns.attributes
    parents, roles, first, end = columns.parent, columns.role, document.first_row, document.end_row - 2
    cells = [row for row in map(first.__add__, places) if roles[row] in CELL_ROLES]
    rows = [
        row for row in cells if row < end and (flags[row + 1] & SHOWN != SHOWN or parents[row + 1] != row)
    ]
    for depth in (0, 1):
        # an icon of a font may be drawn by a word, in an element with a class
        rows = [
            row
            for row in rows
            if kinds[at := row + depth + 1] != TEXT
            or attributes[row + depth]
            or not flags[at] & _VISIBLE
            or texts[at].isspace()
            or not texts[at].isascii()
            or parents[at] < row
        ]
    return [row - first for row in (*rows, *(row for row in cells if row >= end))]


def _is_drawn(columns: NodeColumns, row: int) -> bool:
    flags, box = columns.flags[row], columns.bounds[row]
    if not flags & _RENDERED or flags & BARRED or box is None:
        return False
    return box[2] > 0 and box[3] > 0
