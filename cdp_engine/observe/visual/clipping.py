"""What boxes that cut off their content leave of it: the next slide of a carousel, a folded panel. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.columns import Flag
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.replies import Bounds

UNREACHABLE = int(Flag.UNREACHABLE)
S_CLIPS, S_SCROLLS = int(Style.CLIPS_X | Style.CLIPS_Y), int(Style.SCROLLS)
S_CLIPS_X, S_CLIPS_Y = int(Style.CLIPS_X), int(Style.CLIPS_Y)
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)
PAGE = frozenset(("html", "body"))
FAR = 1e9
MOST = 0.9
"""A box that fills this share of the viewport is the page itself: its scripts scroll the clipped content."""

Window = tuple[float, float, float, float]
"""Left, top, right, lower edge in CSS px of the document."""
OPEN: Window = (-FAR, -FAR, FAR, FAR)
SHUT: Window = (FAR, FAR, -FAR, -FAR)


class Windows:
    """The clip of each row of one document. Rows are entered parents first."""

    __slots__ = ("_page", "cut", "for_positioned")

    def __init__(self, viewport: Box) -> None:
        self._page = viewport
        self.cut: dict[int, Window] = {}
        """The clip of a row's contents; rows that clip nothing are missing."""
        self.for_positioned: dict[int, Window] = {}
        """The same for positioned contents."""

    def enter(self, row: int, parent: int, style: int, bounds: Bounds, tag: str) -> int:
        """Enter an element. Returns the flag of a fully clipped one, else 0."""
        window = self.cut.get(parent, OPEN)
        around = self.for_positioned.get(parent, OPEN)
        if style & S_FIXED:
            window = around = OPEN
        elif style & S_ABSOLUTE:
            window = around
        shown = window is OPEN or bounds[2] <= 0 or bounds[3] <= 0 or _meets(bounds, window)
        inner = window
        if not shown and style & S_CLIPS:
            inner = SHUT
        elif style & S_SCROLLS:
            inner = OPEN
        elif style & S_CLIPS and tag not in PAGE and not self._is_page(bounds):
            inner = _within(bounds, window, style)
        if inner is not OPEN:
            self.cut[row] = inner
        positioned = inner if style & S_POSITIONED else around
        if positioned is not OPEN:
            self.for_positioned[row] = positioned
        return 0 if shown else UNREACHABLE

    def skip(self, row: int, parent: int) -> None:
        """Enter an element without a box: its contents are clipped as those of its parent."""
        if parent in self.cut:
            self.cut[row] = self.cut[parent]
        if parent in self.for_positioned:
            self.for_positioned[row] = self.for_positioned[parent]

    def shows(self, parent: int, bounds: Bounds) -> bool:
        """Whether any part of a text in that row is visible."""
        window = self.cut.get(parent)
        return window is None or _meets(bounds, window)

    def _is_page(self, bounds: Bounds) -> bool:
        return bounds[2] >= MOST * self._page.width and bounds[3] >= MOST * self._page.height


def _meets(bounds: Bounds, window: Window) -> bool:
    x, y, width, height = bounds
    across = min(x + width, window[2]) - max(x, window[0])
    down = min(y + height, window[3]) - max(y, window[1])
    return across > min(1.0, width / 2) and down > min(1.0, height / 2)


def _within(bounds: Bounds, window: Window, style: int) -> Window:
    x, y, width, height = bounds
    left, top, right, bottom = window
    if style & S_CLIPS_X:
        left, right = max(left, x), min(right, x + width)
    if style & S_CLIPS_Y:
        top, bottom = max(top, y), min(bottom, y + height)
    return left, top, right, bottom
