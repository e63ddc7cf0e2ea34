"""The state of one tab, kept current by the events of all its sessions.

Every callback here runs inside the reader: it updates a pure reducer, wakes waiters and returns. So a caller that got a
reply sees a state that includes every event before that reply.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import anyio

from cdp_engine.errors import DialogBlocking, EngineError, SessionDetached, TargetCrashed
from cdp_engine.protocol import network, page, runtime, target
from cdp_engine.rpc import Session
from cdp_engine.tab.policy.session_policy import SessionPolicy
from cdp_engine.tab.state.dialogs import ALLOWED_WHILE_OPEN, DialogPolicy, Dialogs, FileDialogs
from cdp_engine.tab.state.downloads import Downloads
from cdp_engine.tab.state.execution_contexts import ExecutionContexts
from cdp_engine.tab.state.frame import DocumentChange, Frame
from cdp_engine.tab.state.frames import FrameTree
from cdp_engine.tab.state.load_state import Departure, LoadLog
from cdp_engine.tab.state.navigation_state import Navigation
from cdp_engine.tab.state.popups import Popups
from cdp_engine.tab.state.requests import RequestTable
from cdp_engine.tab.state.wakeup import Wakeup
from cdp_engine.tab.state.websockets import WebSockets

NETWORK_ONLY = frozenset({"worker", "shared_worker", "service_worker"})
"""Kinds of targets without frames, of which only the requests are tracked."""


class TabState:
    """The reducers of one tab and the sessions that feed them."""

    def __init__(
        self,
        target_id: target.TargetID,
        dialog_policy: DialogPolicy,
        on_restored: Callable[[Session], None],
        policy: SessionPolicy | None = None,
        is_shared_worker: Callable[[str], bool] = lambda _url: False,
        file_dialogs: FileDialogs | None = None,
    ) -> None:
        """`on_restored` is called when a session's frames should be requested again, by `read_tree`;
        `is_shared_worker` returns whether the browser runs a shared worker from an address."""
        self.target_id = target_id
        self.policy = policy or SessionPolicy("")
        self._on_restored = on_restored
        self._is_shared_worker = is_shared_worker
        self.wakeup = Wakeup()
        self.loads = LoadLog()
        self.requests = RequestTable()
        self.sockets = WebSockets()
        self.contexts = ExecutionContexts()
        self.downloads = Downloads()
        self.popups = Popups(target_id, self.wakeup.wake)
        self.dialogs = Dialogs(dialog_policy, self._dialog_blocks)
        self.file_dialogs = file_dialogs or FileDialogs()
        self.frames = FrameTree(self._document_changed, self.failure)
        self.session: Session | None = None
        self.attached = False
        self.ended: EngineError | None = None
        self.navigations: set[Navigation] = set()
        self._listeners: tuple[Callable[[DocumentChange], None], ...] = ()
        self._sessions: dict[Session, ExitStack] = {}
        self.unresponsive: set[Session] = set()
        """Sessions that missed a capture's deadline, until they answer again or end."""
        self.crashed: TargetCrashed | None = None
        self._held: DialogBlocking | None = None
        self.guarded_from = 0
        """The guard's mark when the current document was committed."""

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions of this tab that are attached now, the page's own first."""
        return tuple(self._sessions)

    @property
    def is_attached(self) -> bool:
        """Whether the page's own session is open and prepared."""
        return self.attached and self.session is not None and self.session.closed is None

    def failure(self) -> EngineError | None:
        """Why the tab cannot answer now; None if it can."""
        if self.ended is not None:
            return self.ended
        if self.crashed is not None:
            return self.crashed
        if not self.is_attached:
            closed = self.session.closed if self.session is not None else None
            return closed or SessionDetached("the tab is not attached")
        return self._held

    def on_document_change(self, callback: Callable[[DocumentChange], None]) -> Callable[[], None]:
        """Have `callback` called for every change of a document; returns a function that stops this."""
        self._listeners = (*self._listeners, callback)

        def remove() -> None:
            self._listeners = tuple(known for known in self._listeners if known is not callback)

        return remove

    def frame(self, frame: Frame | str | None) -> Frame:
        """The current record of a frame, given as a record or an id; None is the main one.

        Raises `SessionDetached` when the tab has no such frame now.
        """
        if frame is None:
            return self.frames.main
        frame_id = frame if isinstance(frame, str) else frame.id
        known = self.frames.get(frame_id)
        if known is None:
            raise SessionDetached(f"the tab has no frame {frame_id}")
        return known

    # Sessions

    def watch(self, session: Session, info: target.TargetInfo) -> bool:
        """Subscribe to a new session; returns whether it has frames and so reports documents and scripts."""
        watched = ExitStack()
        self._sessions[session] = watched
        if self._held is not None:
            session.block(self._held, allow=ALLOWED_WHILE_OPEN)
        self._watch_network(session, watched)
        self.requests.joined(anyio.current_time())
        is_page = info.target_id == self.target_id
        if info.type in NETWORK_ONLY or not (is_page or info.type == "iframe"):
            return False
        if is_page:
            self.session = session
        self._watch_page(session, watched)
        self._watch_runtime(session, watched)
        parent = None if is_page else (info.parent_frame_id or info.parent_id)
        self.frames.session_attached(session, info.target_id, parent)
        self.wakeup.wake()
        return True

    def session_gone(self, session: Session) -> None:
        """A session ended; the frames of its process are gone."""
        self._forget(session)
        self.requests.session_gone(session.id, anyio.current_time())
        self.frames.session_gone(session)
        if session is self.session:
            self.dialogs.abandon()
        self.wakeup.wake()

    def crash(self, error: TargetCrashed) -> None:
        """The page's renderer crashed: no command is answered until a navigation starts a new one."""
        self.attached = False
        self.crashed = error
        if self.session is not None:
            self.session_gone(self.session)

    def end(self, error: EngineError) -> None:
        """The tab is closed."""
        if self.ended is not None:
            return
        self.ended = error
        for session in self.sessions:
            self._forget(session)
        self.dialogs.abandon()
        self.frames.clear()
        self.wakeup.wake()

    def _forget(self, session: Session) -> None:
        self.unresponsive.discard(session)
        watched = self._sessions.pop(session, None)
        if watched is not None:
            watched.close()
        self.contexts.session_gone(session)
        self.policy.forget(session)

    # Events of each session

    def _watch_page(self, session: Session, watched: ExitStack) -> None:
        frames, loads = self.frames, self.loads

        def navigated(event: page.FrameNavigated) -> None:
            restored = event.type == "BackForwardCacheRestore"
            loads.arrived(event.frame.id)
            frames.navigated(session, event.frame, restored=restored)
            self.wakeup.wake()
            if restored:
                self._on_restored(session)

        def detached(event: page.FrameDetached) -> None:
            frames.detached(session, event.frame_id, event.reason)
            if event.reason != "swap":
                loads.arrived(event.frame_id)
            self.wakeup.wake()

        def departing(event: page.FrameStartedNavigating) -> None:
            departure = Departure(event.frame_id, event.loader_id, event.url, event.navigation_type)
            loads.departing(departure)
            for navigation in self.navigations:
                navigation.departing(departure)
            self.wakeup.wake()

        def stopped(event: page.FrameStoppedLoading) -> None:
            loads.arrived(event.frame_id)
            for navigation in self.navigations:
                navigation.stopped(event.frame_id, anyio.current_time())
            self.wakeup.wake()

        def lifecycle(event: page.LifecycleEvent) -> None:
            now = anyio.current_time()
            if event.name == "init":
                frames.started(session, event.frame_id, event.loader_id)
            loads.lifecycle(event.loader_id, event.name, now)
            if event.name == "DOMContentLoaded":
                self.requests.document_parsed(event.loader_id, now)
            self.wakeup.wake()

        def downloading(event: page.DownloadWillBegin) -> None:
            self.downloads.begin(event)
            for navigation in self.navigations:
                navigation.downloading(event.frame_id)
            self.wakeup.wake()

        def downloaded(event: page.DownloadProgress) -> None:
            self.downloads.progress(event)
            self.wakeup.wake()

        for stop in (
            session.listen(
                page.FrameAttached, lambda e: frames.attached(session, e.frame_id, e.parent_frame_id)
            ),
            session.listen(page.FrameNavigated, navigated),
            session.listen(page.FrameDetached, detached),
            session.listen(
                page.NavigatedWithinDocument, lambda e: frames.moved_within(session, e.frame_id, e.url)
            ),
            session.listen(page.FrameStartedNavigating, departing),
            session.listen(page.FrameStoppedLoading, stopped),
            session.listen(page.LifecycleEvent, lifecycle),
            session.listen(page.JavascriptDialogOpening, lambda e: self._opening(session, e)),
            session.listen(page.JavascriptDialogClosed, self._closed),
            session.listen(page.DownloadWillBegin, downloading),
            session.listen(page.DownloadProgress, downloaded),
            session.listen(page.WindowOpen, self.popups.asked),
            session.listen(page.FrameRequestedNavigation, self.popups.requested),
            session.listen(page.FileChooserOpened, self.file_dialogs.asked),
        ):
            watched.callback(stop)

    def _watch_network(self, session: Session, watched: ExitStack) -> None:
        requests, sockets = self.requests, self.sockets
        wake, now = self.wakeup.wake, anyio.current_time

        def after(change: Callable[[], None]) -> None:
            change()
            wake()

        def said(event: network.WebSocketFrameSent) -> None:
            sockets.sent(event, now(), requests.next_mark())

        def sent(event: network.RequestWillBeSent) -> None:
            # Its script is fetched by the browser; the rest is reported to the worker, which is not part of the tab.
            aside = event.type == "Script" and self._is_shared_worker(event.request.url)
            requests.will_be_sent(event, session.id, now(), aside=aside)
            wake()

        def arriving(event: network.DataReceived) -> None:
            if requests.data(event, now()):
                wake()

        def connected(event: network.WebSocketCreated) -> None:
            sockets.opened(event.request_id, now())
            requests.socket_opened(event.request_id, event.url, session.id, now())

        def closed(event: network.WebSocketClosed) -> None:
            sockets.closed(event.request_id)
            requests.finished(event.request_id, now())

        for stop in (
            session.listen(network.RequestWillBeSent, sent),
            session.listen(network.RequestServedFromCache, requests.served_from_cache),
            session.listen(network.ResponseReceived, lambda e: after(lambda: requests.response(e, now()))),
            session.listen(network.DataReceived, arriving),
            session.listen(
                network.LoadingFinished, lambda e: after(lambda: requests.finished(e.request_id, now()))
            ),
            session.listen(
                network.LoadingFailed,
                lambda e: after(lambda: requests.failed(e.request_id, e.error_text, now())),
            ),
            session.listen(network.WebSocketCreated, connected),
            session.listen(network.WebSocketHandshakeResponseReceived, sockets.connected),
            session.listen(network.WebSocketFrameSent, said),
            session.listen(network.WebSocketFrameReceived, lambda e: after(lambda: sockets.heard(e, now()))),
            session.listen(network.WebSocketClosed, closed),
            session.listen(
                network.WebTransportCreated,
                lambda e: requests.socket_opened(e.transport_id, e.url, session.id, now()),
            ),
            session.listen(network.WebTransportClosed, lambda e: requests.finished(e.transport_id, now())),
        ):
            watched.callback(stop)

    def _watch_runtime(self, session: Session, watched: ExitStack) -> None:
        contexts = self.contexts

        def created(event: runtime.ExecutionContextCreated) -> None:
            contexts.created(session, event)
            self.wakeup.wake()

        for stop in (
            session.listen(runtime.ExecutionContextCreated, created),
            session.listen(runtime.ExecutionContextDestroyed, lambda e: contexts.destroyed(session, e)),
            session.listen(runtime.ExecutionContextsCleared, lambda _e: contexts.cleared(session)),
        ):
            watched.callback(stop)

    def _document_changed(self, change: DocumentChange) -> None:
        now = anyio.current_time()
        if change.kind == "restored" and change.new_loader is not None:
            self.loads.restored(change.new_loader, now)
        if change.old_loader is not None and change.old_loader != change.new_loader:
            self.requests.document_gone(change.old_loader, now)
        if change.kind == "navigated" and change.frame_id == self.target_id:
            self.dialogs.new_document()
            if self.policy.guard is not None:
                self.guarded_from = self.policy.guard.mark()
        for navigation in self.navigations:
            navigation.changed(change)
        self.wakeup.wake()
        for callback in self._listeners:
            callback(change)

    def _opening(self, session: Session, event: page.JavascriptDialogOpening) -> None:
        self.dialogs.opening(session, event)
        self.wakeup.wake()

    def _closed(self, event: page.JavascriptDialogClosed) -> None:
        self.dialogs.closed(event)
        self.wakeup.wake()

    def _dialog_blocks(self, reason: DialogBlocking | None) -> None:
        self._held = reason
        for session in self._sessions:
            if reason is not None:
                session.block(reason, allow=ALLOWED_WHILE_OPEN)
            else:
                session.unblock()
        self.wakeup.wake()
