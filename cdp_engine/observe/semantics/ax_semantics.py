"""Roles, names, values and states from the accessibility tree."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import ELEMENT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import EDITABLE_ROLES, Properties, store
from cdp_engine.observe.semantics.field_values import drawn_value
from cdp_engine.observe.semantics.html_states import TICKED_ROLES
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import AxNode, read_ax_properties

INTERACTIVE, VISIBLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE)
T_NOT_IN_TREE = int(Trait.NOT_IN_TREE)

TEXT_ROLES = words("StaticText InlineTextBox LineBreak ListMarker")
NO_ROLE = words("generic none presentation LayoutTable LayoutTableRow LayoutTableCell")
DETAILED_ROLES = words(
    "dialog alertdialog heading progressbar meter slider status alert row treeitem tab option"
)
"""Roles whose properties are read although the element is not interactive."""
SORTED_ROLES, SORT_ORDERS = words("columnheader rowheader"), words("ascending descending")
BOOLEAN_STATES = words("disabled required focused busy selected modal")
TOKEN_STATES = words("checked pressed invalid expanded readonly")
KEPT_PROPERTIES = words(
    "level valuemin valuemax valuetext autocomplete multiline multiselectable orientation roledescription"
)
LEFT_OUT_PROPERTIES = words("valuetext haspopup keyshortcuts")
VALUE_ROLES = words(
    "slider spinbutton progressbar meter scrollbar separator combobox listbox textbox searchbox"
)
NATIVE_FIELDS = words("input select textarea")


def apply_accessibility(columns: NodeColumns, nodes: Iterable[AxNode], rows: dict[int, int]) -> set[int]:
    """Write roles and names as the browser computed them, and the details of interactive elements.

    `rows` maps the backend ids of the nodes' process to rows. Returns the rows that got a role.
    """
    roles, names, flags, kinds = columns.role, columns.name, columns.flags, columns.kind
    drawn_by_label = {control for label, control in columns.labels.items() if flags[label] & INTERACTIVE}
    described: set[int] = set()
    for node in nodes:
        if node.ignored or node.role is None:
            continue
        role = node.role.value
        if role in TEXT_ROLES:
            continue
        row = rows.get(node.backend_dom_node_id)
        if row is None:
            continue
        name = node.name.value if node.name is not None else None
        if isinstance(name, str) and name:
            names[row] = " ".join(name.split())
        if role not in NO_ROLE:
            roles[row] = role
        described.add(row)
        if kinds[row] == ELEMENT and (
            flags[row] & INTERACTIVE or role in DETAILED_ROLES or row in drawn_by_label
        ):
            _details(columns, row, role, node)
    return described


def _details(columns: NodeColumns, row: int, role: str, node: AxNode) -> None:
    found: set[str] = set()
    kept: Properties = {}
    if len(bytes(node.properties)) > 2:
        try:
            properties = read_ax_properties(node.properties)
        except msgspec.DecodeError:
            properties = []
        for item in properties:
            value = item.value.value
            if item.name in BOOLEAN_STATES:
                if value is True or value == "true":
                    found.add(item.name)
            elif item.name in TOKEN_STATES:
                _token_state(found, item.name, value, role)
            elif item.name in KEPT_PROPERTIES and isinstance(value, str | int | float) and value:
                kept[item.name] = value
    _correct(found, columns, row, role)
    store(columns, row, found, kept)
    if role in VALUE_ROLES and row not in columns.value and not columns.flags[row] & Flag.REDACTED:
        value = node.value.value if node.value is not None else None
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            native = columns.tag[row] in NATIVE_FIELDS
            # For an editor it is the text with an added line end, even where it is empty.
            text = str(value) if native else " ".join(str(value).split())
            columns.value[row] = text if native else drawn_value(columns, row, text)


def _correct(found: set[str], columns: NodeColumns, row: int, role: str) -> None:
    """Correct the states that the tree has of an element."""
    attributes = columns.attributes[row]
    if columns.tag[row] not in NATIVE_FIELDS:
        if role in TICKED_ROLES and read(attributes, "aria-pressed") == "true":
            found.add("checked")
        return
    names = attributes[::2]
    if "required" in names:
        found.add("required")  # the tree has it for text fields only
    if "aria-invalid" not in names:
        found.discard("invalid")  # the tree has it for lists that nobody has used yet; see `add_left_out`


def _token_state(found: set[str], name: str, value: object, role: str) -> None:
    """States that have more than two values."""
    text = str(value).lower()
    if name == "expanded":
        if value is not None:
            found.add("expanded" if text == "true" else "collapsed")
    elif text == "mixed":
        found.add("mixed")
    elif name == "readonly":
        if text == "true" and role in EDITABLE_ROLES:
            found.add(name)
    elif text not in ("false", "", "none", "undefined"):
        found.add(name)


def add_left_out(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Add what the accessibility tree leaves out: `busy` outside of live regions, fullscreen, the current one
    of a set, and properties that are words."""
    for place, marked in table.marked.items():
        row = place + document.first_row
        if not columns.flags[row] & VISIBLE:
            continue
        if "modal" in marked:
            store(columns, row, {*columns.states.get(row, ()), "modal"}, {})
        if "invalid" in marked and columns.flags[row] & INTERACTIVE:
            store(columns, row, {*columns.states.get(row, ()), "invalid"}, columns.properties.get(row, {}))
    for place in table.rows_with(T_NOT_IN_TREE):
        row = place + document.first_row
        attributes, found = columns.attributes[row], columns.flags[row]
        if not found & VISIBLE:
            continue
        if "aria-busy" in attributes and read(attributes, "aria-busy") == "true":
            store(columns, row, {*columns.states.get(row, ()), "busy"}, columns.properties.get(row, {}))
        if "aria-sort" in attributes and columns.role[row] in SORTED_ROLES:
            order = {read_text(attributes, "aria-sort").strip().lower()} & SORT_ORDERS
            store(columns, row, {*columns.states.get(row, ()), *order}, columns.properties.get(row, {}))
        if found & INTERACTIVE and _is_current(attributes):
            store(columns, row, {*columns.states.get(row, ()), "current"}, columns.properties.get(row, {}))
        for name in LEFT_OUT_PROPERTIES if found & INTERACTIVE else ():
            written = read_text(attributes, f"aria-{name}").strip()
            if written and written != "false":
                columns.properties.setdefault(row, {}).setdefault(name, written)


def _is_current(attributes: Attributes) -> bool:
    return read_text(attributes, "aria-current").strip().lower() not in ("", "false")
