"""Which control a label means by the id in its `for`. Pure."""

from __future__ import annotations

from cdp_engine.observe.labels.field_labels import LABELABLE
from cdp_engine.observe.model.attributes import Attributes, read
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable


def names_control(table: DocumentTable, attributes: Attributes) -> bool | None:
    """Whether a label with these attributes names a control of the document by its id; None where it has no `for`."""
    wanted = read(attributes, "for")
    controls = (row for row in table.rows_with(int(Trait.ID)) if table.tag[row] in LABELABLE)
    return None if wanted is None else any(read(table.attributes[row], "id") == wanted for row in controls)
