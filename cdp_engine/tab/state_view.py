"""The known state of a tab, without a call to the browser."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from cdp_engine.errors import EngineError, SessionDetached
from cdp_engine.protocol import target
from cdp_engine.rpc import Session
from cdp_engine.tab.attachment import Attachment
from cdp_engine.tab.policy.domain_guard import BlockedRequest, DomainGuard
from cdp_engine.tab.policy.emulation import Emulation
from cdp_engine.tab.state.downloads import Download
from cdp_engine.tab.state.frame import DocumentChange
from cdp_engine.tab.state.silence import Silence, why_silent


class StateView:
    """The part of `Tab` that reads the state from events; current whenever a reply resolves."""

    def __init__(self, target_id: target.TargetID, attachment: Attachment) -> None:
        self.target_id = target_id
        self._attachment = attachment
        self._state = attachment.state
        self._popups = self._state.popups
        self.network = self._state.requests
        """The requests in flight, and those since a mark (SX-04)."""
        self.sockets = self._state.sockets
        """What the page's websockets sent and heard."""
        self.dialogs = self._state.dialogs
        """The dialogs of the tab and the policy for them."""
        self.file_dialogs = self._state.file_dialogs
        """The file dialogs that the page asked for, in a browser that cannot show them."""
        self.frames = self._state.frames
        """The frames of all processes of the tab (fact 27)."""
        self.unresponsive = self._state.unresponsive
        """The sessions that did not answer the last capture; maintained by captures."""

    @property
    def session(self) -> Session:
        """The page's own session. Raises the tab's failure when there is none."""
        if self._state.ended is not None:
            raise self._state.ended
        if self._state.session is None:
            raise SessionDetached("the tab is not attached")
        return self._state.session

    @property
    def sessions(self) -> tuple[Session, ...]:
        """Every session of the tab now: the page's, those of its cross-process frames and of its workers."""
        return self._state.sessions

    @property
    def downloads(self) -> tuple[Download, ...]:
        """The downloads that this tab started, oldest first."""
        return tuple(self._state.downloads.known.values())

    @property
    def opened(self) -> tuple[target.TargetInfo, ...]:
        """The tabs and windows that this tab opened, oldest first (fact 28)."""
        return tuple(self._popups.known.values())

    def popup_size(self, target_id: target.TargetID) -> tuple[int, int] | None:
        """The width and height in CSS px that the page asked for when it opened a window; None where it did not."""
        return self._popups.size(target_id)

    @property
    def url(self) -> str:
        """The URL of the document in the main frame, with its fragment."""
        return self._state.frames.main.url

    @property
    def departing(self) -> bool:
        """Whether the main frame is navigating to another document."""
        frames = self._state.frames
        return frames.known and self._state.loads.departure(frames.main.id) is not None

    @property
    def failure(self) -> EngineError | None:
        """Why the tab cannot answer now: closed, crashed, detached, blocked by a dialog. None: it can."""
        return self._state.failure()

    @property
    def closed(self) -> bool:
        """Whether the tab is closed."""
        return self._state.ended is not None

    def on_document_change(self, callback: Callable[[DocumentChange], None]) -> Callable[[], None]:
        """Have `callback` called, inside the reader, for every change of a document (FP-02).

        It must be short and must not wait. Returns a function that stops this.
        """
        return self._state.on_document_change(callback)

    def on_opened(self, callback: Callable[[target.TargetInfo], None]) -> Callable[[], None]:
        """Have `callback` called, inside the reader, for every tab or window this tab opens.

        Returns a function that stops this.
        """
        return self._popups.listen(callback)

    @property
    def emulation(self) -> Emulation:
        """The emulation of the tab."""
        return self._state.policy.emulation

    @property
    def guard(self) -> DomainGuard | None:
        """The domains of the tab and the requests that they have blocked; None where it has no lists (EX-09)."""
        return self._state.policy.guard

    @property
    def blocked(self) -> list[BlockedRequest]:
        """The blocked requests of the current document, its frames and workers, oldest first (EX-09)."""
        guard = self.guard
        if guard is None:
            return []
        here = {session.target_id for session in self._state.sessions}
        return [entry for entry in guard.since(self._state.guarded_from) if entry.target in here]

    @property
    def silence(self) -> Silence:
        """The most likely reason why the page does not answer, for the error of a call that it did not answer."""
        return why_silent(self._state)

    async def changed(self, timeout: float) -> None:
        """Return when the tab's state changed (frames, requests, dialogs, sessions), or after `timeout`."""
        await self._state.wakeup.wait(anyio.current_time() + timeout)
