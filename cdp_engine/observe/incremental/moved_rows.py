"""A document's table with other children of some elements (CD-17). Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from cdp_engine.observe.incremental.pseudo_elements import with_pseudo_elements
from cdp_engine.observe.model.columns import GENERATED, TEXT
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.sources.attribute_flags import traits_of
from cdp_engine.observe.sources.computed_styles import NO_PAINT
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.secret_fields import readable_attributes
from cdp_engine.protocol import dom
from cdp_engine.tab import ChangedList, NewNode, TextChanges

T = TypeVar("T")
_FEW_CUTS = 8
"""So many changes of a column are made in a copy of it."""
_BY_ROW = ("z_index", "generated", "marked", "values", "child_tables", "child_frames", "insets", "shadow")
_ROWS = ("clickable", "handled", "checked", "selected", "secret", "reshaped", "shadowed")
_FIELDS = frozenset(("input", "textarea", "select"))
_NAMES = {TEXT: "#text", 8: "#comment"}


@dataclass(frozen=True, slots=True)
class Came:
    """What came and went."""

    new: frozenset[int]
    """The rows of new nodes."""
    layers: frozenset[int]
    """The numbers of the layers that are gone."""


def children_of(table: DocumentTable, row: int) -> list[int]:
    """The rows of the children of a row, without what style sheets add."""
    parent, kind = table.parent, table.kind
    return [child for child in range(row + 1, end_of(table, row)) if parent[child] == row and kind[child]]


def head_end_of(table: DocumentTable, row: int) -> int:
    """The row after an element and what style sheets add to it."""
    end = row + 1
    while end < len(table) and table.kind[end] == GENERATED and table.parent[end] == row:
        end += 1
    return end


class _Order:
    """The rows in their new order: ranges of former rows, and lists of new nodes."""

    def __init__(self, table: DocumentTable, edits: Mapping[int, list[tuple[int, int] | int]]) -> None:
        self.table = table
        self.edits = edits
        self.parents = sorted(edits)
        self.ranges: list[tuple[int, int] | int] = []
        """From a row up to another, or the number of a new outermost node."""

    def add(self, first: int, end: int) -> None:
        while first < end:
            at = bisect_left(self.parents, first)
            if at == len(self.parents) or self.parents[at] >= end:
                self.ranges.append((first, end))
                return
            parent = self.parents[at]
            self.ranges.append((first, head_end_of(self.table, parent)))
            for item in self.edits[parent]:
                if isinstance(item, int):
                    self.ranges.append(item)
                else:
                    self.add(*item)
            first = end_of(self.table, parent)


def with_lists(table: DocumentTable, changes: TextChanges) -> Came | None:
    """Write other children into a table; returns what came and went, None where they do not fit."""
    if not changes.lists and not changes.created:
        return Came(frozenset(), frozenset())
    edits: dict[int, list[tuple[int, int] | int]] = {}
    gone: list[tuple[int, int]] = []
    tops: list[int] = []
    """The row of the parent of each new outermost node."""
    for node, report in zip(changes.of_lists, changes.lists, strict=True):
        row = table.backend.index(node) if node in table.backend else -1
        edit = None if row < 0 or row in edits else _edit(table, row, report, len(tops), gone)
        if edit is None:
            return None
        edits[row] = edit
        tops += [row for item in edit if isinstance(item, int)]
    if len(tops) != len(changes.created):
        return None
    order = _Order(table, edits)
    order.add(0, len(table))
    layers = frozenset(
        number
        for first, end in gone
        for row in range(first, end)
        if has_layer(table, row)
        for number in layers_of(table, row)
    )
    created, ids = with_pseudo_elements(changes)
    new, _ = _rearrange(table, order.ranges, tops, created, ids)
    return Came(frozenset(row for row in new if table.kind[row] != GENERATED), layers)


def with_generated(
    table: DocumentTable,
    parts: Iterable[tuple[int, int]],
    generated: Mapping[int, Sequence[tuple[str, dom.BackendNodeId]]],
) -> list[int]:
    """Write what style sheets add to elements into a table, in place of what they added in some ranges of rows.

    Returns for each former row its row now, -1 where it is gone.
    """
    ranges: list[tuple[int, int] | int] = []
    tops: list[int] = []
    created: list[list[NewNode]] = []
    ids: list[list[dom.BackendNodeId]] = []
    at = 0
    for first, end in sorted(parts):
        for row in range(first, end):
            if table.kind[row] == GENERATED:
                ranges.append((at, row))
                at = row + 1
            elif row in generated:
                ranges.append((at, row + 1))
                at = row + 1
                for side, backend in generated[row]:
                    ranges.append(len(tops))
                    tops.append(row)
                    created.append([NewNode(-1, GENERATED, side, [], "")])
                    ids.append([backend])
    ranges.append((at, len(table)))
    return _rearrange(table, ranges, tops, created, ids)[1]


def write_nodes(table: DocumentTable, changes: TextChanges) -> bool:
    """Write the nodes of changed texts, each the only one in its element; False where that does not fit."""
    for node, element in changes.nodes:
        row = table.backend.index(element) if element in table.backend else -1
        texts = [child for child in children_of(table, row) if table.kind[child] == TEXT] if row >= 0 else []
        if len(texts) != 1:
            return False
        table.backend[texts[0]] = node
    return True


def has_layer(table: DocumentTable, row: int) -> bool:
    """Whether an element is painted in a layer of its own: then its order is not that of what it is in."""
    return table.bounds[row] is not None and table.paint_order[row] != layer_around(table, row)


def layer_around(table: DocumentTable, row: int) -> int:
    """The number of the layer that what a row is in is painted in."""
    above = table.parent[row]
    while above >= 0 and table.bounds[above] is None:
        above = table.parent[above]
    return table.paint_order[above] if above >= 0 else 0


def layers_of(table: DocumentTable, row: int) -> set[int]:
    """The numbers of an element's own layer and, for fields, of those inside that no row is painted in."""
    number = table.paint_order[row]
    found = {number}
    if table.tag[row] in _FIELDS:
        known = set(table.paint_order)
        last = max(known)
        while number < last and number + 1 not in known:
            number += 1
            found.add(number)
    return found


