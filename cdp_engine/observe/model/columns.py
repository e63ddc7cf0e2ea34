"""A snapshot's storage: one list per property and one row per node, so that 30 000 nodes stay cheap.

Rows of one document lie together, parents before their children; documents follow their owner elements.
`parent` is the parent in the flat tree: slotted content lies in its slot, the content of a shadow root in its host, a
frame's document in its frame element.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from itertools import compress
from types import MappingProxyType
from typing import Any, Literal, cast

from cdp_engine.observe.model.column_scans import FoundOnce, Stayed, Wanted, places_of, places_where
from cdp_engine.observe.model.geometry import Placement, Scroll, ShiftedBoxes
from cdp_engine.protocol import dom, network, page

ShadowKind = Literal["open", "closed"]
Attributes = tuple[str, ...]
"""Name, value, name, value, … as the browser writes them."""

ELEMENT, TEXT = 1, 3
GENERATED = 0
"""The kind of rows that style sheets add: `::before`, `::after`, `::marker`.

Those of them that show a person a text become texts as a snapshot is finished; their tags say what they are.
"""
WRITTEN_TEXT, TEXT_AFTER = "#text", "::after"
"""The tags of a text of the document itself, and of one that a style sheet adds at the end of an element."""
NO_ATTRIBUTES: Attributes = ()
_SMALLEST_CHUNK, _LARGEST_CHUNK = 8, 512


class Flag(IntFlag):
    """Properties of one node, as bits of `NodeColumns.flags`."""

    RENDERED = 1
    """Has a layout box (of any size)."""
    VISIBLE = 2
    """A person could see it, scrolling if needed."""
    INTERACTIVE = 4
    """Interactive, and the outermost element for its action."""
    CLICKABLE = 8
    """The node itself has a native or script listener."""
    TRANSPARENT = 16
    """Opacity 0, its own or an ancestor's."""
    INERT = 32
    """Under an `inert` attribute."""
    ARIA_HIDDEN = 64
    """Under `aria-hidden=true`."""
    CLOSED = 128
    """In a closed `details` or another subtree whose content is not rendered."""
    CLIPPED = 256
    """Clipped away by an ancestor: zero-size overflow, or a clip that leaves nothing."""
    UNREACHABLE = 512
    """Outside the scrollable area."""
    POINTER = 1024
    """Shows the pointing-hand cursor."""
    DEFERRED = 2048
    """Not laid out yet because it is far from the viewport (`content-visibility: auto`)."""
    FIXED = 4096
    """Stays in place when the page scrolls."""
    EDITABLE = 8192
    """Lies in an editing host (`contenteditable`)."""
    BEHIND_MODAL = 16384
    """Blocked by an open modal dialog."""
    NO_POINTER = 32768
    """Lets pointer events through (`pointer-events: none`)."""
    SCROLLER = 65536
    """Scrolls its own content."""
    INLINE = 262144
    """Continues the line it is in."""
    CELL = 524288
    """Is laid out as a table cell."""
    UNSEEN = 1048576
    """A text that is laid out but unreadable for a person: transparent, clipped away, unreachable, low in contrast."""
    BOUNDED = 2097152
    """Has a visible boundary: a background of its own or, where the capture read them, a border or a shadow."""
    REDACTED = 131072
    """A secret field: its contents have been removed."""


Lines = Callable[[dom.BackendNodeId], Sequence[tuple[float, float, float, float]]]
"""The rectangles of the lines of a text as of the last capture, in CSS px of the document; none where it has one."""


@dataclass(slots=True, frozen=True)
class DocumentInfo:
    """One document of the snapshot: which frame, where its rows are and where it lies on the page."""

    frame_id: page.FrameId
    loader_id: network.LoaderId
    url: str
    title: str
    first_row: int
    """Its rows are `first_row` up to (not including) `end_row`."""
    end_row: int
    owner_row: int
    """The row of the frame element that holds it; -1 for the main document."""
    scroll: tuple[float, float]
    viewport: tuple[float, float]
    content_size: tuple[float, float]
    placement: Placement
    lines: Lines | None = field(default=None, repr=False, compare=False)


