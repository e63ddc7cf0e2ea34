"""What is against an effect, though the page changed: a choice that nothing shows. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.effects.drags import CHANGED, unmoved
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.evidence.records import Findings

_OF_LIST = "expanded is"


def against_change(performed: Performed, what: str, seen: Findings) -> str:
    """Why a change does not confirm an action; empty where it may."""
    return _unseen_choice(performed, what) or unmoved(performed, what, seen)


def _unseen_choice(performed: Performed, what: str) -> str:
    unseen = performed.action == "select" and performed.method == "list" and performed.as_wanted is None
    if (
        not unseen
        or performed.commands
        or performed.ending
        or not (what == CHANGED or what.startswith(_OF_LIST))
    ):
        return ""
    return f"{in_short(', '.join(performed.chosen))} was pressed and the page changed, but nothing shows it chosen"
