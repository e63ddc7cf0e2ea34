"""Events: listeners run in the order of the wire, subscribers read in their own time."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.errors import (
    ConnectionLost,
    DeadlineExceeded,
    InvalidInput,
    SubscriptionOverflow,
    TargetClosed,
    UnexpectedReply,
)
from cdp_engine.protocol import target
from cdp_engine.rpc import open_connection
from tests.rpc.fake_peer import FakePeer, Pinged, Ponged, call

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-02")]

S1, T1 = target.SessionID("S1"), target.TargetID("T1")


async def test_events_come_typed_in_order_and_only_those_asked_for() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        async with session.subscribe(Pinged, Ponged) as events, session.subscribe(Ponged) as pongs:
            peer.event("Fake.pinged", "S1", number=1)
            peer.event("Fake.other", "S1")
            peer.event("Fake.ponged", "S1", number=2)
            peer.event("Fake.pinged", number=3)
            peer.say({"method": "Fake.pinged", "sessionId": "S1"})
            assert [await events.receive() for _ in range(3)] == [
                Pinged(number=1),
                Ponged(number=2),
                Pinged(number=0),
            ]
            assert await pongs.receive() == Ponged(number=2)
            with pytest.raises(anyio.WouldBlock):
                pongs.receive_nowait()
        assert connection.stats.unknown_events == 2
        peer.event("Fake.ponged", "S1")
        await peer.heard()
        assert connection.stats.unknown_events == 3


async def test_a_slow_subscriber_is_notified_once_where_events_are_missing_and_holds_up_nobody() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        async with (
            connection.root.subscribe(Pinged, buffer=3) as slow,
            connection.root.subscribe(Pinged) as quick,
        ):
            for number in range(10):
                peer.event("Fake.pinged", number=number)
            with connection.root.start(call()) as reply:
                peer.reply(1)
                await reply.result()
            assert [(await quick.receive()).number for _ in range(10)] == list(range(10))
            assert [(await slow.receive()).number for _ in range(3)] == [0, 1, 2]
            with pytest.raises(SubscriptionOverflow, match="7 events were dropped") as raised:
                await slow.receive()
            assert raised.value.dropped == 7
            peer.event("Fake.pinged", number=10)
            assert (await slow.receive()).number == 10
        assert connection.stats.dropped_events == 7


async def test_a_burst_does_not_overflow_a_subscriber_that_keeps_reading() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, connection.root.subscribe(Pinged, buffer=200) as events:
        for number in range(5000):
            peer.event("Fake.pinged", number=number)
        assert [(await events.receive()).number for _ in range(5000)] == list(range(5000))
        assert connection.stats.dropped_events == 0


async def test_several_tasks_may_read_one_subscription() -> None:
    peer = FakePeer()
    numbers: list[int] = []
    async with open_connection(peer) as connection, connection.root.subscribe(Pinged) as events:

        async def read() -> None:
            numbers.append((await events.receive()).number)

        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(read)
            await anyio.wait_all_tasks_blocked()
            for number in range(3):
                peer.event("Fake.pinged", number=number)
    assert sorted(numbers) == [0, 1, 2]


async def test_the_end_of_the_session_comes_after_its_last_events() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        session = connection.attach(S1, T1, kind="page")
        numbers: list[int] = []
        async with session.subscribe(Pinged) as events:
            peer.event("Fake.pinged", "S1", number=1)
            peer.event("Fake.pinged", "S1", number=2)
            await peer.heard()
            connection.detach(S1, TargetClosed("the tab was closed"))
            peer.event("Fake.pinged", "S1", number=3)
            await peer.heard()

            async def read() -> None:
                async for event in events:
                    numbers.append(event.number)

            with pytest.raises(TargetClosed, match="the tab was closed"):
                await read()
        assert numbers == [1, 2]
        assert connection.stats.unknown_sessions == 1
        async with session.subscribe(Pinged) as events:
            with pytest.raises(TargetClosed):
                await events.receive()


async def test_the_end_of_the_session_wakes_a_waiting_reader() -> None:
    peer = FakePeer()

    async def read() -> None:
        with pytest.raises(ConnectionLost):
            await events.receive()

    async with (
        open_connection(peer) as connection,
        connection.root.subscribe(Pinged) as events,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(read)
        await anyio.wait_all_tasks_blocked()
        peer.leave()


async def test_waiting_for_an_event_may_have_a_deadline_that_names_it() -> None:
    async with open_connection(FakePeer()) as connection, connection.root.subscribe(Pinged, Ponged) as events:
        with pytest.raises(DeadlineExceeded, match=r"no Fake\.pinged or Fake\.ponged within 0\.01 s"):
            await events.receive(timeout=0.01)


async def test_a_cancelled_reader_loses_no_event() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection, connection.root.subscribe(Pinged) as events:
        with anyio.move_on_after(0.01) as scope:
            await events.receive()
        assert scope.cancelled_caught
        peer.event("Fake.pinged", number=1)
        await peer.heard()
        with anyio.CancelScope() as scope:
            scope.cancel()
            await events.receive()
        assert scope.cancelled_caught
        assert (await events.receive()).number == 1


async def test_an_event_of_another_shape_is_reported_to_its_reader_who_may_go_on() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        heard: list[int] = []
        connection.root.listen(Pinged, lambda event: heard.append(event.number))
        async with connection.root.subscribe(Pinged) as events:
            peer.event("Fake.pinged", number="one")
            peer.event("Fake.pinged", number=2)
            with pytest.raises(UnexpectedReply, match=r"Fake\.pinged"):
                await events.receive()
            assert (await events.receive()).number == 2
        assert heard == [2]
        assert connection.stats.unreadable_messages == 1


async def test_a_failing_listener_is_counted_and_alone() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        heard: list[int] = []

        def fail(event: Pinged) -> None:
            raise ZeroDivisionError

        connection.root.listen(Pinged, fail)
        connection.root.listen(Pinged, lambda event: heard.append(event.number))
        peer.event("Fake.pinged", number=1)
        peer.event("Fake.pinged", number=2)
        await peer.heard()
        assert heard == [1, 2]
        assert connection.stats.listener_failures == 2
        assert isinstance(connection.stats.last_listener_failure, ZeroDivisionError)
        assert not connection.closed


async def test_a_removed_listener_hears_nothing_more() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        heard: list[str] = []
        remove_first = connection.root.listen(Pinged, lambda event: heard.append("first"))
        remove_second = connection.root.listen(Pinged, lambda event: heard.append("second"))
        remove_first()
        remove_first()
        peer.event("Fake.pinged")
        await peer.heard()
        assert heard == ["second"]
        remove_second()
        peer.event("Fake.pinged")
        await peer.heard()
        assert heard == ["second"]
        assert connection.stats.unknown_events == 1


async def test_a_listener_may_attach_the_session_whose_events_follow() -> None:
    peer = FakePeer()
    async with open_connection(peer) as connection:
        numbers: list[int] = []

        def attach(event: target.AttachedToTarget) -> None:
            session = connection.attach(event.session_id, event.target_info.target_id, kind="page")
            session.listen(Pinged, lambda ping: numbers.append(ping.number))

        connection.root.listen(target.AttachedToTarget, attach)
        peer.event("Target.attachedToTarget", sessionId="S1", targetInfo={"targetId": "T1", "type": "page"})
        peer.event("Fake.pinged", "S1", number=1)
        await peer.heard()
        assert numbers == [1]
        assert connection.sessions["S1"].target_id == "T1"


async def test_a_subscription_is_used_as_it_is_meant_to() -> None:
    async with open_connection(FakePeer()) as connection:
        with pytest.raises(InvalidInput, match="at least one event,"):
            connection.root.subscribe(Pinged, buffer=0)
        with pytest.raises(InvalidInput, match="at least one event type"):
            connection.root.subscribe()
        async with connection.root.subscribe(Pinged) as events:
            with pytest.raises(InvalidInput, match="only once"):
                await events.__aenter__()
        with pytest.raises(InvalidInput, match="block has ended"):
            await events.receive()
        with pytest.raises(InvalidInput, match="only once"):
            await events.__aenter__()
