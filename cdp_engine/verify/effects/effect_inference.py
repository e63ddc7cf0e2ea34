"""Infers one effect and its evidence from the findings (EX-02). Pure; signs of a failure are in `failure_signs`."""

from __future__ import annotations

from cdp_engine.act import ACTIONS, LEFT, Performed
from cdp_engine.verify.effects.against_change import CHANGED, SCROLLED, UNDONE, against_change, said_of_drag
from cdp_engine.verify.effects.effects import (
    Blocked,
    Confirmed,
    DialogOpened,
    Downloaded,
    Effect,
    Evidence,
    Mutations,
    Navigated,
    NewTab,
    NoEffect,
    ValueMismatch,
)
from cdp_engine.verify.effects.gone_fields import of_gone_field
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.effects.page_messages import SHORT, first_few, messages_of
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.effects.returned_controls import state_held
from cdp_engine.verify.effects.same_value import same_value
from cdp_engine.verify.evidence.records import Findings, Move
from cdp_engine.verify.expected.verdict import Refused, Shortfall

_BLOCKING = frozenset(
    ("obscured", "disabled", "not_visible", "unstable", "not_editable", "option_not_found", "takes_one")
) | {"cannot_uncheck", "detached"}
SENT_BY_SCRIPT = frozenset({"XHR", "Fetch", "Document"})
_BACK = "is back at its first option"
NOW_SAYS = ", it now says "
"""What precedes the quoted text in the words for a changed page."""
ASKS_FOR_FILE = "the page asks for a file: upload one with the same ref"
NOTHING_CHANGED = "nothing on the page was seen to change"
ONLY_BY_ITSELF = "only what changes by itself was seen to change"
UNCHANGED = frozenset({NOTHING_CHANGED, ONLY_BY_ITSELF})
"""Why an action has had no effect that the documents around it show."""


def evidence_of(intent: Intent, performed: Performed | None, seen: Findings) -> Evidence:
    """Everything observed, in the form the caller gets."""
    before, after = seen.before, seen.target
    states: dict[str, str] = {}
    if before is not None and after is not None and after.connected:
        states = {name: held for name, held in after.states.items() if before.states.get(name) != held}
    checked = after.states.get("checked") if after is not None else None
    errors, successes = messages_of(intent, seen)
    scrolled = _scrolled(performed, seen)
    return Evidence(
        received=performed.received if performed is not None else None,
        value=held_value(performed, seen),
        checked=None if checked is None else checked == "true",
        states=states,
        focus=next((r.focus or "nothing" for r in seen.reports if r.focus_moved), None),
        mutations=Mutations(
            count=seen.mutated,
            near=sum(report.near for report in seen.reports),
            added=first_few(text for report in seen.reports for text in report.added),
            removed=first_few(text for report in seen.reports for text in report.removed),
            attributes=first_few(text for report in seen.reports for text in report.attributes),
        ),
        requests=seen.requests,
        scrolled=scrolled,
        part_scrolled=any(report.part_scrolled for report in seen.reports),
        exceptions=seen.exceptions,
        errors=errors,
        successes=successes,
    )


def held_value(performed: Performed | None, seen: Findings) -> str | None:
    """The field's value at the last observation."""
    after = seen.target
    # A page may empty the field of files; a list shows its choice, a code editor its text beside its field.
    of_method = performed is not None and performed.method in (
        "list",
        "editor",
        "cells",
        "tags",
        "swapped",
        LEFT,
    )
    taken = performed is not None and (ACTIONS[performed.action].value_is_taken or of_method)
    if performed is not None and performed.value_after is not None and taken:
        return performed.value_after
    if after is not None and after.connected and after.value is not None:
        return after.value
    return performed.value_after if performed is not None else None


def effect_of(
    intent: Intent,
    performed: Performed | None,
    seen: Findings,
    *,
    evidence: Evidence | None = None,
    refused: Refused | None = None,
    shortfall: Shortfall | None = None,
) -> Effect:
    """The one effect. Navigation takes precedence over changes within the page.

    `evidence` is that of `evidence_of`, where it is known already.
    """
    if evidence is None:
        evidence = evidence_of(intent, performed, seen)
    if refused is not None and performed is None and _is_blocked(intent, refused, evidence):
        return Blocked(reason=refused.code, by=refused.by, closer=refused.closer, evidence=evidence)
    if shortfall is not None and shortfall.code == "value_mismatch":
        return ValueMismatch(
            wanted=_masked(intent, performed, seen),
            held=state_held(performed, seen) or held_value(performed, seen),
            evidence=evidence,
        )
    beyond = elsewhere(seen, evidence)
    if beyond is not None:
        return beyond
    if performed is None:
        return _of_refused(refused, evidence)
    if performed.received is False and not performed.ending:
        return NoEffect(why="the element did not receive the event", evidence=evidence)
    what = _what_changed(intent, performed, seen, evidence)
    if shortfall is not None:
        partly = _partly_done(shortfall, seen, evidence)
        if partly:
            return Confirmed(what=partly, evidence=evidence)
        # Then the observed change is the refusal, not the purpose of the action.
        return NoEffect(why=shortfall.message, evidence=evidence)
    if what:
        against = against_change(performed, what, seen)
        if against:
            return NoEffect(why=against, evidence=evidence)
        return Confirmed(what=what + said_of_drag(performed, what, seen), evidence=evidence)
    if any(report.undone for report in seen.reports):
        return NoEffect(why=UNDONE + said_of_drag(performed, UNDONE, seen), evidence=evidence)
    only = any(report.ambient for report in seen.reports)
    why = ONLY_BY_ITSELF if only else NOTHING_CHANGED
    return NoEffect(why=why, evidence=evidence)


