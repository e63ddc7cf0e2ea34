"""Keeps a press that is meant for one document from taking effect in another (click-jacking).

A page can move a frame of another site over a target in the very moment of the press, almost invisible or for one
drawn frame only. No check before the press can see that, so for its length the documents of such frames stop presses.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio

from cdp_engine.act.element import Element
from cdp_engine.errors import EngineError
from cdp_engine.observe import FRAME_TAGS

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab, Toolkit

GUARD_MS = 2000
"""A guard that nobody ends, because the connection was lost, ends by itself."""

_BEGIN_SECONDS = 0.25
"""A frame whose process is busy for longer could not react to the press either."""

NEXT_GUARD_MS = 500
"""For how long a document that comes during a press stops presses: none can be meant for it that early."""


def guard_next_documents(tab: Tab, element: Element) -> AbstractContextManager[None]:
    """Have documents that come during a press stop it: it is meant for the one that goes.

    The browser process gives input to the document that is there when the input comes to it. The first action in such a
    document ends its guard.
    """
    return tab.toolkit(element.frame).in_new_documents("guardPress", NEXT_GUARD_MS)


class PressGuard:
    """The documents of other sites around an element, for the length of one press."""

    def __init__(self, tab: Tab, element: Element, tag: str, *also: Element) -> None:
        """`tag` is that of the element: a press on a frame itself is meant for the document in it.

        `also` are further elements that the gesture is meant for, such as the destination of a drag.
        """
        self._tab = tab
        meant = {element.frame.id, *(one.frame.id for one in also)}
        frames = () if tag in FRAME_TAGS else tab.frames.all()
        self._frames = [
            frame for frame in frames if frame.id not in meant and is_foreign(frame, element.frame)
        ]
        self._guarded: list[tuple[Frame, Toolkit]] = []

    def __bool__(self) -> bool:
        return bool(self._frames)

    async def begin(self) -> None:
        """Have every such document stop presses from now on; one that does not answer in time is left out."""
        if not self._frames:
            return
        with anyio.move_on_after(_BEGIN_SECONDS):
            async with anyio.create_task_group() as tasks:
                for frame in self._frames:
                    tasks.start_soon(self._begin_in, frame)

    async def _begin_in(self, frame: Frame) -> None:
        try:
            toolkit = self._tab.toolkit(frame)
            await toolkit.value("guardPress", None, GUARD_MS, timeout=_BEGIN_SECONDS)
        except EngineError:
            return  # its document is gone or its process answers nothing: no press takes effect there
        self._guarded.append((frame, toolkit))

    def end(self) -> None:
        """Let presses through again, without waiting."""
        for frame, toolkit in self._guarded:
            if frame.session.closed is None:
                frame.session.start(toolkit.command("endGuard", None)).abandon()
        self._guarded.clear()

    async def stopped_by(self) -> str | None:
        """End the guard; the address of the document that stopped a press, None where none did."""
        found: list[str] = []

        async def end_in(frame: Frame, toolkit: Toolkit) -> None:
            try:
                if await toolkit.value("endGuard", None, timeout=_BEGIN_SECONDS):
                    found.append(frame.url)
            except EngineError:
                return

        async with anyio.create_task_group() as tasks:
            for frame, toolkit in self._guarded:
                tasks.start_soon(end_in, frame, toolkit)
        self._guarded.clear()
        return min(found, default=None)


def is_foreign(frame: Frame, other: Frame) -> bool:
    """Whether two frames may hold documents of different sites; a document without an address is its creator's."""
    if frame.session is not other.session:
        return True
    origins = _origin(frame.url), _origin(other.url)
    return all(origins) and origins[0] != origins[1]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return "" if parts.scheme in ("", "about") else f"{parts.scheme}://{parts.netloc}"
