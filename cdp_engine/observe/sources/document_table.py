"""One document as columns: the common form of all sources before documents are joined."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import compress

from cdp_engine.observe.model.columns import (
    ELEMENT,
    GENERATED,
    TEXT,
    Attributes,
    Lines,
    NodeColumns,
    ShadowKind,
)
from cdp_engine.observe.model.columns import end_of as end_among
from cdp_engine.observe.sources.attribute_flags import traits_of
from cdp_engine.observe.sources.computed_styles import Paint
from cdp_engine.observe.sources.replies import Bounds

_IS_ELEMENT = bytes(1 if kind == ELEMENT else 0 for kind in range(256))
_FEW = 64
_LARGE = 200
"""Elements with so many rows are not measured twice."""
NO_STYLE = -1
"""Style of a node without a layout box."""
SPACES = re.compile(r"\s+")
READABLE = re.compile("[^\\s\u200b-\u200f\u2060-\u206f\ufeff\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""A character that draws something, and not what an icon font makes of it."""


@dataclass(slots=True)
class DocumentTable:
    """The nodes of one document, parents before children, slotted content under its slot.

    Bounds are in CSS px of the document, border box. `style` holds `Style` bits, or `NO_STYLE` where the node
    has no layout box.
    """

    frame_id: str = ""
    url: str = ""
    title: str = ""
    scroll: tuple[float, float] = (0.0, 0.0)
    content_size: tuple[float, float] = (0.0, 0.0)
    has_layout: bool = True
    """False where only the structure is known, so that visibility is estimated from attributes."""
    parent: list[int] = field(default_factory=list[int])
    kind: list[int] = field(default_factory=list[int])
    tag: list[str] = field(default_factory=list[str])
    backend: list[int] = field(default_factory=list[int])
    text: list[str] = field(default_factory=list[str])
    attributes: list[Attributes] = field(default_factory=list[Attributes])
    traits: list[int] = field(default_factory=list[int])
    """`Trait` bits of each row: which of the relevant attributes it has."""
    bounds: list[Bounds | None] = field(default_factory=list["Bounds | None"])
    style: list[int] = field(default_factory=list[int])
    paint_order: list[int] = field(default_factory=list[int])
    paint: list[Paint] = field(default_factory=list[Paint])
    """Colours of texts, and of elements with a background."""
    palette: frozenset[Paint] = frozenset()
    """All paints that may occur in `paint`."""
    has_boundaries: bool = False
    """Whether borders and shadows were read, too."""
    z_index: dict[int, int] = field(default_factory=dict[int, int])
    """Rows with a `z-index` other than 0 or `auto`."""
    shadow: dict[int, ShadowKind] = field(default_factory=dict[int, ShadowKind])
    shadowed: set[int] = field(default_factory=set[int])
    """Rows that belong to a shadow tree; slotted rows do not."""
    generated: dict[int, list[tuple[str, str]]] = field(default_factory=dict[int, "list[tuple[str, str]]"])
    """Element row -> generated content of style sheets: `before` or `after`, and the text."""
    marked: dict[int, set[str]] = field(default_factory=dict[int, "set[str]"])
    """Row -> states that only a script can read: `focused`, `mixed`, `invalid`."""
    clickable: set[int] = field(default_factory=set[int])
    handled: set[int] = field(default_factory=set[int])
    """Rows with a framework handler but no listener on the node itself."""
    tree_arrows: dict[int, int] = field(default_factory=dict[int, int])
    """Rows of the arrows that expand items of trees -> rows of the items."""
    slots: dict[int, str] = field(default_factory=dict[int, str])
    """Rows of the slots of calendars under `aria-hidden` -> their names."""
    values: dict[int, str] = field(default_factory=dict[int, str])
    checked: set[int] = field(default_factory=set[int])
    selected: set[int] = field(default_factory=set[int])
    secret: set[int] = field(default_factory=set[int])
    """Rows of secret fields; their contents are nowhere else in the table."""
    typed: set[str] = field(default_factory=set[str], repr=False)
    """What was typed into secret fields; emptied before the tables are joined (see `SecretMemory`)."""
    child_tables: dict[int, int] = field(default_factory=dict[int, int])
    """Frame element row -> position of its document among the tables of the same source."""
    child_frames: dict[int, str] = field(default_factory=dict[int, str])
    """Frame element row -> frame id, for documents of other processes."""
    insets: dict[int, tuple[float, float]] = field(default_factory=dict[int, tuple[float, float]])
    """Frame element row -> left and top of its content inside its border box."""

    lines: Lines | None = field(default=None, repr=False, compare=False)
    reshaped: set[int] = field(default_factory=set[int], repr=False, compare=False)
    """Rows with another box than when the document was last worked out, but for those that have only moved."""
    moved: bool = field(default=False, repr=False, compare=False)
    """Whether rows have moved since."""
    rearranged: list[tuple[Sequence[tuple[int, int, int]], list[int]]] = field(
        default_factory=list["tuple[Sequence[tuple[int, int, int]], list[int]]"],
        init=False,
        repr=False,
        compare=False,
    )
    """How its rows were put into another order since, each time: the runs of rows that stayed in order, as first row
    before, first row after and length, and for each row before its row after, -1 where it is gone. No runs where some
    that stayed are in another order.
    """
    _kinds: tuple[list[int], bytes] | None = field(default=None, init=False, repr=False, compare=False)
    """A former column of kinds, and its bytes; this column is replaced, never written into."""
    _elements: tuple[list[int], list[int]] | None = field(default=None, init=False, repr=False, compare=False)
    """The same, and the rows of its elements."""
    _kinds_of_traits: tuple[list[int], set[int]] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """A column of traits and the values in it, and some that were."""
    _styles: set[int] | None = field(default=None, init=False, repr=False, compare=False)
    """The values of `style`, and some that were; None where they are not known."""
    _ends: tuple[list[int], int, dict[int, int]] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """A former column of parents, its length then, and the ends of large elements; of the column, which is only made
    longer or replaced, no value is written over.
    """
    _traited: list[int] | None = field(default=None, init=False, repr=False, compare=False)
    """The rows that have any trait; None where they are not known."""
    placeless: set[int] | None = field(default=None, init=False, repr=False, compare=False)
    """The rows of texts that have a box without a size; None where they are not known."""
    free: set[int] | None = field(default=None, init=False, repr=False, compare=False)
    """See `free_rows`: as they were known last, by the rows of now."""
    restyled: dict[int, int] = field(default_factory=dict[int, int], init=False, repr=False, compare=False)
    """The rows that came or were restyled since then, with the style of before."""

    def __len__(self) -> int:
        return len(self.parent)

    def kinds_of_traits(self) -> Set[int]:
        """The values of `traits`, and some that were; they are few."""
        if self._kinds_of_traits is None or self._kinds_of_traits[0] is not self.traits:
            self._kinds_of_traits, self._traited = (self.traits, set(self.traits)), None
        return self._kinds_of_traits[1]

    def styles(self) -> Set[int]:
        """The values of `style`, and some that were; they are few."""
        if self._styles is None:
            self._styles = {NO_STYLE, *self.style}
        return self._styles

    def write_style(self, row: int, style: int, paint: Paint) -> None:
        """Write another style of a row."""
        if self.free is not None:
            self.restyled.setdefault(row, self.style[row])
        self.style[row], self.paint[row] = style, paint
        if self._styles is not None:
            self._styles.add(style)

    def has_ground(self, row: int) -> bool:
        """Whether an element paints a background of its own; False where styles are not known."""
        return row < len(self.paint) and not self.paint[row].bare

    def rows_with(self, traits: int) -> Iterator[int]:
        """The rows that have one of some traits; most rows have none."""
        wanted = {found for found in self.kinds_of_traits() if found & traits}
        if not wanted:
            return iter(())
        if self._traited is None:
            self._traited = list(compress(range(len(self.traits)), self.traits))
        of_each = map(self.traits.__getitem__, self._traited)
        return compress(self._traited, map(wanted.__contains__, of_each))

    def rows_among(self, nodes: Set[int]) -> list[int]:
        """The rows whose backend id is among some, and that are not known as secret yet."""
        found = compress(range(len(self.backend)), map(nodes.__contains__, self.backend))
        return [row for row in found if row not in self.secret]

    def elements(self) -> list[int]:
        """The rows of elements, in the order of the document."""
        known = self._elements
        if known is None or known[0] is not self.kind:
            rows = list(compress(range(len(self.kind)), self.kinds().translate(_IS_ELEMENT)))
            known = self._elements = self.kind, rows
        return known[1]

    def places(self, rows: Set[int]) -> list[int]:
        """The places of some elements among all, in order; of few without counting all."""
        if len(rows) > _FEW:
            return [bisect_left(self.elements(), row) for row in sorted(rows)]
        are_elements = self.kinds().translate(_IS_ELEMENT)
        return [are_elements.count(1, 0, row) for row in sorted(rows)]

    def kinds(self) -> bytes:
        """The kinds of all rows."""
        known = self._kinds
        if known is None or known[0] is not self.kind:
            known = self._kinds = self.kind, bytes(self.kind)
        return known[1]

    def keep_kinds(
        self,
        kind: list[int],
        cuts: Sequence[tuple[int, int, int | None]] | None,
        new: Sequence[Sequence[int]],
    ) -> None:
        """Replace the column of kinds, in which some ranges were replaced by new nodes or, with None, by nothing."""
        if cuts is not None:
            parts: list[bytes] = []
            known, at = self.kinds(), 0
            for first, end, part in cuts:
                parts += [known[at:first], b"" if part is None else bytes(new[part])]
                at = end
            self._kinds = kind, b"".join([*parts, known[at:]])
        self.kind = kind

    def end_of(self, row: int) -> int:
        """The row after an element and everything in it."""
        known = self._ends
        if known is None or known[0] is not self.parent or known[1] != len(self.parent):
            known = self._ends = self.parent, len(self.parent), {}
        end = known[2].get(row)
        if end is None:
            end = end_among(self.parent, row)
            if end - row > _LARGE:
                known[2][row] = end
        return end

    def keep_ends(self, now: Sequence[int], parent: list[int]) -> None:
        """Replace the column of parents, and take the ends over that are still known; `now` has for each former row its
        row now, -1 where it is gone.
        """
        known, size = self._ends, len(parent)
        ends: dict[int, int] = {}
        if known is not None and known[0] is self.parent and known[1] == len(now):
            for row, end in known[2].items():
                first, last = now[row], now[end] if end < len(now) else size
                # its contents are one range: it ends where the row before is in it, and this one is not
                if first >= 0 and last > first and (last == size or parent[last] < first):
                    inside = last - 1
                    while inside > first:
                        inside = parent[inside]
                    if inside == first:
                        ends[first] = last
        self.parent = parent
        self._ends = parent, size, ends

    def write_attributes(self, row: int, attributes: Attributes) -> None:
        """Write other attributes of a row."""
        traits = self.traits[row] = traits_of(attributes[::2])
        self.attributes[row] = attributes
        if self._kinds_of_traits is not None:
            self._kinds_of_traits[1].add(traits)
        self._traited = None

    def reshape(self, row: int, box: Bounds | None) -> None:
        """Write another box of a row; one of the same size has only moved."""
        was, self.bounds[row] = self.bounds[row], box
        if self.placeless is not None and self.kind[row] == TEXT:
            self.placeless.discard(row)
            if box is not None and not (box[2] or box[3]):
                self.placeless.add(row)
        if was is None or box is None or was[2:] != box[2:] or is_out(box):
            self.reshaped.add(row)
        elif was != box:
            self.moved = True

    def move(self, row: int, was: Bounds, right: float, down: float) -> None:
        """Move the box of a row."""
        self.bounds[row] = box = (was[0] + right, was[1] + down, was[2], was[3])
        self.moved = True
        if is_out(box):
            self.reshaped.add(row)

    def write_generated(self, row: int, side: str, text: str) -> None:
        """Write the text of a `::before` or `::after`; not as a text what an icon font draws, or nothing."""
        if not text.isspace():
            self.generated.setdefault(self.parent[row], []).append((side, text))
            plain = text if text.isprintable() and "  " not in text else SPACES.sub(" ", text)
            self.text[row] = plain if READABLE.search(plain) else ""

    def generated_texts(self) -> Iterator[int]:
        """The rows of the texts that style sheets add; they come before the contents of their elements."""
        for element in self.generated:
            row = element + 1
            while row < len(self.kind) and self.kind[row] == GENERATED and self.parent[row] == element:
                if self.text[row]:
                    yield row
                row += 1

    @property
    def viewport(self) -> tuple[float, float]:
        """Width and height of the document's own viewport."""
        first = self.bounds[0] if self.bounds else None
        return (first[2], first[3]) if first else (0.0, 0.0)


