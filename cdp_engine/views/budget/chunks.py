"""Groups a view's pieces by container and position (SX-13).

A chunk is a run of pieces in reading order with the same innermost container (a card, a row, a form, a section) and at
most `SIZE` tokens; a heading begins a new one. Short neighbours in the same parent container are joined, so a list of
links is a few chunks and not hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.observe import Snapshot

SIZE = 120
"""The most tokens of a chunk, unless a single piece has more."""
SMALL = 40
"""Chunks below this are joined with a neighbour of the same parent container."""
CONTAINER_TAGS = frozenset(
    ("article", "aside", "body", "dd", "details", "dialog", "dl", "fieldset", "footer", "form", "header", "iframe",
     "li", "main", "menu", "nav", "ol", "section", "table", "tbody", "tr", "ul")
)  # fmt: skip
CONTAINER_ROLES = frozenset(
    ("alertdialog", "article", "dialog", "feed", "form", "grid", "group", "list", "listitem", "main", "menu",
     "navigation", "region", "row", "search", "tabpanel", "toolbar", "tree", "treeitem", "complementary", "banner",
     "contentinfo", "radiogroup", "listbox", "table")
)  # fmt: skip
BLOCK_SHARE = 2
"""A plain element counts as a container when it has at least this many pieces."""


class Chunk(NamedTuple):
    """Pieces `start` up to (not including) `end`."""

    start: int
    end: int
    container: int
    """The row of the innermost container of all pieces."""
    heading: int
    """The piece of the nearest heading above, or -1."""


def chunks_of(snapshot: Snapshot, rows: Sequence[int], costs: Sequence[int]) -> list[Chunk]:
    """The chunks of pieces with these first rows and token counts."""
    columns = snapshot.columns
    homes = _homes(snapshot, rows)
    chunks: list[Chunk] = []
    start, size, heading, chunk_heading = 0, 0, -1, -1
    for position, row in enumerate(rows):
        is_heading = columns.role[row] == "heading" or _in_heading(snapshot, row)
        split = position > start and (
            is_heading or homes[position] != homes[position - 1] or size + costs[position] > SIZE
        )
        if split:
            chunks.append(Chunk(start, position, homes[start], chunk_heading))
            start, size, chunk_heading = position, 0, heading
        if is_heading:
            heading = chunk_heading = position
        size += costs[position]
    if rows:
        chunks.append(Chunk(start, len(rows), homes[start], chunk_heading))
    return _joined(snapshot, chunks, costs)


def _joined(snapshot: Snapshot, chunks: list[Chunk], costs: Sequence[int]) -> list[Chunk]:
    """Join small neighbours under one heading, in one parent container."""
    parents = _container_parents(snapshot, {chunk.container for chunk in chunks})
    joined: list[Chunk] = []
    sizes: list[int] = []
    for chunk in chunks:
        size = sum(costs[chunk.start : chunk.end])
        if joined and size < SMALL and sizes[-1] < SMALL:
            last = joined[-1]
            same = last.heading == chunk.heading or chunk.heading in range(last.start, last.end)
            related = parents[last.container] == parents[chunk.container] or last.container == chunk.container
            if same and related:
                joined[-1] = Chunk(last.start, chunk.end, last.container, last.heading)
                sizes[-1] += size
                continue
        joined.append(chunk)
        sizes.append(size)
    return joined


def _homes(snapshot: Snapshot, rows: Sequence[int]) -> list[int]:
    """The innermost container of every piece."""
    columns = snapshot.columns
    held: dict[int, int] = {}
    for row in rows:
        above = columns.parent[row]
        for _ in range(6):
            if above < 0:
                break
            held[above] = held.get(above, 0) + 1
            above = columns.parent[above]
    known: dict[int, int] = {}

    def home(row: int) -> int:
        path: list[int] = []
        current = row
        while current >= 0 and current not in known:
            if _is_container(snapshot, current) or (
                columns.tag[current] == "div" and held.get(current, 0) >= BLOCK_SHARE
            ):
                known[current] = current
                break
            path.append(current)
            current = columns.parent[current]
        found = known.get(current, 0)
        for step in path:
            known[step] = found
        return found

    return [home(row) for row in rows]


def _container_parents(snapshot: Snapshot, containers: set[int]) -> dict[int, int]:
    parents = snapshot.columns.parent
    found: dict[int, int] = {}
    for container in containers:
        above = parents[container] if container >= 0 else -1
        while above >= 0 and not _is_container(snapshot, above):
            above = parents[above]
        found[container] = above
    return found


def _is_container(snapshot: Snapshot, row: int) -> bool:
    columns = snapshot.columns
    return columns.tag[row] in CONTAINER_TAGS or columns.role[row] in CONTAINER_ROLES


def _in_heading(snapshot: Snapshot, row: int) -> bool:
    """Whether a text row is in a heading."""
    columns = snapshot.columns
    for _ in range(3):
        if columns.kind[row] == 1:
            return columns.role[row] == "heading"
        row = columns.parent[row]
        if row < 0:
            return False
    return False
