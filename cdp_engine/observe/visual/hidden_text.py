"""Text that is laid out but unreadable for a person: in the colour of its background, or a pixel high (SX-13). Pure.

A page can use it to address a model without the user's knowledge, so it counts as not visible and is marked. Text over
an image, or over a box of another colour that is not an ancestor, counts as readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from cdp_engine.observe.model.columns import ELEMENT, GENERATED, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import NO_PAINT, Colour, Paint, Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.row_changes import FoundRows

VISIBLE, RENDERED, UNSEEN = int(Flag.VISIBLE), int(Flag.RENDERED), int(Flag.UNSEEN)
DEFERRED = int(Flag.DEFERRED)
NOT_YET = int(Flag.ARIA_HIDDEN | Flag.CLOSED)
"""Texts that are hidden from a person in an honest way: for assistive technology, or until something is opened."""
HIDES_OTHERWISE = int(Flag.TRANSPARENT | Flag.CLIPPED | Flag.UNREACHABLE | Flag.INERT | Flag.DEFERRED)
S_HIDDEN = int(Style.HIDDEN)
PAPER: Colour = (255, 255, 255, 1.0)
NEAR = 12
"""Colours whose channels differ by at most this much are indistinguishable."""
TINY = 2.0
"""Height in CSS px of an unreadable line."""
TEXTS = frozenset((TEXT, GENERATED))
PICTURES = words("img svg canvas video picture iframe object embed")

CANVAS = words("html body")
"""What paints the whole page, however large its own box is."""

Ground = Colour | None
"""The colour behind a text; None where there is an image or the colour is unknown."""


def mark_unseen(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, ground: Ground, found: FoundRows
) -> None:
    """Mark the unreadable texts of a document on the background `ground`, and clear their visible flag."""
    flags, kinds, bounds, texts = columns.flags, columns.kind, columns.bounds, columns.text
    suspects = _suspects(columns, document, table, ground)
    if suspects:
        over = _painted(columns, document, table)
        for row in suspects:
            box = bounds[row]
            if box is not None and not _lies_over(columns, row, box, over, suspects[row]):
                flags[row] &= ~VISIBLE
    first, end = document.first_row, document.end_row
    unseen = [
        row for row in columns.rows_with_but(RENDERED, VISIBLE | NOT_YET, first, end) if kinds[row] == TEXT
    ]
    for row in map(first.__add__, found.rows("tiny texts", partial(_tiny, table))):
        if flags[row] & (VISIBLE | DEFERRED) == VISIBLE:
            flags[row] = flags[row] & ~VISIBLE | UNSEEN
    for row in unseen:
        if not texts[row].isspace():
            flags[row] |= UNSEEN


def _tiny(table: DocumentTable, rows: Iterable[int]) -> Iterator[int]:
    """The texts among some rows that are too low to be read."""
    kinds, bounds = table.kind, table.bounds
    return (
        row for row in rows if (box := bounds[row]) is not None and box[3] <= TINY and kinds[row] in TEXTS
    )


def reads_as_marked(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, ground: Ground
) -> bool:
    """Whether the colours of now make no other text unreadable than those that are marked; False where in doubt."""
    if not table.paint or not _possible(table.palette, ground):
        return True
    first, flags, bounds = document.first_row, columns.flags, columns.bounds
    for row in columns.rows_with(UNSEEN, first, document.end_row):
        box = bounds[row]
        hidden = flags[row] & HIDES_OTHERWISE or table.style[row - first] & S_HIDDEN
        if columns.kind[row] in TEXTS and not hidden and box is not None and box[3] > TINY:
            return False  # the colours may have hidden it
    suspects = _suspects(columns, document, table, ground)
    over = _painted(columns, document, table) if suspects else []
    boxes = ((row, box) for row in suspects if (box := bounds[row]) is not None)
    return all(_lies_over(columns, row, box, over, suspects[row]) for row, box in boxes)


def ground_of(columns: NodeColumns, owner: DocumentTable, first_row: int, row: int, ground: Ground) -> Ground:
    """The colour behind a frame element, for the document in it."""
    while row >= first_row:
        paint = owner.paint[row - first_row] if owner.paint else NO_PAINT
        if not paint.bare:
            opaque = paint.background is not None and paint.background[3] >= 0.99
            return paint.background if opaque and not paint.pictured else None
        row = columns.parent[row]
    return ground


def _suspects(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, ground: Ground
) -> dict[int, Colour]:
    """Visible texts in the colour of the background that their ancestors paint, with that colour."""
    first = document.first_row
    kinds, parents, flags, texts = columns.kind, columns.parent, columns.flags, columns.text
    paints = table.paint
    if not paints or not _possible(table.palette, ground):
        return {}
    grounds: dict[int, Ground] = {first: ground}
    verdicts: dict[tuple[Paint, Ground], bool] = {}
    found: dict[int, Colour] = {}
    for row, paint in zip(range(first, document.end_row), paints, strict=True):
        kind = kinds[row]
        if kind == ELEMENT:
            behind = grounds.get(parents[row], ground)
            if not paint.bare:
                own = paint.background
                behind = own if not paint.pictured and own is not None and own[3] >= 0.99 else None
            grounds[row] = behind
        elif kind in TEXTS and flags[row] & VISIBLE:
            behind = grounds.get(parents[row], ground)
            same = verdicts.get((paint, behind))
            if same is None:
                same = verdicts[paint, behind] = _same(paint.colour, behind)
            if same and behind is not None and not texts[row].isspace():
                beneath = _ground_at(columns, row, paints, first, ground)
                if _same(paint.colour, beneath) and beneath is not None:
                    found[row] = beneath
    return found


def _ground_at(columns: NodeColumns, row: int, paints: Sequence[Paint], first: int, ground: Ground) -> Ground:
    """The background that ancestors paint where a text is drawn: it may lie beside the box that it belongs to."""
    box, at = columns.bounds[row], columns.parent[row]
    while at >= first:
        paint, around = paints[at - first], columns.bounds[at]
        if not paint.bare and (
            box is None or around is None or columns.tag[at] in CANVAS or _has_centre(around, box)
        ):
            own = paint.background
            return own if not paint.pictured and own is not None and own[3] >= 0.99 else None
        at = columns.parent[at]
    return ground


def _has_centre(around: Bounds, box: Bounds) -> bool:
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return around[0] <= x < around[0] + around[2] and around[1] <= y < around[1] + around[3]


def _possible(palette: frozenset[Paint], ground: Ground) -> bool:
    """Whether any text has the colour of any background of the document."""
    behind = {paint.background for paint in palette if not paint.bare} | {ground}
    return any(_same(colour, back) for colour in {paint.colour for paint in palette} for back in behind)


def _same(colour: Colour | None, behind: Ground) -> bool:
    if colour is None or behind is None:
        return False
    if colour[3] <= 0.02:
        return True
    shares = [abs(colour[channel] - behind[channel]) * colour[3] for channel in range(3)]
    return max(shares) <= NEAR


def _painted(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> list[tuple[int, Ground]]:
    """Rows that paint a background, with its colour (None: an image)."""
    first, tags, flags = document.first_row, columns.tag, columns.flags
    found: list[tuple[int, Ground]] = []
    for row in range(first, document.end_row):
        if tags[row] in PICTURES and flags[row] & VISIBLE:
            found.append((row, None))
    for row, paint in enumerate(table.paint, first):
        if paint.pictured:
            found.append((row, None))
        elif not paint.bare and (columns.kind[row] == 0 or flags[row] & VISIBLE):
            found.append((row, paint.background))
    return found


def _lies_over(
    columns: NodeColumns, row: int, box: Bounds, painted: list[tuple[int, Ground]], behind: Colour
) -> bool:
    """Whether a box of another colour may be painted behind a text."""
    parents = columns.parent
    for other, colour in painted:
        bounds = columns.bounds[other]
        if bounds is None or (colour is not None and _same(colour, behind)):
            continue
        if not _has_centre(bounds, box):
            continue
        above = parents[row]
        while above >= 0 and above != other:
            above = parents[above]
        if above < 0:
            return True
    return False
