"""What is known about one tab, kept current by the events of all its sessions.

Every callback here runs inside the reader: it changes a pure reducer, beats the pulse and returns. So whoever
got a reply sees a state that includes every event before that reply.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import anyio

from cdp_engine.errors import DialogBlocking, EngineError, ProtocolError, SessionDetached, TargetCrashed
from cdp_engine.protocol import network, page, runtime, target
from cdp_engine.rpc import Session
from cdp_engine.tab.changes.recorder_script import watch_every_document
from cdp_engine.tab.policy.session_policy import Conditions
from cdp_engine.tab.state.dialogs import ALLOWED_WHILE_OPEN, DialogPolicy, Dialogs
from cdp_engine.tab.state.downloads import Downloads
from cdp_engine.tab.state.execution_contexts import Contexts
from cdp_engine.tab.state.frames import DocumentChange, Frame, FrameTree
from cdp_engine.tab.state.load_state import Departure, LoadLog
from cdp_engine.tab.state.navigation_state import Voyage
from cdp_engine.tab.state.requests import RequestTable
from cdp_engine.tab.state.wakeup import Pulse

_NETWORK_ONLY = frozenset({"worker", "shared_worker", "service_worker"})
_PREPARE_SECONDS = 5.0
_REVIVE_PAUSE_SECONDS = 0.1


class TabState:
    """The reducers of one tab and the sessions that feed them."""

    def __init__(
        self,
        target_id: target.TargetID,
        policy: DialogPolicy,
        on_restored: Callable[[Session], None],
        conditions: Conditions | None = None,
        is_shared_worker: Callable[[str], bool] = lambda _url: False,
    ) -> None:
        """`on_restored` is called when a session's frames should be asked for again, by `read_tree`;
        `is_shared_worker` tells whether the browser runs one from that address.
        """
        self.target_id = target_id
        self.conditions = conditions or Conditions("")
        self._on_restored = on_restored
        self._is_shared_worker = is_shared_worker
        self.pulse = Pulse()
        self.loads = LoadLog()
        self.requests = RequestTable()
        self.contexts = Contexts()
        self.downloads = Downloads()
        self.dialogs = Dialogs(policy, self._dialog_blocks)
        self.frames = FrameTree(self._document_changed)
        self.session: Session | None = None
        self.attached = False
        self.ended: EngineError | None = None
        self.voyages: set[Voyage] = set()
        self._listeners: tuple[Callable[[DocumentChange], None], ...] = ()
        self._sessions: dict[Session, ExitStack] = {}
        self.crashed: TargetCrashed | None = None
        self._held: DialogBlocking | None = None
        self.guarded_from = 0
        """What the guard had held back when the present document came."""

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions of this tab that are attached now, the page's own first."""
        return tuple(self._sessions)

    @property
    def is_attached(self) -> bool:
        """Whether the page's own session is open and prepared."""
        return self.attached and self.session is not None and self.session.closed is None

    def failure(self) -> EngineError | None:
        """Why the tab cannot answer now, if it cannot."""
        if self.ended is not None:
            return self.ended
        if self.crashed is not None:
            return self.crashed
        if not self.is_attached:
            closed = self.session.closed if self.session is not None else None
            return closed or SessionDetached("the tab is not attached")
        return self._held

    def on_document_change(self, callback: Callable[[DocumentChange], None]) -> Callable[[], None]:
        """Have `callback` called for every document that comes or goes; returns what ends that."""
        self._listeners = (*self._listeners, callback)

        def remove() -> None:
            self._listeners = tuple(known for known in self._listeners if known is not callback)

        return remove

    def frame(self, frame: Frame | str | None) -> Frame:
        """The present record of a frame, given as a record or an id; None is the main one.

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

    async def prepare(self, session: Session, info: target.TargetInfo) -> None:
        """Listen to a new session and enable what this tab needs of it, before its target runs on.

        Only `Page`, lifecycle events and `Network`; workers `Network` alone. One round of pipelined calls.
        """
        if session.closed is not None:
            return
        guarded = self.conditions.begin(session)
        watched = ExitStack()
        self._sessions[session] = watched
        if self._held is not None:
            session.block(self._held, allow=ALLOWED_WHILE_OPEN)
        self._watch_network(session, watched)
        self.requests.joined(anyio.current_time())
        if info.type in _NETWORK_ONLY:
            await session.send(network.enable(), timeout=_PREPARE_SECONDS)
            await self.conditions.prepare(session, info.type)
            await self.conditions.held(session, guarded)
            return
        is_page = info.target_id == self.target_id
        if not is_page and info.type != "iframe":
            return
        if is_page:
            self.session = session
        self._watch_page(session, watched)
        self._watch_runtime(session, watched)
        parent = None if is_page else (info.parent_frame_id or info.parent_id)
        self.frames.session_attached(session, info.target_id, parent)
        self.pulse.beat()
        if is_page and self.crashed is not None:
            # There is no renderer to answer, but the browser's own half tells of the next navigation's request.
            session.start(network.enable()).abandon()
            return
        await self._enable(session, None if is_page else _PREPARE_SECONDS)
        await self.conditions.held(session, guarded)

    async def revive(self, deadline: float) -> None:
        """Make a crashed page tell its events again, as soon as a navigation has begun to bring a new renderer.

        `deadline` is on anyio's clock. Raises what `prepare` raises.
        """
        while self.crashed is not None and self.session is not None:
            try:
                await self._enable(self.session, max(0.1, deadline - anyio.current_time()))
            except ProtocolError as error:
                now = anyio.current_time()
                if "crashed" not in error.reason or now >= deadline:
                    raise
                await self.pulse.wait(now + _REVIVE_PAUSE_SECONDS)
            else:
                self.crashed = None

    async def _enable(self, session: Session, patience: float | None) -> None:
        asked = self.frames.expect_tree()
        try:
            with (
                session.start(page.enable(), timeout=patience) as enabled,
                session.start(page.get_frame_tree(), timeout=patience) as tree,
                session.start(page.set_lifecycle_events_enabled(True), timeout=patience),
                session.start(watch_every_document(), timeout=patience),
                session.start(network.enable(), timeout=patience) as ready,
            ):
                # A popup without an opener answers nothing until it runs, so all is sent before any answer is awaited.
                await self.conditions.prepare(session, session.kind)
                await enabled.result()
                await ready.result()
                self.frames.apply_tree(session, (await tree.result()).frame_tree, asked)
        finally:
            self.frames.forget_expected(asked)
        self.pulse.beat()

    async def read_tree(self, session: Session) -> None:
        """Ask a session for its frames once more (after a document came back from the cache)."""
        asked = self.frames.expect_tree()
        try:
            reply = await session.send(page.get_frame_tree(), timeout=_PREPARE_SECONDS)
            self.frames.apply_tree(session, reply.frame_tree, asked)
        finally:
            self.frames.forget_expected(asked)
        self.pulse.beat()

    def session_gone(self, session: Session) -> None:
        """A session ended; what its process showed is gone."""
        self._forget(session)
        self.requests.session_gone(session.id, anyio.current_time())
        self.frames.session_gone(session)
        if session is self.session:
            self.dialogs.abandon()
        self.pulse.beat()

    def crash(self, error: TargetCrashed) -> None:
        """The page's renderer died: nothing answers until a navigation brings a new one."""
        self.attached = False
        self.crashed = error
        if self.session is not None:
            self.session_gone(self.session)

    def end(self, error: EngineError) -> None:
        """The tab is gone for good."""
        if self.ended is not None:
            return
        self.ended = error
        for session in self.sessions:
            self._forget(session)
        self.dialogs.abandon()
        self.frames.clear()
        self.pulse.beat()

    def _forget(self, session: Session) -> None:
        watched = self._sessions.pop(session, None)
        if watched is not None:
            watched.close()
        self.contexts.session_gone(session)
        self.conditions.forget(session)

    # What each session says

    def _watch_page(self, session: Session, watched: ExitStack) -> None:
        frames, loads = self.frames, self.loads

        def navigated(event: page.FrameNavigated) -> None:
            restored = event.type == "BackForwardCacheRestore"
            loads.arrived(event.frame.id)
            frames.navigated(session, event.frame, restored=restored)
            self.pulse.beat()
            if restored:
                self._on_restored(session)

        def detached(event: page.FrameDetached) -> None:
            frames.detached(session, event.frame_id, event.reason)
            if event.reason != "swap":
                loads.arrived(event.frame_id)
            self.pulse.beat()

        def departing(event: page.FrameStartedNavigating) -> None:
            departure = Departure(event.frame_id, event.loader_id, event.url, event.navigation_type)
            loads.departing(departure)
            for voyage in self.voyages:
                voyage.departing(departure)
            self.pulse.beat()

        def stopped(event: page.FrameStoppedLoading) -> None:
            loads.arrived(event.frame_id)
            for voyage in self.voyages:
                voyage.stopped(event.frame_id, anyio.current_time())
            self.pulse.beat()

        def lifecycle(event: page.LifecycleEvent) -> None:
            now = anyio.current_time()
            if event.name == "init":
                frames.started(session, event.frame_id, event.loader_id)
            loads.lifecycle(event.loader_id, event.name, now)
            if event.name == "DOMContentLoaded":
                self.requests.document_parsed(event.loader_id, now)
            self.pulse.beat()

        def downloading(event: page.DownloadWillBegin) -> None:
            self.downloads.begin(event)
            for voyage in self.voyages:
                voyage.downloading(event.frame_id)
            self.pulse.beat()

        def downloaded(event: page.DownloadProgress) -> None:
            self.downloads.progress(event)
            self.pulse.beat()

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
        ):
            watched.callback(stop)

    def _watch_network(self, session: Session, watched: ExitStack) -> None:
        requests, beat, now = self.requests, self.pulse.beat, anyio.current_time

        def told(change: Callable[[], None]) -> None:
            change()
            beat()

        def sent(event: network.RequestWillBeSent) -> None:
            # Its script is fetched by the browser; the rest of it is told to the worker, which is no part of the tab.
            aside = event.type == "Script" and self._is_shared_worker(event.request.url)
            requests.will_be_sent(event, session.id, now(), aside=aside)
            beat()

        for stop in (
            session.listen(network.RequestWillBeSent, sent),
            session.listen(
                network.RequestServedFromCache, lambda e: requests.served_from_cache(e.request_id)
            ),
            session.listen(network.ResponseReceived, lambda e: told(lambda: requests.response(e, now()))),
            session.listen(
                network.LoadingFinished, lambda e: told(lambda: requests.finished(e.request_id, now()))
            ),
            session.listen(
                network.LoadingFailed,
                lambda e: told(lambda: requests.failed(e.request_id, e.error_text, now())),
            ),
            session.listen(
                network.WebSocketCreated,
                lambda e: requests.socket_opened(e.request_id, e.url, session.id, now()),
            ),
            session.listen(network.WebSocketClosed, lambda e: requests.finished(e.request_id, now())),
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
            self.pulse.beat()

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
        if (
            self.conditions.guard is not None
            and change.kind == "navigated"
            and change.frame_id == self.target_id
        ):
            self.guarded_from = self.conditions.guard.mark()
        for voyage in self.voyages:
            voyage.changed(change)
        self.pulse.beat()
        for callback in self._listeners:
            callback(change)

    def _opening(self, session: Session, event: page.JavascriptDialogOpening) -> None:
        self.dialogs.opening(session, event)
        self.pulse.beat()

    def _closed(self, event: page.JavascriptDialogClosed) -> None:
        self.dialogs.closed(event)
        self.pulse.beat()

    def _dialog_blocks(self, reason: DialogBlocking | None) -> None:
        self._held = reason
        for session in self._sessions:
            if reason is not None:
                session.block(reason, allow=ALLOWED_WHILE_OPEN)
            else:
                session.unblock()
        self.pulse.beat()
