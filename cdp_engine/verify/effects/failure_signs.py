"""Signs that an action failed. Pure.

Where the caller expects nothing, an action is a success when the real event reached the element or the field holds the
given value, and no sign of a failure was observed. Signs of a failure are: an event that did not arrive at the element,
a value other than the given one, a rejecting validation, an exception thrown while the page handled the action, a
failed request to the page's own server, a document that failed or did not load, a dismissed confirm or prompt. A click
that was received without any reaction is a success whose effect is `no_effect`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cdp_engine.act import ACTIONS, Performed
from cdp_engine.verify.effects.effect_inference import (
    SENT_BY_SCRIPT,
    elsewhere,
    evidence_of,
    held_value,
)
from cdp_engine.verify.effects.failed_requests import failed, fails_elsewhere, is_taken
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.effects.rejections import rejections_of
from cdp_engine.verify.effects.returned_controls import returned_later
from cdp_engine.verify.effects.same_value import same_value
from cdp_engine.verify.evidence.records import DialogSeen, Findings, Report
from cdp_engine.verify.expected.verdict import Shortfall, rejection

_KEYED = frozenset(
    {"date", "time", "month", "week", "datetime-local", "color", "range", "select-one", "select-multiple"}
)
"""Kinds of fields whose value differs from the text of the keys."""
_NO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
_AND = "|"
"""What a slider with two handles puts between its values: `8|22`."""
_MARKDOWN = re.compile(r"[*_~`#>+\-]|(?<!\w)\d+\.")
_CLICKS = frozenset({"click", "auxclick", "contextmenu", "dblclick"})


def shortfall_of(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    """The most serious sign of a failure; None where there is none."""
    done = ACTIONS[performed.action]
    unread = performed.as_wanted is False
    return (
        _unseen(intent, performed, seen)
        or _unclicked(intent, performed, seen)
        or (_undropped(intent, performed, seen) if performed.refused else None)
        or (_unscrolled(performed, seen) if unread and done.confirmed_by == "scroll" else None)
        or (_mismatched(intent, performed, seen) if unread or done.reads_back else None)
        or (_rejected(intent, performed, seen) if intent.row.may_be_rejected else None)
        or (failed(seen) if seen.moves or seen.requests else None)
        or (_thrown(intent, performed, seen) if seen.exceptions else None)
        or (_dismissed(seen.dialogs) if seen.dialogs else None)
    )


def _unseen(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    if performed.received is False and not performed.ending:
        return Shortfall(
            "not_received",
            "the element did not receive the event",
            "Something took its place as the pointer came; observe the page again.",
        )
    if not intent.row.uses_pointer:
        return _unanswered(performed, seen)
    if performed.as_wanted is not None or performed.ending not in ("document", "busy"):
        return None
    # A press that was observed is not yet a click.
    known = seen.struck if intent.row.clicks and seen.before is not None else performed.received
    if known or (known is None and performed.received and performed.ending == "busy"):
        return _unanswered(performed, seen)
    return Shortfall(
        "not_seen",
        "its document went away or hung before the event was seen to reach the element",
        "Observe the page; the action may have to be done again.",
    )


def _unanswered(performed: Performed, seen: Findings) -> Shortfall | None:
    """Input to a frame that hangs. The frame around it saw the focus come, which shows nothing of the input."""
    if performed.ending != "busy" or performed.as_wanted is not None or seen.target is not None:
        return None
    if seen.mutated or seen.moves or seen.dialogs or seen.tabs or seen.downloads:
        return None
    if any(request.kind == "Document" for request in seen.requests):
        return None  # its frame is leaving for a page whose server has not answered
    return Shortfall(
        "busy",
        "it was done, but its frame has not answered since: a script keeps it busy",
        "Wait and observe again, or reload the page.",
    )


def _unclicked(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    """A press here with the release elsewhere is not a click; but many menus react to the press alone."""
    if (
        not intent.row.clicks
        or intent.row.reads_back
        or not performed.received
        or performed.ending
        or seen.before is None
    ):
        return None
    if not seen.reports or (seen.reports[0].clicked is None and _CLICKS.intersection(performed.events)):
        return None
    if seen.reports[0].clicked:
        return None
    if _is_drawn_again(seen.reports[0], seen):
        return Shortfall(
            "not_clicked",
            "the press left a field, whose value the page took and drew this element again, so it saw no click on it",
            "Observe the page and click it again.",
        )
    evidence = evidence_of(intent, performed, seen)
    # some pages remove and re-add content on any pointer event: that is not a reaction to the press
    news = set(evidence.mutations.added) ^ set(evidence.mutations.removed)
    if any(report.valued or report.replaced for report in seen.reports):
        return None
    if evidence.states or news or evidence.requests:
        return None
    if elsewhere(seen, evidence) is not None or seen.moves_focus or seen.closed:
        return None
    return Shortfall(
        "not_clicked",
        "it was pressed, but had moved or was covered when the button was let go, so the page saw no click on it",
        "Observe the page for where it is now, then click it there.",
    )


def _is_drawn_again(report: Report, seen: Findings) -> bool:
    """Whether what changed came of the field that the press left, and took the target away before its click."""
    gone = seen.target is not None and not seen.target.connected
    return report.committed and gone and not report.caused


def _undropped(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    """A drag that the destination refused; but some pages do something of their own with what is dragged over them."""
    evidence = evidence_of(intent, performed, seen)
    changes = evidence.mutations
    sent = any(request.kind in SENT_BY_SCRIPT for request in evidence.requests)
    did = changes.added or changes.removed or sent or evidence.states or seen.closed
    if did or elsewhere(seen, evidence) is not None:
        return None
    return Shortfall(
        "not_dropped",
        "the destination refused what was dragged, so the page got no drop",
        "Drag it to an element that takes it, or move it by other controls of the page.",
    )


def _unscrolled(performed: Performed, seen: Findings) -> Shortfall | None:
    if _answers_the_wheel(performed, seen):
        return None
    if performed.method == "text":
        return Shortfall(
            "not_found",
            "the text was not to be found as far as it scrolled",
            "Look for other words, or in another container.",
        )
    return Shortfall(
        "not_scrolled",
        "nothing scrolled: it is at its end in that direction, or does not scroll",
        "Try another direction, or name an element in the container that scrolls.",
    )


def _answers_the_wheel(performed: Performed, seen: Findings) -> bool:
    """Maps and lists with their own wheel handlers have no offset to read back."""
    return performed.method == "wheel" and any(report.caused for report in seen.reports)


def _mismatched(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    held, done = held_value(performed, seen), ACTIONS[performed.action]
    if done.sets_state is None and same_value(intent.wanted, held, before=performed.value_before):
        return None  # in the form that the field gave it
    if performed.method in ("sections", "editor", "dated", "cells", "tags") and performed.as_wanted:
        return None  # read back as drawn; the target is one part, or a field that is emptied after each key
    if performed.as_wanted is False and done.confirmed_by != "scroll":
        return _mismatch(intent, f"the page holds {in_short(held)} afterwards")
    if intent.submits or performed.ending or not done.reads_back:
        return None
    if done.sets_state is not None:
        state, goal = done.sets_state
        # One that was drawn again keeps the state that it was removed with.
        late = seen.target.states.get(state) if seen.target is not None and seen.target.connected else None
        if late is not None and late != goal:
            return _mismatch(intent, f"the page took the choice back: {state} is {late}")
        return None
    if performed.method == "list":
        return _unchosen(intent, performed, seen)
    return _changed_later(intent, performed, seen, held)


def _changed_later(
    intent: Intent, performed: Performed, seen: Findings, held: str | None
) -> Shortfall | None:
    """Whether a field holds something else by now than when the action read it back."""
    done = ACTIONS[performed.action]
    if same_value(performed.value_after, held) or performed.value_after in (held or "").split(_AND):
        held = performed.value_after  # formatted once it was left, or one of the two ends of a range
    if performed.value_after is not None and held is not None and held != performed.value_after:
        if done.holds_several and sorted(held.split(", ")) == sorted(performed.value_after.split(", ")):
            return None
        if returned_later(performed, seen):
            return None
        return _mismatch(intent, f"the page changed it afterwards and now holds {in_short(held)}")
    beside = done.enters_text == "beside" and performed.as_wanted is None
    if beside and not _typed_in(intent, performed, seen):
        return _mismatch(intent, f"the page holds {in_short(performed.value_after)} afterwards")
    return None


def _unchosen(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    """Whether the field of a custom list shows something else by now."""
    late = None if seen.target is None else seen.target.value
    if not late or not performed.as_wanted or _shows_choice(late, performed):
        return None
    return _mismatch(intent, f"the page changed it afterwards and now holds {in_short(late)}")


def _shows_choice(late: str, performed: Performed) -> bool:
    """Whether the text of a custom list's field fits what was chosen; many show it beside the field, or in part."""
    text = late.casefold()
    if str(len(performed.chosen)) in text.split():  # `2 options selected`
        return True
    shown = (*performed.chosen, performed.value_after or "")
    return any(text in one.casefold() or one.casefold() in text for one in shown if one)


