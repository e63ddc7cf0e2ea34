"""The field that a library draws in place of a hidden control. Pure."""

from __future__ import annotations

from collections.abc import Container
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import has_text
from cdp_engine.observe.drawn.field_boxes import LIST_POPUPS
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.accessible_name import said_once
from cdp_engine.observe.semantics.rendered_text import visible_text

PLAIN_FIELDS = words("input textarea select")
FIELD_ROLES = words("textbox searchbox combobox listbox spinbutton")
DRAWN_LIST_TAGS, NO_ROLES = words("div span"), frozenset(("", "generic", "none"))
VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
BUTTON_LEVELS = 6
DRAWN_LEVELS, MARK_LEVELS = 4, 3
"""How many boxes around a hidden field may hold the one drawn in its place, and how many around a part the whole."""


def drawn_field(columns: NodeColumns, control: int, named: Container[int]) -> int:
    """The one visible field close around a hidden one, in place of which a library draws it; -1 for none.

    `named` are the fields with a label of their own.
    """
    found = _fields_around(columns, control)
    return found[0] if len(found) == 1 and found[0] not in named else -1


def button_around(columns: NodeColumns, control: int) -> int:
    """The button that shows what it opens in an inert field, as Grommet draws its lists; else the control itself."""
    if "inert" not in columns.attributes[control][::2]:
        return control
    around = islice(columns.ancestors(control), BUTTON_LEVELS)
    return next((at for at in around if columns.tag[at] == "button"), control)


def holds_inert_field(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether an element is such a button."""
    inside = columns.rows_within(row, document.end_row) if columns.tag[row] == "button" else ()
    return any(columns.tag[at] == "input" and button_around(columns, at) == row for at in inside)


def is_drawn_in_parts(columns: NodeColumns, control: int) -> bool:
    """Whether several inputs are drawn in place of one that nobody sees or reaches, as those of a code are."""
    attributes = columns.attributes[control]
    if read_text(attributes, "aria-hidden") != "true" or read_text(attributes, "tabindex") != "-1":
        return False
    found = _fields_around(columns, control)
    return len(found) > 1 and all(columns.tag[row] == "input" for row in found)


def _list_around(columns: NodeColumns, control: int) -> int:
    """The drawn list, without a role of its own, that a text field out of sight is typed into for; -1 for none."""
    above = columns.parent[control]
    drawn = columns.flags[above] & SHOWN == SHOWN and columns.role[above] == "combobox"
    return above if drawn and not read_text(columns.attributes[above], "role") else -1


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


def name_drawn_fields(columns: NodeColumns, document: DocumentInfo) -> None:
    """Name the nameless fields that are drawn in place of hidden ones by the labels of those.

    A button that shows what it opens in an inert field is such a field, whatever it says of its choice.
    """
    named = set(columns.labels.values())
    for label, control in list(columns.labels.items()):
        if holds_inert_field(columns, document, control) and (name := visible_text(columns, document, label)):
            columns.value[control] = columns.name.get(control, "")
            columns.name[control] = said_once(name)
            continue
        if not document.first_row <= label < document.end_row or columns.flags[control] & VISIBLE:
            continue
        if not columns.flags[label] & VISIBLE:
            continue
        pressed = columns.flags[label] & INTERACTIVE
        field = _list_around(columns, control) if pressed else drawn_field(columns, control, named)
        name = said_once(visible_text(columns, document, label)) if field >= 0 else ""
        # its `aria-labelledby` may name it so already
        if name and columns.name.setdefault(field, name) == name:
            columns.labels[label] = field
            columns.flags[label] &= ~INTERACTIVE


def in_drawn(columns: NodeColumns, row: int, roles: Container[str]) -> bool:
    """Whether an element lies in a control with one of some roles that a person sees."""
    return any(
        columns.flags[at] & SHOWN == SHOWN and read_text(columns.attributes[at], "role") in roles
        for at in islice(columns.ancestors(row), MARK_LEVELS)
    )


def may_be_list(columns: NodeColumns, row: int) -> bool:
    """Whether a control may be a list that a library draws without a role: it shows a choice, or says that it opens."""
    if columns.tag[row] == "button":
        return read_text(columns.attributes[row], "aria-haspopup") in LIST_POPUPS
    return columns.tag[row] in DRAWN_LIST_TAGS and columns.role[row] in NO_ROLES and has_text(columns, row)
