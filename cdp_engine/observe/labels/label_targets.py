"""What a label means by the id in its `for`: a control, or an element that a library draws. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import Attributes, read, read_text
from cdp_engine.observe.model.columns import DocumentInfo, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable, scope_of

LABELABLE = words("button input meter output progress select textarea")
WITH_ID = int(Trait.ID)


def names_control(table: DocumentTable, attributes: Attributes) -> bool | None:
    """Whether a label with these attributes names a control of the document by its id; None where it has no `for`."""
    wanted = read(attributes, "for")
    controls = (row for row in table.rows_with(WITH_ID) if table.tag[row] in LABELABLE)
    return None if wanted is None else any(read(table.attributes[row], "id") == wanted for row in controls)


def target_of(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, label: int) -> int:
    """The element that `for` refers to, a native control apart; -1 for none."""
    first, wanted = document.first_row, read_text(columns.attributes[label], "for")
    scope = scope_of(columns, first, table, label)
    for row in map(first.__add__, table.rows_with(WITH_ID)) if wanted else ():
        if read_text(columns.attributes[row], "id") != wanted or columns.tag[row] in LABELABLE:
            continue
        if scope_of(columns, first, table, row) == scope:
            return row
    return -1
