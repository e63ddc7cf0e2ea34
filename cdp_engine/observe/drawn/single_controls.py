"""Whether an element is a part of a control that is one with all that is in it, as a button is. Pure."""

from __future__ import annotations

from cdp_engine.observe.drawn.field_boxes import overlap
from cdp_engine.observe.model.columns import NodeColumns
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable

SINGLE = 2
"""The hint of a control that is one with all that is in it."""
S_ABSOLUTE = int(Style.ABSOLUTE)


def is_in_single(
    columns: NodeColumns, hints: bytearray, table: DocumentTable, first: int, known: dict[int, bool], row: int
) -> bool:
    """Whether a row is in an element that is one control with all that is in it; `known` remembers it of rows.

    A menu that opens beside a control is none of it, though the page draws it in the control's element.
    """
    parents, at = columns.parent, columns.parent[row]
    passed = [row]
    while at >= first and at not in known and not hints[at - first] & SINGLE:
        passed.append(at)
        at = parents[at]
    is_in = at >= first and known.get(at, True)
    if is_in and hints[at - first] & SINGLE:
        while passed and not _opens_beside(columns, table, first, passed[-1], at):
            known[passed.pop()] = True
        is_in = not passed
    known.update(dict.fromkeys(passed, is_in))
    return known.pop(row)  # it may be such a control itself


def _opens_beside(columns: NodeColumns, table: DocumentTable, first: int, row: int, control: int) -> bool:
    """Whether a positioned box in a control lies outside of the control's own box."""
    inner, outer = columns.bounds[row], columns.bounds[control]
    if not table.style[row - first] & S_ABSOLUTE or inner is None or outer is None:
        return False
    return min(inner[2:]) > 0 and not overlap(inner, outer)
