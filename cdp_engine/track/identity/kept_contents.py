"""Whether most labels of a container are those of nodes that are the same, found without reading all of them (pure).

The cost follows what came, went or differs: everything else is compared as whole columns.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from cdp_engine.observe import NodeColumns
from cdp_engine.track.changes.row_runs import common_from
from cdp_engine.track.identity.resemblance import CONTEXT_LIMIT, SMALL, Reading

_LEAST_ROWS = 200


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
            (list(map(was.name.get, rows)), list(map(here.name.get, rows_now))),
            # that of the container itself does not matter
            (tuple(map(numbers.__getitem__, was.parent[start:stop])), here.parent[to]),
        ):
            if one != other:
                found.update(row for row, a, b in zip(rows, one, other, strict=True) if a != b)
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
