"""Which elements have to be described again after a small change; the others keep role, name and states (CD-17). Pure.

The description of an element depends on itself, on what is in it, on attributes of what it is in, and on the elements
that it refers to: labels, and those whose ids it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import TypeVar

from cdp_engine.observe.model.column_scans import differing
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.states import Properties
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.observe.sources.row_changes import RowChanges, with_ancestors

T = TypeVar("T")
VISIBLE = int(Flag.VISIBLE)
T_LABELLED, T_STATED, T_TABINDEX = int(Trait.LABELLED), int(Trait.STATED), int(Trait.TABINDEX)


@dataclass(slots=True, frozen=True)
class Described:
    """How a document was described, by row of its table, and what its flags were then."""

    flags: list[int]
    role: list[str]
    name: dict[int, str]
    value: dict[int, str]
    states: dict[int, tuple[str, ...]]
    properties: dict[int, Properties]
    labels: dict[int, int]
    drawn: set[int]
    """The controls that others are drawn for, and those that are drawn for others."""

    @classmethod
    def of(
        cls, columns: NodeColumns, document: DocumentInfo, labels: Mapping[int, int], drawn: Iterable[int]
    ) -> Described:
        """How a document is described now."""
        first, end = document.first_row, document.end_row

        def own(column: Mapping[int, T]) -> dict[int, T]:
            if not first and end == len(columns):
                return dict(column)
            return {row - first: one for row, one in column.items() if first <= row < end}

        return cls(
            columns.flags[first:end],
            columns.role[first:end],
            own(columns.name),
            own(columns.value),
            own(columns.states),
            {row: dict(one) for row, one in own(columns.properties).items()},
            {label - first: control - first for label, control in labels.items()},
            {row - first for row in drawn},
        )

    def take_over(
        self,
        columns: NodeColumns,
        document: DocumentInfo,
        table: DocumentTable,
        drawn: Set[int],
        changes: RowChanges,
        again: Set[int],
    ) -> list[int]:
        """Write the same of all rows but those to be described `again`; returns those of them that may be seen."""
        first, end = document.first_row, document.end_row
        columns.role[first:end] = changes.carried(self.role, "")
        for row in again:
            columns.role[first + row] = ""
        columns.name.update(_kept(self.name, first, changes, again))
        columns.states.update(_kept(self.states, first, changes, again))
        for row, value in _kept(self.value, first, changes, again).items():
            columns.value.setdefault(row, value)
        for row, one in _kept(self.properties, first, changes, again).items():
            columns.properties[row] = dict(one)
        elements = (first + row for row in sorted(again) if table.kind[row] == ELEMENT)
        return [row for row in elements if columns.flags[row] & VISIBLE or row in drawn]

    def again(
        self,
        columns: NodeColumns,
        document: DocumentInfo,
        table: DocumentTable,
        labels: Mapping[int, int],
        drawn: Set[int],
        changes: RowChanges,
    ) -> set[int]:
        """The rows of the table that have to be described again; `labels` and `drawn` are those of now."""
        first, end = document.first_row, document.end_row
        flags = changes.carried(self.flags, -1)
        changed = changes.rows | changes.edited | changes.reshaped
        changed.update(differing(flags, columns.flags[first:end]))
        for row in changes.contexts:
            changed.update(range(row, end_of(table, row)))
        for row in changes.edited:
            if table.tag[row] == "fieldset":
                changed.update(range(row, end_of(table, row)))
            else:
                cells = columns.rows_of("th", first + row, first + end_of(table, row))
                changed.update(cell - first for cell in cells)
        now = {label - first: control - first for label, control in labels.items()}
        before = {frozenset(changes.renumbered(pair)) for pair in self.labels.items()}
        pairs = before ^ {frozenset(pair) for pair in now.items()}
        changed.update(*pairs)
        changed |= changes.renumbered(self.drawn) | {row - first for row in drawn}
        changed.update(table.rows_with(T_LABELLED))
        changed.update(row for row in table.rows_with(T_STATED) if "popovertarget" in table.attributes[row])
        if changes.moved:
            changed.update(table.rows_with(T_TABINDEX))
        found = with_ancestors(table.parent, changed)
        more = True
        while more:  # labels may contain labelled controls
            beside = {control for label, control in now.items() if label in found and control not in found}
            found |= with_ancestors(table.parent, beside)
            more = bool(beside)
        return found


def _kept(known: Mapping[int, T], first: int, changes: RowChanges, but: Set[int]) -> dict[int, T]:
    """What was known of rows of the table, by their rows of now, but for some of these."""
    numbers = changes.numbers
    places = known if numbers is None else map(numbers.__getitem__, known)
    made = dict(zip(places, known.values(), strict=True))
    made.pop(-1, None)
    for row in but:
        made.pop(row, None)
    return {first + row: one for row, one in made.items()} if first else made
