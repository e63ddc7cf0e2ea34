"""Where to point: boxes, their visible parts, candidate points, and maps between nested frames. Pure.

All lengths are CSS pixels. A `Quad` lists its corners clockwise from the top left, as the protocol does.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Point(msgspec.Struct, frozen=True):
    """A point in a viewport, CSS px."""

    x: float
    y: float


class Rect(msgspec.Struct, frozen=True):
    """An axis-aligned box in a viewport, CSS px."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Square px; 0 when empty."""
        return max(0.0, self.width) * max(0.0, self.height)

    @property
    def center(self) -> Point:
        """Its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def intersect(self, other: Rect) -> Rect:
        """The common part; empty (zero size) when there is none."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))

    def contains(self, point: Point) -> bool:
        """Whether the point lies in it; right and bottom edges are excluded, as for hit tests."""
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height


Quad = tuple[Point, Point, Point, Point]


def bounding(boxes: Sequence[Rect]) -> Rect:
    """The smallest box around all boxes; empty for none."""
    if not boxes:
        return Rect(0, 0, 0, 0)
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right = max(box.x + box.width for box in boxes)
    bottom = max(box.y + box.height for box in boxes)
    return Rect(left, top, right - left, bottom - top)


def quad_of(numbers: Sequence[float]) -> Quad:
    """Eight numbers of the protocol → its four corners."""
    corners = [Point(numbers[i], numbers[i + 1]) for i in range(0, 8, 2)]
    return corners[0], corners[1], corners[2], corners[3]


class FrameMap:
    """Maps a frame's own viewport onto the quad of its `<iframe>` in another viewport, and back.

    A projective map, so it handles rotation, scale, skew and perspective of the iframe.
    """

    def __init__(self, width: float, height: float, quad: Quad) -> None:
        self._width = width or 1.0
        self._height = height or 1.0
        self._matrix = _square_to_quad(quad)
        self._inverse = _adjugate(self._matrix)

    def outward(self, point: Point) -> Point:
        """A point of the frame's viewport → the same point in the outer viewport."""
        return _apply(self._matrix, point.x / self._width, point.y / self._height)

    def inward(self, point: Point) -> Point:
        """A point of the outer viewport → the same point in the frame's own viewport."""
        unit = _apply(self._inverse, point.x, point.y)
        return Point(unit.x * self._width, unit.y * self._height)


_Matrix = tuple[float, float, float, float, float, float, float, float, float]


def _square_to_quad(quad: Quad) -> _Matrix:
    """The projective matrix that maps the unit square to the quad (Heckbert 1989)."""
    a, b, c, d = quad
    sum_x, sum_y = a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y
    g = h = 0.0
    if abs(sum_x) > 1e-9 or abs(sum_y) > 1e-9:
        one_x, one_y = b.x - c.x, b.y - c.y
        two_x, two_y = d.x - c.x, d.y - c.y
        scale = one_x * two_y - two_x * one_y
        if abs(scale) > 1e-9:
            g = (sum_x * two_y - two_x * sum_y) / scale
            h = (one_x * sum_y - sum_x * one_y) / scale
    return (
        b.x - a.x + g * b.x,
        d.x - a.x + h * d.x,
        a.x,
        b.y - a.y + g * b.y,
        d.y - a.y + h * d.y,
        a.y,
        g,
        h,
        1.0,
    )


def _adjugate(matrix: _Matrix) -> _Matrix:
    """The inverse up to scale, which is sufficient for a projective map."""
    a, b, c, d, e, f, g, h, i = matrix
    return (
        e * i - f * h,
        c * h - b * i,
        b * f - c * e,
        f * g - d * i,
        a * i - c * g,
        c * d - a * f,
        d * h - e * g,
        b * g - a * h,
        a * e - b * d,
    )


def _apply(matrix: _Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f, g, h, i = matrix
    depth = g * x + h * y + i
    if abs(depth) < 1e-12:
        # An iframe collapsed to a line has no inside: return a point that is never hit.
        return Point(-1.0, -1.0)
    return Point((a * x + b * y + c) / depth, (d * x + e * y + f) / depth)
