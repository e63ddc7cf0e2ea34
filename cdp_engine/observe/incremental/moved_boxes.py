"""Which elements are measured after a change, and how the rest moves along with them (CD-17). Pure.

What is in an element that is as large as before, and in one that is as wide as before, is where it was in it. Elements
that are placed by themselves, that continue a line, or that are in one without a box or in one that folds, are
measured wherever they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import compress, zip_longest
from math import isnan

from cdp_engine.observe.model.column_scans import marked, places_of
from cdp_engine.observe.model.columns import ELEMENT, GENERATED, TEXT
from cdp_engine.observe.model.geometry import ShiftedBoxes
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import NO_PAINT, Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of, is_out
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.tab import Redrawn

STILL = 0.02
"""CSS px."""
PLACED = int(Style.POSITIONED | Style.FIXED | Style.ABSOLUTE)
MEASURED_OTHERWISE = words(
    "svg g path circle rect ellipse line polyline polygon text tspan use image defs clippath mask symbol lineargradient"
    " radialgradient stop filter pattern foreignobject marker wbr input select textarea br meter progress"
)
"""Tags whose boxes a capture and a script may measure differently."""
_INLINE, _INLINE_BOX = int(Style.INLINE), int(Style.INLINE_BOX)
_IS_WRITTEN = bytes(1 if kind == TEXT else 0 for kind in range(256))
_ARE_TEXTS = bytes(1 if kind in (TEXT, GENERATED) else 0 for kind in range(256))
_MOST_EFFORT = 512
"""Boxes that have moved in so many parts are moved at last."""
_FEW = 64
"""The children of so many rows are found faster one row after the other than in one pass over all rows."""


def part_of(length: float) -> float:
    """A length as the browser counts it, in 64ths of a px."""
    return round(length * 64) / 64


def rounded(x: float, y: float, width: float, height: float) -> Bounds:
    """A box of such lengths."""
    return part_of(x), part_of(y), part_of(width), part_of(height)


def write_undrawn(table: DocumentTable, row: int) -> None:
    """Write that nothing is drawn of a row."""
    table.z_index.pop(row, None)
    table.reshape(row, None)
    table.write_style(row, NO_STYLE, NO_PAINT)
    table.paint_order[row] = 0


def bare_rows(table: DocumentTable) -> list[int]:
    """The rows of slots and the like: they have no box, but something in them has, or may have."""
    bounds, kind, tag = table.bounds, table.kind, table.tag
    undrawn = places_of(table.style, NO_STYLE)
    bare = [row for row in undrawn if kind[row] != TEXT and bounds[row] is None]
    if len(bare) <= _FEW:
        return [row for row in bare if tag[row] == "slot" or _holds_drawn(table, row)]
    held = set(bare).intersection(compress(table.parent, bounds))
    return sorted(held.union(row for row in bare if tag[row] == "slot"))


def _holds_drawn(table: DocumentTable, row: int) -> bool:
    """Whether a child of a row has a box."""
    return any(table.bounds[child] for child in _children_of(table, row))


def _children_of(table: DocumentTable, row: int) -> Iterator[int]:
    """The rows of the children of a row, one after the other."""
    end, child = end_of(table, row), row
    with suppress(ValueError):
        while True:
            child = table.parent.index(row, child + 1, end)
            yield child


def stirred_around(table: DocumentTable, row: int, stirred: Set[int]) -> bool:
    """Whether the box that a row without one is laid out in is among some rows."""
    while row >= 0 and table.bounds[row] is None:
        row = table.parent[row]
    return row in stirred


def is_folded(table: DocumentTable, row: int) -> bool:
    """Whether a row is a text straight in details, which closed ones do not draw."""
    return table.kind[row] == TEXT and table.tag[table.parent[row]] == "details"


def free_places(table: DocumentTable) -> list[int]:
    """The places of the elements that may move otherwise than what they are in, whatever its size."""
    return table.places(free_rows(table))


def free_rows(table: DocumentTable) -> Set[int]:
    """The rows of the same, which are kept: those that came or were restyled are looked at again."""
    if table.free is None:
        return _all_free_rows(table)
    free = table.free
    for row, was in table.restyled.items():
        inside = _children_of(table, row) if _sets_free(was) != _sets_free(table.style[row]) else ()
        for other in (row, *inside):
            if table.kind[other] == ELEMENT and _is_free(table, other):
                free.add(other)
            else:
                free.discard(other)
    table.restyled = {}
    return free


def _sets_free(style: int) -> bool:
    """Whether what is in an element of a style continues a line, or lies in one without a box."""
    return style == NO_STYLE or bool(style & _INLINE and not style & _INLINE_BOX)


def _is_free(table: DocumentTable, row: int) -> bool:
    own = table.style[row]
    return own != NO_STYLE and bool(own & PLACED or _sets_free(table.style[table.parent[row]]))


def _all_free_rows(table: DocumentTable) -> Set[int]:
    style, parent = table.style, table.parent
    kinds = table.styles()
    placed = {bits for bits in kinds if bits >= 0 and bits & PLACED}
    lines = set(filter(_sets_free, kinds))
    folds = places_of(table.tag, "details")
    rows = table.elements()
    around = map(style.__getitem__, map(parent.__getitem__, rows))
    free = {row for row in compress(rows, map(lines.__contains__, around)) if style[row] != NO_STYLE}
    if placed:
        own = map(style.__getitem__, rows)
        free.update(compress(rows, map(placed.__contains__, own)))
    if not folds:
        table.free, table.restyled = free, {}
        return free
    folded = {row for fold in folds for row in range(fold + 1, end_of(table, fold))}
    return free.union(compress(rows, map(folded.__contains__, rows)))


def boxes_of(redrawn: Redrawn) -> dict[int, Sequence[float]]:
    """The measured boxes, by the place of the element; all 0 without a box."""
    places = range(redrawn.total) if redrawn.places is None else redrawn.places
    return {place: redrawn.boxes[4 * at : 4 * at + 4] for at, place in enumerate(places)}


def shows_all(table: DocumentTable, redrawn: Redrawn) -> bool:
    """Whether what was measured shows where everything else is: all that is unchanged is as large as before."""
    rows = table.elements()
    if redrawn.places is None or len(rows) != redrawn.total:
        return True
    around: set[int] = set()
    changed: set[int] = set()
    for place, _ in redrawn.parts:
        changed.update(range(rows[place], end_of(table, rows[place])))
    tops = [table.parent[rows[place]] for place, _ in redrawn.parts] + [
        rows[place] for place, _ in redrawn.texts
    ]
    for row in tops:
        while row >= 0 and row not in around:
            around.add(row)
            row = table.parent[row]
    for place, (_, _, width, height) in boxes_of(redrawn).items():
        row = rows[place]
        was = table.bounds[row]
        if row in changed or was is None or isnan(width) or table.tag[row] in MEASURED_OTHERWISE:
            continue
        if abs(width - was[2]) > STILL or (row not in around and abs(height - was[3]) > STILL):
            return False
    return True


def move_along(
    table: DocumentTable,
    steady: Sequence[int],
    measured: Set[int],
    shifts: Mapping[int, tuple[float, float]],
    stirred: Set[int],
) -> list[int]:
    """Move what is in some elements, `steady`, and was not measured itself, with the innermost of them.

    `shifts` has how far rows have moved. Returns the rows of texts, and of what style sheets add, that are in none of
    them, or directly in a row of `stirred`.
    """
    are_loose = bytearray(table.kinds().translate(_ARE_TEXTS))
    moved_already = sorted(measured)
    for first, end, offset in _spans(table, steady, measured, shifts):
        are_loose[first:end] = bytes(end - first)
        if offset is not None:
            kept = moved_already[bisect_left(moved_already, first) : bisect_left(moved_already, end)]
            if len(kept) < end - first:
                _shift(table, first, end, offset, kept)
    outside = set(marked(are_loose, 0))
    outside.update(_texts_in(table, stirred))
    return sorted(outside)


def _spans(
    table: DocumentTable,
    steady: Sequence[int],
    measured: Set[int],
    shifts: Mapping[int, tuple[float, float]],
) -> Iterator[tuple[int, int, tuple[float, float] | None]]:
    """Ranges of the rows in some elements, each with how far the innermost of these has moved.

    Rows that were measured may be among those that moved alike.
    """
    start = stop = 0
    moved: tuple[float, float] | None = None
    for first, end, row in _parts(table, steady):
        offset = shifts.get(row)
        if offset != moved or not all(row in measured for row in range(stop, first)):
            if start < stop:
                yield start, stop, moved
            start, moved = first, offset
        stop = end
    if start < stop:
        yield start, stop, moved


def _parts(table: DocumentTable, steady: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The ranges of the rows in some elements, in order, each with the innermost of these."""
    around: list[tuple[int, int]] = []
    at = 0
    for row, following in zip_longest([*steady, len(table)], steady[1:], fillvalue=-1):
        while around and around[-1][1] <= row + 1:
            inner, end = around.pop()
            if at < end:
                yield at, end, inner
                at = end
        if around and at < row:
            yield at, row, around[-1][0]
        at = max(at, row + 1)
        if row < len(table):
            around.append((row, _end_before(table, row, following)))