def _edit(
    table: DocumentTable, row: int, report: ChangedList, tops: int, gone: list[tuple[int, int]]
) -> list[tuple[int, int] | int] | None:
    """The children of a row in their new order: ranges of rows, and numbers of new nodes; None if they do not fit."""
    children, end = children_of(table, row), end_of(table, row)
    if len(children) != report.before or report.start + report.end > len(children):
        return None
    ends = [*children[1:], end]
    edit: list[tuple[int, int] | int] = []
    if report.start:
        edit.append((children[0], ends[report.start - 1]))
    for place in report.between:
        if place < 0:
            edit.append(tops)
            tops += 1
        elif place < len(children):
            edit.append((children[place], ends[place]))
        else:
            return None
    kept = {*report.between, *range(report.start), *range(len(children) - report.end, len(children))}
    gone += [(children[place], ends[place]) for place in range(len(children)) if place not in kept]
    if report.end:
        edit.append((children[len(children) - report.end], end))
    return edit


def _rearrange(
    table: DocumentTable,
    ranges: Sequence[tuple[int, int] | int],
    tops: Sequence[int],
    created: Sequence[Sequence[NewNode]],
    ids: Sequence[Sequence[dom.BackendNodeId]],
) -> tuple[frozenset[int], list[int]]:
    """Write the rows in their new order; returns those of new nodes, and for each former row its row now."""
    now, firsts = _places(table, ranges, created)
    cuts = _cuts(ranges, len(table))

    def taken(column: list[T], new: Sequence[Sequence[T]]) -> list[T]:
        if cuts is not None and len(cuts) <= _FEW_CUTS:
            made = column.copy()
            for first, end, part in reversed(cuts):
                made[first:end] = () if part is None else new[part]
            return made
        made: list[T] = []
        for part in ranges:
            made += new[part] if isinstance(part, int) else column[part[0] : part[1]]
        return made

    def each(read: Callable[[NewNode], T]) -> list[list[T]]:
        return [[read(node) for node in nodes] for nodes in created]

    plain = each(lambda node: readable_attributes(node.tag, tuple(node.attributes))[0])
    known = [*now, -1]  # the last one for the outermost rows, whose parent is -1
    parent = list(map(known.__getitem__, taken(table.parent, each(lambda _: -1))))
    for top, first in firsts.items():
        for place, node in enumerate(created[top]):
            parent[first + place] = now[tops[top]] if node.parent < 0 else first + node.parent
    table.keep_ends(now, parent)
    table.rearranged.append((_runs(ranges, created) if cuts is not None else (), now))
    kinds = each(lambda node: node.kind)
    table.keep_kinds(taken(table.kind, kinds), cuts, kinds)
    table.tag = taken(table.tag, each(lambda node: _NAMES.get(node.kind, node.tag.lower())))
    table.backend = taken(table.backend, ids)
    table.text = taken(table.text, each(lambda node: node.text))
    table.attributes = taken(table.attributes, plain)
    table.traits = taken(table.traits, [[traits_of(names[::2]) for names in nodes] for nodes in plain])
    undrawn: list[list[Bounds | None]] = [[None] * len(nodes) for nodes in created]
    table.bounds = taken(table.bounds, undrawn)
    table.style = taken(table.style, each(lambda _: NO_STYLE))
    table.paint_order = taken(table.paint_order, each(lambda _: 0))
    table.paint = taken(table.paint, each(lambda _: NO_PAINT))
    _renumber(table, now)
    new = frozenset(row for top, first in firsts.items() for row in range(first, first + len(created[top])))
    _renumber_free(table, now, new)
    _empty(table, new)
    for row in sorted(new):
        if table.parent[row] in table.shadowed:
            table.shadowed.add(row)
    return new, now