@dataclass(slots=True)
class NodeColumns(FoundOnce):
    """All nodes of one snapshot. Written while it is built; those of a snapshot are sealed and raise at any change."""

    document: list[int] = field(default_factory=list[int])
    parent: list[int] = field(default_factory=list[int])
    kind: list[int] = field(default_factory=list[int])
    tag: list[str] = field(default_factory=list[str])
    backend: list[dom.BackendNodeId] = field(default_factory=list["dom.BackendNodeId"])
    text: list[str] = field(default_factory=list[str])
    attributes: list[Attributes] = field(default_factory=list[Attributes])
    bounds: list[tuple[float, float, float, float] | None] = field(
        default_factory=list["tuple[float, float, float, float] | None"]
    )
    paint_order: list[int] = field(default_factory=list[int])
    flags: list[int] = field(default_factory=list[int])
    role: list[str] = field(default_factory=list[str])
    name: dict[int, str] = field(default_factory=dict[int, str])
    value: dict[int, str] = field(default_factory=dict[int, str])
    states: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    properties: dict[int, dict[str, str | int | float | bool]] = field(
        default_factory=dict[int, "dict[str, str | int | float | bool]"]
    )
    z_index: dict[int, int] = field(default_factory=dict[int, int])
    """Computed `z-index` of the rows that have one other than 0 or `auto`."""
    shadow: dict[int, ShadowKind] = field(default_factory=dict[int, ShadowKind])
    """Kind of the shadow root that a row is a direct child of."""
    labels: dict[int, int] = field(default_factory=dict[int, int])
    """Row of a `<label>` -> row of the control that it names."""
    covered_by: dict[int, int] = field(default_factory=dict[int, int])
    closers: dict[int, int] = field(default_factory=dict[int, int])
    """Row of a cover -> row of the control that closes it."""
    editors: dict[int, int] = field(default_factory=dict[int, int])
    """Row of a field without a size that takes keys for a code editor -> row of the box that draws its lines."""
    scrollers: dict[int, Scroll] = field(default_factory=dict[int, Scroll])
    """Rows that scroll their own content, and frames."""
    layered: bool = True
    """Whether elements may overlap; if not, nothing is covered, wherever boxes move to."""
    concealed: bool = False
    """Whether a secret is masked that the page shows outside its field; a picture of the page would show it."""

    def __len__(self) -> int:
        return len(self.parent)

    def rows_with(self, bits: int, first: int = 0, end: int | None = None) -> Iterator[int]:
        """The rows from `first` up to `end` that have all of some flags."""
        return self._rows(bits, bits, first, end, some=False)

    def rows_with_but(self, bits: int, others: int, first: int, end: int) -> Iterator[int]:
        """The rows from `first` up to `end` that have all of some flags and none of others."""
        return self._rows(bits | others, bits, first, end, some=False)

    def rows_with_any(self, bits: int, first: int = 0, end: int | None = None) -> Iterator[int]:
        """The rows from `first` up to `end` that have one of some flags."""
        return self._rows(bits, 0, first, end, some=True)

    def _rows(self, mask: int, wanted: int, first: int, end: int | None, *, some: bool) -> Iterator[int]:
        """The rows whose flags are, of those in `mask`, the wanted ones, or `some` others."""

        def is_wanted(flags: int) -> bool:
            return (flags & mask == wanted) is not some

        return iter(self.rows_where("flags", (mask, wanted, some), is_wanted, first, end))

    def rows_where(
        self, column: str, sought: Hashable, is_wanted: Wanted, first: int = 0, end: int | None = None
    ) -> Sequence[int]:
        """The rows from `first` up to `end` whose values in a column are wanted; `sought` says which these are."""
        values: Sequence[Any] = getattr(self, column)
        end = len(values) if end is None else end
        scans = self.known_scans(first, end)
        if scans is None:
            return places_where(values[first:end], is_wanted, first)
        found = scans.rows((column, sought), _listed(values, first, end), is_wanted)
        return [first + row for row in found] if first else found

    def end_of(self, row: int, end: int | None = None) -> int:
        """The row after a row and everything in it; at most `end`, where its document ends."""
        return end_of(self.parent, row, end)

    def rows_within(self, row: int, end: int | None = None) -> Iterator[int]:
        """Every row in a row, in the order of the document; up to `end`, where its document ends."""
        parents = self.parent
        for current in range(row + 1, len(parents) if end is None else end):
            if parents[current] < row:
                return
            yield current

    def ancestors(self, row: int) -> Iterator[int]:
        """The rows around a row, the innermost first."""
        return self.upwards(self.parent[row])

    def upwards(self, row: int) -> Iterator[int]:
        """A row and the rows around it, the innermost first."""
        parents = self.parent
        while row >= 0:
            yield row
            row = parents[row]

    def has_tag(self, tag: str) -> bool:
        """Whether any row is of a tag."""
        return tag in self.tags_of(self.tag)

    def rows_of(self, tag: str, first: int = 0, end: int | None = None) -> Iterator[int]:
        """The rows from `first` up to `end` of a tag."""
        if not self.has_tag(tag):
            return
        end = len(self.tag) if end is None else end
        scans = self.known_scans(first, end)
        if scans is None:
            yield from map(first.__add__, places_of(self.tag[first:end], tag))
        else:
            tags = _listed(self.tag, first, end)
            yield from map(first.__add__, scans.rows(("tag", tag), tags, tag.__eq__, single=True))

    def rows_of_kind(self, kind: int, first: int, end: int) -> Iterator[int]:
        """The rows from `first` up to `end` of a kind."""
        wanted = bytes(one == kind for one in range(256))
        return compress(range(first, end), bytes(self.kind[first:end]).translate(wanted))

    def stayed_since(self, former: NodeColumns) -> Stayed | None:
        """Which rows stayed since former columns, each in the same element; None where that is not known."""
        stayed = self.noted_stayed()
        if stayed is None:
            return None
        pairs = ((stayed.former, former), (stayed.own, self))
        same = all(one[0] is columns.backend and one[1] is columns.parent for one, columns in pairs)
        return stayed if same else None

    def sealed(self) -> NodeColumns:
        """The same columns as tuples and read-only mappings, which snapshots may share and nobody can change."""
        if type(self) is _SealedColumns:
            return self
        made = _SealedColumns.__new__(_SealedColumns)
        for name in self.__dataclass_fields__:
            object.__setattr__(made, name, _read_only(getattr(self, name)))
        made.take_tags(made.tag, self, self.tag)
        made.share_scans(self)
        made.share_stayed(self)
        return made

    def draft(self) -> NodeColumns:
        """Columns that may be replaced one by one; each of them is shared until it is."""
        made = NodeColumns(*(getattr(self, name) for name in self.__dataclass_fields__))
        made.take_tags(made.tag, self, self.tag)
        made.share_scans(self)
        made.share_stayed(self)
        return made

    def share(self, other: NodeColumns) -> None:
        """Share the equal columns of another snapshot, so that comparing them is immediate."""
        for name in self.__dataclass_fields__:
            theirs = getattr(other, name)
            if getattr(self, name) == theirs:
                setattr(self, name, theirs)


