"""The arrows that expand the items of trees, named after what they do and their item (SX-07). Pure."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import has_text
from cdp_engine.observe.model.action_words import words_in
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import TREE_ITEM, words
from cdp_engine.observe.semantics.icon_names import without_glyphs
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
CLICKABLE, NO_POINTER, RENDERED = int(Flag.CLICKABLE), int(Flag.NO_POINTER), int(Flag.RENDERED)
ARIA_HIDDEN, POINTER = int(Flag.ARIA_HIDDEN), int(Flag.POINTER)
BARRED = int(Flag.INERT | Flag.CLOSED | Flag.UNREACHABLE | Flag.DEFERRED | Flag.TRANSPARENT | Flag.CLIPPED)
EXPANDERS = words(
    "arrow caret chevron collapse disclosure expand expander expando switcher toggle toggler triangle twistie"
)
"""Words in the class names of what expands an item of a tree, or of the picture in it …"""
GRID_EXPANDERS = words(
    "caret chevron collapse collapsed disclosure expand expanded expander expando triangle twistie"
)
"""… and a row of a tree grid, where other parts have arrows and switches of their own."""
GRID_ITEMS = words("gridcell row")
LEAVES = words("leaf noop")
"""Words in the class names of arrows that items without others below them keep as an empty place."""
OTHER_JOBS = words("box check checkbox checked chk drag grip handle menu more radio select selection star")
"""Words in the class names of other things before an item: what chooses or moves it."""
FIELDS = words("input select textarea")
ARROW_SIZE, LIMIT, REACH = 48.0, 80, 200


def mark_tree_arrows(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make the arrows that expand the items of trees interactive: a press beside them chooses the item instead."""
    first = document.first_row
    table.tree_arrows = {
        arrow - first: item - first for arrow, item in _tree_arrows(columns, document, table)
    }
    drawn: set[str] = set()
    for place in table.tree_arrows:
        columns.flags[first + place] |= SHOWN
        drawn.add(read_text(columns.attributes[first + place], "class"))
    for place in table.rows_with(int(Trait.ROLE)) if drawn else ():
        attributes = columns.attributes[first + place]
        if read_text(attributes, "role") == "treeitem" and "aria-expanded" not in attributes[::2]:
            before = _arrow_before(columns, first + place)
            if before >= 0 and read_text(columns.attributes[before], "class") in drawn:
                columns.flags[before] &= ~INTERACTIVE  # the empty place of an arrow, before a leaf


