"""The box around a field: its label and its value may be drawn over the input without covering it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

INTERACTIVE, VISIBLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE)
SHOWN = INTERACTIVE | VISIBLE
NO_POINTER, POINTER, CLICKABLE = int(Flag.NO_POINTER), int(Flag.POINTER), int(Flag.CLICKABLE)
S_RESIZES = int(Style.RESIZES)
FIELD_TAGS = words("input textarea select")
FIELD_ROLES = words("combobox textbox searchbox spinbutton")
BORDER_TAGS = words("body form fieldset dialog table tr td th main nav header footer section article")
BORDER_ROLES = words("dialog alertdialog form group main row gridcell tabpanel")
LIST_POPUPS = words("true listbox tree menu grid")
PICTURES = words("img svg canvas video picture")
DRAWN_TAGS = words("svg img i")
BLOCK_TAGS = BORDER_TAGS | words("html body thead tbody ul ol dl")
TALLEST = 240.0
EDGE = 12.0
"""The largest width of a strip at the edge of a cell, CSS px."""
HEADER_LEVELS = 3
LINE = 3.0
"""The largest width of a drawn line, CSS px."""
BUTTON_SIZE = 400.0, 80.0
"""The largest box that looks like a button, in CSS px."""
ARROW = re.compile(r"(?:^|[-_\s])(?:arrow|caret|chevron|dropdown|indicator)(?:[-_\s]|$)")
VALUE_SHARE = 0.4
"""The least share of a field's width that its value takes."""
LEVELS = 6


def is_decoration(columns: NodeColumns, field: int, around: int, cover: Sequence[int]) -> bool:
    """Whether an element over a field is part of the field's own box.

    `around` is the nearest common ancestor, `cover` the element over the field with its ancestors below `around`. A box
    has one field, and no control over it; a press there arrives at the box, which passes it to the field.
    """
    if not _is_field(columns, field) or any(columns.flags[row] & INTERACTIVE for row in cover):
        return False
    if not is_list_field(columns, field) and not (cover and says_something(columns, cover[-1])):
        return False
    bounds = columns.bounds[around]
    if bounds is None or bounds[3] > TALLEST or _is_border(columns, around):
        return False
    at = columns.parent[field]
    for _ in range(LEVELS):
        if at == around:
            return not has_other_fields(columns, around, field)
        if at < 0 or _is_border(columns, at):
            return False
        at = columns.parent[at]
    return False


def merge_field_boxes(
    columns: NodeColumns, document: DocumentInfo, weak: set[int], candidates: Iterable[int]
) -> None:
    """Remove the boxes drawn around lists, and their values, from the interactive elements: one control per field.

    `weak` are the elements that only behave like controls, `candidates` the rows that may be fields.
    """
    flags = columns.flags
    for field in _list_fields(columns, candidates) if weak else ():
        around = _box_of(columns, document, field)
        if around < 0:
            continue
        for row in (around, *columns.rows_within(around, document.end_row)):
            if row in weak and flags[row] & INTERACTIVE and _is_part(columns, row, field, around):
                flags[row] &= ~INTERACTIVE


def _list_fields(columns: NodeColumns, candidates: Iterable[int]) -> list[int]:
    rows = sorted({row for row in candidates if columns.flags[row] & SHOWN == SHOWN})
    return [row for row in rows if is_list_field(columns, row) and _is_field(columns, row)]


def is_list_field(columns: NodeColumns, row: int) -> bool:
    """Whether a field opens a list, as far as its attributes say."""
    attributes = columns.attributes[row]
    return (
        read_text(attributes, "role") == "combobox" or read_text(attributes, "aria-haspopup") in LIST_POPUPS
    )


def _box_of(columns: NodeColumns, document: DocumentInfo, field: int) -> int:
    """The largest box around a field that has no other one; -1 for none."""
    found, at = -1, columns.parent[field]
    for _ in range(LEVELS):
        if at <= document.first_row or _is_border(columns, at):
            break
        bounds = columns.bounds[at]
        if (bounds is not None and bounds[3] > TALLEST) or has_other_fields(columns, at, field):
            break
        found, at = at, columns.parent[at]
    return found


def _is_part(columns: NodeColumns, row: int, field: int, around: int) -> bool:
    """Whether an element is the box of a field, or draws its value."""
    at = field
    while at > row:
        at = columns.parent[at]
    if at == row:
        return row != field
    box, whole = columns.bounds[row], columns.bounds[around]
    if box is None or whole is None:
        return False
    if not has_text(columns, row):
        return _is_arrow(columns, row) or _leads(columns, row, field)
    return box[2] >= VALUE_SHARE * whole[2] or _overlap(box, columns.bounds[field])


