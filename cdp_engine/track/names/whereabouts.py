"""Elements with equal role and name, and the words that distinguish them: "Delete" in “Ada Lovelace” (pure)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from cdp_engine.observe import Flag, VirtualNode

TEXT = 3
VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.VISIBLE | Flag.INTERACTIVE)
LONGEST = 60
TITLES = frozenset(("link", "heading"))
REACH = 400
"""How many nodes of a box are looked at for its title."""


class Whereabouts(NamedTuple):
    """What distinguishes an element from its namesakes."""

    relation: str
    """`in` a box with these words, or `below` a heading."""
    words: str
    box: int
    """The row of the largest element around it without a namesake."""

    def __str__(self) -> str:
        return f"{self.relation} “{self.words}”"


def whereabouts(found: Sequence[VirtualNode]) -> dict[int, Whereabouts]:
    """By row, the words that distinguish elements, in reading order, with the same role and name."""
    groups: dict[tuple[str, str], list[VirtualNode]] = {}
    for node in found:
        groups.setdefault((node.role, _plain(node.name or node.text)), []).append(node)
    namesakes = [group for group in groups.values() if len(group) > 1]
    if not namesakes:
        return {}
    headings = _headings(found[0], {node.index for group in namesakes for node in group})
    distinct: dict[int, Whereabouts] = {}
    for group in namesakes:
        places: dict[int, Whereabouts] = {}
        boxes = [
            _box(node, [*group[max(0, at - 1) : at], *group[at + 1 : at + 2]])
            for at, node in enumerate(group)
        ]
        titles = _titles(group, boxes)
        for node, box, title in zip(group, boxes, titles, strict=True):
            words = _words(node, box)
            words = words if title in words else f"{title} {words}".strip()
            heading = headings.get(node.index, "")
            if words:
                places[node.index] = Whereabouts("in", _cut(words), box)
            elif heading:
                places[node.index] = Whereabouts("below", _cut(heading), box)
        if len({str(place) for place in places.values()}) > 1:
            distinct |= places
    return distinct


def _box(node: VirtualNode, neighbours: Sequence[VirtualNode]) -> int:
    """The outermost element around a node that contains none of its neighbours among its namesakes."""
    shared = {row for other in neighbours for row in _lineage(other)}
    own = [row for row in _lineage(node) if row not in shared]
    return own[-1] if own else node.index


def _lineage(node: VirtualNode) -> list[int]:
    return [node.index, *node.snapshot.ancestors(node.index)]


def _titles(group: Sequence[VirtualNode], boxes: Sequence[int]) -> list[str]:
    """The first link or heading in the box of each: what a row is about. None where two have the same: "Edit"."""
    titles = [_title(node, box) for node, box in zip(group, boxes, strict=True)]
    named = [title for title in titles if title]
    return titles if len(set(named)) == len(named) else [""] * len(group)


def _title(node: VirtualNode, box: int) -> str:
    columns, snapshot = node.snapshot.columns, node.snapshot
    inside = {node.index, *snapshot.rows_below(node.index), *snapshot.ancestors(node.index)}
    for row in islice(snapshot.rows_below(box), REACH):
        if columns.role[row] not in TITLES or not columns.flags[row] & VISIBLE or row in inside:
            continue
        if words := _plain(snapshot.text_of(row)):
            return words
    return ""


def _words(node: VirtualNode, box: int) -> str:
    """The visible words in a box beside its controls; those of other controls where there are no others."""
    snapshot, control = node.snapshot, node.index
    columns = snapshot.columns
    plain: list[str] = []
    others: list[str] = []
    inside = {control, *snapshot.rows_below(control)}
    held: set[int] = set()
    for row in snapshot.rows_below(box):
        if row in inside:
            continue
        if columns.parent[row] in held or columns.flags[row] & SHOWN == SHOWN:
            held.add(row)
        if columns.kind[row] == TEXT and columns.flags[row] & VISIBLE:
            (others if row in held else plain).append(columns.text[row])
        if sum(map(len, plain)) > 4 * LONGEST:
            break
    return _plain(" ".join(plain)) or _plain(" ".join(others))


def _headings(first: VirtualNode, wanted: set[int]) -> dict[int, str]:
    """The last heading before each of some rows."""
    snapshot, last = first.snapshot, ""
    columns = snapshot.columns
    found: dict[int, str] = {}
    for row in snapshot.reading_order():
        if row in wanted:
            found[row] = last
        elif columns.role[row] == "heading" and columns.flags[row] & VISIBLE:
            last = _plain(columns.name.get(row) or snapshot.text_of(row))
    return found


def _plain(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
