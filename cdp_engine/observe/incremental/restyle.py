"""Writes styles and values that may have changed into the sources of a snapshot (CD-17). Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cdp_engine.observe.incremental.moved_rows import has_layer
from cdp_engine.observe.model.columns import ELEMENT, GENERATED, WRITTEN_TEXT
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.sources.computed_styles import STYLES, Drawn, Style, StyleReader
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.tab import Restyled, TextChanges

_HIDDEN = int(Style.HIDDEN)
"""Of a layer: where nothing in it is visible, it is not among those that are painted."""
LAYERED = int(
    Style.POSITIONED | Style.FIXED | Style.STICKY | Style.ABSOLUTE | Style.BENEATH | Style.TRANSPARENT | Style.CLIPS_X
    | Style.CLIPS_Y | Style.CLIPPED_AWAY
)  # fmt: skip
"""What decides in which order elements are painted."""


def write_styles(snapshot: Snapshot, table: DocumentTable, root: int, restyled: Restyled) -> bool:
    """Write the styles of an element, a row of the snapshot, and of everything in it into its document's table.

    Returns False where they change the order of painting, or anything else that only a capture can determine.
    """
    columns = snapshot.columns
    first = snapshot.documents[columns.document[root]].first_row
    inside = [root, *snapshot.rows_below(root)]
    elements = [row - first for row in inside if columns.kind[row] == ELEMENT]
    texts = [row - first for row in inside if columns.tag[row] == WRITTEN_TEXT]
    if len(elements) != len(restyled.styles) or any(table.kind[row - first] == GENERATED for row in inside):
        return False
    if not _are_written(table, texts, restyled.texts):
        return False
    drawn = drawn_styles(table, restyled.styles)
    for row, style, layered in zip(elements, drawn, restyled.layers, strict=True):
        if table.bounds[row] is None:
            continue
        if (table.style[row] ^ style.bits) & (LAYERED | (_HIDDEN if layered else 0)) or table.z_index.get(
            row, 0
        ) != style.z_index:
            return False
        if table.tag[row] not in ("html", "body") and has_layer(table, row) != bool(layered):
            return False
        table.write_style(row, style.bits, style.paint)
    for row in texts:
        parent = table.parent[row]
        if table.bounds[row] is not None and table.bounds[parent] is not None:
            table.write_style(row, table.style[parent], table.paint[parent])
    table.palette |= {style.paint for style in drawn}
    return True


def _are_written(table: DocumentTable, rows: Sequence[int], texts: Sequence[str]) -> bool:
    """Whether texts were drawn as they are written, as they are now."""
    return len(rows) == len(texts) and all(
        table.bounds[row] is None
        or table.tag[table.parent[row]] in VOID_OF_TEXT
        or table.text[row].split() == text.split()
        for row, text in zip(rows, texts, strict=True)
    )


def write_values(tables: Sequence[DocumentTable], table: DocumentTable, changes: TextChanges) -> bool:
    """Write values of fields, and which controls take clicks, into their document's table; False for secret fields.

    The layers of `tables`, one of which it is, have numbers of one order.
    """
    try:
        rows = [table.backend.index(node) for node in changes.of_values]
        clicked = [
            (table.backend.index(node), takes)
            for node, takes in zip(changes.of_attributes, changes.clicked, strict=True)
            if takes is not None
        ]
    except ValueError:
        return False
    if not table.secret.isdisjoint(rows):
        return False
    for row, (value, checked) in zip(rows, changes.values, strict=True):
        if bool(table.values.get(row)) != bool(value):
            _write_placeholder(tables, table, row, shown=not value)
        table.values[row] = value
        (table.checked.add if checked else table.checked.discard)(row)
    for row, takes in clicked:
        (table.clickable.add if takes else table.clickable.discard)(row)
    return True


def _write_placeholder(
    tables: Sequence[DocumentTable], table: DocumentTable, row: int, *, shown: bool
) -> None:
    """A placeholder is painted in a layer of its own, right after that of its field; any value takes it away."""
    names, number = table.attributes[row][::2], table.paint_order[row]
    if table.tag[row] != "input" or "placeholder" not in names or not number or not has_layer(table, row):
        return
    for one in tables:
        one.paint_order = [
            found + (1 if shown else -1) if found > number else found for found in one.paint_order
        ]


def drawn_styles(table: DocumentTable, written: Sequence[Sequence[str]]) -> list[Drawn]:
    """Computed styles, in the order of `STYLES` and `BOUNDARY_STYLES`, decoded as far as the table has them."""
    strings: dict[str, int] = {}
    count = None if table.has_boundaries else len(STYLES)
    rows = [[strings.setdefault(text, len(strings)) for text in styles[:count]] for styles in written]
    reader = StyleReader(list(strings))
    return [reader[msgspec.json.encode(row)] for row in rows]
