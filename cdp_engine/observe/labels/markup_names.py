"""Names that a script wrote into `aria-label` as they are: HTML in place of its text, or `null` for no name. Pure.

Frameworks that take labels as Markdown put the rendered markup into the attribute as well; others call each of their
fields by its kind, `dropdownlist`, whatever label the page shows beside it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.rendered_text import visible_text
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

T_LABEL = int(Trait.LABEL)
ELEMENT = re.compile(r"<([a-z][\w-]*)(?:\s[^<>]*)?>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"</?[a-z][\w-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
NO_VALUES = frozenset(("null", "undefined", "NaN", "[object Object]"))
"""What scripts write of a label that they do not have."""
KINDS = words(
    "autocomplete colorpicker combobox datepicker daterangepicker datetimepicker dropdown dropdownlist dropdowntree"
    " input listbox maskedtextbox multiselect numerictextbox select slider spinbutton textarea textbox textfield"
    " timepicker"
)
"""Names that say only of which kind a field is."""
STATES = frozenset(("true", "false"))
"""What scripts write of a setting whether there is a label: a name, if no other is found."""
CHOICE_ROLES = words("checkbox radio switch")
FIELD_ROLES = words("combobox listbox searchbox slider spinbutton textbox")


def drop_unwritten(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> dict[int, str]:
    """Remove the names of one document that say only that a script had none, or the kind of a field.

    Others are found for these elements. Returns the names of kinds by row, for those without another one.
    """
    kinds: dict[int, str] = {}
    for place in table.rows_with(T_LABEL):
        row = document.first_row + place
        name = columns.name.get(row, "")
        if name not in NO_VALUES and not _says_kind(name, columns.role[row]):
            continue
        if read_text(columns.attributes[row], "aria-label").strip() != name:
            continue
        if name not in NO_VALUES:
            kinds[row] = name
        del columns.name[row]
    if kinds:
        _name_by_labels(columns, document, kinds)
    return kinds


def _says_kind(name: str, role: str) -> bool:
    """Whether the name of a field says only of which kind it is, or is a state."""
    if name in STATES:
        return role in FIELD_ROLES or role in CHOICE_ROLES
    return name.lower() in KINDS and role in FIELD_ROLES


def _name_by_labels(columns: NodeColumns, document: DocumentInfo, kinds: Container[int]) -> None:
    """Give fields without another name the text of the `<label>` that HTML gives them."""
    for label, field in columns.labels.items():
        if field in kinds and field not in columns.name:
            text = visible_text(columns, document, label, skip=field)
            if text:
                columns.name[field] = text


def name_by_kind(columns: NodeColumns, kinds: Mapping[int, str]) -> None:
    """Give fields for which no other name was found that of their kind again."""
    for row, name in kinds.items():
        columns.name.setdefault(row, name)


def read_markup(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Remove the tags from the names of one document that `aria-label` gives, where these contain whole elements."""
    for place in table.rows_with(T_LABEL):
        name = columns.name.get(document.first_row + place, "")
        if "</" in name and ELEMENT.search(name):
            columns.name[document.first_row + place] = " ".join(TAG.sub(" ", name).split())
