"""How a connection ends: by the peer, by its owner, by an error, by cancellation; and what is left then."""

from __future__ import annotations

import socket
from collections.abc import Callable

import anyio
import pytest

from cdp_engine.errors import CommandTimeout, ConnectionLost, EngineError, TargetClosed
from cdp_engine.protocol import target
from cdp_engine.rpc import Connection, open_connection
from cdp_engine.rpc import outbox as outbox_module
from cdp_engine.rpc.outbox import Outbox
from cdp_engine.wire import open_pipe
from tests.rpc.fake_peer import FakePeer, call

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02")]

S1, T1 = target.SessionID("S1"), target.TargetID("T1")


async def expect_loss(connection: Connection, into: list[str], method: str = "A.b") -> None:
    with pytest.raises(ConnectionLost) as raised:
        await connection.root.send(call(method))
    into.append(raised.value.message)


async def test_when_the_browser_leaves_every_call_ends() -> None:
    peer = FakePeer()
    lost: list[str] = []
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(expect_loss, connection, lost)
            await peer.called(5)
            peer.leave()
        assert lost == ["the fake browser left"] * 5
        assert connection.closed
        await connection.wait_closed()
        for ended in (connection.root, session):
            with pytest.raises(ConnectionLost, match="the fake browser left"):
                await ended.send(call())
        assert connection.pending == 0
        assert not connection.sessions
        with pytest.raises(ConnectionLost):
            await connection.root.send_all(call(), call())
    assert peer.closed


async def test_the_browser_leaving_in_the_middle_of_a_message_ends_every_call() -> None:
    ours, theirs = socket.socketpair()
    lost: list[str] = []
    async with open_connection(await open_pipe(ours)) as connection, anyio.create_task_group() as tasks:
        tasks.start_soon(expect_loss, connection, lost)
        await anyio.wait_all_tasks_blocked()
        theirs.sendall(b'{"id":1,"result":{"val')
        theirs.close()
    assert lost == ["the browser closed the pipe in the middle of a message (22 bytes had come)"]


async def test_last_words_are_heard_even_when_nothing_can_be_written_any_more() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call("Browser.close")) as closing:
            await peer.called(1)
            peer.send_error = "broken pipe"
            with connection.root.start(call("A.b")) as unwritten:
                await anyio.wait_all_tasks_blocked()
                peer.reply(1, {"value": 7})
                peer.leave()
                assert (await closing.result()).value == 7
                with pytest.raises(ConnectionLost, match="the fake browser left"):
                    await unwritten.result()


async def test_a_write_that_fails_ends_the_connection_soon() -> None:
    peer = FakePeer()
    peer.send_error = "broken pipe"
    async with open_connection(peer) as connection:
        with anyio.fail_after(5), pytest.raises(ConnectionLost, match="broken pipe"):
            await connection.root.send(call())


async def test_leaving_the_block_fails_what_is_pending() -> None:
    peer = FakePeer()
    lost: list[str] = []
    async with anyio.create_task_group() as tasks, open_connection(peer) as connection:
        tasks.start_soon(expect_loss, connection, lost)
        await peer.called(1)
    assert lost == ["the connection was closed on our side"]
    assert peer.closed


@pytest.mark.parametrize(
    "error", [ConnectionLost("mine"), TargetClosed("mine"), ValueError("mine"), KeyboardInterrupt()]
)
async def test_what_the_block_raises_comes_out_as_it_was(error: BaseException) -> None:
    peer = FakePeer()
    caught: BaseException | None = None
    try:
        async with open_connection(peer):
            raise error
    except BaseException as raised:
        caught = raised
    assert caught is error
    assert peer.closed


async def test_a_loss_inside_the_block_is_no_exception_group() -> None:
    peer = FakePeer()

    async def use() -> None:
        async with open_connection(peer) as connection:
            peer.leave()
            await connection.root.send(call())

    with pytest.raises(ConnectionLost, match="the fake browser left"):
        await use()


async def test_a_stream_that_breaks_its_word_ends_the_connection_with_its_reason() -> None:
    class Broken(FakePeer):
        async def receive(self) -> bytes:
            raise RuntimeError("broken stream")

    async with open_connection(Broken()) as connection:
        with pytest.raises(ConnectionLost, match="reading failed: RuntimeError: broken stream"):
            await connection.root.send(call())


# Cancellation.


async def test_a_cancelled_caller_leaves_no_pending_call() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        for number in range(3):
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(connection.root.send, call())
                    await peer.called(number + 1)
                    assert connection.pending == 1
                    scope.cancel()
            assert connection.pending == 0
            peer.reply(number + 1)
        await peer.heard()
        assert connection.stats.ignored_replies == 3


async def test_a_cancelled_wait_without_a_block_leaves_no_pending_call() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        reply = connection.root.start(call())
        with anyio.move_on_after(0.01):
            await reply.result()
        assert connection.pending == 0


async def test_a_cancelled_wait_inside_its_block_may_be_repeated() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call()) as reply:
            with anyio.move_on_after(0.01):
                await reply.result()
            peer.reply(1, {"value": 1})
            assert (await reply.result()).value == 1