_OF_LISTS = (
    "Observe the page: its list may want other steps, as clicks on what is to be chosen or taken away."
)


def _mismatch(intent: Intent, message: str) -> Shortfall:
    hint = f"The page changes what it is given; observe it and decide whether that is what {intent.action} should do."
    return Shortfall("value_mismatch", message, _OF_LISTS if intent.action == "select" else hint)


def _typed_in(intent: Intent, performed: Performed, seen: Findings) -> bool:
    """Whether the field contains the typed text, alone or beside what was not selected of its former contents; True
    where the keys do more than insert text."""
    wanted, before, after = intent.wanted, performed.value_before or "", performed.value_after
    if wanted is None or after is None or not wanted.isprintable():
        return True
    if seen.before is not None and seen.before.type in _KEYED:
        return True
    if after and not after.strip("•"):
        return len(after) in (len(wanted), len(before) + len(wanted))
    if same_value(before + wanted, after):
        return True
    wanted, before, after = _plain(wanted), _plain(before), _plain(after)
    if performed.method == "editor":  # it keeps a selection of its own, and draws the lines around the caret
        return after.count(wanted) > before.count(wanted) or (wanted in after and len(after) != len(before))
    if wanted in after and len(after) == len(before) + len(wanted) - len(_plain(performed.replaced)):
        return True
    return not performed.replaced and _is_formatted(wanted, before, after)