def name_tree_arrows(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Name the arrows of trees after what they do and their item, and the items without the picture of the arrow."""
    for places in table.tree_arrows.items():
        arrow, item = (document.first_row + place for place in places)
        if columns.flags[arrow] & SHOWN != SHOWN or "aria-label" in columns.attributes[arrow]:
            continue
        picture, name = columns.name.get(arrow, ""), columns.name.get(item, "")
        if picture and "name_from" not in columns.properties.get(arrow, {}):
            name = _without_picture(columns, document, item, picture)
        action = "collapse" if read_text(columns.attributes[item], "aria-expanded") == "true" else "expand"
        columns.name[arrow] = f"{action} {_words_in(columns, document, item) or name}".strip()
        columns.properties.setdefault(arrow, {})["name_from"] = TREE_ITEM


def _without_picture(columns: NodeColumns, document: DocumentInfo, item: int, picture: str) -> str:
    """Take the arrow's picture from the name of its item, and of the controls that are named by the item."""
    name = columns.name.get(item, "")
    if not name.startswith(f"{picture} "):
        return name
    kept = name.removeprefix(picture).strip()
    for row in (item, *_of_item(columns, document, item)):
        if columns.name.get(row) == name:
            columns.name[row] = kept
            columns.properties.setdefault(row, {})["name_from"] = TREE_ITEM
    return kept


def _tree_arrows(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable
) -> Iterator[tuple[int, int]]:
    """The arrows that listen or show the hand, each with its tree item, or its row or cell of a tree grid."""
    for place in table.rows_with(int(Trait.ROLE)):
        item = place + document.first_row
        attributes = columns.attributes[item]
        role = read_text(attributes, "role").lower()
        if not columns.flags[item] & VISIBLE or (role != "treeitem" and role not in GRID_ITEMS):
            continue
        if read_text(attributes, "aria-expanded") not in ("true", "false"):
            continue
        expanders = EXPANDERS if role == "treeitem" else GRID_EXPANDERS
        before = _arrow_before(columns, item) if role == "treeitem" else -1
        if before >= 0:
            yield before, item
            continue
        for row in _of_item(columns, document, item):
            if _is_arrow(columns, document, table, row, expanders):
                yield row, item
                break
        else:
            first = _first_listening(columns, document, item) if role == "treeitem" else -1
            if first >= 0:
                yield first, item


def _of_item(columns: NodeColumns, document: DocumentInfo, item: int) -> Iterator[int]:
    """The elements and texts of a tree item, without the items below it."""
    for row in islice(columns.rows_within(item, document.end_row), REACH):
        if row != item and read_text(columns.attributes[row], "role") in ("treeitem", "group"):
            return
        yield row


def _is_arrow(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int, expanders: Set[str]
) -> bool:
    found, box = columns.flags[row], columns.bounds[row]
    listens = found & CLICKABLE or row - document.first_row in table.handled or columns.tag[row] == "button"
    listens = listens or (found & POINTER and not columns.flags[columns.parent[row]] & POINTER)
    if not listens or columns.kind[row] != ELEMENT or found & NO_POINTER or box is None:
        return False
    # `aria-hidden` hides it from screen readers, which have the keys of the tree
    if not found & VISIBLE and not (found & ARIA_HIDDEN and found & RENDERED and not found & BARRED):
        return False
    if not 0 < box[2] <= ARROW_SIZE or not 0 < box[3] <= ARROW_SIZE:
        return False
    if not LEAVES.isdisjoint(words_in(read_text(columns.attributes[row], "class"))):
        return False
    inside = (row, *columns.rows_within(row, document.end_row))
    return any(
        not expanders.isdisjoint(words_in(read_text(columns.attributes[at], "class"))) for at in inside
    )


def _first_listening(columns: NodeColumns, document: DocumentInfo, item: int) -> int:
    """What listens at the beginning of a tree item, where it is small and says nothing; -1 for anything else."""
    for row in _of_item(columns, document, item):
        if columns.kind[row] == TEXT and columns.flags[row] & VISIBLE and not columns.text[row].isspace():
            return -1
        if not columns.flags[row] & CLICKABLE or columns.kind[row] != ELEMENT:
            continue
        box, names = columns.bounds[row], columns.attributes[row][::2]
        if box is not None and box[2] > ARROW_SIZE:
            continue  # the whole row
        is_shown = columns.flags[row] & VISIBLE and not columns.flags[row] & NO_POINTER
        return row if is_shown and "role" not in names and _may_be_arrow(columns, row) else -1
    return -1


def _may_be_arrow(columns: NodeColumns, row: int) -> bool:
    """Whether an element is small and says nothing, and its class names no other job."""
    box, said = columns.bounds[row], words_in(read_text(columns.attributes[row], "class"))
    if box is None or not (0 < box[2] <= ARROW_SIZE and 0 < box[3] <= ARROW_SIZE):
        return False
    if columns.tag[row] in FIELDS or has_text(columns, row):
        return False
    return OTHER_JOBS.isdisjoint(said) and LEAVES.isdisjoint(said)


def _arrow_before(columns: NodeColumns, item: int) -> int:
    """The small control without words directly before an item, outside of it; -1 for none."""
    row = item - 1
    while row >= 0 and (columns.kind[row] != ELEMENT or columns.parent[row] > columns.parent[item]):
        row -= 1
    if row < 0 or columns.parent[row] != columns.parent[item] or columns.flags[row] & SHOWN != SHOWN:
        return -1
    labelled = bool(read_text(columns.attributes[row], "aria-label"))
    return row if not labelled and _may_be_arrow(columns, row) else -1


def _words_in(columns: NodeColumns, document: DocumentInfo, item: int) -> str:
    """The first visible text of a tree item."""
    for row in _of_item(columns, document, item):
        if columns.kind[row] == TEXT and columns.flags[row] & VISIBLE:
            text = " ".join(without_glyphs(columns.text[row]).split())
            if any(map(str.isalnum, text)):
                return text[:LIMIT]
    return ""
