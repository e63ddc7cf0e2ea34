"""Which rows of a document's table are others than when the document was last worked out (CD-17). Pure.

What is worked out of a row that is the same, in what is the same, is taken over; everything else is worked out again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from cdp_engine.observe.model.column_scans import Scans, differing
from cdp_engine.observe.model.columns import Attributes
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

T = TypeVar("T")
_BLOCK, _FEW_RUNS = 128, 16
MOST = 0.3
"""The share of the rows from which on everything is worked out again."""
_ROWS = ("clickable", "handled", "checked", "selected", "secret")
_BY_ROW = ("generated", "marked", "values", "shadow")


class Run(NamedTuple):
    """Rows that are the same nodes, one after the other."""

    was: int
    now: int
    length: int


@dataclass(slots=True)
class RowChanges:
    """What is other in a table, by row."""

    runs: list[Run]
    """The rows that are the same nodes."""
    rows: set[int]
    """New rows, and those with other attributes, styles, texts, listeners or values, or in another element."""
    contexts: set[int]
    """Those of them that are new, in another element, or have other attributes."""
    edited: set[int]
    """Rows with other children."""
    reshaped: set[int]
    """Rows with another box, but for those that have only moved."""
    moved: bool
    """Whether rows have moved."""
    size: int
    numbers: list[int] | None
    """For each former row its row now, -1 where it is gone; None where all have the same."""
    in_place: bool = True
    """Whether all rows that stayed are in what they were in."""

    def carried(self, values: Sequence[T], other: T) -> list[T]:
        """What was found of each former row, by the rows of now; `other` for new ones."""
        made = values.copy() if isinstance(values, list) else list(values)
        if self.numbers is None:
            return made
        if len(self.runs) > _FEW_RUNS:
            made = [other] * self.size
            for was, now, count in self.runs:
                made[now : now + count] = values[was : was + count]
            return made
        gone, came = len(made), self.size
        for was, now, count in reversed(self.runs):
            made[was + count : gone] = [other] * (came - now - count)
            gone, came = was, now
        made[:gone] = [other] * came
        return made

    def before(self, row: int) -> int | None:
        """The former row of one that stayed; None of a new one."""
        run = next((run for run in self.runs if run.now <= row < run.now + run.length), None)
        return None if run is None else run.was + row - run.now

    def renumbered(self, rows: Iterable[int]) -> set[int]:
        """Those of some former rows that are there, by their rows of now."""
        if self.numbers is None:
            return set(rows)
        made = set(map(self.numbers.__getitem__, rows))
        made.discard(-1)
        return made

    def renumbered_in_order(self, rows: Sequence[int]) -> list[int]:
        """The same of rows in order, where all that stayed are in the same order."""
        if self.numbers is None:
            return list(rows)
        made: list[int] = []
        for was, now, count in self.runs:
            first, end = bisect_left(rows, was), bisect_left(rows, was + count)
            made += rows[first:end] if was == now else map((now - was).__add__, rows[first:end])
        return made


@dataclass(slots=True)
class KnownRows:
    """What a document's table was when it was last worked out."""

    backend: list[int]
    parent: list[int]
    attributes: list[Attributes]
    style: list[int]
    text: list[str]
    bounds: list[Bounds | None]
    sets: list[set[int]] = field(default_factory=list[set[int]])
    by_row: list[dict[int, Any]] = field(default_factory=list[dict[int, Any]])
    found: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """See `FoundRows`."""
    scans: Scans = field(default_factory=Scans)
    """What was found of its rows."""
    seen: object = None
    """What was visible of it."""
    described: object = None
    """How it was described."""
    plain_names: set[str] = field(default_factory=set[str])
    """See `add_nearby_labels`."""

    @classmethod
    def of(cls, table: DocumentTable) -> KnownRows:
        """What a table is now; its boxes count as known from now on."""
        table.reshaped, table.moved, table.rearranged = set(), False, []
        return cls(
            list(table.backend),
            list(table.parent),
            list(table.attributes),
            list(table.style),
            list(table.text),
            table.bounds.copy(),
            [set(getattr(table, name)) for name in _ROWS],
            [{row: copy(one) for row, one in getattr(table, name).items()} for name in _BY_ROW],
        )

    def changes(self, table: DocumentTable) -> RowChanges | None:
        """What is other in a table now; None where that is much."""
        size = len(table)
        runs, numbers = self._stayed(table)
        if sum(run.length for run in runs) < (1 - MOST) * size:
            return None
        found = RowChanges(runs, set(), set(), set(), set(table.reshaped), table.moved, size, numbers)
        if numbers is not None:
            self._note_children(table, found, numbers)
        elif self.parent != table.parent:
            return None
        found.rows.update(_differing(self.attributes, table.attributes, runs))
        found.contexts |= found.rows
        for before, now in ((self.style, table.style), (self.text, table.text)):
            found.rows.update(_differing(before, now, runs))
        for name, rows in zip(_ROWS, self.sets, strict=True):
            found.rows.update(found.renumbered(rows) ^ getattr(table, name))
        for name, known in zip(_BY_ROW, self.by_row, strict=True):
            found.rows.update(_other_values(known, getattr(table, name), numbers))
        return found if len(found.rows) <= MOST * size else None

    def _stayed(self, table: DocumentTable) -> tuple[list[Run], list[int] | None]:
        """The rows of a table that are the same nodes, and for each former row its row now; None where all have the
        same.
        """
        if self.backend == table.backend:
            return [Run(0, 0, len(table))], None
        if len(table.rearranged) == 1:
            runs, numbers = [Run(*run) for run in table.rearranged[0][0]], table.rearranged[0][1]
            if (
                runs
                and len(numbers) == len(self.backend)
                and not _differing(self.backend, table.backend, runs)
            ):
                return runs, numbers
        runs = _aligned(self.backend, table.backend)
        return runs, _numbers(runs, len(self.backend))

    def _note_children(self, table: DocumentTable, found: RowChanges, numbers: list[int]) -> None:
        """Note the rows that came or are in another element, and those in which others are."""
        at = was = 0
        gone: list[int] = []
        for run in [*found.runs, Run(len(self.backend), len(table), 0)]:
            found.rows.update(range(at, run.now))
            gone += range(was, run.was)
            at, was = run.now + run.length, run.was + run.length
        if len(table.rearranged) != 1 or numbers is not table.rearranged[0][1]:
            self._note_moved(table, found, numbers)  # what was rearranged is in what it was in
        found.edited.update(table.parent[row] for row in found.rows)
        found.edited.update(numbers[self.parent[row]] for row in gone if self.parent[row] >= 0)
        found.edited.discard(-1)

    def _note_moved(self, table: DocumentTable, found: RowChanges, numbers: list[int]) -> None:
        """Note the rows that are in another element."""
        known = [*numbers, -1]  # the last one for the outermost rows, whose parent is -1
        for was, now, count in found.runs:
            if now == was == 0 and self.parent[:count] == table.parent[:count]:
                continue  # what comes first is in what comes first
            before = list(map(known.__getitem__, self.parent[was : was + count]))
            if before != table.parent[now : now + count]:
                pairs = zip(before, table.parent[now : now + count], strict=True)
                others = [(row, *pair) for row, pair in enumerate(pairs, now) if pair[0] != pair[1]]
                found.in_place = found.in_place and not others
                found.rows.update(row for row, _, _ in others)
                found.edited.update(above for _, *both in others for above in both)


