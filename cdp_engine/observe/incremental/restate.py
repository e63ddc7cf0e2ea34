"""A snapshot with other values, states or colours of some elements, computed for these elements alone (CD-17). Pure.

The focus moves with nearly every action, and fields are filled: neither shows in anything but the element's own state
and value, unless it is named, labelled or drawn with them. What is under the pointer, pressed or disabled is drawn in
other colours: a snapshot does not show those, but they may make a text unreadable, show which day is chosen, or make a
small box look like a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.observe.drawn.current_items import says_current
from cdp_engine.observe.model.action_words import implies_action
from cdp_engine.observe.model.column_scans import differing
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.calendar_days import NUMBERS
from cdp_engine.observe.semantics.field_values import write_input_value
from cdp_engine.observe.semantics.html_semantics import state_again
from cdp_engine.observe.semantics.interactivity import CONTROL_TAGS, NAMING
from cdp_engine.observe.semantics.number_masking import mask_field
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Paint, Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.hidden_text import PAPER, reads_as_marked
from cdp_engine.tab import DrawnElement, TextChanges

Taken = list[tuple[set[int], set[int], dict[int, set[str]]]]
"""Of each table, the rows with listeners, with framework handlers, and with states that only scripts can read."""
_STATES = words("aria-pressed aria-checked disabled")
"""Attributes that set a state of their element and nothing else."""
_DISABLED = "disabled"
_DISABLED_TAGS = words("button input textarea")
"""Tags of controls that are disabled with nothing else."""
_SHOWN, _CLICKABLE = int(Flag.VISIBLE | Flag.INTERACTIVE), int(Flag.CLICKABLE)
_ODD_STATES = words("modal selected current")
"""States that others depend on, or that depend on others."""
_LABELLED = int(Trait.LABELLED)
_S_BOUNDED = int(Style.BOUNDED)
_BOUNDED, _ARIA_HIDDEN = int(Flag.BOUNDED), int(Flag.ARIA_HIDDEN)
_ACTIVE = int(Flag.CLICKABLE | Flag.POINTER)


class DrawnAs(NamedTuple):
    """How a document is drawn, to be compared later."""

    style: Sequence[int]
    paint: Sequence[Paint]
    bounds: Sequence[Bounds | None]

    @classmethod
    def of(cls, table: DocumentTable) -> DrawnAs:
        """How it is drawn now."""
        return cls(list(table.style), list(table.paint), table.bounds.copy())


def recoloured(snapshot: Snapshot, table: DocumentTable, drawn: DrawnAs) -> Snapshot | None:
    """The snapshot with a document drawn as its table is now, which it was `drawn` as; None where not only colours
    differ, or where these show anything else.
    """
    if drawn.bounds != table.bounds:
        return None
    restyled, repainted = differing(drawn.style, table.style), differing(drawn.paint, table.paint)
    if not (restyled or repainted):
        return snapshot
    if any((drawn.style[row] ^ table.style[row]) & ~_S_BOUNDED for row in restyled):
        return None
    document = next(one for one in snapshot.documents if one.frame_id == table.frame_id)
    columns = snapshot.columns.draft()
    bared = [row for row in repainted if drawn.paint[row].bare != table.paint[row].bare]
    if document.owner_row >= 0 or any(_shows_more(columns, document, table, row) for row in bared):
        return None
    if repainted and not reads_as_marked(columns, document, table, PAPER):
        return None
    if restyled:
        columns.flags = list(columns.flags)
        for row in restyled:
            if table.kind[row] == ELEMENT and table.bounds[row] is not None:
                columns.flags[document.first_row + row] ^= _BOUNDED
    columns.share(snapshot.columns)
    return snapshot.with_columns(columns)


def _shows_more(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, place: int) -> bool:
    """Whether a row that has got a background, or lost it, may be an icon, a chosen day, or look like a button."""
    row = document.first_row + place
    if columns.flags[row] & _ARIA_HIDDEN or _may_look_pressable(columns, table, row, place):
        return True
    inside = columns.rows_within(row, document.end_row)
    return any(columns.kind[at] == TEXT and columns.text[at].strip() in NUMBERS for at in inside)


def _may_look_pressable(columns: NodeColumns, table: DocumentTable, row: int, place: int) -> bool:
    """Whether its background may be what makes an element a control, beside its class names."""
    is_active = columns.tag[row] in CONTROL_TAGS or columns.flags[row] & _ACTIVE or place in table.handled
    return (
        not is_active and bool(table.traits[place] & NAMING) and implies_action(columns.attributes[row], {})
    )


def taken(process: ProcessTables) -> Taken:
    """What is known of the listeners of a process."""
    return [(set(table.clickable), set(table.handled), dict(table.marked)) for table in process.tables]


def restated_rows(
    process: ProcessTables, table: DocumentTable, before: Taken, changes: TextChanges
) -> set[int] | None:
    """The rows of a document with other values or states; None where anything else of an element is another.

    `before` is what was known of its listeners; the attributes are not in the table yet.
    """
    given = _given_states(table, changes)
    if given is None:
        return None
    rows, disabled = given
    for one, was, now in zip(process.tables, before, taken(process), strict=True):
        if not was[0] ^ now[0] <= (disabled if one is table else set()) or was[1] != now[1]:
            return None
        if one is table:
            marked = {row for row in was[2].keys() | now[2].keys() if was[2].get(row) != now[2].get(row)}
            odd = {state for row in marked for state in (*was[2].get(row, ()), *now[2].get(row, ()))}
            if not _ODD_STATES.isdisjoint(odd):
                return None
            rows |= marked
        elif was[2] != now[2]:
            return None
    rows.update(table.backend.index(node) for node in changes.of_values if node in table.backend)
    return rows


def _given_states(table: DocumentTable, changes: TextChanges) -> tuple[set[int], set[int]] | None:
    """The rows with other attributes, and those of them that are disabled, or no longer; None where these attributes
    are more than states.
    """
    rows: set[int] = set()
    disabled: set[int] = set()
    for node, given in zip(changes.of_attributes, changes.attributes, strict=True):
        row = table.backend.index(node) if node in table.backend else None
        if row is None:
            return None
        others = {name for name, _ in _pairs(table.attributes[row]) ^ _pairs(given)}
        if not others <= _STATES or (_DISABLED in others and table.tag[row] not in _DISABLED_TAGS):
            return None
        if others != {_DISABLED} and says_current(dict(_pairs(given)).get("class", "")):
            return None  # ARIA wins over such a class
        rows.add(row)
        if _DISABLED in others:
            disabled.add(row)
    return rows, disabled


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
    struck = {
        row for row in rows if bool(columns.flags[row + first] & _CLICKABLE) != (row in table.clickable)
    }
    if struck:  # disabled, or no longer
        if columns.closers or any(_is_part(columns, document, row + first) for row in struck):
            return None
        columns.flags = list(columns.flags)
        for row in struck:
            columns.flags[row + first] ^= _CLICKABLE
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
    if columns.tag[row] == "input":
        write_input_value(columns, row, table.values[place])
    else:
        columns.value[row] = table.values[place]


def _is_part(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether a control that is disabled holds others, or has a role that it may lose with the focus."""
    inside = columns.rows_within(row, document.end_row)
    return "role" in columns.attributes[row] or any(columns.flags[at] & _SHOWN == _SHOWN for at in inside)


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
