"""Rectangles in CSS px, scroll positions, and the map from a document's own coordinates to the main viewport."""

from __future__ import annotations

from typing import NamedTuple

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
