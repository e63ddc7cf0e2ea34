"""The websocket transport against scripted servers on a real socket, on both loops."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio.abc import SocketStream
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from cdp_engine.errors import ConnectionFailed, ConnectionLost, InvalidEndpoint
from cdp_engine.wire import open_websocket

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02", "EN-03")]
MEGABYTE = 1 << 20


class Peer:
    """The server's end of one websocket."""

    def __init__(self, socket: SocketStream) -> None:
        self.socket = socket
        self.protocol = ServerProtocol(max_size=None)
        self.frames: list[Frame] = []
        self.request: Request | None = None

    async def flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                await self.socket.send(data)

    async def read(self) -> bool:
        """Read once; False at the end of the socket."""
        try:
            self.protocol.receive_data(await self.socket.receive(MEGABYTE))
        except (anyio.EndOfStream, anyio.BrokenResourceError):
            return False
        for event in self.protocol.events_received():
            if isinstance(event, Request):
                self.request = event
                self.protocol.send_response(self.protocol.accept(event))
            elif isinstance(event, Frame):
                self.frames.append(event)
        await self.flush()
        return True

    async def accept(self) -> None:
        while self.request is None:
            assert await self.read()

    async def next_frame(self) -> Frame:
        while not self.frames:
            assert await self.read(), "the client left"
        return self.frames.pop(0)

    async def text(self, data: bytes) -> None:
        self.protocol.send_text(data)
        await self.flush()

    async def read_to_the_end(self) -> None:
        while await self.read():
            pass


Script = Callable[[Peer], Awaitable[None]]


@asynccontextmanager
async def served(script: Script) -> AsyncGenerator[str]:
    """Run `script` for every connection; yields the address."""
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")

    async def handle(socket: SocketStream) -> None:
        async with socket:
            await script(Peer(socket))

    with anyio.fail_after(60):
        async with listener, anyio.create_task_group() as tasks:
            tasks.start_soon(listener.serve, handle)
            yield f"ws://127.0.0.1:{listener.extra(anyio.abc.SocketAttribute.local_port)}/devtools/browser/1"
            tasks.cancel_scope.cancel()


async def test_messages_go_both_ways_and_the_goodbye_is_said() -> None:
    ended = anyio.Event()

    async def script(peer: Peer) -> None:
        await peer.accept()
        frame = await peer.next_frame()
        assert frame.opcode is Opcode.TEXT
        await peer.text(bytes(frame.data).upper())
        await peer.text(bytes((await peer.next_frame()).data))
        assert len((await peer.next_frame()).data) == MEGABYTE
        await peer.read_to_the_end()
        assert peer.protocol.close_rcvd is not None
        assert peer.protocol.close_rcvd.code == 1000
        ended.set()

    async with served(script) as url:
        stream = await open_websocket(url)
        await stream.send(b"hello", b"more", b"x" * MEGABYTE)
        assert await stream.receive() == b"HELLO"
        assert await stream.receive() == b"more"
        await stream.aclose()
        await stream.aclose()
        await ended.wait()


async def test_a_hundred_megabytes_in_one_frame_and_in_fragments() -> None:
    size = 100 * MEGABYTE

    async def script(peer: Peer) -> None:
        await peer.accept()
        await peer.text(b"x" * size)
        for part in range(100):
            send = peer.protocol.send_continuation if part else peer.protocol.send_text
            send(b"y" * MEGABYTE, fin=part == 99)
            await peer.flush()
        frame = await peer.next_frame()
        await peer.text(str(len(frame.data)).encode())
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url)
        assert (await stream.receive()).count(b"x") == size
        whole = await stream.receive()
        assert whole.count(b"y") == size
        await stream.send(whole)
        assert await stream.receive() == str(size).encode()
        await stream.aclose()


async def test_a_ping_is_answered_while_receiving() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        peer.protocol.send_ping(b"still there?")
        await peer.flush()
        frame = await peer.next_frame()
        assert (frame.opcode, bytes(frame.data)) == (Opcode.PONG, b"still there?")
        await peer.text(b"good")
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url)
        assert await stream.receive() == b"good"
        await stream.aclose()


async def test_a_ping_in_the_middle_of_a_long_write_is_answered_after_it() -> None:
    size = 64 * MEGABYTE  # more than the sockets hold

    async def script(peer: Peer) -> None:
        await peer.accept()
        assert (await peer.next_frame()).data == b"short"
        peer.protocol.send_ping(b"still there?")
        await peer.flush()
        await peer.text(b"heard the ping")
        found = [(await peer.next_frame()).opcode for _ in range(3)]
        assert found == [Opcode.TEXT, Opcode.PONG, Opcode.TEXT]
        await peer.text(b"good")
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url)
        assert stream.send_now(b"short")
        assert not stream.send_now(b"x" * size)
        assert await stream.receive() == b"heard the ping"
        await stream.send(b"after")
        assert await stream.receive() == b"good"
        await stream.aclose()


