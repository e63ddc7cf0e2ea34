"""Writes what is drawn otherwise into a document's table: boxes, styles and texts (CD-17). Pure.

Whatever is neither in a reported part nor beside or around one is where it was in what it is in, else all is unclear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import isnan

from cdp_engine.observe.incremental.moved_boxes import (
    MEASURED_OTHERWISE,
    PLACED,
    STILL,
    bare_rows,
    boxes_of,
    is_folded,
    move_along,
    part_of,
    rounded,
    stirred_around,
    write_undrawn,
)
from cdp_engine.observe.incremental.moved_rows import has_layer
from cdp_engine.observe.incremental.redrawing.drawings import Drawings, Unclear
from cdp_engine.observe.incremental.redrawing.drawn_rows import DrawnRows
from cdp_engine.observe.incremental.redrawing.layers import Layers
from cdp_engine.observe.incremental.restate import write_state
from cdp_engine.observe.incremental.restyle import drawn_styles
from cdp_engine.observe.model.column_scans import places_of
from cdp_engine.observe.model.columns import ELEMENT, GENERATED, TEXT
from cdp_engine.observe.model.html_vocabulary import FRAME_TAGS, words
from cdp_engine.observe.sources.computed_styles import Drawn, Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.row_changes import with_ancestors
from cdp_engine.tab import DrawnElement, DrawnText, Redrawn

_INNER_BOXES = {
    "li": 2,
    "button": 1,
    "input": 6,
    "textarea": 4,
    "select": 6,
    "table": 2,
    "fieldset": 2,
    "tr": 1,
    "td": 1,
}
"""How many layout objects elements have beside their own."""
_TABLE_PARTS = words("tr tbody thead tfoot")
_MOST_MEASURED = 200
_IN_LINES = int(Style.INLINE | Style.INLINE_BOX)
_BARE = 8
"""See `DrawnElement.bits`."""
_DEFERRED = int(Style.CONTENT_HIDDEN | Style.CONTENT_AUTO)


@dataclass(slots=True)
class Redrawing:
    """One update of a table."""

    table: DocumentTable
    redrawn: Redrawn
    new: Set[int]
    """Rows of new nodes."""
    layers: Layers
    listened: Set[int]
    """The nodes with listeners of their own for clicks."""
    rows: list[int] = field(default_factory=list[int])
    """The rows of all elements, in the order of the document."""
    boxes: Mapping[int, Sequence[float]] = field(default_factory=dict[int, "Sequence[float]"])
    """The boxes that were measured, by the place of the element."""
    measured: set[int] = field(default_factory=set[int])
    """Their rows."""
    parts: set[int] = field(default_factory=set[int])
    """Rows that the reported parts consist of."""
    loose: set[int] = field(default_factory=set[int])
    """Rows in which others may move by themselves."""
    refilled: set[int] = field(default_factory=set[int])
    """Rows in which nodes came or went."""
    stirred: set[int] = field(default_factory=set[int])
    """Rows in which something has moved or is drawn otherwise, so that their texts may have moved, too."""
    shifts: dict[int, tuple[float, float]] = field(default_factory=dict[int, tuple[float, float]])
    """How far rows have moved."""
    steady: Set[int] = frozenset()
    """Rows in which texts flow around others, as they did where these are as large as before."""
    unmeasured: list[int] = field(default_factory=list[int])
    """Rows of what style sheets add, whose boxes the browser has to be asked for."""
    written: DrawnRows = field(init=False)

    def __post_init__(self) -> None:
        self.written = DrawnRows(self.table)

    def run(self) -> list[int]:
        """Write styles and boxes; returns the rows whose texts are to be measured. Raises `Unclear`."""
        table = self.table
        _check_deferred(table)
        self.rows = table.elements()
        if len(self.rows) != self.redrawn.total:
            raise Unclear("other elements than known")
        self.boxes = boxes_of(self.redrawn)
        self.measured = {self.rows[place] for place in self.boxes}
        self.steady = {self.rows[place] for place in self.redrawn.steady}
        styles = drawn_styles(table, self.redrawn.styles)
        table.palette |= {style.paint for style in styles}
        for place, facts in self.redrawn.parts:
            self._write_part(place, facts, styles)
            above = table.parent[self.rows[place]]
            self._stir(above)
            self._loosen(above)
        known = [self.rows[place] for place, _ in self.redrawn.texts]
        self.refilled = with_ancestors(table.parent, known)
        for row in known:
            self._stir(row)
            self._loosen(row)
        for row, box in zip(map(self.rows.__getitem__, self.boxes), self.boxes.values(), strict=True):
            if row not in self.parts:
                self._move(row, box)
        self.written.texts(known, [texts for _, texts in self.redrawn.texts])
        labels = places_of(table.tag, "label")
        if len(labels) != len(self.redrawn.labels):
            raise Unclear("other elements than known")
        for row, takes in zip(labels, self.redrawn.labels, strict=True):
            self._write_label(row, takes)
        table.content_size = self.redrawn.size
        return self._move_texts({*known})

    def _write_label(self, row: int, takes: int) -> None:
        if takes >= 0:
            takes = takes or self.table.backend[row] in self.listened
            (self.table.clickable.add if takes else self.table.clickable.discard)(row)
        elif row in self.new or row in self.refilled:
            raise Unclear("labels of other controls than inputs")

    def _stir(self, row: int) -> None:
        """Something in a row is elsewhere, so that the rest of the lines may be that it is in."""
        self.stirred.add(row)
        while row >= 0 and self._is_in_lines(row):
            self.stirred.add(row := self.table.parent[row])

    def _is_in_lines(self, row: int) -> bool:
        """Whether an element has no box of its own in the lines that it is in."""
        style = self.table.style[row]
        return style == NO_STYLE or style & _IN_LINES == Style.INLINE

    def _loosen(self, row: int) -> None:
        """Something in a row is drawn otherwise: it, and what is around it, may have other sizes."""
        while row >= 0 and row not in self.loose:
            self.loose.add(row)
            row = self.table.parent[row]

    def _write_part(
        self, place: int, facts: Sequence[DrawnElement | DrawnText], styles: Sequence[Drawn]
    ) -> None:
        """Write an element and everything in it."""
        table, root = self.table, self.rows[place]
        below = range(root, end_of(table, root))
        inside = [row for row in below if table.kind[row] in (ELEMENT, TEXT)]
        if [ELEMENT if isinstance(fact, DrawnElement) else TEXT for fact in facts] != [
            table.kind[row] for row in inside
        ]:
            raise Unclear("other contents than known")
        self.parts.update(below)
        layered = {row for row in below if has_layer(table, row)}
        drawings = Drawings(table, self.new, turned=self.redrawn.relayered)
        for row, fact in zip(inside, facts, strict=True):
            if isinstance(fact, DrawnText):
                self.written.text(row, fact)
                continue
            if not drawings.move(row, fact, self.boxes[place]):
                self._write_element(row, place, fact, styles, layered=row in layered)
                self._write_generated(row, fact, styles, layered)
            elif fact.style >= 0:
                self.written.style(row, styles[fact.style], layered=False)
            place += 1

    def _write_element(
        self, row: int, place: int, fact: DrawnElement, styles: Sequence[Drawn], *, layered: bool
    ) -> None:
        table = self.table
        if row in self.new:
            write_state(table, row, fact)
        if fact.style < 0 or fact.bits & _BARE:
            if layered:
                self.layers.remove(row)
            write_undrawn(self.table, row)
            if fact.style >= 0:
                self.written.bare[row] = styles[fact.style]
            return
        style = styles[fact.style]
        if table.tag[row] not in ("html", "body"):
            layered = self.layers.compare(row, style, before=layered, now=bool(fact.layer))
        x, y, width, height = self.boxes[place]
        if table.bounds[row] is None:
            self.written.made += 1 + _INNER_BOXES.get(table.tag[row], 0)
        table.reshape(row, rounded(x, y, width, height))
        self.written.style(row, style, layered=layered)

    def _write_generated(
        self, row: int, fact: DrawnElement, styles: Sequence[Drawn], layered: Set[int]
    ) -> None:
        """Write what style sheets add to an element; its boxes are measured later."""
        table = self.table
        table.generated.pop(row, None)
        for at, one in enumerate(fact.generated, row + 1):
            table.text[at] = ""
            if one.text:
                table.write_generated(at, one.side.removeprefix("::"), one.text)
            style = styles[one.style]
            layer = self.layers.compare(at, style, before=at in layered, now=bool(one.layer))
            if table.bounds[at] is None:
                self.written.made += 2
            self.written.style(at, style, layered=layer)
            self.unmeasured.append(at)

    def write_boxes(self, boxes: Sequence[Sequence[float]]) -> None:
        """Write the boxes of `unmeasured` rows: the four corners of each, in px of the viewport."""
        (right, down), table = self.table.scroll, self.table
        for row, corners in zip(self.unmeasured, boxes, strict=True):
            left, top = min(corners[::2]), min(corners[1::2])
            width, height = max(corners[::2]) - left, max(corners[1::2]) - top
            table.reshape(row, (left + right, top + down, width, height))

    def _move(self, row: int, box: Sequence[float]) -> None:
        """Write the box of an element outside of the reported parts. Raises `Unclear`."""
        was = self.table.bounds[row]
        if isnan(box[0]):
            self._move_folded(row)
        elif was is None:
            self._pass_on(row, box)
        else:
            self._compare(row, was, box)

    def _move_folded(self, row: int) -> None:
        """What closed details hold, which were closed before, has been laid out once and moves with them."""
        was = self.table.bounds[row]
        right, down = self.shifts.get(self._measured_around(row), (0.0, 0.0))
        if was is not None and (right or down):
            self.table.move(row, was, right, down)
            self.shifts[row] = (right, down)

    def _pass_on(self, row: int, box: Sequence[float]) -> None:
        """An element without a box: what is in it moves with what it is in."""
        if any(box):
            raise Unclear("elements shown without a known cause")
        above = self._measured_around(row)
        if above in self.shifts:
            self.shifts[row] = self.shifts[above]
        if self.table.parent[row] in self.loose:
            self.loose.add(row)

    def _compare(self, row: int, was: Bounds, box: Sequence[float]) -> None:
        table, above = self.table, self.table.parent[row]
        x, y, width, height = box
        right, down = self.shifts.get(self._measured_around(row), (0.0, 0.0))
        same = abs(width - was[2]) <= STILL and abs(height - was[3]) <= STILL
        along = same and abs(x - was[0] - right) <= STILL and abs(y - was[1] - down) <= STILL
        special = table.tag[row] in MEASURED_OTHERWISE
        loose = not along and self._is_loose(row)
        if along or (special and not loose):
            if right or down:
                table.move(row, was, right, down)
                self.shifts[row] = (right, down)
            if above in self.stirred and self._is_in_lines(row):
                self.stirred.add(row)  # a line of it may have moved though its box has not
            return
        if not loose:
            raise Unclear("elements that moved by themselves")
        if not same:
            self._check_resized(row, special=special or not (width or height))
        table.reshape(row, rounded(x, y, width, height))
        self.shifts[row] = (part_of(x - was[0]), part_of(y - was[1]))
        self._stir(above)
        if not same:
            self.loose.add(row)
            self.stirred.add(row)

    def _check_resized(self, row: int, *, special: bool) -> None:
        if row in self.steady:
            raise Unclear("floats or columns")
        if special or self.table.tag[row] in FRAME_TAGS:
            raise Unclear("another size of a special element")

    def _measured_around(self, row: int) -> int:
        """The innermost row around another that was measured."""
        row = self.table.parent[row]
        while row >= 0 and row not in self.measured:
            row = self.table.parent[row]
        return row

    def _is_loose(self, row: int) -> bool:
        """Whether an element may have moved otherwise than what it is in; cells depend on all of their table."""
        table, above = self.table, self.table.parent[row]
        if above in self.loose or table.style[row] & PLACED:
            return True
        while above >= 0 and table.tag[above] in _TABLE_PARTS:
            above = table.parent[above]
            if above in self.loose:
                return True
        return False

    def _move_texts(self, known: Set[int]) -> list[int]:
        """Move texts with what they are in; returns the elements whose texts are to be measured. Raises `Unclear`."""
        table, shifts, stirred = self.table, self.shifts, self.stirred
        stirred.update(row for row in bare_rows(table) if stirred_around(table, row, stirred))
        found: dict[int, None] = {}
        for row in self._loose_texts():
            kind, above = table.kind[row], table.parent[row]
            if above in stirred:
                if kind == TEXT and above not in known:
                    found[above] = None
                elif kind == GENERATED and table.bounds[row] is not None:
                    self.unmeasured.append(row)
            elif above in shifts and (was := table.bounds[row]) and (kind != TEXT or was[2] or was[3]):
                table.move(row, was, *shifts[above])
        if len(self.unmeasured) > _MOST_MEASURED:
            raise Unclear("much content of style sheets that may have moved")
        if len(found) > _MOST_MEASURED:
            raise Unclear("many texts that may have moved")
        return list(found)

    def _loose_texts(self) -> Iterable[int]:
        """The rows of texts, and of what style sheets add, that have not moved with what they are in yet."""
        all_are = self.redrawn.places is None
        steady = [] if all_are else sorted(self.measured - self.loose - self.parts)
        rows = move_along(self.table, steady, self.measured, self.shifts, self.stirred)
        return [row for row in rows if row not in self.parts]


def _check_deferred(table: DocumentTable) -> None:
    """Raise `Unclear` where contents are not laid out as long as nobody sees them, but for those of closed details."""
    deferred = {bits for bits in table.styles() if bits > 0 and bits & _DEFERRED}
    if deferred and any(
        bits in deferred and not is_folded(table, row) for row, bits in enumerate(table.style)
    ):
        raise Unclear("content-visibility")
