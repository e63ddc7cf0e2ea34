"""Meets the tabs that open in certain contexts before their first script (CD-15, EX-07, EX-09).

Some are held until they are prepared; the others are met by the reader and run on at once.

Chrome offers this for the whole browser only (`Target.setAutoAttach` on its own session), so every other new tab is
resumed at once, from inside the reader. When this program ends, Chrome resumes what it held.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import anyio
from anyio.abc import TaskGroup

from cdp_engine.errors import EngineError
from cdp_engine.protocol import browser, runtime, target
from cdp_engine.rpc import Connection, Session

HOLD_SECONDS = 3.0
"""The longest time a new tab is held: its opener is paused meanwhile."""

UNANSWERED_SECONDS = 0.2
"""The same for a tab without an opener, which does not answer until it runs: commands can only be sent."""

Take = Callable[[target.TargetInfo], Awaitable[None]]
First = Callable[[Session, target.TargetInfo], bool]
"""Called first with every new session; returns False when the session must not be kept."""
Meet = Callable[[Session, target.TargetInfo], None]
"""Called by the reader with the session of every new tab that is kept, before the tab runs."""

_WORKERS = ("shared_worker", "service_worker")
_PAGES = target.TargetFilter([target.FilterEntry(type="page")])
_ALL = target.TargetFilter([target.FilterEntry(type=kind) for kind in ("page", *_WORKERS)])
_BELOW = target.set_auto_attach(True, True, flatten=True)


@dataclass(frozen=True, slots=True)
class Reception:
    """What is done with the new tabs of a context."""

    meet: Meet | None = None
    take: Take | None = None
    """Prepares a tab, which is held meanwhile; None: it runs at once."""
    first: First | None = None
    """Called with the sessions of shared and service workers, too, which are then kept."""


class NewTargets:
    """The contexts whose new tabs are met, and the functions that do."""

    def __init__(
        self, connection: Connection, tasks: TaskGroup, detach: Callable[[target.SessionID], None]
    ) -> None:
        """`detach` ends a session that the browser opened by itself, without waiting."""
        self._connection = connection
        self._tasks = tasks
        self._detach = detach
        self._receptions: dict[browser.BrowserContextID | None, Reception] = {}
        self._workers = False
        self._held: dict[target.TargetID, Session] = {}
        self._switching = False
        self._turn = anyio.Lock()

    async def receive(self, context: browser.BrowserContextID | None, reception: Reception) -> None:
        """Have the tabs that open in a context received so; None means every other context. Raises ProtocolError."""
        async with self._turn:
            with_workers = reception.first is not None
            if not self._receptions or (with_workers and not self._workers):
                self._workers = self._workers or with_workers
                self._switching = True
                try:
                    await self._connection.root.send(
                        target.set_auto_attach(
                            True, True, flatten=True, filter=_ALL if self._workers else _PAGES
                        )
                    )
                finally:
                    self._switching = False
            self._receptions[context] = reception

    async def let_be(self, context: browser.BrowserContextID) -> None:
        """Leave the new tabs of a context alone."""
        async with self._turn:
            known = self._receptions.pop(context, None)
            if known is not None and not self._receptions:
                self._workers = False
                await self._connection.root.send(target.set_auto_attach(False, False, flatten=True))

    def may_be(self, event: target.AttachedToTarget) -> bool:
        """Whether a session may be one that the browser opened by itself.

        It does so for a tab that opens and, as it is asked to begin, for all that are there.
        """
        if event.waiting_for_debugger:
            return event.target_info.target_id not in self._held
        return self._switching

    def claim(self, target_id: target.TargetID) -> Session | None:
        """The session that holds a tab, handed over to the caller that attaches to it.

        A second session would also work, but the end of this one would remove the other's emulation.
        """
        session = self._held.pop(target_id, None)
        return session if session is not None and session.closed is None else None

    def arrived(self, session: Session, event: target.AttachedToTarget) -> None:
        """The browser opened a session to a target by itself. Called by the reader."""
        info = event.target_info
        context = info.browser_context_id or browser.BrowserContextID("")
        known = self._receptions.get(context) or self._receptions.get(None)
        wanted = (
            event.waiting_for_debugger
            and known is not None
            and (known.first is None or known.first(session, info))
        )
        if wanted and known is not None and info.type not in _WORKERS:
            self._held = {one: held for one, held in self._held.items() if held.closed is None}
            self._held[info.target_id] = session
            if known.meet is not None:
                known.meet(session, info)
            if known.take is not None:
                self._tasks.start_soon(self._prepare, session, known.take, info)
                return
        if event.waiting_for_debugger:
            session.start(runtime.run_if_waiting_for_debugger()).abandon()
        if not wanted:
            self._end(session)

    async def _prepare(self, session: Session, take: Take, info: target.TargetInfo) -> None:
        dumb = info.opener_id is not None and not info.can_access_opener
        taken = anyio.Event()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._take, take, info, taken)
                with anyio.move_on_after(UNANSWERED_SECONDS if dumb else HOLD_SECONDS):
                    await taken.wait()
                if not taken.is_set():
                    session.start(_BELOW).abandon()
                with suppress(EngineError):
                    await session.send(runtime.run_if_waiting_for_debugger(), timeout=HOLD_SECONDS)
        finally:
            if self._held.pop(info.target_id, None) is not None:
                self._end(session)

    async def _take(self, take: Take, info: target.TargetInfo, taken: anyio.Event) -> None:
        # The error occurs again, and is raised, when the tab is used.
        with suppress(EngineError):
            await take(info)
        taken.set()

    def _end(self, session: Session) -> None:
        if session.id is not None and session.closed is None:
            self._detach(session.id)
