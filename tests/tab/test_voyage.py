"""The state machine of one navigation, fed with what Chrome was seen to say."""

from __future__ import annotations

import msgspec
import pytest

from cdp_engine.protocol import page
from cdp_engine.tab.state.frames import ChangeKind, DocumentChange
from cdp_engine.tab.state.load_state import Departure
from cdp_engine.tab.state.navigation_state import GRACE_SECONDS, Arrived, Voyage


def reply(
    loader: str | None = None, error: str | None = None, *, download: bool = False
) -> page.NavigateReply:
    payload = {"frameId": "main", "loaderId": loader, "errorText": error, "isDownload": download}
    return msgspec.convert({k: v for k, v in payload.items() if v is not None}, page.NavigateReply)


def change(loader: str, kind: ChangeKind = "navigated", frame: str = "main") -> DocumentChange:
    return DocumentChange(frame, "OLD", loader, kind, "http://x.test/", frame == "main")


def departure(loader: str, kind: str = "differentDocument") -> Departure:
    return Departure("main", loader, "http://x.test/", kind)


def asked() -> Voyage:
    return Voyage("main", replies=True, within=True)


def heard() -> Voyage:
    return Voyage("main", replies=False, within=True)


@pytest.mark.parametrize("reply_first", [True, False])
def test_reply_and_commit_may_come_in_either_order(reply_first: bool):
    voyage = asked()
    voyage.departing(departure("L"))
    for step in (0, 1) if reply_first else (1, 0):
        assert voyage.arrival(0.0, None) is None
        if step == 0:
            voyage.replied(reply("L"))
        else:
            voyage.changed(change("L"))
    assert voyage.arrival(0.0, 200) == Arrived("document")


def test_a_document_that_was_on_its_way_before_is_not_the_arrival():
    voyage = asked()
    voyage.changed(change("EARLIER"))
    voyage.replied(reply("L"))
    assert voyage.arrival(0.0, None) is None
    voyage.changed(change("L"))
    assert voyage.arrival(0.0, None) == Arrived("document")


def test_other_frames_do_not_count():
    voyage = asked()
    voyage.replied(reply("L"))
    voyage.changed(change("L", frame="other"))
    voyage.stopped("other", 0.0)
    voyage.downloading("other")
    assert voyage.arrival(99.0, None) is None


def test_a_document_that_takes_the_place_of_the_one_asked_for_is_an_arrival():
    voyage = asked()
    voyage.replied(reply("L"))
    voyage.departing(departure("REPLACEMENT"))
    voyage.changed(change("REPLACEMENT"))
    assert voyage.arrival(0.0, None) == Arrived("document")


def test_an_aborted_navigation_waits_for_the_one_that_replaced_it():
    voyage = asked()
    voyage.departing(departure("L"))
    voyage.departing(departure("M"))
    voyage.replied(reply("L", "net::ERR_ABORTED"))
    assert voyage.arrival(0.0, None) is None
    voyage.changed(change("M"))
    assert voyage.arrival(0.0, None) == Arrived("document")


def test_an_aborted_navigation_ends_when_nothing_follows():
    voyage = asked()
    voyage.departing(departure("L"))
    voyage.replied(reply("L", "net::ERR_ABORTED"))
    voyage.stopped("main", 1.0)
    assert voyage.arrival(1.0, None) is None
    assert voyage.look_again() == 1.0 + GRACE_SECONDS
    assert voyage.arrival(1.0 + GRACE_SECONDS, None) == Arrived("nothing", "net::ERR_ABORTED")


def test_no_reply_loader_means_the_same_document():
    voyage = asked()
    voyage.replied(reply())
    assert voyage.arrival(0.0, None) is None
    voyage.changed(change("OLD", "same-document"))
    assert voyage.arrival(0.0, None) == Arrived("same_document")


def test_a_hash_change_on_the_way_to_another_document_is_not_the_arrival():
    voyage = asked()
    voyage.changed(change("OLD", "same-document"))
    voyage.replied(reply("L"))
    voyage.changed(change("OLD", "same-document"))
    assert voyage.arrival(0.0, None) is None


def test_chromes_error_arrives_with_its_own_page():
    voyage = asked()
    voyage.departing(departure("L"))
    voyage.replied(reply("L", "net::ERR_NAME_NOT_RESOLVED"))
    assert voyage.arrival(0.0, None) is None
    voyage.changed(change("L"))
    assert voyage.arrival(0.0, None) == Arrived("document", "net::ERR_NAME_NOT_RESOLVED")


@pytest.mark.parametrize("status", [204, 205])
def test_no_content_is_told_by_the_status(status: int):
    voyage = asked()
    voyage.departing(departure("L"))
    voyage.replied(reply("L", "net::ERR_ABORTED"))
    assert voyage.arrival(0.0, status) == Arrived("no_content")


def test_a_download_is_told_by_reply_or_event():
    voyage = asked()
    voyage.replied(reply("L", "net::ERR_ABORTED", download=True))
    assert voyage.arrival(0.0, None) == Arrived("download")
    later = heard()
    later.downloading("main")
    assert later.arrival(0.0, None) == Arrived("download")


def test_a_reload_arrives_with_the_loader_it_announced():
    voyage = Voyage("main", replies=False, within=False)
    voyage.departing(departure("L", "reload"))
    voyage.changed(change("EARLIER"))
    voyage.changed(change("OLD", "same-document"))
    assert voyage.arrival(0.0, None) is None
    voyage.changed(change("L"))
    assert voyage.arrival(0.0, None) == Arrived("document")
    assert voyage.loader_id == "L"


def test_a_cached_document_comes_after_the_stop_and_under_its_old_loader():
    voyage = heard()
    voyage.departing(departure("NEVER", "historyDifferentDocument"))
    voyage.stopped("main", 1.0)
    assert voyage.arrival(1.0, None) is None
    voyage.changed(change("CACHED", "restored"))
    assert voyage.arrival(1.0, None) == Arrived("restored")


def test_a_history_entry_of_the_same_document():
    voyage = heard()
    voyage.departing(departure("X", "historySameDocument"))
    voyage.changed(change("OLD", "same-document"))
    assert voyage.arrival(0.0, None) == Arrived("same_document")