@dataclass(slots=True)
class FoundRows:
    """The few rows of a document's table that passes over it begin with, each of them by what the row itself is.

    Those that no change concerns are taken over.
    """

    size: int
    changes: RowChanges | None = None
    before: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    """Those of the last time, by the name of what was sought."""
    touched: set[int] = field(default_factory=set[int])
    """The rows that may be others now: after the flags are known, those with other flags as well."""
    now: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    @classmethod
    def of(cls, table: DocumentTable, known: KnownRows | None, changes: RowChanges | None) -> FoundRows:
        """What is found of a table, given what was `known` of it."""
        if known is None or changes is None:
            return cls(len(table))
        return cls(len(table), changes, known.found, changes.rows | changes.reshaped)

    def rows(self, sought: str, among: Callable[[Sequence[int]], Iterable[int]]) -> list[int]:
        """The rows that are sought, in order; `among` finds those among some rows in order."""
        before = self.before.get(sought)
        if self.changes is None or before is None:
            found = list(among(range(self.size)))
        else:
            kept = self.changes.renumbered(before) - self.touched
            found = sorted(kept.union(among(sorted(self.touched))))
        self.now[sought] = found
        return found


def _aligned(was: Sequence[int], now: Sequence[int]) -> list[Run]:
    """The runs of nodes that are in both, in the same order."""
    runs: list[Run] = []
    places: dict[int, int] = {}
    before = after = 0
    while before < len(was) and after < len(now):
        count = common_from(was, before, now, after)
        if count:
            runs.append(Run(before, after, count))
            before, after = before + count, after + count
            continue
        if (came := place_near(now, after, was[before])) >= 0:
            after = came
        elif (gone := place_near(was, before, now[after])) >= 0:
            before = gone
        else:
            places = places or dict(zip(was, range(len(was)), strict=True))
            found = places.get(now[after], -1)
            after, before = (after + 1, before) if found < before else (after, found)
    return runs


def place_near(nodes: Sequence[int], place: int, node: int, most: int = _BLOCK) -> int:
    """Where a node is at most so many places after a place; -1 if it is not."""
    try:
        return nodes.index(node, place, place + most)
    except ValueError:
        return -1


def common_from(was: Sequence[int], before: int, now: Sequence[int], after: int) -> int:
    """How many places two columns have in common from two places on."""
    count = 0
    while True:
        one = was[before + count : before + count + _BLOCK]
        other = now[after + count : after + count + _BLOCK]
        if one != other or not one:
            pairs = enumerate(zip(one, other, strict=False))
            return count + next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
        count += len(one)


def _numbers(runs: Sequence[Run], size: int) -> list[int]:
    numbers = [-1] * size
    for was, now, count in runs:
        numbers[was : was + count] = range(now, now + count)
    return numbers


def _differing(before: Sequence[object], now: Sequence[object], runs: Sequence[Run]) -> list[int]:
    """The rows of runs with other values."""
    if len(runs) == 1 and runs[0].length == len(before) == len(now):
        return differing(before, now)
    found: list[int] = []
    for was, at, count in runs:
        found += differing(before[was : was + count], now[at : at + count], at)
    return found


def _other_values(before: dict[int, Any], now: dict[int, Any], numbers: Sequence[int] | None) -> set[int]:
    """The rows that have other values in a mapping."""
    known = before if numbers is None else {numbers[row]: one for row, one in before.items()}
    if known == now:
        return set()
    return {row for row in known.keys() | now.keys() if known.get(row) != now.get(row)} - {-1}


def with_ancestors(parents: Sequence[int], rows: Iterable[int]) -> set[int]:
    """Some rows and all that they are in."""
    found: set[int] = set()
    for row in rows:
        while row >= 0 and row not in found:
            found.add(row)
            row = parents[row]
    return found
