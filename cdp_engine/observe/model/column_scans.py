"""The rows of some values, found once: where most values are as they were, only blocks with others are searched again.

What is sought depends on the value alone: flags, a role, a tag, a number of a layer. Columns have few distinct ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Protocol, TypeVar

_BLOCK = 512
_MOST = 0.25
"""The share of the blocks from which on all are searched."""
_FEW = 16
"""One of so many places is found faster by itself than in a pass over all."""
LEAST_SCANNED = 1024
"""So many rows are searched faster than compared."""
T = TypeVar("T")
Wanted = Callable[[Any], bool]
Sought = tuple[str, Hashable]
"""The name of a column, and what is sought in it."""


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
    """Values of rows, and the places of those that were sought among them."""

    values: list[Any]
    found: list[int]

    @classmethod
    def of(cls, values: list[Any], is_wanted: Wanted) -> Scan:
        """Search all of them."""
        return cls(values, places_where(values, is_wanted, 0))

    def again(self, values: list[Any], is_wanted: Wanted) -> Scan:
        """The same of other values of as many rows, or of another number."""
        was, size = self.values, len(values)
        if was == values:
            return self
        starts = range(0, size, _BLOCK)
        if len(was) != size:
            return Scan.of(values, is_wanted)
        others = [at for at in starts if was[at : at + _BLOCK] != values[at : at + _BLOCK]]
        if len(others) > _MOST * len(starts):
            return Scan.of(values, is_wanted)
        found: list[int] = []
        done = 0
        for at in others:
            first = bisect_left(self.found, at, done)
            found += self.found[done:first]
            found += places_where(values[at : at + _BLOCK], is_wanted, at)
            done = bisect_left(self.found, at + _BLOCK, first)
        return Scan(values, found + self.found[done:])


class Scans:
    """What was found of some rows of columns."""

    __slots__ = ("_copies", "_found")

    def __init__(self) -> None:
        self._found: dict[Sought, Scan] = {}
        self._copies: dict[str, list[Any]] = {}

    def rows(
        self, sought: Sought, values: list[Any], is_wanted: Wanted, *, single: bool = False
    ) -> list[int]:
        """The places of the values that are wanted; with `single`, of the value that is sought."""
        known = self._copies.get(sought[0])
        if known is not None and known == values:
            values = known
        self._copies[sought[0]] = values
        scan = self._found.get(sought)
        if scan is None:
            scan = Scan(values, places_of(values, sought[1])) if single else Scan.of(values, is_wanted)
        else:
            scan = scan.again(values, is_wanted)
        self._found[sought] = scan
        return scan.found

    def take(self, other: Scans, changes: Renumbering) -> None:
        """Take over what was found of the same rows before some changes."""
        carried: dict[int, list[Any]] = {}
        for sought, scan in other._found.items():
            values = carried.get(id(scan.values))
            if values is None:
                # new rows have a value that no row has
                values = carried[id(scan.values)] = changes.carried(scan.values, -1)
            self._found[sought] = Scan(values, changes.renumbered_in_order(scan.found))


def marked(mask: bytes | bytearray, first: int) -> list[int]:
    """The places, counted from `first`, at which a mask of 0 and 1 has 1."""
    if mask.count(1) * _FEW > len(mask):
        return list(compress(range(first, first + len(mask)), mask))
    found: list[int] = []
    place = mask.find(1)
    while place >= 0:
        found.append(first + place)
        place = mask.find(1, place + 1)
    return found


def places_where(values: Sequence[Any], is_wanted: Wanted, first: int) -> list[int]:
    """The places, counted from `first`, of values that are wanted."""
    wanted = set(filter(is_wanted, set(values)))
    if not wanted:
        return []
    return list(compress(range(first, first + len(values)), map(wanted.__contains__, values)))


def places_of(values: Sequence[Any], value: object) -> list[int]:
    """The places of one value; the first search for it is faster than that for several."""
    found: list[int] = []
    place = -1
    while True:
        try:
            place = values.index(value, place + 1)
        except ValueError:
            return found
        found.append(place)
