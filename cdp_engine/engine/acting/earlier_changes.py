"""What had changed before an action, in the same answer as what it did but apart from it (FP-09; pure)."""

from __future__ import annotations

import msgspec

from cdp_engine.engine.results import Observation
from cdp_engine.views import text_with_earlier


def with_earlier(after: Observation, before: Observation) -> Observation:
    """The answer to an action, counted from the version that the caller had: first the changes before the action.

    A whole page needs no list of earlier changes.
    """
    if after.kind == "full":
        return msgspec.structs.replace(after, before=before)
    return msgspec.structs.replace(
        after,
        kind=before.kind if after.kind == "no_change" else after.kind,
        text=text_with_earlier(before.text, after.text),
        base=before.base,
        before=before,
        recent_events=(*before.recent_events, *after.recent_events)[-_EVENTS_KEPT:],
        has_errors=before.has_errors or after.has_errors,
        has_success=before.has_success or after.has_success,
    )


_EVENTS_KEPT = 10
