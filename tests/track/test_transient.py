"""Texts that came and went between two observations."""

from __future__ import annotations

import pytest

from cdp_engine.track import TransientText, TransientTexts


@pytest.mark.req("SX-08")
def test_the_last_ten_are_kept_with_their_age() -> None:
    log = TransientTexts()
    log.feed(TransientText(float(n), f"Message {n}") for n in range(25))
    report = log.report(since=-1.0, now=30.0)
    assert [event.text for event in report.events] == [f"Message {n}" for n in range(15, 25)]
    assert report.age(report.events[0]) == 15.0
    assert len(log) == 10


@pytest.mark.req("SX-08")
@pytest.mark.parametrize(
    ("text", "live", "tone"),
    [
        ("Saved successfully", "", "success"),
        ("Invalid ZIP code", "", "error"),
        ("Something went wrong, nothing was saved", "", "error"),
        ("Field 3", "alert", "neutral"),
        ("Draft kept", "assertive", "neutral"),
        ("Karte abgelehnt", "error", "error"),
        ("Thank you!", "alert", "success"),
        ("Loading", "status", "neutral"),
        ("Restart Required Restart the bridge to apply the changes.", "", "neutral"),
        ("Saved, no further action is required", "status", "success"),
        ("Name is required", "", "error"),
        ("Not valid: a name is required", "", "error"),
        ("Additional fields may be required", "alert", "neutral"),
        ("Fields marked with * are required", "", "neutral"),
        ("* Required fields", "", "neutral"),
        ("Required field", "", "error"),
        ("The record was not saved", "status", "error"),
        ("Your changes have not been saved", "", "error"),
        ("It could not be uploaded", "", "error"),
        ("The mail wasn't sent", "", "error"),
        ("Not saved", "", "neutral"),
        ("Your changes have not been saved yet", "", "neutral"),
        ("No items added", "", "neutral"),
        ("User added, no mail sent", "", "success"),
        (f"All Failed (0) {'Filter Columns Actions ' * 6}", "", "neutral"),
        (f"Your card failed. {'Please choose another way to pay. ' * 5}", "alert", "error"),
    ],
)
def test_errors_and_successes_are_distinguished(text: str, live: str, tone: str) -> None:
    assert TransientText(0.0, text, live=live).tone == tone


@pytest.mark.req("SX-08")
def test_a_report_tells_what_can_no_longer_be_read() -> None:
    log = TransientTexts()
    log.feed([TransientText(1.0, " Item   added "), TransientText(2.0, "Still here"), TransientText(3.0, "")])
    log.add(TransientText(1.5, "Item added"))
    log.add(TransientText(4.0, "Item added", "removed"))
    report = log.report(since=0.0, now=5.0, still_shown=lambda text: text == "Still here")
    assert [(event.text, event.at, event.until) for event in report.events] == [("Item added", 1.0, 4.0)]
    assert report.tones == {"success"}
    assert not log.report(since=4.0, now=5.0)
    log.forget(until=4.0)
    assert len(log) == 0


@pytest.mark.req("SX-08")
def test_a_text_that_a_framework_wrote_again_did_not_go() -> None:
    log = TransientTexts()
    log.add(TransientText(1.0, "1-5 of 12", "removed"))
    assert not log.report(0.0, 2.0, still_shown=lambda text: text in "5 records selected. 1-5 of 12")
    assert log.report(0.0, 2.0)


def test_the_same_text_is_reported_again_when_it_came_back() -> None:
    log = TransientTexts()
    for at in (1.0, 3.0):
        log.add(TransientText(at, "Saved"))
        log.add(TransientText(at + 1, "Saved", "removed"))
    assert [event.at for event in log.report(0.0, 5.0).events] == [1.0, 3.0]


def reported_once(*texts: str, live: str = "") -> list[tuple[str, int]]:
    """The texts that came one after the other, as an answer has them, with how often they came."""
    log = TransientTexts()
    for at, text in enumerate(texts):
        log.add(TransientText(at, text, live=live))
        log.add(TransientText(at + 0.5, text, "removed"))
    report = log.report(-1.0, 100.0).told_once()
    return [(event.text, event.times) for event in report.events]


@pytest.mark.req("SX-08")
def test_an_answer_tells_a_text_once_with_its_number() -> None:
    assert reported_once("Searching…", "Found 3 cities", "Searching…") == [
        ("Found 3 cities", 1),
        ("Searching…", 2),
    ]
    assert reported_once("Saved", "Saved", live="status") == [("Saved", 2)]


@pytest.mark.req("SX-08")
def test_the_parts_of_a_text_are_not_told_beside_it() -> None:
    assert reported_once("Aarhus Berlin Oslo", "Oslo", "Berlin") == [("Aarhus Berlin Oslo", 1)]
    assert [text for text, _ in reported_once("Card failed Retry", "Card failed")] == [
        "Card failed Retry",
        "Card failed",
    ], "a message is no part"


@pytest.mark.req("SX-08")
@pytest.mark.parametrize(
    "text", ["0s ago", "12:00:01", "0.1s", "10 / 100", "3 minutes ago", "2:05 PM", "just now"]
)
def test_clocks_and_counters_are_no_news(text: str) -> None:
    assert reported_once(text) == []
    assert reported_once(text, live="status") == []
    assert reported_once(text, live="alert") == [(text, 1)]


@pytest.mark.req("SX-08")
@pytest.mark.parametrize("text", ["Draft kept 3s ago", "2 items", "Seat 12", "am Ziel"])
def test_a_text_with_a_number_is_no_clock(text: str) -> None:
    assert reported_once(text) == [(text, 1)]


@pytest.mark.req("SX-08")
def test_a_crowd_of_texts_does_not_push_a_message_out() -> None:
    log = TransientTexts()
    log.add(TransientText(0.0, "Card declined", live="alert"))
    log.feed(TransientText(1.0 + n, f"Row {n}") for n in range(25))
    assert log.report(-1.0, 30.0).events[0].text == "Card declined"
    assert len(log) == 10