async def test_a_close_by_the_browser_is_reported_with_its_code() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        await peer.text(b"last")
        peer.protocol.send_close(1001, "leaving")
        await peer.flush()
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url)
        assert await stream.receive() == b"last"
        for _ in range(2):
            with pytest.raises(ConnectionLost, match=r"code 1001 \(leaving\)"):
                await stream.receive()
        with pytest.raises(ConnectionLost):
            await stream.send(b"{}")
        await stream.aclose()


async def test_a_close_in_the_middle_of_a_frame() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        await peer.socket.send(b"\x81\x7e\x10\x00" + b"x" * 100)

    async with served(script) as url:
        stream = await open_websocket(url)
        with pytest.raises(ConnectionLost, match="without a close frame"):
            await stream.receive()
        await stream.aclose()


async def test_a_message_beyond_the_limit_ends_the_stream() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        await peer.text(b"x" * 1001)
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url, max_size=1000)
        with pytest.raises(ConnectionLost, match="exceeds limit"):
            await stream.receive()
        await stream.aclose()


async def test_closing_does_not_wait_for_a_browser_that_never_says_goodbye() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        await anyio.sleep_forever()

    async with served(script) as url:
        stream = await open_websocket(url)
        with anyio.fail_after(10):
            await stream.aclose()


async def test_a_cancelled_receive_loses_nothing() -> None:
    halves = anyio.Event()

    async def script(peer: Peer) -> None:
        await peer.accept()
        await peer.socket.send(b"\x81\x0afirst")
        await halves.wait()
        await peer.socket.send(b" half")
        await peer.read_to_the_end()

    async with served(script) as url:
        stream = await open_websocket(url)
        with anyio.move_on_after(0.05) as scope:
            await stream.receive()
        assert scope.cancelled_caught
        halves.set()
        assert await stream.receive() == b"first half"
        await stream.aclose()


async def test_after_a_send_that_was_cut_off_no_other_follows() -> None:
    async def script(peer: Peer) -> None:
        await peer.accept()
        await anyio.sleep_forever()

    async with served(script) as url:
        stream = await open_websocket(url)
        with anyio.move_on_after(0.2) as scope:
            await stream.send(b"x" * (64 * MEGABYTE))  # more than the sockets hold: nobody reads it
        assert scope.cancelled_caught
        with pytest.raises(ConnectionLost, match="cut off half-way"):
            await stream.send(b"next")
        with anyio.fail_after(10):
            await stream.aclose()


@pytest.mark.parametrize(
    ("answer", "reported"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope", "answered HTTP 404 Not Found: nope"),
        (b"220 mail.example ESMTP\r\n", "does not speak websocket"),
        (b"", "does not speak websocket"),
    ],
)
async def test_something_else_at_the_address(answer: bytes, reported: str) -> None:
    async def script(peer: Peer) -> None:
        await peer.socket.receive()
        if answer:
            await peer.socket.send(answer)

    async with served(script) as url:
        with pytest.raises(ConnectionFailed, match=reported):
            await open_websocket(url)


async def test_nothing_at_the_address() -> None:
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
    with pytest.raises(ConnectionFailed, match=f"no server answers at ws://127.0.0.1:{port}/"):
        await open_websocket(f"ws://127.0.0.1:{port}/")


async def test_silence_at_the_address_ends_with_the_deadline() -> None:
    async def script(peer: Peer) -> None:
        await anyio.sleep_forever()

    async with served(script) as url:
        with pytest.raises(ConnectionFailed, match=r"did not answer the websocket handshake within 0\.1 s"):
            await open_websocket(url, timeout=0.1)


async def test_cancelling_the_handshake_closes_the_socket() -> None:
    left = anyio.Event()

    async def script(peer: Peer) -> None:
        await peer.socket.receive()
        with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
            await peer.socket.receive()
        left.set()

    async with served(script) as url:
        with anyio.move_on_after(0.1):
            await open_websocket(url)
        await left.wait()


async def test_a_plain_server_is_no_secure_one() -> None:
    async def script(peer: Peer) -> None:
        await peer.socket.receive()
        await peer.socket.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with served(script) as url:
        with pytest.raises(ConnectionFailed, match="no secure connection"):
            await open_websocket(url.replace("ws:", "wss:"))


async def test_a_malformed_address() -> None:
    with pytest.raises(InvalidEndpoint, match="not a websocket address"):
        await open_websocket("http://127.0.0.1:9222")
