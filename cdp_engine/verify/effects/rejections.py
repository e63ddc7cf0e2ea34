"""Texts that reject an action, as opposed to texts that only sound like it. Pure.

They are the result of a submit, or come from the field itself; short, and new with the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from cdp_engine.act import Performed
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.effects.page_messages import (
    ASSERTIVE,
    SHORT,
    complains,
    invalid_fields,
    sounds_bad,
    sounds_good,
)
from cdp_engine.verify.evidence.records import Findings, Move, Notice, Report, SentForm

_DONE = re.compile(
    r"\W*(?:successfully (?:saved|created|updated|added|stored|changed|deleted|removed)\b"
    r"|(?:(?!not\b|partly\b|partially\b)[^\W\d]+ ){1,4}(?:saved|created|updated|stored|changed) successfully\b)",
    re.IGNORECASE,
)
"""What a text begins with that says first that all was done, whatever came of a further step."""


def rejections_of(intent: Intent, performed: Performed, seen: Findings) -> list[str]:
    """The texts, the most serious first; none where the page accepted the action."""
    alerts = (Notice(dialog.message) for dialog in seen.dialogs if dialog.type == "alert")
    errors = [*invalid_fields(intent, seen), *_bad(alerts)]
    document = next((m for m in seen.moves if m.frame is None and not m.same_document), None)
    if document is not None:
        return errors + _errors_of_next_document(document, seen)
    return list(filter(_has_words, errors + _errors_beside(intent, performed, seen)))


def _errors_beside(intent: Intent, performed: Performed, seen: Findings) -> list[str]:
    """Errors in the document of the action, but for those of the browser."""
    match intent.action:
        case "drag":
            if not _is_pressed(seen):
                return [text for report in seen.reports for text in _complaints_about_drop(report)]
        case "upload":
            # What comes with an uploaded file is the form for what to say of it.
            if any(map(_succeeds, seen.reports)):
                return []
            files = (performed.value_after or "").split(", ")
            about = [text for report in seen.reports for text in _complaints_about_files(report, files)]
            if about or not any(report.submitted for report in seen.reports):
                return about
        case _:
            pass
    # A form that was emptied was accepted: what it says now is about the next entry.
    if not _is_pressed(seen) or any(report.taken for report in seen.reports):
        return []
    return [text for report in seen.reports for text in _errors_in(report, intent, seen)]


def _errors_in(report: Report, intent: Intent, seen: Findings) -> list[str]:
    found = report.marked + _complaints(report, submitted=_submits(intent, seen))
    if found and _opens_part(seen):
        found = _complaints(report, submitted=False)
    elif not found:
        # Scripts also check fields that no form holds.
        found = [text for text in report.red_at_fields if len(text) <= SHORT and _is_bad_in_red(text)]
    return [text for text in found if not _is_left_behind(text, report, seen)]


def _is_left_behind(text: str, report: Report, seen: Findings) -> bool:
    """Whether a text went as the page came to another address: the part of it that was left said that it is gone."""
    return text in report.past and any(not (move.again or move.gone) for move in seen.moves)


def _has_words(text: str) -> bool:
    """Whether a text may complain: a number alone is a value that the page announces."""
    return any(map(str.isalpha, text))


def _errors_of_next_document(document: Move, seen: Findings) -> list[str]:
    """Errors of a form that is shown again; on the page that comes next, errors do not concern this action."""
    if document.method == "GET" and not document.again:
        return []
    sent_to = "" if document.again else urlsplit(document.led_on).path
    entries = set(seen.before.entries) if seen.before is not None else set[str]()
    shown_again = [
        report
        for report in seen.arrived
        if not sent_to or any(_is_again(form, sent_to, entries) for form in report.sent_forms)
    ]
    return [text for report in shown_again for text in _bad(_but_warnings(report))]


def _but_warnings(report: Report) -> list[Notice]:
    """The notices of a document; without warnings where it says, too, that it has saved what was sent."""
    saved = _succeeds(report)
    return [notice for notice in report.notices if not (saved and notice.hint == "warning")]


def _is_again(form: SentForm, sent_to: str, entries: set[str]) -> bool:
    """Whether a form of the next document is the one that was sent: a server may take every form at one path, and a
    script may send the entries of one that says no path."""
    if not form.path:
        return len(entries) > 1 and entries == set(form.entries)
    return form.path == sent_to and (not entries or not entries.isdisjoint(form.entries))


def _is_pressed(seen: Findings) -> bool:
    """Whether the target is a button, or the action submitted a form by a key."""
    is_button = seen.before is not None and seen.before.kind == "button"
    return is_button or any(report.submitted for report in seen.reports)


def _opens_part(seen: Findings) -> bool:
    """Whether the target is a button that only opened a part of the page: the fields there were invalid before."""
    before, after = seen.before, seen.target
    if before is None or after is None or any(report.submitted for report in seen.reports):
        return False
    return before.states.get("expanded") == "false" and after.states.get("expanded") == "true"


def _submits(intent: Intent, seen: Findings) -> bool:
    """Whether the action submitted a form, natively or by a script, or data by a request."""
    if intent.submits or any(report.submitted for report in seen.reports):
        return True
    if seen.before is None or seen.before.in_form is not False:
        return True
    return any(request.kind in ("XHR", "Fetch") and not request.reads for request in seen.requests)


def _complaints(report: Report, *, submitted: bool) -> list[str]:
    """New short texts that reject the action. Without a submit only assertive ones count: a polite live region may be
    documentation. What is marked as an error after a submit may be longer, as where it quotes what was sent."""
    notices = [n for n in report.notices if (submitted or n.live in ASSERTIVE) and len(n.text) <= SHORT]
    if submitted:
        notices += [n for n in report.notices if n.hint == "error" and len(n.text) > SHORT]
    found = _bad(notices)
    if submitted:
        red = [text for text in report.red if len(text) <= SHORT]
        found += filter(_is_bad_in_red, red)
    if submitted and (report.near or report.caused):
        found += _bad(Notice(text) for text in report.said if len(text) <= SHORT)
    return found


def _is_bad_in_red(text: str) -> bool:
    return complains(text) or sounds_bad(Notice(text))


def _complaints_about_drop(report: Report) -> list[str]:
    """New short texts that reject a drop. What was moved may have any text, and had it before."""
    found = _bad(notice for notice in report.notices if len(notice.text) <= SHORT)
    if report.near or report.caused:
        found += _bad(Notice(text) for text in report.now or () if len(text) <= SHORT)
    return found


def _complaints_about_files(report: Report, files: Sequence[str]) -> list[str]:
    """New short texts that refuse files: announced, marked as errors, or in red. Files may have any name."""
    notices = (notice for notice in report.notices if len(notice.text) <= SHORT)
    said = [*notices, *(Notice(text) for text in report.red if len(text) <= SHORT)]
    return [notice.text for notice in said if _refuses(notice, files)]


def _refuses(notice: Notice, files: Sequence[str]) -> bool:
    text = notice.text
    for name in filter(None, files):
        text = text.replace(name, "")
    return _has_words(text) and (complains(text) or sounds_bad(replace(notice, text=text)))


def _succeeds(report: Report) -> bool:
    return any(sounds_good(notice) for notice in report.notices)


def _bad(notices: Iterable[Notice]) -> list[str]:
    return [n.text for n in notices if sounds_bad(n) and (n.hint == "error" or not _DONE.match(n.text))]
