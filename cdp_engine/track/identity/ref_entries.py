"""One short ref, the state of its element, and the events that end it (FP-02; plain data)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from cdp_engine.observe import ScopedRef
from cdp_engine.track.identity.fingerprint import Fingerprint

Life = Literal["live", "suspended", "gone"]
"""On the page; in a document that its frame does not show now; removed from the page."""


class DocumentEvent(Protocol):
    """The parts of a change of documents that the table needs; the tab's frame tree reports it."""

    @property
    def frame_id(self) -> str:
        """The frame."""
        ...

    @property
    def old_loader(self) -> str | None:
        """The loader of the document that left, if one did."""
        ...

    @property
    def new_loader(self) -> str | None:
        """The loader of the current document, if there is one."""
        ...

    @property
    def kind(self) -> str:
        """`navigated`, `restored`, `detached` or `same-document`."""
        ...


class Invalidation(NamedTuple):
    """A ref that the caller must stop using: as it was shown, its node then, and why it ended."""

    ref: str
    scoped: ScopedRef
    reason: str


@dataclass(slots=True)
class RefEntry:
    """A short ref's number, the node that it names now, and those that it named before (`former`, newest first)."""

    number: int
    scoped: ScopedRef
    life: Life = "live"
    reason: str = ""
    former: tuple[ScopedRef, ...] = ()
    fingerprint: Fingerprint | None = None
    last_beside: int = 0
    """The last number that was issued when its element left the page."""

    @property
    def ref(self) -> str:
        """The short ref."""
        return f"e{self.number}"
