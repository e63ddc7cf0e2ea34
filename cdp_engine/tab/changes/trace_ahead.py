"""Traces of a page that are requested before the caller waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self, TypeVar
from weakref import WeakSet

import anyio

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.protocol import Command, performance, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.changes import recorded_changes
from cdp_engine.tab.changes.change_fingerprint import Trace, TraceRequest, begin, reported, trace, trace_of
from cdp_engine.tab.changes.recorder import ShownText, at_once, shown_text_of
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.tab_state import TabState

Thing = TypeVar("Thing")


class TraceAhead:
    """The trace of a page that is about to be captured, which waits for the recorders alone.

    Use it as a context manager, whose end abandons what has not come. No method raises what the page can cause.
    """

    def __init__(self, state: TabState, counting: WeakSet[Session], timeout: float) -> None:
        """`counting` are the sessions whose counters are known to run; `timeout` is in seconds, for every frame."""
        self._state = state
        self._counting = counting
        self._timeout = timeout
        self._marks = False
        self._sessions = list(state.frames.by_session())
        self._toolkits: list[Toolkit] = []
        self._asked: list[PendingReply[runtime.CallFunctionOnReply]] | None = []
        """None where the recorders are not known to be there."""
        self._recorded: list[Any] = []
        self._counted: list[PendingReply[performance.GetMetricsReply]] = []
        self._found: Trace | None = None
        self._at = 0.0
        self._held = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    async def ask(self, *, mark: bool) -> None:
        """Request the recorders' numbers from before whatever is requested later; `mark`: see `ChangeTracker.mark`."""
        state, self._marks = self._state, mark
        if not state.unresponsive.isdisjoint(self._sessions):
            return
        self._toolkits = [Toolkit(state, frame) for frame in state.frames.all()]
        try:
            await at_once(self._toolkits, lambda toolkit: toolkit.world(timeout=self._timeout))
        except CommandTimeout:
            return
        except EngineError:
            self._asked = None
            return
        for session in self._sessions:
            if session not in self._counting:
                self._counting.add(session)
                session.start(performance.enable()).abandon()
        self._asked = [
            self._start(toolkit.frame.session, toolkit.command("trace", None, None, mark))
            for toolkit in self._toolkits
        ]

    def _start(self, session: Session, command: Command[Thing]) -> PendingReply[Thing]:
        return self._held.enter_context(session.start(command, timeout=self._timeout))

    async def recorded(self) -> Sequence[ShownText]:
        """Wait for the recorders, which leave nothing to be laid out, then request the browser's counters.

        Returns the announcements since the last trace.
        """
        found = None
        try:
            if self._asked is not None:
                found = [reported(await reply.result()) for reply in self._asked]
        except CommandTimeout:
            return ()
        except EngineError:
            pass
        if found is None or None in found:
            await self._ask_again()
            return () if self._found is None else self._found.shown_texts
        self._recorded, self._at = found, anyio.current_time()
        if found:
            self._counted = [self._start(session, performance.get_metrics()) for session in self._sessions]
        return [shown_text_of(entry, self._at) for noted, *_ in found for entry in noted]

    async def _ask_again(self) -> None:
        """The same in documents that lack a recorder."""
        if await begin(self._state, self._timeout):
            with suppress(EngineError):
                self._found = await trace(self._state, timeout=self._timeout, proof=True)
        if self._found is not None and self._marks:
            recorded_changes.mark(self._state)

    async def result(self) -> Trace | None:
        """The trace from before the capture, once it is made; None where it is not known."""
        if not self._counted:
            return self._found
        try:
            metrics = [(await reply.result()).metrics for reply in self._counted]
        except EngineError:
            return None
        frames = [toolkit.frame for toolkit in self._toolkits]
        found = trace_of(frames, self._sessions, self._recorded, metrics, {}, self._at)
        if found is None:
            self._counting.difference_update(self._sessions)
        return found


class ProofAhead:
    """A trace that most likely proves that nothing has changed, requested while the caller still works.

    What has changed all the same comes with it, and is reported once.
    """

    def __init__(self, request: TraceRequest) -> None:
        self._request = request

    @classmethod
    async def requested(cls, state: TabState, timeout: float) -> ProofAhead | None:
        """Request it of a page whose only document was laid out a moment ago; None where it cannot answer now."""
        if not state.unresponsive.isdisjoint(state.frames.by_session()):
            return None
        try:
            return cls(await TraceRequest.sent(state, timeout, retell=True, laid_out=True, proof=True))
        except EngineError:
            return None

    async def result(self) -> Trace | None:
        """The trace; None where it is not known."""
        try:
            return await self._request.result()
        except EngineError:
            return None
        finally:
            self._request.close()
