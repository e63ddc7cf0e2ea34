"""What the cells of a table say by an icon alone: a tick, a cross (SX-07). Pure.

Icon fonts hide their icons from screen readers. The name is the tooltip of the icon, or what its developers call it.
"""

from __future__ import annotations

from itertools import compress

from cdp_engine.observe.labels.tree_arrows import BARRED
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.semantics.icon_names import SHOWN, name_of_icon, title_of, wordless_rows

_INTERACTIVE, _RENDERED, _VISIBLE = int(Flag.INTERACTIVE), int(Flag.RENDERED), int(Flag.VISIBLE)
_ROLES = frozenset(("cell", "gridcell"))
_MOST = 12
"""The number of elements in a cell that holds no more than an icon."""


def name_icon_cells(columns: NodeColumns, document: DocumentInfo) -> None:
    """Name the cells of one document that show nothing but an icon; the property `name_from` says so."""
    first, end, names = document.first_row, document.end_row, columns.name
    cells = compress(range(first, end), map(_ROLES.__contains__, columns.role[first:end]))
    silent = [row for row in cells if not _speaks(columns, row) and row not in names]
    for row in silent:
        if columns.flags[row] & _INTERACTIVE:
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


def _speaks(columns: NodeColumns, row: int) -> bool:
    """Whether a cell begins with a link, a button or a plain text: no icon alone (fast: of every cell)."""
    flags, kinds, texts = columns.flags, columns.kind, columns.text
    for at in range(row + 1, min(row + 3, len(kinds))):
        if columns.parent[at] != at - 1:
            return False
        found = flags[at]
        if kinds[at] == TEXT:
            # an icon of a font may be drawn by a word, in an element with a class
            written = not columns.attributes[at - 1] and texts[at]
            return bool(found & _VISIBLE and written and written.isascii() and not written.isspace())
        if found & SHOWN == SHOWN:
            return True
    return False


def _is_drawn(columns: NodeColumns, row: int) -> bool:
    flags, box = columns.flags[row], columns.bounds[row]
    if not flags & _RENDERED or flags & BARRED or box is None:
        return False
    return box[2] > 0 and box[3] > 0
