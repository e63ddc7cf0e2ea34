"""Roles, names, values and states: as the accessibility tree has them, else from tags and attributes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cdp_engine.observe.model.columns import ELEMENT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.roles import Namer, read, role_of
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import AxNode, read_ax_properties

INTERACTIVE, VISIBLE, EDITABLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE), int(Flag.EDITABLE)
UNTOLD = int(Trait.UNTOLD)

STATES = (
    "checked", "mixed", "selected", "expanded", "collapsed", "pressed", "disabled", "readonly", "required",
    "invalid", "focused", "busy", "modal",
)  # fmt: skip
"""All states, in the order in which a node lists them."""

TEXT_ROLES = words("StaticText InlineTextBox LineBreak ListMarker")
NO_ROLE = words("generic none presentation LayoutTable LayoutTableRow LayoutTableCell")
DETAILED_ROLES = words(
    "dialog alertdialog heading progressbar meter slider status alert row treeitem tab option"
)
"""Roles whose properties are read although nobody acts on the element."""
BOOLEAN_STATES = words("disabled required focused busy selected modal")
TOKEN_STATES = words("checked pressed invalid expanded readonly")
KEPT_PROPERTIES = words(
    "level valuemin valuemax valuetext haspopup autocomplete multiline multiselectable orientation"
    " roledescription"
)
VALUE_ROLES = words("slider spinbutton progressbar meter scrollbar combobox listbox textbox searchbox")
NATIVE_FIELDS = words("input select textarea")
EDITABLE_ROLES = words("textbox searchbox combobox spinbutton")

Properties = dict[str, str | int | float | bool]


def apply_accessibility(columns: NodeColumns, nodes: Iterable[AxNode], rows: dict[int, int]) -> set[int]:
    """Write roles and names as the browser computed them, and the details of what one may act on.

    `rows` maps the backend ids of the nodes' process to rows. Returns the rows that got a role.
    """
    roles, names, flags, kinds = columns.role, columns.name, columns.flags, columns.kind
    drawn_by_label = {control for label, control in columns.labels.items() if flags[label] & INTERACTIVE}
    told: set[int] = set()
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
        told.add(row)
        if kinds[row] == ELEMENT and (
            flags[row] & INTERACTIVE or role in DETAILED_ROLES or row in drawn_by_label
        ):
            _details(columns, row, role, node)
    return told


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
    if columns.tag[row] in NATIVE_FIELDS and "required" in columns.attributes[row][::2]:
        found.add("required")  # the tree tells it of text fields only
    _store(columns, row, found, kept)
    if role in VALUE_ROLES and row not in columns.value and not columns.flags[row] & Flag.REDACTED:
        value = node.value.value if node.value is not None else None
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            native = columns.tag[row] in NATIVE_FIELDS
            # Of an editor it is the text with a line end of its own making, even where there is none.
            columns.value[row] = str(value) if native else " ".join(str(value).split())


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


def _store(columns: NodeColumns, row: int, states: set[str], properties: Properties) -> None:
    if states:
        columns.states[row] = tuple([state for state in STATES if state in states])
    if properties:
        columns.properties[row] = properties


def add_untold(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Add what the accessibility tree keeps to itself: `busy` outside of live regions, the text of a value."""
    for place in table.rows_with(UNTOLD):
        row = place + document.first_row
        attributes, found = columns.attributes[row], columns.flags[row]
        if not found & VISIBLE:
            continue
        if "aria-busy" in attributes and read(attributes, "aria-busy") == "true":
            _store(columns, row, {*columns.states.get(row, ()), "busy"}, columns.properties.get(row, {}))
        if "aria-valuetext" in attributes and found & INTERACTIVE:
            told = columns.properties.setdefault(row, {})
            told.setdefault("valuetext", read(attributes, "aria-valuetext") or "")


