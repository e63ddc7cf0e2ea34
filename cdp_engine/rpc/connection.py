"""The connection: one task that reads, one that writes, one that ends waits, and the sessions between them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

import anyio
import anyio.lowlevel
import msgspec

from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.rpc.envelope import Envelope, decode
from cdp_engine.rpc.line import Line
from cdp_engine.rpc.outbox import Outbox
from cdp_engine.rpc.refusal import refusal
from cdp_engine.rpc.session import Session
from cdp_engine.wire import MessageStream

if TYPE_CHECKING:
    from cdp_engine.protocol import target

# After so many messages the reader lets others run, so that a burst in one chunk of bytes does not
# overflow subscribers that never had a chance to read.
BURST = 64
# How long the reader may go on after a write has failed.
LAST_WORDS_SECONDS = 0.5


class Connection:
    """One connection to a browser, shared by any number of tasks. Created by `open_connection`."""

    def __init__(self, stream: MessageStream, *, default_timeout: float) -> None:
        self._stream = stream
        self._line = Line(default_timeout, Outbox(stream))
        self._sessions: dict[str, Session] = {}
        self._lost = anyio.Event()
        self._tasks: anyio.CancelScope | None = None
        self.root = Session(self._line, None, None, kind="browser")
        self.sessions: Mapping[str, Session] = MappingProxyType(self._sessions)
        self.stats = self._line.stats

    @property
    def closed(self) -> bool:
        """Whether the connection has ended; the reason is `root.closed`."""
        return self.root.closed is not None

    @property
    def pending(self) -> int:
        """How many calls wait for their answer."""
        return len(self._line.calls)

    @property
    def subscriptions(self) -> int:
        """How many subscriptions are open, on all sessions."""
        return sum(session.subscriptions for session in (self.root, *self._sessions.values()))

    async def wait_closed(self) -> None:
        """Wait until the connection has ended, from either side."""
        await self._lost.wait()

    # Sessions.

    def attach(self, session_id: target.SessionID, target_id: target.TargetID, *, kind: str) -> Session:
        """Return the session with this id, creating it if it is new. `kind` is the type of its target.

        Call it from a listener of `Target.attachedToTarget`, so that no event of the session is missed.
        """
        session = self._sessions.get(session_id)
        if session is None:
            session = Session(self._line, session_id, target_id, kind=kind)
            if self.root.closed is not None:
                session.end(self.root.closed)
            else:
                self._sessions[session_id] = session
        return session

    def detach(self, session_id: target.SessionID, error: EngineError) -> None:
        """End a session: its pending calls, subscriptions and all later calls fail with `error`."""
        session = self._sessions.pop(session_id, None)
        if session is not None:
            session.end(error)

    # The three tasks.

    async def run(self) -> None:
        """Read and write until the connection ends: `end` ends it, no cancellation from outside does."""
        async with anyio.create_task_group() as tasks:
            # Tasks that are cancelled beside us still have tabs to close and contexts to dispose of.
            tasks.cancel_scope.shield = True
            self._tasks = tasks.cancel_scope
            if self.closed:
                return
            tasks.start_soon(self._read)
            tasks.start_soon(self._write)
            tasks.start_soon(self._line.deadlines.run_timer)

    async def _read(self) -> None:
        try:
            while True:
                for _ in range(BURST):
                    self._take(await self._stream.receive())
                await anyio.lowlevel.checkpoint()
        except ConnectionLost as error:
            self.end(error)
        except Exception as error:
            self.end(_broken("reading", error))

    async def _write(self) -> None:
        try:
            await self._line.outbox.run_writer()
        except ConnectionLost as error:
            # Messages that the browser sent before it left must still be read; they may say why it left.
            with anyio.move_on_after(LAST_WORDS_SECONDS):
                await self._lost.wait()
            self.end(error)
        except Exception as error:
            self.end(_broken("writing", error))

    def _take(self, message: bytes) -> None:
        envelope = decode(message)
        if envelope is None:
            self.stats.unreadable_messages += 1
        elif envelope.id is not None:
            self._take_reply(envelope)
        elif envelope.method is not None:
            self._take_event(envelope.method, envelope.session_id, envelope.params)
        else:  # an error without an id: Chrome could not read the id of our message
            self.stats.ignored_replies += 1

    def _take_reply(self, envelope: Envelope) -> None:
        call = self._line.calls.take(envelope.id)
        if call is None:
            self.stats.ignored_replies += 1
        elif memoryview(envelope.error).nbytes:
            call.settle(refusal(call.method, envelope.error, self.stats))
        else:
            call.settle(envelope.result)

    def _take_event(self, method: str, session_id: str | None, payload: msgspec.Raw) -> None:
        session = self._sessions.get(session_id) if session_id else self.root
        if session is None:
            self.stats.unknown_sessions += 1
        else:
            session.deliver(method, payload)

    def end(self, error: EngineError) -> None:
        """Fail everything that waits on this connection with `error`, and stop reading and writing."""
        if self.closed:
            return
        self.root.end(error)
        for session in list(self._sessions.values()):
            session.end(error)
        self._sessions.clear()
        self._line.calls.fail(error)
        self._line.outbox.close()
        self._lost.set()
        if self._tasks is not None:
            self._tasks.cancel()


def _broken(doing: str, error: Exception) -> ConnectionLost:
    lost = ConnectionLost(f"{doing} failed: {type(error).__name__}: {error}")
    lost.__cause__ = error
    return lost


@asynccontextmanager
async def open_connection(
    stream: MessageStream, *, default_timeout: float = 30.0
) -> AsyncGenerator[Connection]:
    """Speak CDP over `stream`, which is closed at the end of the block.

    `default_timeout` (seconds) is the deadline of calls that name none. Leaving the block fails every pending call with
    ConnectionLost. An exception of the block is raised as it is, not in an exception group.
    """
    connection = Connection(stream, default_timeout=default_timeout)
    failure: BaseException | None = None
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(connection.run)
            try:
                yield connection
            except (anyio.get_cancelled_exc_class(), GeneratorExit):
                raise
            except BaseException as error:
                failure = error  # a task group would wrap it
            finally:
                connection.end(ConnectionLost("the connection was closed on our side"))
                tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await stream.aclose()
    if failure is not None:
        try:
            raise failure
        finally:
            del failure  # else the error and this frame would keep each other alive
