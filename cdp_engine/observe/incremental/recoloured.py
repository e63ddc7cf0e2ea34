"""A snapshot in which some elements are drawn in other colours, where that changes nothing else (CD-17). Pure.

Pages draw what is under the pointer, pressed or disabled in other colours. A snapshot does not show those, but they may
make a text unreadable, show which day is chosen, or make a small box look like a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.observe.model.action_words import implies_action
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.calendar_days import NUMBERS
from cdp_engine.observe.semantics.interactivity import CONTROL_TAGS, NAMING
from cdp_engine.observe.sources.computed_styles import Paint, Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.row_changes import differing
from cdp_engine.observe.visual.hidden_text import PAPER, reads_as_marked

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
        return cls(list(table.style), list(table.paint), list(table.bounds))


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
