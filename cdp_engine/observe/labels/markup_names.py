"""Names that a script wrote into `aria-label` as they are: HTML in place of its text, or `null` for no name. Pure.

Frameworks that take labels as Markdown put the rendered markup into the attribute as well.
"""

from __future__ import annotations

import re

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, NodeColumns
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

T_LABEL = int(Trait.LABEL)
ELEMENT = re.compile(r"<([a-z][\w-]*)(?:\s[^<>]*)?>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"</?[a-z][\w-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
NO_VALUES = frozenset(("null", "undefined", "NaN", "[object Object]"))
"""What scripts write of a label that they do not have."""


def drop_unwritten(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Remove the names of one document that say only that a script had none: others are found for these elements."""
    for place in table.rows_with(T_LABEL):
        row = document.first_row + place
        if (
            columns.name.get(row) in NO_VALUES
            and read_text(columns.attributes[row], "aria-label") in NO_VALUES
        ):
            del columns.name[row]


def read_markup(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Remove the tags from the names of one document that `aria-label` gives, where these contain whole elements."""
    for place in table.rows_with(T_LABEL):
        name = columns.name.get(document.first_row + place, "")
        if "</" in name and ELEMENT.search(name):
            columns.name[document.first_row + place] = " ".join(TAG.sub(" ", name).split())
