"""The parts of the browser's three large replies that we read; the decoder skips everything else.

Field names are the protocol's own, so decoding renames nothing. Every field has a default: fields that a newer browser
leaves out read as absent.
"""

from __future__ import annotations

from typing import Any

import msgspec

Bounds = tuple[float, float, float, float]
StyleRow = msgspec.Raw
"""Positions in the string table of one node's computed styles, in the order of the request; there are few different
ones, so each is decoded once."""


class RareInts(msgspec.Struct, gc=False):
    """A property that few nodes have: node positions and their values (string positions or node numbers)."""

    index: list[int] = []
    value: list[int] = []

    def pairs(self) -> zip[tuple[int, int]]:
        """Node position and value, paired."""
        return zip(self.index, self.value, strict=True)


class RareFlags(msgspec.Struct, gc=False):
    """A boolean property that is true for few nodes."""

    index: list[int] = []


class NodeTable(msgspec.Struct, rename="camel", gc=False):
    """The nodes of one document, one list per property."""

    parent_index: list[int] = []
    node_type: list[int] = []
    node_name: list[int] = []
    node_value: list[int] = []
    backend_node_id: list[int] = []
    attributes: list[tuple[int, ...]] = []
    shadow_root_type: RareInts = msgspec.field(default_factory=RareInts)
    text_value: RareInts = msgspec.field(default_factory=RareInts)
    input_value: RareInts = msgspec.field(default_factory=RareInts)
    content_document_index: RareInts = msgspec.field(default_factory=RareInts)
    pseudo_type: RareInts = msgspec.field(default_factory=RareInts)
    input_checked: RareFlags = msgspec.field(default_factory=RareFlags)
    option_selected: RareFlags = msgspec.field(default_factory=RareFlags)
    is_clickable: RareFlags = msgspec.field(default_factory=RareFlags)


class LayoutTable(msgspec.Struct, rename="camel", gc=False):
    """The layout boxes of one document, one list per property."""

    node_index: list[int] = []
    styles: list[StyleRow] = []
    bounds: list[Bounds] = []
    text: list[int] = []
    paint_orders: list[int] = []


class LayoutDocument(msgspec.Struct, rename="camel", gc=False):
    """One document of `DOMSnapshot.captureSnapshot`. Lengths in CSS px."""

    document_url: int = msgspec.field(default=-1, name="documentURL")
    title: int = -1
    frame_id: int = -1
    nodes: NodeTable = msgspec.field(default_factory=NodeTable)
    layout: LayoutTable = msgspec.field(default_factory=LayoutTable)
    text_boxes: msgspec.Raw = msgspec.Raw()
    """Decoded on demand (see `LineBoxes`)."""
    scroll_offset_x: float = 0.0
    scroll_offset_y: float = 0.0
    content_width: float = 0.0
    content_height: float = 0.0


class LayoutReply(msgspec.Struct, gc=False):
    """The reply of `DOMSnapshot.captureSnapshot`."""

    documents: list[LayoutDocument] = []
    strings: list[str] = []


class DomNode(msgspec.Struct, rename="camel", gc=False):
    """One node of `DOM.getDocument`. Its attributes are decoded on demand."""

    backend_node_id: int = 0
    node_type: int = 0
    node_name: str = ""
    node_value: str = ""
    frame_id: str = ""
    document_url: str = msgspec.field(default="", name="documentURL")
    shadow_root_type: str = ""
    attributes: msgspec.Raw = msgspec.Raw()
    children: list[DomNode] = []
    shadow_roots: list[DomNode] = []
    content_document: DomNode | None = None
    assigned: list[BackendNode] = msgspec.field(default_factory=list["BackendNode"], name="distributedNodes")


class BackendNode(msgspec.Struct, rename="camel", gc=False):
    """A node named by its backend id alone."""

    backend_node_id: int = 0


class DomReply(msgspec.Struct, gc=False):
    """The reply of `DOM.getDocument`."""

    root: DomNode


class DomShape(msgspec.Struct, rename="camel", gc=False):
    """One node of `DOM.getDocument` without names and attributes: half the cost of `DomNode`."""

    backend_node_id: int = 0
    node_type: int = 0
    children: list[DomShape] = []
    shadow_roots: list[DomShape] = []
    content_document: DomShape | None = None
    shadow_root_type: str = ""


class DomShapeReply(msgspec.Struct, gc=False):
    """The reply of `DOM.getDocument`, its shape only."""

    root: DomShape


class AxValue(msgspec.Struct, gc=False):
    """A computed accessibility value; only plain ones are read."""

    value: Any = None


class AxProperty(msgspec.Struct, gc=False):
    """A named accessibility property."""

    name: str = ""
    value: AxValue = msgspec.field(default_factory=AxValue)


class AxRole(msgspec.Struct, gc=False):
    """A computed role."""

    value: str = ""


class AxNode(msgspec.Struct, gc=False):
    """One node of an accessibility tree. Its properties are decoded on demand."""

    role: AxRole | None = None
    name: AxValue | None = None
    value: AxValue | None = None
    ignored: bool = False
    backend_dom_node_id: int = msgspec.field(default=0, name="backendDOMNodeId")
    properties: msgspec.Raw = msgspec.Raw()


class AxReply(msgspec.Struct, gc=False):
    """The reply of `Accessibility.getFullAXTree`."""

    nodes: list[AxNode] = []


read_layout = msgspec.json.Decoder(LayoutReply).decode
read_style_row = msgspec.json.Decoder(tuple[int, ...]).decode
read_dom = msgspec.json.Decoder(DomReply).decode
read_dom_shape = msgspec.json.Decoder(DomShapeReply).decode
read_attributes = msgspec.json.Decoder(tuple[str, ...]).decode
read_ax = msgspec.json.Decoder(AxReply).decode
read_ax_properties = msgspec.json.Decoder(list[AxProperty]).decode
