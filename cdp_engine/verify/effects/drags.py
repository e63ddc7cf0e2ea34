"""What is against the effect of a drag, though the page changed: what it left as it was, text that it marked. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.evidence.records import Findings

CHANGED = "the page changed"
SCROLLED = "the page scrolled"
UNDONE = "what changed while it was dragged has changed back, and nothing else was seen to change"
_UNMOVED = "nothing was moved; "
_NEITHER = ", but neither in what was dragged nor where it was dropped"


def unmoved(performed: Performed, what: str, seen: Findings) -> str:
    """Why a change does not confirm a drag; empty where it may."""
    if performed.action != "drag" or performed.ending:
        return ""
    if what == SCROLLED:
        # A hand that pulls the contents along goes against the scrolling; lists scroll by themselves at their edges.
        way = performed.carried
        x, y = next((report.scrolled for report in seen.reports if any(report.scrolled)), (0.0, 0.0))
        return _UNMOVED + SCROLLED if way is not None and x * way.x + y * way.y > 0 else ""
    lit = what.startswith(CHANGED) and _beside(seen) == {"marks"} and not seen.requests
    return f"{_UNMOVED}only what is lit or chosen on the page changed" if lit else ""


def said_of_drag(performed: Performed, what: str, seen: Findings) -> str:
    """What to add to the words for the effect of a drag."""
    if performed.action != "drag":
        return ""
    found = _beside(seen)
    neither = what == CHANGED and found and "" not in found and not seen.requests
    return (_NEITHER if neither else "") + marked_text(performed.action, seen)


def _beside(seen: Findings) -> set[str]:
    return {report.beside for report in seen.reports if report.count}


def marked_text(action: str, seen: Findings) -> str:
    """What to add where a drag has marked text on its way, as one does that takes hold of nothing."""
    if action != "drag" or seen.selected <= 1:
        return ""
    return f"; the drag marked text, {seen.selected} characters are selected"
