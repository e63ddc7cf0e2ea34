"""A queue of events that the subscriber reads at its own pace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

import anyio
import anyio.lowlevel
import msgspec

from cdp_engine.errors import DeadlineExceeded, EngineError, InvalidInput, SubscriptionOverflow
from cdp_engine.rpc.event_buffer import EventBuffer, Gap
from cdp_engine.rpc.line import Line, again
from cdp_engine.rpc.payload import read

if TYPE_CHECKING:
    from cdp_engine.protocol import Event

E = TypeVar("E", bound="Event")


class Arrival:
    """One undecoded event; decoded at most once, on demand."""

    __slots__ = ("_decoded", "method", "payload")

    def __init__(self, method: str, payload: msgspec.Raw) -> None:
        self.method = method
        self.payload = payload
        self._decoded: object = None

    def read(self, event_type: type[E], line: Line) -> E:
        """Decode the event. Raises UnexpectedReply when it does not have the shape of its type."""
        if not isinstance(self._decoded, event_type):
            self._decoded = read(self.payload, event_type, self.method, line.stats)
        return self._decoded


class Subscription(Generic[E]):
    """A bounded queue of events, open inside its `async with` block.

    The connection never waits for it. When it is full, further events are dropped, and reading raises
    SubscriptionOverflow once at the place where they are missing; after that it goes on. When the session
    ends, the events that came before are still read, then its error is raised.
    """

    def __init__(
        self,
        line: Line,
        event_types: Mapping[str, type[E]],
        buffer: int,
        join: Callable[[Subscription[E]], Callable[[], None]],
    ) -> None:
        if buffer < 1:
            raise InvalidInput(f"a subscription needs room for at least one event, not {buffer}")
        if not event_types:
            raise InvalidInput("a subscription needs at least one event type")
        self._line = line
        self._event_types = event_types
        self._buffer: EventBuffer[Arrival] = EventBuffer(buffer)
        self._join = join
        self._leave: Callable[[], None] | None = None
        self._end: EngineError | None = None
        self._changed: anyio.Event | None = None

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of its events."""
        return tuple(self._event_types)

    async def __aenter__(self) -> Self:
        if self._leave is not None or self._end is not None:
            raise InvalidInput("a subscription can be entered only once")
        self._leave = self._join(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._leave is not None:
            self._leave()
        self.end(InvalidInput("the subscription's block has ended"))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> E:
        return await self.receive()

    async def receive(self, *, timeout: float | None = None) -> E:
        """Return the next event; wait at most `timeout` seconds (None: as long as the session lives).

        Raises SubscriptionOverflow where events are missing, UnexpectedReply for an event that does
        not have the shape of its type, the session's error when it ends, DeadlineExceeded.
        """
        await anyio.lowlevel.checkpoint_if_cancelled()
        if not self._buffer and self._end is None:
            await self._wait(timeout)
        return self.receive_nowait()

    def receive_nowait(self) -> E:
        """Return the next event that is already here. Raises anyio.WouldBlock when there is none."""
        if self._buffer:
            item = self._buffer.get()
            if isinstance(item, Gap):
                raise SubscriptionOverflow(item.dropped)
            return item.read(self._event_types[item.method], self._line)
        if self._end is not None:
            raise again(self._end)
        raise anyio.WouldBlock

    async def _wait(self, timeout: float | None) -> None:
        seconds = float("inf") if timeout is None else timeout
        with anyio.move_on_after(seconds):
            while not self._buffer and self._end is None:
                if self._changed is None or self._changed.is_set():
                    self._changed = anyio.Event()
                await self._changed.wait()
            return
        if not self._buffer and self._end is None:
            raise DeadlineExceeded(" or ".join(self._event_types), seconds)

    # For the session.

    def deliver(self, arrival: Arrival) -> None:
        """Take an event, or count it as dropped. Never waits."""
        if self._end is not None:
            return
        if not self._buffer.put(arrival):
            self._line.stats.dropped_events += 1
        if self._changed is not None:
            self._changed.set()

    def end(self, error: EngineError) -> None:
        """No more events will come; the first reason stays."""
        if self._end is None:
            self._end = error
            if self._changed is not None:
                self._changed.set()
