"""Elements that repeat: cards, results, messages, entries of a list (pure, AG-06).

Children of one element that look alike are the items of a list. Items may lie in rows that only arrange them, and an
item may consist of several elements in turn (`dt` and `dd`, or three table rows for one result).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Flag
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.snapshot import Snapshot

FEWEST = 2
_ALIKE, _ALIKE_BY_STRUCTURE = 0.4, 0.8
"""The share of their inner paths that two items have in common; more where they share no class."""
_LONGEST_PERIOD = 4
_DEPTH = 6
"""How many levels of an item count for its shape."""
_MOST_TEXTS = 12
"""More texts than these make an item no more of an item."""
_CONTAINERS = frozenset(
    ("table", "grid", "treegrid", "list", "feed", "tree", "main", "region", "rowgroup", "document")
)
_ITEMS = frozenset(("listitem", "row", "article"))
_AROUND = frozenset(
    ("navigation", "banner", "contentinfo", "menu", "menubar", "tablist", "toolbar", "listbox")
)
_PROSE = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "span", "label", "a", "button"))
_PARTS = frozenset(("option", "optgroup", "script", "style", "template", "br", "head", "meta", "link", "col"))


class Group(NamedTuple):
    """Items with the same structure. An item is one element or several in turn, as row numbers."""

    container: int
    items: tuple[tuple[int, ...], ...]


class Shapes:
    """The visible structure of one snapshot; results are cached."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._paths: dict[int, frozenset[str]] = {}
        self._texts: dict[int, int] = {}

    def children(self, row: int) -> list[int]:
        """The visible child elements of a row."""
        columns = self.snapshot.columns
        return [
            child
            for child in self.snapshot.child_rows(row)
            if columns.kind[child] == ELEMENT
            and columns.tag[child] not in _PARTS
            and (columns.flags[child] & Flag.VISIBLE or self.texts(child))
        ]

    def texts(self, row: int) -> int:
        """How many visible texts are in a row."""
        known = self._texts.get(row)
        if known is None:
            columns, shown = self.snapshot.columns, int(Flag.VISIBLE)
            known = self._texts[row] = sum(
                1
                for below in (row, *self.snapshot.rows_below(row))
                if columns.flags[below] & shown
                and columns.kind[below] == TEXT
                and not columns.text[below].isspace()
            )
        return known

    def paths(self, row: int) -> frozenset[str]:
        """The tags in an element, each with the tags above it, down to a few levels."""
        known = self._paths.get(row)
        if known is None:
            columns = self.snapshot.columns
            found: set[str] = set()
            pending = [(row, "", 0)]
            while pending:
                at, above, depth = pending.pop()
                path = f"{above}/{columns.tag[at]}"
                found.add(path)
                if depth < _DEPTH:
                    pending += [(child, path, depth + 1) for child in self.children(at)]
            known = self._paths[row] = frozenset(found)
        return known

    def alike(self, first: int, second: int) -> bool:
        """Whether two elements are of one kind: tag and role, and most of their structure where classes differ."""
        columns = self.snapshot.columns
        if columns.tag[first] != columns.tag[second] or columns.role[first] != columns.role[second]:
            return False
        if bool(self.texts(first)) != bool(self.texts(second)):
            return False
        one, other = self.paths(first), self.paths(second)
        common = len(one & other) / len(one | other)
        left, right = self._classes(first), self._classes(second)
        return common >= (_ALIKE if left & right or left == right else _ALIKE_BY_STRUCTURE)

    def _classes(self, row: int) -> frozenset[str]:
        return frozenset((self.snapshot.node_at(row).attribute("class") or "").split())


def best_group(snapshot: Snapshot) -> Group | None:
    """The list that a person would call the content of the page; None where nothing repeats."""
    return _best_in(Shapes(snapshot), range(len(snapshot.columns)))


def _best_in(shapes: Shapes, rows: Iterable[int]) -> Group | None:
    columns, best, most = shapes.snapshot.columns, None, 0.0
    for row in rows:
        if columns.kind[row] != ELEMENT or columns.tag[row] in _PARTS:
            continue
        for group in groups_in(shapes, row):
            worth = _worth(shapes, group)
            if worth > most:
                best, most = group, worth
    return None if best is None else _innermost(shapes, best)


