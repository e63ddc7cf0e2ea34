"""The few elements whose role, name or state follows neither from layout nor from HTML. Pure.

Custom elements may set their role in script (`ElementInternals`), media have roles of their own, and our scripts cannot
read closed shadow roots. Only interactive elements count.
"""

from __future__ import annotations

from collections.abc import Iterator

from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.merge import Joined, ProcessTables
from cdp_engine.protocol import dom

VISIBLE = int(Flag.VISIBLE)
SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
MEDIA = words("audio video")
FIELDS = words("input select textarea")


def undecided(joined: Joined, process: ProcessTables) -> list[dom.BackendNodeId]:
    """The backend ids of a process's nodes that only the accessibility tree describes."""
    found: list[dom.BackendNodeId] = []
    columns = joined.columns
    for document, (source, table) in zip(joined.documents, joined.sources, strict=True):
        if source is process and table.frame_id not in process.accessibility:
            closed = bool(table.shadow) and "closed" in table.shadow.values()
            rows = _rows(columns, document.first_row, document.end_row, closed=closed)
            found += [columns.backend[row] for row in rows]
    return found


def _rows(columns: NodeColumns, first: int, end: int, *, closed: bool) -> Iterator[int]:
    tags, all_attributes = columns.tag, columns.attributes
    for row in columns.rows_of("dialog", first, end) if closed else ():
        if columns.flags[row] & VISIBLE and _is_in_closed_root(columns, row, first):
            yield row
    for row in columns.rows_with(SHOWN, first, end):
        tag, attributes = tags[row], all_attributes[row]
        if tag in MEDIA:
            yield row
        elif "-" in tag:
            if "role" not in attributes:
                yield row
        elif closed and tag in FIELDS and _is_in_closed_root(columns, row, first):
            yield row
        elif "aria-labelledby" in attributes and read(attributes, "aria-labelledby") == "":
            yield row  # named by elements that only scripts hold


def _is_in_closed_root(columns: NodeColumns, row: int, first: int) -> bool:
    while row >= first:
        if columns.shadow.get(row) == "closed":
            return True
        row = columns.parent[row]
    return False
