"""When a page is as far as asked: the lifecycle, the network and the clock weighed together."""

from __future__ import annotations

import pytest

from cdp_engine.tab.state.load_state import (
    IDLE_CAP_SECONDS,
    QUIET_SECONDS,
    Departure,
    LoadLog,
    Verdict,
    WaitUntil,
    judge,
)
from cdp_engine.tab.state.requests import LONG_POLL_SECONDS, RequestTable
from tests.tab.fakes import sent


class Page:
    """One main frame with the loader L, judged at any time."""

    def __init__(self) -> None:
        self.log = LoadLog()
        self.requests = RequestTable()
        self.log.lifecycle("L", "init", 0.0)

    def judge(self, wait_until: WaitUntil, now: float) -> Verdict:
        return judge(
            wait_until, frame_id="main", loader_id="L", log=self.log, requests=self.requests, now=now
        )

    def load(self, now: float) -> None:
        self.log.lifecycle("L", "DOMContentLoaded", now)
        self.log.lifecycle("L", "load", now)


@pytest.mark.req("SX-03")
def test_each_state_waits_for_its_own_signals():
    page = Page()
    assert page.judge("commit", 0.1) == Verdict(settled=True)
    assert page.judge("domcontentloaded", 0.1).waiting_for == ("DOMContentLoaded",)
    assert page.judge("load", 0.1).waiting_for == ("DOMContentLoaded", "load")
    page.log.lifecycle("L", "DOMContentLoaded", 1.0)
    assert page.judge("domcontentloaded", 1.0).settled
    assert page.judge("ready", 1.0).waiting_for == ("load",)
    page.log.lifecycle("L", "load", 2.0)
    assert page.judge("load", 2.0).settled


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("wait_until", ["ready", "networkidle"])
def test_idle_means_half_a_second_without_requests(wait_until: WaitUntil):
    page = Page()
    page.requests.will_be_sent(sent("1", "http://a/x"), "s", 1.0)
    page.load(1.5)
    busy = page.judge(wait_until, 1.6)
    assert not busy.settled
    assert busy.waiting_for == ("request GET http://a/x",)
    page.requests.finished("1", 2.0)
    quiet = page.judge(wait_until, 2.1)
    assert not quiet.settled
    assert quiet.check_again == 2.0 + QUIET_SECONDS
    assert page.judge(wait_until, 2.0 + QUIET_SECONDS).settled


@pytest.mark.req("SX-03")
def test_the_request_that_holds_the_load_is_named():
    page = Page()
    page.requests.will_be_sent(sent("1", "http://a/x.png", "Image"), "s", 1.0)
    page.log.lifecycle("L", "DOMContentLoaded", 1.0)
    assert page.judge("ready", 1.5).waiting_for == ("load", "image http://a/x.png")


@pytest.mark.req("SX-03")
def test_idle_is_a_signal_with_a_cap_and_never_the_gate_of_ready():
    page = Page()
    page.load(1.0)
    for number in range(100):  # a page that asks for something every 0.1 s
        page.requests.will_be_sent(sent(str(number), f"http://a/{number}"), "s", 1.0 + number / 10)
        page.requests.finished(str(number), 1.0 + number / 10)
        if 1.0 + number / 10 < 1.0 + IDLE_CAP_SECONDS:
            assert not page.judge("ready", 1.0 + number / 10).settled
    capped = page.judge("ready", 10.95)
    assert capped.settled
    assert capped.waiting_for != ()
    assert not page.judge("networkidle", 10.95).settled


@pytest.mark.req("SX-03")
def test_a_long_poll_is_recognised_and_then_not_waited_for():
    page = Page()
    page.load(1.0)
    page.requests.will_be_sent(sent("1", "http://a/poll"), "s", 1.0)
    verdict = page.judge("networkidle", 1.1)
    assert verdict.check_again == 1.0 + LONG_POLL_SECONDS
    assert page.judge("networkidle", 1.0 + LONG_POLL_SECONDS + QUIET_SECONDS).settled


@pytest.mark.req("SX-03")
def test_a_page_that_is_leaving_is_not_ready():
    page = Page()
    page.load(1.0)
    page.log.departing(Departure("main", "M", "http://a/next", "differentDocument"))
    assert page.judge("ready", 9.0) == Verdict(False, ("navigation to http://a/next",))
    page.log.arrived("main")
    assert page.judge("ready", 9.0).settled


def test_moving_within_the_document_is_no_leaving():
    page = Page()
    page.load(1.0)
    page.log.departing(Departure("main", "M", "http://a/#x", "sameDocument"))
    assert page.judge("ready", 9.0).settled


def test_a_document_out_of_the_cache_is_complete():
    log = LoadLog()
    log.restored("OLD", 5.0)
    verdict = judge("ready", frame_id="main", loader_id="OLD", log=log, requests=RequestTable(), now=5.0)
    assert verdict.settled


def test_a_document_that_begins_again_under_its_loader_is_not_loaded_yet():
    page = Page()
    page.load(1.0)
    page.log.lifecycle("L", "init", 2.0)
    assert not page.judge("load", 9.0).settled


def test_documents_of_the_past_are_forgotten():
    log = LoadLog()
    for number in range(1_000):
        log.lifecycle(f"L{number}", "init", 0.0)
        log.lifecycle(f"L{number}", "load", 0.0)
    assert log.progress("L999").loaded == 0.0
    assert log.progress("L0").loaded is None
