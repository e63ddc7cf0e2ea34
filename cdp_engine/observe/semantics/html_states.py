"""The states, properties and values that HTML gives an element (HTML-AAM).

States that only scripts can read (focus, an indeterminate checkbox, an invalid value) are in the table's `marked`, see
`capture.listeners`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import EDITABLE_ROLES, Properties, store
from cdp_engine.observe.semantics.accessible_name import Names
from cdp_engine.observe.semantics.field_values import drawn_value
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

REDACTED = int(Flag.REDACTED)
T_DISABLES = int(Trait.DISABLES)
CHECKED_ROLES = words("checkbox radio switch menuitemcheckbox menuitemradio option treeitem gridcell")
TICKED_ROLES = words("checkbox radio switch")
"""Roles that some pages give the state of a button that stays pressed."""
SELECTED_ROLES = words("option tab row gridcell cell columnheader rowheader treeitem")
MULTISELECTABLE_ROLES = words("listbox grid tree treegrid tablist")
LIVE_ROLES = words("status alert log timer marquee")
REQUIRED_ROLES = words(
    "textbox searchbox spinbutton combobox listbox radiogroup tree gridcell checkbox radio switch"
)
CONTROL_TAGS = words("button input select textarea optgroup option fieldset")
READONLY_ROLES = words("textbox searchbox spinbutton")
VALUE_ROLES = words("slider spinbutton progressbar meter scrollbar separator")
NUMBERS = {"aria-valuemin": "valuemin", "aria-valuemax": "valuemax", "min": "valuemin", "max": "valuemax"}
WORDS = {
    "aria-valuetext": "valuetext", "aria-haspopup": "haspopup", "aria-autocomplete": "autocomplete",
    "aria-orientation": "orientation", "aria-roledescription": "roledescription",
    "aria-keyshortcuts": "keyshortcuts",
}  # fmt: skip
SEVERAL = ("aria-multiselectable", "true")


class HtmlStates:
    """States, properties and values in one document; all rows are global."""

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, names: Names
    ) -> None:
        self._columns, self._table, self._names = columns, table, names
        self._first = document.first_row
        self._off = _disabled_scopes(columns, document, table)
        self._in_off = _with_contents(columns, self._off)

    def may_be_disabled(self, row: int) -> bool:
        """Whether an element, or one around it, may be disabled."""
        return row in self._in_off

    def mark(self, row: int) -> None:
        """Write the states and properties of an element whose role is known."""
        columns, local = self._columns, row - self._first
        attributes, role, tag = columns.attributes[row], columns.role[row], columns.tag[row]
        found: set[str] = set(self._table.marked.get(local, ())) - UNSAID
        kept: Properties = {}
        for position in range(0, len(attributes), 2):
            self._read(row, attributes[position], attributes[position + 1], found, kept)
        if row in self._in_off and _is_off(columns, row, self._off):
            found.add("disabled")
        if role in CHECKED_ROLES and tag == "input" and local in self._table.checked:
            found.add("checked")
        if role == "option" and local in self._table.selected:
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
        store(columns, row, found, kept)

    def _read(self, row: int, name: str, value: str, found: set[str], kept: Properties) -> None:
        """The state or property that one attribute sets."""
        role = self._columns.role[row]
        if name.startswith("aria-"):
            _aria_state(found, name[5:], value.strip().lower(), role)
        elif name == "required":
            if role in REQUIRED_ROLES:
                found.add(name)
        elif name == "readonly" and role in READONLY_ROLES:
            found.add(name)
        elif name == "popovertarget":
            target = self._names.target(row, value)
            if target is not None:
                found.add("expanded" if self._columns.bounds[target] is not None else "collapsed")
        if role in MULTISELECTABLE_ROLES and (name == "multiple" or (name, value) == SEVERAL):
            kept["multiselectable"] = True
        if name in NUMBERS and role in VALUE_ROLES:
            _number(kept, NUMBERS[name], value)
        elif name in WORDS and value.strip() and value.strip().lower() not in ("false", "none"):
            kept[WORDS[name]] = value.strip()

    def mark_value(self, row: int) -> None:
        """Write the value of a control that is not a native one."""
        columns = self._columns
        if row in columns.value or columns.flags[row] & REDACTED:
            return
        attributes, tag, role = columns.attributes[row], columns.tag[row], columns.role[row]
        if role in VALUE_ROLES:
            value = read(attributes, "aria-valuenow") or (
                read(attributes, "value") if tag != "input" else None
            )
            if value:
                columns.value[row] = value
        elif role in EDITABLE_ROLES and tag not in ("input", "textarea", "select"):
            columns.value[row] = drawn_value(columns, row, self._names.text(row))


UNSAID = words("hovered")
"""What is marked for other reasons than to be said."""
TRUE_OF = {
    "readonly": READONLY_ROLES, "selected": SELECTED_ROLES, "busy": LIVE_ROLES, "modal": words("dialog alertdialog"),
    "required": REQUIRED_ROLES,
}  # fmt: skip
"""Boolean states -> the roles that have them."""
MIXED_OF = {"checked": CHECKED_ROLES, "pressed": words("button")}
"""States with a third value -> the roles that have them."""


def _aria_state(found: set[str], name: str, value: str, role: str) -> None:
    if name == "expanded":
        if value in ("true", "false"):
            found.add("expanded" if value == "true" else "collapsed")
    elif name == "invalid":
        if value not in ("", "false"):
            found.add(name)
    elif name == "pressed" and role in TICKED_ROLES:
        if value == "true":
            found.add("checked")
    elif name in MIXED_OF:
        if role in MIXED_OF[name] and value in ("true", "mixed"):
            found.add(name if value == "true" else value)
    elif value == "true" and role in TRUE_OF.get(name, ()):
        found.add(name)


def _number(kept: Properties, name: str, value: str) -> None:
    try:
        kept[name] = float(value) if "." in value else int(value)
    except ValueError:
        return


def _disabled_scopes(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> dict[int, int]:
    """Rows that disable their contents: row -> the first legend in a fieldset, which stays enabled, or -1.

    A row that sets `aria-disabled=false` for its contents maps to itself.
    """
    found: dict[int, int] = {}
    first = document.first_row
    for place in table.rows_with(T_DISABLES):
        row = place + first
        attributes = columns.attributes[row]
        if "disabled" in attributes and columns.tag[row] in CONTROL_TAGS and "disabled" in attributes[::2]:
            found[row] = _first_legend(columns, row) if columns.tag[row] == "fieldset" else -1
        elif "aria-disabled" in attributes:
            found[row] = -1 if read_text(attributes, "aria-disabled").lower() == "true" else row
    return found


def _first_legend(columns: NodeColumns, fieldset: int) -> int:
    for row in columns.rows_within(fieldset):
        if columns.parent[row] == fieldset and columns.tag[row] == "legend":
            return row
    return -1


def _with_contents(columns: NodeColumns, rows: Iterable[int]) -> set[int]:
    """Some rows of a document and everything in them."""
    found: set[int] = set()
    for row in sorted(rows):
        if row not in found:
            found.add(row)
            found.update(columns.rows_within(row))
    return found


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
