"""The record of one frame, and of one change of its document (pure)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdp_engine.protocol import network, page
from cdp_engine.rpc import Session

DocumentChangeKind = Literal["navigated", "restored", "detached", "same-document"]

NO_LOADER = network.LoaderId("")
"""A frame of which no document has been reported yet."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame as last reported; a new record replaces it when anything changes.

    `session` is that of the process that draws the frame: node ids and input coordinates of the frame belong to it.
    `url` includes the fragment; it is the address that failed when `unreachable` is set.
    """

    id: page.FrameId
    session: Session
    parent_id: page.FrameId | None = None
    loader_id: network.LoaderId = NO_LOADER
    url: str = ""
    name: str = ""
    mime_type: str = ""
    unreachable: bool = False

    @property
    def is_main(self) -> bool:
        """Whether this is the tab's outermost frame."""
        return self.parent_id is None

    @property
    def is_oopif(self) -> bool:
        """Whether the frame is the root of a process of its own, below another frame (EN-07)."""
        return self.parent_id is not None and self.session.target_id == self.id


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """One change of a frame's document (FP-02).

    `navigated` and `restored` replace `old_loader` by `new_loader`; `detached` ends `old_loader`;
    `same-document` leaves the loader as it is and changes the URL only.
    """

    frame_id: page.FrameId
    old_loader: network.LoaderId | None
    new_loader: network.LoaderId | None
    kind: DocumentChangeKind
    url: str
    is_main: bool


def frame_record(session: Session, payload: page.Frame, known: Frame | None) -> Frame:
    """The record of a frame from the protocol; an empty name does not replace a known one."""
    parent = payload.parent_id or (known.parent_id if known is not None else None)
    unreachable = payload.unreachable_url or ""
    return Frame(
        id=payload.id,
        session=session,
        parent_id=parent or None,
        loader_id=payload.loader_id,
        url=unreachable or payload.url + (payload.url_fragment or ""),
        name=payload.name or (known.name if known is not None else ""),
        mime_type=payload.mime_type,
        unreachable=bool(unreachable),
    )