def group_of(snapshot: Snapshot, node: VirtualNode) -> Group | None:
    """The list that an element is the container of, an item of, or part of an item of; None where nothing repeats."""
    shapes = Shapes(snapshot)
    if node.role in _CONTAINERS:
        return _best_in(shapes, (node.index, *snapshot.rows_below(node.index)))
    own = list(groups_in(shapes, node.index))
    if own and node.role not in _ITEMS:
        return _innermost(shapes, max(own, key=lambda group: _worth(shapes, group)))
    at, above = node.index, snapshot.columns.parent[node.index]
    while above >= 0:
        for group in groups_in(shapes, above):
            if any(at in item for item in group.items):
                return _whole(shapes, group, above)
        at, above = above, snapshot.columns.parent[above]
    return _best_in(shapes, (node.index, *snapshot.rows_below(node.index)))


def group_like(snapshot: Snapshot, rows: Sequence[int]) -> Group | None:
    """The given elements as the items of a list, without those inside of others."""
    kept = set(rows)
    outer = [row for row in rows if kept.isdisjoint(snapshot.ancestors(row))]
    if not outer:
        return None
    return Group(snapshot.columns.parent[outer[0]], tuple((row,) for row in outer))


def groups_in(shapes: Shapes, row: int) -> Iterator[Group]:
    """The lists among the children of a row."""
    children = shapes.children(row)
    if len(children) < FEWEST:
        return
    families: list[list[int]] = []
    for child in children:
        family = next((known for known in families if shapes.alike(known[0], child)), None)
        if family is None:
            families.append([child])
        else:
            family.append(child)
    turns = _in_turn(children, families)
    if turns is not None:
        yield Group(row, turns)
        return
    for family in families:
        if len(family) >= FEWEST:
            yield Group(row, tuple((child,) for child in family))


def _in_turn(children: list[int], families: list[list[int]]) -> tuple[tuple[int, ...], ...] | None:
    """Items of several elements, where children of different kinds follow each other in the same order."""
    kind = {child: number for number, family in enumerate(families) for child in family}
    kinds = [kind[child] for child in children]
    for period in range(2, min(_LONGEST_PERIOD, len(children) // 2) + 1):
        first = kinds[:period]
        if len(set(first)) < 2:
            continue
        whole = len(children) // period * period
        if all(kinds[at] == first[at % period] for at in range(whole)) and len(children) - whole <= period:
            return tuple(tuple(children[at : at + period]) for at in range(0, whole, period))
    return None


def _innermost(shapes: Shapes, group: Group) -> Group:
    """The cards of a list whose items are rows that only arrange cards."""
    while all(len(item) == 1 for item in group.items):
        inner = [shapes.children(row) for (row,) in group.items]
        cards = [card for row in inner for card in row]
        if min(map(len, inner)) < 1 or len(cards) <= len(inner) or not _are_cards(shapes, cards):
            break
        group = Group(group.container, tuple((card,) for card in cards))
    return group


def _are_cards(shapes: Shapes, rows: list[int]) -> bool:
    """Whether elements are alike, and each has enough in it to be an item by itself."""
    columns = shapes.snapshot.columns
    first = rows[0]
    return columns.role[first] not in ("cell", "gridcell", "columnheader") and all(
        shapes.texts(row) >= 2 and shapes.alike(first, row) for row in rows
    )


def _whole(shapes: Shapes, group: Group, container: int) -> Group:
    """A list with the items of the rows beside it, where its container is one of several rows that arrange items."""
    above = shapes.snapshot.columns.parent[container]
    if above < 0 or any(len(item) > 1 for item in group.items):
        return group
    for rows in groups_in(shapes, above):
        if any(container in item for item in rows.items):
            inner = _innermost(shapes, rows)
            if any(group.items[0][0] in item for item in inner.items):
                return inner
    return group


def _worth(shapes: Shapes, group: Group) -> float:
    """How likely a list is the content: many items with several texts each, in the middle of the page."""
    columns = shapes.snapshot.columns
    texts = [sum(min(shapes.texts(row), _MOST_TEXTS) for row in item) for item in group.items]
    held = [count for count in texts if count]
    if len(held) < FEWEST or columns.tag[group.items[0][0]] in _PROSE:
        return 0.0
    usual = Counter(held).most_common(1)[0][1] / len(held)
    words = sum(len(shapes.snapshot.text_of(row)) for item in group.items for row in item)
    worth = (len(held) ** 0.7) * (sum(held) / len(held)) * (0.5 + usual) * min(words / len(held), 200) ** 0.3
    row = group.container
    while row >= 0:
        if columns.role[row] in _AROUND or columns.tag[row] in ("nav", "footer", "header", "aside"):
            return worth * 0.1
        row = columns.parent[row]
    return worth