def _renumber_free(table: DocumentTable, now: Sequence[int], new: Iterable[int]) -> None:
    """Number the rows again that are known as free, or as placeless; what is in details is another matter."""
    if table.placeless is not None:
        table.placeless = set(map(now.__getitem__, table.placeless)) - {-1}
    if table.free is None:
        return
    table.restyled = {now[row]: was for row, was in table.restyled.items() if now[row] >= 0}
    table.restyled.update(dict.fromkeys(new, NO_STYLE))
    folds = any(table.tag[row] == "details" for row in new)
    table.free = None if folds else set(map(now.__getitem__, table.free)) - {-1}


def _cuts(ranges: Sequence[tuple[int, int] | int], size: int) -> list[tuple[int, int, int | None]] | None:
    """What is replaced by a new outermost node or, with None, by nothing; None where the order is another."""
    cuts: list[tuple[int, int, int | None]] = []
    at = 0
    for part in ranges:
        if isinstance(part, int):
            cuts.append((at, at, part))
            continue
        first, end = part
        if first != at:
            cuts.append((at, first, None))
        at = end
    if at < size:
        cuts.append((at, size, None))
    return None if any(first > end for first, end, _ in cuts) else cuts


def _runs(
    ranges: Sequence[tuple[int, int] | int], created: Sequence[Sequence[NewNode]]
) -> list[tuple[int, int, int]]:
    """The runs of rows that stayed, which are in order: the first row before and now, and how many."""
    runs: list[tuple[int, int, int]] = []
    at = 0
    for part in ranges:
        if isinstance(part, int):
            at += len(created[part])
            continue
        first, count = part[0], part[1] - part[0]
        if runs and runs[-1][0] + runs[-1][2] == first and runs[-1][1] + runs[-1][2] == at:
            runs[-1] = (*runs[-1][:2], runs[-1][2] + count)
        elif count:
            runs.append((first, at, count))
        at += count
    return runs


def _empty(table: DocumentTable, rows: Iterable[int]) -> None:
    """Scripts and the like have no text."""
    for row in rows:
        if table.kind[row] == TEXT and table.tag[table.parent[row]] in VOID_OF_TEXT:
            table.text[row] = ""


def _places(
    table: DocumentTable, ranges: Sequence[tuple[int, int] | int], created: Sequence[Sequence[NewNode]]
) -> tuple[list[int], dict[int, int]]:
    """For each former row its row now, -1 where it is gone; and the first row of each new outermost node."""
    now: list[int] = []
    firsts: dict[int, int] = {}
    at = 0
    for part in ranges:
        if isinstance(part, int):
            firsts[part] = at
            at += len(created[part])
            continue
        first, end = part
        if first >= len(now):
            now += [-1] * (first - len(now))
            now += range(at, at + end - first)
        else:
            now[first:end] = range(at, at + end - first)
        at += end - first
    now += [-1] * (len(table) - len(now))
    return now, firsts


def _renumber(table: DocumentTable, now: Sequence[int]) -> None:
    """Number the rows again where columns name them."""
    for name in _BY_ROW:
        known: dict[int, Any] = getattr(table, name)
        setattr(table, name, {now[row]: value for row, value in known.items() if now[row] >= 0})
    for name in _ROWS:
        rows: set[int] = getattr(table, name)
        setattr(table, name, set(map(now.__getitem__, rows)) - {-1})
