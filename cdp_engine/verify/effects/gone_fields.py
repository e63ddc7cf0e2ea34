"""What is said of a field that the page removed after it took an entry or a choice. Pure."""

from __future__ import annotations

from cdp_engine.act import ACTIONS, Performed
from cdp_engine.verify.effects.quoted_values import in_short


def of_gone_field(performed: Performed) -> str:
    """The entry of a command, or the pressed choice of a list, whose own text is of no use any more; else empty."""
    if performed.method == "list" and performed.chosen:
        return f"{in_short(', '.join(performed.chosen))} was pressed in its list; the field is gone now"
    if ACTIONS[performed.action].enters_text and performed.value_after and not performed.method:
        return f"{in_short(performed.value_after)} was entered; the field is gone now"
    return ""
