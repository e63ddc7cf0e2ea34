"""Whether most labels of a container are those of nodes that are the same, found without reading all of them (pure).

The cost follows what came, went or differs: everything else is compared as whole columns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cdp_engine.observe import NodeColumns, common_from
from cdp_engine.track.identity.resemblance import CONTEXT_LIMIT, SMALL, Reading

_LEAST_ROWS = 200
_AFTER_ALL = 1 << 60


class KeptRows(Mapping[int, int]):
    """The rows of before that are there, each with its row now: those in the two ends of documents, and others."""

    def __init__(self) -> None:
        self._runs: list[tuple[int, int, int]] = []
        """The first row before and now, and how many follow, in order."""
        self._runs_now: list[tuple[int, int]] = []
        """The first row now and the row after the last, in order."""
        self._between: dict[int, int] = {}
        self._between_now: set[int] = set()
        self._added: dict[int, int] = {}
        self._added_now: set[int] = set()

    def add_document(self, was: Sequence[int], first: int, here: Sequence[int], first_now: int) -> None:
        """Add the nodes that are in both versions of a document, whose first rows are these."""
        start, last = same_ends(was, here)
        stop, stop_now = len(was) - last, len(here) - last
        for at, at_now, count in ((0, 0, start), (stop, stop_now, last)):
            if count:
                self._runs.append((first + at, first_now + at_now, count))
                self._runs_now.append((first_now + at_now, first_now + at_now + count))
        self._runs.sort()
        self._runs_now.sort()
        places = dict(zip(here[start:stop_now], range(first_now + start, first_now + stop_now), strict=True))
        found = [
            (row, places[node]) for row, node in enumerate(was[start:stop], first + start) if node in places
        ]
        self._between.update(found)
        self._between_now.update(row for _, row in found)

    def add(self, row: int, row_now: int) -> None:
        """Add a row that is another node now."""
        self._added[row] = row_now
        self._added_now.add(row_now)

    def has_node(self, row_now: int) -> bool:
        """Whether a row of now is a node that was there before."""
        at = bisect_right(self._runs_now, (row_now, _AFTER_ALL)) - 1
        return row_now in self._between_now or (at >= 0 and row_now < self._runs_now[at][1])

    def has_now(self, row_now: int) -> bool:
        """Whether a row of now is that of one of these rows."""
        return row_now in self._added_now or self.has_node(row_now)

    def find(self, row: int) -> int:
        """The row now; -1 for another row."""
        found = self._added.get(row, self._between.get(row, -1))
        if found < 0:
            at = bisect_right(self._runs, (row, _AFTER_ALL, 0)) - 1
            if at >= 0 and row < self._runs[at][0] + self._runs[at][2]:
                return row - self._runs[at][0] + self._runs[at][1]
        return found

    def __contains__(self, row: object) -> bool:
        return isinstance(row, int) and self.find(row) >= 0

    def __getitem__(self, row: int) -> int:
        found = self.find(row)
        if found < 0:
            raise KeyError(row)
        return found

    def __iter__(self) -> Iterator[int]:
        for first, _, count in self._runs:
            yield from range(first, first + count)
        yield from self._between
        yield from self._added

    def __len__(self) -> int:
        return sum(count for _, _, count in self._runs) + len(self._between) + len(self._added)


def keeps_most(old: Reading, old_row: int, new: Reading, new_row: int) -> bool:
    """Whether what is the same in two large containers suffices for `same_context`; False where that is not known."""
    was, here = old.snapshot.columns, new.snapshot.columns
    if len(old.snapshot.documents) > 1 or len(new.snapshot.documents) > 1:
        return False
    before, now = range(old_row, was.end_of(old_row)), range(new_row, here.end_of(new_row))
    if min(len(before), len(now)) < _LEAST_ROWS:
        return False
    nodes = was.backend[before.start : before.stop], here.backend[now.start : now.stop]
    ends = same_ends(*nodes)
    numbers = _numbers(before, now, *ends)
    others = [row for row in _differing(was, before, here, numbers, ends) if row != old_row]
    first, last = ends
    gone = {*range(before.start + first, before.stop - last), *others}
    came = {*range(now.start + first, now.stop - last), *map(numbers.__getitem__, others)}
    # One row has one label at most. A row that differs concerns all in it, and the control that it is in.
    most = min(_reach(was, gone), _reach(here, came))
    enough = max(SMALL, most * CONTEXT_LIMIT / (1 - CONTEXT_LIMIT))
    around = {here.parent[row] for row in came}
    touched = gone.union(
        row - now.start + before.start if row < now.start + first else row - now.stop + before.stop
        for row in around - came
    )
    return _holds(old, old_row, gone, sorted(touched), enough)


def same_ends(was: Sequence[int], here: Sequence[int]) -> tuple[int, int]:
    """With how many nodes that are the same two sequences begin, and end."""
    first = common_from(was, 0, here, 0)
    rest = min(len(was), len(here)) - first
    return first, common_from(was[len(was) - rest :][::-1], 0, here[len(here) - rest :][::-1], 0)


def _numbers(before: range, now: range, first: int, last: int) -> list[int]:
    """For each row of before its row now, -1 where it is in neither of the two ends."""
    numbers = [-1] * before.stop
    numbers[before.start : before.start + first] = range(now.start, now.start + first)
    numbers[before.stop - last :] = range(now.stop - last, now.stop)
    return numbers


def _differing(
    was: NodeColumns, before: range, here: NodeColumns, numbers: Sequence[int], ends: tuple[int, int]
) -> set[int]:
    """The rows of before that are there, and of which something differs that labels depend on."""
    found: set[int] = set()
    first, last = ends
    for start, stop in ((before.start, before.start + first), (before.stop - last, before.stop)):
        rows = range(start, stop)
        rows_now = range(numbers[start], numbers[start] + len(rows)) if rows else rows
        to = slice(rows_now.start, rows_now.stop)
        for one, other in (
            (was.kind[start:stop], here.kind[to]),
            (was.tag[start:stop], here.tag[to]),
            (was.text[start:stop], here.text[to]),
            (was.role[start:stop], here.role[to]),
            (was.flags[start:stop], here.flags[to]),
            # that of the container itself does not matter
            (tuple(map(numbers.__getitem__, was.parent[start:stop])), here.parent[to]),
        ):
            if one != other:
                found.update(row for row, a, b in zip(rows, one, other, strict=True) if a != b)
        shift = rows_now.start - rows.start
        names = {row: name for row, name in was.name.items() if row in rows}
        names_now = {row - shift: name for row, name in here.name.items() if row in rows_now}
        if names != names_now:
            both = names.keys() | names_now.keys()
            found.update(row for row in both if names.get(row) != names_now.get(row))
    return found


def _reach(columns: NodeColumns, rows: Iterable[int]) -> int:
    """How many labels some rows concern at most: of what is in them, and of the controls that they are in."""
    found: set[int] = set()
    outermost = 0
    for row in sorted(rows):
        if row not in found:
            found.update(range(row, columns.end_of(row)))
            outermost += 1
    return len(found) + outermost


def _holds(reading: Reading, top: int, changed: set[int], touched: Sequence[int], enough: float) -> bool:
    """Whether a container has so many labels in rows that have nothing of `touched`, which is in order, in them.

    What is in a row of `changed` does not count.
    """
    columns = reading.snapshot.columns
    count = 0
    pending = [top]
    while pending and count < enough:
        row = pending.pop()
        if bisect_left(touched, columns.end_of(row)) == bisect_left(touched, row):
            count += len(reading.labels(row))
        elif row not in changed and not reading.is_control(row):
            pending += reading.element_children(row)
    return count >= enough