def _partly_done(shortfall: Shortfall, seen: Findings, evidence: Evidence) -> str:
    """What the page reports as done beside what it rejects, as some of several files; empty where it took nothing."""
    sent = (request for request in seen.requests if not request.reads)
    taken = any(request.status is not None and request.status < 400 for request in sent)
    if shortfall.code != "rejected" or not (taken and evidence.successes):
        return ""
    return f"a part was done, the page reports “{evidence.successes[0]}”"


def _is_blocked(intent: Intent, refused: Refused, evidence: Evidence) -> bool:
    if refused.sent and intent.action == "drag":
        return False  # it was pressed and carried, and what came of that was seen
    return refused.code in _BLOCKING and not _has_changed(refused, evidence)


def _has_changed(refused: Refused, evidence: Evidence) -> bool:
    """Whether something was pressed before the action was refused, and the page changed."""
    return refused.sent and evidence.mutations.count > 0


def _of_refused(refused: Refused | None, evidence: Evidence) -> NoEffect | Confirmed:
    """The effect of an action that was not done: of what it pressed before that was clear, if anything."""
    if refused is not None and _has_changed(refused, evidence):
        return Confirmed(what=CHANGED, evidence=evidence)
    return NoEffect(why=refused.message if refused is not None else "it was not done", evidence=evidence)


def elsewhere(seen: Findings, evidence: Evidence) -> Effect | None:
    """An effect outside the document of the action."""
    moved = next((move for move in seen.moves if not move.same_document and not move.gone), None)
    if moved is not None:
        return _navigated(moved, evidence)
    if seen.dialogs:
        dialog = seen.dialogs[-1]
        return DialogOpened(type=dialog.type, message=dialog.message, answer=dialog.answer, evidence=evidence)
    if seen.tabs and not seen.downloads:
        return NewTab(target=seen.tabs[-1].target, url=seen.tabs[-1].url, evidence=evidence)
    if seen.downloads:
        one = seen.downloads[-1]
        return Downloaded(name=one.name, url=one.url, state=one.state, path=one.path, evidence=evidence)
    within = next((move for move in seen.moves if not move.gone), None)
    return None if within is None else _navigated(within, evidence)


def _navigated(move: Move, evidence: Evidence) -> Navigated:
    return Navigated(
        url=move.url,
        loader_id=move.loader_id,
        status=move.status,
        same_document=move.same_document,
        frame=move.frame,
        evidence=evidence,
    )


def _what_changed(intent: Intent, performed: Performed, seen: Findings, evidence: Evidence) -> str:
    """The change on the page that shows the action's effect; empty where there is none."""
    if seen.closed:
        return "the tab closed"
    match intent.row.confirmed_by:
        case "pointer":
            return "the pointer is over it" if performed.received else ""
        case "focus":
            return {True: "it has the focus", False: "it has no focus", None: ""}[performed.focused]
        case "scroll":
            if evidence.scrolled:
                return SCROLLED
            return CHANGED if evidence.mutations.count else ""
        case "gesture":
            if performed.value_after is not None and performed.changed:
                return f"the page is zoomed to {float(performed.value_after):.3g}"
            if evidence.scrolled:
                return SCROLLED
        case "change":
            if seen.asks_for_file and intent.action != "upload":
                return ASKS_FOR_FILE
    return (
        _change_of_element(intent, performed, seen, evidence)
        or _change_of_value(seen)
        or _change_of_page(seen, evidence)
        or _change_beside_page(intent, seen, evidence)
        or (_selection(seen) if intent.action == "press" else "")
    )


def _change_of_element(intent: Intent, performed: Performed, seen: Findings, evidence: Evidence) -> str:
    """The current value or state of the action's element."""
    if performed.method == LEFT:
        return f"its cell shows {in_short(performed.value_after)}"
    if performed.as_wanted:
        return _held(performed, evidence)
    is_gone = seen.target is not None and not seen.target.connected
    if is_gone and (said := of_gone_field(performed)):
        return said
    if intent.wanted is not None and same_value(intent.wanted, evidence.value, before=performed.value_before):
        return f"it holds {in_short(evidence.value)}"
    if performed.value_after and performed.value_before != performed.value_after and evidence.value == "":
        return f"it took {in_short(performed.value_after)} and is empty again"  # a message that was sent
    emptied = performed.method == "list" and not performed.value_after  # its choice is shown elsewhere
    if performed.value_after is not None and performed.value_before != performed.value_after and not emptied:
        return f"it holds {in_short(performed.value_after)}"
    if any(report.undone for report in seen.reports):
        return ""  # a state that the press alone has set
    return _change_of_state(seen, evidence)