def end_of(table: DocumentTable, row: int) -> int:
    """The row after an element and everything in it."""
    return table.end_of(row)


def is_out(box: Bounds) -> bool:
    """Whether a box is above or left of what scrolling can reach."""
    return box[0] + box[2] <= 0 or box[1] + box[3] <= 0


def scope_of(columns: NodeColumns, first: int, table: DocumentTable, row: int) -> int:
    """The scope of an element's ids: the host of its shadow root, or -1 for the document.

    `row` is a row of the columns, `first` the first of its document. Slotted elements belong to the document.
    """
    if row - first not in table.shadowed:
        return -1
    slots = 0  # slots on the way up: the element is only shown in their shadow trees
    while row >= first:
        above = columns.parent[row]
        if row in columns.shadow:
            if not slots:
                return above
            slots -= 1
        if above >= first and columns.tag[above] == "slot" and _is_assigned(columns, above, row):
            slots += 1
        row = above
    return -1


def _is_assigned(columns: NodeColumns, slot: int, row: int) -> bool:
    """Whether a slot shows a row that was put into it, rather than its own fallback content."""
    names, given = columns.attributes[slot], columns.attributes[row]
    name = names[names.index("name") + 1] if "name" in names[::2] else ""
    wanted = given[given.index("slot") + 1] if "slot" in given[::2] else ""
    return name == wanted
