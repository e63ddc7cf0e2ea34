"""The table of requests: what counts as in flight, and what happened since a mark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.protocol import network
from cdp_engine.tab.state.requests import LONG_POLL_SECONDS, UNREAD_SECONDS, RequestTable
from tests.tab.fakes import received, sent


def urls(table: RequestTable, now: float) -> list[str]:
    return [request.url for request in table.blocking(now)]


@pytest.mark.req("SX-03")
def test_a_request_is_in_flight_until_it_ends():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/x"), "s", 1.0)
    assert urls(table, 1.5) == ["http://a/x"]
    assert table.idle_since(1.5) is None
    table.response(received("1", 200), 2.0)
    assert table.idle_since(2.0) is None
    table.finished("1", 2.5)
    assert table.pending() == ()
    assert table.idle_since(3.0) == 2.5


@pytest.mark.req("SX-03")
def test_failures_and_answers_from_memory_end_a_request():
    table = RequestTable()
    mark = table.mark()
    table.will_be_sent(sent("1", "http://a/x"), "s", 1.0)
    table.will_be_sent(sent("2", "http://a/y"), "s", 1.0)
    table.failed("1", "net::ERR_BLOCKED_BY_CLIENT", 1.1)
    table.served_from_cache(network.RequestServedFromCache(request_id=network.RequestId("2")))
    table.response(received("2", 200), 1.2)
    table.finished("2", 1.3)
    table.finished("unknown", 1.4)
    assert table.pending() == ()
    failed, cached = table.since(mark)
    assert (failed.error, failed.status) == ("net::ERR_BLOCKED_BY_CLIENT", None)
    assert (cached.from_cache, cached.status, cached.error) == (True, 200, None)


@pytest.mark.req("SX-03")
def test_a_request_whose_end_is_reported_elsewhere_keeps_nobody_waiting():
    table = RequestTable()
    mark = table.mark()
    table.will_be_sent(sent("1", "http://a/shared.js", "Script"), "s", 1.0, aside=True)
    table.finished("1", 2.0)
    assert urls(table, 1.5) == []
    assert [request.url for request in table.since(mark)] == ["http://a/shared.js"]
    assert table.idle_since(3.0) == 1.0


@pytest.mark.req("SX-03", "CD-14")
def test_each_hop_of_a_redirect_is_a_request():
    table = RequestTable()
    table.will_be_sent(sent("L", "http://a/1", "Document"), "s", 1.0)
    hop = {"url": "http://a/1", "status": 302, "headers": {}, "mimeType": ""}
    table.will_be_sent(sent("L", "http://a/2", "Document", redirectResponse=hop), "s", 1.1)
    table.response(received("L", 404, kind="Document"), 1.2)
    table.finished("L", 1.3)
    first, second = table.since(0)
    assert (first.status, first.redirected_to, first.pending) == (302, "http://a/2", False)
    assert (second.status, second.redirected_to, second.is_document) == (404, None, True)
    assert table.document_status("L") == 404


@pytest.mark.req("SX-03")
def test_the_end_of_a_document_may_be_heard_in_another_process_or_not_at_all():
    table = RequestTable()
    table.will_be_sent(sent("L", "http://a/", "Document"), "old process", 1.0)
    table.session_gone("old process", 1.1)
    assert urls(table, 1.1) == ["http://a/"]
    table.document_parsed("L", 1.2)
    assert table.pending() == ()


def test_a_process_or_document_that_goes_takes_its_requests_with_it():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/1"), "s1", 1.0)
    table.will_be_sent(sent("2", "http://a/2", loader="M"), "s2", 1.0)
    table.session_gone("s1", 2.0)
    assert urls(table, 2.0) == ["http://a/2"]
    table.document_gone("M", 2.1)
    assert table.pending() == ()
    assert {r.error for r in table.since(0)} == {"net::ERR_ABORTED"}


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("kind", ["EventSource", "Preflight", "Ping"])
def test_streams_preflights_and_beacons_do_not_count(kind: str):
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/x", kind), "s", 1.0)
    assert table.blocking(1.0) == ()
    assert table.idle_since(1.0) == 0.0


@pytest.mark.req("SX-03")
def test_websockets_and_server_streams_do_not_count():
    table = RequestTable()
    table.socket_opened("1", "ws://a/", "s", 1.0)
    table.will_be_sent(sent("2", "http://a/stream"), "s", 1.0)
    assert urls(table, 1.0) == ["http://a/stream"]
    table.response(received("2", 200, "text/event-stream"), 1.1)
    assert table.blocking(1.1) == ()
    assert len(table.pending()) == 2
    table.finished("1", 1.2)
    assert len(table.pending()) == 1


@pytest.mark.req("SX-03")
def test_a_request_that_takes_too_long_is_a_long_poll():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/poll"), "s", 10.0)
    table.will_be_sent(sent("2", "http://a/slow.png", "Image"), "s", 10.0)
    assert table.next_overdue(10.0) == 10.0 + LONG_POLL_SECONDS
    late = 10.0 + LONG_POLL_SECONDS
    assert urls(table, late) == ["http://a/slow.png"]
    table.finished("2", late + 1)
    assert table.idle_since(late + 2) == late + 1
    assert table.next_overdue(late + 2) is None


def test_data_urls_are_no_network():
    table = RequestTable()
    table.will_be_sent(sent("1", "data:image/png;base64,xx", "Image"), "s", 1.0)
    assert table.pending() == ()
    assert table.since(0) == []


@pytest.mark.req("SX-04", "CD-14")
def test_marks_tell_what_started_afterwards():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/before"), "s", 1.0)
    mark = table.mark()
    assert table.since(mark) == []
    table.finished("1", 1.1)
    table.will_be_sent(sent("2", "http://a/after", "XHR", method="POST"), "s", 1.2)
    table.response(received("2", 201, kind="XHR"), 1.3)
    (after,) = table.since(mark)
    assert (after.url, after.method, after.status, after.resource_type) == (
        "http://a/after",
        "POST",
        201,
        "XHR",
    )
    assert after.describe() == "request POST http://a/after"


def test_the_table_does_not_grow_for_ever():
    table = RequestTable()
    for number in range(5_000):
        table.will_be_sent(sent(str(number), f"http://a/{number}"), "s", 1.0)
    assert len(table.since(0)) == 2_000
    assert len(table.pending()) == 2_000
    assert table.since(0)[-1].url == "http://a/4999"


EVENTS = st.tuples(st.sampled_from(["send", "end", "fail", "gone", "parsed"]), st.integers(0, 5))


@given(st.lists(EVENTS, max_size=60))
def test_what_is_pending_is_what_was_sent_and_not_ended(events: list[tuple[str, int]]):
    table = RequestTable()
    expected: dict[str, None] = {}
    for time, (what, number) in enumerate(events):
        name = str(number)
        if what == "send":
            table.will_be_sent(sent(name, f"http://a/{name}"), f"s{number % 2}", float(time))
            expected.pop(name, None)
            expected[name] = None
        elif what == "end":
            table.finished(name, float(time))
            expected.pop(name, None)
        elif what == "fail":
            table.failed(name, "", float(time))
            expected.pop(name, None)
        elif what == "gone":
            table.session_gone(f"s{number % 2}", float(time))
            expected = {key: None for key in expected if int(key) % 2 != number % 2}
        assert {request.id for request in table.pending()} == set(expected)
        assert all(not request.pending for request in table.since(0) if request.id not in expected)


def piece(request_id: str, length: int) -> network.DataReceived:
    return network.DataReceived(
        request_id=network.RequestId(request_id),
        timestamp=network.MonotonicTime(0),
        data_length=length,
        encoded_data_length=length,
    )


@pytest.mark.req("RA-02")
def test_an_answer_that_nobody_reads_is_waited_for_until_all_of_it_has_come():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/telemetry"), "s", 1.0)
    assert urls(table, 1.5) == ["http://a/telemetry"]
    table.response(received("1", 200, headers={"content-length": "10"}), 2.0)
    assert not table.data(piece("1", 4), 2.1)
    assert urls(table, 2.1) == ["http://a/telemetry"]
    assert table.data(piece("1", 6), 2.2)
    assert urls(table, 2.2) == []
    assert [request.url for request in table.pending()] == ["http://a/telemetry"]
    assert table.idle_since(5.0) == 2.2


@pytest.mark.req("RA-02")
def test_an_answer_of_unknown_length_is_given_up_once_it_pauses():
    table = RequestTable()
    table.will_be_sent(sent("1", "http://a/stream"), "s", 1.0)
    table.response(received("1", 200), 1.1)
    table.data(piece("1", 4), 1.2)
    pause = 1.2 + UNREAD_SECONDS
    assert urls(table, pause - 0.01) == ["http://a/stream"]
    assert table.next_overdue(1.3) == pause
    assert urls(table, pause) == []
    assert table.idle_since(2.0) == pause
    table.data(piece("1", 4), 2.1)
    assert urls(table, 2.1) == ["http://a/stream"]
