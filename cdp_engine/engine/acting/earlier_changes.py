"""What had changed before an action, in the same answer as what it did but apart from it (FP-09; pure)."""

from __future__ import annotations

import re

import msgspec

from cdp_engine.engine.results import Observation
from cdp_engine.errors import StaleRef, UnknownRef
from cdp_engine.observe import Snapshot
from cdp_engine.views import text_with_earlier

_SHOWN = re.compile(r"\[(e[1-9][0-9]*)[ \]]")


def gone_again(before: Observation, snapshot: Snapshot) -> int:
    """How many elements of an earlier answer the page no longer shows; 0 where it shows at least half of them.

    What had changed is worth no lines then: one answer would show the elements and call them gone.
    """
    came = set(_SHOWN.findall(before.text))
    gone = sum(not _is_shown(snapshot, ref) for ref in came)
    return gone if gone * 2 > len(came) else 0


def _is_shown(snapshot: Snapshot, ref: str) -> bool:
    try:
        return snapshot.get(ref).visible
    except (StaleRef, UnknownRef):
        return False


def with_earlier(after: Observation, before: Observation, gone: int = 0) -> Observation:
    """The answer to an action, counted from the version that the caller had: first the changes before the action.

    A whole page needs no list of earlier changes. Where most elements of that list are `gone`, the answer counts from
    the caller's version already, and says how many they are.
    """
    if after.kind == "full":
        return msgspec.structs.replace(after, before=before)
    if gone:
        many = f"{gone} elements changed that are" if gone > 1 else "1 element changed that is"
        kind, text = after.kind, f"{after.text}\n! before the action, {many} gone now"
    else:
        kind = before.kind if after.kind == "no_change" else after.kind
        text = text_with_earlier(before.text, after.text)
    return msgspec.structs.replace(
        after,
        kind=kind,
        text=text,
        base=before.base,
        before=before,
        recent_events=(*before.recent_events, *after.recent_events)[-_EVENTS_KEPT:],
        has_errors=before.has_errors or after.has_errors,
        has_success=before.has_success or after.has_success,
    )


_EVENTS_KEPT = 10
