"""Controls that are transparent, or not drawn, until the pointer is over the row or the card that they are in. Pure.

The buttons of a row, the arrows of a slide show: a person finds them as the pointer comes by, and a press reaches them
wherever it comes from. So they are in the view at all times, and do not come and go with the pointer. Which elements
those are the style sheets of the page say (`hover_rules.js`). What is drawn outside of everything around it stays
hidden, as a closed menu. What has no place until then gets one at the end of its row, for a press moves the pointer
there first; a submenu, a card of a person or a tip that opens so is not in the view.
"""

from __future__ import annotations

from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import show_drawn
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

VISIBLE, RENDERED, TRANSPARENT = int(Flag.VISIBLE), int(Flag.RENDERED), int(Flag.TRANSPARENT)
CLICKABLE, POINTER, UNSEEN = int(Flag.CLICKABLE), int(Flag.POINTER), int(Flag.UNSEEN)
INLINE = int(Flag.INLINE)
BARRED = int(
    Flag.INERT
    | Flag.ARIA_HIDDEN
    | Flag.CLOSED
    | Flag.CLIPPED
    | Flag.UNREACHABLE
    | Flag.DEFERRED
    | Flag.NO_POINTER
    | Flag.REDACTED
)
S_HIDDEN, S_FIXED, S_GRABS = int(Style.HIDDEN), int(Style.FIXED), int(Style.GRABS)

SMALLEST, TALLEST, WIDEST = 8.0, 320.0, 640.0
"""The least side of such a control, the largest height and width of the box that holds them, CSS px."""
MOST = 12
"""How many controls such a box holds at most."""
LONGEST = 160
"""The most characters in it: a longer text may be there for a model alone."""
AROUND = 4
"""How many elements around it may be the row or the card."""
EDGE = 8.0
"""How far it may stand out of that, CSS px."""
BUTTON_ROLES = words("button link")
FIELDS = words("input select textarea")
OTHER_ROLES = words("alert alertdialog dialog listbox menu menubar option status tooltip tree")
"""Roles of boxes that come and go for other reasons."""
PAGE_TAGS = words("html body")
SEEN = VISIBLE | RENDERED
ROW_TAGS, ROW_ROLES = (
    words("li tr td th dd article"),
    words("row gridcell cell listitem option treeitem article"),
)
LIST_TAGS = FIELDS | words("ul ol li dl nav table form option iframe h1 h2 h3 h4 h5 h6 p")
LIST_ROLES = OTHER_ROLES | words("combobox grid list listitem menuitem navigation tree treeitem")
FEW, SHORT = 3, 32
"""How many controls that are not drawn yet, and how many characters."""
PLACE = 16.0
"""The side of the place that such a control gets, CSS px."""


