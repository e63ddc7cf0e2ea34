"""A button, a link, an item of a menu or a cell that holds nothing but another control is one control with that. Pure.

HTML forbids buttons in buttons, but scripts nest them, for a tooltip or a popup of the button; and many links hold a
button, as many items of menus hold a link, or an item of another kind. Both are pressed at once.
"""

from __future__ import annotations

from cdp_engine.observe.drawn.click_targets import is_middle
from cdp_engine.observe.drawn.drawn_contents import has_text_beside
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

INTERACTIVE = int(Flag.INTERACTIVE)
VISIBLE = int(Flag.VISIBLE)
SHOWN = VISIBLE | INTERACTIVE
TABINDEX = int(Trait.TABINDEX)
STATED, NAMED = int(Trait.STATED | Trait.DISABLES), int(Trait.LABEL | Trait.LABELLED)
KINDS = {"button": "button", "a": "link"}
ITEMS = words("menuitem menuitemcheckbox menuitemradio option tab treeitem")
MARGIN = 16.0
"""Of the outer control around the inner one, CSS px."""


def merge_nested(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, weak: set[int]) -> None:
    """Remove one of two such controls of one document from the interactive elements; `weak` ones only listen."""
    _merge_buttons(columns, document, table)
    _merge_cells(columns, document, table, weak)


def _merge_buttons(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Of two nested buttons or links, or an item and the only one in it, one.

    The outer one stays where it is a link or an item, or where it alone has states; else the inner one, which takes the
    press. Of an item in a link the item stays, and of two items the one with states.
    """
    flags, parents = columns.flags, columns.parent
    shown = columns.rows_with(SHOWN, document.first_row, document.end_row)
    nested = [row for row in shown if parents[row] >= 0 and flags[parents[row]] & SHOWN == SHOWN]
    for inner in reversed(nested):  # the innermost first
        outer = parents[inner]
        kinds = _kind(columns, outer), _kind(columns, inner)
        if not all(kinds) or not _fills(columns, document, inner, outer) or _is_branch(columns, inner, kinds):
            continue
        outside, inside = (table.traits[row - document.first_row] for row in (outer, inner))
        if (outside & NAMED and inside & NAMED) or (outside & STATED and inside & STATED):
            continue
        leads = kinds == ("link", "button") or kinds[0] == "item"
        if kinds[1] == "item":
            leads = kinds[0] == "item" and not inside & STATED
        elif leads and inside & STATED:
            continue  # a menu, say, beside the way to another page
        stays_outer = leads or outside & (STATED | NAMED)
        flags[inner if stays_outer else outer] &= ~INTERACTIVE


def _merge_cells(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, weak: set[int]) -> None:
    """A cell of a table that takes the focus is one control with the only one in it, which says all that it says.

    The cell stays where the one in it only listens, as the box that draws its text; else the one in it.
    """
    flags, tags = columns.flags, columns.tag
    stops = (row + document.first_row for row in table.rows_with(TABINDEX))
    for cell in [row for row in stops if tags[row] == "td" and flags[row] & SHOWN == SHOWN]:
        inside = columns.rows_within(cell, document.end_row)
        controls = [row for row in inside if flags[row] & SHOWN == SHOWN]
        if len(controls) != 1 or has_text_beside(columns, document, controls[0], cell):
            continue
        inner = controls[0]
        if inner not in weak:
            flags[cell] &= ~INTERACTIVE
        elif is_middle(columns.bounds[inner], columns.bounds[cell]):
            flags[inner] &= ~INTERACTIVE


def _kind(columns: NodeColumns, row: int) -> str:
    """`button`, `link` or `item`; empty for everything else."""
    role = read_text(columns.attributes[row], "role")
    if not role:
        return KINDS.get(columns.tag[row], "")
    return "item" if role in ITEMS else role if role in KINDS.values() else ""


def _is_branch(columns: NodeColumns, inner: int, kinds: tuple[str, str]) -> bool:
    """Whether an item is one below the item around it, as in trees; or not in an item or a link."""
    if kinds[1] != "item":
        return False
    role = read_text(columns.attributes[inner], "role")
    return kinds[0] == "button" or role == "treeitem"


def _fills(columns: NodeColumns, document: DocumentInfo, inner: int, outer: int) -> bool:
    """Whether an element is all that another one holds, and fills it up to a margin."""
    for row in columns.rows_within(outer, document.end_row):
        flags = columns.flags[row]
        if row == inner or not flags & VISIBLE:
            continue
        own = columns.parent[row] == outer and (columns.kind[row] != TEXT or not columns.text[row].isspace())
        if own or flags & SHOWN == SHOWN:
            return False
    around, box = columns.bounds[outer], columns.bounds[inner]
    if around is None or box is None:
        return False
    right, below = around[0] + around[2] - box[0] - box[2], around[1] + around[3] - box[1] - box[3]
    return max(box[0] - around[0], box[1] - around[1], right, below) <= MARGIN
