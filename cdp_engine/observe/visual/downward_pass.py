"""The pass over a document that finds what a person could see, for `visibility`. Pure.

One pass down (what hides a node hides its contents) and one up (a box without a size is visible for its overflow).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from itertools import compress

from cdp_engine.observe.model.columns import ELEMENT, GENERATED, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.model.html_vocabulary import SILENT_TAGS, words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.clipping import ScrollReach, Windows
from cdp_engine.observe.visual.hiding import (
    ARIA_HIDDEN,
    IN_SCROLLER,
    INHERITED,
    PUBLIC,
    S_AFFECTS_CONTENT,
    S_CLIPS,
    S_CONTENT_AUTO,
    STYLE_HIDDEN,
    blocking,
    hidden_by_attributes,
    hidden_by_box,
    hidden_by_markup,
    hidden_with_owner,
    hides_overflowing_text,
    is_deferred,
    is_folded,
)
from cdp_engine.observe.visual.left_hidden import is_left_hidden

RENDERED, VISIBLE, CLOSED = int(Flag.RENDERED), int(Flag.VISIBLE), int(Flag.CLOSED)
DEFERRED, UNREACHABLE = int(Flag.DEFERRED), int(Flag.UNREACHABLE)
INLINE, CELL, POINTER, NO_POINTER = int(Flag.INLINE), int(Flag.CELL), int(Flag.POINTER), int(Flag.NO_POINTER)
BOUNDED = int(Flag.BOUNDED)
DEFINITION_TAGS = words("defs clippath mask marker pattern")
"""Parts of a drawing that are laid out, but drawn only where other parts refer to them."""
SHOWN_TEXT = RENDERED | VISIBLE
T_DECISIVE = int(Trait.HIDES | Trait.EDITABLE)
S_HIDDEN, S_POINTER, S_NO_EVENTS = int(Style.HIDDEN), int(Style.POINTER), int(Style.NO_POINTER_EVENTS)
S_INLINE, S_CELL, S_BOUNDED = int(Style.INLINE), int(Style.TABLE_CELL), int(Style.BOUNDED)


@dataclass(slots=True, frozen=True)
class Seen:
    """What is visible in a document, by row of its table, as it is taken over into the next snapshot."""

    frame: object
    """What all rows depend on."""
    down: list[int]
    """The flags after the pass down."""
    flags: list[int]
    orphans: list[int]
    """Visible rows in parents that the pass down left invisible."""
    raised: set[int]
    """The rows that are visible for their contents."""
    odd: set[int]
    """Rows that depend on more than their style and a box with a size."""
    windows: Set[int]
    """Rows whose contents are clipped."""


class DownwardPass:
    """One pass over the rows of a document, parents first; the pass upwards ends it."""

    __slots__ = (
        "_blocking",
        "_bounds",
        "_by_attributes",
        "_columns",
        "_decisive",
        "_definitions",
        "_end",
        "_first",
        "_flags",
        "_folding",
        "_odd",
        "_orphans",
        "_plain",
        "_reach",
        "_styles",
        "_table",
        "_view",
        "_windows",
    )

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, *, aria_hidden_counts: bool
    ) -> None:
        seen = Box(*document.scroll, *document.viewport)
        self._columns, self._flags, self._bounds = columns, columns.flags, columns.bounds
        self._first, self._end = document.first_row, document.end_row
        self._table, self._styles = table, table.style
        self._blocking = blocking(aria_hidden_counts=aria_hidden_counts)
        self._by_attributes = ~ARIA_HIDDEN if is_left_hidden(table, document.viewport) else ~0
        self._folding = columns.has_tag("details")
        self._definitions = columns.has_tag("svg")
        self._windows = Windows(seen)
        self._view = seen
        self._reach = ScrollReach(columns, document, seen)
        self._plain = _plain_styles(table.styles())
        self._decisive = {traits for traits in table.kinds_of_traits() if traits & T_DECISIVE}
        self._orphans: list[int] = []
        """Visible rows in parents that are not."""
        self._odd: list[int] = []

    def run(self) -> Seen:
        """Write the flags of all rows."""
        first, end, flags = self._first, self._end, self._flags
        self._mark_first()
        self._mark_rows(first + 1, end)
        down = flags[first:end]
        raised = self._raise_visibility()
        public = {found: found & PUBLIC for found in set(flags[first:end])}
        flags[first:end] = map(public.__getitem__, flags[first:end])
        return self._seen(down, raised)

    def _frame(self) -> object:
        """What all rows depend on."""
        return (
            self._view, self._blocking, self._by_attributes, self._reach.from_right, self._folding,
            self._definitions,
        )  # fmt: skip

    def _seen(self, down: list[int], raised: set[int], windows: Set[int] = frozenset()) -> Seen:
        first = self._first
        entered = self._windows.cut.keys() | self._windows.for_positioned.keys()
        return Seen(
            self._frame(),
            down,
            self._flags[first : self._end],
            [row - first for row in self._orphans],
            raised,
            {row - first for row in self._odd},
            windows | {row - first for row in entered},
        )

    def _mark_first(self) -> None:
        first = self._first
        self._mark_row(first, self._columns.parent[first], 0, self._columns.kind[first])

    def _mark_rows(self, first: int, end: int) -> None:
        """The fast path for most rows: no property of their own or of an ancestor hides them."""
        flags = self._flags
        parents, orphans, other_row = self._columns.parent, self._orphans, self._mark_row
        cut, cut_positioned = self._windows.cut, self._windows.for_positioned
        rows = zip(
            range(first, end), self._plain_bits(first, end), self._bounds[first:end], self._columns.kind[first:end],
            strict=True,
        )  # fmt: skip
        for row, bits, bounds, kind in rows:
            parent = parents[row]
            above = flags[parent]
            if bounds is None:
                if kind == TEXT and not above & DEFERRED:
                    flags[row] = above & INHERITED  # mostly white space between blocks
                    continue
            elif not above & INHERITED and not (cut and (parent in cut or parent in cut_positioned)):
                x, y, width, height = bounds
                if bits is not None and width > 0 and height > 0 and x + width > 0 and y + height > 0:
                    if kind == ELEMENT:
                        flags[row] = bits
                        if not above & VISIBLE:
                            orphans.append(row)
                        continue
                    if kind == TEXT and above & VISIBLE:
                        flags[row] = SHOWN_TEXT
                        continue
            other_row(row, parent, above, kind)

    def _plain_bits(self, first: int, end: int) -> list[int | None]:
        """The flags of rows without relevant styles and attributes; None for other rows."""
        start, stop = first - self._first, end - self._first
        bits: list[int | None] = list(map(self._plain.get, self._styles[start:stop]))
        for at in compress(
            range(len(bits)), map(self._decisive.__contains__, self._table.traits[start:stop])
        ):
            bits[at] = None
        tags = self._columns.tag
        if self._definitions:
            for at in compress(range(len(bits)), map(DEFINITION_TAGS.__contains__, tags[first:end])):
                bits[at] = None
        if self._folding:
            for at, parent in enumerate(self._columns.parent[first:end]):
                if tags[parent] == "details":
                    bits[at] = None
        return bits

    def _mark_row(self, row: int, parent: int, above: int, kind: int) -> None:
        """Any row; `above` are the flags of its parent where that is in the document, too."""
        self._odd.append(row)
        if row > self._first:
            inherited = above & INHERITED
        else:
            inherited = hidden_with_owner(self._columns, parent) if parent >= 0 else 0
        if kind == ELEMENT or (kind == GENERATED and self._columns.text[row]):
            found = self._element(row, parent, inherited)
        elif kind == TEXT:
            found = self._text(row, parent, inherited | self._folded(row, parent))
        else:
            self._flags[row] = inherited | (RENDERED if self._bounds[row] is not None else 0)
            return
        self._flags[row] = found
        if found & VISIBLE and not above & VISIBLE:
            self._orphans.append(row)

    def _folded(self, row: int, parent: int) -> int:
        """`CLOSED` for a child of a closed `details`, whatever has laid it out."""
        folding = self._folding and self._columns.tag[parent] == "details"
        return CLOSED if folding and is_folded(self._columns, parent, row) else 0

    def _text(self, row: int, parent: int, found: int) -> int:
        bounds, columns = self._bounds[row], self._columns
        if bounds is None or (found & DEFERRED and bounds[2] <= 0):
            waits = found & DEFERRED and not found & self._blocking and columns.tag[parent] not in SILENT_TAGS
            return found | VISIBLE if waits and not columns.text[row].isspace() else found
        found |= RENDERED
        if self._styles[row - self._first] & S_HIDDEN:
            return found | STYLE_HIDDEN
        if bounds[2] <= 0 or bounds[3] <= 0 or found & self._blocking:
            return found
        around = self._bounds[parent]
        no_size = around is not None and (around[2] <= 0 or around[3] <= 0)
        if no_size and hides_overflowing_text(columns.tag[parent], columns.attributes[parent]):
            return found
        if self._reach.misses(found, bounds):
            return found
        return found | (VISIBLE if self._windows.shows(parent, bounds) else UNREACHABLE)

    def _element(self, row: int, parent: int, found: int) -> int:
        columns, bounds, style = self._columns, self._bounds[row], self._styles[row - self._first]
        attributes, tag = columns.attributes[row], columns.tag[row]
        if self._table.traits[row - self._first] & T_DECISIVE:
            found |= hidden_by_attributes(attributes) & self._by_attributes
        found |= self._folded(row, parent)
        if self._definitions and tag in DEFINITION_TAGS:
            found |= CLOSED
        if bounds is None:
            if self._windows.cut:
                self._windows.skip(row, parent)
            waits = style == NO_STYLE and found & DEFERRED and not found & self._blocking
            if waits and hidden_by_markup(tag, attributes):
                return found | CLOSED
            return found | VISIBLE if waits and tag not in SILENT_TAGS else found
        found |= RENDERED
        if style & S_AFFECTS_CONTENT:
            found = self._scrolling(hidden_by_box(found, style, bounds, tag), found, bounds)
            if style & S_CONTENT_AUTO and is_deferred(columns, row, self._end, self._view):
                found |= DEFERRED
        if style & S_HIDDEN:
            found |= STYLE_HIDDEN
        if style & S_CLIPS or self._is_in_window(parent):
            found |= self._windows.enter(row, parent, style, bounds, tag)
        return self._sized(found, bounds) | _kind_of_box(style)

    def _scrolling(self, found: int, around: int, bounds: Bounds) -> int:
        """The flags of an element: one outside the viewport, as a closed drawer, scrolls nothing into view."""
        if not found & IN_SCROLLER or around & IN_SCROLLER:
            return found
        plain = found & ~IN_SCROLLER
        return plain if self._reach.misses(plain, bounds) else found

    def _is_in_window(self, parent: int) -> bool:
        windows = self._windows
        return bool(windows.cut) and (parent in windows.cut or parent in windows.for_positioned)

    def _sized(self, found: int, bounds: Bounds) -> int:
        """The flags that follow from the size and place of an element's box."""
        if bounds[2] <= 0 or bounds[3] <= 0:
            return found | VISIBLE if found & DEFERRED and not found & self._blocking else found
        if self._reach.misses(found, bounds):
            found |= UNREACHABLE
        return found if found & self._blocking else found | VISIBLE

    def _raise_visibility(self) -> set[int]:
        """A box of no size (or none at all) is visible if any of its contents are. Returns such rows."""
        raised: set[int] = set()
        flags, parents, first = self._flags, self._columns.parent, self._first
        kinds, texts = self._columns.kind, self._columns.text
        for orphan in reversed(self._orphans):
            row = orphan
            while row > first:
                parent = parents[row]
                above = flags[parent]
                if above & (VISIBLE | self._blocking):
                    break
                if kinds[row] == TEXT and (above & RENDERED or texts[row].isspace()):
                    break
                flags[parent] = above | VISIBLE
                raised.add(parent - first)
                row = parent
        return raised


def _plain_styles(styles: Set[int]) -> dict[int, int]:
    """Styles that hide, clip and move nothing -> the flags of a box with a size that has them."""
    return {
        style: RENDERED | VISIBLE | _kind_of_box(style)
        for style in styles
        if style >= 0 and not style & (S_AFFECTS_CONTENT | S_HIDDEN)
    }


def _kind_of_box(style: int) -> int:
    """How a box is laid out, how it responds to the pointer, and whether one sees where it ends."""
    kind = INLINE if style & S_INLINE else CELL if style & S_CELL else 0
    kind |= (POINTER if style & S_POINTER else 0) | (NO_POINTER if style & S_NO_EVENTS else 0)
    return kind | (BOUNDED if style & S_BOUNDED else 0)
