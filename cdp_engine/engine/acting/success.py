"""From the findings of an action to its result: effect, verification, success or failure (pure)."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.engine.acting.messages import changes_of, did_of, message_of
from cdp_engine.engine.acting.shown_contents import restyled
from cdp_engine.engine.results import ActionError, ActionResult, Observation
from cdp_engine.track import CallerState, Seen
from cdp_engine.verify import (
    CHANGED,
    NOTHING_CHANGED,
    UNCHANGED,
    Confirmed,
    Effect,
    Evidence,
    Findings,
    Intent,
    NoEffect,
    Refused,
    Verification,
    effect_of,
    evidence_of,
    shortfall_of,
    verify,
)

_OVERLAYS = {"overlay_opened": "an overlay opened", "overlay_closed": "an overlay closed"}
_OBSERVE = "Observe the page, then decide what to do instead."


def result_of(
    intent: Intent,
    performed: Performed | None,
    seen: Findings,
    failure: ActionError | None,
    observation: Observation | None,
    shown: CallerState | None = None,
    *,
    apart: bool = False,
) -> ActionResult:
    """The result; `failure` is the reason why the action could not be done, `observation` the page after it.

    `shown` is the page as the caller knew it before; with `apart` the observation names earlier changes apart.
    """
    shortfall = shortfall_of(intent, performed, seen) if performed is not None else None
    refused = None
    if failure is not None:
        refused = Refused(failure.code, failure.message, failure.covered_by, failure.closer, failure.sent)
    evidence = evidence_of(intent, performed, seen)
    effect = effect_of(intent, performed, seen, evidence=evidence, refused=refused, shortfall=shortfall)
    if isinstance(effect, NoEffect) and effect.why in UNCHANGED and (shown or seen.frame_reacted):
        effect = _beyond_the_watch(effect, intent, seen, shown, observation)
        if isinstance(effect, NoEffect) and apart and observation is not None:
            effect = _by_overlays(effect, observation)
    plain = refused is None and shortfall is None
    verification = verification_of(intent, performed, seen, evidence, effect if plain else None)
    if failure is None and intent.expected is not None:
        if not verification.success:
            code = shortfall.code if shortfall is not None else "not_verified"
            hint = shortfall.hint if shortfall is not None else _OBSERVE
            failure = ActionError(code=code, message=verification.feedback, hint=hint)
    elif failure is None and shortfall is not None:
        failure = ActionError(code=shortfall.code, message=shortfall.message, hint=shortfall.hint)
    return ActionResult(
        action=intent.action,
        success=failure is None,
        message=message_of(intent.action, effect, failure, seen, observation, performed),
        error=failure,
        effect=effect,
        verification=verification,
        changes=changes_of(performed, seen, effect.evidence),
        evidence=performed,
    )


def _beyond_the_watch(
    effect: NoEffect,
    intent: Intent,
    seen: Findings,
    shown: CallerState | None,
    observation: Observation | None,
) -> NoEffect | Confirmed:
    """The effect by another frame, or by the two views of the element: a custom element may keep its states from the
    page's scripts."""
    if seen.frame_reacted:
        return Confirmed(what="a frame on the page changed", evidence=effect.evidence)
    if observation is None or shown is None:
        return effect
    now, then = Seen(observation.snapshot), (shown.top.seen if shown.top is not None else shown.page)
    untold = effect.why == NOTHING_CHANGED and observation.kind not in _OVERLAYS
    frame_id = intent.target.frame_id if intent.target is not None else None
    if untold and restyled(seen, then.snapshot, now.snapshot, frame_id):
        return Confirmed(what=CHANGED, evidence=effect.evidence)
    if intent.target is None:
        return effect
    row, was = now.row_of(intent.target), then.row_of(intent.target)
    if row is None or was is None:
        return effect
    states = set(now.snapshot.columns.states.get(row, ())) - {"focused"}
    before = set(then.snapshot.columns.states.get(was, ())) - {"focused"}
    said = [f"it is {state}" for state in sorted(states - before)]
    said = said or [f"it is not {state} any more" for state in sorted(before - states)]
    return Confirmed(what=" and ".join(said), evidence=effect.evidence) if said else effect


def _by_overlays(effect: NoEffect, observation: Observation) -> NoEffect | Confirmed:
    """The effect by an overlay that opened or closed with the action: a style sheet may do that, without a mutation."""
    before = observation.before
    if before is not None and before.version == observation.version:
        return effect  # nothing has changed since what had changed before
    what = _OVERLAYS.get(observation.kind)
    return Confirmed(what=what, evidence=effect.evidence) if what is not None else effect


def verification_of(
    intent: Intent,
    performed: Performed | None,
    seen: Findings,
    evidence: Evidence | None = None,
    effect: Effect | None = None,
) -> Verification:
    """Whether the expectation came true, as far as it was observed.

    `evidence` and `effect` (without signs of a failure) are given where they are known already.
    """
    if evidence is None:
        evidence = evidence_of(intent, performed, seen)
    if effect is None:
        effect = effect_of(intent, performed, seen, evidence=evidence)
    return verify(intent, performed, seen, evidence, did_of(effect))
