"""The pipe transport: our end of the socketpair that Chromium has as file descriptors 3 and 4."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel

from cdp_engine.errors import ConnectionLost
from cdp_engine.wire.message_stream import MessageStream
from cdp_engine.wire.nul_frames import NulFrames, frame

READ_SIZE = 1 << 20
GONE = "the browser closed the pipe"


async def open_pipe(sock: socket.socket, *, max_size: int = 1 << 30) -> MessageStream:
    """Speak over a connected UNIX stream socket, which belongs to the stream from now on.

    `max_size` bounds one message from the browser, in bytes.
    """
    try:
        sock.setblocking(False)
        sock.getpeername()
    except OSError as error:
        sock.close()
        raise ValueError("the socket of a pipe must be connected") from error
    return PipeStream(sock, max_size=max_size)


class PipeStream:
    """Messages over a UNIX stream socket, each ended by a NUL byte.

    The socket is read and written here and not by a stream of anyio's, which goes through the event loop once more for
    every message (a sixth of the time of a short call) and, on asyncio, trips over a write that was cancelled.
    """

    def __init__(self, sock: socket.socket, *, max_size: int) -> None:
        self._sock = sock
        self._frames = NulFrames(max_size)
        self._cut = False
        self._lost: str | None = None

    async def send(self, *messages: bytes) -> None:
        """Write messages (see MessageStream)."""
        if self._lost is not None or self._cut:
            raise ConnectionLost(self._lost or "an earlier message was cut off half-way")
        self._cut = True  # stays so if the write does not come to its end
        rest = memoryview(frame(*messages))
        while rest:
            try:
                rest = rest[self._sock.send(rest) :]
            except BlockingIOError:
                await self._ready(anyio.wait_writable)
            except OSError as error:
                raise ConnectionLost(GONE) from error
        self._cut = False

    async def receive(self) -> bytes:
        """Return the next message (see MessageStream)."""
        more = False
        while (message := self._frames.next_message()) is None:
            if more:
                await (
                    anyio.lowlevel.checkpoint()
                )  # a long message comes in many parts: others have their turn
            if self._lost is not None:
                raise ConnectionLost(self._lost)
            try:
                data = self._sock.recv(READ_SIZE)
            except BlockingIOError:
                await self._ready(anyio.wait_readable)
                continue
            except OSError as error:
                raise self._end() from error
            if not data:
                raise self._end()
            try:
                self._frames.feed(data)
            except OverflowError as error:
                self._lost = str(error)
                raise ConnectionLost(self._lost) from error
            more = True
        return message

    async def aclose(self) -> None:
        """Close our end; the browser takes that as a request to leave."""
        self._lost = self._lost or "the pipe was closed"
        if self._sock.fileno() >= 0:
            anyio.notify_closing(self._sock)
            self._sock.close()

    async def _ready(self, wait: Callable[[socket.socket], Awaitable[None]]) -> None:
        try:
            await wait(self._sock)
        except anyio.ClosedResourceError as error:
            raise ConnectionLost(self._lost or GONE) from error

    def _end(self) -> ConnectionLost:
        rest = self._frames.unfinished
        self._lost = GONE + (f" in the middle of a message ({rest} bytes had come)" if rest else "")
        return ConnectionLost(self._lost)
