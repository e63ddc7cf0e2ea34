"""From the findings of an action to its result: effect, verification, success or failure (pure)."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.engine.acting.messages import changes_of, did_of, message_of
from cdp_engine.engine.results import ActionError, ActionResult, Observation
from cdp_engine.verify import (
    Effect,
    Evidence,
    Findings,
    Intent,
    Refused,
    Verification,
    effect_of,
    evidence_of,
    shortfall_of,
    verify,
)

_OBSERVE = "Observe the page, then decide what to do instead."


def result_of(
    intent: Intent,
    performed: Performed | None,
    seen: Findings,
    failure: ActionError | None,
    observation: Observation | None,
) -> ActionResult:
    """The result; `failure` is the reason why the action could not be done, `observation` the page after it."""
    shortfall = shortfall_of(intent, performed, seen) if performed is not None else None
    refused = None
    if failure is not None:
        refused = Refused(failure.code, failure.message, failure.covered_by, failure.closer)
    evidence = evidence_of(intent, performed, seen)
    effect = effect_of(intent, performed, seen, evidence=evidence, refused=refused, shortfall=shortfall)
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
        message=message_of(intent.action, effect, failure, seen, observation),
        error=failure,
        effect=effect,
        verification=verification,
        changes=changes_of(performed, seen, effect.evidence),
        evidence=performed,
    )


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
