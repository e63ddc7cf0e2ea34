"""The place of a cell in its row, also where a component draws it in a slot. Pure."""

from __future__ import annotations

from cdp_engine.observe import NodeColumns, Snapshot


def row_around(columns: NodeColumns, cell: int) -> int:
    """The row that a cell lies in, past the slots that a component draws it in; -1 for none."""
    at = columns.parent[cell]
    while at >= 0 and columns.tag[at] == "slot":
        at = columns.parent[at]
    return at


def is_first(snapshot: Snapshot, cell: int, row: int) -> bool:
    """Whether a row begins with a cell."""
    at, parents = cell, snapshot.columns.parent
    while at > row:
        beside = snapshot.child_rows(parents[at])
        if beside and beside[0] != at:
            return False
        at = parents[at]
    return True
