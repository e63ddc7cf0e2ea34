"""What is against an effect, though the page changed: a choice that nothing shows. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.effects.quoted_values import in_short

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
