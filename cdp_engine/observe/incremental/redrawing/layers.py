"""The order in which layers are painted, where some come, go or change (CD-17). Pure.

The browser numbers the layers of a document as it paints them: a context, what is below it, what is in its flow, what
is above it. Where that puts those that did not change into the order that they have, it is taken for the others, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from cdp_engine.observe.incremental.moved_rows import has_layer, layer_around, layers_of
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.incremental.restyle import LAYERED
from cdp_engine.observe.model.columns import GENERATED
from cdp_engine.observe.model.html_vocabulary import FRAME_TAGS, words
from cdp_engine.observe.sources.computed_styles import Drawn, Style
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.tab import LayerKind

_HIDDEN = int(Style.HIDDEN)
_INNER_LAYERS = words("input textarea select video audio canvas svg object embed dialog") | FRAME_TAGS
"""Tags of elements that may have layers of their own inside, which no row is painted in."""
_CONTEXTS = (LayerKind.CONTEXT, LayerKind.CONTEXT_WITHOUT_Z)
_OTHER = "other layers"
_MOST = 1000
"""The most layers to be painted again: to ask for 774 takes the page 11 to 17 ms, a capture of it 60 to 90 (Quasar)."""


@dataclass(slots=True)
class _Layer:
    row: int
    is_context: bool
    z_index: int
    in_flow: list[_Layer] = field(default_factory=list["_Layer"])
    stacked: list[_Layer] = field(default_factory=list["_Layer"])

    def painted(self) -> Iterator[int]:
        """The rows of a layer and of all that are painted with it, in their order."""
        by_z_index = sorted(self.stacked, key=lambda layer: layer.z_index)
        below = [layer for layer in by_z_index if layer.z_index < 0]
        yield self.row
        for inner in (*below, *self.in_flow, *by_z_index[len(below) :]):
            yield from inner.painted()


class Layers:
    """The layers of a table while it is written."""

    def __init__(self, table: DocumentTable, gone: Set[int], *, relayered: bool) -> None:
        self._table = table
        self._gone = {*gone}
        self._relayered = relayered
        """Whether a layer may be of another kind, whatever is known of its style."""
        self._came = 0
        self._is_other = False
        self._same: dict[int, int] = {}
        """Numbers of layers that are none after all, or of which nothing is visible: the numbers to take instead."""

    def remove(self, row: int) -> None:
        """Nothing is drawn of a row any more that had a layer, or it is painted in the one around it."""
        self._gone |= layers_of(self._table, row)

    def compare(self, row: int, style: Drawn, *, before: bool, now: bool) -> bool:
        """Note the layer of a row that may be drawn otherwise; returns whether it has one, as far as is known.

        A new one has a number of its own from here on, and its place by `number`. Raises `Unclear` where it holds
        others that are not known.
        """
        table = self._table
        bits = (table.style[row] ^ style.bits) & (LAYERED | _HIDDEN)
        is_same = not bits and table.z_index.get(row, 0) == style.z_index and not self._relayered
        if before == now and (is_same or not now):
            return now
        if before != now and table.tag[row] in _INNER_LAYERS:
            raise Unclear(_OTHER)
        self._is_other = True
        if before and not now:
            self.remove(row)
        elif not before or not table.paint_order[row]:
            self._came += 1
            table.paint_order[row] = -self._came
        return now

    def asked(self, elements: Sequence[int]) -> dict[int, tuple[int, str]]:
        """The rows of all layers, where any is painted otherwise than before: each with the place of its element among
        `elements`, and at which side of that a style sheet adds it. Raises `Unclear` where a capture costs less.
        """
        table = self._table
        rows = [row for row in range(1, len(table)) if has_layer(table, row)] if self._is_other else ()
        if len(rows) > _MOST:
            raise Unclear("many other layers")
        added = {row for row in rows if table.kind[row] == GENERATED}
        owners = {row: table.parent[row] if row in added else row for row in rows}
        return {
            row: (bisect_left(elements, owner), table.tag[row] if row in added else "")
            for row, owner in owners.items()
        }

    def number(
        self,
        kinds: Mapping[int, LayerKind],
        touched: Set[int],
        around: Set[int],
        tables: Sequence[DocumentTable],
    ) -> None:
        """Number the layers again; `kinds` by the rows of `asked`, `touched`: all rows that may be drawn otherwise,
        `around`: those, and all around them.

        The documents of `tables`, one of which it is, have numbers of one order. Raises `Unclear` where the order of
        those that are not touched is not what it was.
        """
        orders = self._table.paint_order
        gone = self._gone - {0}
        self._check_hidden(around - touched if self._is_other else around)
        if self._is_other:
            if LayerKind.UNCLEAR in kinds.values():
                raise Unclear(_OTHER)
            painted = [orders[row] for row in self._painted(kinds, touched)]
            self._check([orders[row] for row in kinds if row not in touched], painted)
        elif gone:
            painted = sorted({number for number in orders if number > orders[0]})
        else:
            return
        numbers = self._numbers(painted, gone, max(max(table.paint_order) for table in tables))
        if any(not numbers.keys() >= {*table.paint_order} for table in tables):
            raise Unclear(_OTHER)
        for table in tables:
            table.paint_order = list(map(numbers.__getitem__, table.paint_order))

    def _check_hidden(self, rows: Iterable[int]) -> None:
        """Raise `Unclear` where a layer may be painted only for visible contents that a hidden element has, or had."""
        table = self._table
        for row in rows:
            hidden = table.bounds[row] is not None and table.style[row] & _HIDDEN
            if hidden and has_layer(table, row) and self._shows(row) == (table.paint_order[row] == 0):
                raise Unclear(_OTHER)

    def _shows(self, row: int) -> bool:
        table = self._table
        inside = range(row, end_of(table, row))
        return any(table.bounds[at] is not None and not table.style[at] & _HIDDEN for at in inside)

    @staticmethod
    def _check(untouched: Sequence[int], painted: Sequence[int]) -> None:
        """Raise `Unclear` where what did not change would be painted in another order."""
        known = {*untouched}
        steady = [number for number in painted if number in known]
        if steady != sorted(steady):
            raise Unclear(_OTHER)

    def _painted(self, kinds: Mapping[int, LayerKind], touched: Set[int]) -> list[int]:
        """The rows of all layers in the order in which they are painted. Raises `Unclear`."""
        table = self._table
        layers = {-1: _Layer(-1, is_context=True, z_index=0)}
        unseen: set[int] = set()
        for row in _laid_out(table, kinds):
            kind = kinds[row]
            around = _around(table, row, layers, unseen)
            hidden = around in unseen or (table.style[row] & _HIDDEN and kind != LayerKind.IN_FLOW)
            if row in touched and kind == LayerKind.NONE:
                self._take_out(row, layer_around(table, row))
            elif row in touched and hidden:
                self._check_unseen(row)
                self._take_out(row, 0)
                unseen.add(row)
            elif kind == LayerKind.NONE or self._is_folded(row):
                layers[row] = self._folded(row, layers)
            elif around >= 0 and table.paint_order[row] == table.paint_order[layers[around].row] != 0:
                layers[row] = layers[around]  # in what closed details hold
            elif table.paint_order[row]:
                layer = layers[row] = _Layer(row, kind in _CONTEXTS, _z_index(table, row, kind))
                if kind == LayerKind.IN_FLOW:
                    layers[around].in_flow.append(layer)
                    continue
                while not layers[around].is_context:
                    around = _around(table, around, layers)
                layers[around].stacked.append(layer)
        return list(layers[-1].painted())[1:]

    def _is_folded(self, row: int) -> bool:
        """Whether a row is painted in the layer of what closed details hold, whatever layer it would have elsewhere."""
        table = self._table
        above = table.parent[row]
        is_closed = table.tag[above] == "details" and "open" not in table.attributes[above][::2]
        return is_closed and table.tag[row] != "summary" and table.paint_order[row] != 0

    def _folded(self, row: int, layers: Mapping[int, _Layer]) -> _Layer:
        """The layer of what closed details hold, which is none of its elements. Raises `Unclear` for any other row."""
        table = self._table
        above, number = table.parent[row], table.paint_order[row]
        if table.tag[above] != "details" or not number:
            raise Unclear(_OTHER)
        for known in layers.values():
            if known.row >= 0 and table.parent[known.row] == above and table.paint_order[known.row] == number:
                return known
        layer = _Layer(row, is_context=True, z_index=0)
        around = _around(table, row, layers)
        while not layers[around].is_context:
            around = _around(table, around, layers)
        layers[around].stacked.append(layer)
        return layer

    def _check_unseen(self, row: int) -> None:
        if self._shows(row):
            raise Unclear(_OTHER)

    def _take_out(self, row: int, instead: int) -> None:
        """What is painted in the layer of a row is painted in that of another number."""
        number = self._table.paint_order[row]
        if number > 0:
            self._gone |= layers_of(self._table, row)
        if number:
            self._same[number] = instead

    def _numbers(self, painted: Sequence[int], gone: Set[int], most: int) -> dict[int, int]:
        """By former number, up to `most`, the new one.

        Raises `Unclear` where layers without a row here, as those of the documents of frames, may be elsewhere.
        """
        table = self._table
        orders, base = table.paint_order, table.paint_order[0]
        if base and table.child_tables:
            raise Unclear(_OTHER)
        owned = sorted({number for number in (*orders, *gone) if number >= base})
        end = owned[-1] + 1 if base else most + 1
        holders = {
            orders[row] for row, tag in enumerate(table.tag) if tag in _INNER_LAYERS and has_layer(table, row)
        }
        if owned[-1] in holders - gone and painted[-1] != owned[-1]:
            raise Unclear(_OTHER)
        after = dict(pairwise([base, *painted]))
        before = dict(pairwise([number for number in owned if number not in gone]))
        tails: dict[int, range] = {}
        for number, stop in pairwise([*owned, end]):
            tails[number] = range(number + 1, stop)
            alone = number not in holders and (number in gone or after.get(number) != before.get(number))
            if tails[number] and alone:
                raise Unclear(_OTHER)
        return self._counted((base, *painted), tails, range(end, most + 1))

    def _counted(
        self, painted: Sequence[int], tails: Mapping[int, range], later: Sequence[int]
    ) -> dict[int, int]:
        """By former number, the new one: of the layers in their order, each with what follows it, and later ones."""
        count = painted[0]
        numbers = {number: number for number in range(count)}
        ordered = [one for number in painted for one in (number, *tails.get(number, ()))]
        for number in (*ordered, *later):
            numbers[number] = count
            count += 1
        for number, instead in self._same.items():
            while instead in self._same:
                instead = self._same[instead]
            numbers[number] = numbers[instead]
        return numbers


def _laid_out(table: DocumentTable, rows: Iterable[int]) -> list[int]:
    """Rows in the order in which they are laid out: `::after` comes last in its element."""

    def place(row: int) -> tuple[float, int]:
        is_last = table.kind[row] == GENERATED and table.tag[row] == "::after"
        return (end_of(table, table.parent[row]) - 0.5, -row) if is_last else (row, 0)

    return sorted(rows, key=place)


def _z_index(table: DocumentTable, row: int, kind: LayerKind) -> int:
    return 0 if kind == LayerKind.CONTEXT_WITHOUT_Z else table.z_index.get(row, 0)


def _around(table: DocumentTable, row: int, layers: Container[int], others: Container[int] = ()) -> int:
    """The innermost row around another that is among some."""
    row = table.parent[row]
    while row not in layers and row not in others:
        row = table.parent[row]
    return row
