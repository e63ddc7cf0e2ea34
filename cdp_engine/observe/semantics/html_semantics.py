"""Roles, names, values and states of a document that no accessibility tree tells of: from what its layout holds.

What only scripts know of an element (focus, an undecided checkbox, a value that its form refuses) is in the table's
`marked`, see `listeners`; the rest follows HTML-AAM.
"""

from __future__ import annotations

from collections.abc import Iterable

from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.accessible_name import Names
from cdp_engine.observe.semantics.ax_semantics import EDITABLE_ROLES, STATES, Properties
from cdp_engine.observe.semantics.html_roles import CONTEXTUAL, PLAIN, cell_role, html_role
from cdp_engine.observe.semantics.roles import Namer, read
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE, INTERACTIVE, EDITABLE = int(Flag.VISIBLE), int(Flag.INTERACTIVE), int(Flag.EDITABLE)
REDACTED = int(Flag.REDACTED)
T_STATED, T_DISABLES, T_ROLE = int(Trait.STATED), int(Trait.DISABLES), int(Trait.ROLE | Trait.EDITABLE)
NAMED = words(
    "heading image dialog alertdialog navigation region form group table figure article main complementary banner"
    " contentinfo search list tablist tabpanel toolbar menu menubar radiogroup tree grid treegrid listbox meter"
    " progressbar status alert Iframe Video Audio Canvas option treeitem tab feed log PluginObject EmbeddedObject"
)
"""Roles that are named although nobody acts on the element."""
STATED = words("dialog alertdialog heading progressbar meter slider status alert row treeitem tab option")
PLAIN_STATED = words("row status alert tab treeitem")
"""Roles that have no state where no attribute gives one."""
CONTENT_NAMED = words("heading option treeitem tab")
CHECKED_ROLES = words("checkbox radio switch menuitemcheckbox menuitemradio option treeitem")
SELECTED_ROLES = words("option tab row gridcell cell columnheader rowheader treeitem")
LIVE_ROLES = words("status alert log timer marquee")
REQUIRED_ROLES = words(
    "textbox searchbox spinbutton combobox listbox radiogroup tree gridcell checkbox radio switch"
)
CONTROL_TAGS = words("button input select textarea optgroup option fieldset")
READONLY_ROLES = words("textbox searchbox spinbutton")
VALUE_ROLES = words("slider spinbutton progressbar meter scrollbar")
VALUED = VALUE_ROLES | EDITABLE_ROLES
TOLD = NAMED | STATED
STATEFUL = words("input option summary select dialog")
"""Tags that have states without any attribute that gives them one."""
NUMBERS = {"aria-valuemin": "valuemin", "aria-valuemax": "valuemax", "min": "valuemin", "max": "valuemax"}
WORDS = {
    "aria-valuetext": "valuetext", "aria-haspopup": "haspopup", "aria-autocomplete": "autocomplete",
    "aria-orientation": "orientation", "aria-roledescription": "roledescription",
}  # fmt: skip


def tell(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, labels: dict[int, int]) -> None:
    """Write role, name, states and properties of every visible element of one document."""
    names, plain = Names(columns, document, table, labels), Namer(columns, document, labels)
    flags, roles, tags, all_attributes = columns.flags, columns.role, columns.tag, columns.attributes
    off = _disabled_scopes(columns, document, table)
    first, end, traits, marked = document.first_row, document.end_row, table.traits, table.marked
    drawn_by_label = {control for label, control in labels.items() if flags[label] & INTERACTIVE}
    lines: dict[int, str] = {}
    for row in _to_tell(columns, first, end, drawn_by_label):
        tag, attributes, trait, found = tags[row], all_attributes[row], traits[row - first], flags[row]
        if not (trait & T_ROLE or tag in CONTEXTUAL):
            role = PLAIN.get(tag, "")
        elif tag == "td" and not attributes:
            role = cell_role(columns, row, lines)
        else:
            role = html_role(columns, row, lines)
        acted_on = found & INTERACTIVE or row in drawn_by_label
        if acted_on and not role and found & EDITABLE and "contenteditable" in attributes:
            role = "textbox"
        if role:
            roles[row] = role
        if not acted_on and role not in TOLD:
            continue
        if acted_on or role in NAMED:
            name = _name(names, plain, row, role, acted_on=bool(acted_on))
            if name:
                columns.name[row] = name
        if acted_on or (role in STATED and (attributes or role not in PLAIN_STATED)):
            if off or trait & T_STATED or tag in STATEFUL or role == "heading" or row - first in marked:
                _states(columns, table, names, row, first, off)
            if role in VALUED:
                _value(columns, table, names, row, role)


def _to_tell(columns: NodeColumns, first: int, end: int, drawn_by_label: set[int]) -> Iterable[int]:
    """The elements that can be seen, and the controls that their labels are drawn instead of."""
    flags, kinds = columns.flags, columns.kind
    rows = [row for row in columns.rows_with(VISIBLE, first, end) if kinds[row] == ELEMENT]
    hidden = [row for row in drawn_by_label if not flags[row] & VISIBLE and kinds[row] == ELEMENT]
    return sorted([*rows, *hidden]) if hidden else rows


def _name(names: Names, plain: Namer, row: int, role: str, *, acted_on: bool) -> str:
    if role:
        return names.name(row, role if acted_on or role in CONTENT_NAMED else f"-{role}")
    # Chrome names nothing without a role: what a human reads counts
    return names.given(row) or plain.name(row, role)


