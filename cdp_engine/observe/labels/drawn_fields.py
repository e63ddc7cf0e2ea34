"""The field that a library draws in place of a hidden control. Pure."""

from __future__ import annotations

from collections.abc import Container

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words

PLAIN_FIELDS = words("input textarea select")
FIELD_ROLES = words("textbox searchbox combobox listbox spinbutton")
SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
DRAWN_LEVELS = 4
"""How many boxes around a hidden field may hold the one that is drawn in its place."""


def drawn_field(columns: NodeColumns, control: int, named: Container[int]) -> int:
    """The one visible field close around a hidden one, in place of which a library draws it; -1 for none.

    `named` are the fields with a label of their own.
    """
    at = columns.parent[control]
    for _ in range(DRAWN_LEVELS):
        if at < 0 or columns.tag[at] in ("html", "body", "form", "tr"):
            return -1
        inside = columns.rows_within(at)
        fields = [row for row in inside if columns.flags[row] & SHOWN == SHOWN and _is_field(columns, row)]
        if fields:
            outer = [row for row in fields if not any(above in fields for above in columns.ancestors(row))]
            return outer[0] if len(outer) == 1 and outer[0] not in named else -1
        at = columns.parent[at]
    return -1


def _is_field(columns: NodeColumns, row: int) -> bool:
    attributes = columns.attributes[row]
    if columns.tag[row] in PLAIN_FIELDS or "contenteditable" in attributes[::2]:
        return True
    return (columns.role[row] or read_text(attributes, "role")) in FIELD_ROLES
