"""Names of elements that stay valid while their document exists: `ScopedRef`, and the interface that shortens them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cdp_engine.errors import UnknownRef
from cdp_engine.protocol import dom, network, page


class ScopedRef(NamedTuple):
    """One node of one document: frame, the loader that brought the document, and the node's backend id.

    Backend ids are unique per renderer process only (two frames may share a number) and a frame may
    hold many documents one after the other, so all three are needed. Hashable and comparable.
    """

    frame_id: page.FrameId
    loader_id: network.LoaderId
    backend_node_id: dom.BackendNodeId

    def text(self, main_frame: page.FrameId) -> str:
        """The written form: `loader:backend` in the main frame, `frame:loader:backend` elsewhere."""
        tail = f"{self.loader_id}:{self.backend_node_id}"
        return tail if self.frame_id == main_frame else f"{self.frame_id}:{tail}"

    @classmethod
    def parse(cls, text: str, main_frame: page.FrameId) -> ScopedRef:
        """Read the written form back. Raises `UnknownRef` for any other text."""
        parts = text.split(":")
        if len(parts) == 2:
            parts.insert(0, main_frame)
        if len(parts) != 3 or not all(parts) or not (parts[2].isascii() and parts[2].isdigit()):
            raise UnknownRef(f"{text!r} is not a ref; refs look like e12, loader:12 or frame:loader:12")
        return cls(page.FrameId(parts[0]), network.LoaderId(parts[1]), dom.BackendNodeId(int(parts[2])))


class RefIssuer(Protocol):
    """Gives short refs (`e12`) to nodes and finds the node of a short ref; the track room implements it."""

    def issue(self, node_ref: ScopedRef, /) -> str:
        """The short ref of a node: always the same for the same node, never one that another node had."""
        ...

    def find(self, short_ref: str, /) -> ScopedRef | None:
        """The node that a short ref was issued for, or None where it never was."""
        ...


class ShortRefs:
    """The short refs of a snapshot's nodes: issued and found, without the table behind them."""

    __slots__ = ("_table",)

    def __init__(self, table: RefIssuer) -> None:
        self._table = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShortRefs) and other._table is self._table

    def __hash__(self) -> int:
        return id(self._table)

    def issue(self, node_ref: ScopedRef, /) -> str:
        """As `RefIssuer.issue`."""
        return self._table.issue(node_ref)

    def find(self, short_ref: str, /) -> ScopedRef | None:
        """As `RefIssuer.find`."""
        return self._table.find(short_ref)
