"""Visibility without layout: every node counts as visible unless tags or attributes hide it. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import SILENT_TAGS
from cdp_engine.observe.visual.hiding import (
    INHERITED,
    PUBLIC,
    blocking,
    hidden_by_attributes,
    hidden_with_owner,
    is_closed,
    is_folded,
)

VISIBLE, CLOSED = int(Flag.VISIBLE), int(Flag.CLOSED)
HIDDEN_TAGS = SILENT_TAGS - {"iframe", "frame", "object", "svg"}


def mark_by_structure(columns: NodeColumns, document: DocumentInfo, *, aria_hidden_counts: bool) -> None:
    """Write the flags of one document of which only the structure is known."""
    blocked = blocking(aria_hidden_counts=aria_hidden_counts)
    flags, parents, tags = columns.flags, columns.parent, columns.tag
    for row in range(document.first_row, document.end_row):
        parent = parents[row]
        found = flags[parent] & INHERITED if parent >= 0 else 0
        if row == document.first_row and parent >= 0:
            found = hidden_with_owner(columns, parent)
        if columns.kind[row] == ELEMENT:
            attributes = columns.attributes[row]
            found |= hidden_by_attributes(attributes)
            if _is_left_out(tags[row], attributes) or (
                tags[parent] == "details" and is_folded(columns, parent, row)
            ):
                found |= CLOSED
        if not found & blocked:
            found |= VISIBLE
        flags[row] = found & PUBLIC


def _is_left_out(tag: str, attributes: Attributes) -> bool:
    if tag in HIDDEN_TAGS or is_closed(tag, attributes[::2]):
        return True
    return tag == "input" and "hidden" in attributes[1::2]
