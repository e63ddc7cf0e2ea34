"""Pictures of canvases that no script can read, before and after an action: WebGL, images of other origins."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import page
from cdp_engine.verify.evidence.document_watcher import WatchedDocument
from cdp_engine.verify.evidence.records import Report

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

Place = tuple[float, float, float, float]

PICTURE_SECONDS = 0.5
"""A tab that another one covers draws nothing; then there is no picture."""


class CanvasPictures:
    """The pictures of at most two canvases in view. `taken` before the action, `compared` once the page is at rest."""

    def __init__(self, tab: Tab, document: WatchedDocument, before: dict[Place, bytes]) -> None:
        self._tab = tab
        self._document = document
        self._before = before
        self._differs: bool | None = None

    @classmethod
    async def taken(cls, tab: Tab, document: WatchedDocument) -> CanvasPictures | None:
        """The pictures now; None where every canvas in view can be read, or where there are no pictures."""
        # What is drawn over the page to show the actions would be in the pictures.
        if document.frame.id != tab.frames.main.id or tab.action_overlay is not None:
            return None
        places = await document.ask("unreadCanvases", into=list[Place]) or []
        try:
            before = {place: await _picture(tab, place) for place in places}
        except EngineError:
            return None
        return cls(tab, document, before) if before else None

    async def compared(self, reports: list[Report]) -> list[Report]:
        """The reports, where nothing else changed with what the pictures show: whether something was drawn."""
        if not reports or any(report.count or report.drawn for report in reports):
            return reports
        if self._differs is None:
            self._differs = await self._changed()
        return [msgspec.structs.replace(reports[0], drawn=self._differs), *reports[1:]]

    async def _changed(self) -> bool:
        """Whether one of them shows something else, other than a picture that moves all the time."""
        places = await self._document.ask("unreadCanvases", into=list[Place]) or []
        try:
            for place, before in self._before.items():
                if place not in places:  # it moved, or can be read now
                    continue
                now = await _picture(self._tab, place)
                if now != before and await _picture(self._tab, place) == now:
                    return True
        except EngineError:
            return False
        return False


async def _picture(tab: Tab, place: Place) -> bytes:
    """A number computed from the picture of a part of the document. Raises the error of a tab that draws nothing."""
    x, y, width, height = place
    clip = page.Viewport(x=x, y=y, width=width, height=height, scale=1.0)
    command = page.capture_screenshot(format="png", clip=clip, optimize_for_speed=True)
    reply = await tab.frames.main.session.send(command, timeout=PICTURE_SECONDS)
    return hashlib.sha256(reply.data).digest()
