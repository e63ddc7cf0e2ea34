"""Items of which one has the tab stop and the others wait for it, as in lists for the arrow keys. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

_VISIBLE, _TABINDEX, _ROLE = int(Flag.VISIBLE), int(Trait.TABINDEX), int(Trait.ROLE)
_CELL = "gridcell"
_CONTROLS, _CONTROLLED = words("a button input select textarea"), words("role tabindex contenteditable")


def waiting_for_stop(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> list[int]:
    """The visible elements with `tabindex=-1` that are of the kind of one with a tab stop.

    They are of its kind by their tag and classes; the one with the stop may have more of these. The tag of a custom
    element says enough. The cells of a grid may have no `tabindex` until they get the stop.
    """
    stops: dict[str, list[set[str]]] = {}
    cells: list[int] = []
    waiting: list[int] = []
    for row in map(document.first_row.__add__, table.rows_with(_TABINDEX)):
        if not columns.flags[row] & _VISIBLE:
            continue
        if read_text(columns.attributes[row], "tabindex").strip().isdigit():
            stops.setdefault(columns.tag[row], []).append(_classes(columns, row))
            if read_text(columns.attributes[row], "role") == _CELL:
                cells.append(row)
        else:
            waiting.append(row)
    found = [row for row in waiting if _is_of_kind(columns, row, stops.get(columns.tag[row], []))]
    return found + _plain_cells(columns, document, table, cells) if cells else found


def _plain_cells(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, stops: list[int]
) -> list[int]:
    """The cells without `tabindex`, and without a control, in a grid in which one cell alone has a tab stop."""
    grids: dict[int, int] = {}
    for row in stops:
        grid = _grid_around(columns, row)
        grids[grid] = grids.get(grid, 0) + 1
    roving = {grid for grid, count in grids.items() if grid >= 0 and count == 1}
    return [
        row
        for row in map(document.first_row.__add__, table.rows_with(_ROLE) if roving else ())
        if columns.flags[row] & _VISIBLE
        and read_text(columns.attributes[row], "role") == _CELL
        and "tabindex" not in columns.attributes[row][::2]
        and _grid_around(columns, row) in roving
        and not _holds_control(columns, row)
    ]


def _holds_control(columns: NodeColumns, row: int) -> bool:
    inside = columns.rows_within(row)
    return any(
        columns.tag[at] in _CONTROLS or not _CONTROLLED.isdisjoint(columns.attributes[at][::2])
        for at in inside
    )


def _grid_around(columns: NodeColumns, row: int) -> int:
    """The grid that a cell is in; -1 for none, and for a tree, whose first cells may be all that takes the focus."""
    for at in columns.ancestors(row):
        role = read_text(columns.attributes[at], "role")
        if role in ("grid", "treegrid"):
            return at if role == "grid" else -1
    return -1


def _classes(columns: NodeColumns, row: int) -> set[str]:
    return set(read_text(columns.attributes[row], "class").split())


def _is_of_kind(columns: NodeColumns, row: int, kinds: list[set[str]]) -> bool:
    own = _classes(columns, row)
    return bool(own or "-" in columns.tag[row]) and any(own <= kind for kind in kinds)
