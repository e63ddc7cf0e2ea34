"""Names that were written as HTML, where the page meant the text: `aria-label="<b>Size</b>"`. Pure.

Frameworks that take labels as Markdown put the rendered markup into the attribute as well.
"""

from __future__ import annotations

import re

from cdp_engine.observe.model.columns import DocumentInfo, NodeColumns
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

T_LABEL = int(Trait.LABEL)
ELEMENT = re.compile(r"<([a-z][\w-]*)(?:\s[^<>]*)?>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"</?[a-z][\w-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)


def read_markup(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Remove the tags from the names of one document that `aria-label` gives, where these contain whole elements."""
    for place in table.rows_with(T_LABEL):
        name = columns.name.get(document.first_row + place, "")
        if "</" in name and ELEMENT.search(name):
            columns.name[document.first_row + place] = " ".join(TAG.sub(" ", name).split())
