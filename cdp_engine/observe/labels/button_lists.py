"""Lists that a page draws as a button and, directly behind it, a closed list in which one item says what it does. Pure.

Nothing says of such a button that it is a field, nor of the items that they can be chosen: a custom element with a
button, a `<ul>` that is not displayed, and a hidden input for what is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cdp_engine.observe.labels.drawn_lists import LISTS, text_in
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
CONTROLS = words("a button input select textarea")
REACH = 50
"""How many nodes beside a button and its list are looked at."""


def button_lists(columns: NodeColumns, document: DocumentInfo) -> dict[int, int]:
    """The buttons that show a choice of a list of their own, and the rows of those lists."""
    found = dict[int, int]()
    for button in columns.rows_of("button", document.first_row, document.end_row):
        own = columns.flags[button] & VISIBLE and not read_text(columns.attributes[button], "role")
        listed = _list_behind(columns, document, button) if own else -1
        if listed >= 0 and _is_choice(columns, document, button, listed):
            found[button] = listed
    return found


def offer_items(columns: NodeColumns, document: DocumentInfo) -> None:
    """Make the items of such lists interactive where they are open; what they hold is a part of them."""
    for item in items_of_lists(columns, document, button_lists(columns, document)):
        for row in columns.rows_within(item, document.end_row):
            columns.flags[row] &= ~INTERACTIVE
        columns.flags[item] |= INTERACTIVE


def items_of_lists(columns: NodeColumns, document: DocumentInfo, lists: Mapping[int, int]) -> dict[int, int]:
    """The items that can be seen of some lists, and the buttons of those."""
    return {
        item: button
        for button, listed in lists.items()
        for item in _items(columns, listed, document.end_row)
        if columns.flags[item] & VISIBLE
    }


def is_off(columns: NodeColumns, item: int) -> bool:
    """Whether an item cannot be chosen, by its attribute or its class."""
    attributes = columns.attributes[item]
    return "disabled" in attributes[::2] or "disabled" in read_text(attributes, "class").split()


def _items(columns: NodeColumns, listed: int, end: int) -> Iterator[int]:
    return (row for row in columns.rows_within(listed, end) if columns.tag[row] == "li")


def _list_behind(columns: NodeColumns, document: DocumentInfo, button: int) -> int:
    """The list that follows a button in a box without other controls; -1 for none.

    An open list differs from a menu beside a button by the custom element around it, or by what is sent of it.
    """
    parent = columns.parent[button]
    listed, sent = -1, "-" in columns.tag[parent]
    if button - parent > REACH or any(
        columns.flags[row] & SHOWN == SHOWN for row in range(parent + 1, button)
    ):
        return -1
    for row in _elements_behind(columns, document, button):
        tag = columns.tag[row]
        if tag in LISTS and listed < 0:
            listed = row
        elif tag == "input" and read_text(columns.attributes[row], "type").lower() == "hidden":
            sent = True
        elif columns.flags[row] & VISIBLE:
            return -1
    return listed if listed >= 0 and (sent or not columns.flags[listed] & VISIBLE) else -1


def _elements_behind(columns: NodeColumns, document: DocumentInfo, row: int) -> Iterator[int]:
    """The elements after a row in the same element."""
    parents, parent, at = columns.parent, columns.parent[row], row + 1
    while at < document.end_row and parents[at] >= parent:
        if parents[at] == parent and columns.kind[at] == ELEMENT:
            yield at
        at += 1


def _is_choice(columns: NodeColumns, document: DocumentInfo, button: int, listed: int) -> bool:
    """Whether a button shows one of the items of a list, and the items hold nothing to be pressed."""
    shown, rows = text_in(columns, button), columns.rows_within(listed, document.end_row)
    if not shown or any(columns.tag[row] in CONTROLS for row in rows):
        return False
    return any(text_in(columns, item) == shown for item in _items(columns, listed, document.end_row))
