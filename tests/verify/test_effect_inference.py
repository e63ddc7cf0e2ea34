"""From findings to effect, shortfall and verification, without a browser."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdp_engine.act import Performed
from cdp_engine.errors import InvalidInput
from cdp_engine.verify import (
    OUTCOME_TYPES,
    Confirmed,
    Effect,
    Expectation,
    Findings,
    Intent,
    Outcome,
    Refused,
    RequestSeen,
    Verification,
    as_expectation,
    effect_of,
    evidence_of,
    expect,
    in_short,
    shortfall_of,
    verify,
)
from cdp_engine.verify.evidence.costs import cost_between
from cdp_engine.verify.evidence.exceptions import ThrownLog
from cdp_engine.verify.evidence.records import (
    DialogSeen,
    DownloadSeen,
    Move,
    Notice,
    Report,
    TabSeen,
    TargetFacts,
)

BUTTON = TargetFacts(kind="button")
CLICK = Intent("click")
DONE = Performed(action="click", received=True, events=("pointerdown", "click"))
PAGE = "https://shop.test/cart"


def seen(report: Report | None = None, **more: Any) -> Findings:
    given: dict[str, Any] = {"before": BUTTON, "url": PAGE, **more}
    given["reports"] = (report or Report(facts=BUTTON, clicked=True),)
    return Findings(**given)


def judged(intent: Intent, done: Performed, findings: Findings) -> tuple[str, str]:
    """The effect's kind, and the code of what speaks against a success."""
    shortfall = shortfall_of(intent, done, findings)
    effect = effect_of(intent, done, findings, shortfall=shortfall)
    return effect.kind, shortfall.code if shortfall is not None else ""


LOAD = Move(url="https://shop.test/paid", loader_id="L2", same_document=False, status=200)

