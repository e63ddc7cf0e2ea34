"""A document's table after the document itself was scrolled (CD-17). Pure.

Boxes count from the top of the document, so that most stay. Others move: what is fixed or sticky, with everything in
it, and what has no place, which the browser puts at the corner of the viewport.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdp_engine.observe.incremental.moved_boxes import MEASURED_OTHERWISE, STILL
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.model.columns import ELEMENT, GENERATED
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds

_KEPT_IN_VIEW = int(Style.FIXED | Style.STICKY)
_ABSOLUTE, _DEFERRED = int(Style.ABSOLUTE), int(Style.CONTENT_AUTO)
_MOST_MEASURED = 300
_BORDER = 2.0
"""CSS px by which a script and a capture may measure special elements differently."""


def moved_by_scrolling(table: DocumentTable) -> list[int]:
    """The rows of the elements that have to be measured after a scroll. Raises `Unclear`."""
    bits = {style for style in table.styles() if style > 0}
    if any(style & _DEFERRED for style in bits):
        raise Unclear("content-visibility")
    kept = {style for style in bits if style & _KEPT_IN_VIEW}
    rows = [row for row, style in enumerate(table.style) if style in kept] if kept else []
    if any(table.kind[row] == GENERATED for row in rows):
        raise Unclear("content of style sheets that does not scroll")
    found = [row for row in rows if table.kind[row] == ELEMENT]
    for row in list(found):
        found += _on_top(table, row)
    found += [row for row in _without_place(table) if table.kind[row] == ELEMENT]
    if len(found) > _MOST_MEASURED:
        raise Unclear("many elements that do not scroll")
    return sorted({*found})


def _on_top(table: DocumentTable, row: int) -> Iterator[int]:
    """The rows in an element that may be in the top layer, and then are not placed in the element."""
    for inside in range(row + 1, end_of(table, row)):
        if max(table.style[inside], 0) & _ABSOLUTE and (
            table.tag[inside] == "dialog" or "popover" in table.attributes[inside][::2]
        ):
            yield inside


def _without_place(table: DocumentTable) -> list[int]:
    nowhere = (*table.scroll, 0.0, 0.0)
    return [row for row, box in enumerate(table.bounds) if box == nowhere and row]


def scroll_to(
    table: DocumentTable,
    scroll: tuple[float, float],
    rows: Sequence[int],
    boxes: Sequence[Bounds | None],
    *,
    alone: bool,
) -> None:
    """Write the scroll position of a document, and move the boxes that it moves.

    `rows` and `boxes` are the elements of `moved_by_scrolling` and where they are now; None without a box. `alone`:
    nothing else has changed. Raises `Unclear`.
    """
    was = table.scroll
    along = (scroll[0] - was[0], scroll[1] - was[1])
    measured = dict(zip(rows, boxes, strict=True))
    nowhere = [row for row in _without_place(table) if measured.get(row) is None]
    shifts: dict[int, tuple[float, float]] = {}
    for row, box in measured.items():
        before = table.bounds[row]
        if before is None or box is None:
            continue
        shift = _shift_of(before, box, along, special=table.tag[row] in MEASURED_OTHERWISE)
        resized = abs(box[2] - before[2]) > STILL or abs(box[3] - before[3]) > STILL
        if shift is None or (alone and resized and table.tag[row] not in MEASURED_OTHERWISE):
            raise Unclear("elements that moved otherwise than the page was scrolled")
        for inside in range(row, end_of(table, row)):
            shifts[inside] = shift
    bounds = table.bounds
    for row, (right, down) in shifts.items():
        box = bounds[row]
        if box is not None and (right or down):
            bounds[row] = (box[0] + right, box[1] + down, box[2], box[3])
    for row in nowhere:
        bounds[row] = (*scroll, 0.0, 0.0)
    table.reshaped.update(shifts, nowhere)
    table.scroll = scroll


def _shift_of(
    was: Bounds, box: Bounds, along: tuple[float, float], *, special: bool
) -> tuple[float, float] | None:
    """How far an element has moved in the document; None where that is not certain."""
    found: list[float] = []
    for before, now, scrolled in zip(was[:2], box[:2], along, strict=True):
        distance = now - before
        nearest = min((0.0, scrolled), key=lambda known: abs(known - distance))
        if abs(nearest - distance) <= (_BORDER if special else STILL):
            found.append(nearest)
        elif special:
            return None
        else:
            found.append(round(distance * 64) / 64)
    return found[0], found[1]
