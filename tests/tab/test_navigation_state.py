"""The state machine of one navigation, fed with what Chrome was seen to say."""

from __future__ import annotations

import msgspec
import pytest

from cdp_engine.protocol import page
from cdp_engine.tab.state.frame import DocumentChange, DocumentChangeKind
from cdp_engine.tab.state.load_state import Departure
from cdp_engine.tab.state.navigation_state import GRACE_SECONDS, Arrived, Navigation


def reply(
    loader: str | None = None, error: str | None = None, *, download: bool = False
) -> page.NavigateReply:
    payload = {"frameId": "main", "loaderId": loader, "errorText": error, "isDownload": download}
    return msgspec.convert({k: v for k, v in payload.items() if v is not None}, page.NavigateReply)


def change(loader: str, kind: DocumentChangeKind = "navigated", frame: str = "main") -> DocumentChange:
    return DocumentChange(frame, "OLD", loader, kind, "http://x.test/", frame == "main")


def departure(loader: str, kind: str = "differentDocument") -> Departure:
    return Departure("main", loader, "http://x.test/", kind)


def asked() -> Navigation:
    return Navigation("main", replies=True, within=True)


def heard() -> Navigation:
    return Navigation("main", replies=False, within=True)


@pytest.mark.parametrize("reply_first", [True, False])
def test_reply_and_commit_may_come_in_either_order(reply_first: bool):
    navigation = asked()
    navigation.departing(departure("L"))
    for step in (0, 1) if reply_first else (1, 0):
        assert navigation.arrival(0.0, None) is None
        if step == 0:
            navigation.replied(reply("L"))
        else:
            navigation.changed(change("L"))
    assert navigation.arrival(0.0, 200) == Arrived("document")


def test_a_document_that_was_on_its_way_before_is_not_the_arrival():
    navigation = asked()
    navigation.changed(change("EARLIER"))
    navigation.replied(reply("L"))
    assert navigation.arrival(0.0, None) is None
    navigation.changed(change("L"))
    assert navigation.arrival(0.0, None) == Arrived("document")


def test_other_frames_do_not_count():
    navigation = asked()
    navigation.replied(reply("L"))
    navigation.changed(change("L", frame="other"))
    navigation.stopped("other", 0.0)
    navigation.downloading("other")
    assert navigation.arrival(99.0, None) is None


def test_a_document_that_takes_the_place_of_the_one_asked_for_is_an_arrival():
    navigation = asked()
    navigation.replied(reply("L"))
    navigation.departing(departure("REPLACEMENT"))
    navigation.changed(change("REPLACEMENT"))
    assert navigation.arrival(0.0, None) == Arrived("document", replaced=True)


def test_an_aborted_navigation_waits_for_the_one_that_replaced_it():
    navigation = asked()
    navigation.departing(departure("L"))
    navigation.departing(departure("M"))
    navigation.replied(reply("L", "net::ERR_ABORTED"))
    assert navigation.arrival(0.0, None) is None
    navigation.changed(change("M"))
    assert navigation.arrival(0.0, None) == Arrived("document", replaced=True)


def test_the_document_that_replaced_it_may_come_before_the_reply():
    navigation = asked()
    navigation.changed(change("EARLIER"))
    navigation.departing(departure("L"))
    navigation.departing(departure("M"))
    navigation.changed(change("M"))
    navigation.replied(reply("L", "net::ERR_ABORTED"))
    assert navigation.arrival(0.0, None) == Arrived("document", replaced=True)


def test_an_aborted_navigation_ends_when_nothing_follows():
    navigation = asked()
    navigation.departing(departure("L"))
    navigation.replied(reply("L", "net::ERR_ABORTED"))
    navigation.stopped("main", 1.0)
    assert navigation.arrival(1.0, None) is None
    assert navigation.check_again() == 1.0 + GRACE_SECONDS
    assert navigation.arrival(1.0 + GRACE_SECONDS, None) == Arrived("nothing", "net::ERR_ABORTED")


def test_no_reply_loader_means_the_same_document():
    navigation = asked()
    navigation.replied(reply())
    assert navigation.arrival(0.0, None) is None
    navigation.changed(change("OLD", "same-document"))
    assert navigation.arrival(0.0, None) == Arrived("same_document")


def test_a_hash_change_on_the_way_to_another_document_is_not_the_arrival():
    navigation = asked()
    navigation.changed(change("OLD", "same-document"))
    navigation.replied(reply("L"))
    navigation.changed(change("OLD", "same-document"))
    assert navigation.arrival(0.0, None) is None


def test_chromes_error_arrives_with_its_own_page():
    navigation = asked()
    navigation.departing(departure("L"))
    navigation.replied(reply("L", "net::ERR_NAME_NOT_RESOLVED"))
    assert navigation.arrival(0.0, None) is None
    navigation.changed(change("L"))
    assert navigation.arrival(0.0, None) == Arrived("document", "net::ERR_NAME_NOT_RESOLVED")


@pytest.mark.parametrize("status", [204, 205])
def test_no_content_is_reported_by_the_status(status: int):
    navigation = asked()
    navigation.departing(departure("L"))
    navigation.replied(reply("L", "net::ERR_ABORTED"))
    assert navigation.arrival(0.0, status) == Arrived("no_content")


def test_a_download_is_reported_by_reply_or_event():
    navigation = asked()
    navigation.replied(reply("L", "net::ERR_ABORTED", download=True))
    assert navigation.arrival(0.0, None) == Arrived("download")
    later = heard()
    later.downloading("main")
    assert later.arrival(0.0, None) == Arrived("download")


def test_a_reload_arrives_with_the_loader_it_announced():
    navigation = Navigation("main", replies=False, within=False)
    navigation.departing(departure("L", "reload"))
    navigation.changed(change("EARLIER"))
    navigation.changed(change("OLD", "same-document"))
    assert navigation.arrival(0.0, None) is None
    navigation.changed(change("L"))
    assert navigation.arrival(0.0, None) == Arrived("document")
    assert navigation.loader_id == "L"


def test_a_cached_document_comes_after_the_stop_and_under_its_old_loader():
    navigation = heard()
    navigation.departing(departure("NEVER", "historyDifferentDocument"))
    navigation.stopped("main", 1.0)
    assert navigation.arrival(1.0, None) is None
    navigation.changed(change("CACHED", "restored"))
    assert navigation.arrival(1.0, None) == Arrived("restored")


def test_a_history_entry_of_the_same_document():
    navigation = heard()
    navigation.departing(departure("X", "historySameDocument"))
    navigation.changed(change("OLD", "same-document"))
    assert navigation.arrival(0.0, None) == Arrived("same_document")