def _end_before(table: DocumentTable, row: int, following: int) -> int:
    """The row after an element and everything in it, given one that comes later, if there is one."""
    above = table.parent[row]
    if (
        following > row
        and table.parent[following] == above
        and above not in table.parent[row + 1 : following]
    ):
        return following
    return end_of(table, row)


def _texts_in(table: DocumentTable, rows: Set[int]) -> Iterator[int]:
    """The texts, and what style sheets add, directly in some rows."""
    large = set(rows)
    if len(rows) <= _FEW:
        for row in rows:
            children = _few_children_of(table, row)
            if children is not None:
                large.discard(row)
                yield from (child for child in children if table.kind[child] in (TEXT, GENERATED))
    if large:
        inside = compress(range(len(table)), map(large.__contains__, table.parent))
        yield from (row for row in inside if table.kind[row] in (TEXT, GENERATED))


def _few_children_of(table: DocumentTable, row: int) -> list[int] | None:
    """The rows of the children of a row where they are few."""
    found: list[int] = []
    child, end = row + 1, end_of(table, row)
    while child < end:
        if len(found) == _FEW:
            return None
        found.append(child)
        child = end_of(table, child)
    return found


def _shift(
    table: DocumentTable, first: int, end: int, offset: tuple[float, float], kept: Sequence[int]
) -> None:
    """Move the boxes of a range of rows but for some of them; texts without a size have no place."""
    right, down = offset
    placeless = placeless_rows(table)
    still = {row: table.bounds[row] for row in kept}
    still.update((row, table.bounds[row]) for row in placeless if first <= row < end)
    table.moved = True
    bounds = table.bounds
    if not isinstance(bounds, ShiftedBoxes):
        bounds = table.bounds = ShiftedBoxes(bounds)
    bounds.shift(first, end, right, down)
    for row, box in still.items():
        bounds[row] = box
    if (right < 0 and bounds.least(0, first, end) < 0) or (down < 0 and bounds.least(1, first, end) < 0):
        out = {row for row, box in enumerate(bounds[first:end], first) if box is not None and is_out(box)}
        table.reshaped.update(out.difference(kept))
    if bounds.effort > _MOST_EFFORT:
        table.bounds = bounds[:]


def placeless_rows(table: DocumentTable) -> Set[int]:
    """The rows of texts that have a box without a size."""
    if table.placeless is None:
        texts = compress(range(len(table)), table.kinds().translate(_IS_WRITTEN))
        boxes = ((row, table.bounds[row]) for row in texts)
        table.placeless = {row for row, box in boxes if box is not None and not (box[2] or box[3])}
    return table.placeless
