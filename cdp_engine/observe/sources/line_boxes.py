"""The boxes of the lines of a document's texts, decoded when somebody asks. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from cdp_engine.observe.sources.replies import Bounds, LayoutDocument
from cdp_engine.protocol import dom


class _TextBoxes(msgspec.Struct, rename="camel", gc=False):
    """`DOMSnapshot.TextBoxSnapshot`: for each piece of a line its layout box and its rectangle."""

    layout_index: list[int] = []
    bounds: list[Bounds] = []


class LineBoxes:
    """The lines of the texts of one document, as of its capture, in CSS px of the document."""

    def __init__(self, document: LayoutDocument) -> None:
        self._written = document.text_boxes.copy()
        self._boxes = document.layout.node_index
        self._nodes = document.nodes.backend_node_id.copy()  # an update adds nodes to the list itself

    def __call__(self, text: dom.BackendNodeId) -> Sequence[Bounds]:
        """The rectangles of a text that goes over several lines; none for any other node."""
        return self._broken.get(text, ())

    @cached_property
    def _broken(self) -> dict[int, list[Bounds]]:
        read = msgspec.json.decode(self._written, type=_TextBoxes) if self._written else _TextBoxes()
        found: dict[int, list[Bounds]] = {}
        last = -1
        for at, index in enumerate(read.layout_index):
            if index == last:  # the pieces of one text follow each other
                node = self._nodes[self._boxes[index]]
                found.setdefault(node, [read.bounds[at - 1]]).append(read.bounds[at])
            last = index
        return found
