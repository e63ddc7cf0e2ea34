"""What messages are framed over: a socket of our own, and a stream of anyio's as for TLS."""

from __future__ import annotations

import socket
import threading

import anyio
import pytest
from anyio.abc import SocketAttribute

from cdp_engine.wire.byte_stream import Bytes, SocketBytes, StreamBytes

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02")]
MEGABYTE = 1 << 20
KINDS = ["socket", "stream"]


async def connected(kind: str) -> tuple[Bytes, socket.socket]:
    """Our end of a connection, and the other one."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        stream = await anyio.connect_tcp("127.0.0.1", server.getsockname()[1])
        theirs, _ = server.accept()
    theirs.settimeout(20)
    if kind == "stream":
        return StreamBytes(stream), theirs
    raw = stream.extra(SocketAttribute.raw_socket)
    ours = SocketBytes(socket.fromfd(raw.fileno(), raw.family, raw.type))
    await stream.aclose()
    return ours, theirs


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_written_leaves_in_order(kind: str) -> None:
    ours, theirs = await connected(kind)
    expected = b"first" + b"x" * (16 * MEGABYTE) + b"last"
    received = bytearray()

    def peer() -> None:
        while len(received) < len(expected):
            received.extend(theirs.recv(MEGABYTE))

    with theirs:
        assert ours.write(b"first") is (kind == "socket")
        assert not ours.write(b"x" * (16 * MEGABYTE))
        assert not ours.write(b"last")
        thread = threading.Thread(target=peer)
        thread.start()
        with anyio.fail_after(20):
            await ours.flush()
        thread.join(20)
        assert received == expected
        theirs.sendall(b"answer")
        assert await ours.read() == b"answer"
        theirs.shutdown(socket.SHUT_WR)
        assert await ours.read() == b""
        await ours.aclose()
        await ours.aclose()
        with pytest.raises(anyio.ClosedResourceError):
            await ours.read()


@pytest.mark.parametrize("kind", KINDS)
async def test_after_a_flush_that_was_cancelled_nothing_is_out_of_order(kind: str) -> None:
    ours, theirs = await connected(kind)
    with theirs:
        assert not ours.write(b"x" * (64 * MEGABYTE))  # more than the sockets hold: nobody reads it
        with anyio.move_on_after(0.1) as scope:
            await ours.flush()
        assert scope.cancelled_caught
        assert not ours.write(b"next")
        if kind == "stream":  # nobody knows how much of it went out
            with pytest.raises(anyio.BrokenResourceError, match="cut off half-way"):
                await ours.flush()
        await ours.aclose()
        received = bytearray()
        while chunk := theirs.recv(MEGABYTE):
            received += chunk
        assert b"next" not in received


async def test_closing_wakes_a_reader() -> None:
    ours, theirs = await connected("socket")
    woken = anyio.Event()

    async def read() -> None:
        with pytest.raises(anyio.ClosedResourceError):
            await ours.read()
        woken.set()

    with theirs, anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            await ours.aclose()
            await woken.wait()
