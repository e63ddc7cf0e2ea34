"""How two snapshots of a page differ, row by row (pure).

An updated snapshot shares most columns with the one it was built from; shared columns are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import ne

from cdp_engine.observe import Snapshot

_TEXT = 3
PIECE = 512
"""The number of rows that are compared at once."""


def same(before: object, now: object) -> bool:
    """Whether two columns are equal."""
    return before is now or before == now


def differing(before: Sequence[object], now: Sequence[object]) -> list[int]:
    """The places at which two columns of equal length differ."""
    if before is now:
        return []
    found: list[int] = []
    for start in range(0, len(before), PIECE):
        was, here = before[start : start + PIECE], now[start : start + PIECE]
        if was != here:
            found.extend(compress(range(start, start + len(was)), map(ne, was, here)))
    return found


class Comparison:
    """Compares two snapshots; each result is computed on first access."""

    def __init__(self, old: Snapshot, new: Snapshot) -> None:
        self.old = old
        self.new = new

    @cached_property
    def same_elements(self) -> bool:
        """Whether every row is the same node at the same place, except that texts may have been written by new
        nodes.
        """
        a, b = self.old.columns, self.new.columns
        if not (same(a.parent, b.parent) and same(a.kind, b.kind)):
            return False
        if _places(self.old) != _places(self.new):
            return False
        return all(a.kind[row] == _TEXT for row in self.renewed_nodes)

    @cached_property
    def renewed_nodes(self) -> list[int]:
        """The rows with another node, between snapshots with the same number of rows."""
        return differing(self.old.columns.backend, self.new.columns.backend)

    @cached_property
    def rewritten(self) -> list[int]:
        """The rows with another text or other attributes, between snapshots with the same number of rows."""
        a, b = self.old.columns, self.new.columns
        return [*differing(a.text, b.text), *differing(a.attributes, b.attributes)]

    @cached_property
    def described_differently(self) -> set[int]:
        """The rows with another name, value, states or cover, between snapshots with the same number of rows."""
        a, b = self.old.columns, self.new.columns
        return {
            *_keys(a.name, b.name),
            *_keys(a.value, b.value),
            *_keys(a.states, b.states),
            *_keys(a.covered_by, b.covered_by),
        }

    @cached_property
    def with_other_properties(self) -> set[int]:
        """The rows with other properties, between snapshots with the same number of rows."""
        return set(_keys(self.old.columns.properties, self.new.columns.properties))

    @cached_property
    def content(self) -> set[int] | None:
        """The rows whose content differs, where the nodes, and which of them have facts, are the same; else None."""
        a, b = self.old.columns, self.new.columns
        if not (same(a.flags, b.flags) and same(a.role, b.role) and self.same_elements):
            return None
        if a.name is not b.name and a.name.keys() != b.name.keys():
            return None
        return {*self.rewritten, *self.described_differently}


def _keys(before: Mapping[int, object], now: Mapping[int, object]) -> Iterable[int]:
    """The rows in which two columns differ."""
    if same(before, now):
        return ()
    return (row for row in before.keys() | now.keys() if before.get(row) != now.get(row))


def _places(snapshot: Snapshot) -> list[tuple[str, str, int, int]]:
    return [(info.frame_id, info.loader_id, info.first_row, info.end_row) for info in snapshot.documents]
