"""What is against an effect, though the page changed: a choice that nothing shows, text that a drag marked. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.effects.quoted_values import in_short
from cdp_engine.verify.evidence.records import Findings

_OF_LIST = "expanded is"


def unseen_choice(performed: Performed, what: str, *, changed: str) -> str:
    """Why a change does not confirm a choice; empty where it may. `changed` are the words for any change."""
    unseen = performed.action == "select" and performed.method == "list" and performed.as_wanted is None
    if (
        not unseen
        or performed.commands
        or performed.ending
        or not (what == changed or what.startswith(_OF_LIST))
    ):
        return ""
    return f"{in_short(', '.join(performed.chosen))} was pressed and the page changed, but nothing shows it chosen"


def marked_text(action: str, seen: Findings) -> str:
    """What to add where a drag has marked text on its way, as one does that takes hold of nothing."""
    if action != "drag" or seen.selected <= 1:
        return ""
    return f"; the drag marked text, {seen.selected} characters are selected"