def reveal_hovered(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make the transparent controls visible that a rule of the page shows under the pointer."""
    first, end, flags = document.first_row, document.end_row, columns.flags
    for place, states in table.marked.items():
        row = place + first
        if "hovered" not in states:
            continue
        if not flags[row] & TRANSPARENT:
            _reveal_undrawn(columns, table, first, row, end)
            continue
        if not _may_hold(columns, table, first, row):
            continue
        inside = [row, *columns.rows_within(row, end)]
        if not _holds_controls(columns, table, first, inside) or not _lies_in_shown(columns, row, first):
            continue
        show_drawn(columns, table, first, inside, BARRED, TRANSPARENT | UNSEEN)


def _may_hold(columns: NodeColumns, table: DocumentTable, first: int, row: int) -> bool:
    """Whether only its opacity hides an element, and it is a box as small as a card."""
    box, parent = columns.bounds[row], columns.parent[row]
    if box is None or not columns.flags[row] & RENDERED or columns.flags[row] & BARRED:
        return False
    if parent < first or columns.flags[parent] & TRANSPARENT:
        return False
    if min(box[2:]) < SMALLEST or box[3] > TALLEST or box[2] > WIDEST:
        return False
    return not table.style[row - first] & (S_HIDDEN | S_FIXED)


def _holds_controls(columns: NodeColumns, table: DocumentTable, first: int, inside: list[int]) -> bool:
    """Whether there are some buttons, links or handles in a box, and nothing that makes it a field, a list or a
    message.
    """
    if not _has_none_of(columns, inside, FIELDS, OTHER_ROLES):
        return False
    found = sum(_is_control(columns, table, row, row - first) for row in inside)
    return 0 < found <= MOST and _letters(columns, inside) <= LONGEST


def _has_none_of(
    columns: NodeColumns, inside: list[int], tags: frozenset[str], roles: frozenset[str]
) -> bool:
    elements = (row for row in inside if columns.kind[row] == ELEMENT)
    return not any(
        columns.tag[row] in tags or read_text(columns.attributes[row], "role") in roles for row in elements
    )


def _letters(columns: NodeColumns, inside: list[int]) -> int:
    return sum(len(columns.text[row].strip()) for row in inside if columns.kind[row] != ELEMENT)


def _is_control(columns: NodeColumns, table: DocumentTable, row: int, place: int) -> bool:
    """Whether an element has a place and is a button or a link, listens, or shows the hand that presses or drags."""
    box = columns.bounds[row]
    if box is None or min(box[2:]) < SMALLEST or columns.flags[row] & BARRED:
        return False
    grabs = columns.flags[row] & POINTER or table.style[place] & S_GRABS
    return columns.kind[row] == ELEMENT and (bool(grabs) or _takes_press(columns, table, row, place))


def _takes_press(columns: NodeColumns, table: DocumentTable, row: int, place: int) -> bool:
    """Whether an element is a button or a link, or listens."""
    tag, attributes = columns.tag[row], columns.attributes[row]
    if tag == "button" or read_text(attributes, "role") in BUTTON_ROLES:
        return True
    return (
        (tag == "a" and "href" in attributes[::2])
        or bool(columns.flags[row] & CLICKABLE)
        or place in table.handled
    )


def _lies_in_shown(columns: NodeColumns, row: int, first: int) -> bool:
    """Whether a box lies in one around it that a person sees, smaller than the page, beside something else in it."""
    box = columns.bounds[row]
    for at in islice(columns.ancestors(row), AROUND):
        if at < first or columns.tag[at] in PAGE_TAGS:
            return False
        outer = columns.bounds[at]
        if box is None or outer is None or not columns.flags[at] & VISIBLE:
            continue
        if _contains(outer, box) and _shows_more(columns, at, row):
            return True
    return False


def _reveal_undrawn(columns: NodeColumns, table: DocumentTable, first: int, row: int, end: int) -> None:
    """Make the few controls visible that a row or a card draws only under the pointer."""
    flags, parent = columns.flags, columns.parent[row]
    hidden = not flags[row] & RENDERED or bool(table.style[row - first] & S_HIDDEN)
    if not hidden or parent < first or flags[parent] & BARRED or flags[parent] & SEEN != SEEN:
        return
    inside = [row, *columns.rows_within(row, end)]
    around = _row_around(columns, row, first)
    if (
        around < 0
        or not _are_few_controls(columns, table, first, inside)
        or not _shows_more(columns, around, row)
    ):
        return
    outer = columns.bounds[parent] or columns.bounds[around]
    if outer is None or min(outer[2:]) < SMALLEST:
        return
    for at in inside:
        if columns.kind[at] not in (ELEMENT, TEXT):
            continue
        if columns.bounds[at] is None:
            columns.bounds[at] = _end_of(outer)
            flags[at] |= INLINE
        elif not table.style[at - first] & S_HIDDEN:
            continue
        flags[at] = flags[at] & ~(RENDERED | UNSEEN) | VISIBLE


def _row_around(columns: NodeColumns, row: int, first: int) -> int:
    """The row of a list or a table, or the card, that an element is in; -1 for none."""
    for at in islice(columns.ancestors(row), AROUND):
        box, tag = columns.bounds[at], columns.tag[at]
        if at < first or tag in PAGE_TAGS or (box is not None and box[3] > TALLEST):
            return -1
        if not columns.flags[at] & VISIBLE or box is None:
            continue
        if (
            tag in ROW_TAGS
            or read_text(columns.attributes[at], "role") in ROW_ROLES
            or _is_repeated(columns, at)
        ):
            return at
    return -1


def _is_repeated(columns: NodeColumns, row: int) -> bool:
    """Whether the element before or after has the same tag and one of the same classes."""
    parent, before = columns.parent[row], row - 1
    while before > parent and columns.parent[before] > parent:
        before = columns.parent[before]
    named = set(read_text(columns.attributes[row], "class").split())
    for at in (before, columns.end_of(row)):
        beside = parent < at < len(columns.tag) and columns.parent[at] == parent
        if not beside or columns.tag[at] != columns.tag[row]:
            continue
        if named & set(read_text(columns.attributes[at], "class").split()):
            return True
    return False


def _are_few_controls(columns: NodeColumns, table: DocumentTable, first: int, inside: list[int]) -> bool:
    """Whether a box that is not drawn holds one to three controls and little else: no field, no list."""
    if not _has_none_of(columns, inside, LIST_TAGS, LIST_ROLES):
        return False
    elements = (row for row in inside if columns.kind[row] == ELEMENT)
    found = sum(_takes_press(columns, table, row, row - first) for row in elements)
    return 0 < found <= FEW and _letters(columns, inside) <= SHORT


def _end_of(box: Bounds) -> Bounds:
    """The place at the end of a row."""
    side = min(PLACE, *box[2:])
    return box[0] + box[2] - side, box[1] + (box[3] - side) / 2, side, side


def _contains(outer: Bounds, inner: Bounds) -> bool:
    right, below = (outer[at] + outer[at + 2] - inner[at] - inner[at + 2] for at in (0, 1))
    return min(inner[0] - outer[0], inner[1] - outer[1], right, below) >= -EDGE


def _shows_more(columns: NodeColumns, around: int, row: int) -> bool:
    """Whether a person sees a text or a picture in an element, too."""
    inside = {row, *columns.rows_within(row)}
    for at in columns.rows_within(around):
        if at in inside or not columns.flags[at] & VISIBLE:
            continue
        text = columns.kind[at] == TEXT and not columns.text[at].isspace()
        if text or columns.tag[at] in ("img", "svg", "canvas", "video"):
            return True
    return False
