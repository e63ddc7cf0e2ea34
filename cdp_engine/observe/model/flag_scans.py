"""The rows of some flags, found once: where most flags are as they were, only blocks with others are searched again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol, TypeVar

_BLOCK = 512
_MOST = 0.25
"""The share of the blocks from which on all are searched."""
LEAST_SCANNED = 1024
"""So many rows are searched faster than compared."""
T = TypeVar("T")
Wanted = Callable[[int], bool]


class Renumbering(Protocol):
    """Which rows are those of before; see `RowChanges`."""

    def carried(self, values: Sequence[T], other: T) -> list[T]:
        """What was found of each former row, by the rows of now."""
        ...

    def renumbered_in_order(self, rows: Sequence[int]) -> list[int]:
        """Those of some former rows in order that are there, by their rows of now."""
        ...


@dataclass(slots=True, frozen=True)
class Scan:
    """Flags of rows, and the places of those that were sought among them."""

    flags: list[int]
    found: list[int]

    @classmethod
    def of(cls, flags: list[int], is_wanted: Wanted) -> Scan:
        """Search all of them."""
        return cls(flags, _places(flags, is_wanted, 0))

    def again(self, flags: list[int], is_wanted: Wanted) -> Scan:
        """The same of other flags of as many rows, or of another number."""
        was, size = self.flags, len(flags)
        if was == flags:
            return self
        starts = range(0, size, _BLOCK)
        if len(was) != size:
            return Scan.of(flags, is_wanted)
        others = [at for at in starts if was[at : at + _BLOCK] != flags[at : at + _BLOCK]]
        if len(others) > _MOST * len(starts):
            return Scan.of(flags, is_wanted)
        found: list[int] = []
        done = 0
        for at in others:
            first = bisect_left(self.found, at, done)
            found += self.found[done:first]
            found += _places(flags[at : at + _BLOCK], is_wanted, at)
            done = bisect_left(self.found, at + _BLOCK, first)
        return Scan(flags, found + self.found[done:])

    def carried(self, changes: Renumbering) -> Scan:
        """The same of the rows of now; new ones have flags that no row has."""
        return Scan(changes.carried(self.flags, -1), changes.renumbered_in_order(self.found))


def _places(flags: Sequence[int], is_wanted: Wanted, first: int) -> list[int]:
    """The places, counted from `first`, of flags that are wanted; they have few distinct values."""
    wanted = set(filter(is_wanted, set(flags)))
    if not wanted:
        return []
    return list(compress(range(first, first + len(flags)), map(wanted.__contains__, flags)))