def _is_arrow(columns: NodeColumns, row: int) -> bool:
    """Whether a box without text is the arrow of a list, as its class names and those in it say."""
    return any(
        ARROW.search(read_text(columns.attributes[at], "class")) for at in (row, *columns.rows_within(row))
    )


def _leads(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether a box without text and name is a picture before the field, such as the calendar of a date."""
    box, inner = columns.bounds[row], columns.bounds[field]
    if box is None or inner is None:
        return False
    attributes = columns.attributes[row]
    named = read_text(attributes, "aria-label") or read_text(attributes, "title")
    return not named and box[0] + box[2] <= inner[0] + 1


def _overlap(one: Bounds, other: Bounds | None) -> bool:
    return other is not None and (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def has_text(columns: NodeColumns, row: int, end: int | None = None) -> bool:
    """Whether there is a text in an element that a person reads; `end` is where its document ends."""
    return any(
        columns.kind[at] == TEXT and columns.flags[at] & VISIBLE and not columns.text[at].isspace()
        for at in columns.rows_within(row, end)
    )


def says_something(columns: NodeColumns, row: int) -> bool:
    """Whether a box has drawn contents: an empty one over a field is a cover."""
    if columns.tag[row] in DRAWN_TAGS:
        return True
    for at in columns.rows_within(row):
        drawn = columns.tag[at] in DRAWN_TAGS or (columns.kind[at] == TEXT and not columns.text[at].isspace())
        if drawn and columns.flags[at] & VISIBLE:
            return True
    return False


def says_words(columns: NodeColumns, row: int) -> bool:
    """Whether something beside the controls in an element is more than a sign between them: a word, a picture."""
    inside = -1
    for at in columns.rows_within(row):
        if inside >= 0 and columns.parent[at] >= inside:
            continue
        inside = -1
        if columns.flags[at] & SHOWN == SHOWN:
            inside = at
        elif columns.flags[at] & VISIBLE:
            if columns.kind[at] != TEXT:
                if columns.tag[at] in PICTURES:
                    return True
            elif any(map(str.isalnum, columns.text[at])):
                return True
    return False


def _is_field(columns: NodeColumns, row: int) -> bool:
    tag, attributes = columns.tag[row], columns.attributes[row]
    if tag == "input":
        return read_text(attributes, "type").lower() not in ("checkbox", "radio", "button", "submit", "image")
    return tag in FIELD_TAGS or read_text(attributes, "role") in FIELD_ROLES


def _is_border(columns: NodeColumns, row: int) -> bool:
    return columns.tag[row] in BORDER_TAGS or read_text(columns.attributes[row], "role") in BORDER_ROLES


def has_other_fields(columns: NodeColumns, around: int, field: int) -> bool:
    """Whether a box shows a field that neither holds another one nor lies in it."""
    for row in columns.rows_within(around):
        if row != field and columns.flags[row] & VISIBLE and _is_field(columns, row):
            inside = row
            while inside > field:
                inside = columns.parent[inside]
            holds = field
            while holds > row:
                holds = columns.parent[holds]
            if inside != field and holds != row:
                return True
    return False


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
            same = _is_middle(columns.bounds[row], columns.bounds[at])
        else:
            listens = columns.flags[at] & CLICKABLE or at - first in table.handled
            first_in = not any(columns.flags[one] & SHOWN == SHOWN for one in range(at + 1, row))
            same = listens and first_in and sorts(columns, at) and says_all(columns, document, row, at)
        if same:
            columns.flags[row] &= ~INTERACTIVE
            columns.flags[at] |= INTERACTIVE


def says_all(columns: NodeColumns, document: DocumentInfo, row: int, around: int) -> bool:
    """Whether an element has text, and the one around it has no other."""
    seen = [
        at
        for at in columns.rows_within(around, document.end_row)
        if columns.kind[at] == TEXT and columns.flags[at] & VISIBLE and not columns.text[at].isspace()
    ]
    return bool(seen) and set(seen) <= set(columns.rows_within(row, document.end_row))


def _is_middle(box: Bounds | None, around: Bounds | None) -> bool:
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
        own = handler or (sorts(columns, row) and bool(columns.flags[row] & CLICKABLE))
    return own and says_words(columns, row)


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
    for _ in range(LEVELS):
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
    bounds, place = columns.bounds[row], row - document.first_row
    if bounds is None or columns.tag[row] in BLOCK_TAGS or bounds[2] > BUTTON_SIZE[0]:
        return False
    return bounds[3] <= BUTTON_SIZE[1] and place < len(table.paint) and not table.paint[place].bare


def takes_pointer(columns: NodeColumns, row: int) -> bool:
    """Whether an element holds more than boxes that let the pointer through, which is what a closed drawer leaves."""
    inside = [below for below in columns.rows_within(row) if columns.parent[below] == row]
    return not inside or any(not columns.flags[below] & NO_POINTER for below in inside)
