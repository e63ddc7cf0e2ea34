"""The tables of a page that hold data, in reading order (pure, AG-06)."""

from __future__ import annotations

from cdp_engine.observe.model.columns import Flag
from cdp_engine.observe.model.html_tables import Table, is_table, read_table
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.snapshot import Snapshot


def data_tables(snapshot: Snapshot, within: VirtualNode | None = None) -> list[Table]:
    """The visible tables with at least one row; `within` looks in one element only.

    A table without headers that has one column, or that only arranges other tables, holds no data.
    """
    shown = int(Flag.VISIBLE)
    inside = None if within is None else {within.index, *snapshot.rows_below(within.index)}
    found: list[Table] = []
    for row in snapshot.reading_order():
        if not snapshot.columns.flags[row] & shown or (inside is not None and row not in inside):
            continue
        node = snapshot.node_at(row)
        if node.is_element and is_table(node):
            table = read_table(node)
            if table.rows and (table.headers or not _only_arranges(table)):
                found.append(table)
    return found


def _only_arranges(table: Table) -> bool:
    widest = max(len(row) for row in table.rows)
    return widest < 2 or any(
        is_table(inner)
        for row in table.rows
        for cell in row
        for inner in cell.node.walk()
        if inner.is_element
    )
