"""What only class names say: which item of a group is the current one, and whether a switch is on. Pure.

Style sheets colour it. It counts where another item of the same group lacks such a class, and where ARIA and the
states of the items say nothing about it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from itertools import islice

from cdp_engine.observe.model.action_words import words_in
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import store
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
T_CLASS, T_ROLE = int(Trait.CLASS), int(Trait.ROLE)
SWITCHED = words("switch checkbox radio")
CURRENT, CHECKED = words("active current selected"), words("checked")
NOT = words("in non not un no pre")
"""Words before it that turn its meaning round, or that are for another state of the item."""
ROLES = words("link button tab generic listitem") | {""}
CHOSEN = words("selected current")
CHOICES = CHOSEN | words("checked mixed pressed")
SAID = words("aria-current aria-selected aria-pressed aria-checked")
BOUNDS = words("body ul ol nav table tbody tr td th")
"""Elements that are not the frame of a single item."""
HASH = re.compile(r"(?=\S*[\dA-Z][^_]*(?:_\d+)?$)_(?:_[\w+-]{5}|[a-z\d]{5}_\d+)$")
"""What builds add to class names to make them unique."""
LEVELS = 2
"""How many elements around an item may be no more than its frame."""
REACH = 600
"""The number of nodes of a group that are looked at."""


def mark_current_items(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Add `current`, of tabs `selected`, to the items of one document that only a class marks."""
    marked = {document.first_row + row for row in _rows_with_word(table)}
    if not marked:
        return
    found = {_control(columns, document, at) for at in marked}
    for row in sorted(found - {-1}):
        chain = _chain(columns, document, row)
        if marked.isdisjoint(chain) or _is_said(columns, row) or _goes_there(columns, row):
            continue
        if _differs(columns, document, chain[-1], marked):
            state = "selected" if columns.role[row] == "tab" else "current"
            store(columns, row, {*columns.states.get(row, ()), state}, columns.properties.get(row, {}))


def mark_checked(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Add `checked` to switches, boxes and radio buttons that show it by a class alone (`t-switch t-is-checked`)."""
    for place in table.rows_with(T_ROLE):
        row = document.first_row + place
        attributes = columns.attributes[row]
        if read_text(attributes, "role") not in SWITCHED or not SAID.isdisjoint(attributes[::2]):
            continue
        said = read_text(attributes, "class").split()
        if columns.tag[row] != "input" and any(_ends_so(words_in(token), CHECKED) for token in said):
            store(columns, row, {*columns.states.get(row, ()), "checked"}, columns.properties.get(row, {}))


def _rows_with_word(table: DocumentTable) -> Iterator[int]:
    """The rows of a document whose class says that they are current. Asked of every element with a class."""
    attributes, known = table.attributes, dict[str, bool]()
    for row in table.rows_with(T_CLASS):
        mine = attributes[row]
        at = mine.index("class")
        said = mine[at + 1] if not at % 2 else read_text(mine, "class")
        if said not in known:
            known[said] = says_current(said)
        if known[said]:
            yield row


def says_current(written: str) -> bool:
    """Whether the class of an element says that it is the current one."""
    return any(map(_names_current, written.split()))


def _names_current(token: str) -> bool:
    """Whether a class name ends with a word for the current item: `active`, `is-selected`, `Tabs_current__x7Kq2`."""
    if ":" in token or "[" in token:  # for a state of the pointer or of an attribute
        return False
    return any(_ends_so(words_in(one)) for one in (token, HASH.sub("", token)))


def _goes_there(columns: NodeColumns, row: int) -> bool:
    """Whether a button's class says what it goes to (`x-datepicker-current` of Today), not what it is: as other words
    for its kind do (`page-item page-item-current`).
    """
    said = read_text(columns.attributes[row], "class").split()
    found = [token for token in said if _names_current(token)]
    if columns.role[row] != "button" or not found:
        return False
    parts = [token.lower().split("-") for token in found]
    return all(len(one) > 2 and all(one) and one[-1] == "current" for one in parts) and not any(
        token.lower().rpartition("-")[0] in said for token in found
    )


def _ends_so(parts: list[str], wanted: Container[str] = CURRENT) -> bool:
    return bool(parts) and parts[-1] in wanted and NOT.isdisjoint(parts[-2:-1])


def _control(columns: NodeColumns, document: DocumentInfo, row: int) -> int:
    """The control that a marked element is, or the only one in it; -1 for none."""
    if columns.flags[row] & SHOWN == SHOWN:
        return row
    inside = list(islice(_controls(columns, row, document.end_row), 2))
    return inside[0] if len(inside) == 1 and columns.parent[inside[0]] == row else -1


def _controls(columns: NodeColumns, row: int, end: int) -> Iterator[int]:
    return (at for at in islice(columns.rows_within(row, end), REACH) if columns.flags[at] & SHOWN == SHOWN)


def _chain(columns: NodeColumns, document: DocumentInfo, row: int) -> list[int]:
    """A control and the elements around it, a few levels up, that contain no other control."""
    chain = [row]
    for above in islice(columns.ancestors(row), LEVELS):
        if (
            columns.tag[above] in BOUNDS
            or len(list(islice(_controls(columns, above, document.end_row), 2))) > 1
        ):
            break
        chain.append(above)
    return chain


def _is_said(columns: NodeColumns, row: int) -> bool:
    """Whether ARIA or a state says of a control whether it is the current one, or its role has other words for it."""
    if columns.role[row] not in ROLES or not CHOICES.isdisjoint(columns.states.get(row, ())):
        return True
    return not SAID.isdisjoint(columns.attributes[row][::2])


def _differs(columns: NodeColumns, document: DocumentInfo, item: int, marked: set[int]) -> bool:
    """Whether another item of the group has a control of the same kind and no such class; none is chosen by a state."""
    around = columns.parent[item]
    others = False
    siblings = (
        row
        for row in islice(columns.rows_within(around, document.end_row), REACH)
        if columns.parent[row] == around and columns.kind[row] == ELEMENT and row != item
    )
    for row in siblings:
        if columns.tag[row] != columns.tag[item]:
            continue
        controls = [row] if columns.flags[row] & SHOWN == SHOWN else []
        controls += islice(_controls(columns, row, document.end_row), 2)
        if any(not CHOSEN.isdisjoint(columns.states.get(at, ())) and at not in marked for at in controls):
            return False
        chain = {row, *controls}
        others = others or (len(controls) == 1 and chain.isdisjoint(marked))
    return others
