"""The boxes over a point of one document, by paint order (SX-05).

Pure geometry on the layout snapshot. Paint order separates layers; inside a layer only the items of one flex or grid
container overlap, and there the later one wins. Fields and boxes that only clip have an order, but belong to the flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress
from typing import NamedTuple

from cdp_engine.observe.model.columns import ELEMENT, GENERATED, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import ShiftedBoxes, overlapping
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

CELL_WIDTH, CELL_HEIGHT = 512.0, 128.0
"""The size in CSS px of the cells that boxes are sorted into; most boxes on a page are wide and low."""
LARGE = 12
"""Boxes over more cells than that are kept in one list of their own."""
UNTOUCHABLE = int(Flag.INERT | Flag.CLOSED | Flag.CLIPPED | Flag.NO_POINTER)
FIXED = int(Flag.FIXED)
BOX_KINDS = frozenset((ELEMENT, GENERATED))
FIELDS = frozenset(("input", "textarea", "select"))
PAGE = frozenset(("html", "body", "#document"))
S_NO_EVENTS = int(Style.NO_POINTER_EVENTS)
S_HIDDEN, S_BENEATH, S_INLINE = int(Style.HIDDEN), int(Style.BENEATH), int(Style.INLINE)
S_CLIPS, S_ARRANGES = int(Style.CLIPS_X | Style.CLIPS_Y), int(Style.ARRANGES)
S_SHAPES = S_CLIPS | S_BENEATH
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)

Edges = tuple[float, float, float, float]
"""Left, top, right, lower edge in CSS px of the document."""
EVERYWHERE: Edges = (-1e9, -1e9, 1e9, 1e9)


class Touchable(NamedTuple):
    """A box that receives pointer events: its paint order, and its part that is not clipped."""

    order: int
    row: int
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom


class Cut(NamedTuple):
    """The effects of an element on its contents."""

    flowing: Edges
    """What its content is clipped to."""
    lifted: Edges
    """What positioned content in it is clipped to."""
    beneath: bool
    """Whether it is painted below the content around it."""


FREE = Cut(EVERYWHERE, EVERYWHERE, beneath=False)


class HitMap:
    """One document's boxes, searchable by point.

    Queries concern the rows `asked` alone: boxes painted no higher than any of them, or than those in the same cells,
    cover none of them.
    """

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, asked: Sequence[int]
    ) -> None:
        self._columns = columns
        self._first, self._end = document.first_row, document.end_row
        self._lowest = min(map(columns.paint_order.__getitem__, asked), default=0)
        self._styles = table.style
        self._kinds = table.styles()
        self._shapes = any(style > 0 and style & S_SHAPES for style in self._kinds)
        self._viewport = _cut((*document.scroll, *document.viewport), EVERYWHERE)
        self._cuts: dict[int, Cut] = {}
        self._large: list[Touchable] = []
        self._cells: dict[tuple[int, int], list[Touchable]] = {}
        self._stacked: dict[int, list[Touchable]] = {}
        self._fixed: list[Touchable] = []
        arranged = self._arranged()
        candidates = self._candidates(arranged)
        self.flat = not candidates
        """Whether no box can cover another, wherever boxes move to."""
        boxes = sorted(self._touchable(candidates, arranged), reverse=True)
        self.reach = _around([*boxes, *chain.from_iterable(self._stacked.values())])
        """What all boxes that may cover others are in."""
        floors = self._floors(rows_in(columns, asked, self.reach)) if boxes else {}
        for box in boxes:
            self._put(box, floors)
        self.empty = not boxes and not self._stacked
        """Whether no box covers another."""

    def seen_of(self, row: int) -> Edges | None:
        """The part of a row's box that is not clipped; None if less than a pixel."""
        bounds = self._columns.bounds[row]
        if bounds is None:
            return None
        left, top, right, bottom = _cut(bounds, self._clip_of(row))
        return (left, top, right, bottom) if right - left >= 1 and bottom - top >= 1 else None

    def over(self, row: int, seen: Edges) -> list[Touchable]:
        """The boxes that are painted above a row and overlap `seen`, topmost first."""
        order = self._columns.paint_order[row]
        left, top, right, bottom = seen
        found = self._met(self._large, order, seen)
        column, last_column = int(left // CELL_WIDTH), int(right // CELL_WIDTH)
        line, last_line = int(top // CELL_HEIGHT), int(bottom // CELL_HEIGHT)
        cells = self._cells
        if column == last_column and line == last_line:
            found += self._met(cells.get((column, line), ()), order, seen)
        elif (last_column - column + 1) * (last_line - line + 1) > LARGE:
            found += [box for boxes in cells.values() for box in self._met(boxes, order, seen)]
        else:
            for across in range(column, last_column + 1):
                for down in range(line, last_line + 1):
                    found += self._met(cells.get((across, down), ()), order, seen)
        if len(found) > 1:
            found = sorted(set(found), reverse=True)
        if self._stacked:
            found += [
                box
                for box in self._stacked.get(order, ())
                if box.row > row
                and box.left < right
                and box.right > left
                and box.top < bottom
                and box.bottom > top
            ]
        # What is painted in the flow is below a later row of it.
        return [box for box in found if box.row > row or self._flow_of(box.row) > self._flow_of(row)]

    def _flow_of(self, row: int) -> int:
        """The paint order of the layer that a row is painted in."""
        columns, first = self._columns, self._first
        while row > first:
            above, style = columns.parent[row], max(self._styles[row - first], 0)
            flows = bool(style & S_CLIPS or columns.tag[row] in FIELDS) and not style & S_POSITIONED
            flows = flows and row not in columns.z_index
            if columns.paint_order[row] != columns.paint_order[above] and not flows:
                break
            row = above
        return columns.paint_order[row]

    @staticmethod
    def _met(boxes: Iterable[Touchable], order: int, seen: Edges) -> list[Touchable]:
        found: list[Touchable] = []
        left, top, right, bottom = seen
        for box in boxes:
            if box[0] <= order:
                break
            if box[2] < right and box[4] > left and box[3] < bottom and box[5] > top:
                found.append(box)
        return found

    def veil(self) -> int:
        """The topmost row that stays over the whole viewport however the page is scrolled; -1 if there is none."""
        left, top, right, bottom = self._viewport
        if right <= left or bottom <= top:
            return -1
        for box in self._fixed:
            if (
                box.left <= left + 2
                and box.top <= top + 2
                and box.right >= right - 20
                and box.bottom >= bottom - 20
            ):
                return box.row
        return -1

    def _clip_of(self, row: int) -> Edges:
        """The clip of a row's own box."""
        if not self._shapes or row <= self._first:
            return EVERYWHERE
        return _clip_in(self._cut_of(self._columns.parent[row]), max(self._styles[row - self._first], 0))

    def _cut_of(self, row: int) -> Cut:
        """The effects of a row on its contents; computed for it and its ancestors on first use."""
        cuts, parents, first = self._cuts, self._columns.parent, self._first
        known = cuts.get(row)
        if known is not None:
            return known
        pending: list[int] = []
        while row >= first and row not in cuts:
            pending.append(row)
            row = parents[row]
        cut = cuts[row] if row >= first else FREE
        for row in reversed(pending):
            bounds, style = self._columns.bounds[row], self._styles[row - first]
            if bounds is not None and style >= 0 and (style & S_SHAPES or cut is not FREE):
                flowing, lifted, beneath = cut
                if style & S_FIXED:
                    flowing = lifted = EVERYWHERE
                elif style & S_ABSOLUTE:
                    flowing = lifted
                if style & S_CLIPS and self._columns.tag[row] not in PAGE:
                    flowing = _cut(bounds, flowing)
                lifted = flowing if style & S_POSITIONED else lifted
                beneath = beneath or bool(style & S_BENEATH)
                free = flowing is EVERYWHERE and lifted is EVERYWHERE and not beneath
                cut = FREE if free else Cut(flowing, lifted, beneath)
            cuts[row] = cut
        return cut

    def _touchable(self, candidates: list[int], arranged: set[int]) -> Iterator[Touchable]:
        columns, first, lowest = self._columns, self._first, self._lowest
        kinds, parents, orders = columns.kind, columns.parent, columns.paint_order
        styles = self._styles
        taken: dict[int, Edges] = {}  # flex or grid container -> the box of its last item
        for row in self._boxes(candidates):
            bounds, style = columns.bounds[row], styles[row - first]
            if bounds is None or (kinds[row] == GENERATED and style & S_NO_EVENTS):
                continue
            parent, order = parents[row] if row > first else -1, orders[row]
            inside = parent >= 0 and order == orders[parent]
            if order <= lowest and not (inside and row in arranged):
                continue
            cut = self._cut_of(parent) if parent >= 0 and self._shapes else FREE
            if cut.beneath:
                continue
            clip = _clip_in(cut, style)
            if inside:
                if row in arranged:
                    self._stack(row, parent, order, bounds, clip, taken)
                if style & S_INLINE:
                    continue
            if order <= lowest:
                continue
            box = _cut(bounds, clip)
            if box[0] < box[2] and box[1] < box[3]:
                yield Touchable(order, row, *box)

    def _arranged(self) -> set[int]:
        """The items of flex and grid containers."""
        styles, first = self._styles, self._first
        if not any(style >= 0 and style & S_ARRANGES for style in self._kinds):
            return set()
        containers = {row for row, style in enumerate(styles, first) if style >= 0 and style & S_ARRANGES}
        parents = self._columns.parent[first : self._end]
        return set(compress(range(first, self._end), map(containers.__contains__, parents)))

    def _candidates(self, arranged: set[int]) -> list[int]:
        """The rows that may cover others, in order: those of higher layers, and the items of containers."""
        lowest = self._lowest
        found = self._columns.rows_where("paint_order", lowest, lowest.__lt__, self._first, self._end)
        return sorted(arranged.union(found)) if arranged else list(found)

    def _boxes(self, candidates: list[int]) -> Iterator[int]:
        """Those of the candidates that receive pointer events: no texts, and nothing that lets them through."""
        first, columns = self._first, self._columns
        flags, kinds, styles = columns.flags, columns.kind, self._styles
        drawn = {style for style in self._kinds if style >= 0 and not style & (S_HIDDEN | S_BENEATH)}
        elements = compress(candidates, map(BOX_KINDS.__contains__, map(kinds.__getitem__, candidates)))
        for row in elements:
            if styles[row - first] in drawn and not flags[row] & UNTOUCHABLE:
                yield row

    def _stack(
        self, row: int, container: int, order: int, bounds: Bounds, clip: Edges, taken: dict[int, Edges]
    ) -> None:
        """Record an item that overlaps the one before it."""
        box, before = _cut(bounds, clip), taken.get(container)
        taken[container] = box
        if before is None:
            return
        across, down = (
            min(box[2], before[2]) - max(box[0], before[0]),
            min(box[3], before[3]) - max(box[1], before[1]),
        )
        if across > 2 and down > 2:
            self._stacked.setdefault(order, []).append(Touchable(order, row, *box))

    def _floors(self, asked: Sequence[int]) -> dict[tuple[int, int], int]:
        """Cell -> the lowest layer of the asked rows in it; empty where one of them is large."""
        orders, all_bounds = self._columns.paint_order, self._columns.bounds
        floors: dict[tuple[int, int], int] = {}
        for row in asked:
            bounds, order = all_bounds[row], orders[row]
            if bounds is None:
                continue
            x, y, width, height = bounds
            left, right = x // CELL_WIDTH, (x + width) // CELL_WIDTH
            top, bottom = y // CELL_HEIGHT, (y + height) // CELL_HEIGHT
            if (right - left + 1) * (bottom - top + 1) > LARGE:
                return {}
            for across in range(int(left), int(right) + 1):
                for down in range(int(top), int(bottom) + 1):
                    if floors.get((across, down), order) >= order:
                        floors[across, down] = order
        return floors

    def _put(self, box: Touchable, floors: dict[tuple[int, int], int]) -> None:
        order, row, left, top, right, bottom = box
        if self._columns.flags[row] & FIXED:
            self._fixed.append(box)
        columns = range(int(left // CELL_WIDTH), int(right // CELL_WIDTH) + 1)
        lines = range(int(top // CELL_HEIGHT), int(bottom // CELL_HEIGHT) + 1)
        if len(columns) * len(lines) > LARGE:
            self._large.append(box)
            return
        for column in columns:
            for line in lines:
                if not floors or floors.get((column, line), order) < order:
                    self._cells.setdefault((column, line), []).append(box)


def rows_in(columns: NodeColumns, rows: Sequence[int], edges: Edges) -> list[int]:
    """Those of some rows in order whose boxes overlap a rectangle."""
    boxes = columns.bounds
    if isinstance(boxes, ShiftedBoxes):
        return boxes.overlapping(rows, edges)
    return list(overlapping(rows, map(boxes.__getitem__, rows), edges))


def _around(boxes: Sequence[Touchable]) -> Edges:
    """What some boxes are in."""
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    return (
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _clip_in(cut: Cut, style: int) -> Edges:
    """The clip of a box of that style in an element with those effects."""
    return EVERYWHERE if style & S_FIXED else cut.lifted if style & S_ABSOLUTE else cut.flowing


def _cut(bounds: Bounds, clip: Edges) -> Edges:
    x, y, width, height = bounds
    if clip is EVERYWHERE:
        return x, y, x + width, y + height
    return max(x, clip[0]), max(y, clip[1]), min(x + width, clip[2]), min(y + height, clip[3])
