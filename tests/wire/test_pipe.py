"""The pipe transport over a real socketpair, on both loops."""

from __future__ import annotations

import socket
import threading

import anyio
import anyio.lowlevel
import pytest

from cdp_engine.errors import ConnectionLost
from cdp_engine.wire import byte_stream, open_pipe

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02", "EN-04")]
MEGABYTE = 1 << 20


def pair() -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair()
    theirs.settimeout(20)
    return ours, theirs


async def test_messages_go_both_ways() -> None:
    ours, theirs = pair()
    with theirs:
        stream = await open_pipe(ours)
        await stream.send(b'{"id":1}')
        assert theirs.recv(100) == b'{"id":1}\0'
        await stream.send(b'{"id":2}', b'{"id":3}')
        assert theirs.recv(100) == b'{"id":2}\0{"id":3}\0'
        theirs.sendall(b'{"id":1,"result":{}}\0{"method":"A.b"}\0')
        assert await stream.receive() == b'{"id":1,"result":{}}'
        assert await stream.receive() == b'{"method":"A.b"}'
        await stream.aclose()
        assert theirs.recv(1) == b""


async def test_what_was_sent_before_the_end_is_still_received() -> None:
    ours, theirs = pair()
    stream = await open_pipe(ours)
    theirs.sendall(b"one\0two\0")
    theirs.close()
    assert await stream.receive() == b"one"
    assert await stream.receive() == b"two"
    for _ in range(2):
        with pytest.raises(ConnectionLost, match="the browser closed the pipe"):
            await stream.receive()
    with pytest.raises(ConnectionLost):
        await stream.send(b"{}")
    await stream.aclose()


async def test_an_end_in_the_middle_of_a_message_is_reported() -> None:
    ours, theirs = pair()
    stream = await open_pipe(ours)
    theirs.sendall(b'{"id":1,"resu')
    theirs.close()
    with pytest.raises(ConnectionLost, match=r"in the middle of a message \(13 bytes had come\)"):
        await stream.receive()
    await stream.aclose()


async def test_a_hundred_megabytes_both_ways() -> None:
    ours, theirs = pair()
    size = 100 * MEGABYTE
    counted: list[int] = []

    def peer() -> None:
        with theirs:
            theirs.sendall(b"x" * size + b"\0")
            count = 0
            while count < size + 1:
                count += len(theirs.recv(MEGABYTE))
            counted.append(count)

    thread = threading.Thread(target=peer)
    thread.start()
    stream = await open_pipe(ours)
    with anyio.fail_after(60):
        message = await stream.receive()
        assert len(message) == size
        assert message.count(b"x") == size
        await stream.send(message)
    thread.join(20)
    assert counted == [size + 1]
    await stream.aclose()


async def test_others_have_their_turn_while_a_long_message_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_stream, "READ_SIZE", 100)
    monkeypatch.setattr(byte_stream, "LONG_READ_SIZE", 100)
    ours, theirs = pair()
    theirs.sendall(b"x" * 20_000 + b"\0")
    stream = await open_pipe(ours)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            await anyio.lowlevel.checkpoint()
            turns += 1

    with theirs, anyio.fail_after(60):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(other)
            assert len(await stream.receive()) == 20_000
            tasks.cancel_scope.cancel()
    assert turns > 100
    await stream.aclose()


async def test_a_message_beyond_the_limit_ends_the_stream() -> None:
    ours, theirs = pair()
    with theirs:
        stream = await open_pipe(ours, max_size=1000)
        theirs.sendall(b"x" * 1001)
        with pytest.raises(ConnectionLost, match="more than 1000 bytes"):
            await stream.receive()
        await stream.aclose()


async def test_a_cancelled_receive_loses_nothing() -> None:
    ours, theirs = pair()
    with theirs:
        stream = await open_pipe(ours)
        theirs.sendall(b"first ha")
        with anyio.move_on_after(0.05) as scope:
            await stream.receive()
        assert scope.cancelled_caught
        theirs.sendall(b"lf\0")
        assert await stream.receive() == b"first half"
        await stream.aclose()


async def test_after_a_send_that_was_cut_off_no_other_follows() -> None:
    ours, theirs = pair()
    with theirs:
        stream = await open_pipe(ours)
        with anyio.move_on_after(0.05) as scope:
            await stream.send(b"x" * (16 * MEGABYTE))  # more than a socket holds: nobody reads it
        assert scope.cancelled_caught
        with pytest.raises(ConnectionLost, match="cut off half-way"):
            await stream.send(b"next")
        assert not stream.send_now(b"next")
        await stream.aclose()
        received = bytearray()
        while chunk := theirs.recv(MEGABYTE):
            received += chunk
        assert b"next" not in received
        assert b"\0" not in received


async def test_what_is_written_without_waiting_is_finished_by_the_next_send() -> None:
    ours, theirs = pair()
    received = bytearray()

    def peer() -> None:
        while received.count(b"\0") < 3:
            received.extend(theirs.recv(MEGABYTE))

    with theirs:
        stream = await open_pipe(ours)
        assert stream.send_now(b"first")
        assert theirs.recv(100) == b"first\0"
        assert not stream.send_now(b"x" * (16 * MEGABYTE))  # more than a socket holds
        assert not stream.send_now(b"third")
        thread = threading.Thread(target=peer)
        thread.start()
        with anyio.fail_after(20):
            await stream.send(b"last")
        thread.join(20)
        assert bytes(received) == b"x" * (16 * MEGABYTE) + b"\0third\0last\0"
        await stream.aclose()
        assert not stream.send_now(b"late")


async def test_what_cannot_be_written_without_waiting_is_raised_by_the_next_send() -> None:
    ours, theirs = pair()
    stream = await open_pipe(ours)
    theirs.close()
    assert not stream.send_now(b"{}")
    with pytest.raises(ConnectionLost, match="the browser closed the pipe"):
        await stream.send()
    await stream.aclose()


async def test_closing_wakes_a_receiver_and_may_be_repeated() -> None:
    ours, theirs = pair()
    lost: list[str] = []
    with theirs:
        stream = await open_pipe(ours)

        async def receive() -> None:
            with pytest.raises(ConnectionLost) as raised:
                await stream.receive()
            lost.append(raised.value.message)

        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(receive)
                await anyio.wait_all_tasks_blocked()
                await stream.aclose()
        await stream.aclose()
        assert len(lost) == 1


async def test_a_socket_that_cannot_be_used_is_closed() -> None:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with pytest.raises(ValueError, match="must be connected"):
        await open_pipe(sock)
    assert sock.fileno() == -1
