"""Calls and their answers, in every order in which a browser may give them."""

from __future__ import annotations

import anyio
import anyio.lowlevel
import pytest

from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    DialogBlocking,
    EngineError,
    InvalidInput,
    ProtocolError,
    SessionDetached,
    TargetClosed,
    TargetCrashed,
    UnexpectedReply,
)
from cdp_engine.protocol import Command, target
from cdp_engine.rpc import Session, open_connection
from tests.rpc.fake_peer import FakePeer, Pinged, Reply, call

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02")]

S1, S2 = target.SessionID("S1"), target.SessionID("S2")
T1, T2 = target.TargetID("T1"), target.TargetID("T2")


async def outcome(session: Session, into: list[object], command: Command[Reply] | None = None) -> None:
    """Make a call and keep what comes of it."""
    try:
        into.append(await session.send(command or call()))
    except EngineError as error:
        into.append(error)


async def test_a_call_is_answered() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        got: list[object] = []
        tasks.start_soon(outcome, connection.root, got, call("A.b", x=1))
        assert await peer.called(1) == [{"id": 1, "method": "A.b", "params": {"x": 1}}]
        assert connection.pending == 1
        peer.reply(1, {"value": 5, "unknown": [1]})
        await peer.heard()
        assert got == [Reply(value=5)]
        assert connection.pending == 0
    assert peer.closed


async def test_who_waits_for_an_answer_writes_the_call_itself() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        await anyio.wait_all_tasks_blocked()
        tasks.start_soon(connection.root.send_all, call("A.a"), call("A.b"))
        for _ in range(2):  # the task begins within one turn, or two; one that is woken to write needs more
            await anyio.lowlevel.checkpoint()
        assert [c["method"] for c in peer.calls] == ["A.a", "A.b"]
        assert peer.writes == 1
        tasks.cancel_scope.cancel()


async def test_deadlines_end_their_own_calls_in_any_order() -> None:
    peer = FakePeer()
    late: list[str] = []

    async def expect_silence(method: str, timeout: float) -> None:
        with pytest.raises(CommandTimeout, match=rf"{method} within {timeout:g} s"):
            await connection.root.send(call(method), timeout=timeout)
        late.append(method)

    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        with connection.root.start(call("A.long"), timeout=20) as long:
            tasks.start_soon(long.result)
            tasks.start_soon(expect_silence, "A.second", 0.2)
            tasks.start_soon(expect_silence, "A.first", 0.05)
            await peer.called(3)
            await expect_silence("A.at-once", 0)
            await expect_silence("A.third", 0.4)
            assert late == ["A.at-once", "A.first", "A.second", "A.third"]
            peer.reply(1)
            await peer.heard()
            assert long.is_done
        assert connection.pending == 0


async def test_calls_of_a_session_carry_its_id_and_answers_find_their_caller_in_any_order() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        with session.start(call("A.a")) as first, connection.root.start(call("A.b")) as second:
            calls = await peer.called(2)
            assert [(c["method"], c.get("sessionId")) for c in calls] == [("A.a", "S1"), ("A.b", None)]
            peer.reply(2, {"value": 2})
            peer.reply(1, {"value": 1}, sessionId="S1")
            assert (await first.result()).value == 1
            assert (await second.result()).value == 2
            assert bytes(await second.raw()) == b'{"value": 2}'


async def test_a_command_without_a_reply_type_returns_none() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        command: Command[None] = Command("A.b", {}, None)
        with connection.root.start(command) as reply:
            peer.reply(1, {"extra": 1})
            assert await reply.result() is None


async def test_a_refusal_names_method_and_code() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call("A.b")) as reply:
            peer.refuse(1, -32602, "Invalid parameters")
            with pytest.raises(ProtocolError) as raised:
                await reply.result()
    assert (raised.value.method, raised.value.number) == ("A.b", -32602)


async def test_silence_ends_with_the_deadline_and_the_late_reply_is_ignored() -> None:
    peer = FakePeer()
    async with open_connection(peer, default_timeout=0.05) as connection:
        with pytest.raises(CommandTimeout, match=r"no answer to A\.b within 0\.05 s") as raised:
            await connection.root.send(call("A.b"))
        assert raised.value.method == "A.b"
        with pytest.raises(CommandTimeout, match=r"within 0\.01 s"):
            await connection.root.send(call("A.b"), timeout=0.01)
        assert connection.pending == 0
        peer.reply(1)
        await peer.heard()
        assert connection.stats.ignored_replies == 1


