"""The table of calls and the buffer of events, without any loop."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    ProtocolError,
    SessionDetached,
    TargetCrashed,
    UnexpectedReply,
)
from cdp_engine.rpc import ConnectionStats
from cdp_engine.rpc.event_buffer import EventBuffer, Gap
from cdp_engine.rpc.line import again
from cdp_engine.rpc.pending import PendingCall, PendingCalls
from cdp_engine.rpc.refusal import refusal


@given(
    limit=st.integers(1, 5),
    steps=st.lists(st.booleans(), max_size=60),
)
def test_a_buffer_loses_nothing_untold(limit: int, steps: list[bool]) -> None:
    """Reading back gives every event in order, with gaps that count exactly what is missing between."""
    buffer: EventBuffer[int] = EventBuffer(limit)
    next_event = expected = 0
    for putting in [*steps, *([False] * 200)]:
        if putting:
            buffer.put(next_event)
            next_event += 1
        elif buffer:
            item = buffer.get()
            if isinstance(item, Gap):
                assert item.dropped > 0
                expected += item.dropped
            else:
                assert item == expected
                expected += 1
        assert len(buffer) <= 2 * limit + 1
    assert expected == next_event
    assert not buffer


def test_a_table_answers_every_call_once() -> None:
    calls = PendingCalls()
    first, second = calls.open("A.a", "S"), calls.open("A.b", None)
    assert (first.id, second.id) == (1, 2)
    assert calls.take(1) is first
    assert calls.take(1) is None
    assert calls.take(None) is None
    assert calls.take(99) is None
    calls.abandon(second)
    calls.abandon(second)
    assert calls.take(2) is None
    assert len(calls) == 0
    assert calls.open("A.c", None).id == 3


def test_a_failing_session_takes_only_its_own_calls_along() -> None:
    calls = PendingCalls()
    reported: list[PendingCall] = []
    ours, theirs = calls.open("A.a", "S"), calls.open("A.a", "T")
    ours.on_outcome.append(reported.append)
    error = SessionDetached("gone")
    calls.fail(error, lambda call: call.session_id == "S")
    assert ours.outcome is error
    assert theirs.outcome is None
    assert reported == [ours]
    assert list(calls) == [theirs]


def test_the_first_outcome_stays() -> None:
    call = PendingCall(1, "A.a", None)
    call.settle(msgspec.Raw(b"1"))
    call.settle(ConnectionLost("later"))
    assert call.outcome == msgspec.Raw(b"1")


@pytest.mark.parametrize(
    ("payload", "kind", "text"),
    [
        (b'{"code":-32601,"message":"no such method"}', ProtocolError, "A.b: no such method (code -32601)"),
        (b'{"code":-32602,"message":"bad","data":"x: string expected"}', ProtocolError, "x: string expected"),
        (b'{"code":-32602,"message":"bad","data":{"x":1}}', ProtocolError, '{"x": 1}'),
        (b'{"code":-32001,"message":"Session with given id not found."}', SessionDetached, "A.b"),
        (b'{"code":-32000,"message":"Target crashed"}', TargetCrashed, "A.b"),
        (b'"just text"', UnexpectedReply, "A.b"),
        (b'{"message":"half \\ud800"}', ProtocolError, "half \ufffd"),
    ],
)
def test_error_replies_become_typed_errors(payload: bytes, kind: type[Exception], text: str) -> None:
    error = refusal("A.b", msgspec.Raw(payload), ConnectionStats())
    assert type(error) is kind
    assert text in str(error)


def test_a_copied_error_is_its_own_object_with_the_same_contents() -> None:
    for error in (
        ProtocolError("A.b", -1, "no"),
        CommandTimeout("A.b", 3),
        SessionDetached("gone", hint="wait"),
    ):
        error.add_note("elsewhere")
        twin = again(error, "here")
        assert twin is not error
        assert type(twin) is type(error)
        assert (str(twin), twin.hint, twin.args) == (str(error), error.hint, error.args)
        assert twin.__notes__ == ["here"]
        assert error.__notes__ == ["elsewhere"]
