"""Finds covered elements, by five points each, and the controls that close the covers (SX-05, EX-03). Pure.

A point is free where the element itself, a descendant or an ancestor is topmost, in its own document and, going
outwards, in every document that shows its frame. No point costs a round trip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from cdp_engine.observe.drawn.drawn_contents import has_text
from cdp_engine.observe.drawn.field_boxes import is_decoration
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Placement, ShiftedBoxes
from cdp_engine.observe.model.html_vocabulary import CHECKED_TYPES
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.visual.hit_map import Edges, HitMap, Touchable, rows_in

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE | Flag.RENDERED)
VISIBLE, BEHIND_MODAL, FIXED = int(Flag.VISIBLE), int(Flag.BEHIND_MODAL), int(Flag.FIXED)
INTERACTIVE = int(Flag.INTERACTIVE)
INSET = 2.0
ENOUGH = 0.5
"""The share of points that must be free."""
TALLEST_CHOICE = 96.0
"""The largest height of a check box or radio button with its label, CSS px."""


def mark_covered(
    columns: NodeColumns,
    documents: Sequence[DocumentInfo],
    tables: Sequence[DocumentTable],
) -> None:
    """Write `covered_by` for interactive elements that the mouse cannot reach."""
    wanted = [
        _shown(columns, document) if tables[at].has_layout else [] for at, document in enumerate(documents)
    ]
    columns.layered = False
    if not any(wanted):
        return
    finder = _Finder(columns, documents, tables, wanted)
    covered_by = columns.covered_by
    for ordinal, rows in enumerate(wanted):
        columns.layered = columns.layered or not finder.is_flat(ordinal)
        if not rows or finder.is_open(ordinal):
            continue
        for row in finder.reachable(rows, ordinal):
            cover = finder.cover_of(row, ordinal)
            if cover >= 0:
                covered_by[row] = cover


def _shown(columns: NodeColumns, document: DocumentInfo) -> list[int]:
    """The visible interactive rows of a document that are not known to be covered."""
    covered_by, boxes = columns.covered_by, columns.bounds
    shown = list(columns.rows_with(SHOWN, document.first_row, document.end_row))
    if isinstance(boxes, ShiftedBoxes):
        return [row for row in boxes.drawn(shown) if row not in covered_by]
    return [row for row in shown if boxes[row] and row not in covered_by]


class _Finder:
    """Finds covers; keeps one map per document, built on first use."""

    def __init__(
        self,
        columns: NodeColumns,
        documents: Sequence[DocumentInfo],
        tables: Sequence[DocumentTable],
        wanted: Sequence[Sequence[int]],
    ) -> None:
        self._columns, self._documents, self._tables = columns, documents, tables
        owners = [document.owner_row for document in documents if document.owner_row >= 0]
        self._asked = [
            sorted([*rows, *(owner for owner in owners if columns.document[owner] == ordinal)])
            for ordinal, rows in enumerate(wanted)
        ]
        self._maps: dict[int, HitMap] = {}
        self._veil: int | None = None
        self._over_owner: dict[int, tuple[Edges | None, list[Touchable]]] = {}
        self._label_of: dict[int, int] = {}
        for label, control in columns.labels.items():
            self._label_of.setdefault(control, label)

    def is_flat(self, ordinal: int) -> bool:
        """Whether no box can cover another in a document."""
        return not self._tables[ordinal].has_layout or self._map(ordinal).flat

    def is_open(self, ordinal: int) -> bool:
        """Whether no box covers another in a document."""
        return self._map(ordinal).empty and not self._over_frames(ordinal) and self._veil_row() < 0

    def reachable(self, rows: Sequence[int], ordinal: int) -> Sequence[int]:
        """Those of the rows of a document that a box may cover."""
        if self._over_frames(ordinal) or self._veil_row() >= 0:
            return rows
        return rows_in(self._columns, rows, self._map(ordinal).reach)

    def cover_of(self, row: int, ordinal: int) -> int:
        """The row that covers another of that document; -1 where the mouse reaches it."""
        seen = self._map(ordinal).seen_of(row)
        if seen is None:
            return self._veiled(row)
        over = self._unrelated(row, self._map(ordinal).over(row, seen))
        frames = self._over_frames(ordinal)
        if not over and not frames:
            return self._veiled(row)
        sampled = free = 0
        covers: Counter[int] = Counter()
        for x, y in _points(seen):
            sampled += 1
            cover = self._at(row, over, x, y)
            if cover < 0 and frames:
                cover = self._outside(ordinal, x, y)
            if cover >= 0:
                covers[cover] += 1
            else:
                free += 1
                if free >= 3:
                    break
        if free >= ENOUGH * sampled or (free and self._is_free_inside(row, ordinal, seen, over)):
            return self._veiled(row)
        return covers.most_common(1)[0][0]

    def _is_free_inside(self, row: int, ordinal: int, seen: Edges, over: list[Touchable]) -> bool:
        """Whether only the edges of an element are covered, as by the strips that resize columns."""
        return all(
            self._at(row, over, x, y) < 0 and self._outside(ordinal, x, y) < 0 for x, y in _inner_points(seen)
        )

    def _map(self, ordinal: int) -> HitMap:
        if ordinal not in self._maps:
            self._maps[ordinal] = HitMap(
                self._columns, self._documents[ordinal], self._tables[ordinal], self._asked[ordinal]
            )
        return self._maps[ordinal]

    def _over_frames(self, ordinal: int) -> bool:
        """Whether anything covers a frame that shows a document."""
        while (owner := self._documents[ordinal].owner_row) >= 0:
            if owner not in self._over_owner:
                outer = self._columns.document[owner]
                seen = self._map(outer).seen_of(owner) if self._tables[outer].has_layout else None
                boxes = self._map(outer).over(owner, seen) if seen is not None else []
                self._over_owner[owner] = (seen, self._unrelated(owner, boxes))
            if self._over_owner[owner][1]:
                return True
            ordinal = self._columns.document[owner]
        return False

    def _outside(self, ordinal: int, x: float, y: float) -> int:
        """The row that covers a point of a document in the documents around it; -1 for none."""
        documents = self._documents
        while (owner := documents[ordinal].owner_row) >= 0:
            outer = self._columns.document[owner]
            x, y = _outwards(documents[ordinal].placement, documents[outer].placement, x, y)
            seen, over = self._over_owner.get(owner, (None, []))
            if seen is None or not (seen[0] <= x < seen[2] and seen[1] <= y < seen[3]):
                return -1  # scrolled out of its frame
            cover = self._at(owner, over, x, y)
            if cover >= 0:
                return cover
            ordinal = outer
        return -1

    def _unrelated(self, row: int, boxes: list[Touchable]) -> list[Touchable]:
        """The boxes, or none where all of them are parts of the element itself."""
        if not boxes:
            return boxes
        for box in boxes:
            hit = box.row
            while hit > row:
                hit = self._columns.parent[hit]
            if hit != row:
                return boxes
        return []

    def _at(self, row: int, over: list[Touchable], x: float, y: float) -> int:
        """The row that covers another at a point of its document; -1 where it is topmost itself."""
        for box in over:
            if not box.holds(x, y):
                continue
            around = set(self._upwards(row))
            chain = list(self._upwards(box.row))
            if (
                self._columns.editors.get(row, row) in chain
                or box.row in around
                or self._label_of.get(row, -1) in chain
                or self._columns.labels.get(row, -1) in chain
            ):
                return -1
            common = next((at for at, step in enumerate(chain) if step in around), len(chain))
            if common < len(chain) and (
                is_decoration(self._columns, row, chain[common], chain[:common])
                or _draws_choice(self._columns, row, chain[common], chain[:common])
            ):
                return -1
            return self._outermost(chain[:common], x, y)
        return -1

    def _outermost(self, chain: list[int], x: float, y: float) -> int:
        """The outermost among a hit row and its ancestors that still contains the point."""
        columns = self._columns
        found = -1
        for row in chain:
            bounds = columns.bounds[row]
            if columns.kind[row] == 1 and (found < 0 or (bounds is not None and _holds(bounds, x, y))):
                found = row
        return found

    def _veiled(self, row: int) -> int:
        """Elements out of view are covered as well while a box is fixed over the whole page."""
        veil = self._veil_row()
        if veil < 0:
            return -1
        columns = self._columns
        outer = row
        while columns.document[outer] != 0:
            outer = self._documents[columns.document[outer]].owner_row
        if (columns.paint_order[outer], outer) > (columns.paint_order[veil], veil):
            return -1
        around = set(self._upwards(outer))
        if columns.flags[outer] & FIXED or veil in around:
            return -1
        return -1 if outer in self._upwards(veil) else veil

    def _veil_row(self) -> int:
        if self._veil is None:
            self._veil = self._map(0).veil() if self._tables[0].has_layout else -1
        return self._veil

    def _upwards(self, row: int) -> Iterator[int]:
        """A row and the rows around it in its document."""
        first = self._documents[self._columns.document[row]].first_row
        return takewhile(first.__le__, self._columns.upwards(row))


def _points(seen: Edges) -> Iterator[tuple[float, float]]:
    """The middle, and four points just inside the corners."""
    left, top, right, bottom = seen
    across, down = min(INSET, (right - left) / 4), min(INSET, (bottom - top) / 4)
    yield (left + right) / 2, (top + bottom) / 2
    for x in (left + across, right - across):
        for y in (top + down, bottom - down):
            yield x, y


def _inner_points(seen: Edges) -> Iterator[tuple[float, float]]:
    """The middle, and four points halfway to the corners."""
    left, top, right, bottom = seen
    across, down = (right - left) / 4, (bottom - top) / 4
    yield (left + right) / 2, (top + bottom) / 2
    for x in (left + across, right - across):
        for y in (top + down, bottom - down):
            yield x, y


def _outwards(inner: Placement, outer: Placement, x: float, y: float) -> tuple[float, float]:
    """A point of a frame's document in the coordinates of the document around it."""
    return (
        (inner.x + x * inner.scale_x - outer.x) / outer.scale_x,
        (inner.y + y * inner.scale_y - outer.y) / outer.scale_y,
    )


def _holds(bounds: tuple[float, float, float, float], x: float, y: float) -> bool:
    return bounds[0] <= x < bounds[0] + bounds[2] and bounds[1] <= y < bounds[1] + bounds[3]


def _draws_choice(columns: NodeColumns, control: int, around: int, cover: Sequence[int]) -> bool:
    """Whether a label without a control of its own, or a drawing without words, lies over the only input of a small
    box, a check box.
    """
    if columns.tag[control] != "input" or not cover:
        return False
    if columns.tag[cover[-1]] != "label" and has_text(columns, cover[-1]):
        return False
    bounds = columns.bounds[around]
    if bounds is None or bounds[3] > TALLEST_CHOICE or cover[-1] in columns.labels:
        return False
    if any(columns.flags[row] & INTERACTIVE for row in cover if columns.tag[row] != "label"):
        return False
    inputs = [row for row in columns.rows_within(around) if columns.tag[row] == "input"]
    return inputs == [control] and read_text(columns.attributes[control], "type") in CHECKED_TYPES
