"""The immutable picture of a page that everything downstream reads (VD-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from cdp_engine.errors import StaleRef, UnknownFormat, UnknownRef
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.page_tree import PageContext, PageTree
from cdp_engine.observe.model.refs import RefIssuer, ScopedRef
from cdp_engine.observe.model.stats import SnapshotStats, Took, count, count_aria_hidden, count_unseen

VISIBLE = int(Flag.VISIBLE)

Renderer = Callable[["Snapshot", str, Mapping[str, Any]], str]
DataMaker = Callable[["Snapshot", str, Mapping[str, Any]], Any]
_views: list[tuple[Renderer, DataMaker]] = []


def use_views(render: Renderer, data: DataMaker) -> None:
    """Register the renderer of snapshots. The views room calls this when it is imported."""
    _views[:] = [(render, data)]


class Snapshot(PageTree):
    """A page as it was at one moment: all frames and shadow roots in one tree. Never changes."""

    __slots__ = (
        "_aria_hidden",
        "_by_ref",
        "_origin",
        "_stats",
        "timestamp",
        "took",
        "version",
    )

    def __init__(
        self,
        columns: NodeColumns,
        documents: Sequence[DocumentInfo],
        context: PageContext,
        refs: RefIssuer,
        *,
        version: int = 0,
        stats: SnapshotStats | None = None,
        took: Took | None = None,
    ) -> None:
        super().__init__(columns, documents, context, refs)
        self._origin: object = None
        self.version = version
        self.timestamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        """When the capture was complete, in ISO 8601 and UTC. A page that is unchanged keeps its snapshot."""
        self.took = took or Took()
        """How long the capture took."""
        self._stats = stats
        self._aria_hidden: int | None = None
        self._by_ref: dict[ScopedRef, int] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        if name[0] != "_" and hasattr(self, name):
            raise AttributeError(f"a snapshot does not change: {name!r} is read-only")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a snapshot does not change: {name!r} is read-only")

    def __repr__(self) -> str:
        return f"<Snapshot v{self.version} {self.context.url!r} {len(self)} nodes>"

    def with_columns(self, columns: NodeColumns, took: Took | None = None) -> Snapshot:
        """A snapshot of the same tree with changed contents."""
        return self.rewritten(columns, self.documents, self.context, took)

    def rewritten(
        self,
        columns: NodeColumns,
        documents: Sequence[DocumentInfo],
        context: PageContext,
        took: Took | None = None,
    ) -> Snapshot:
        """A snapshot of the same tree with changed contents, titles and addresses."""
        twin = Snapshot(columns, documents, context, self.refs, took=took or self.took)
        same = columns.role is self.columns.role and columns.attributes is self.columns.attributes
        if columns.attributes is self.columns.attributes:
            twin._words = self._words
        if same:
            twin._order = self._order
        if columns.kind is self.columns.kind:
            twin._after = self._after
            if same or twin.screen_order() == self.screen_order():
                twin._children = self._children
        if columns.flags is self.columns.flags and columns.kind is self.columns.kind:
            twin._aria_hidden = self._aria_hidden
        return twin

    @property
    def root(self) -> VirtualNode:
        """The main document."""
        return VirtualNode(self, 0)

    @property
    def stats(self) -> SnapshotStats:
        """Counts, computed on first access."""
        if self._stats is None:
            self._stats = count(self.columns, self.documents, self.took)
        return self._stats

    @property
    def aria_hidden(self) -> int:
        """`stats.aria_hidden` without the other counts."""
        if self._stats is not None:
            return self._stats.aria_hidden
        if self._aria_hidden is None:
            self._aria_hidden = count_aria_hidden(self.columns)
        return self._aria_hidden

    @property
    def unseen_texts(self) -> int:
        """`stats.unseen_texts` without the other counts."""
        return count_unseen(self.columns) if self._stats is None else self._stats.unseen_texts

    def node_at(self, row: int) -> VirtualNode:
        """The node of a row."""
        return VirtualNode(self, row)

    def nodes(self) -> Iterator[VirtualNode]:
        """Every node, document after document."""
        return (VirtualNode(self, row) for row in range(len(self.columns)))

    def interactive(self) -> list[VirtualNode]:
        """The visible interactive elements, in reading order."""
        both = int(Flag.INTERACTIVE | Flag.VISIBLE)
        flags = self.columns.flags
        return [VirtualNode(self, row) for row in self.reading_order() if flags[row] & both == both]

    def get(self, ref: str | int | ScopedRef) -> VirtualNode:
        """The node of a short ref, scoped ref, `@e3` or main-frame node id.

        Raises `UnknownRef` for a ref that never existed and `StaleRef` for a node that this snapshot lacks.
        """
        scoped = self._scoped(ref)
        if self._by_ref is None:
            columns, documents = self.columns, self.documents
            self._by_ref = {
                ScopedRef(documents[d].frame_id, documents[d].loader_id, backend): row
                for row, (d, backend) in enumerate(zip(columns.document, columns.backend, strict=True))
            }
        row = self._by_ref.get(scoped)
        if row is None:
            raise StaleRef(str(ref), "this snapshot does not contain it")
        return VirtualNode(self, row)

    def _scoped(self, ref: str | int | ScopedRef) -> ScopedRef:
        if isinstance(ref, ScopedRef):
            return ref
        main = self.documents[0]
        text = str(ref).removeprefix("@")
        if text.isascii() and text.isdigit():
            text = f"{main.loader_id}:{text}"
        if ":" in text:
            return ScopedRef.parse(text, main.frame_id)
        found = self.refs.find(text)
        if found is None:
            raise UnknownRef(f"no element was ever issued the ref {str(ref)!r}")
        return found

    def find(
        self,
        query: str | None = None,
        *,
        role: str | None = None,
        name: str | None = None,
        text: str | None = None,
        visible: bool = True,
    ) -> list[VirtualNode]:
        """Elements with that role, that name and that text in them (the innermost), in reading order.

        `name` and `text` are compared ignoring case and white space; `text` may be a part. Every word of `query`
        must be in an element's role, name, label, placeholder or text: it finds what a budget left out (EX-05).
        """
        words = [] if query is None else query.casefold().split()
        wanted_name = None if name is None else " ".join(name.split()).casefold()
        wanted_text = None if text is None else " ".join(text.split()).casefold()
        columns = self.columns
        needed = VISIBLE if visible else 0

        def fits(row: int) -> bool:
            if columns.kind[row] != ELEMENT or columns.flags[row] & needed != needed:
                return False
            if role is not None and role not in (columns.role[row], VirtualNode(self, row).role):
                return False
            if wanted_name is not None and columns.name.get(row, "").casefold() != wanted_name:
                return False
            if wanted_text is not None and wanted_text not in self.text_of(row).casefold():
                return False
            return not words or self._holds_words(row, words)

        found = [VirtualNode(self, row) for row in self.reading_order() if fits(row)]
        if wanted_text is None and not words:
            return found
        outer = {row for node in found for row in self.ancestors(node.index)}
        return [node for node in found if node.index not in outer]

    def _holds_words(self, row: int, words: Sequence[str]) -> bool:
        """Whether every word is in the role, name, label, placeholder or text of a row."""
        node = VirtualNode(self, row)
        described = (
            f"{node.role} {node.name} {node.label} {node.placeholder or ''} {self.text_of(row)}".casefold()
        )
        return all(word in described for word in words)

    def render(self, format: str = "outline", **options: Any) -> str:
        """The snapshot as text. Raises `UnknownFormat` for an unknown format."""
        if not _views:
            raise UnknownFormat(f"no view named {format!r}: the views are not loaded")
        return _views[0][0](self, format, options)

    def data(self, format: str = "tree", **options: Any) -> Any:
        """The snapshot as JSON-ready data. Raises `UnknownFormat` for an unknown format."""
        if not _views:
            raise UnknownFormat(f"no view named {format!r}: the views are not loaded")
        return _views[0][1](self, format, options)


def set_version(snapshot: Snapshot, version: int) -> None:
    """Number a snapshot: the tracker does, when it compares it with what the caller has seen."""
    object.__setattr__(snapshot, "version", version)


origin_of: Callable[[Snapshot], object] = attrgetter("_origin")
"""The sources of a snapshot, as long as the next one may be built from them (see `update_snapshot`)."""


def keep_origin(snapshot: Snapshot, origin: object) -> Snapshot:
    """The same snapshot with these sources, or without any: they are large, and snapshots are kept for long."""
    object.__setattr__(snapshot, "_origin", origin)
    return snapshot