def complete(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    labels: dict[int, int],
    told: set[int],
    *,
    everything: bool,
) -> None:
    """Fill in what the accessibility tree did not tell of one document.

    With `everything` (no tree for this document) each visible element gets its role, otherwise only those one
    can act on.
    """
    namer = Namer(columns, document, labels)
    flags, roles, tags, kinds = columns.flags, columns.role, columns.tag, columns.kind
    for row in range(document.first_row, document.end_row):
        found = flags[row]
        if kinds[row] != ELEMENT or not found & VISIBLE:
            continue
        acted_on = found & INTERACTIVE
        if acted_on and found & EDITABLE and _is_editing_host(columns, row):
            roles[row] = roles[row] or "textbox"
            columns.value.setdefault(row, namer.text(row))
        elif row in told:
            if acted_on and row not in columns.name:
                _name(columns, namer, row)
        elif acted_on or everything:
            roles[row] = role_of(tags[row], columns.attributes[row])
            if acted_on or roles[row] in NAMED_WITHOUT_TREE:
                _name(columns, namer, row)
                _states_of_attributes(columns, table, row, document.first_row)
    label_hidden_controls(columns, labels, table, document.first_row)


def _is_editing_host(columns: NodeColumns, row: int) -> bool:
    return "contenteditable" in columns.attributes[row][::2]


NAMED_WITHOUT_TREE = words("heading image dialog alertdialog navigation region form group table figure")


def _name(columns: NodeColumns, namer: Namer, row: int) -> None:
    name = namer.name(row, columns.role[row])
    if name:
        columns.name[row] = name


def _states_of_attributes(columns: NodeColumns, table: DocumentTable, row: int, first_row: int) -> None:
    attributes = columns.attributes[row]
    found: set[str] = set()
    role = columns.role[row]
    for position in range(0, len(attributes), 2):
        name, value = attributes[position], attributes[position + 1]
        short = name.removeprefix("aria-")
        if name in ("disabled", "required") or (name == "readonly" and role in EDITABLE_ROLES):
            found.add(name)
        elif name.startswith("aria-"):
            if short in BOOLEAN_STATES:
                if value.lower() == "true":
                    found.add(short)
            elif short in TOKEN_STATES:
                _token_state(found, short, value, role)
    if role in ("checkbox", "radio", "switch") and row - first_row in table.checked:
        found.add("checked")
    if columns.tag[row] == "summary":
        above = columns.attributes[columns.parent[row]]
        found.add("expanded" if "open" in above[::2] else "collapsed")
    _store(columns, row, found, {})


def label_hidden_controls(
    columns: NodeColumns, labels: dict[int, int], table: DocumentTable, first_row: int
) -> None:
    """A label that is drawn instead of its control takes over the control's role, state and name."""
    for label, control in labels.items():
        if not columns.flags[label] & INTERACTIVE:
            continue
        role = columns.role[control] or role_of(columns.tag[control], columns.attributes[control])
        columns.role[label] = role
        states = set(columns.states.get(control, ()))
        if control - first_row in table.checked:
            states.add("checked")
        if "disabled" in columns.attributes[control][::2]:
            states.add("disabled")
        _store(columns, label, states, {})
        name = columns.name.get(control)
        if name:
            columns.name[label] = name


def clean_values(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Keep the values that mean something, and none of a secret field (VD-08)."""
    first = document.first_row
    for row in table.secret:
        columns.flags[row + first] |= Flag.REDACTED
        columns.value.pop(row + first, None)
    for row in list(table.values):
        row += first
        if columns.tag[row] == "input":
            kind = (read(columns.attributes[row], "type") or "text").lower()
            if kind in VALUELESS_INPUTS:
                columns.value.pop(row, None)
    for row in table.selected:
        select = columns.parent[row + first]
        while select >= first and columns.tag[select] != "select":
            select = columns.parent[select]
        if select >= first:
            text = _option_text(columns, row + first)
            columns.value[select] = f"{columns.value[select]}, {text}" if select in columns.value else text


VALUELESS_INPUTS = words("checkbox radio submit reset button image hidden file")


def _option_text(columns: NodeColumns, option: int) -> str:
    attributes: Attributes = columns.attributes[option]
    label = read(attributes, "label")
    if label:
        return label
    parts: list[str] = []
    row = option + 1
    while row < len(columns) and columns.parent[row] >= option:
        parts.append(columns.text[row])
        row += 1
    return " ".join("".join(parts).split())
