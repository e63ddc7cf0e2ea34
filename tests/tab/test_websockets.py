"""Whether an answer over a websocket is to be expected."""

from __future__ import annotations

from cdp_engine.protocol import network
from cdp_engine.tab.state.requests import RequestMark
from cdp_engine.tab.state.websockets import ANSWER_SECONDS, PAUSE_SECONDS, WebSockets

MARK = RequestMark(1000)


def sent(sockets: WebSockets, at: float, number: int, *, connection: str = "a") -> None:
    frame = network.WebSocketFrame(opcode=1, mask=True, payload_data="")
    event = network.WebSocketFrameSent(
        request_id=network.RequestId(connection), timestamp=network.MonotonicTime(at), response=frame
    )
    sockets.sent(event, at, RequestMark(number))


def heard(sockets: WebSockets, at: float, *, connection: str = "a") -> None:
    frame = network.WebSocketFrame(opcode=1, mask=False, payload_data="")
    event = network.WebSocketFrameReceived(
        request_id=network.RequestId(connection), timestamp=network.MonotonicTime(at), response=frame
    )
    sockets.heard(event, at)


def test_a_connection_that_has_answered_before_may_take_longer():
    sockets = WebSockets()
    sent(sockets, 10.0, 1001)
    assert sockets.answers_until(MARK, 10.1, patience=2.0) == 10.0 + ANSWER_SECONDS
    assert not sockets.unanswered(MARK)
    heard(sockets, 10.2)
    assert sockets.answers_until(MARK, 10.25, patience=2.0) == 10.2 + PAUSE_SECONDS
    sent(sockets, 20.0, 1002)
    assert sockets.answers_until(MARK, 20.1, patience=2.0) == 22.0
    assert sockets.unanswered(MARK)


def test_another_connection_does_not_answer():
    sockets = WebSockets()
    heard(sockets, 9.0)
    sent(sockets, 10.0, 1001)
    heard(sockets, 10.1, connection="b")
    assert sockets.answers_until(MARK, 10.4) == 10.0 + ANSWER_SECONDS


def test_what_a_connection_sends_all_the_time_is_not_the_actions():
    sockets = WebSockets()
    for number in range(980, 1010):
        sent(sockets, number / 20, number)
    assert sockets.answers_until(MARK, 1010 / 20) is None
    assert not sockets.has_sent(MARK)
    for number in range(1010, 1200):
        sent(sockets, number / 20, number)
    assert not sockets.has_sent(MARK)


def test_what_was_typed_before_an_action_does_not_hide_its_own_message():
    sockets = WebSockets()
    for number in range(980, 1000):
        sent(sockets, number / 20, number)
    sent(sockets, 50.4, 1001)
    assert sockets.has_sent(MARK)
