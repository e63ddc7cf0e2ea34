"""The few elements whose role, name or state follows neither from layout nor from HTML; hosts and their controls. Pure.

Custom elements may set their role in script (`ElementInternals`), media have roles of their own, and our scripts cannot
read closed shadow roots. Only interactive elements count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cdp_engine.observe.drawn.drawn_contents import says_all
from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.merge import Joined, ProcessTables
from cdp_engine.protocol import dom

VISIBLE = int(Flag.VISIBLE)
INTERACTIVE = int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
LABELLED = int(Trait.LABELLED)
MEDIA = words("audio video")
FIELDS = words("input select textarea")


def undecided(joined: Joined, process: ProcessTables) -> list[dom.BackendNodeId]:
    """The backend ids of a process's nodes that only the accessibility tree describes."""
    found: list[dom.BackendNodeId] = []
    columns = joined.columns
    for document, (source, table) in zip(joined.documents, joined.sources, strict=True):
        if source is process and table.frame_id not in process.accessibility:
            closed = bool(table.shadow) and "closed" in table.shadow.values()
            labelled = table.rows_with(LABELLED)
            rows = _rows(columns, document.first_row, document.end_row, labelled, closed=closed)
            found += [columns.backend[row] for row in rows]
    return found


def _rows(
    columns: NodeColumns, first: int, end: int, labelled: Iterable[int], *, closed: bool
) -> Iterator[int]:
    tags, all_attributes = columns.tag, columns.attributes
    for row in columns.rows_of("dialog", first, end) if closed else ():
        if columns.flags[row] & VISIBLE and _is_in_closed_root(columns, row, first):
            yield row
    for row in _candidates(columns, first, end, labelled, closed=closed):
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


def _candidates(
    columns: NodeColumns, first: int, end: int, labelled: Iterable[int], *, closed: bool
) -> Iterator[int]:
    """The interactive elements among which they may be: all where one has such a tag, else those named by others."""
    tags = columns.tags_of(columns.tag)
    if (
        any("-" in tag for tag in tags)
        or not tags.isdisjoint(MEDIA)
        or (closed and not tags.isdisjoint(FIELDS))
    ):
        return columns.rows_with(SHOWN, first, end)
    return (first + at for at in labelled if columns.flags[first + at] & SHOWN == SHOWN)


def merge_hosts(columns: NodeColumns, document: DocumentInfo, hosts: Iterable[int], weak: set[int]) -> None:
    """A custom element that behaves like a control is one with the only one in it, which fills it or has all its text:
    with a native one, which takes the press, or with a part of its own that listens.
    """
    for host in hosts:
        if "-" not in columns.tag[host] or columns.flags[host] & SHOWN != SHOWN:
            continue
        inside = columns.rows_within(host, document.end_row)
        inner = [row for row in inside if columns.flags[row] & SHOWN == SHOWN]
        fills = len(inner) == 1 and columns.bounds[inner[0]] == columns.bounds[host]
        if fills or (len(inner) == 1 and says_all(columns, document, inner[0], host)):
            columns.flags[inner[0] if inner[0] in weak else host] &= ~INTERACTIVE


def _is_in_closed_root(columns: NodeColumns, row: int, first: int) -> bool:
    while row >= first:
        if columns.shadow.get(row) == "closed":
            return True
        row = columns.parent[row]
    return False
