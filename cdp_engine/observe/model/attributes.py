"""Reading the flat attribute lists of nodes: name, value, name, value, …."""

from __future__ import annotations

from cdp_engine.observe.model.columns import Attributes


def read(attributes: Attributes, name: str) -> str | None:
    """One attribute's value, or None."""
    for position in range(0, len(attributes), 2):
        if attributes[position] == name:
            return attributes[position + 1]
    return None


def read_text(attributes: Attributes, name: str) -> str:
    """One attribute's value; empty where it is missing."""
    return read(attributes, name) or ""
