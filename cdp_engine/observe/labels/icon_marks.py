"""What a style sheet alone draws, with a tooltip: the dot of an unread message, the flag of a row (SX-07). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from cdp_engine.observe.drawn.click_targets import only_draws_glyph
from cdp_engine.observe.labels.icon_cells import CELL_ROLES
from cdp_engine.observe.labels.tree_arrows import BARRED
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.icon_names import title_of
from cdp_engine.observe.sources.row_changes import FoundRows

_INTERACTIVE, _RENDERED, _VISIBLE = int(Flag.INTERACTIVE), int(Flag.RENDERED), int(Flag.VISIBLE)
_TAGS = words("span i em b div")


def name_icon_marks(columns: NodeColumns, document: DocumentInfo, found: FoundRows) -> None:
    """Name elements of one document that have a tooltip and hold nothing but a drawn pseudo-element, as pictures.

    Such an element may have no width of its own, as where the drawing lies beside it.
    """
    for place in found.rows("marks with a tooltip", partial(_titled, columns, document)):
        row = place + document.first_row
        flags = columns.flags[row]
        if (
            flags & (_INTERACTIVE | BARRED)
            or not flags & _RENDERED
            or row in columns.name
            or columns.role[row]
        ):
            continue
        if _in_named_cell(columns, row):
            continue
        if only_draws_glyph(columns, row) and (name := title_of(columns, row)):
            columns.role[row] = "image"
            columns.name[row] = name
            columns.flags[row] |= _VISIBLE


def _titled(columns: NodeColumns, document: DocumentInfo, places: Iterable[int]) -> list[int]:
    attributes, tags, first = columns.attributes, columns.tag, document.first_row
    return [at for at in places if "title" in attributes[at + first] and tags[at + first] in _TAGS]


def _in_named_cell(columns: NodeColumns, row: int) -> bool:
    """Whether a cell around an element is named after it already (`name_icon_cells`)."""
    cell = next((at for at in columns.ancestors(row) if columns.role[at] in CELL_ROLES), -1)
    return cell >= 0 and columns.properties.get(cell, {}).get("name_from") == "icon"