CASES = {
    "nothing": (seen(), ("no_effect", "")),
    "change": (seen(Report(count=2, caused=2, added=["Paid"], clicked=True)), ("confirmed", "")),
    "load": (seen(moves=(LOAD,)), ("navigated", "")),
    "hash": (
        seen(moves=(Move(url=PAGE + "#x", loader_id="L1", same_document=True),)),
        ("navigated", ""),
    ),
    "gone": (seen(moves=(msgspec.structs.replace(LOAD, status=410),)), ("navigated", "http_error")),
    "unreachable": (
        seen(moves=(msgspec.structs.replace(LOAD, status=None, unreachable=True),)),
        ("navigated", "navigation_failed"),
    ),
    "alert": (seen(dialogs=(DialogSeen("alert", "Hello", "dismissed"),)), ("dialog", "")),
    "bad alert": (seen(dialogs=(DialogSeen("alert", "Login failed", "dismissed"),)), ("dialog", "rejected")),
    "confirm": (seen(dialogs=(DialogSeen("confirm", "Sure?", "dismissed"),)), ("dialog", "dialog_dismissed")),
    "agreed": (seen(dialogs=(DialogSeen("confirm", "Sure?", "accepted"),)), ("dialog", "")),
    "agreed and left": (
        seen(dialogs=(DialogSeen("confirm", "?", "accepted"),), moves=(LOAD,)),
        ("navigated", ""),
    ),
    "tab": (seen(tabs=(TabSeen("T", "https://a.test/"),)), ("new_tab", "")),
    "file": (seen(downloads=(DownloadSeen("a.pdf", PAGE, "in progress"),)), ("download", "")),
    "thrown": (seen(exceptions=("TypeError: x",)), ("no_effect", "handler_threw")),
    "thrown after a change": (
        seen(Report(count=1, near=1, clicked=True), exceptions=("TypeError: x",)),
        ("no_effect", "handler_threw"),
    ),
    "thrown beside what the server took and the page shows": (
        seen(
            Report(count=1, caused=1, clicked=True),
            exceptions=("TypeError: x",),
            requests=(RequestSeen(url=PAGE, method="PUT", status=204, kind="Fetch"),),
        ),
        ("confirmed", ""),
    ),
    "thrown beside what the server took, and nothing shows it": (
        seen(
            exceptions=("TypeError: x",),
            requests=(RequestSeen(url=PAGE, method="PUT", status=204, kind="Fetch"),),
        ),
        ("no_effect", "handler_threw"),
    ),
    "thrown beside what was only read": (
        seen(
            Report(count=1, caused=1, clicked=True),
            exceptions=("TypeError: x",),
            requests=(RequestSeen(url=PAGE, status=200, kind="Fetch"),),
        ),
        ("no_effect", "handler_threw"),
    ),
    "thrown as another site did not answer, and the page shows a change": (
        seen(
            Report(count=1, caused=1, clicked=True),
            exceptions=("TypeError: Failed to fetch",),
            requests=(RequestSeen(url="https://schema.test/a.json", kind="Fetch", error="net::ERR_FAILED"),),
        ),
        ("confirmed", ""),
    ),
    "thrown as another site did not answer, and nothing shows a change": (
        seen(
            exceptions=("TypeError: Failed to fetch",),
            requests=(RequestSeen(url="https://schema.test/a.json", kind="Fetch", error="net::ERR_FAILED"),),
        ),
        ("no_effect", "handler_threw"),
    ),
    "thrown as the page's own server did not answer": (
        seen(
            Report(count=1, caused=1, clicked=True),
            exceptions=("TypeError: Failed to fetch",),
            requests=(RequestSeen(url=PAGE, kind="Fetch", error="net::ERR_FAILED"),),
        ),
        ("no_effect", "handler_threw"),
    ),
    "thrown as the server refused": (
        seen(
            exceptions=("Error: 500",),
            requests=(RequestSeen(url=PAGE, method="PUT", status=500, kind="Fetch"),),
        ),
        ("no_effect", "request_failed"),
    ),
    "thrown beside a tab": (
        seen(exceptions=("TypeError: x",), tabs=(TabSeen("T", "https://a.test/"),)),
        ("new_tab", ""),
    ),
    "thrown beside another address": (
        seen(
            exceptions=("TypeError: x",), moves=(Move(url=PAGE + "#x", loader_id="L1", same_document=True),)
        ),
        ("navigated", ""),
    ),
    "refused": (seen(Report(refused=["Mail: fill in"], clicked=True)), ("no_effect", "rejected")),
    "refused with a throw": (
        seen(Report(refused=["Mail: fill in"], clicked=True), exceptions=("Object",)),
        ("no_effect", "rejected"),
    ),
    "a number announced as if it were an error": (
        seen(
            Report(
                notices=[Notice("24", "assertive", "error")], marked=["7"], count=1, caused=1, clicked=True
            )
        ),
        ("confirmed", ""),
    ),
    "marked": (seen(Report(marked=["Mail: wrong"], count=1, clicked=True)), ("no_effect", "rejected")),
    "alerted": (
        seen(Report(notices=[Notice("Payment declined, try again", "alert")], count=1, clicked=True)),
        ("no_effect", "rejected"),
    ),
    "one of two files refused": (
        seen(
            Report(
                notices=[
                    Notice("b.txt: upload denied, forbidden", "", "error"),
                    Notice("a.pdf 0.1kB", "", "success"),
                ],
                count=1,
                clicked=True,
            ),
            requests=(RequestSeen(url=PAGE, method="POST", status=200, kind="XHR"),),
        ),
        ("confirmed", "rejected"),
    ),
    "good news": (
        seen(Report(notices=[Notice("Saved successfully", "alert")], count=1, clicked=True)),
        ("confirmed", ""),
    ),
    "refused by the server": (
        seen(requests=(RequestSeen(url=PAGE, method="POST", status=500, kind="Fetch"),)),
        ("no_effect", "request_failed"),
    ),
    "nothing at one address, and the server took the change": (
        seen(
            Report(count=1, caused=1, clicked=True),
            requests=(
                RequestSeen(url=PAGE + "drafts", method="POST", status=404, kind="Fetch"),
                RequestSeen(url=PAGE, method="POST", status=201, kind="Fetch"),
            ),
        ),
        ("confirmed", ""),
    ),
    "nothing at the only address": (
        seen(
            Report(count=1, caused=1, clicked=True),
            requests=(
                RequestSeen(url=PAGE + "drafts", method="POST", status=404, kind="Fetch"),
                RequestSeen(url=PAGE, status=200, kind="Fetch"),
            ),
        ),
        ("no_effect", "request_failed"),
    ),
    "refused beside another change that the server took": (
        seen(
            requests=(
                RequestSeen(url=PAGE + "log", method="POST", status=200, kind="Fetch"),
                RequestSeen(url=PAGE, method="POST", status=422, kind="Fetch"),
            )
        ),
        ("no_effect", "request_failed"),
    ),
    "somebody else's server": (
        seen(requests=(RequestSeen(url="https://ads.test/x", method="POST", status=500, kind="Fetch"),)),
        ("confirmed", ""),
    ),
    "tried again": (
        seen(
            requests=(
                RequestSeen(url=PAGE, method="POST", status=503, kind="Fetch"),
                RequestSeen(url=PAGE, method="POST", status=200, kind="Fetch"),
            )
        ),
        ("confirmed", ""),
    ),
    "let go elsewhere": (seen(Report(near=1, count=1, clicked=False)), ("no_effect", "not_clicked")),
    "drawn redrawn under the pointer": (
        seen(Report(near=4, count=4, added=["Buy"], removed=["Buy"], clicked=False)),
        ("no_effect", "not_clicked"),
    ),
    "a menu that answers the press": (
        seen(Report(near=1, count=1, added=["Item"], clicked=False)),
        ("confirmed", ""),
    ),
    "a suggestion that is taken at the press": (
        seen(Report(count=1, caused=1, valued=1, clicked=False)),
        ("confirmed", ""),
    ),
    "own focus": (
        seen(Report(focus_moved=True, focus="<button>", focus_is_target=True, clicked=True)),
        ("no_effect", ""),
    ),
    "focus elsewhere": (seen(Report(focus_moved=True, focus="<input>", clicked=True)), ("confirmed", "")),
}


