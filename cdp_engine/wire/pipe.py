"""The pipe transport: our end of the socketpair that Chromium has as file descriptors 3 and 4."""

from __future__ import annotations

import socket

import anyio

from cdp_engine.errors import ConnectionLost
from cdp_engine.wire.byte_stream import SocketBytes
from cdp_engine.wire.message_stream import MessageStream
from cdp_engine.wire.nul_frames import NulFrames, frame

GONE = "the browser closed the pipe"
_GONE = (OSError, anyio.ClosedResourceError)


async def open_pipe(sock: socket.socket, *, max_size: int = 1 << 30) -> MessageStream:
    """Speak over a connected UNIX stream socket, which belongs to the stream from now on.

    `max_size` bounds one message from the browser, in bytes.
    """
    try:
        sock.getpeername()
    except OSError as error:
        sock.close()
        raise ValueError("the socket of a pipe must be connected") from error
    return PipeStream(sock, max_size=max_size)


class PipeStream:
    """Messages over a UNIX stream socket, each ended by a NUL byte."""

    def __init__(self, sock: socket.socket, *, max_size: int) -> None:
        self._bytes = SocketBytes(sock)
        self._frames = NulFrames(max_size)
        self._cut = False
        self._lost: str | None = None

    def send_now(self, *messages: bytes) -> bool:
        """Write messages without waiting (see MessageStream)."""
        return self._lost is None and not self._cut and self._bytes.write(frame(*messages))

    async def send(self, *messages: bytes) -> None:
        """Write messages (see MessageStream)."""
        if self._lost is not None or self._cut:
            raise ConnectionLost(self._lost or "an earlier message was cut off half-way")
        self._cut = True  # stays so if the write does not come to its end
        if messages:
            self._bytes.write(frame(*messages))
        try:
            await self._bytes.flush()
        except _GONE as error:
            raise ConnectionLost(self._lost or GONE) from error
        self._cut = False

    async def receive(self) -> bytes:
        """Return the next message (see MessageStream)."""
        while (message := self._frames.next_message()) is None:
            if self._lost is not None:
                raise ConnectionLost(self._lost)
            try:
                data = await self._bytes.read()
            except _GONE as error:
                raise self._end() from error
            if not data:
                raise self._end()
            try:
                self._frames.feed(data)
            except OverflowError as error:
                self._lost = str(error)
                raise ConnectionLost(self._lost) from error
        return message

    async def aclose(self) -> None:
        """Close our end; the browser takes that as a request to leave."""
        self._lost = self._lost or "the pipe was closed"
        await self._bytes.aclose()

    def _end(self) -> ConnectionLost:
        if self._lost is None:
            rest = self._frames.unfinished
            self._lost = GONE + (f" in the middle of a message ({rest} bytes had come)" if rest else "")
        return ConnectionLost(self._lost)
