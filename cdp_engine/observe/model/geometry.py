"""Rectangles in CSS px, scroll positions, and the map from a document's own coordinates to the main viewport."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, pairwise
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple, SupportsIndex, cast, overload

LITTLE = 8.0
"""CSS px of overflow that are ignored: borders, paddings, rounding."""


class Box(NamedTuple):
    """A rectangle: left, top, width, height in CSS px. A node's box is relative to the main viewport."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def area(self) -> float:
        """Width × height."""
        return self.width * self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle point."""
        return self.x + self.width / 2, self.y + self.height / 2

    def intersection(self, other: Box) -> Box:
        """The intersection; of zero size where they do not overlap."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        width, height = min(self.right, other.right) - left, min(self.bottom, other.bottom) - top
        return Box(left, top, max(width, 0.0), max(height, 0.0))

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies inside (right and lower edge excluded)."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class Placement(NamedTuple):
    """The position of a document's origin (its scrolled content's top left) in the main viewport, and its scale."""

    x: float = 0.0
    y: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def place(self, bounds: tuple[float, float, float, float]) -> Box:
        """A rectangle in document coordinates, as a box in the main viewport."""
        x, y, width, height = bounds
        return Box(
            self.x + x * self.scale_x, self.y + y * self.scale_y, width * self.scale_x, height * self.scale_y
        )


class Scroll(NamedTuple):
    """How much of a box's content lies outside of it on each side, and the size of the box, in CSS px."""

    above: float
    below: float
    before: float
    after: float
    width: float
    height: float

    @property
    def depth(self) -> float:
        """The share of the content's height that lies above the box, 0–1."""
        return self.above / max(self.above + self.height + self.below, 1.0)

    @property
    def has_more(self) -> bool:
        """Whether there is more content below."""
        return self.below > LITTLE


_PART = 256
"""So many boxes are compared at once."""
Rectangle = tuple[float, float, float, float]
"""Left, top, width, height in CSS px of a document."""