def _listed(values: Sequence[Any], first: int, end: int) -> list[Any]:
    """Some of the values as a list: all of a list itself."""
    if type(values) is not list:
        return list(values[first:end])
    every = cast("list[Any]", values)
    return every if not first and end == len(every) else every[first:end]


def end_of(parents: Sequence[int], row: int, end: int | None = None) -> int:
    """The row after a row and everything in it, given the row that each is in; at most `end`."""
    last = len(parents) if end is None else end
    following, size = row + 1, _SMALLEST_CHUNK
    while following < last and parents[following] >= row:
        chunk = parents[following : min(following + size, last)]
        if min(chunk) < row:
            return following + next(at for at, above in enumerate(chunk) if above < row)
        following += len(chunk)
        size = min(2 * size, _LARGEST_CHUNK)
    return following


def is_editing_host(columns: NodeColumns, row: int) -> bool:
    """Whether an element is edited in place, as its attribute says."""
    return bool(columns.flags[row] & Flag.EDITABLE) and "contenteditable" in columns.attributes[row][::2]


class _SealedColumns(NodeColumns):
    """The columns of a snapshot."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a snapshot does not change: {name!r} is read-only")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a snapshot does not change: {name!r} is read-only")


def _read_only(column: Any) -> Any:
    """A column that cannot be changed; the same one where it is so already."""
    if type(column) is list:
        return tuple(cast("list[object]", column))
    if isinstance(column, ShiftedBoxes):
        return column.sealed()
    if type(column) is not dict:
        return column
    given = cast("dict[int, object]", column)
    if dict in map(type, given.values()):
        given = {row: _read_only(value) for row, value in given.items()}
    return MappingProxyType(given)
