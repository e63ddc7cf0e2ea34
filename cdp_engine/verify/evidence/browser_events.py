"""Events that the browser reports by itself: navigations, dialogs, tabs, downloads, requests (EX-02).

Nothing here calls into the page, so it also works for a page that does not answer.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

import anyio

from cdp_engine.tab import RequestMark
from cdp_engine.verify.evidence.polling import is_polled, is_repeated
from cdp_engine.verify.evidence.questions import is_icon, request_seen
from cdp_engine.verify.evidence.records import DialogSeen, DownloadSeen, Move, RequestSeen, TabSeen

if TYPE_CHECKING:
    from cdp_engine.protocol import target
    from cdp_engine.tab import Frame, Request, Tab


class BrowserEvents:
    """The state of a tab when this object was created, and the events since."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self.mark = tab.network.mark()
        """The position from which requests count."""
        self._began = anyio.current_time()
        self._frames: dict[str, Frame] = {frame.id: frame for frame in tab.frames.all()}
        self._url = tab.frames.main.url
        history = tab.dialogs.history
        self.dialogs_before = history[-1].number if history else 0
        """The number of the last dialog."""
        self.file_dialogs_before = tab.file_dialogs.count
        self.opened_before = frozenset(info.target_id for info in tab.opened)
        self.downloads_before = frozenset(download.guid for download in tab.downloads)

    @property
    def url(self) -> str:
        """The tab's address; the last one where the tab has no page any more."""
        return self._tab.url if self._tab.frames.known else self._url

    @property
    def left(self) -> bool:
        """Whether the main frame shows another document or is navigating to one."""
        if self._tab.closed or not self._tab.frames.known:
            return False
        main = self._tab.frames.main
        before = self._frames.get(main.id)
        return self._tab.departing or before is None or before.loader_id != main.loader_id

    async def unanswered(self, seconds: float) -> bool:
        """Whether the server of the next page still has not answered after `seconds`."""
        with anyio.move_on_after(seconds):
            while self._tab.departing and self._tab.failure is None:
                await self._tab.changed(seconds)
        return self._tab.departing and self._tab.failure is None

    @property
    def newcomers(self) -> list[Frame]:
        """The frames whose document was loaded meanwhile."""
        if not self._tab.frames.known:
            return []
        before = self._frames
        return [
            frame
            for frame in self._tab.frames.all()
            if frame.id not in before or before[frame.id].loader_id != frame.loader_id
        ]

    def moves(self, watched: Container[str]) -> tuple[Move, ...]:
        """The navigations of frames, other documents first; of removed frames only those that were `watched`."""
        if not self._tab.frames.known:
            return ()
        now = {frame.id: frame for frame in self._tab.frames.all()}
        moves: list[Move] = []
        for frame in now.values():
            before = self._frames.get(frame.id)
            if before is None or (before.loader_id == frame.loader_id and before.url == frame.url):
                continue
            same = before.loader_id == frame.loader_id
            hops = self._hops_to(frame.loader_id)
            moves.append(
                Move(
                    url=frame.url,
                    loader_id=frame.loader_id,
                    same_document=same,
                    status=None if same else self._tab.network.document_status(frame.loader_id),
                    method=hops[0].method if hops else "GET",
                    led_on=hops[0].url if len(hops) > 1 else "",
                    frame=None if frame.is_main else frame.id,
                    again=not same and before.url == frame.url,
                    unreachable=frame.unreachable,
                )
            )
        for frame_id, before in self._frames.items():
            if frame_id not in now and frame_id in watched:
                moves.append(
                    Move(url=before.url, loader_id="", same_document=False, frame=frame_id, gone=True)
                )
        return tuple(sorted(moves, key=lambda move: (move.same_document, move.frame is not None)))

    def dialogs(self) -> tuple[DialogSeen, ...]:
        """The dialogs that opened."""
        return tuple(
            DialogSeen(dialog.type, dialog.message, dialog.handled)
            for dialog in self._tab.dialogs.history
            if dialog.number > self.dialogs_before
        )

    def tabs(self) -> tuple[TabSeen, ...]:
        """The tabs and windows that the page opened."""
        return tuple(
            TabSeen(info.target_id, self._address_of(info.target_id, info.url))
            for info in self._tab.opened
            if info.target_id not in self.opened_before
        )

    def downloads(self) -> tuple[DownloadSeen, ...]:
        """The downloads that began."""
        return tuple(
            DownloadSeen(download.filename, download.url, download.state)
            for download in self._tab.downloads
            if download.guid not in self.downloads_before
        )

    @property
    def asks_for_file(self) -> bool:
        """Whether the page asked for a file, in a browser that cannot show the dialog."""
        return self._tab.file_dialogs.count > self.file_dialogs_before

    def requests(self) -> tuple[RequestSeen, ...]:
        """The requests that were sent, except those for the page's icon and those that the page repeats by itself."""
        sent = [request for request in self._tab.network.since(self.mark) if not is_icon(request)]
        if not sent:
            return ()
        earlier = [one for one in self._tab.network.since(RequestMark(0)) if one.serial <= self.mark]
        return tuple(
            request_seen(request, self._began, again=is_repeated(request, earlier))
            for request in sent
            if not is_polled(request, earlier)
        )

    def _hops_to(self, loader_id: str) -> list[Request]:
        """The requests of the document: the first one, and one for each redirect."""
        return [request for request in self._tab.network.since(self.mark) if request.id == loader_id]

    def _address_of(self, target_id: target.TargetID, known: str) -> str:
        info = self._tab.chrome.targets.get(target_id)
        return info.url if info is not None and info.url else known
