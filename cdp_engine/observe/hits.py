"""What lies over a point of one document: its boxes by the order in which they are painted (SX-05).

Pure geometry on the layout snapshot. Paint order tells layers apart; inside a layer only the items of one flex or
grid container lie over each other without a layer of their own, and there the later one wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cdp_engine.observe.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.replies import Bounds
from cdp_engine.observe.styles import Style
from cdp_engine.observe.table import DocumentTable

CELL = 128.0
"""Width and height in CSS px of the cells that boxes are sorted into."""
LARGE = 40
"""Boxes over more cells than that are kept in one list of their own."""
UNTOUCHABLE = int(Flag.INERT | Flag.CLOSED | Flag.CLIPPED | Flag.NO_POINTER)
FIXED = int(Flag.FIXED)
PSEUDO = 0
PAGE = frozenset(("html", "body", "#document"))
S_HIDDEN, S_BENEATH, S_INLINE = int(Style.HIDDEN), int(Style.BENEATH), int(Style.INLINE)
S_CLIPS, S_ARRANGES = int(Style.CLIPS_X | Style.CLIPS_Y), int(Style.ARRANGES)
S_SHAPES = S_CLIPS | S_BENEATH
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)

Edges = tuple[float, float, float, float]
"""Left, top, right, lower edge in CSS px of the document."""
EVERYWHERE: Edges = (-1e9, -1e9, 1e9, 1e9)


class Touchable(NamedTuple):
    """A box that takes the mouse: how high it is painted, and what is left of it by what clips it."""

    order: int
    row: int
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom


class HitMap:
    """One document's boxes, to be asked for what lies over a point."""

    def __init__(self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
        self._columns = columns
        self._first, self._end = document.first_row, document.end_row
        self._styles = table.style
        self._viewport = _cut((*document.scroll, *document.viewport), EVERYWHERE)
        self._clips: dict[int, Edges] = {}
        self._large: list[Touchable] = []
        self._cells: dict[tuple[int, int], list[Touchable]] = {}
        self._stacked: dict[int, list[Touchable]] = {}
        self._fixed: list[Touchable] = []
        for box in sorted(self._touchable(), reverse=True):
            self._put(box)

    def seen_of(self, row: int) -> Edges | None:
        """The part of a row's box that nothing clips away; None if that is less than a pixel."""
        bounds = self._columns.bounds[row]
        if bounds is None:
            return None
        left, top, right, bottom = _cut(bounds, self._clips.get(row, EVERYWHERE))
        return (left, top, right, bottom) if right - left >= 1 and bottom - top >= 1 else None

    def over(self, row: int, seen: Edges) -> list[Touchable]:
        """What is painted over a row's layer, or stacked on the row in it, and meets `seen`; topmost first."""
        order = self._columns.paint_order[row]
        left, top, right, bottom = seen
        found = self._met(self._large, order, seen)
        column, last_column = int(left // CELL), int(right // CELL)
        line, last_line = int(top // CELL), int(bottom // CELL)
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
        return found

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

    def _touchable(self) -> Iterator[Touchable]:
        columns, first = self._columns, self._first
        kinds, flags, parents, orders = columns.kind, columns.flags, columns.parent, columns.paint_order
        tags, all_bounds, styles = columns.tag, columns.bounds, self._styles
        flowing: dict[
            int, Edges
        ] = {}  # what a row clips its content to; rows that clip nothing are not in it
        lifted: dict[int, Edges] = {}  # the same for what is positioned in it
        beneath: set[int] = set()
        taken: dict[int, Edges] = {}  # flex or grid container -> the box of its last item
        base = orders[first]
        for row in range(first, self._end):
            bounds, style = all_bounds[row], styles[row - first]
            parent = parents[row] if row > first else -1
            if parent not in flowing and parent not in lifted and parent not in beneath:
                # Most rows: nothing around them clips, and they make no layer and clip nothing themselves.
                if bounds is None or style < 0:
                    continue
                within = styles[parent - first] if parent >= 0 else 0
                if orders[row] <= base and not style & S_SHAPES and (within < 0 or not within & S_ARRANGES):
                    continue
            clip = flowing.get(parent, EVERYWHERE) if flowing else EVERYWHERE
            around = lifted.get(parent, EVERYWHERE) if lifted else EVERYWHERE
            if bounds is None or style < 0:
                _keep(flowing, row, clip)
                _keep(lifted, row, around)
                continue
            if style & S_FIXED:
                clip = around = EVERYWHERE
            elif style & S_ABSOLUTE:
                clip = around
            inside = clip
            if style & S_CLIPS and tags[row] not in PAGE:
                inside = _cut(bounds, clip)
            if inside is not EVERYWHERE or around is not EVERYWHERE:
                _keep(self._clips, row, clip)
                _keep(flowing, row, inside)
                _keep(lifted, row, inside if style & S_POSITIONED else around)
            if style & S_BENEATH or (beneath and parent in beneath):
                beneath.add(row)
                continue
            order = orders[row]
            if kinds[row] not in (ELEMENT, PSEUDO) or style & S_HIDDEN or flags[row] & UNTOUCHABLE:
                continue
            if parent >= 0 and order == orders[parent]:
                if styles[parent - first] & S_ARRANGES and styles[parent - first] >= 0:
                    self._stack(row, parent, order, bounds, clip, taken)
                if order <= base or style & S_INLINE:
                    continue
            elif order <= base:
                continue
            box = _cut(bounds, clip)
            if box[0] < box[2] and box[1] < box[3]:
                yield Touchable(order, row, *box)

    def _stack(
        self, row: int, container: int, order: int, bounds: Bounds, clip: Edges, taken: dict[int, Edges]
    ) -> None:
        """Keep an item that lies over the one before it."""
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

    def _put(self, box: Touchable) -> None:
        if self._columns.flags[box.row] & FIXED:
            self._fixed.append(box)
        columns = range(int(box.left // CELL), int(box.right // CELL) + 1)
        lines = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
        if len(columns) * len(lines) > LARGE:
            self._large.append(box)
            return
        for column in columns:
            for line in lines:
                self._cells.setdefault((column, line), []).append(box)


def _keep(clips: dict[int, Edges], row: int, clip: Edges) -> None:
    if clip is not EVERYWHERE:
        clips[row] = clip


def _cut(bounds: Bounds, clip: Edges) -> Edges:
    x, y, width, height = bounds
    return max(x, clip[0]), max(y, clip[1]), min(x + width, clip[2]), min(y + height, clip[3])
