"""A snapshot with other values and states of some elements, computed for these elements alone (CD-17). Pure.

The focus moves with nearly every action, and fields are filled: neither shows in anything but the element's own state
and value, unless it is named, labelled or drawn with them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.field_values import VALUELESS_INPUTS
from cdp_engine.observe.semantics.html_semantics import state_again
from cdp_engine.observe.semantics.number_masking import mask_field
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.tab import DrawnElement, TextChanges

Taken = list[tuple[set[int], set[int], dict[int, set[str]]]]
"""Of each table, the rows with listeners, with framework handlers, and with states that only scripts can read."""
_STATES = words("aria-pressed aria-checked")
"""Attributes that set a state of their element and nothing else."""
_SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
_ODD_STATES = words("modal selected current")
"""States that others depend on, or that depend on others."""
_LABELLED = int(Trait.LABELLED)


def taken(process: ProcessTables) -> Taken:
    """What is known of the listeners of a process."""
    return [(set(table.clickable), set(table.handled), dict(table.marked)) for table in process.tables]


def drawn_as(table: DocumentTable) -> Sequence[object]:
    """How a document is drawn, to be compared later."""
    return list(table.style), list(table.paint), list(table.bounds)


def restated_rows(
    process: ProcessTables, table: DocumentTable, before: Taken, changes: TextChanges
) -> set[int] | None:
    """The rows of a document with other values or states; None where anything else of an element is another.

    `before` is what was known of its listeners; the attributes are not in the table yet.
    """
    rows: set[int] = set()
    for one, was, now in zip(process.tables, before, taken(process), strict=True):
        if was[:2] != now[:2] or (was[2] != now[2] and one is not table):
            return None
        if one is table:
            rows.update(row for row in was[2].keys() | now[2].keys() if was[2].get(row) != now[2].get(row))
            odd = {state for row in rows for state in (*was[2].get(row, ()), *now[2].get(row, ()))}
            if not _ODD_STATES.isdisjoint(odd):
                return None
    for node, given in zip(changes.of_attributes, changes.attributes, strict=True):
        row = table.backend.index(node) if node in table.backend else None
        if row is None:
            return None
        was, now = _pairs(table.attributes[row]), _pairs(given)
        if not {name for name, _ in was ^ now} <= _STATES:
            return None
        rows.add(row)
    rows.update(table.backend.index(node) for node in changes.of_values if node in table.backend)
    return rows


def restated(
    snapshot: Snapshot, table: DocumentTable, rows: set[int], changes: TextChanges
) -> Snapshot | None:
    """The snapshot with the values and states of some rows of a document; None where others may depend on them."""
    document = next(one for one in snapshot.documents if one.frame_id == table.frame_id)
    columns = snapshot.columns.draft()
    first = document.first_row
    written = {table.backend.index(node) for node in changes.of_values}
    if not all(_is_alone(columns, document, table, row + first, valued=row in written) for row in rows):
        return None
    columns.states, columns.value = dict(columns.states), dict(columns.value)
    columns.attributes = list(columns.attributes)
    for row in rows:
        columns.attributes[row + first] = table.attributes[row]
        columns.states.pop(row + first, None)
        if row in written:
            _write_value(columns, table, row + first, row)
    state_again(columns, document, table, [row + first for row in sorted(rows)])
    for row in rows:
        mask_field(columns, row + first)
    columns.share(snapshot.columns)
    return snapshot.with_columns(columns)


def write_state(table: DocumentTable, row: int, fact: DrawnElement) -> None:
    """Write the value and the states of a new element."""
    if fact.value is not None:
        table.values[row] = fact.value
    for bit, rows in ((1, table.checked), (2, table.selected), (4, table.clickable)):
        if fact.bits & bit:
            rows.add(row)


def _pairs(attributes: Sequence[str]) -> set[tuple[str, str]]:
    return set(zip(attributes[::2], attributes[1::2], strict=True))


def _write_value(columns: NodeColumns, table: DocumentTable, row: int, place: int) -> None:
    kind = (dict(_pairs(columns.attributes[row])).get("type") or "text").lower()
    if columns.tag[row] == "input" and kind in VALUELESS_INPUTS:
        columns.value.pop(row, None)
    else:
        columns.value[row] = table.values[place]


def _is_alone(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int, *, valued: bool
) -> bool:
    """Whether nothing but an element's own value and states depends on these."""
    flags = columns.flags
    if flags[row] & _SHOWN != _SHOWN or flags[row] & Flag.REDACTED or row in columns.properties:
        return False
    if row in columns.editors or not _ODD_STATES.isdisjoint(columns.states.get(row, ())):
        return False
    labels = [label for label, control in columns.labels.items() if row in (label, control)]
    if any(flags[label] & Flag.INTERACTIVE for label in labels):
        return False
    if not valued:
        return True
    ids: set[str] = set()
    for above in columns.upwards(row):
        if above != row and (above in columns.name or columns.labels.get(above, row) != row):
            return False
        ids.update(dict(_pairs(columns.attributes[above])).get("id", "").split())
    if not ids:
        return True
    referring = (columns.attributes[place + document.first_row] for place in table.rows_with(_LABELLED))
    return not any(ids & set(text.split()) for attributes in referring for text in attributes[1::2])