def _is_formatted(wanted: str, before: str, after: str) -> bool:
    """Whether an editor has turned the signs of Markdown that were typed into a format: `**bold**`, `- `, `1. `."""
    if not _MARKDOWN.search(wanted):
        return False
    typed, held, was = (_MARKDOWN.sub("", text) for text in (wanted, after, before))
    return typed in held and len(held) == len(was) + len(typed) and len(after) < len(before) + len(wanted)


def _is_in_field(intent: Intent, performed: Performed, seen: Findings) -> bool:
    """Whether a field that can be read holds a text of several characters which was typed into it."""
    wanted, after = intent.wanted or "", performed.value_after or ""
    return len(wanted) > 1 and wanted.isprintable() and wanted in after and _typed_in(intent, performed, seen)


def _plain(text: str) -> str:
    """Ignores white space, which editable regions render in their own ways, and the marks of no width that editors keep
    at the caret."""
    return "".join(text.translate(_NO_WIDTH).split())


def _thrown(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    """An exception while the page handled the action, unless it did nevertheless what the action is for."""
    if _was_done(intent, performed, seen):
        return None
    return Shortfall(
        "handler_threw",
        f"the page's script threw: {seen.exceptions[0]}",
        "The page is broken here; see whether it did what was meant, try another way, or reload.",
    )


def _was_done(intent: Intent, performed: Performed, seen: Findings) -> bool:
    """Whether an effect was observed that no broken script leaves half done: another address, tab or file, a field that
    holds what was given, or a change that the page shows, where its own server took one or only another site failed."""
    if any(move.frame is None and not move.again and not move.gone for move in seen.moves):
        return True
    if seen.tabs or seen.downloads or seen.closed:
        return True
    row = ACTIONS[performed.action]
    typed = row.enters_text == "beside" and _is_in_field(intent, performed, seen)
    if (typed or (performed.as_wanted and row.reads_back)) and not intent.submits:
        return True
    shows = seen.mutated or any(report.valued for report in seen.reports)
    return bool(shows) and (is_taken(seen) or fails_elsewhere(seen))


def _rejected(intent: Intent, performed: Performed, seen: Findings) -> Shortfall | None:
    errors = rejections_of(intent, performed, seen)
    if not errors:
        return None
    return Shortfall(
        "rejected",
        rejection("the page rejects it", errors[0]),
        "Correct what it complains of, then try again.",
    )


def _dismissed(dialogs: Iterable[DialogSeen]) -> Shortfall | None:
    for dialog in dialogs:
        if dialog.type in ("confirm", "prompt") and dialog.answer == "dismissed":
            return Shortfall(
                "dialog_dismissed",
                f"the page asked “{dialog.message}” and was answered with Cancel",
                "To agree, set the dialog policy to 'accept' and do it again.",
            )
    return None