@pytest.mark.req("EX-02")
@pytest.mark.parametrize("name", CASES)
def test_the_effect_of_a_click(name: str) -> None:
    findings, expected = CASES[name]
    assert judged(CLICK, DONE, findings) == expected


@pytest.mark.req("EX-02")
def test_what_was_not_seen_is_no_success() -> None:
    missed = msgspec.structs.replace(DONE, received=False)
    assert judged(CLICK, missed, seen()) == ("no_effect", "not_received")
    left = msgspec.structs.replace(DONE, ending="document")
    assert judged(CLICK, left, seen(struck=None))[1] == "not_seen"
    assert judged(CLICK, left, seen(struck=True, moves=(LOAD,))) == ("navigated", "")


@pytest.mark.req("EX-02")
@pytest.mark.parametrize(
    ("held", "says"),
    [("date", "it holds 'timestamp'"), ("Timestamp (now)", "it holds 'Timestamp (now)'")],
)
def test_a_choice_is_told_by_its_label_where_the_field_holds_a_code(held: str, says: str) -> None:
    done = Performed(
        action="select",
        method="list",
        chosen=("timestamp",),
        value_before="str",
        value_after=held,
        as_wanted=True,
    )
    effect = effect_of(Intent("select"), done, seen(), shortfall=None)
    assert isinstance(effect, Confirmed)
    assert effect.what == says


FILL = Intent("fill", wanted="Ada")


