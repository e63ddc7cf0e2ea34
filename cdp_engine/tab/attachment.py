"""Keeps a tab attached: the first attach, re-attaching after the session was lost, detaching (CD-07, CD-08)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import anyio
import anyio.abc

from cdp_engine.errors import (
    ConnectionLost,
    DeadlineExceeded,
    EngineError,
    ProtocolError,
    TargetClosed,
    TargetCrashed,
)
from cdp_engine.protocol import inspector, target
from cdp_engine.rpc import Session
from cdp_engine.tab import session_setup
from cdp_engine.tab.policy.emulation import NO_EMULATION, Emulation
from cdp_engine.tab.policy.request_interception import RequestInterceptors
from cdp_engine.tab.policy.session_policy import SessionPolicy
from cdp_engine.tab.state.dialogs import DialogPolicy, FileDialogs
from cdp_engine.tab.state.tab_state import TabState

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome, PageSessions

ATTACH_SECONDS = 10.0
ATTACH_ATTEMPTS = 5
_FIRST_PAUSE_SECONDS = 2.0
_SHORTEST_PAUSE_SECONDS = 1.0
_LONGEST_PAUSE_SECONDS = 10.0
_LAST_ATTEMPT_SHARE = 0.2
_DETACH_SECONDS = 2.0


def attach_pauses(seconds: float = float("inf")) -> tuple[float, ...]:
    """The pauses in seconds between the attempts to attach: 2, 4, 8 and 10 (CD-07).

    Long pauses are shortened, to 1 at least, so that all attempts are within `seconds`, of which a fifth is reserved
    for the last.
    """
    doubled = [
        min(_FIRST_PAUSE_SECONDS * 2**attempt, _LONGEST_PAUSE_SECONDS)
        for attempt in range(ATTACH_ATTEMPTS - 1)
    ]
    room = seconds * (1 - _LAST_ATTEMPT_SHARE)
    pauses: list[float] = []
    for number, pause in enumerate(doubled):
        share = (room - sum(pauses)) / (len(doubled) - number)
        pauses.append(max(_SHORTEST_PAUSE_SECONDS, min(pause, share)))
    return tuple(pauses)


class Attachment:
    """The sessions of one tab: opened, watched by a task of `tasks`, re-opened."""

    def __init__(
        self,
        chrome: Chrome,
        target_id: target.TargetID,
        tasks: anyio.abc.TaskGroup,
        *,
        dialog_policy: DialogPolicy,
        emulation: Emulation = NO_EMULATION,
        interceptors: RequestInterceptors | None = None,
    ) -> None:
        policy = SessionPolicy(chrome.version.product, emulation, interceptors)
        self._chrome = chrome
        self.state = TabState(
            target_id,
            dialog_policy,
            self._frames_restored,
            policy,
            self._is_shared_worker,
            FileDialogs(caught=chrome.is_headless),
        )
        self._target_id = target_id
        self._tasks = tasks
        self._sessions: PageSessions | None = None
        self._lock = anyio.Lock()
        self._guard: anyio.CancelScope | None = None
        self._parked = False

    async def attach(self, timeout: float) -> None:
        """Attach if the tab is not attached; see `Tab.attach`."""
        self._parked = False
        deadline = anyio.current_time() + timeout
        with anyio.CancelScope(deadline=deadline) as scope:
            async with self._lock:
                # Each attempt has its own deadline, whose error names what was missing.
                scope.deadline = float("inf")
                await self._attach(deadline)
                return
        raise DeadlineExceeded("end of an attach that is under way", timeout)

    async def ensure(self, timeout: float, *, revive: bool = False) -> None:
        """Wait for a tab that is being re-attached; attach one that was detached.

        Only calls that restore a crashed tab (`revive`) attach to it, all others fail at once.
        """
        if self.state.ended is not None:
            raise self.state.ended
        if self.state.crashed is not None and not revive:
            raise self.state.crashed
        if not self.state.is_attached:
            await self.attach(timeout)

    async def detach(self) -> None:
        """Detach from the tab until the next `attach`."""
        self._parked = True
        await self._close_sessions()

    async def release(self) -> None:
        """Detach from the tab permanently."""
        await self.detach()
        self.state.end(TargetClosed("the tab was released"))

    async def close(self, timeout: float) -> None:
        """Close the tab in the browser; see `Tab.close`."""
        if self.state.ended is not None:
            return
        self._parked = True
        with anyio.move_on_after(timeout) as scope:
            # It may have closed by itself just now.
            with suppress(TargetClosed, ProtocolError):
                await self._chrome.close_target(self._target_id)
            if self._sessions is not None:
                await _end_of(self._sessions.root)
            await self._gone_from_the_browser()
        self.state.end(TargetClosed("the tab was closed"))
        with anyio.CancelScope(shield=True):
            await self._close_sessions()
        if scope.cancelled_caught:
            raise DeadlineExceeded("end of the tab", timeout)

    async def _gone_from_the_browser(self) -> None:
        """Its sessions end shortly before the browser removes the tab from its list."""
        stop = self._chrome.watch_targets(lambda _change: self.state.wakeup.wake())
        try:
            while self._target_id in self._chrome.targets and not self._chrome.connection.closed:
                await self.state.wakeup.wait(anyio.current_time() + ATTACH_SECONDS)
        finally:
            stop()

    async def _attach(self, deadline: float) -> None:
        for pause in (*attach_pauses(deadline - anyio.current_time()), None):
            if self.state.ended is not None:
                raise self.state.ended
            if self.state.is_attached:
                return
            try:
                await self._attempt(max(0.1, deadline - anyio.current_time()))
                return
            except (TargetClosed, ConnectionLost) as error:
                self.state.end(error)
                raise
            except EngineError:
                if pause is None or anyio.current_time() + pause >= deadline:
                    raise
            await anyio.sleep(pause)

    async def _attempt(self, timeout: float) -> None:
        await self._close_sessions()
        sessions = await self._chrome.attach_page(
            self._target_id,
            prepare=self._prepare,
            on_child_gone=self.state.session_gone,
            timeout=timeout,
        )
        self._sessions = sessions
        self.state.attached = True
        self.state.wakeup.wake()
        self._guard = anyio.CancelScope()
        self._tasks.start_soon(self._keep_attached, sessions.root, self._guard)

    async def _close_sessions(self) -> None:
        self.state.attached = False
        guard, self._guard = self._guard, None
        if guard is not None:
            guard.cancel()
        sessions, self._sessions = self._sessions, None
        if sessions is not None and sessions.root.closed is None:
            with anyio.move_on_after(_DETACH_SECONDS):
                await sessions.aclose()
        for session in reversed(self.state.sessions):
            self.state.session_gone(session)

    async def _keep_attached(self, session: Session, scope: anyio.CancelScope) -> None:
        """Wait until the page's session ends, then determine whether the tab ended, too."""
        with scope:
            error = await _end_of(session)
            if self._parked or self.state.ended is not None:
                return
            if isinstance(error, TargetCrashed):
                self.state.crash(error)
                return
            if isinstance(error, ConnectionLost):
                self.state.end(error)
                return
            self.state.attached = False
            self.state.session_gone(session)
            # Closing the lost session must not cancel the task that opens the next one.
            self._guard = None
            # When this fails the next use of the tab tries again and raises the reason.
            with suppress(EngineError):
                await self.attach(ATTACH_SECONDS * ATTACH_ATTEMPTS)

    async def _prepare(self, session: Session, info: target.TargetInfo) -> None:
        await session_setup.prepare(self.state, session, info)

    def _is_shared_worker(self, url: str) -> bool:
        return any(info.type == "shared_worker" and info.url == url for info in self._chrome.targets)

    def _frames_restored(self, session: Session) -> None:
        self._tasks.start_soon(self._read_frames_again, session)

    async def _read_frames_again(self, session: Session) -> None:
        # A session that ended again took its frames with it.
        with suppress(EngineError):
            await session_setup.read_frame_tree(self.state, session)


async def _end_of(session: Session) -> EngineError:
    """Wait for the end of a session and return the reason."""
    async with session.subscribe(inspector.Detached) as ends:
        while session.closed is None:
            # The "detached" event comes shortly before the end; an overflow of such events is not an end.
            with suppress(EngineError):
                await ends.receive()
    return session.closed