async def test_a_cancelled_caller_cannot_cut_a_message_in_two() -> None:
    """Cancel callers while the writer is in the middle of their message: it is written to its end."""
    peer = FakePeer()
    async with open_connection(peer) as connection:
        peer.stall(True)
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:
                for _ in range(3):
                    tasks.start_soon(connection.root.send, call("A.cancelled"))
                await anyio.wait_all_tasks_blocked()
                assert peer.cut_sends == 1
                scope.cancel()
        peer.stall(False)
        with connection.root.start(call("A.after")) as reply:
            calls = await peer.called(4)
            assert [each["method"] for each in calls] == ["A.cancelled"] * 3 + ["A.after"]
            assert peer.cut_sends == 0
            peer.reply(4)
            await reply.result()


async def test_cancelling_the_owner_closes_everything() -> None:
    peer = FakePeer()
    lost: list[str] = []
    opened: list[Connection] = []
    scope = anyio.CancelScope()
    async with anyio.create_task_group() as others:
        with scope:
            async with open_connection(peer) as connection:
                opened.append(connection)
                others.start_soon(expect_loss, connection, lost)
                await peer.called(1)
                scope.cancel()
                await anyio.sleep_forever()
    assert scope.cancelled_caught
    assert peer.closed
    assert lost == ["the connection was closed on our side"]
    assert opened[0].pending == 0


async def test_cancelling_before_the_tasks_have_begun_closes_the_stream() -> None:
    peer = FakePeer()
    with anyio.CancelScope() as scope:
        scope.cancel()
        async with open_connection(peer):
            await anyio.lowlevel.checkpoint()
    assert peer.closed


async def test_a_deadline_around_the_owner_is_the_owners() -> None:
    peer = FakePeer()

    async def use() -> None:
        with anyio.fail_after(0.05):
            async with open_connection(peer) as connection:
                await connection.root.send(call())

    with pytest.raises(TimeoutError) as raised:
        await use()
    assert not isinstance(raised.value, EngineError)
    assert peer.closed


# A browser that does not read.


async def test_callers_wait_for_room_within_their_deadline() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        peer.stall(True)
        started = [connection.root.start(call("A.big", data="x" * (1 << 20))) for _ in range(10)]
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(CommandTimeout, match=r"A\.waiting within 0\.05 s"):
            await connection.root.send(call("A.waiting"), timeout=0.05)
        assert connection.pending == 10
        async with anyio.create_task_group() as tasks:
            lost: list[str] = []
            tasks.start_soon(expect_loss, connection, lost, "A.second")
            await anyio.wait_all_tasks_blocked()
            peer.stall(False)
            calls = await peer.called(11)
            assert [each["method"] for each in calls] == ["A.big"] * 10 + ["A.second"]
            peer.leave()
        for reply in started:
            reply.abandon()


async def test_a_loss_frees_those_who_wait_for_room() -> None:
    peer = FakePeer()
    lost: list[str] = []
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        peer.stall(True)
        big = call(data="x" * outbox_module.ROOM)
        with connection.root.start(big), connection.root.start(big):
            await anyio.wait_all_tasks_blocked()
            tasks.start_soon(expect_loss, connection, lost)
            await anyio.wait_all_tasks_blocked()
            peer.leave()
            await connection.wait_closed()
    assert lost == ["the fake browser left"]


async def test_an_outbox_writes_in_order_and_forgets_when_closed() -> None:
    peer = FakePeer()
    peer.stall(True)
    outbox = Outbox(peer, room=10)
    for number in range(5):
        outbox.put(b"12%d45" % number)
    assert outbox.is_full
    outbox.write()
    assert not outbox.is_full
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(outbox.run_writer)
        await anyio.wait_all_tasks_blocked()
        outbox.put(b"1235450000")
        outbox.write()
        assert outbox.is_full
        peer.stall(False)
        await outbox.has_room()
        assert await peer.called(6) == [12045, 12145, 12245, 12345, 12445, 1235450000]
        tasks.cancel_scope.cancel()
    outbox.close()
    outbox.put(b"1")
    outbox.write()
    assert peer.calls[6:] == []
    await outbox.has_room()


# Cutting the bytes anywhere, through the whole stack.


def whole(cut: int, data: bytes) -> list[bytes]:
    return [data[:cut], data[cut:]]


def single_bytes(_: int, data: bytes) -> list[bytes]:
    return [data[place : place + 1] for place in range(len(data))]


@pytest.mark.req("EN-04")
@pytest.mark.parametrize("cutting", [whole, single_bytes])
async def test_a_stream_cut_anywhere(cutting: Callable[[int, bytes], list[bytes]]) -> None:
    data = b'{"id":1,"result":{"value":1,"text":"\xc3\xa9\\ud83d\\ude00"}}\0{"id":2,"result":{"value":2}}\0'
    for cut in range(1, len(data), 7):
        ours, theirs = socket.socketpair()
        async with open_connection(await open_pipe(ours)) as connection:
            with theirs, connection.root.start(call()) as first, connection.root.start(call()) as second:
                for piece in cutting(cut, data):
                    theirs.sendall(piece)
                    await anyio.lowlevel.checkpoint()
                assert (await first.result()).text == "é😀"
                assert (await second.result()).value == 2


async def test_who_is_cancelled_can_still_give_back_what_it_has() -> None:
    peer = FakePeer()
    given_back: list[object] = []
    with anyio.CancelScope() as outside:
        async with open_connection(peer) as connection:
            outside.cancel()
            try:
                await anyio.sleep_forever()
            finally:
                with anyio.CancelScope(shield=True), connection.root.start(call("A.dispose")) as disposing:
                    await peer.called(1)
                    peer.reply(1, {"value": 7})
                    with anyio.move_on_after(5):
                        given_back.append((await disposing.result()).value)
    assert given_back == [7]
    assert peer.closed