@pytest.mark.req("EX-02")
@pytest.mark.parametrize(
    ("held", "as_wanted", "kind"),
    [
        ("Ada", True, "confirmed"),
        ("ADA", False, "confirmed"),
        ("Eva", False, "value_mismatch"),
        ("Ada Lovelace", True, "value_mismatch"),
    ],
)
def test_a_value_is_judged_by_what_is_held_in_the_end(held: str, as_wanted: bool, kind: str) -> None:
    done = Performed(
        action="fill", value_before="", value_after="Ada" if as_wanted else held, as_wanted=as_wanted
    )
    findings = Findings(before=TargetFacts(value=""), reports=(Report(facts=TargetFacts(value=held)),))
    assert judged(FILL, done, findings)[0] == kind


@pytest.mark.parametrize(
    ("wanted", "before", "after", "type", "fits"),
    [
        (
            "errors",
            "Fewer \ufeff",
            "Fewer errors",
            "",
            True,
        ),  # a mark where bold begins, gone with the first key
        ("abc", "", "abc", "text", True),
        ("abc", "xy", "xabcy", "text", True),
        ("abc", "old", "abc", "text", True),
        ("abc", "", "abcdef", "text", False),
        ("abc", "", "ab", "text", False),
        ("02172026", "", "2026-02-17", "date", True),
        ("secret", "", "••••••", "password", True),
        ("secret", "", "•••", "password", False),
        ("a b", "", "a\u00a0b\n", "", True),
        ("- ", "One\n", "One\n\n", "", True),  # an editor makes a list of it
        ("free **entry** now", "Come, ", "Come, free entry now", "", True),
        ("12-34", "", "1234", "", True),
        ("free **entry**", "", "free", "", False),
        ("**bold**", "", "", "", False),
    ],
)
def test_typed_text_stands_in_the_field(wanted: str, before: str, after: str, type: str, fits: bool) -> None:
    done = Performed(action="type", value_before=before, value_after=after)
    facts = TargetFacts(value=after, type=type)
    findings = Findings(before=TargetFacts(type=type), reports=(Report(facts=facts),))
    shortfall = shortfall_of(Intent("type", wanted=wanted), done, findings)
    assert (shortfall is None) == fits


@pytest.mark.parametrize(
    ("after", "submits", "code"), [("let a = 1;", False, ""), ("let", False, "x"), ("let a = 1;", True, "x")]
)
def test_a_script_that_threw_beside_a_typed_text_is_no_failure(after: str, submits: bool, code: str) -> None:
    done = Performed(action="type", value_before="let", value_after=after)
    findings = seen(Report(facts=TargetFacts(value=after)), exceptions=("Error: no hints",))
    shortfall = shortfall_of(Intent("type", wanted=" a = 1;", submits=submits), done, findings)
    assert (shortfall is None) == (not code)


def test_a_secret_is_masked_in_the_effect() -> None:
    done = Performed(action="fill", value_before="", value_after="•••", as_wanted=False)
    secret = TargetFacts(value="•••", secret=True)
    findings = Findings(before=secret, reports=(Report(facts=secret),))
    intent = Intent("fill", wanted="hunter2")
    effect = effect_of(intent, done, findings, shortfall=shortfall_of(intent, done, findings))
    assert "hunter2" not in repr(effect)
    assert effect.kind == "value_mismatch"


@pytest.mark.req("EX-02")
def test_the_page_does_not_say_what_only_a_script_has_validated() -> None:
    unseen = Report(refused=["Chosen: Please select an item"], count=2, caused=2, clicked=True)
    beside = TargetFacts(kind="button", submits=False)
    for before, errors in ((beside, ()), (BUTTON, ("Chosen: Please select an item",))):
        findings = seen(unseen, before=before)
        assert evidence_of(CLICK, DONE, findings).errors == errors
    assert judged(CLICK, DONE, seen(unseen, before=beside)) == ("confirmed", "")


@pytest.mark.req("EX-03")
def test_what_kept_the_action_from_being_done() -> None:
    refused = Refused("obscured", "covered", by="e4", closer="e5")
    effect = effect_of(CLICK, None, seen(), refused=refused)
    assert msgspec.json.decode(msgspec.json.encode(effect), type=Effect) == effect
    assert (effect.kind, getattr(effect, "by", None), getattr(effect, "closer", None)) == (
        "blocked",
        "e4",
        "e5",
    )
    stale = effect_of(CLICK, None, Findings(), refused=Refused("stale", "it has gone"))
    assert stale.kind == "no_effect"