class ShiftedBoxes(list[Rectangle | None]):
    """Boxes of rows, of which whole ranges have moved: a box is moved as it is read, so that most never are.

    The list itself holds the boxes as they were. Everything that reads or writes it here says where they are now.
    """

    __slots__ = ("_own", "_sealed", "_shifts", "_starts")

    def __init__(self, boxes: list[Rectangle | None]) -> None:
        super().__init__(boxes if type(boxes) is list else boxes[:])
        self._starts: list[int] = [0]
        """The first rows of the ranges."""
        self._shifts: list[tuple[float, float]] = [(0.0, 0.0)]
        """How far each has moved."""
        self._own: dict[int, Rectangle | None] = {}
        """Boxes that were written since."""
        self._sealed = False

    def copy(self) -> ShiftedBoxes:
        """The same boxes, to be written."""
        made = ShiftedBoxes(super().copy())
        made._starts, made._shifts = self._starts.copy(), self._shifts.copy()
        made._own = self._own.copy()
        return made

    def sealed(self) -> ShiftedBoxes:
        """The same boxes, which nobody writes any more."""
        self._sealed = True
        return self

    @property
    def effort(self) -> int:
        """How many ranges and single boxes are kept beside the list."""
        return len(self._starts) + len(self._own)

    def shift(self, first: int, end: int, right: float, down: float) -> None:
        """Move the boxes of a range of rows."""
        self._check()
        for row in self._own.keys() & range(first, end) if len(self._own) > end - first else [*self._own]:
            box = self._own[row]
            if first <= row < end and box is not None:
                self._own[row] = _moved(box, right, down)
        for at in range(self._cut(first), self._cut(end)):
            x, y = self._shifts[at]
            self._shifts[at] = x + right, y + down
        self._join()

    def _join(self) -> None:
        """Make ranges that have moved alike one."""
        pairs = list(zip(self._starts, self._shifts, strict=True))
        kept = [pairs[0], *(two for one, two in pairwise(pairs) if one[1] != two[1])]
        self._starts, self._shifts = [start for start, _ in kept], [shift for _, shift in kept]

    def _cut(self, row: int) -> int:
        """Have a range begin at a row; returns its place."""
        at = bisect_left(self._starts, row)
        if row < len(self) and (at == len(self._starts) or self._starts[at] != row):
            self._starts.insert(at, row)
            self._shifts.insert(at, self._shifts[at - 1])
        return at

    def _check(self) -> None:
        if self._sealed:
            raise TypeError("a snapshot does not change: its boxes are read-only")

    @overload
    def __getitem__(self, row: SupportsIndex, /) -> Rectangle | None: ...
    @overload
    def __getitem__(self, row: slice, /) -> list[Rectangle | None]: ...
    def __getitem__(self, row: SupportsIndex | slice, /) -> Rectangle | list[Rectangle | None] | None:
        if isinstance(row, slice):
            first, end, step = row.indices(len(self))
            return self._range(first, end) if step == 1 else [self[at] for at in range(first, end, step)]
        at = row.__index__()
        at = at + len(self) if at < 0 else at
        if at in self._own:
            return self._own[at]
        box = super().__getitem__(at)
        right, down = self._shifts[bisect_right(self._starts, at) - 1]
        return box if box is None or not (right or down) else _moved(box, right, down)

    def _range(self, first: int, end: int) -> list[Rectangle | None]:
        made: list[Rectangle | None] = super().__getitem__(slice(first, max(first, end)))
        for at in range(bisect_right(self._starts, first) - 1, len(self._starts)):
            start, stop = self._span(at)
            start, stop = max(start, first), min(stop, end)
            if start >= end:
                break
            right, down = self._shifts[at]
            if right or down:
                part = made[start - first : stop - first]
                made[start - first : stop - first] = [
                    None if box is None else (box[0] + right, box[1] + down, box[2], box[3]) for box in part
                ]
        for row in self._own.keys() & range(first, end):
            made[row - first] = self._own[row]
        return made

    def least(self, side: int, first: int, end: int) -> float:
        """At most the least left, `side` 0, or top, `side` 1, of the boxes of a range of rows."""
        sides = [box[side] for row in self._own.keys() & range(first, end) if (box := self._own[row])]
        for at, shift in enumerate(self._shifts):
            start, stop = self._span(at)
            boxes: list[Rectangle | None] = super().__getitem__(slice(max(start, first), min(stop, end)))
            sides.append(min(map(itemgetter(side), filter(None, boxes)), default=inf) + shift[side])
        return min(sides, default=inf)

    def drawn(self, rows: Sequence[int]) -> list[int]:
        """Those of some rows in order that have a box."""
        found = compress(rows, map(super().__getitem__, rows))
        others = self._own.keys() & set(rows)
        return sorted({*found} - others | {row for row in others if self._own[row]}) if others else [*found]

    def overlapping(self, rows: Sequence[int], edges: Rectangle) -> list[int]:
        """Those of some rows in order whose boxes overlap a rectangle, given by its four sides."""
        found: list[int] = []
        for at, (right, down) in enumerate(self._shifts):
            start, stop = (bisect_left(rows, row) for row in self._span(at))
            part = rows[start:stop]
            moved = edges[0] - right, edges[1] - down, edges[2] - right, edges[3] - down
            found += overlapping(part, map(super().__getitem__, part), moved)
        others = self._own.keys() & set(rows)
        if not others:
            return found
        own = sorted(others)
        return sorted({*found} - others | {*overlapping(own, map(self.__getitem__, own), edges)})

    def _span(self, at: int) -> tuple[int, int]:
        return self._starts[at], self._starts[at + 1] if at + 1 < len(self._starts) else len(self)

    def __iter__(self) -> Iterator[Rectangle | None]:
        return iter(self[:])

    @overload
    def __setitem__(self, row: SupportsIndex, box: Rectangle | None, /) -> None: ...
    @overload
    def __setitem__(self, row: slice, box: Iterable[Rectangle | None], /) -> None: ...
    def __setitem__(self, row: Any, box: Any, /) -> None:
        self._check()
        if not isinstance(row, slice):
            at = row.__index__()
            at = at + len(self) if at < 0 else at
            if at in self._own or any(self._shifts[bisect_right(self._starts, at) - 1]):
                self._own[at] = box
            else:
                super().__setitem__(at, box)
            return
        first, end, _ = row.indices(len(self))
        boxes = list(box)
        more = len(boxes) - (end - first)
        self._own = {
            at if at < first else at + more: own for at, own in self._own.items() if not first <= at < end
        }
        begin, stop = self._cut(first), self._cut(end)
        self._starts[begin:] = [start + more for start in self._starts[stop:]]
        self._shifts[begin:stop] = []
        super().__setitem__(slice(first, end), boxes)
        if boxes:
            self._starts.insert(begin, first)
            self._shifts.insert(begin, (0.0, 0.0))
        if not self._starts:
            self._starts, self._shifts = [0], [(0.0, 0.0)]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ShiftedBoxes):
            mine, theirs = (self._starts, self._shifts, self._own), (other._starts, other._shifts, other._own)
            if mine == theirs and super().__eq__(other):
                return True
        elif not isinstance(other, (list, tuple)):
            return False
        boxes = cast("list[Rectangle | None]", other)
        return len(self) == len(boxes) and all(
            self[at : at + _PART] == [*boxes[at : at + _PART]] for at in range(0, len(self), _PART)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # pyright: ignore[reportAssignmentType]


def copied(boxes: Sequence[Rectangle | None]) -> list[Rectangle | None]:
    """The same boxes, to be written."""
    return boxes.copy() if isinstance(boxes, ShiftedBoxes) else list(boxes)


def overlapping(rows: Sequence[int], boxes: Iterable[Rectangle | None], edges: Rectangle) -> Iterator[int]:
    """The rows whose boxes overlap a rectangle, given by its four sides."""
    left, top, right, bottom = edges
    for row, box in zip(rows, boxes, strict=True):
        if box is not None and box[1] < bottom and box[0] < right:
            x, y, width, height = box
            if x + width > left and y + height > top:
                yield row


def _moved(box: Rectangle, right: float, down: float) -> Rectangle:
    x, y, width, height = box
    return x + right, y + down, width, height
