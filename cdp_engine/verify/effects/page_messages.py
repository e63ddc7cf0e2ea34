"""What a page says to its reader about an action: the texts that it marks as an error or as a success. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cdp_engine.track import TransientText, spelled_out
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.evidence.records import Findings, Notice

_KEPT = 10
SHORT = 120
"""The longest text that counts as a message to the reader, in characters."""
ASSERTIVE = frozenset({"alert", "assertive", "alertdialog"})
_COMPLAINT = re.compile(
    r"\balready (?:been |in |an? )?(?:taken|used?|exists?|registered|reserved|booked|member|there)\b"
    r"|\bmust (?:not )?(?:be|have|contain|match|include|start|end|consist)\b"
    r"|\b(?:do|does) ?(?:not|n't) (?:match|exist|fit)\b|\bis ?(?:not|n't) an?\b"
    r"|\btoo (?:short|long|large|big|small|many|few|weak|old|young|late|early|high|low)\b"
    r"|\bplease (?:enter|select|choose|provide|fill|specify|correct|check|use|try)\b|^(?:enter|select|choose) an? "
    r"|\bno longer (?:available|valid|possible|exists?|offered)\b|\b(?:is|are|been) (?:\w+ )?locked\b"
    r"|\b(?:insufficient|unavailable|unauthori[sz]ed|exceed(?:s|ed)?|out of stock|not enough)\b",
    re.IGNORECASE,
)
_TO_FOLLOW = re.compile(
    r"\bmust be (?:(?:re(?:start|load|boot|fresh|launch|view)|approv|confirm)ed|verified)\b"
    r"|\bplease check (?:for\b|your (?:\w+ )?(?:inbox|mailbox|phone|messages)\b)"
    r"|\bplease check your (?:e-?)?mails?\b(?! address| and | or | is )",
    re.IGNORECASE,
)
"""What a page asks for after what it has taken."""


def sounds_bad(notice: Notice) -> bool:
    """Whether a text reports an error, by its words or its class names."""
    return _tone(notice) == "error"


def sounds_good(notice: Notice) -> bool:
    """Whether a text reports a success, by its words or its class names."""
    return _tone(notice) == "success"


def complains(text: str) -> bool:
    """Whether a text may say why something was refused; elsewhere than in an alert, or in red, it may be a hint."""
    return _COMPLAINT.search(_TO_FOLLOW.sub("", spelled_out(text))) is not None


def _tone(notice: Notice) -> str:
    """By its words, or where these say neither, by its class names, or as an alert that complains."""
    tone = TransientText(at=0.0, text=notice.text).tone
    if tone != "neutral" or notice.hint not in ("", "warning"):
        return notice.hint if tone == "neutral" else tone
    return "error" if notice.live in ASSERTIVE and complains(notice.text) else ""


def invalid_fields(intent: Intent, seen: Findings) -> list[str]:
    """The browser's messages for invalid fields. Scripts validate all fields of a form at any time, unseen; only an
    attempt to submit counts, or a field that was reported to the user."""
    shown = any(r.focus_moved and r.focus_is_field and not r.focus_is_target for r in seen.reports)
    tried = intent.submits or any(report.submitted for report in seen.reports)
    by_button = seen.before is None or seen.before.submits is not False
    own = [text for report in seen.reports for text in report.refused_own]
    if not (tried or ((shown or by_button) and not intent.row.of_fields)):
        return own
    return [*own, *(text for report in seen.reports for text in report.refused)]


def messages_of(intent: Intent, seen: Findings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts that the page marks as an error, and those that it marks as a success.

    What it said while something was entered and took back since does not concern what was entered in the end.
    """
    entered = intent.row.of_fields or intent.row.reads_back
    past = {text for report in seen.reports for text in report.past} if entered else set[str]()
    errors = invalid_fields(intent, seen)
    successes: list[str] = []
    for report in (*seen.reports, *seen.arrived):
        errors += report.marked
        for notice in report.notices:
            tone = TransientText(at=0.0, text=notice.text, live=notice.live).tone
            if notice.hint == "error" or tone == "error" or sounds_bad(notice):
                errors.append(notice.text)
            elif notice.hint == "success" or tone == "success":
                successes.append(notice.text)
        if report.near or report.caused:
            for text in report.said:
                tone = TransientText(at=0.0, text=text).tone if len(text) <= SHORT else "neutral"
                errors += [text] if tone == "error" else []
                successes += [text] if tone == "success" else []
    errors = [text for text in errors if text not in past]
    return first_few(_without_labels(errors)), first_few(_without_labels(successes))


def _without_labels(texts: Sequence[str]) -> list[str]:
    """The texts without those that say another one again, with the words of a label before it."""
    said = [(text, text.casefold().split()) for text in texts]
    return [
        text
        for text, words in said
        if not any(
            len(other) < len(words) and words[-len(other) :] == other and set(words) == set(other)
            for _, other in said
        )
    ]


def first_few(texts: Iterable[str]) -> tuple[str, ...]:
    """The first ten different texts."""
    return tuple(dict.fromkeys(texts))[:_KEPT]
