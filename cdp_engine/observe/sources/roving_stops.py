"""Items of which one has the tab stop and the others wait for it, as in lists for the arrow keys. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable

_VISIBLE, _TABINDEX = int(Flag.VISIBLE), int(Trait.TABINDEX)


def waiting_for_stop(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> list[int]:
    """The visible elements with `tabindex=-1` that are of the kind of one with a tab stop.

    They are of its kind by their tag and classes; the one with the stop may have more of these. The tag of a custom
    element says enough.
    """
    stops: dict[str, list[set[str]]] = {}
    waiting: list[int] = []
    for row in map(document.first_row.__add__, table.rows_with(_TABINDEX)):
        if not columns.flags[row] & _VISIBLE:
            continue
        if read_text(columns.attributes[row], "tabindex").strip().isdigit():
            stops.setdefault(columns.tag[row], []).append(_classes(columns, row))
        else:
            waiting.append(row)
    return [row for row in waiting if _is_of_kind(columns, row, stops.get(columns.tag[row], []))]


def _classes(columns: NodeColumns, row: int) -> set[str]:
    return set(read_text(columns.attributes[row], "class").split())


def _is_of_kind(columns: NodeColumns, row: int, kinds: list[set[str]]) -> bool:
    own = _classes(columns, row)
    return bool(own or "-" in columns.tag[row]) and any(own <= kind for kind in kinds)
