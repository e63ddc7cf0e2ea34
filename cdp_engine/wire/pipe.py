"""The pipe transport: our end of the socketpair that Chromium has as file descriptors 3 and 4."""

from __future__ import annotations

import socket

import anyio
from anyio.abc import UNIXSocketStream

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
        stream = await UNIXSocketStream.from_socket(sock)
    except BaseException:
        sock.close()
        raise
    return PipeStream(stream, max_size=max_size)


class PipeStream:
    """Messages over a UNIX stream socket, each ended by a NUL byte."""

    def __init__(self, stream: UNIXSocketStream, *, max_size: int) -> None:
        self._stream = stream
        self._frames = NulFrames(max_size)
        self._cut = False
        self._lost: str | None = None

    async def send(self, message: bytes) -> None:
        """Write one message (see MessageStream)."""
        if self._lost is not None or self._cut:
            raise ConnectionLost(self._lost or "an earlier message was cut off half-way")
        self._cut = True  # stays so if the write does not come to its end
        try:
            await self._stream.send(frame(message))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            raise ConnectionLost(GONE) from error
        self._cut = False

    async def receive(self) -> bytes:
        """Return the next message (see MessageStream)."""
        while (message := self._frames.next_message()) is None:
            if self._lost is not None:
                raise ConnectionLost(self._lost)
            try:
                self._frames.feed(await self._stream.receive(READ_SIZE))
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
                rest = self._frames.unfinished
                self._lost = GONE + (f" in the middle of a message ({rest} bytes had come)" if rest else "")
                raise ConnectionLost(self._lost) from error
            except OverflowError as error:
                self._lost = str(error)
                raise ConnectionLost(self._lost) from error
        return message

    async def aclose(self) -> None:
        """Close our end; the browser takes that as a request to leave."""
        self._lost = self._lost or "the pipe was closed"
        with anyio.CancelScope(shield=True):
            await self._stream.aclose()
