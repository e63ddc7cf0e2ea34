"""Which rows of two snapshots are the same nodes, and which of those differ (pure).

The cost follows the number of runs of equal rows: what is between two changes is compared as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cdp_engine.observe import NodeColumns, Stayed, common_from, place_near

_MOST_RUNS = 64
_NEAR = 256


class Run(NamedTuple):
    """`length` rows that are the same nodes: from `old` on before, from `new` on now."""

    old: int
    new: int
    length: int


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one document before and now."""

    runs: Sequence[Run]
    """The rows that stayed, in order."""
    now: Sequence[int]
    """For each former row its row now; -1 where it is gone."""
    ends: tuple[int, int]
    """How many rows there were, and are."""

    @property
    def are_all_in_place(self) -> bool:
        """Whether no row came or went."""
        return len(self.runs) == 1 and self.runs[0] == (0, 0, self.ends[0]) and self.ends[0] == self.ends[1]

    def gaps(self) -> Iterator[tuple[range, range]]:
        """What is between the runs: the rows that are gone, and those that came instead."""
        stops = [Run(0, 0, 0), *self.runs, Run(*self.ends, 0)]
        for one, other in pairwise(stops):
            gone, came = range(one.old + one.length, other.old), range(one.new + one.length, other.new)
            if gone or came:
                yield gone, came

    def before(self, row: int) -> int:
        """The former row of one that stayed; -1 for one that came."""
        for run in self.runs:
            if run.new <= row < run.new + run.length:
                return run.old + row - run.new
        return -1


def rows_of(old: NodeColumns, new: NodeColumns) -> Rows | None:
    """The rows of two snapshots of one document; None where nodes have changed places, or nearly all are others."""
    stayed = new.stayed_since(old)
    if stayed is not None and _hold(stayed.runs, old.backend, new.backend):
        return _noted(stayed, old.backend, new.backend)
    return sought_rows(old.backend, new.backend)


def sought_rows(was: Sequence[int], here: Sequence[int]) -> Rows | None:
    """The same, found by comparing the nodes."""
    runs: list[Run] = []
    known: set[int] = set()
    former: set[int] = set()
    gone: list[int] = []
    came: list[int] = []
    one = other = 0
    while one < len(was) and other < len(here):
        count = common_from(was, one, here, other)
        if count:
            runs.append(Run(one, other, count))
            one, other = one + count, other + count
            continue
        if len(runs) == _MOST_RUNS:
            return None
        at, at_now = one, other
        if (found := place_near(here, other, was[one], _NEAR)) >= 0:
            at_now = found
        elif (found := place_near(was, one, here[other], _NEAR)) >= 0:
            at = found
        else:
            known, former = known or set(here), former or set(was)
            at = next((row for row in range(one, len(was)) if was[row] in known), len(was))
            at_now = next((row for row in range(other, len(here)) if here[row] in former), len(here))
            if at < len(was) and at_now < len(here) and was[at] != here[at_now]:
                return None
        gone += was[one:at]
        came += here[other:at_now]
        one, other = at, at_now
    gone += was[one:]
    came += here[other:]
    if not set(gone).isdisjoint(came):
        return None
    if len(runs) == 1 and runs[0] == (0, 0, len(was)):
        return Rows(runs, range(len(was)), (len(was), len(here)))
    now: list[int] = []
    for run in runs:
        now += [-1] * (run.old - len(now))
        now += range(run.new, run.new + run.length)
    now += [-1] * (len(was) - len(now))
    return Rows(runs, now, (len(was), len(here)))


def _noted(stayed: Stayed, was: Sequence[int], here: Sequence[int]) -> Rows | None:
    """The rows as they were noted; None where nodes have changed places."""
    rows = Rows([Run(*run) for run in stayed.runs], stayed.now, (len(was), len(here)))
    gaps = list(rows.gaps())
    gone = {was[row] for rows_gone, _ in gaps for row in rows_gone}
    return rows if gone.isdisjoint(here[row] for _, came in gaps for row in came) else None


def _hold(runs: Sequence[tuple[int, int, int]], was: Sequence[int], here: Sequence[int]) -> bool:
    """Whether runs are of the same nodes; these may have been others for a moment."""
    return len(runs) <= _MOST_RUNS and all(
        was[one : one + count] == here[other : other + count] for one, other, count in runs
    )


def with_rows_now(column: Mapping[int, object], rows: Rows, *, values: bool = False) -> dict[int, object]:
    """A column of former rows by rows of now; with `values`, those are rows as well, -2 for one that is gone."""
    now = rows.now
    if values:
        return {now[row]: _now(now, value) for row, value in column.items() if now[row] >= 0}
    found = dict(zip(map(now.__getitem__, column), column.values(), strict=True))
    found.pop(-1, None)  # what is gone
    return found


def _now(now: Sequence[int], value: object) -> int:
    return -2 if not isinstance(value, int) or now[value] < 0 else now[value]


def differing_rows(was: Mapping[int, object], here: Mapping[int, object]) -> list[int]:
    """The rows that two columns describe differently."""
    if was == here:
        return []
    return [row for row in was.keys() | here.keys() if was.get(row) != here.get(row)]