async def test_replies_to_nobody_repeated_replies_and_garbage_do_no_harm() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call()) as reply:
            peer.reply(77)
            peer.say(b"garbage")
            peer.say(b"\xff\x00\xfe")
            peer.say(b'{"id":1,"result":{"value":')
            peer.say({"error": {"code": -32700, "message": "JSON: parse error"}})
            peer.event("Future.event", number=1)
            peer.event("Future.event", session_id="nobody")
            peer.reply(1, {"value": 3})
            peer.reply(1, {"value": 4})
            assert (await reply.result()).value == 3
        await peer.heard()
        stats = connection.stats
        assert (stats.ignored_replies, stats.unreadable_messages) == (3, 3)
        assert (stats.unknown_events, stats.unknown_sessions) == (1, 1)
        assert not connection.closed


async def test_a_reply_of_another_shape_is_the_callers_problem_alone() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call("A.a")) as wrong, connection.root.start(call("A.b")) as good:
            peer.reply(1, {"value": "five"})
            peer.reply(2, {"value": 5})
            with pytest.raises(UnexpectedReply, match=r"A\.a: Expected `int`, got `str`"):
                await wrong.result()
            assert (await good.result()).value == 5


@pytest.mark.parametrize("depth", [600, 3000, 100_000])
async def test_a_reply_too_deep_to_decode_is_the_callers_problem_alone(depth: int) -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call("A.a")) as deep, connection.root.start(call("A.b")) as good:
            payload = b"[" * 2 * depth + b"]" * 2 * depth
            peer.say(b'{"id":1,"result":{"deep":' + payload + b"}}")
            peer.reply(2, {"value": 5})
            with pytest.raises(UnexpectedReply, match=r"A\.a: .*nested too deeply"):
                await deep.result()
            assert bytes(await deep.raw()) == b'{"deep":' + payload + b"}"
            assert (await good.result()).value == 5


@pytest.mark.parametrize("text", [b"\\ud800", b"\xed\xa0\x80", b"\xff"])
async def test_a_lone_surrogate_never_loses_the_reply(text: bytes) -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call()) as reply:
            peer.say(b'{"id":1,"result":{"text":"a' + text + b'b","value":1}}')
            assert await reply.result() == Reply(value=1, text="a\ufffdb")
        assert connection.stats.repaired_messages == 1


async def test_calls_are_written_in_their_order_and_awaited_together() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        got: list[tuple[Reply, ...]] = []

        async def send_all() -> None:
            got.append(await connection.root.send_all(*[call(f"A.{n}") for n in range(20)]))

        tasks.start_soon(send_all)
        calls = await peer.called(20)
        assert [c["method"] for c in calls] == [f"A.{n}" for n in range(20)]
        assert peer.writes == 1
        for number in reversed(range(20)):
            peer.reply(number + 1, {"value": number})
        await peer.heard()
        assert [reply.value for reply in got[0]] == list(range(20))


async def test_of_several_calls_the_first_failure_is_raised_at_once() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        failed = anyio.Event()

        async def send_all() -> None:
            with pytest.raises(ProtocolError, match=r"A\.c"):
                await connection.root.send_all(call("A.a"), call("A.b"), call("A.c"))
            failed.set()

        tasks.start_soon(send_all)
        await peer.called(3)
        peer.reply(2)
        peer.refuse(3, -1, "no")
        with anyio.fail_after(5):
            await failed.wait()
        assert connection.pending == 0


async def test_of_several_calls_the_silent_one_is_named() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:

        async def answer_the_first() -> None:
            peer.reply((await peer.called(2))[0]["id"])

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answer_the_first)
            with pytest.raises(CommandTimeout, match=r"no answer to A\.b within 0\.2 s"):
                await connection.root.send_all(call("A.a"), call("A.b"), timeout=0.2)
        assert connection.pending == 0


async def test_no_calls_at_all() -> None:
    async with open_connection(FakePeer()) as connection:
        assert await connection.root.send_all() == ()


async def test_a_parameter_that_cannot_be_sent_leaves_nothing_behind() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with pytest.raises(InvalidInput, match=r"A\.b"):
            await connection.root.send(call("A.b", x=object()))
        assert connection.pending == 0
        with connection.root.start(call()) as reply:
            peer.reply(2)
            await reply.result()


