"""The cells and rows of tables for the lines of a view. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cdp_engine.observe import Flag, NodeColumns, Snapshot, VirtualNode
from cdp_engine.views.text.page_text import label

VISIBLE, CELL = int(Flag.VISIBLE), int(Flag.CELL)
TEXT = 3
_BAR, _FURTHER = "| ", "| [e"
_REF = re.compile(r"\[e[1-9][0-9]*[ \]]")
CELL_ROLES = frozenset(("cell", "gridcell", "columnheader", "rowheader"))
DATA_ROLES = frozenset(("cell", "gridcell"))
GRIDS = frozenset(("table", "grid", "treegrid"))
SORTED = frozenset(("ascending", "descending"))
SHORT_CELL = 120
LONG_TAGS = frozenset(("table", "pre", "iframe", "frame", "object", "embed", "fencedframe"))


def rows_joined(lines: Sequence[str]) -> list[str]:
    """The lines of a whole page, of which each that begins with a bar and a ref goes on with the row above it."""
    joined: list[str] = []
    for line in lines:
        if line.startswith(_FURTHER) and joined and _REF.search(joined[-1]):
            joined[-1] += f" {line}"
        else:
            joined.append(line)
    return joined


def rows_parted(lines: Sequence[str]) -> list[str]:
    """The lines that `rows_joined` was given: each with one ref at most."""
    parted: list[str] = []
    for line in lines:
        start, seen = 0, False
        for ref in _REF.finditer(line) if f" {_FURTHER}" in line else ():
            bar = ref.start() - len(_BAR)
            if seen and line[bar - 1 : ref.start()] == f" {_BAR}":
                parted.append(line[start : bar - 1])
                start = bar
            seen = True
        parted.append(line[start:])
    return parted


def rows_in_all(snapshot: Snapshot, row: int) -> str:
    """The name of a table and how many rows it has; empty where all of them are drawn."""
    columns = snapshot.columns
    given = VirtualNode(snapshot, row).attribute("aria-rowcount") or ""
    if not given.isdecimal():
        return ""
    drawn = sum(1 for below in snapshot.rows_below(row) if columns.role[below] == "row")
    if not 0 < drawn < int(given):
        return ""
    name = label(columns.name.get(row, ""), 200)
    return f"{name}, {given} rows in all" if name else f"{given} rows in all"


def is_cell(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a cell of a table."""
    return bool(columns.flags[row] & CELL) or columns.role[row] in CELL_ROLES


def is_short(columns: NodeColumns, row: int) -> bool:
    """Whether a cell's text fits a line; stops as soon as that is known. A cell with a frame in it never does."""
    parents, kinds = columns.parent, columns.kind
    length, end, current = 0, len(parents), row + 1
    while current < end and parents[current] >= row:
        if kinds[current] == TEXT and columns.flags[current] & VISIBLE:
            length += len(columns.text[current])
            if length > SHORT_CELL:
                return False
        elif columns.tag[current] in LONG_TAGS:
            return False
        current += 1
    return True
