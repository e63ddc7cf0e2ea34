"""Snapshots without a browser: a page is written as a tree, changed at will, and read as the engine would read it.

    button = E("button", "Cart (1)")
    page = Pages(E("main", E("h1", "Shop"), button))
    first = page.snapshot()
    button.text = "Cart (2)"
    second = page.snapshot()

Each `E` is one DOM node with a backend id of its own; `clone()` re-creates the same element, as a framework does.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cdp_engine.observe import (
    DocumentInfo,
    Flag,
    LeftOut,
    NodeColumns,
    PageContext,
    Placement,
    ScopedRef,
    Snapshot,
    SnapshotStats,
)
from cdp_engine.protocol import dom, network, page
from cdp_engine.track import RefTable

ROLES = {
    "a": "link", "button": "button", "li": "listitem", "ul": "list", "ol": "list", "h1": "heading", "h2": "heading",
    "input": "textbox", "select": "combobox", "main": "main", "nav": "navigation", "form": "form", "dialog": "dialog",
    "img": "image", "p": "paragraph", "tr": "row", "table": "table", "header": "banner", "footer": "contentinfo",
}  # fmt: skip
CONTROLS = frozenset(("a", "button", "input", "select", "textarea"))
MAIN, LOADER = page.FrameId("F0"), network.LoaderId("L0")

_ids = itertools.count(1)


class E:
    """One element. `frame` makes it an iframe that shows a document of its own (frame id, loader id).

    What has `aria_modal`, true or false, covers every control before it, as backdrops do, unless it is `beside` them.
    """

    def __init__(
        self, tag: str, *children: E | str, frame: tuple[str, str] | None = None, **traits: Any
    ) -> None:
        self.tag = tag
        self.children: list[E | str] = list(children)
        self.frame = frame
        self.role: str | None = traits.pop("role", None)
        self.name: str | None = traits.pop("name", None)
        self.value: str | None = traits.pop("value", None)
        self.states: tuple[str, ...] = traits.pop("states", ())
        self.hidden: bool = traits.pop("hidden", False)
        self.flags: int = traits.pop("flags", 0)
        self.covered_by: E | None = traits.pop("covered_by", None)
        self.beside: bool = traits.pop("beside", False)
        self.attributes: dict[str, str] = {
            key.rstrip("_").replace("_", "-"): str(value) for key, value in traits.items()
        }
        self.backend = next(_ids)
        self.text_backends: dict[int, int] = {}

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @text.setter
    def text(self, text: str) -> None:
        self.children = [text]

    def clone(self) -> E:
        """The same element re-created, with everything in it."""
        copy = E(self.tag, *(c if isinstance(c, str) else c.clone() for c in self.children), frame=self.frame)
        copy.role, copy.name, copy.value, copy.states = self.role, self.name, self.value, self.states
        copy.hidden, copy.flags, copy.attributes = self.hidden, self.flags, dict(self.attributes)
        copy.beside = self.beside
        return copy

    def walk(self) -> list[E]:
        found = [self]
        for child in self.children:
            if isinstance(child, E):
                found.extend(child.walk())
        return found

    def __repr__(self) -> str:
        return f"<{self.tag} {self.backend} {self.text[:20]!r}>"


@dataclass
class Pages:
    """A page over time: one ref table, many snapshots."""

    body: E

    def __post_init__(self) -> None:
        self.refs = RefTable()
        self.loader: network.LoaderId = LOADER
        self.url = "https://shop.test/"
        self.title = "Shop"
        self.scroll = (0.0, 0.0)
        self.left_out: tuple[LeftOut, ...] = ()
        self._root = next(_ids)
        self._body = next(_ids)

    def navigate(self, body: E, loader: str) -> None:
        """Another document in the main frame."""
        self.body, self.loader = body, network.LoaderId(loader)
        self._root, self._body = next(_ids), next(_ids)

    def snapshot(self) -> Snapshot:
        """The page as it is now."""
        builder = _Builder(self)
        return builder.snapshot()

    def scoped(self, element: E, frame: tuple[str, str] | None = None) -> ScopedRef:
        frame_id, loader = frame or (MAIN, self.loader)
        return ScopedRef(page.FrameId(frame_id), network.LoaderId(loader), dom.BackendNodeId(element.backend))

    def ref(self, element: E, frame: tuple[str, str] | None = None) -> str:
        """The short ref of an element, issued now if needed."""
        return self.refs.issue(self.scoped(element, frame))


class _Builder:
    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.columns = NodeColumns()
        self.documents: list[DocumentInfo] = []
        self.row_of: dict[int, int] = {}
        self.covers: list[tuple[int, E]] = []
        self.frames: list[tuple[int, E]] = []

    def snapshot(self) -> Snapshot:
        pages = self.pages
        self.document(MAIN, pages.loader, pages.url, -1, pages.body, pages._root, pages._body)
        while self.frames:
            owner_row, element = self.frames.pop(0)
            assert element.frame is not None
            frame_id, loader = element.frame
            content = E("body", *element.children)
            content.backend = element.backend * 1000 + 1
            self.document(
                page.FrameId(frame_id), network.LoaderId(loader), f"https://{frame_id}.test/", owner_row,
                content, element.backend * 1000, 0,
            )  # fmt: skip
        for row, cover in self.covers:
            if cover.backend in self.row_of:
                self.columns.covered_by[row] = self.row_of[cover.backend]
        context = PageContext(
            url=pages.url, title=pages.title, viewport=(1280, 800), scroll=pages.scroll, content_size=(1280, 800),
            main_frame=MAIN, source="hybrid", left_out=pages.left_out,
        )  # fmt: skip
        return Snapshot(self.columns, self.documents, context, pages.refs, stats=SnapshotStats())

    def document(
        self,
        frame: page.FrameId,
        loader: network.LoaderId,
        url: str,
        owner: int,
        body: E,
        root: int,
        wrap: int,
    ) -> None:
        first = len(self.columns)
        row = self.add(
            len(self.documents), owner, 9, "#document", root, "", [], Flag.RENDERED | Flag.VISIBLE, ""
        )
        ordinal = len(self.documents)
        self.documents.append(
            DocumentInfo(frame, loader, url, "", first, 0, owner, self.pages.scroll, (1280, 800), (1280, 800),
                         Placement())
        )  # fmt: skip
        if wrap:
            row = self.add(ordinal, row, 1, "body", wrap, "", [], Flag.RENDERED | Flag.VISIBLE, "")
        self.element(ordinal, row, body, True)
        info = self.documents[ordinal]
        self.documents[ordinal] = DocumentInfo(
            info.frame_id, info.loader_id, info.url, info.title, first, len(self.columns), owner, info.scroll,
            info.viewport, info.content_size, info.placement,
        )  # fmt: skip

    def add(
        self, document: int, parent: int, kind: int, tag: str, backend: int, text: str, attributes: Sequence[str],
        flags: int, role: str,
    ) -> int:  # fmt: skip
        columns = self.columns
        row = len(columns)
        columns.document.append(document)
        columns.parent.append(parent)
        columns.kind.append(kind)
        columns.tag.append(tag)
        columns.backend.append(dom.BackendNodeId(backend))
        columns.text.append(text)
        columns.attributes.append(tuple(attributes))
        columns.bounds.append((0.0, 0.0, 10.0, 10.0))
        columns.paint_order.append(0)
        columns.flags.append(int(flags))
        columns.role.append(role)
        return row

    def element(self, document: int, parent: int, element: E, visible: bool) -> None:
        stack: list[tuple[int, E | str, int, bool]] = [(parent, element, 0, visible)]
        while stack:
            parent, node, backend, visible = stack.pop()
            if isinstance(node, str):
                shown = Flag.RENDERED | Flag.VISIBLE if visible else 0
                self.add(document, parent, 3, "#text", backend, node, [], shown, "")
                continue
            visible = visible and not node.hidden
            row = self.one(document, parent, node, visible)
            if node.frame is not None:
                self.frames.append((row, node))
                continue
            for position in range(len(node.children) - 1, -1, -1):
                child = node.children[position]
                backend = node.text_backends.setdefault(position, next(_ids)) if isinstance(child, str) else 0
                stack.append((row, child, backend, visible))

    def one(self, document: int, parent: int, element: E, visible: bool) -> int:
        flags = element.flags | (Flag.RENDERED | Flag.VISIBLE if visible else 0)
        if element.tag in CONTROLS or element.role in ("button", "link", "menuitem"):
            flags |= Flag.INTERACTIVE
        role = ROLES.get(element.tag, "") if element.role is None else element.role
        attributes = [part for pair in element.attributes.items() for part in pair]
        row = self.add(document, parent, 1, element.tag, element.backend, "", attributes, flags, role)
        self.row_of[element.backend] = row
        if visible and not element.beside and "aria-modal" in element.attributes:
            around = set(self.columns.ancestors(row))
            for before in range(row):
                if self.columns.flags[before] & Flag.INTERACTIVE and before not in around:
                    self.columns.covered_by[before] = row
        if element.covered_by is not None:
            self.covers.append((row, element.covered_by))
        name = element.name
        if name is None and (element.tag in ("a", "button", "h1", "h2") or flags & Flag.INTERACTIVE):
            name = " ".join(element.text.split())
        if name:
            self.columns.name[row] = name
        if element.value is not None:
            self.columns.value[row] = element.value
        if element.states:
            self.columns.states[row] = element.states
        return row