# Expectations


def verified(
    outcome: Expectation, findings: Findings, intent: Intent = CLICK, done: Performed = DONE
) -> Verification:
    wanting = Intent(intent.action, wanted=intent.wanted, expected=outcome)
    return verify(wanting, done, findings, evidence_of(wanting, done, findings), "something else happened")


CHECKED = TargetFacts(states={"checked": "true"})
UNCHECKED = TargetFacts(states={"checked": "false"})

OUTCOMES = [
    (expect.navigation(), seen(moves=(LOAD,)), True),
    (expect.navigation("/paid"), seen(moves=(LOAD,)), True),
    (expect.navigation("*://shop.test/p*"), seen(moves=(LOAD,)), True),
    (expect.navigation("/login"), seen(moves=(LOAD,)), False),
    (expect.navigation(), seen(), False),
    (expect.navigation(), seen(moves=(msgspec.structs.replace(LOAD, status=500),)), False),
    (expect.navigation(), seen(moves=(msgspec.structs.replace(LOAD, status=None, unreachable=True),)), False),
    (expect.appears("Paid"), seen(shown_before={"Paid": False}, shown_after={"Paid": True}), True),
    (expect.appears("Paid"), seen(shown_before={"Paid": True}, shown_after={"Paid": True}), False),
    (expect.appears("Paid"), seen(Report(added=["Order PAID now"])), True),
    (
        expect.appears(role="dialog"),
        seen(elements_before={"dialog|": 0}, elements_after={"dialog|": 1}),
        True,
    ),
    (
        expect.appears(role="dialog"),
        seen(elements_before={"dialog|": 1}, elements_after={"dialog|": 1}),
        False,
    ),
    (expect.disappears("Wait"), seen(shown_before={"Wait": True}, shown_after={"Wait": False}), True),
    (expect.disappears("Wait"), seen(shown_before={"Wait": False}, shown_after={"Wait": False}), False),
    (expect.disappears(ref="e1"), seen(named_before={"e1": BUTTON}, named_after={}), True),
    (expect.value("2", ref="e1"), seen(named_after={"e1": TargetFacts(value="2")}), True),
    (expect.value("2", ref="e1"), seen(named_after={"e1": TargetFacts(value="3")}), False),
    (expect.state("checked", True), seen(Report(facts=CHECKED), before=UNCHECKED), True),
    (expect.state("checked", False), seen(Report(facts=CHECKED), before=UNCHECKED), False),
    (expect.state(), seen(Report(facts=CHECKED), before=UNCHECKED), True),
    (expect.state(), seen(Report(facts=CHECKED), before=CHECKED), False),
    (expect.any_change(), seen(Report(count=1)), True),
    (expect.any_change(), seen(), False),
    (expect.no_change(), seen(), True),
    (expect.no_change(), seen(Report(notices=[Notice("Upload failed", "alert")])), False),
    (expect.navigation() | expect.any_change(), seen(Report(count=1)), True),
]


@pytest.mark.req("SX-14")
@pytest.mark.parametrize(("outcome", "findings", "comes"), OUTCOMES)
def test_each_outcome_comes_and_does_not_come(outcome: Expectation, findings: Findings, comes: bool) -> None:
    verification = verified(outcome, findings)
    assert verification.success == comes
    assert 0 < verification.confidence <= 1
    assert verification.expected
    assert ("As expected" in verification.feedback) == comes


def test_all_seven_types_are_tried() -> None:
    assert {outcome.type for expectation, _, _ in OUTCOMES for outcome in expectation.outcomes} == set(
        OUTCOME_TYPES
    )


