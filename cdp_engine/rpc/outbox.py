"""The queue of messages to be written.

Calls are queued at once and in order, without waiting, so that they can be pipelined. Who begins to wait for an
answer writes what is queued itself: that takes no turn of the event loop. What the transport does not take at once,
and what is queued by a caller that does something else first, is written by one task. A caller that can wait, waits
for room first: a browser that stopped reading slows its callers down instead of filling our memory.
"""

from __future__ import annotations

from collections import deque
from typing import NoReturn

import anyio

from cdp_engine.wire import MessageStream

ROOM = 8 << 20
TOGETHER = 1 << 16
"""How many bytes of short messages are handed out together."""


class Outbox:
    """A queue of encoded messages with a soft limit in bytes."""

    def __init__(self, stream: MessageStream, room: int = ROOM) -> None:
        self._stream = stream
        self._is_left_to_writer = False
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._room = room
        self._closed = False
        self._changed: anyio.Event | None = None
        self._taken: anyio.Event | None = None

    @property
    def is_full(self) -> bool:
        """Whether a caller that can wait should do so."""
        return self._size >= self._room and not self._closed

    def put(self, message: bytes) -> None:
        """Queue a message, whether there is room or not. After `close` it is dropped.

        `write` or `wake_writer` has to follow before the caller waits for anything.
        """
        if self._closed:
            return
        self._messages.append(message)
        self._size += len(message)

    def write(self) -> None:
        """Write what is queued, unless the writer is at work: it takes that along."""
        while self._messages and not self._is_left_to_writer:
            if not self._stream.send_now(*self._next()):
                self._is_left_to_writer = True
                self.wake_writer()

    def wake_writer(self) -> None:
        """Have the writer write what is queued, or left, when the caller has done its turn."""
        if self._changed is not None:
            self._changed.set()

    async def has_room(self) -> None:
        """Wait until the queue is below its limit, or closed."""
        while self.is_full:
            if self._taken is None or self._taken.is_set():
                self._taken = anyio.Event()
            await self._taken.wait()

    async def run_writer(self) -> NoReturn:
        """Write what callers leave, one task for the life of the connection. Raises what the stream's `send` does."""
        while True:
            while not self._messages and not self._is_left_to_writer:
                self._changed = anyio.Event()
                await self._changed.wait()
            self._changed = None
            self._is_left_to_writer = True
            await self._stream.send(*self._next())
            self._is_left_to_writer = False

    def _next(self) -> list[bytes]:
        """Take out the messages to write together, of which only the last may be a long one."""
        found: list[bytes] = []
        size = 0
        while self._messages and size < TOGETHER:
            found.append(self._messages.popleft())
            size += len(found[-1])
        self._size -= size
        if self._taken is not None and not self.is_full:
            self._taken.set()
        return found

    def close(self) -> None:
        """Drop unwritten messages and release everything that waits for room."""
        self._closed = True
        self._messages.clear()
        self._size = 0
        if self._taken is not None:
            self._taken.set()
