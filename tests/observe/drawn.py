"""Layout replies written by hand: `N("div", N("button", "Buy"), css={"cursor": "pointer"})`."""

from __future__ import annotations

import msgspec

from cdp_engine.observe import Snapshot
from cdp_engine.observe.build import build
from cdp_engine.observe.sources.computed_styles import STYLES
from cdp_engine.observe.sources.layout_snapshot import tables_of_layout
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.replies import (
    LayoutDocument,
    LayoutReply,
    LayoutTable,
    NodeTable,
    RareFlags,
    RareInts,
)
from cdp_engine.track import RefTable

USUAL = {
    "display": "block", "visibility": "visible", "opacity": "1", "cursor": "auto", "pointer-events": "auto",
    "overflow-x": "visible", "overflow-y": "visible", "position": "static", "clip": "auto", "clip-path": "none",
    "content-visibility": "visible", "border-left-width": "0px", "border-top-width": "0px", "padding-left": "0px",
    "padding-top": "0px", "color": "rgb(0, 0, 0)", "background-color": "rgba(0, 0, 0, 0)",
    "background-image": "none", "z-index": "auto",
}  # fmt: skip
Box = tuple[float, float, float, float]


class N:
    """One element with its children, box (None: not drawn), style, listener and typed value."""

    def __init__(
        self,
        tag: str,
        *children: N | str,
        box: Box | None = (0, 0, 100, 20),
        css: dict[str, str] | None = None,
        listens: bool = False,
        order: int | None = None,
        typed: str | None = None,
        **attributes: str,
    ) -> None:
        self.tag, self.children, self.box, self.css = tag, children, box, css or {}
        self.listens, self.typed, self.order = listens, typed, order
        self.attributes = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}


class _Writer:
    def __init__(self) -> None:
        self.strings: list[str] = []
        self.nodes, self.layout = NodeTable(), LayoutTable()
        self.nodes.is_clickable, self.nodes.input_value = RareFlags(index=[]), RareInts(index=[], value=[])
        for table in (self.nodes, self.layout):
            for field in table.__struct_fields__:
                if isinstance(getattr(table, field), list):
                    setattr(table, field, [])

    def put(self, text: str) -> int:
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def node(
        self, node: N | str, parent: int, style: dict[str, str], drawn: bool, around: Box, order: int = 0
    ) -> None:
        nodes, layout, row = self.nodes, self.layout, len(self.nodes.parent_index)
        nodes.parent_index.append(parent)
        nodes.backend_node_id.append(row + 1)
        text = node if isinstance(node, str) else ""
        nodes.node_type.append(3 if isinstance(node, str) else 9 if node.tag == "#document" else 1)
        nodes.node_name.append(self.put("#text" if isinstance(node, str) else node.tag.upper()))
        nodes.node_value.append(self.put(text))
        flat = (
            [] if isinstance(node, str) else [self.put(s) for pair in node.attributes.items() for s in pair]
        )
        nodes.attributes.append(tuple(flat))
        box = (around[0] + 1, around[1] + 1, 50, 10) if isinstance(node, str) else node.box
        if not isinstance(node, str):
            inherited = {key: style[key] for key in ("visibility", "cursor", "color")}
            style = USUAL | inherited | node.css
            if node.listens:
                nodes.is_clickable.index.append(row)
            if node.typed is not None:
                nodes.input_value.index.append(row)
                nodes.input_value.value.append(self.put(node.typed))
        if not isinstance(node, str) and node.order is not None:
            order = node.order
        drawn = drawn and box is not None
        if drawn and box is not None:
            layout.node_index.append(row)
            across, down = style["overflow-x"], style["overflow-y"]
            reported = style | {"overflow": across if across == down else f"{across} {down}"}
            styles = [self.put(reported[name]) for name in STYLES]
            layout.styles.append(msgspec.Raw(msgspec.json.encode(styles)))
            layout.bounds.append(box)
            layout.text.append(self.put(text) if isinstance(node, str) else -1)
            layout.paint_orders.append(order)
        for child in () if isinstance(node, str) else node.children:
            self.node(child, row, style, drawn, box or around, order)


def reply(*children: N | str, viewport: Box = (0, 0, 800, 600)) -> LayoutReply:
    """The reply for a page with these children of its body."""
    writer = _Writer()
    page = N(
        "#document",
        N("html", N("body", *children, box=(0, 0, 800, 5000)), box=(0, 0, 800, 5000)),
        box=viewport,
    )
    writer.node(page, -1, USUAL, True, viewport)
    document = LayoutDocument(
        document_url=writer.put("https://shop.test/"),
        title=writer.put("Shop"),
        frame_id=writer.put("F"),
        nodes=writer.nodes,
        layout=writer.layout,
        content_width=800,
        content_height=5000,
    )
    return LayoutReply(documents=[document], strings=writer.strings)


def snapshot_of(*children: N | str, include_aria_hidden: bool = False) -> Snapshot:
    """The snapshot of such a page."""
    tables = tables_of_layout(reply(*children))
    return build(ProcessTables(tables), {}, {"F": "L"}, RefTable(), include_aria_hidden=include_aria_hidden)


def acted_on(*children: N | str) -> list[str]:
    """The interactive elements of such a page: names, or tags where there is no name."""
    return [node.name or node.tag for node in snapshot_of(*children).interactive()]
