"""Checks whether one of the expected outcomes came true. Pure (SX-14)."""

from __future__ import annotations

from fnmatch import fnmatchcase

from cdp_engine.act import Performed
from cdp_engine.verify.effects.effect_inference import held_value
from cdp_engine.verify.effects.effects import Evidence
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.effects.same_value import same_value
from cdp_engine.verify.evidence.records import Findings, TargetFacts
from cdp_engine.verify.expected.expectations import Outcome
from cdp_engine.verify.expected.verdict import PageState, Verification

_SURE = 1.0
_FITS = 0.8
_WEAK = 0.5


def element_key(outcome: Outcome) -> str:
    """The key under which the elements of an outcome's role and name are counted."""
    return f"{outcome.role}|{outcome.name.casefold()}"


def verify(
    intent: Intent, performed: Performed | None, seen: Findings, evidence: Evidence, did: str
) -> Verification:
    """Whether the expectation, or else the action's default, came true; `did` says in words what happened."""
    outcomes = intent.expected.outcomes if intent.expected is not None else (intent.default,)
    met: tuple[Outcome, float] | None = None
    for outcome in outcomes:
        confidence = _confidence(outcome, intent, performed, seen, evidence)
        if confidence > 0:
            met = (outcome, confidence)
            break
    asked = " or ".join(map(str, outcomes))
    return Verification(
        success=met is not None,
        verified_outcome=(met[0] if met is not None else outcomes[0]).type,
        actual_outcome=did,
        confidence=met[1] if met is not None else _certainty(seen),
        feedback=_feedback(met[0] if met is not None else None, asked, did, evidence),
        errors_detected=evidence.errors + evidence.exceptions,
        success_messages=evidence.successes,
        page_state=PageState(
            url=seen.url,
            url_changed=any(move.frame is None and not move.gone for move in seen.moves),
            dom_changed=bool(seen.mutated) or any(not move.same_document for move in seen.moves),
            recent_mutations=evidence.mutations.added,
        ),
        expected=intent.expected is not None,
    )


def _confidence(
    outcome: Outcome, intent: Intent, performed: Performed | None, seen: Findings, evidence: Evidence
) -> float:
    """The confidence that the outcome came true; 0 where it did not."""
    match outcome.type:
        case "navigation":
            return _navigated(outcome, seen)
        case "element_appears":
            return _appeared(outcome, seen)
        case "element_disappears":
            return _disappeared(outcome, seen)
        case "value_changes":
            return _value(outcome, intent, performed, seen)
        case "state_changes":
            return _state(outcome, performed, seen)
        case "any_change":
            return _any(seen, evidence)
        case "no_change":
            return _nothing(intent, seen, evidence)


def _nothing(intent: Intent, seen: Findings, evidence: Evidence) -> float:
    """No error; where the caller expects this, no dialog, and the same document, too."""
    left = any(move.frame is None and not move.same_document for move in seen.moves)
    reacted = intent.expected is not None and (left or seen.dialogs or seen.tabs or seen.closed)
    return 0.0 if evidence.errors or evidence.exceptions or reacted else _FITS


def _navigated(outcome: Outcome, seen: Findings) -> float:
    for move in seen.moves:
        if move.gone or move.failed or (move.frame is not None and not outcome.url):
            continue
        if _address_fits(outcome.url, move.url):
            return _SURE
    for tab in seen.tabs:
        if outcome.url and _address_fits(outcome.url, tab.url):
            return _FITS
    return 0.0


def _address_fits(wanted: str, url: str) -> bool:
    if not wanted:
        return True
    return fnmatchcase(url, f"*{wanted.strip('*')}*" if "*" not in wanted else wanted) or wanted in url


def _appeared(outcome: Outcome, seen: Findings) -> float:
    found = _SURE
    left = any(move.frame is None and not move.same_document for move in seen.moves)
    if outcome.text:
        now, before = seen.shown_after.get(outcome.text, False), seen.shown_before.get(outcome.text, False)
        flashed = _was_shown(outcome.text, seen)
        if not (flashed or (now and (not before or left))):
            return 0.0
        # A text that appeared and is gone again did appear.
        found = _SURE if now else _FITS
    if outcome.role or outcome.name:
        key = element_key(outcome)
        now, before = seen.elements_after.get(key, 0), seen.elements_before.get(key, 0)
        if not (now > before or (now and left)):
            return 0.0
    return found


