"""How two snapshots of a page differ, row by row (pure).

An updated snapshot shares most columns with the one it was built from; shared columns are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cdp_engine.observe import Snapshot, differing
from cdp_engine.track.changes.row_content import content_of, laid_out_nodes, row_content, surroundings
from cdp_engine.track.changes.row_runs import Rows, rows_of

_TEXT = 3
_SHAPE = ("flags", "role", "labels", "closers")
_LISTS = ("text", "backend", "flags", "parent", "role", "attributes")
_DESCRIPTIONS = ("name", "value", "states", "covered_by", "properties")


def same(before: object, now: object) -> bool:
    """Whether two columns are equal."""
    return before is now or before == now


@dataclass(eq=False)
class Comparison:
    """Compares two snapshots; each result is computed on first access."""

    old: Snapshot
    new: Snapshot

    @cached_property
    def same_elements(self) -> bool:
        """Whether every row is the same node at the same place, except that texts may have been written by new
        nodes.
        """
        a, b = self.old.columns, self.new.columns
        return (
            same(a.parent, b.parent)
            and same(a.kind, b.kind)
            and _places(self.old) == _places(self.new)
            and all(a.kind[row] == _TEXT for row in self.renewed_nodes)
        )

    @cached_property
    def renewed_nodes(self) -> list[int]:
        """The rows with another node, between snapshots with the same number of rows."""
        return differing(self.old.columns.backend, self.new.columns.backend)

    @cached_property
    def rows(self) -> Rows | None:
        """Which rows stayed, between snapshots of one document; None where that is not known."""
        was, here = self.old.documents, self.new.documents
        if len(was) != 1 or len(here) != 1:
            return None
        same_document = (was[0].frame_id, was[0].loader_id) == (here[0].frame_id, here[0].loader_id)
        return rows_of(self.old.columns, self.new.columns) if same_document else None

    @cached_property
    def rewritten(self) -> set[int] | None:
        """The rows with other texts, attributes or descriptions, where views can differ in nothing else; else None."""
        old, new = self.old, self.new
        a, b = old.columns, new.columns
        if (
            old.context != new.context
            or old.documents != new.documents
            or old.aria_hidden != new.aria_hidden
            or old.screen_order() != new.screen_order()
            or not self.same_elements
            or not all(same(getattr(a, name), getattr(b, name)) for name in _SHAPE)
        ):
            return None
        return set(self._differing_rows(("text", "attributes")))

    @cached_property
    def same_content(self) -> bool:
        """Whether all that is laid out has the same content, scroll offsets included (SX-09)."""
        a, b = self.old.columns, self.new.columns
        if surroundings(self.old) != surroundings(self.new):
            return False
        if len(a) != len(b):
            return laid_out_nodes(a) == laid_out_nodes(b) and content_of(a) == content_of(b)
        return all(row_content(a, row) == row_content(b, row) for row in self._differing_rows(_LISTS))

    def _differing_rows(self, lists: Iterable[str]) -> Iterator[int]:
        """The rows that differ in one of some columns or in what describes them, between equally many rows."""
        a, b = self.old.columns, self.new.columns
        for name in lists:
            yield from differing(getattr(a, name), getattr(b, name))
        for name in _DESCRIPTIONS:
            was, now = getattr(a, name), getattr(b, name)
            if not same(was, now):
                yield from (row for row in was.keys() | now.keys() if was.get(row) != now.get(row))


def _places(snapshot: Snapshot) -> list[tuple[str, str, int, int]]:
    return [(info.frame_id, info.loader_id, info.first_row, info.end_row) for info in snapshot.documents]