async def test_an_abandoned_call_says_so() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call()) as reply:
            assert not reply.is_done
        assert connection.pending == 0
        with pytest.raises(InvalidInput, match="abandoned"):
            await reply.result()


async def test_leaving_an_answered_call_makes_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error costs a traceback's worth of time, and every successful call is left."""
    made: list[str] = []

    def note(_error: EngineError, message: str, **_options: object) -> None:
        made.append(message)

    peer = FakePeer()
    async with open_connection(peer) as connection:
        with connection.root.start(call()) as reply:
            peer.reply(1, {"value": 5})
            assert await reply.result() == Reply(value=5)
            monkeypatch.setattr(EngineError, "__init__", note)
        reply.abandon()
        monkeypatch.undo()
        assert made == []
        assert await reply.result() == Reply(value=5)


# Sessions that end.


@pytest.mark.parametrize(
    "error", [TargetClosed("the tab was closed"), TargetCrashed("gone"), SessionDetached("moved")]
)
async def test_a_detached_session_fails_its_calls_and_no_others(error: EngineError) -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        ending, living = connection.attach(S1, T1, kind="page"), connection.attach(S2, T2, kind="page")
        got: list[object] = []
        for _ in range(3):
            tasks.start_soon(outcome, ending, got)
        with living.start(call()) as reply:
            await peer.called(4)
            connection.detach(S1, error)
            await anyio.wait_all_tasks_blocked()
            assert [type(each) for each in got] == [type(error)] * 3
            assert [str(each) for each in got] == [str(error)] * 3
            assert len({id(each) for each in got}) == 3
            assert ending.closed is error
            with pytest.raises(type(error)):
                await ending.send(call())
            assert len(peer.calls) == 4
            assert dict(connection.sessions) == {S2: living}
            late = [each["id"] for each in peer.calls if each["sessionId"] == "S1"]
            peer.reply(late[0], sessionId="S1")
            peer.refuse(late[1], -32001, "Session with given id not found.")
            peer.reply(reply.call.id, {"value": 9}, sessionId="S2")
            assert (await reply.result()).value == 9
        assert connection.stats.ignored_replies == 2
        connection.detach(S1, error)


async def test_an_error_reply_without_session_id_after_a_close_finds_its_caller() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        with session.start(call("A.b")) as reply:
            peer.refuse(1, -32001, "Session with given id not found.")
            with pytest.raises(SessionDetached, match=r"A\.b"):
                await reply.result()


async def test_a_session_is_attached_once() -> None:
    async with open_connection(FakePeer()) as connection:
        assert connection.attach(S1, T1, kind="page") is connection.attach(S1, T1, kind="page")
        assert list(connection.sessions) == [S1]
    late = connection.attach(S2, T2, kind="page")
    assert isinstance(late.closed, ConnectionLost)
    assert "S2" not in connection.sessions


async def test_an_event_before_the_reply_has_been_handled_when_the_reply_resolves() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        numbers: list[int] = []
        session.listen(Pinged, lambda event: numbers.append(event.number))
        with session.start(call()) as reply:
            for number in range(200):
                peer.event("Fake.pinged", "S1", number=number)
            peer.reply(1, sessionId="S1")
            await reply.result()
            assert numbers == list(range(200))


# Sessions that are held.


async def test_a_blocked_session_fails_all_but_what_is_allowed() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, anyio.create_task_group() as tasks:
        session = connection.attach(S1, T1, kind="page")
        other = connection.attach(S2, T2, kind="page")
        got: list[object] = []
        tasks.start_soon(outcome, session, got, call("Runtime.evaluate"))
        with (
            session.start(call("Page.handle")) as allowed,
            other.start(call("Runtime.evaluate")) as elsewhere,
        ):
            await peer.called(3)
            session.block(DialogBlocking("an alert is open"), allow=frozenset({"Page.handle"}))
            await anyio.wait_all_tasks_blocked()
            assert [type(each) for each in got] == [DialogBlocking]
            with pytest.raises(DialogBlocking, match="an alert is open"):
                await session.send(call("Runtime.evaluate"))
            assert len(peer.calls) == 3
            for reply in (allowed, elsewhere):
                peer.reply(reply.call.id, {"value": 1})
                assert (await reply.result()).value == 1
            session.unblock()
            with session.start(call("Runtime.evaluate")) as after:
                peer.reply(after.call.id, {"value": 2})
                assert (await after.result()).value == 2
        assert session.closed is None
