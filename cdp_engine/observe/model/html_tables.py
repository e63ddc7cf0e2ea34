"""Tables with their headers: rows, columns, and the header of each cell. Pure, computed on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cdp_engine.observe.model.node import VirtualNode

TABLE_ROLES = frozenset(("table", "grid", "treegrid"))
HEAD_ROLES = frozenset(("columnheader", "rowheader"))
CELL_ROLES = HEAD_ROLES | {"cell", "gridcell"}
WIDEST = 1000


@dataclass(slots=True, frozen=True)
class Cell:
    """One cell, with the texts of its column and row headers."""

    node: VirtualNode
    row: int
    column: int
    header: str = ""
    row_header: str = ""


@dataclass(slots=True, frozen=True)
class Table:
    """A table: its name, its column headers, and its visible rows of cells without those headers."""

    node: VirtualNode
    name: str
    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def records(self) -> list[dict[str, str]]:
        """The rows as header → text; columns without a header are numbered from 1."""
        return [{cell.header or str(cell.column + 1): cell.node.text for cell in row} for row in self.rows]


def is_table(node: VirtualNode) -> bool:
    """Whether an element is a table: by its role, or by its tag where it has no other role."""
    return node.role in TABLE_ROLES or (node.tag == "table" and not node.role)


def read_table(node: VirtualNode) -> Table:
    """Read a table; tables inside its cells are not part of it."""
    heads: dict[int, str] = {}
    rows: list[tuple[Cell, ...]] = []
    taken: dict[int, int] = {}  # column -> number of rows for which a cell from above still spans it
    for number, row in enumerate(_rows(node)):
        placed, taken = _placed(row, taken)
        if placed and not rows and all(_is_head(cell) for _, cell in placed):
            _add_heads(heads, placed)
            continue
        beside = next((cell.text for _, cell in placed if _is_head(cell)), "")
        cells = [
            Cell(cell, number, column, heads.get(column, ""), "" if _is_head(cell) else beside)
            for column, cell in placed
        ]
        if cells:
            rows.append(tuple(cells))
    widest = max(heads, default=-1) + 1
    caption = next((child.text for child in node.children if child.tag == "caption"), "")
    return Table(
        node, node.name or caption, tuple(heads.get(column, "") for column in range(widest)), tuple(rows)
    )


def _placed(row: VirtualNode, taken: dict[int, int]) -> tuple[list[tuple[int, VirtualNode]], dict[int, int]]:
    """The cells of a row with their columns, and their spans into later rows; `taken` are spans of earlier rows."""
    taken = dict(taken)
    placed: list[tuple[int, VirtualNode]] = []
    column = 0
    for cell in _cells(row):
        while taken.get(column, 0) > 0:
            column += 1
        placed.append((column, cell))
        wide, high = _span(cell, "colspan"), _span(cell, "rowspan")
        for over in range(column, column + wide):
            taken[over] = high
        column += wide
    return placed, {column: left - 1 for column, left in taken.items() if left > 1}


def _add_heads(heads: dict[int, str], placed: list[tuple[int, VirtualNode]]) -> None:
    """A header row: each cell is the header of all columns that it spans."""
    for column, cell in placed:
        for over in range(column, column + _span(cell, "colspan")):
            heads[over] = " ".join(filter(None, (heads.get(over), cell.text)))


def _rows(table: VirtualNode) -> Iterator[VirtualNode]:
    pending = [*reversed(table.children)]
    while pending:
        node = pending.pop()
        if not node.is_element or not node.visible or is_table(node):
            continue
        if node.role == "row" or node.tag == "tr":
            yield node
        else:
            pending += reversed(node.children)


def _cells(row: VirtualNode) -> Iterator[VirtualNode]:
    pending = [*reversed(row.children)]
    while pending:
        node = pending.pop()
        if not node.is_element or is_table(node):
            continue
        if node.role in CELL_ROLES or node.tag in ("td", "th"):
            if node.visible:
                yield node
        else:
            pending += reversed(node.children)


def _is_head(cell: VirtualNode) -> bool:
    return cell.tag == "th" or cell.role in HEAD_ROLES


def _span(cell: VirtualNode, name: str) -> int:
    written = cell.attribute(name) or cell.attribute(f"aria-{name}") or "1"
    return min(int(written), WIDEST) if written.isascii() and written.isdigit() and int(written) else 1
