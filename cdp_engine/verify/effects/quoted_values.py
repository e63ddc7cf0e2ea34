"""Values as messages quote them (EX-02). Pure."""

from __future__ import annotations

from cdp_engine.observe import masked
from cdp_engine.verify.effects.page_messages import SHORT

_SHOWN = 60


def in_short(value: str | None) -> str:
    """A quoted value for a message, masked as in a view; a long one is cut, with its length."""
    value = None if value is None else masked(value)
    if value is None or len(value) <= SHORT:
        return repr(value)
    return f"{value[:_SHOWN]!r}… ({len(value)} characters)"
