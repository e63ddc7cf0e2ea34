"""What is against an effect, though the page changed: a choice that nothing shows, a drag that moved nothing. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.evidence.records import Findings

CHANGED = "the page changed"
SCROLLED = "the page scrolled"
UNDONE = "what changed while it was dragged has changed back, and nothing else was seen to change"
_UNMOVED = "nothing was moved; "
_NEITHER = ", but neither in what was dragged nor where it was dropped"
_OF_LIST = "expanded is"


def against_change(performed: Performed, what: str, seen: Findings) -> str:
    """Why a change does not confirm an action; empty where it may."""
    match performed.action:
        case "select":
            return _unseen_choice(performed, what)
        case "drag":
            return _unmoved(performed, what, seen)
        case _:
            return ""


def _unseen_choice(performed: Performed, what: str) -> str:
    unseen = performed.method == "list" and performed.as_wanted is None
    if (
        not unseen
        or performed.commands
        or performed.ending
        or not (what == CHANGED or what.startswith(_OF_LIST))
    ):
        return ""
    return f"{in_short(', '.join(performed.chosen))} was pressed and the page changed, but nothing shows it chosen"


def _unmoved(performed: Performed, what: str, seen: Findings) -> str:
    """Why a change does not confirm a drag; empty where it may."""
    if performed.ending:
        return ""
    if what == SCROLLED:
        # A hand that pulls the contents along goes against the scrolling; lists scroll by themselves at their edges.
        way = performed.carried
        x, y = next((report.scrolled for report in seen.reports if any(report.scrolled)), (0.0, 0.0))
        return _UNMOVED + SCROLLED if way is not None and x * way.x + y * way.y > 0 else ""
    if what == f"a part of {SCROLLED}":  # lists scroll while something is carried over their edges
        return _UNMOVED + what if any(report.at_drop for report in seen.reports) else ""
    if what.startswith(CHANGED) and _beside(seen) == {"marks"} and not seen.requests:
        return f"{_UNMOVED}only what is lit or chosen on the page changed"
    # What takes hold of something marks no text, as a rule; new words may be what it did elsewhere.
    told = any(report.added or report.removed for report in seen.reports)
    return _UNMOVED + _marked(seen) if _is_in_neither(what, seen) and seen.selected > 1 and not told else ""


def said_of_drag(performed: Performed, what: str, seen: Findings) -> str:
    """What to add to the words of a drag: that it marked text, as one does that takes hold of nothing."""
    if performed.action != "drag":
        return ""
    marked = f"; {_marked(seen)}" if seen.selected > 1 else ""
    return (_NEITHER if _is_in_neither(what, seen) else "") + marked


def _marked(seen: Findings) -> str:
    return f"the drag marked text, {seen.selected} characters are selected"


def _is_in_neither(what: str, seen: Findings) -> bool:
    """Whether the page changed neither in what was dragged nor where it was dropped, and sent nothing."""
    found = _beside(seen)
    return what == CHANGED and bool(found) and "" not in found and not seen.requests


def _beside(seen: Findings) -> set[str]:
    return {report.beside for report in seen.reports if report.count}