@pytest.mark.req("SX-14")
def test_the_words_of_a_model_and_of_a_program_mean_the_same() -> None:
    words = {"type": "navigation", "or_element_appears": "Thank you", "timeout": 3}
    assert as_expectation(words) == (expect.navigation() | expect.appears("Thank you")).within(3.0)
    assert as_expectation("any_change") == expect.any_change()
    assert as_expectation(Outcome(type="no_change")) == expect.no_change()
    written = {"type": "navigation", "orOutcome": {"type": "element_appears", "text": "Hi"}, "timeout": 2000}
    assert as_expectation(written).timeout == 2.0
    nested = {"type": "navigation", "orOutcome": {"type": "element_appears", "text": "Hi"}}
    assert as_expectation(nested) == expect.navigation() | expect.appears("Hi")


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"type": "miracle"},
        {"type": "element_appears"},
        {"type": "navigation", "colour": "red"},
        {"type": "navigation", "timeout": -1},
        {"type": "navigation", "timeout": 90},
        {"type": "navigation", "timeout": 90_000},
        {"type": "navigation", "timeout": float("nan")},
        {"type": "navigation", "timeout": float("inf")},
        {"type": "navigation", "url": 7},
    ],
)
def test_an_expectation_that_says_nothing_is_refused(words: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        as_expectation(words)


def test_an_absurd_timeout_of_a_program_is_refused() -> None:
    for wrong in (2000, -1, float("nan")):
        with pytest.raises(InvalidInput, match="between 0 and 60 seconds"):
            expect.navigation(timeout=wrong)
        with pytest.raises(InvalidInput):
            expect.any_change().within(wrong)


def _what(findings: Findings) -> str:
    effect = effect_of(CLICK, DONE, findings)
    assert isinstance(effect, Confirmed)
    return effect.what


@pytest.mark.req("CD-16")
@pytest.mark.req("EX-12")
def test_what_was_only_drawn_again_is_not_what_the_page_says_now() -> None:
    redrawn = Report(count=4, caused=4, added=["Buy", "Paid"], removed=["Buy"], clicked=True)
    assert _what(seen(redrawn)) == "the page changed, it now says “Paid”"
    same = msgspec.structs.replace(redrawn, added=["Buy"])
    assert _what(seen(same)) == "the page changed"


def test_a_part_of_the_page_that_was_drawn_is_not_quoted() -> None:
    table = Report(count=4, caused=4, added=["note1.txt 7b root rw- " * 8], clicked=True)
    assert _what(seen(table)) == "the page changed"


def test_a_message_is_quoted_once_where_the_page_repeats_it_with_its_label() -> None:
    texts = ["Name Name is required", "Name is required", "Age is required"]
    report = Report(count=2, near=2, added=texts, said=texts)
    assert evidence_of(CLICK, DONE, seen(report)).errors == ("Name is required", "Age is required")


def test_the_cost_is_what_was_added() -> None:
    before = {
        "Nodes": 100,
        "JSHeapUsedSize": 5000,
        "LayoutCount": 7,
        "RecalcStyleCount": 3,
        "ScriptDuration": 0.5,
    }
    after = {
        "Nodes": 90,
        "JSHeapUsedSize": 7000,
        "LayoutCount": 9,
        "RecalcStyleCount": 1,
        "ScriptDuration": 0.7,
    }
    cost = cost_between(before, after)
    assert (cost.nodes, cost.heap_bytes, cost.layouts) == (-10, 2000, 2)
    assert cost.style_recalculations == 1, "another process counts from the beginning"


def test_exceptions_that_come_by_themselves_are_distinguished() -> None:
    from cdp_engine.protocol import runtime

    def thrown(text: str, line: int) -> runtime.ExceptionThrown:
        details = runtime.ExceptionDetails(text="Uncaught", url="a.js", line_number=line)
        error = runtime.RemoteObject(description=text)
        return runtime.ExceptionThrown(exception_details=msgspec.structs.replace(details, exception=error))

    log = ThrownLog()
    log.add(thrown("Error: tick", 1))
    log.acting += 1
    mark = log.serial
    log.add(thrown("Error: tick", 1))
    log.add(thrown("Error: tick", 2))
    log.add(thrown("TypeError: click\n  at a.js", 9))
    assert log.since(mark) == ("Error: tick", "TypeError: click")
    again = log.serial
    log.add(thrown("TypeError: click\n  at a.js", 9))
    assert log.since(again) == ("TypeError: click",), "thrown before, but by an action"


@pytest.mark.req("VD-08")
def test_a_message_masks_card_numbers_as_a_view_does() -> None:
    assert in_short("4242 4242 4242 4242") == "'**** **** **** 4242'"
    assert in_short("4242") == "'4242'"


def test_what_a_form_asks_of_an_uploaded_file_rejects_nothing() -> None:
    notices = [Notice("Please describe the image", hint="error"), Notice("Upload successful")]
    done = Performed(action="upload", value_after="pool.png", as_wanted=True)
    for said, code in ((notices, ""), (notices[:1], "rejected")):
        report = Report(facts=TargetFacts(value=""), notices=said, submitted=True, caused=1, count=1)
        assert judged(Intent("upload"), done, seen(report))[1] == code


@pytest.mark.parametrize(
    ("red", "code"),
    [
        ("t.txt FILE_INVALID_TYPE", "rejected"),
        ("t.txt: TOO_LARGE", "rejected"),
        ("t.txt is too large", "rejected"),
        ("t.txt", ""),
        ("t.txt 3 kB", ""),
        ("failed_tests.csv", ""),
        ("NOT FOUND.csv", ""),
    ],
)
def test_a_file_that_is_refused_in_red_is_rejected(red: str, code: str) -> None:
    """As Ark UI, whose button lies outside of any form; files may be called after what failed."""
    name = red if red.endswith(".csv") else "t.txt"
    done = Performed(action="upload", value_after=name, as_wanted=True)
    report = Report(facts=BUTTON, added=[red], said=[red], red=[red], near=1, count=1)
    assert judged(Intent("upload"), done, seen(report))[1] == code


@pytest.mark.req("EX-02")
def test_a_button_that_is_disabled_while_it_works_does_not_hide_what_it_brought() -> None:
    """As a button that opens a dialog from a server."""
    off = TargetFacts(kind="button", states={"disabled": "true"})
    on = TargetFacts(kind="button", states={"disabled": "false"})
    report = Report(facts=off, clicked=True, count=4, told=3, added=["Choose an author"])
    effect = effect_of(CLICK, DONE, seen(report, before=on))
    assert isinstance(effect, Confirmed)
    assert effect.what == "the page changed, it now says “Choose an author”; it is disabled now"


def test_a_text_that_no_list_offers_is_masked_as_well() -> None:
    card = "4111 1111 1111 1111"
    done = Performed(
        action="select",
        method="list",
        chosen=("blue", card),
        typed=(card,),
        value_before="",
        value_after="blue",
        as_wanted=True,
    )
    effect = effect_of(Intent("select"), done, seen(), shortfall=None)
    assert isinstance(effect, Confirmed)
    assert "typed as text: no list offers " in effect.what
    assert card not in effect.what


@pytest.mark.parametrize(
    ("report", "kind"),
    [
        (Report(count=3, caused=3), "no_effect"),
        (Report(count=3, caused=3, added=["Milk was added"]), "confirmed"),
    ],
)
def test_a_choice_that_nothing_shows_is_not_confirmed_by_any_change(report: Report, kind: str) -> None:
    """A list that opens and closes changes the page, whatever comes of the press in it."""
    done = Performed(
        action="select", method="list", received=True, value_before="", value_after="", chosen=("Milk",)
    )
    effect = effect_of(Intent("select"), done, seen(report), shortfall=None)
    assert effect.kind == kind
    assert kind == "confirmed" or "'Milk' was pressed" in effect.why
    menu = effect_of(
        Intent("select"), msgspec.structs.replace(done, commands=True), seen(report), shortfall=None
    )
    assert menu.kind == "confirmed", "what a command of a menu changes need not show as chosen"
