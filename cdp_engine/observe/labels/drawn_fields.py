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
    found = _fields_around(columns, control)
    return found[0] if len(found) == 1 and found[0] not in named else -1


def is_drawn_in_parts(columns: NodeColumns, control: int) -> bool:
    """Whether several inputs are drawn in place of one that nobody sees or reaches, as those of a code are."""
    attributes = columns.attributes[control]
    if read_text(attributes, "aria-hidden") != "true" or read_text(attributes, "tabindex") != "-1":
        return False
    found = _fields_around(columns, control)
    return len(found) > 1 and all(columns.tag[row] == "input" for row in found)


def _fields_around(columns: NodeColumns, control: int) -> list[int]:
    """The visible fields in the closest box around a hidden one that has any."""
    at = columns.parent[control]
    for _ in range(DRAWN_LEVELS):
        if at < 0 or columns.tag[at] in ("html", "body", "form", "tr"):
            break
        inside = columns.rows_within(at)
        fields = [row for row in inside if columns.flags[row] & SHOWN == SHOWN and _is_field(columns, row)]
        if fields:
            return [row for row in fields if not any(above in fields for above in columns.ancestors(row))]
        at = columns.parent[at]
    return []


def _is_field(columns: NodeColumns, row: int) -> bool:
    attributes = columns.attributes[row]
    if columns.tag[row] in PLAIN_FIELDS or "contenteditable" in attributes[::2]:
        return True
    return (columns.role[row] or read_text(attributes, "role")) in FIELD_ROLES
