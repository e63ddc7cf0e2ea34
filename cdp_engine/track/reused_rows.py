"""Rows that a list uses again for other items: the same node, with another record in it (EX-06; pure).

Lists that draw only what is in view, and lists that write a sorted or longer content into the rows they have, change
the text of a row and keep its node. A caller that was shown the former text means the former item.
"""

from __future__ import annotations

from typing import NamedTuple

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.fingerprint import counterless, skeleton
from cdp_engine.track.identity.proposals import grown
from cdp_engine.track.identity.resemblance import Label, Reading

_ITEM_TAGS = frozenset(("li", "tr"))
_ITEM_ROLES = frozenset(("row", "listitem", "option", "treeitem", "article"))


class Reused(NamedTuple):
    """What the row of an element named before and what it names now, and where the element of the former item is."""

    before: str
    now: str
    row: int | None


class _Item(NamedTuple):
    """A row of a list: its labels, and the first of them that is a text."""

    row: int
    labels: tuple[Label, ...]
    name: str


def reused_row(old: Snapshot, old_row: int, new: Snapshot, new_row: int) -> Reused | None:
    """Whether the list row around an element that is the same node has another item now; None where it has not.

    The former item or the present one is in another row of the list on the other side, or all rows got other texts. A
    single row with a new text is the same item under another name.
    """
    item = _item_around(new, new_row)
    node = new.columns.backend[item] if item >= 0 else -1
    was = next(
        (row for row in (old_row, *old.columns.ancestors(old_row)) if old.columns.backend[row] == node), -1
    )
    if was < 0:
        return None
    before, now = Reading(old), Reading(new)
    former, present = _read(before, was), _read(now, item)
    if not former.name or not present.name or _same_name(former.name, present.name):
        return None
    olds, news = _others(before, was), _others(now, item)
    moved = [other for other in news if _same_item(former, present, other)]
    came = [other for other in olds if _same_item(present, former, other)]
    if not moved and not came and not _all_replaced(old, new, olds, news, former, present):
        return None
    place = moved[0].row if len(moved) == 1 else None
    at = None if place is None else _at_same_place(before, was, old_row, now, place)
    return Reused(former.name, present.name, at)


def _item_around(snapshot: Snapshot, row: int) -> int:
    columns = snapshot.columns
    for at in (row, *columns.ancestors(row)):
        if columns.tag[at] in _ITEM_TAGS or columns.role[at] in _ITEM_ROLES:
            return at
    return -1


def _read(reading: Reading, row: int) -> _Item:
    labels = tuple(reading.labels(row))
    texts = [label.text for label in labels if not label.control] or [label.text for label in labels]
    return _Item(row, labels, texts[0] if texts else "")


def _others(reading: Reading, item: int) -> list[_Item]:
    """The other rows of the list."""
    columns = reading.snapshot.columns
    around = reading.element_children(columns.parent[item]) if columns.parent[item] >= 0 else []
    return [_read(reading, row) for row in around if row != item and columns.tag[row] == columns.tag[item]]


def _same_name(before: str, now: str) -> bool:
    return counterless(before) == counterless(now) or grown(before, now)


def _same_item(wanted: _Item, instead: _Item, other: _Item) -> bool:
    """Whether another row has an item; names that differ in numbers only may be clocks, so all texts must agree."""
    if skeleton(wanted.name) == skeleton(instead.name):
        return wanted.labels == other.labels
    return wanted.name == other.name


def _all_replaced(
    old: Snapshot, new: Snapshot, olds: list[_Item], news: list[_Item], former: _Item, present: _Item
) -> bool:
    """Whether every row that is the same node has another text, and not only other numbers."""
    names = {new.columns.backend[item.row]: item.name for item in news}
    pairs = [(item.name, names.get(old.columns.backend[item.row], "")) for item in olds]
    kept = [pair for pair in pairs if all(pair)]
    changed = [(former.name, present.name), *kept]
    return bool(kept) and all(
        not _same_name(*pair) and skeleton(pair[0]) != skeleton(pair[1]) for pair in changed
    )


def _at_same_place(before: Reading, was: int, element: int, now: Reading, item: int) -> int | None:
    """The element in another row at the same place as one in this row."""
    path: list[int] = []
    parents = before.snapshot.columns.parent
    while element != was:
        siblings = before.element_children(parents[element])
        if element not in siblings:
            return None
        path.append(siblings.index(element))
        element = parents[element]
    for index in reversed(path):
        children = now.element_children(item)
        if index >= len(children):
            return None
        item = children[index]
    return item