def _was_shown(text: str, seen: Findings) -> bool:
    wanted = " ".join(text.casefold().split())
    texts = [t for report in seen.reports for t in report.added]
    texts += [n.text for report in (*seen.reports, *seen.arrived) for n in report.notices]
    texts += [text for report in seen.reports for text in (*report.refused, *report.refused_own)]
    return any(wanted in " ".join(one.casefold().split()) for one in texts)


def _disappeared(outcome: Outcome, seen: Findings) -> float:
    if outcome.ref:
        before, after = seen.named_before.get(outcome.ref), seen.named_after.get(outcome.ref)
        gone = before is not None and before.visible and (after is None or not after.visible)
        return _SURE if gone else 0.0
    if outcome.text and not (
        seen.shown_before.get(outcome.text, False) and not seen.shown_after.get(outcome.text, False)
    ):
        return 0.0
    if outcome.role or outcome.name:
        key = element_key(outcome)
        if not seen.elements_after.get(key, 0) < seen.elements_before.get(key, 0):
            return 0.0
    return _SURE


def _value(outcome: Outcome, intent: Intent, performed: Performed | None, seen: Findings) -> float:
    if outcome.ref:
        before, after = seen.named_before.get(outcome.ref), seen.named_after.get(outcome.ref)
        return _held(outcome, before.value if before else None, after.value if after else None)
    held = held_value(performed, seen)
    if outcome.value is not None:
        return _equal(outcome.value, held)
    if performed is not None and performed.as_wanted:
        return _SURE if held == performed.value_after else 0.0
    before = seen.before.value if seen.before is not None else None
    if performed is not None and performed.value_before is not None:
        before = performed.value_before
    return _SURE if held is not None and held != before else 0.0


def _equal(wanted: str, held: str | None) -> float:
    """Less sure where the field wrote the value in its own way."""
    return _SURE if held == wanted else _FITS if same_value(wanted, held) else 0.0


def _held(outcome: Outcome, before: str | None, after: str | None) -> float:
    if outcome.value is not None:
        return _equal(outcome.value, after)
    return _SURE if after is not None and after != before else 0.0


def _state(outcome: Outcome, performed: Performed | None, seen: Findings) -> float:
    before: TargetFacts | None = seen.before
    after: TargetFacts | None = seen.target
    if outcome.ref:
        before, after = seen.named_before.get(outcome.ref), seen.named_after.get(outcome.ref)
    if after is None:
        return 0.0
    then = before.states if before is not None else {}
    if outcome.state and outcome.value is not None:
        if after.states.get(outcome.state) == outcome.value:
            return _SURE
        unknown = outcome.state not in after.states
        return _FITS if unknown and performed is not None and performed.as_wanted and not outcome.ref else 0.0
    names = [outcome.state] if outcome.state else after.states.keys() | then.keys()
    return _SURE if any(after.states.get(name) != then.get(name) for name in names) else 0.0


def _any(seen: Findings, evidence: Evidence) -> float:
    if seen.moves or seen.dialogs or seen.tabs or seen.downloads or evidence.states or seen.closed:
        return _SURE
    if evidence.mutations.near or sum(report.caused for report in seen.reports):
        return _SURE
    if evidence.mutations.count or any(report.drawn for report in seen.reports):
        return _FITS
    return (
        _WEAK if evidence.requests or evidence.scrolled or evidence.part_scrolled or seen.moves_focus else 0.0
    )


def _certainty(seen: Findings) -> float:
    """The confidence of a "no": lower where no document could answer."""
    return _FITS if seen.reports or seen.arrived or seen.moves else _WEAK


def _feedback(met: Outcome | None, asked: str, did: str, evidence: Evidence) -> str:
    if met is not None:
        also = f" The page also says: “{evidence.errors[0]}”." if evidence.errors else ""
        return f"As expected: {met}.{also}"
    parts = [f"Expected {asked}, but {did or 'nothing happened'}."]
    if evidence.errors:
        parts.append(f"Error: “{evidence.errors[0]}”.")
    if evidence.exceptions:
        parts.append(f"A script threw: {evidence.exceptions[0]}.")
    return " ".join(parts)
