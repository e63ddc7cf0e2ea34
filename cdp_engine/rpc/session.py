"""One session: typed calls to a target and its events."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar, overload

import anyio
import msgspec

from cdp_engine.errors import CommandTimeout, EngineError, UnexpectedReply
from cdp_engine.rpc.envelope import encode
from cdp_engine.rpc.line import Line
from cdp_engine.rpc.pending import PendingCall
from cdp_engine.rpc.reply import PendingReply, first_failure_or_all
from cdp_engine.rpc.subscription import Arrival, Subscription

if TYPE_CHECKING:
    from cdp_engine.protocol import Command, Event, target

T = TypeVar("T")
T1 = TypeVar("T1")
T2 = TypeVar("T2")
T3 = TypeVar("T3")
T4 = TypeVar("T4")
E = TypeVar("E", bound="Event")
Listener = tuple["type[Event]", Callable[[Any], None]]


class Session:
    """A session with one target, or the root session with the browser itself (`id` is None).

    It may be used from several tasks at once. Calls are written in the order in which they were made.
    """

    def __init__(
        self, line: Line, session_id: target.SessionID | None, target_id: target.TargetID | None, *, kind: str
    ) -> None:
        self.id = session_id
        self.target_id = target_id
        self.kind = kind
        self.closed: EngineError | None = None
        self._line = line
        self._blocked: tuple[EngineError, frozenset[str]] | None = None
        self._listeners: dict[str, tuple[Listener, ...]] = {}
        self._subscriptions: dict[str, tuple[Subscription[Any], ...]] = {}

    def __repr__(self) -> str:
        state = f" closed={type(self.closed).__name__}" if self.closed else ""
        return f"<Session {self.kind} id={self.id} target={self.target_id}{state}>"

    # Calls.

    async def send(self, command: Command[T], *, timeout: float | None = None) -> T:
        """Call the browser and return its decoded answer.

        `timeout` is in seconds; None takes the connection's default. It covers the time to write the
        call as well.

        Raises ProtocolError, CommandTimeout, UnexpectedReply, ConnectionLost, TargetClosed,
        TargetCrashed, SessionDetached or DialogBlocking (see `PendingReply.result`); InvalidInput when
        a parameter cannot be written as JSON.
        """
        seconds = self._line.default_timeout if timeout is None else timeout
        deadline = anyio.current_time() + seconds
        if self._line.outbox.is_full:
            with anyio.CancelScope(deadline=deadline) as waiting:
                await self._line.outbox.has_room()
            if waiting.cancelled_caught:
                raise CommandTimeout(command.method, seconds)
        with self._start(command, seconds, deadline) as reply:
            return await reply.result()

    def start(self, command: Command[T], *, timeout: float | None = None) -> PendingReply[T]:
        """Queue a call for writing now, without waiting for its answer.

        Calls started one after the other are written back to back in that order. Errors, even of
        a closed session, come out of the reply; only InvalidInput (a parameter that cannot be written as
        JSON) is raised here.
        """
        seconds = self._line.default_timeout if timeout is None else timeout
        reply = self._start(command, seconds, anyio.current_time() + seconds)
        self._line.outbox.wake_writer()
        return reply

    def _start(self, command: Command[T], seconds: float, deadline: float) -> PendingReply[T]:
        refusal = self.closed
        if refusal is None and self._blocked is not None and command.method not in self._blocked[1]:
            refusal = self._blocked[0]
        if refusal is not None:
            call = PendingCall(0, command.method, self.id)  # ids of calls on the wire begin with 1
            call.settle(refusal)
        else:
            call = self._line.calls.open(command.method, self.id)
            try:
                message = encode(call.id, command.method, command.params, self.id)
            except BaseException:
                self._line.calls.abandon(call)
                raise
            self._line.outbox.put(message)
        return PendingReply(self._line, call, command.returns, seconds, deadline)

    @overload
    async def send_all(
        self, first: Command[T1], second: Command[T2], /, *, timeout: float | None = None
    ) -> tuple[T1, T2]: ...
    @overload
    async def send_all(
        self, first: Command[T1], second: Command[T2], third: Command[T3], /, *, timeout: float | None = None
    ) -> tuple[T1, T2, T3]: ...
    @overload
    async def send_all(
        self,
        first: Command[T1],
        second: Command[T2],
        third: Command[T3],
        fourth: Command[T4],
        /,
        *,
        timeout: float | None = None,
    ) -> tuple[T1, T2, T3, T4]: ...
    @overload
    async def send_all(self, *commands: Command[T], timeout: float | None = None) -> tuple[T, ...]: ...
    async def send_all(self, *commands: Command[Any], timeout: float | None = None) -> tuple[Any, ...]:
        """Write several calls back to back, then wait for all their answers, in the order of the calls.

        The first failure to arrive is raised at once and the other answers are abandoned. Raises as
        `send` does.
        """
        with ExitStack() as calls:
            replies = [calls.enter_context(self.start(command, timeout=timeout)) for command in commands]
            self._line.outbox.write()
            await first_failure_or_all(replies)
            return tuple([await reply.result() for reply in replies])

    def block(self, reason: EngineError, *, allow: frozenset[str] = frozenset()) -> None:
        """Fail the pending calls and all new ones with `reason`, except for the methods in `allow`.

        For conditions that block a target but do not end it: an open dialog, a crashed renderer.
        """
        self._blocked = (reason, allow)
        self._line.calls.fail(reason, lambda call: call.session_id == self.id and call.method not in allow)

    def unblock(self) -> None:
        """Let calls through again."""
        self._blocked = None

    # Events.

    def listen(self, event_type: type[E], callback: Callable[[E], None]) -> Callable[[], None]:
        """Have `callback` called with every event of a type, in wire order; returns a function that stops this.

        It runs inside the reader: when a reply resolves, all events before it have been through. So it
        must be short and must not wait. Its exceptions are counted (`ConnectionStats.listener_failures`)
        and go no further. For anything longer use `subscribe`.
        """
        method = event_type.METHOD
        listener: Listener = (event_type, callback)
        self._listeners[method] = (*self._listeners.get(method, ()), listener)

        def remove() -> None:
            kept = tuple(other for other in self._listeners.get(method, ()) if other is not listener)
            if kept:
                self._listeners[method] = kept
            else:
                self._listeners.pop(method, None)

        return remove

    def subscribe(self, *event_types: type[E], buffer: int = 1024) -> Subscription[E]:
        """Return a subscription to events of these types, to be used as `async with … as events`.

        It collects from the moment its block is entered, at most `buffer` events at a time.
        """
        return Subscription(self._line, {kind.METHOD: kind for kind in event_types}, buffer, self._join)

    @property
    def subscriptions(self) -> int:
        """How many subscriptions are open."""
        return len({subscription for group in self._subscriptions.values() for subscription in group})

    def _join(self, subscription: Subscription[Any]) -> Callable[[], None]:
        if self.closed is not None:
            subscription.end(self.closed)
        for method in subscription.methods:
            self._subscriptions[method] = (*self._subscriptions.get(method, ()), subscription)

        def leave() -> None:
            for method in subscription.methods:
                kept = tuple(o for o in self._subscriptions.get(method, ()) if o is not subscription)
                if kept:
                    self._subscriptions[method] = kept
                else:
                    self._subscriptions.pop(method, None)

        return leave

    # For the connection.

    def deliver(self, method: str, payload: msgspec.Raw) -> None:
        """Hand an event to its listeners and subscribers. Never waits, never raises."""
        listeners = self._listeners.get(method, ())
        subscriptions = self._subscriptions.get(method, ())
        if not listeners and not subscriptions:
            self._line.stats.unknown_events += 1
            return
        arrival = Arrival(method, payload)
        for event_type, callback in listeners:
            self._call_listener(arrival, event_type, callback)
        for subscription in subscriptions:
            subscription.deliver(arrival)

    def _call_listener(
        self, arrival: Arrival, event_type: type[Event], callback: Callable[[Any], None]
    ) -> None:
        try:
            event = arrival.read(event_type, self._line)
        except UnexpectedReply:
            self._line.stats.unreadable_messages += 1
            return
        try:
            callback(event)
        except Exception as error:  # a listener's error must not stop the reader
            self._line.stats.listener_failures += 1
            self._line.stats.last_listener_failure = error

    def end(self, error: EngineError) -> None:
        """Close the session: calls, pending and new, fail with `error`; subscriptions end with it."""
        if self.closed is not None:
            return
        self.closed = error
        self._line.calls.fail(error, lambda call: call.session_id == self.id)
        for subscription in {s for group in self._subscriptions.values() for s in group}:
            subscription.end(error)
        self._listeners.clear()
        self._subscriptions.clear()
