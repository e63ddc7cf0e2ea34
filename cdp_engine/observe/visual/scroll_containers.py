"""The scroll positions of scroll containers, and how much content is outside of them (SX-10). Pure.

The layout snapshot has no scroll offsets of elements, but it has the boxes of their content: content above the
container has been scrolled out of it, content below can still be scrolled to.
"""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import LITTLE, Scroll
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable

WANTED = int(Flag.SCROLLER | Flag.VISIBLE)
S_CLIPS, S_FIXED = int(Style.CLIPS_X | Style.CLIPS_Y), int(Style.FIXED)


def find_scrollers(
    columns: NodeColumns, documents: Sequence[DocumentInfo], tables: Sequence[DocumentTable]
) -> dict[int, Scroll]:
    """The scroll containers by row: boxes with content outside of them, and frames with a larger document."""
    found: dict[int, Scroll] = {}
    for document, table in zip(documents, tables, strict=True):
        if document.owner_row >= 0:
            (x, y), (width, height) = document.scroll, document.viewport
            right = document.content_size[0] - width - x
            below = document.content_size[1] - height - y
            _keep(found, document.owner_row, (y, below, x, right), width, height)
        if table.has_layout:
            _find(columns, document, table, found)
    return found


def _find(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: dict[int, Scroll]
) -> None:
    flags, parents, all_bounds = columns.flags, columns.parent, columns.bounds
    first = document.first_row
    if next(columns.rows_with(WANTED, first, document.end_row), None) is None:
        return
    reach: dict[int, tuple[float, float, float, float]] = {}  # of a row's contents: left, top, right, bottom
    for row in range(document.end_row - 1, first, -1):
        bounds, inside = all_bounds[row], reach.pop(row, None)
        extent = inside
        if bounds is not None and bounds[2] > 0 and bounds[3] > 0:
            x, y, width, height = bounds
            if inside is not None and flags[row] & WANTED == WANTED:
                sides = (y - inside[1], inside[3] - y - height, x - inside[0], inside[2] - x - width)
                _keep(found, row, sides, width, height)
            extent = (x, y, x + width, y + height)
            if inside is not None and not max(table.style[row - first], 0) & S_CLIPS:
                extent = _around(extent, inside)
        if extent is None or max(table.style[row - first], 0) & S_FIXED:
            continue
        above = reach.get(parents[row])
        reach[parents[row]] = extent if above is None else _around(above, extent)


def _around(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _keep(
    found: dict[int, Scroll], row: int, sides: tuple[float, float, float, float], width: float, height: float
) -> None:
    above, below, before, after = (max(side, 0.0) for side in sides)
    if above + below > LITTLE or before + after > LITTLE:
        found[row] = Scroll(above, below, before, after, width, height)
