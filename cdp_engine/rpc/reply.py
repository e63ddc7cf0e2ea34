"""A call that has been queued, and its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, cast

import anyio
import anyio.lowlevel
import msgspec

from cdp_engine.errors import CommandTimeout, EngineError, InvalidInput, ProtocolError
from cdp_engine.rpc.line import Line, again
from cdp_engine.rpc.payload import read
from cdp_engine.rpc.pending import PendingCall

T = TypeVar("T")

_ABANDONED = InvalidInput("the call was abandoned before its answer came")
"""Never raised itself: who still awaits such a call gets a copy that names it."""


@dataclass(slots=True, eq=False)
class PendingReply(Generic[T]):
    """The answer to a call that is on its way. Its deadline runs from the moment of the call.

    Use it as a context manager: leaving the block abandons the call, and its reply, should it still
    come, is ignored. Without the block, awaiting the answer to its end does the same.
    """

    _line: Line
    call: PendingCall
    _returns: type[T] | None
    timeout: float
    deadline: float
    _arrived: anyio.Event | None = field(default=None, init=False)
    _held: bool = field(default=False, init=False)

    @property
    def method(self) -> str:
        """The command that was called."""
        return self.call.method

    @property
    def is_done(self) -> bool:
        """Whether the answer has arrived, so that `result()` does not wait."""
        return self.call.outcome is not None

    def __enter__(self) -> Self:
        self._held = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()

    def abandon(self) -> None:
        """Abandon the call, unless its answer has arrived. The browser may still carry it out."""
        if self.call.outcome is None:
            self._line.calls.abandon(self.call)
            self.call.settle(_ABANDONED)

    async def result(self) -> T:
        """Wait for the answer and decode it.

        Raises ProtocolError when the browser refuses, CommandTimeout when it stays silent,
        UnexpectedReply when the answer does not have the promised shape, ConnectionLost or a
        TargetError when the other side has gone or cannot answer.
        """
        payload = await self.raw()
        if self._returns is None:
            return cast("T", None)
        return read(payload, self._returns, self.call.method, self._line.stats)

    async def raw(self) -> msgspec.Raw:
        """Wait for the answer and return its `result` undecoded. Raises as `result` does."""
        if self.call.outcome is None:
            await self._wait()
        else:
            await anyio.lowlevel.checkpoint()
        outcome = self.call.outcome
        if isinstance(outcome, ProtocolError):
            raise outcome
        if isinstance(outcome, EngineError):
            raise again(outcome, f"while waiting for the answer to {self.method}")
        if outcome is None:
            raise CommandTimeout(self.method, self.timeout)
        return outcome

    def when_done(self, notify: Callable[[PendingCall], None]) -> None:
        """Have `notify` called when the answer has arrived, at once if it already has."""
        if self.is_done:
            notify(self.call)
        else:
            self.call.on_outcome.append(notify)

    def _wake(self, call: PendingCall) -> None:
        if self._arrived is not None:
            self._arrived.set()

    async def _wait(self) -> None:
        if self._arrived is None:
            self._arrived = anyio.Event()
            self.call.on_outcome.append(self._wake)
        self._line.outbox.write()
        try:
            await self._line.deadlines.wait(self._arrived, self.deadline)
        finally:
            if self.call.outcome is None and (not self._held or anyio.current_time() >= self.deadline):
                self._line.calls.abandon(self.call)


async def first_failure_or_all(replies: Sequence[PendingReply[Any]]) -> None:
    """Wait until every reply has arrived, or one has failed: then its error is raised.

    The failure that arrives first counts, not the one of the first call: behind a call that hangs,
    another's refusal would be seen only at its deadline.
    """
    tally = _Tally(len(replies))
    for reply in replies:
        reply.when_done(tally.count)
    if replies:
        with anyio.CancelScope(deadline=min(reply.deadline for reply in replies)):
            await tally.settled.wait()
    if tally.failed is None and tally.missing:
        late = next(reply for reply in replies if not reply.is_done)
        raise CommandTimeout(late.method, late.timeout)
    for reply in replies:
        if reply.call is tally.failed:
            await reply.raw()


class _Tally:
    """Counts answers until the last one, or the first failure."""

    def __init__(self, expected: int) -> None:
        self.missing = expected
        self.failed: PendingCall | None = None
        self.settled = anyio.Event()

    def count(self, call: PendingCall) -> None:
        self.missing -= 1
        if self.failed is None and isinstance(call.outcome, EngineError):
            self.failed = call
        if self.failed is not None or not self.missing:
            self.settled.set()
