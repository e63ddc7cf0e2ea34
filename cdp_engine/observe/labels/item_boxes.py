"""Options and items of trees that draw a check box: one control, with the state of the box (SX-07). Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import store
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

INTERACTIVE, VISIBLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE)
SHOWN = VISIBLE | INTERACTIVE
ITEMS = words("option treeitem")
NESTED = words("option treeitem group")
REACH, LIMIT = 200, 80


def merge_item_boxes(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Take the only check box of each option and tree item from the interactive elements; the item has its state.

    A box with a name of its own beside that of its item, or that Tab reaches by itself, is another thing.
    """
    for place in table.rows_with(int(Trait.ROLE)):
        item = place + document.first_row
        if read_text(columns.attributes[item], "role") not in ITEMS or columns.flags[item] & SHOWN != SHOWN:
            continue
        own = list(_of_item(columns, document, item))
        boxes = [
            row for row in own if columns.role[row] == "checkbox" and columns.flags[row] & SHOWN == SHOWN
        ]
        if len(boxes) != 1 or _is_tab_stop(columns, boxes[0]):
            continue
        said, name = columns.name.get(boxes[0], ""), columns.name.get(item, "")
        name = name or said or _words_of(columns, own)
        if not name or (said and _squeezed(said) not in _squeezed(name)):
            continue
        columns.flags[boxes[0]] &= ~INTERACTIVE
        columns.name[item] = name
        _give_state(columns, item, boxes[0])


def _is_tab_stop(columns: NodeColumns, box: int) -> bool:
    """Whether Tab reaches a drawn box; a native one may have been taken out of its order."""
    place = read_text(columns.attributes[box], "tabindex")
    return columns.tag[box] != "input" and place.isdigit()


def _give_state(columns: NodeColumns, item: int, box: int) -> None:
    """Give an item the state of its box, where it does not say it itself."""
    held = set(columns.states.get(item, ()))
    if held.isdisjoint(("checked", "mixed")):
        states = columns.states.get(box, ())
        held.add(next((one for one in ("checked", "mixed") if one in states), "unchecked"))
    store(columns, item, held, columns.properties.get(item, {}))


def _of_item(columns: NodeColumns, document: DocumentInfo, item: int) -> Iterator[int]:
    """The elements and texts of an item, without the items below it."""
    for row in islice(columns.rows_within(item, document.end_row), REACH):
        if row != item and read_text(columns.attributes[row], "role") in NESTED:
            return
        yield row


def _words_of(columns: NodeColumns, rows: list[int]) -> str:
    """The visible text of an item that has no name."""
    shown = (columns.text[row] for row in rows if columns.kind[row] == TEXT and columns.flags[row] & VISIBLE)
    return " ".join(" ".join(shown).split())[:LIMIT]


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