def _change_of_state(seen: Findings, evidence: Evidence) -> str:
    # A button is disabled while it is at work: what the page did besides says more.
    if list(evidence.states) == ["disabled"]:
        off = "it is disabled now" if evidence.states["disabled"] == "true" else "it is enabled now"
        beside = any(report.told for report in seen.reports)
        return f"{_change_of_page(seen, evidence)}; {off}" if beside else off
    return ", ".join(f"{name} is {held}" for name, held in evidence.states.items())


def _change_of_value(seen: Findings) -> str:
    """What the action's element holds now, where a press or drag changed it."""
    before, after = seen.before, seen.target
    if before is None or after is None or not after.connected or after.value in (None, before.value):
        return ""
    return f"it holds {in_short(after.value)}"


def _change_of_page(seen: Findings, evidence: Evidence) -> str:
    """Content that the page shows now and did not show before."""
    if evidence.mutations.count:
        # texts that were removed and added again, as in a re-render, are not new
        removed = evidence.mutations.removed
        texts = [
            text
            for report in seen.reports
            for text in (report.added if report.now is None else report.now)
            if text not in removed and len(text) <= SHORT  # a longer one is a part of the page, not a message
        ]
        return f"{CHANGED}{NOW_SAYS}“{texts[0]}”" if texts else CHANGED
    if any(report.drawn for report in seen.reports):
        return "the picture on a canvas changed"
    messages = evidence.errors + evidence.successes
    return f"the page says “{messages[0]}”" if messages else ""


def _change_beside_page(intent: Intent, seen: Findings, evidence: Evidence) -> str:
    """Effects that do not change the page's content."""
    drag = intent.action == "drag"
    if seen.moves_focus and not drag:  # its press moves the focus, whatever comes of the drop
        return f"the focus is on {evidence.focus}"
    # beside a drag, a page that saves itself may have sent what an earlier action changed
    if any(request.kind in SENT_BY_SCRIPT and not (drag and request.again) for request in seen.requests):
        return f"a request was sent: {seen.requests[0]}"
    if evidence.scrolled:
        return SCROLLED
    return f"a part of {SCROLLED}" if evidence.part_scrolled else ""


def _selection(seen: Findings) -> str:
    """What keys have selected, as Control+A does, or that they moved the caret, as Home does."""
    count = seen.selected
    if not count:
        return "the caret moved" if any(report.caret for report in seen.reports) else ""
    return f"{count} characters are selected" if count > 1 else "one character is selected"


def _held(performed: Performed, evidence: Evidence) -> str:
    if ACTIONS[performed.action].of_fields:
        refs = performed.chosen
        taken = f"{performed.labels} took it and {_BACK}" if performed.labels else ""
        held = f"{', '.join(refs)} hold{'s' if len(refs) == 1 else ''} what was given" if refs else ""
        return "; ".join(filter(None, (held, taken)))
    left_first = performed.method == "from-first"
    if performed.method == "adds" or (left_first and evidence.value == performed.value_before):
        return f"it took {in_short(performed.labels)} and {_BACK}"
    if ACTIONS[performed.action].sets_state is not None:
        already = performed.value_before == performed.value_after
        state = "checked" if performed.value_after == "true" else "not checked"
        return f"it is {state}{' and was already' if already else ''}"
    value, chosen = (evidence.value or "").casefold(), performed.chosen
    # A list's field may hold the page's code for a choice: a person reads its label.
    coded = performed.method == "list" and chosen and not any(one.casefold() in value for one in chosen)
    held = performed.labels or (not coded and evidence.value) or ", ".join(chosen)
    known = held or evidence.value is not None  # an emptied field holds ""
    return f"it holds {in_short(held)}{_typed(performed)}" if known else "it holds what was asked for"


def _typed(performed: Performed) -> str:
    """What a list has to do with a text that was typed into its field."""
    if not performed.typed:
        return ""
    which = "it" if performed.typed == performed.chosen else in_short(", ".join(performed.typed))
    says = f"no list offers {which}"
    if performed.action == "fill":
        says = "its list offers that" if performed.offered else "nothing was chosen from its list"
    return f", typed as text: {says}"


def _scrolled(performed: Performed | None, seen: Findings) -> tuple[float, float] | None:
    if performed is not None and performed.offset_before is not None and performed.offset_after is not None:
        x = performed.offset_after.x - performed.offset_before.x
        y = performed.offset_after.y - performed.offset_before.y
        return (x, y) if x or y else None
    return next((report.scrolled for report in seen.reports if any(report.scrolled)), None)


def _masked(intent: Intent, performed: Performed | None, seen: Findings) -> str:
    """The wanted value; dots where the field is secret."""
    wanted = intent.wanted or ""
    secret = any(facts is not None and facts.secret for facts in (seen.before, seen.target))
    held = held_value(performed, seen)
    return "•" * len(wanted) if secret or (held and not held.strip("•")) else wanted
