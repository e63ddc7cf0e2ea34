"""Which boxes scrolling can reach: not those above or left of a document, or fixed outside the viewport. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.hiding import IN_SCROLLER

FIXED = int(Flag.FIXED)
FIRST_ROWS = 12
"""The number of rows of a document among which its `html` and `body` are found."""


class ScrollReach:
    """Decides which boxes of one document scrolling can reach."""

    __slots__ = ("_from_right", "_seen")

    def __init__(self, columns: NodeColumns, document: DocumentInfo, seen: Box) -> None:
        self._seen = seen
        self._from_right = _reads_from_right(columns, document)

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
        return bounds[0] + bounds[2] <= 0 and not self._from_right


def _reads_from_right(columns: NodeColumns, document: DocumentInfo) -> bool:
    """Whether the document is right-to-left, so that it extends to the left."""
    for row in range(document.first_row, min(document.end_row, document.first_row + FIRST_ROWS)):
        if columns.tag[row] in ("html", "body"):
            attributes = columns.attributes[row]
            if "dir" in attributes and "rtl" in attributes:
                return True
    return document.scroll[0] < 0
