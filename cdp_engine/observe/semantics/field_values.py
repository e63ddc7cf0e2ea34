"""The values of form fields, without secret ones (VD-08). Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.document_table import DocumentTable

CROSSES = frozenset("×✕✖✗⨯")
VALUELESS_INPUTS = words("checkbox radio submit reset button image hidden file")


def clean_values(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Keep the meaningful values, and none of a secret field (VD-08)."""
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
    for row in sorted(table.selected):  # in the order of the page
        select = columns.parent[row + first]
        while select >= first and columns.tag[select] != "select":
            select = columns.parent[select]
        if select >= first:
            text = _option_text(columns, row + first)
            columns.value[select] = f"{columns.value[select]}, {text}" if select in columns.value else text


def drawn_value(columns: NodeColumns, row: int, text: str) -> str:
    """The value in the text of a drawn field: without the label that a custom element draws in it, as its attribute
    or the field's name says, and without the buttons in a list's field, which clear it or take a choice away, or the
    crosses that are drawn for them."""
    label = read_text(columns.attributes[row], "label").strip()
    if not label and columns.role[row] == "combobox":
        label = _label_within(columns, row)
    if label:
        return text.removeprefix(label).lstrip("* ")
    if columns.role[row] != "combobox":
        return text
    in_buttons: set[int] = set()
    for inner in columns.rows_within(row):
        attributes = columns.attributes[inner]
        if columns.tag[inner] == "button" or (attributes and read_text(attributes, "role") == "button"):
            text = text.replace(_called(columns, inner), " ", 1)
            in_buttons.update(columns.rows_within(inner))
        elif inner not in in_buttons and columns.text[inner].strip() in CROSSES:
            text = text.replace(columns.text[inner].strip(), " ", 1)
    return " ".join(text.split())


def _label_within(columns: NodeColumns, row: int) -> str:
    """The label that floats within the field that it names; what shows the value may name the field, too."""
    ids = read_text(columns.attributes[row], "aria-labelledby").split()
    for inner in columns.rows_within(row) if ids else ():
        attributes = columns.attributes[inner]
        is_named = inner != row and attributes and read_text(attributes, "id") in ids
        if is_named and "label" in read_text(attributes, "class").lower():
            parts = [part for part in columns.rows_within(inner) if not columns.tag[part].startswith("::")]
            return " ".join("".join(columns.text[part] for part in parts).split())
    return ""


def _called(columns: NodeColumns, button: int) -> str:
    said = read_text(columns.attributes[button], "aria-label").strip()
    return said or " ".join("".join(columns.text[row] for row in columns.rows_within(button)).split())


def _option_text(columns: NodeColumns, option: int) -> str:
    label = read_text(columns.attributes[option], "label")
    if label:
        return label
    return " ".join("".join(columns.text[row] for row in columns.rows_within(option)).split())
