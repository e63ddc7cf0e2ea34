"""Bytes in and out of a socket, without a turn of the event loop where none is needed."""

from __future__ import annotations

import socket
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import anyio
import anyio.lowlevel

if TYPE_CHECKING:
    from anyio.abc import ByteStream

READ_SIZE = 1 << 16
"""How many bytes are read at once; room for them is made for each read."""
LONG_READ_SIZE = 1 << 20
"""How many, where the last read was full."""


class Bytes(Protocol):
    """What messages are framed over. What is written leaves in the order of the calls of `write`.

    Raises OSError, or the errors of anyio's streams, when the peer has gone.
    """

    def write(self, data: bytes) -> bool:
        """Write what goes out without waiting and keep the rest; return whether there is none. Never raises."""
        ...

    async def flush(self) -> None:
        """Write what is left. One task at a time; where it was cancelled, the next one goes on, or gets an error."""
        ...

    async def read(self) -> bytes:
        """Return the next bytes, `b""` at the end. One task at a time; a cancelled read loses nothing."""
        ...

    async def aclose(self) -> None:
        """Close at once; who still reads or writes gets an error."""
        ...


class SocketBytes:
    """A connected stream socket, which belongs to this object from now on.

    It is read and written here and not by a stream of anyio's, which goes through the event loop once more for every
    message (a sixth of the time of a short call) and, on asyncio, trips over a write that was cancelled.
    """

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._unsent: deque[memoryview] = deque()
        self._is_drained = True

    def write(self, data: bytes) -> bool:
        """Write what the socket takes (see Bytes)."""
        sent = 0
        if not self._unsent:
            with suppress(OSError):  # full, or broken: `flush` waits, or gets the error
                sent = self._sock.send(data)
        if sent < len(data):
            self._unsent.append(memoryview(data)[sent:])
        return not self._unsent

    async def flush(self) -> None:
        """Write what is left (see Bytes)."""
        while self._unsent:
            rest = self._unsent[0]
            try:
                rest = rest[self._sock.send(rest) :]
            except BlockingIOError:
                await anyio.wait_writable(self._sock)
            else:
                self._unsent.popleft()
                if rest:
                    self._unsent.appendleft(rest)

    async def read(self) -> bytes:
        """Return the next bytes (see Bytes)."""
        while True:
            if self._sock.fileno() < 0:
                raise anyio.ClosedResourceError
            if self._is_drained:
                await anyio.wait_readable(self._sock)
            else:  # a long message comes in many parts: others have their turn
                await anyio.lowlevel.checkpoint()
            try:
                data = self._sock.recv(READ_SIZE if self._is_drained else LONG_READ_SIZE)
            except BlockingIOError:
                self._is_drained = True
            else:
                self._is_drained = len(data) < READ_SIZE
                return data

    async def aclose(self) -> None:
        """Close the socket."""
        if self._sock.fileno() >= 0:
            anyio.notify_closing(self._sock)
            self._sock.close()


class StreamBytes:
    """A stream of anyio's, as for TLS: it cannot be written to without waiting."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._unsent: deque[bytes] = deque()
        self._is_cut = False

    def write(self, data: bytes) -> bool:
        """Keep all of it for `flush` (see Bytes)."""
        self._unsent.append(data)
        return False

    async def flush(self) -> None:
        """Write what is left (see Bytes)."""
        while self._unsent:
            if self._is_cut:
                raise anyio.BrokenResourceError("an earlier write was cut off half-way")
            self._is_cut = True
            await self._stream.send(self._unsent.popleft())
            self._is_cut = False

    async def read(self) -> bytes:
        """Return the next bytes (see Bytes)."""
        try:
            return await self._stream.receive(LONG_READ_SIZE)
        except anyio.EndOfStream:
            return b""

    async def aclose(self) -> None:
        """Close without the goodbye of TLS."""
        await anyio.aclose_forcefully(self._stream)
