"""The scroll position of one box."""

from __future__ import annotations

from typing import NamedTuple

LITTLE = 8.0
"""CSS px of overflow that are ignored: borders, paddings, rounding."""


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
