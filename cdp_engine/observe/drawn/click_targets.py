"""Elements with a listener or the hand: which are controls, and which only pass on what their contents get. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from cdp_engine.observe.drawn.drawn_contents import says_all, says_words
from cdp_engine.observe.drawn.field_boxes import BORDER_TAGS
from cdp_engine.observe.drawn.revealed_controls import generated_box
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

INTERACTIVE, VISIBLE, RENDERED = int(Flag.INTERACTIVE), int(Flag.VISIBLE), int(Flag.RENDERED)
EDITABLE = int(Flag.EDITABLE)
SHOWN = INTERACTIVE | VISIBLE
NO_POINTER, POINTER, CLICKABLE = int(Flag.NO_POINTER), int(Flag.POINTER), int(Flag.CLICKABLE)
S_RESIZES = int(Style.RESIZES)
PAGE_TAGS = words("html body main form table tbody thead ul ol dl")
"""Tags on which a listener usually handles delegated events of the contents."""
FIELDS = words("button input select textarea")
BLOCK_TAGS = BORDER_TAGS | words("html body thead tbody ul ol dl")
EDGE = 12.0
"""The largest width of a strip at the edge of a cell, CSS px."""
HEADER_LEVELS, ROW_LEVELS = 3, 6
LINE = 3.0
"""The largest width of a drawn line, CSS px."""
MOST_COUSINS = 40
"""How many elements around one are looked at for another that listens."""
BUTTON_SIZE = 400.0, 80.0
"""The largest box that looks like a button, in CSS px."""
ICON_TAGS = words("i span em b")
SAID = ("class", "aria-label", "title")
SORTING = re.compile(r"sort|order|asc|desc", re.IGNORECASE)
"""What sorts is called so."""


def merge_edges(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, weak: set[int]) -> None:
    """Remove empty strips that listen from the interactive elements: frames drawn of lines, and the edges of the cells
    of each row, by which columns are resized (those of the header stay).
    """
    for row in weak:
        box = columns.bounds[row]
        if columns.flags[row] & SHOWN != SHOWN or box is None or has_children(columns, row):
            continue
        if columns.flags[row] & POINTER and not columns.flags[columns.parent[row]] & POINTER:
            continue
        thin, long = sorted(box[2:])
        if thin > EDGE or long < 2 * thin or read_text(columns.attributes[row], "aria-label"):
            continue
        if not thin and generated_box(columns, row) is not None:
            continue
        at = _row_around(columns, document, row)
        if at < 0:
            edge = thin <= LINE and not table.style[row - document.first_row] & S_RESIZES
        else:
            edge = not _is_header(columns, document, at)
        if edge:
            columns.flags[row] &= ~INTERACTIVE


def merge_headers(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, weak: set[int]) -> None:
    """A column's header that takes the focus, or sorts at a click, is one control with the box in it that says so."""
    first = document.first_row
    for row in weak:
        at = columns.parent[row]
        for _ in range(HEADER_LEVELS):
            if at < first or columns.flags[at] & INTERACTIVE or sorts(columns, at):
                break
            at = columns.parent[at]
        if at < first or columns.flags[row] & SHOWN != SHOWN or not columns.flags[at] & VISIBLE:
            continue
        if columns.tag[at] == "th" and columns.flags[at] & INTERACTIVE:
            same = is_middle(columns.bounds[row], columns.bounds[at])
        else:
            listens = columns.flags[at] & CLICKABLE or at - first in table.handled
            first_in = not any(columns.flags[one] & SHOWN == SHOWN for one in range(at + 1, row))
            same = listens and first_in and sorts(columns, at) and says_all(columns, document, row, at)
        if same:
            columns.flags[row] &= ~INTERACTIVE
            columns.flags[at] |= INTERACTIVE


