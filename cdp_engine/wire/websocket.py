"""The websocket transport."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING

import anyio
from anyio.abc import SocketAttribute

from cdp_engine.errors import ConnectionFailed, ConnectionLost
from cdp_engine.wire.byte_stream import Bytes, SocketBytes, StreamBytes
from cdp_engine.wire.message_stream import MessageStream

if TYPE_CHECKING:
    from cdp_engine.wire.websocket_frames import WebSocketFrames

JOINED_SIZE = 1 << 16
"""Up to this size in bytes what is to be written is written at once."""
GOODBYE_SECONDS = 0.5
_GONE = (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError)


async def open_websocket(
    url: str,
    *,
    timeout: float = 30.0,
    max_size: int = 1 << 30,
    headers: Mapping[str, str] | None = None,
) -> MessageStream:
    """Connect to a DevTools websocket such as `ws://127.0.0.1:9222/devtools/browser/<id>`.

    `timeout` (seconds) bounds the connection and its handshake; `max_size` (bytes) one message. `headers` go
    with the request of the handshake.

    Raises InvalidEndpoint for a malformed address, ConnectionFailed when nothing there speaks websocket.
    """
    from cdp_engine.wire.websocket_frames import WebSocketFrames  # slow to import, needless for a pipe

    frames = WebSocketFrames(url, max_size=max_size, headers=headers)
    with anyio.move_on_after(timeout):
        stream = WebSocketStream(await _dial(frames), frames)
        try:
            await stream.shake_hands()
        except BaseException:
            await stream.abort()
            raise
        return stream
    raise ConnectionFailed(f"{frames.shown} did not answer the websocket handshake within {timeout:g} s")


async def _dial(frames: WebSocketFrames) -> Bytes:
    host = frames.uri.host
    try:
        plain = await anyio.connect_tcp(host, frames.uri.port)
    except OSError as error:
        raise ConnectionFailed(f"no server answers at {frames.shown}: {error}") from error
    if not frames.uri.secure:
        raw = plain.extra(SocketAttribute.raw_socket)
        own = SocketBytes(
            socket.fromfd(raw.fileno(), raw.family, raw.type)
        )  # a duplicate: closing `plain` leaves it
        await anyio.aclose_forcefully(plain)
        return own
    from anyio.streams.tls import TLSStream

    try:
        return StreamBytes(await TLSStream.wrap(plain, hostname=host, standard_compatible=False))
    except BaseException as error:
        await anyio.aclose_forcefully(plain)
        if isinstance(error, (*_GONE, anyio.EndOfStream)):
            raise ConnectionFailed(
                f"no secure connection to {frames.shown}: {error or 'it hung up'}"
            ) from error
        raise


class WebSocketStream:
    """Messages over a websocket. Pings are answered and a close is echoed while receiving."""

    def __init__(self, stream: Bytes, frames: WebSocketFrames) -> None:
        self._bytes = stream
        self._frames = frames
        self._writing = anyio.Lock(fast_acquire=True)
        self._cut = False
        self._lost: str | None = None

    async def shake_hands(self) -> None:
        """Do the opening handshake. Raises ConnectionFailed."""
        try:
            self._write()
            await self._flush()
            while not self._frames.check_handshake():
                await self._read()
        except ConnectionLost as error:
            raise ConnectionFailed(f"the websocket handshake failed: {error.message}") from error

    def send_now(self, *messages: bytes) -> bool:
        """Write messages without waiting (see MessageStream)."""
        if self._lost is not None or self._cut or not self._frames.is_open:
            return False
        return self._write(*messages)

    async def send(self, *messages: bytes) -> None:
        """Write messages (see MessageStream)."""
        if self._lost is not None or self._cut:
            raise ConnectionLost(self._lost or "an earlier message was cut off half-way")
        if not self._frames.is_open:
            raise ConnectionLost(self._frames.why_closed())
        async with self._writing:
            self._cut = True  # stays so if the write does not come to its end
            self._write(*messages)
            await self._flush()
            self._cut = False

    async def receive(self) -> bytes:
        """Return the next message (see MessageStream)."""
        while (message := self._frames.next_message()) is None:
            if self._lost is not None:
                raise ConnectionLost(self._lost)
            if not self._frames.is_open:
                self._lost = self._frames.why_closed()
                raise ConnectionLost(self._lost)
            await self._read()
        return message

    async def aclose(self) -> None:
        """Send the close frame, wait at most half a second for the answer, close the socket."""
        already, self._lost = self._lost, self._lost or "the websocket was closed"
        with anyio.CancelScope(shield=True):
            if already is None and self._frames.is_open and not self._cut:
                self._frames.write_close()
                self._write()
                with anyio.move_on_after(GOODBYE_SECONDS):
                    await self._hear_goodbye()
            await self.abort()

    async def abort(self) -> None:
        """Close the socket without a close frame."""
        with anyio.CancelScope(shield=True):
            await self._bytes.aclose()

    async def _read(self) -> None:
        try:
            chunk = await self._bytes.read()
        except _GONE as error:
            self._lost = self._lost or f"the connection to the browser broke: {error or type(error).__name__}"
            raise ConnectionLost(self._lost) from error
        self._frames.feed(chunk)
        # An answer to a ping or a close. A task that is writing takes it along.
        if not self._write() and not self._cut:
            with anyio.move_on_after(GOODBYE_SECONDS, shield=True):
                async with self._writing:
                    await self._flush()

    def _write(self, *messages: bytes) -> bool:
        """Write messages and what the protocol answers, in their order; return whether nothing of them is left."""
        for message in messages:
            self._frames.write(message)
        waiting = self._frames.outgoing()
        if len(waiting) > 1 and sum(map(len, waiting)) <= JOINED_SIZE:
            waiting = [b"".join(waiting)]
        is_all_out = True
        for data in waiting:
            is_all_out = self._bytes.write(data)
        return is_all_out

    async def _flush(self) -> None:
        try:
            await self._bytes.flush()
        except _GONE as error:
            raise ConnectionLost(f"the connection to the browser broke: {error}") from error

    async def _hear_goodbye(self) -> None:
        try:
            async with self._writing:
                await self._flush()
            while not self._frames.is_finished:
                await self._read()
                while self._frames.next_message() is not None:
                    pass  # messages after our close frame are dropped
        except (ConnectionLost, anyio.BusyResourceError):
            pass  # gone already, or another task still reads: nothing to wait for