def name_again(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> str:
    """The name that `tell` gives an element; its role is known."""
    names = Names(columns, document, table, columns.labels)
    acted_on = bool(columns.flags[row] & INTERACTIVE) or any(
        control == row and columns.flags[label] & INTERACTIVE for label, control in columns.labels.items()
    )
    return _name(names, Namer(columns, document, columns.labels), row, columns.role[row], acted_on=acted_on)


def _states(
    columns: NodeColumns, table: DocumentTable, names: Names, row: int, first: int, off: dict[int, int]
) -> None:
    attributes, role, tag = columns.attributes[row], columns.role[row], columns.tag[row]
    found: set[str] = set(table.marked.get(row - first, ()))
    kept: Properties = {}
    for position in range(0, len(attributes), 2):
        name, value = attributes[position], attributes[position + 1]
        if name.startswith("aria-"):
            _aria_state(found, name[5:], value.strip().lower(), role)
        elif name == "required":
            if role in REQUIRED_ROLES:
                found.add(name)
        elif name == "readonly" and role in READONLY_ROLES:
            found.add(name)
        elif name == "popovertarget":
            target = names.target(row, value)
            if target is not None:
                found.add("expanded" if columns.bounds[target] is not None else "collapsed")
        if name in NUMBERS and role in VALUE_ROLES:
            _number(kept, NUMBERS[name], value)
        elif name in WORDS and value.strip() and value.strip().lower() not in ("false", "none"):
            kept[WORDS[name]] = value.strip()
    if off and _is_off(columns, row, off):
        found.add("disabled")
    local = row - first
    if role in CHECKED_ROLES and tag == "input" and local in table.checked:
        found.add("checked")
    if role == "option" and local in table.selected:
        found.add("selected")
    if "mixed" in found:
        found.discard("checked")
    if tag == "summary" and role == "DisclosureTriangle":
        above = columns.attributes[columns.parent[row]]
        found.add("expanded" if "open" in above[::2] else "collapsed")
    elif tag == "select" and role == "combobox" and "expanded" not in found:
        found.add("collapsed")
    elif role == "heading":
        _number(kept, "level", read(attributes, "aria-level") or tag.removeprefix("h"))
    if found:
        columns.states[row] = tuple([state for state in STATES if state in found])
    if kept:
        columns.properties[row] = kept


def _aria_state(found: set[str], name: str, value: str, role: str) -> None:
    if name == "expanded":
        if value in ("true", "false"):
            found.add("expanded" if value == "true" else "collapsed")
    elif name in ("checked", "pressed"):
        if (role in CHECKED_ROLES) if name == "checked" else role == "button":
            if value == "mixed":
                found.add("mixed")
            elif value == "true":
                found.add(name)
    elif name == "invalid":
        if value not in ("", "false"):
            found.add(name)
    elif value == "true":
        if name == "readonly":
            if role in READONLY_ROLES:
                found.add(name)
        elif name == "selected":
            if role in SELECTED_ROLES:
                found.add(name)
        elif name == "busy":
            if role in LIVE_ROLES:
                found.add(name)
        elif name == "modal":
            if role in ("dialog", "alertdialog"):
                found.add(name)
        elif name == "required" and role in REQUIRED_ROLES:
            found.add(name)


def _number(kept: Properties, name: str, value: str) -> None:
    try:
        kept[name] = float(value) if "." in value else int(value)
    except ValueError:
        return


def _value(columns: NodeColumns, table: DocumentTable, names: Names, row: int, role: str) -> None:
    """Values that are not typed into a native control."""
    if row in columns.value or columns.flags[row] & REDACTED:
        return
    attributes, tag = columns.attributes[row], columns.tag[row]
    if role in VALUE_ROLES:
        value = read(attributes, "aria-valuenow") or (read(attributes, "value") if tag != "input" else None)
        if value:
            columns.value[row] = value
    elif role in EDITABLE_ROLES and tag not in ("input", "textarea", "select"):
        columns.value[row] = names.text(row)


def _disabled_scopes(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> dict[int, int]:
    """Rows that disable what is in them: row -> the first legend in a fieldset, which stays enabled, or -1.

    A row that switches `aria-disabled` off again for its contents maps to itself.
    """
    found: dict[int, int] = {}
    first = document.first_row
    for place in table.rows_with(T_DISABLES):
        row = place + first
        attributes = columns.attributes[row]
        if "disabled" in attributes and columns.tag[row] in CONTROL_TAGS and "disabled" in attributes[::2]:
            found[row] = _first_legend(columns, row) if columns.tag[row] == "fieldset" else -1
        elif "aria-disabled" in attributes:
            found[row] = -1 if (read(attributes, "aria-disabled") or "").lower() == "true" else row
    return found


def _first_legend(columns: NodeColumns, fieldset: int) -> int:
    row = fieldset + 1
    while row < len(columns) and columns.parent[row] >= fieldset:
        if columns.parent[row] == fieldset and columns.tag[row] == "legend":
            return row
        row += 1
    return -1


def _is_off(columns: NodeColumns, row: int, off: dict[int, int]) -> bool:
    """Whether an element is disabled: itself, by its fieldset or by an `aria-disabled` around it."""
    legends: set[int] = set()
    native = columns.tag[row] in CONTROL_TAGS
    current = row
    while current >= 0:
        if current in off:
            exempt = off[current]
            if exempt == current:
                return False
            if columns.tag[current] == "fieldset":
                if native and exempt not in legends:
                    return True
            elif current == row or columns.tag[current] not in CONTROL_TAGS:
                return True
        if columns.tag[current] == "legend":
            legends.add(current)
        current = columns.parent[current]
    return False
