"""A page as nested rows: their order, texts and boxes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress, pairwise
from types import MappingProxyType

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, TEXT_AFTER, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.model.html_vocabulary import INLINE_TAGS, NATIVE_CONTROLS
from cdp_engine.observe.model.refs import RefIssuer, ShortRefs
from cdp_engine.protocol import page

VISIBLE, INLINE, RENDERED = int(Flag.VISIBLE), int(Flag.INLINE), int(Flag.RENDERED)
NO_ROWS: tuple[int, ...] = ()
_CHEAPER, _EACH = 8, 200
"""How many rows are read in the time that one takes where the children of all are found, and how many more could be
read in the time that it takes to begin with the children of one.
"""
ONE_LINE = 0.75
"""A text less high than this share of its element is one of several lines."""
BLOCK_END = -1
"""A marker among rows: the end of a block."""


@dataclass(slots=True, frozen=True)
class LeftOut:
    """A part of the page that is missing from the snapshot, and why (EX-04)."""

    frame_id: page.FrameId
    url: str
    reason: str


@dataclass(slots=True, frozen=True)
class PageContext:
    """The page as a whole at capture time. Lengths in CSS px."""

    url: str
    title: str
    viewport: tuple[float, float]
    scroll: tuple[float, float]
    content_size: tuple[float, float]
    main_frame: page.FrameId
    source: str
    """The kind of the capture: `hybrid` or `fast`."""
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    """Deviations of the capture, such as a fallback on a deeply nested page."""


NUMBERED = {
    "row": "aria-rowindex", "gridcell": "aria-colindex", "cell": "aria-colindex", "columnheader": "aria-colindex",
    "rowheader": "aria-colindex", "listitem": "aria-posinset", "option": "aria-posinset", "treeitem": "aria-posinset",
}  # fmt: skip
"""Roles of elements that may be drawn elsewhere than they are in the document -> what numbers them."""


NUMBERING = frozenset(NUMBERED.values())


OF_A_SET = frozenset(("listitem", "option", "treeitem"))
"""Those of them that are numbered within a group, of which one element may hold several."""


def screen_order(columns: NodeColumns) -> Mapping[int, tuple[int, ...]]:
    """Parents whose lines or cells are numbered in another order than that of the document -> those, as numbered."""
    numbers: dict[int, list[tuple[int, int]]] = {}
    attributes, roles = columns.attributes, columns.role
    for row in compress(range(len(columns)), attributes):
        name = NUMBERED.get(roles[row])
        given = read_text(attributes[row], name) if name else ""
        if given.isdecimal():
            numbers.setdefault(columns.parent[row], []).append((int(given), row))
    ordered = {
        above: tuple([row for _, row in sorted(found)])
        for above, found in numbers.items()
        if any(one > other for (one, _), (other, _) in pairwise(found))
        and (roles[found[0][1]] not in OF_A_SET or _is_one_set(columns, found))
    }
    return MappingProxyType(ordered)


def _is_one_set(columns: NodeColumns, numbered: Sequence[tuple[int, int]]) -> bool:
    """Whether no number comes twice, as the members of two groups begin again at 1, and all are of one level."""
    levels = {read_text(columns.attributes[row], "aria-level") for _, row in numbered}
    return len(levels) == 1 and len({number for number, _ in numbered}) == len(numbered)


def _refilled(siblings: Sequence[int], placed: Sequence[int]) -> tuple[int, ...]:
    """The siblings with some of them in another order, in the places of those."""
    moved = set(placed)
    following = iter(placed)
    return tuple([next(following) if row in moved else row for row in siblings])


class PageTree:
    """The rows of one snapshot, and queries on them that need no `VirtualNode`."""

    __slots__ = (
        "_after", "_children", "_order", "_scanned", "_some", "_text", "_words", "columns", "context", "documents",
        "refs",
    )  # fmt: skip

    def __init__(
        self, columns: NodeColumns, documents: Sequence[DocumentInfo], context: PageContext, refs: RefIssuer
    ) -> None:
        self.columns = columns.sealed()
        self.documents = tuple(documents)
        self.context = context
        self.refs = refs if isinstance(refs, ShortRefs) else ShortRefs(refs)
        self._children: list[tuple[int, ...]] | None = None
        self._some: dict[int, tuple[int, ...]] = {}
        """The children of some rows, until those of all are wanted."""
        self._scanned = 0
        """How many rows were looked at for these."""
        self._words: frozenset[str] | None = None
        self._after: Mapping[int, int] | None = None
        self._order: Mapping[int, tuple[int, ...]] | None = None
        self._text: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.columns)

    def reading_order(self) -> Iterator[int]:
        """Every row in reading order: frames and shadow content in place."""
        pending = [0] if len(self.columns) else []
        while pending:
            row = pending.pop()
            yield row
            pending.extend(reversed(self.child_rows(row)))

    def child_rows(self, row: int) -> tuple[int, ...]:
        """The rows that lie directly in a row, in reading order: lines and cells of a grid as they are numbered."""
        if self._children is None:
            known = self._some.get(row)
            if known is None and len(self.documents) == 1 and self._scanned < _CHEAPER * len(self.columns):
                known = self._some[row] = self._children_of(row)
            if known is not None:
                return known
            self._children = self._all_children()
        return self._children[row]

    def all_child_rows(self) -> Sequence[tuple[int, ...]]:
        """For each row, the rows that lie directly in it: where those of every row are wanted, this is cheaper."""
        if self._children is None:
            self._children = self._all_children()
        return self._children

    def _children_of(self, row: int) -> tuple[int, ...]:
        """The children of a row in a page of one document; cheaper than those of all rows for a few."""
        end, parents = self.columns.end_of(row), self.columns.parent
        self._scanned += end - row + _EACH
        found = tuple(compress(range(row + 1, end), map(row.__eq__, parents[row + 1 : end])))
        last = self.texts_after().get(row)
        if last is not None:
            found = (*(child for child in found if child != last), last)
        placed = self.screen_order().get(row)
        return _refilled(found, placed) if placed else found

    def _all_children(self) -> list[tuple[int, ...]]:
        found: list[list[int] | None] = [None] * len(self.columns)
        for child, parent in enumerate(self.columns.parent):
            if parent >= 0:
                siblings = found[parent]
                if siblings is None:
                    found[parent] = [child]
                else:
                    siblings.append(child)
        for above, last in self.texts_after().items():
            siblings = found[above] or []
            siblings.append(siblings.pop(siblings.index(last)))
        children = [NO_ROWS if rows is None else tuple(rows) for rows in found]
        for above, placed in self.screen_order().items():
            children[above] = _refilled(children[above], placed)
        return children

    def elements_beside(self, row: int) -> tuple[int | None, int | None]:
        """The elements before and after an element in the same parent, in reading order."""
        columns = self.columns
        parents, kinds, above = columns.parent, columns.kind, columns.parent[row]
        if above in self.screen_order():
            siblings = [child for child in self.child_rows(above) if kinds[child] == ELEMENT]
            at = siblings.index(row)
            return siblings[at - 1] if at else None, siblings[at + 1] if at + 1 < len(siblings) else None
        before = row - 1
        while before > above and (parents[before] != above or kinds[before] != ELEMENT):
            before = before - 1 if parents[before] == above else parents[before]
        after = columns.end_of(row)
        while after < len(columns) and parents[after] == above and kinds[after] != ELEMENT:
            after = columns.end_of(after)
        is_beside = after < len(columns) and parents[after] == above
        return before if before > above else None, after if is_beside else None

    def attribute_words(self) -> frozenset[str]:
        """All names and values of attributes."""
        if self._words is None:
            self._words = frozenset(chain.from_iterable(filter(None, self.columns.attributes)))
        return self._words

    def screen_order(self) -> Mapping[int, tuple[int, ...]]:
        """Parents whose lines or cells are drawn in another order than that of the document -> those, as drawn."""
        if self._order is None:
            is_numbered = not self.attribute_words().isdisjoint(NUMBERING)
            self._order = screen_order(self.columns) if is_numbered else MappingProxyType({})
        return self._order

    def texts_after(self) -> Mapping[int, int]:
        """Elements at whose end a style sheet adds a text (`::after`) -> its row, which is before their contents."""
        if self._after is None:
            columns = self.columns
            self._after = {
                columns.parent[row]: row for row in columns.rows_of(TEXT_AFTER) if columns.kind[row] == TEXT
            }
        return self._after

    def rows_below(self, row: int) -> Iterator[int]:
        """Every row in a row, in reading order."""
        pending = list(reversed(self.child_rows(row)))
        while pending:
            current = pending.pop()
            yield current
            pending.extend(reversed(self.child_rows(current)))

    def ancestors(self, row: int) -> Iterator[int]:
        """The rows around a row, the innermost first."""
        return self.columns.ancestors(row)

    def text_of(self, row: int) -> str:
        """The visible text in a row, white space normalised."""
        known = self._text.get(row)
        if known is None:
            columns = self.columns
            below = self.child_rows(row)
            if len(below) == 1 and columns.kind[below[0]] == TEXT:
                text = below[0]
                known = " ".join(columns.text[text].split()) if columns.flags[text] & VISIBLE else ""
                self._text[row] = known
                return known
            parts: list[str] = []
            pending = [row]
            while pending:
                current = pending.pop()
                if current == BLOCK_END:
                    parts.append(" ")
                elif columns.kind[current] == TEXT:
                    if columns.flags[current] & VISIBLE:
                        parts.append(columns.text[current])
                elif _continues_text(columns, current):
                    pending.extend(reversed(self.child_rows(current)))
                else:
                    parts.append(" ")
                    pending.append(BLOCK_END)
                    pending.extend(reversed(self.child_rows(current)))
            known = self._text[row] = " ".join("".join(parts).split())
        return known

    def box_of(self, row: int) -> Box | None:
        """The box of a row in the main viewport, in CSS px: its own or, lacking one, its content's."""
        bounds = self.columns.bounds[row]
        document = self.documents[self.columns.document[row]]
        if bounds is not None and (bounds[2] > 0 and bounds[3] > 0):
            return document.placement.place(bounds)
        pending = [row]
        while pending:
            current = pending.pop()
            inner = self.columns.bounds[current]
            if inner is not None and inner[2] > 0 and inner[3] > 0:
                return self.documents[self.columns.document[current]].placement.place(inner)
            seen = [child for child in self.child_rows(current) if self.columns.flags[child] & Flag.VISIBLE]
            pending.extend(reversed(seen))
        return None if bounds is None else document.placement.place(bounds)

    def point_of(self, row: int) -> tuple[float, float] | None:
        """A point of a row in the main viewport, in CSS px: the middle of its box.

        For what continues a line and goes on in the next, the middle of its longest line, since the middle of all may
        lie in another element.
        """
        box = self.box_of(row)
        if box is None or not self.columns.flags[row] & INLINE:
            return None if box is None else box.center
        lines = list(self._lines_of(row))
        longest = max(lines, key=lambda line: line.width, default=box)
        return longest.center if longest.height < box.height * ONE_LINE else box.center

    def _lines_of(self, row: int) -> Iterator[Box]:
        """The boxes of the lines of the texts in a row, where the last capture's still fit them."""
        columns = self.columns
        for text in (row, *self.rows_below(row)):
            bounds = columns.bounds[text]
            if columns.kind[text] != TEXT or bounds is None or not columns.flags[text] & VISIBLE:
                continue
            document = self.documents[columns.document[text]]
            pieces = document.lines(columns.backend[text]) if document.lines is not None else ()
            if not pieces:
                yield document.placement.place(bounds)
                continue
            left, top = min(piece[0] for piece in pieces), min(piece[1] for piece in pieces)
            width = max(piece[0] + piece[2] for piece in pieces) - left
            height = max(piece[1] + piece[3] for piece in pieces) - top
            if abs(width - bounds[2]) < 1 and abs(height - bounds[3]) < 1:
                # A text that has only moved is broken where it was.
                for x, y, wide, high in pieces:
                    yield document.placement.place((x + bounds[0] - left, y + bounds[1] - top, wide, high))

    def is_offscreen(self, row: int) -> bool:
        """Whether a row lies wholly outside the main viewport or its own frame's."""
        box = self.box_of(row)
        if box is None:
            return True
        ordinal = self.columns.document[row]
        while ordinal >= 0:
            document = self.documents[ordinal]
            seen = self.viewport_of(document)
            if box.right <= seen.x or box.bottom <= seen.y or box.x >= seen.right or box.y >= seen.bottom:
                return True
            ordinal = -1 if document.owner_row < 0 else self.columns.document[document.owner_row]
        return False

    @staticmethod
    def viewport_of(document: DocumentInfo) -> Box:
        """The part of the main viewport that shows a document's own viewport."""
        return document.placement.place((*document.scroll, *document.viewport))


def _continues_text(columns: NodeColumns, row: int) -> bool:
    """Whether an element's text continues the text before it without a space."""
    tag = columns.tag[row]
    if not columns.flags[row] & RENDERED:
        return tag in INLINE_TAGS
    # a flex item is not part of a line, whatever its tag
    return bool(columns.flags[row] & INLINE) and tag not in NATIVE_CONTROLS
