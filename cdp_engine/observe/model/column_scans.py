"""The rows of some values, found once: where most values are as they were, only blocks with others are searched again.

What is sought depends on the value alone: flags, a role, a tag, a number of a layer. Columns have few distinct ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress
from operator import ne
from typing import Any, NamedTuple, Protocol, TypeVar

_BLOCK = 512
_MOST = 0.25
"""The share of the blocks from which on all are searched."""
_FEW = 16
"""One of so many places is found faster by itself than in a pass over all."""
_KEPT, _COMPARED = 4, 16
"""How many scans of one thing are kept, and how many comparisons of columns."""
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

    def again(self, values: list[Any], is_wanted: Wanted, others: Sequence[int] | None) -> Scan:
        """The same of as many other values, which differ at some places; None: at many, or not as many."""
        if others is None:
            return Scan.of(values, is_wanted)
        if not others:
            return Scan(values, self.found)
        wanted = [place for place in others if is_wanted(values[place])]
        if len(others) > _FEW:
            return Scan(values, sorted({*self.found}.difference(others).union(wanted)))
        found = self.found.copy()
        for place in others:
            at = bisect_left(found, place)
            if at < len(found) and found[at] == place:
                del found[at]
        for place in wanted:
            found.insert(bisect_left(found, place), place)
        return Scan(values, found)


def _few_differing(was: list[Any], values: list[Any]) -> list[int] | None:
    """The places at which as many values differ; None where they are many, or not as many."""
    if len(was) != len(values):
        return None
    others = differing(was, values)
    return others if len(others) <= _MOST * len(values) else None


class Scans:
    """What was found of some rows of columns."""

    __slots__ = ("_before", "_copies", "_differences", "_found")

    def __init__(self) -> None:
        self._before: dict[Sought, list[Scan]] = {}
        """What was found before some changes."""
        self._found: dict[Sought, list[Scan]] = {}
        """What was found each time that values were others, while the columns were written."""
        self._copies: dict[str, list[Any]] = {}
        self._differences: dict[tuple[int, int], tuple[list[Any], list[Any], list[int] | None]] = {}
        """What was compared already, and where it differs, by what it is: several scans were of the same values."""

    def rows(
        self, sought: Sought, values: Sequence[Any], is_wanted: Wanted, *, single: bool = False
    ) -> list[int]:
        """The places of the values that are wanted; with `single`, of the value that is sought."""
        known = self._copies.get(sought[0])
        if known is None or known != values:
            known = self._copies[sought[0]] = list(values)
        scans = self._found.setdefault(sought, [])
        if scans and scans[-1].values is known:
            return scans[-1].found
        # what is written from time to time is mostly alike each time that a page is worked out
        before = self._before.get(sought, ())
        like = before[len(scans)] if len(scans) < len(before) else scans[-1] if scans else None
        if like is not None:
            scan = like.again(known, is_wanted, self._compared(like.values, known))
        else:
            scan = Scan(known, places_of(known, sought[1])) if single else Scan.of(known, is_wanted)
        if len(scans) == _KEPT:
            scans.pop()
        scans.append(scan)
        return scan.found

    def _compared(self, was: list[Any], values: list[Any]) -> list[int] | None:
        key = id(was), id(values)
        known = self._differences.get(key)
        if known is None:
            if len(self._differences) == _COMPARED:
                self._differences.clear()
            known = self._differences[key] = was, values, _few_differing(was, values)
        return known[2]

    def take(self, other: Scans, changes: Renumbering) -> None:
        """Take over what was found of the same rows before some changes."""
        carried: dict[int, list[Any]] = {}
        for sought, scans in other._found.items():
            for scan in scans:
                if id(scan.values) not in carried:
                    # new rows have a value that no row has
                    carried[id(scan.values)] = changes.carried(scan.values, -1)
            self._before[sought] = [
                Scan(carried[id(scan.values)], changes.renumbered_in_order(scan.found)) for scan in scans
            ]


class Stayed(NamedTuple):
    """The rows of former columns that are in these, each in the same element."""

    former: tuple[Sequence[int], Sequence[int]]
    """The former columns of nodes and parents."""
    own: tuple[Sequence[int], Sequence[int]]
    runs: Sequence[tuple[int, int, int]]
    """In order: the first row before, the first row now, and how many."""
    now: Sequence[int]
    """For each former row its row now; -1 where it is gone."""


class FoundOnce:
    """What is found of columns once; not one of them."""

    __slots__ = ("_scans", "_stayed", "_tags")
    _stayed: Stayed
    _tags: tuple[Sequence[str], int, frozenset[str]]
    """The column of tags, its length then, and the tags in it."""
    _scans: dict[tuple[int, int], Scans]
    """What was found of rows, by the first row and the row after the last."""

    def scans_of(self, first: int, end: int) -> Scans:
        """What was found of some rows, to be written into."""
        try:
            known = self._scans
        except AttributeError:
            known = dict[tuple[int, int], Scans]()
            object.__setattr__(self, "_scans", known)
        return known.setdefault((first, end), Scans())

    def known_scans(self, first: int, end: int) -> Scans | None:
        """The same where somebody writes into it: for whole documents, but not for small ones."""
        with suppress(AttributeError):
            return self._scans.get((first, end)) if end - first >= LEAST_SCANNED else None
        return None

    def share_scans(self, other: FoundOnce) -> None:
        """Take over what is found of equal columns, now and later."""
        with suppress(AttributeError):
            object.__setattr__(self, "_scans", other._scans)

    def note_stayed(self, stayed: Stayed) -> None:
        """Note which rows of former columns these have."""
        object.__setattr__(self, "_stayed", stayed)

    def share_stayed(self, other: FoundOnce) -> None:
        """Take over the same from other columns, which holds as long as these have the same nodes and parents."""
        with suppress(AttributeError):
            object.__setattr__(self, "_stayed", other._stayed)

    def noted_stayed(self) -> Stayed | None:
        """The rows that were noted as those of former columns."""
        with suppress(AttributeError):
            return self._stayed
        return None

    def tags_of(self, column: Sequence[str]) -> frozenset[str]:
        """The different tags of a column of these, whose rows are never written over."""
        try:
            known, size, found = self._tags
        except AttributeError:
            known, size, found = None, 0, frozenset[str]()
        if known is not column or size != len(column):
            found = frozenset(column)
            object.__setattr__(self, "_tags", (column, len(column), found))
        return found

    def take_tags(self, column: Sequence[str], other: FoundOnce, theirs: Sequence[str]) -> None:
        """Take over what is found of an equal column of other columns."""
        object.__setattr__(self, "_tags", (column, len(column), other.tags_of(theirs)))


def differing(before: Sequence[object], now: Sequence[object], first: int = 0) -> list[int]:
    """The places, counted from `first`, at which two columns of equal length differ: most are the same."""
    if before is now or before == now:
        return []
    found: list[int] = []
    for at in range(0, len(now), _BLOCK):
        one, other = before[at : at + _BLOCK], now[at : at + _BLOCK]
        if one != other:
            found.extend(compress(range(first + at, first + at + len(other)), map(ne, one, other)))
    return found


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
