"""What a control shows by now: lists return to their first option once a server answered, boxes to a state. Pure."""

from __future__ import annotations

from cdp_engine.act import ACTIONS, Performed
from cdp_engine.verify.evidence.records import Findings


def returned_later(performed: Performed, seen: Findings) -> bool:
    """Whether a `<select>` that left its first option is back there, and the page shows something of that name."""
    after = seen.target
    if performed.method != "from-first" or after is None or not after.connected or not performed.labels:
        return False
    added = [text.casefold() for report in seen.reports for text in report.added]
    name = performed.labels.casefold()
    return after.value == performed.value_before and any(name in text for text in added)


def state_held(performed: Performed | None, seen: Findings) -> str | None:
    """The state that an action sets, as it is by now; None where it sets none."""
    sets = ACTIONS[performed.action].sets_state if performed is not None else None
    return seen.target.states.get(sets[0]) if sets is not None and seen.target is not None else None
