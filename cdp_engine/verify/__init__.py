"""What an action really did: one typed effect with its evidence, and whether the expectation was met.

In:  a `Tab` before and after an action, the action's own evidence, what the caller expects.
Out: `Effect` with `Evidence`, `Shortfall` where there is a sign of a failure, `Verification`, `Cost`.

Pure: `effects/` and `expected/`. `evidence/` reads the page and the browser's events; its page side is in
`tab/injected`. Never done here: input events, choosing elements, capturing the page, issuing refs.
"""

from cdp_engine.verify.effects.covers import closer_of
from cdp_engine.verify.effects.effect_inference import (
    CHANGED,
    NOTHING_CHANGED,
    NOW_SAYS,
    UNCHANGED,
    effect_of,
    evidence_of,
)
from cdp_engine.verify.effects.effects import (
    Blocked,
    Confirmed,
    DialogOpened,
    Downloaded,
    Effect,
    EffectBase,
    EffectKind,
    Evidence,
    Mutations,
    Navigated,
    NewTab,
    NoEffect,
    RequestSeen,
    ValueMismatch,
)
from cdp_engine.verify.effects.failure_signs import shortfall_of
from cdp_engine.verify.effects.intent import QUIET_SECONDS, Intent
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.effects.same_value import same_value
from cdp_engine.verify.evidence.action_watcher import ActionWatcher
from cdp_engine.verify.evidence.browser_events import BrowserEvents
from cdp_engine.verify.evidence.costs import Meter
from cdp_engine.verify.evidence.questions import requests_seen
from cdp_engine.verify.evidence.records import Findings
from cdp_engine.verify.expected import expect
from cdp_engine.verify.expected.expectations import (
    OUTCOME_TYPES,
    VERIFY_SECONDS,
    Expectation,
    Expected,
    Outcome,
    OutcomeType,
    as_expectation,
)
from cdp_engine.verify.expected.outcomes import verify
from cdp_engine.verify.expected.verdict import (
    Cost,
    PageState,
    Refused,
    Shortfall,
    Verification,
    complaint_in,
    rejection,
)

__all__ = [
    "CHANGED",
    "NOTHING_CHANGED",
    "NOW_SAYS",
    "OUTCOME_TYPES",
    "QUIET_SECONDS",
    "UNCHANGED",
    "VERIFY_SECONDS",
    "ActionWatcher",
    "Blocked",
    "BrowserEvents",
    "Confirmed",
    "Cost",
    "DialogOpened",
    "Downloaded",
    "Effect",
    "EffectBase",
    "EffectKind",
    "Evidence",
    "Expectation",
    "Expected",
    "Findings",
    "Intent",
    "Meter",
    "Mutations",
    "Navigated",
    "NewTab",
    "NoEffect",
    "Outcome",
    "OutcomeType",
    "PageState",
    "Refused",
    "RequestSeen",
    "Shortfall",
    "ValueMismatch",
    "Verification",
    "as_expectation",
    "closer_of",
    "complaint_in",
    "effect_of",
    "evidence_of",
    "expect",
    "in_short",
    "rejection",
    "requests_seen",
    "same_value",
    "shortfall_of",
    "verify",
]