def is_middle(box: Bounds | None, around: Bounds | None) -> bool:
    """Whether a box lies over the middle of the one around it, where a press on that arrives."""
    if box is None or around is None:
        return False
    x, y = around[0] + around[2] / 2, around[1] + around[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def holds_rows(columns: NodeColumns, around: int) -> bool:
    """Whether an element has rows of a table in it, whose cells take its listeners' events."""
    return any(
        columns.tag[row] == "tr" or read_text(columns.attributes[row], "role") == "row"
        for row in columns.rows_within(around)
    )


def sorts(columns: NodeColumns, row: int) -> bool:
    """Whether an element says that it is a column's header, by which the rows can be sorted."""
    attributes = columns.attributes[row]
    return read_text(attributes, "role") == "columnheader" and "aria-sort" in attributes[::2]


def is_grid_cell(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a cell that a grid moves the focus to."""
    attributes = columns.attributes[row]
    return read_text(attributes, "role") == "gridcell" and "tabindex" in attributes[::2]


def is_more_than_contents(columns: NodeColumns, row: int, below: int, *, own: bool, handler: bool) -> bool:
    """Whether an element with `below` controls in it is one as well; `own`: it shows the hand."""
    if not own and below <= 3:
        listens = bool(columns.flags[row] & CLICKABLE)
        own = handler or (listens and _is_one_of_rows(columns, row))
        own = own or (sorts(columns, row) and (listens or not _has_sorter(columns, row)))
    return own and says_words(columns, row)


def _has_sorter(columns: NodeColumns, row: int) -> bool:
    """Whether a control in a column's header is for sorting, by its class or label: then the header itself is not."""
    controls = (at for at in columns.rows_within(row) if columns.flags[at] & INTERACTIVE)
    said = (" ".join(read_text(columns.attributes[at], name) for name in SAID) for at in controls)
    return any(SORTING.search(words_of) for words_of in said)


def _is_one_of_rows(columns: NodeColumns, row: int) -> bool:
    """Whether the next one of its kind listens as well: a page that listens for the contents of all does so once.

    That is an element beside it, or in the element beside the one that it is in, with a class of its own or none.
    """
    tag, parent, classes = columns.tag[row], columns.parent[row], _classes(columns, row)
    twins = (at for at in _children(columns, parent) if at != row)
    cousins = (
        at
        for aunt in _children(columns, columns.parent[parent])
        if aunt != parent and columns.tag[aunt] == columns.tag[parent]
        for at in _children(columns, aunt)
    )
    near = islice(chain(twins, cousins), MOST_COUSINS)
    return any(
        columns.flags[at] & CLICKABLE
        and columns.tag[at] == tag
        and _are_alike(classes, _classes(columns, at))
        for at in near
    )


def _classes(columns: NodeColumns, row: int) -> set[str]:
    return set(read_text(columns.attributes[row], "class").split())


def _are_alike(classes: set[str], others: set[str]) -> bool:
    """Whether two elements have a class in common, or none."""
    return not classes.isdisjoint(others) or not (classes or others)


def _children(columns: NodeColumns, parent: int) -> Iterator[int]:
    at, end = parent + 1, len(columns)
    while 0 < at < end and columns.parent[at] == parent:
        yield at
        at = columns.end_of(at, end)


def delegates(columns: NodeColumns, row: int, document: DocumentInfo, free: int, *, handler: bool) -> bool:
    """Whether the listener of an element without the hand is for its contents: a large box, rows of a table."""
    if is_large(columns, row, document) and (free > 1 or not (free or takes_pointer(columns, row))):
        return True
    return free > 1 and not handler and holds_rows(columns, row)


def has_children(columns: NodeColumns, row: int) -> bool:
    """Whether an element has anything in it."""
    return row + 1 < len(columns) and columns.parent[row + 1] == row


def _row_around(columns: NodeColumns, document: DocumentInfo, row: int) -> int:
    """The row of a table close around an element; -1 for none."""
    at = columns.parent[row]
    for _ in range(ROW_LEVELS):
        if at <= document.first_row:
            return -1
        if columns.tag[at] == "tr" or read_text(columns.attributes[at], "role") == "row":
            return at
        at = columns.parent[at]
    return -1


def _is_header(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    return any(
        columns.tag[at] == "th" or read_text(columns.attributes[at], "role") == "columnheader"
        for at in columns.rows_within(row, document.end_row)
    )


def is_large(columns: NodeColumns, row: int, document: DocumentInfo) -> bool:
    """Whether an element fills half of the viewport or more."""
    bounds, (width, height) = columns.bounds[row], document.viewport
    return bounds is not None and 0 < 0.5 * width * height <= bounds[2] * bounds[3]


def looks_pressable(columns: NodeColumns, row: int, document: DocumentInfo, table: DocumentTable) -> bool:
    """Whether an element is drawn as a button, a small box with a background, or is a link without an address."""
    if columns.tag[row] == "a":
        return True
    bounds = columns.bounds[row]
    if bounds is None or columns.tag[row] in BLOCK_TAGS or bounds[2] > BUTTON_SIZE[0]:
        return False
    return bounds[3] <= BUTTON_SIZE[1] and table.has_ground(row - document.first_row)


def takes_pointer(columns: NodeColumns, row: int) -> bool:
    """Whether an element holds more than boxes that let the pointer through, which is what a closed drawer leaves."""
    inside = [below for below in columns.rows_within(row) if columns.parent[below] == row]
    return not inside or any(not columns.flags[below] & NO_POINTER for below in inside)


def only_shows(role: str, tag: str, attributes: Attributes) -> bool:
    """Whether a drawn text field can neither take text nor the focus, as the one in which select2 shows its choice."""
    if role != "textbox" or tag in FIELDS or read_text(attributes, "aria-readonly") != "true":
        return False
    return "tabindex" not in attributes and "contenteditable" not in attributes


def only_holds(columns: NodeColumns, row: int, end: int) -> bool:
    """Whether a box with the role of a list is not the control itself: its options are, or the field of text in it."""
    return read_text(columns.attributes[row], "role") != "combobox" or any(
        columns.tag[at] in ("input", "textarea") or columns.flags[at] & EDITABLE
        for at in columns.rows_within(row, end)
    )


def adds_something(
    columns: NodeColumns, row: int, document: DocumentInfo, below: int, free: int, *, handler: bool
) -> bool:
    """Whether a weak hint marks a click target rather than a place of delegated listeners.

    In the element are `below` controls, and `free` texts and pictures outside of them.
    """
    found = columns.flags[row]
    pointer, tag = bool(found & POINTER), columns.tag[row]
    if tag in ("html", "body") or (tag in PAGE_TAGS and not pointer and not handler):
        return False
    if below:
        return free > 0 and is_more_than_contents(columns, row, below, own=pointer, handler=handler)
    if not pointer and delegates(columns, row, document, free, handler=handler):
        return False
    if free or found & CLICKABLE or handler:
        return True
    # a box with only invisible contents is not a target despite its hand cursor; an empty one is an icon
    return not has_children(columns, row) or only_draws_glyph(columns, row)


def only_draws_glyph(columns: NodeColumns, row: int) -> bool:
    """Whether all that is in an element is what a style sheet draws there, or in empty icons, as a glyph."""
    drawn: list[int] = []
    for at in columns.rows_within(row):
        if columns.tag[at].startswith("::"):
            drawn.append(at)
        elif columns.tag[at] not in ICON_TAGS:
            return False
    boxes = [columns.bounds[at] for at in drawn if columns.flags[at] & RENDERED]
    return any(box is not None and box[2] > 0 and box[3] > 0 for box in boxes)
