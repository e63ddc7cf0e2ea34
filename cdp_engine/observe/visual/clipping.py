"""What boxes that cut off their content leave of it: the next slide of a carousel, a folded panel. Pure.

And which boxes scrolling can reach: not those above or left of a document, or fixed outside the viewport.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.hiding import IN_SCROLLER

UNREACHABLE, FIXED = int(Flag.UNREACHABLE), int(Flag.FIXED)
S_CLIPS, S_SCROLLS = int(Style.CLIPS_X | Style.CLIPS_Y), int(Style.SCROLLS)
S_CLIPS_X, S_CLIPS_Y = int(Style.CLIPS_X), int(Style.CLIPS_Y)
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)
PAGE = frozenset(("html", "body"))
FAR = 1e9
MOST = 0.9
"""A box that fills this share of the viewport is the page itself: its scripts scroll the clipped content."""
FIRST_ROWS = 12
"""The number of rows of a document among which its `html` and `body` are found."""

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


class ScrollReach:
    """Decides which boxes of one document scrolling can reach."""

    __slots__ = ("_seen", "from_right")

    def __init__(self, columns: NodeColumns, document: DocumentInfo, seen: Box) -> None:
        self._seen = seen
        self.from_right = _reads_from_right(columns, document)

    def misses(self, found: int, bounds: Bounds) -> bool:
        """Whether scrolling cannot reach a box; `found` are the flags of its row so far."""
        if not found & FIXED and bounds[1] + bounds[3] > 0 and bounds[0] + bounds[2] > 0:
            return False  # most boxes
        if found & IN_SCROLLER:
            return False
        if found & FIXED:
            return Box(*bounds).intersection(self._seen).area <= 0
        if bounds[1] + bounds[3] <= 0:
            return True
        return bounds[0] + bounds[2] <= 0 and not self.from_right


def _reads_from_right(columns: NodeColumns, document: DocumentInfo) -> bool:
    """Whether the document is right-to-left, so that it extends to the left."""
    for row in range(document.first_row, min(document.end_row, document.first_row + FIRST_ROWS)):
        if columns.tag[row] in ("html", "body"):
            attributes = columns.attributes[row]
            if "dir" in attributes and "rtl" in attributes:
                return True
    return document.scroll[0] < 0
