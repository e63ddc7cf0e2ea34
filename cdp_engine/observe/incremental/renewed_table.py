"""One document's table with all changes that its ledger reports (CD-17). Pure; raises the reason in uncertain cases.

Places number elements, texts and comments in document order, as the ledger does; rows also number other captured nodes.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

import msgspec

from cdp_engine.observe.incremental.rearranged_table import rearranged
from cdp_engine.observe.model.columns import ELEMENT, TEXT
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.sources.attribute_flags import Trait, traits_of
from cdp_engine.observe.sources.computed_styles import NO_PAINT, Drawn, Style, StyleReader
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.layout_snapshot import GUARDED_TAGS
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.secret_fields import cleaned
from cdp_engine.tab import Differences, Rearranged

COMMENT = 8
COUNTED = frozenset((ELEMENT, TEXT, COMMENT))
_ALIKE = 0.5
_EDITS = int(Trait.EDITABLE | Trait.OPT_OUT)
_LAYERED = int(
    Style.POSITIONED | Style.FIXED | Style.ABSOLUTE | Style.BENEATH | Style.TRANSPARENT | Style.CLIPS_X
    | Style.CLIPS_Y | Style.CLIPPED_AWAY
)  # fmt: skip
_PSEUDO_SIDES = frozenset(("::before", "::after", "::marker"))


class Doubt(Exception):
    """The changes cannot be derived with certainty; the text says why."""


def places_of(table: DocumentTable) -> list[int]:
    """The row of each place."""
    return [row for row, kind in enumerate(table.kind) if kind in COUNTED]


def drawn_by_sheets(table: DocumentTable) -> list[tuple[int, str]]:
    """The places of elements with boxes of style sheets, and which. Raises `Doubt` for unusual ones."""
    owners = {row: place for place, row in enumerate(places_of(table))}
    found: list[tuple[int, str]] = []
    for row in pseudo_rows(table):
        if table.tag[row] not in _PSEUDO_SIDES or table.parent[row] not in owners:
            raise Doubt(f"a style sheet draws {table.tag[row]}")
        found.append((owners[table.parent[row]], table.tag[row]))
    return found


def pseudo_rows(table: DocumentTable) -> list[int]:
    """The rows of boxes that style sheets add."""
    return [row for row, kind in enumerate(table.kind) if kind == 0]


def renewed(table: DocumentTable, told: Differences) -> tuple[DocumentTable, set[int]]:
    """The table with all reported changes, and the paint orders of layers that are gone (see `without_layers`).

    The given table must not be used any more. Raises `Doubt` and `Misfit`.
    """
    gone: set[int] = set()
    if told.rearranged is not None:
        gone = _removed_layers(table, told.rearranged)
        table = rearranged(table, places_of(table), told.rearranged, told.created, told.nodes)
    rows = places_of(table)
    if len(rows) != told.count:
        raise Doubt("the nodes are not those of the last capture")
    _write_page(table, told)
    _write_attributes(table, rows, told)
    _write_texts(table, rows, told)
    _write_boxes(table, rows, told)
    _write_styles(table, rows, told)
    _write_layers(table, rows, told)
    _write_fields(table, rows, told)
    _write_states(table, rows, told.states)
    return table, gone


def _removed_layers(table: DocumentTable, told: Rearranged) -> set[int]:
    """The paint orders of layers of nodes that are no longer there."""
    rows = places_of(table)
    ends = [*rows[1:], len(table)]
    kept = {was for was, _ in told.between}
    removed = [place for place in range(told.start, told.end) if place not in kept]
    return {
        table.paint_order[row]
        for place in removed
        for row in range(rows[place], ends[place])
        if table.bounds[row] is not None and _has_layer(table, row)
    }


def without_layers(tables: Iterable[DocumentTable], gone: set[int]) -> None:
    """Close the gaps that layers leave in the paint orders of all documents of a process."""
    if not gone:
        return
    places = sorted(gone)
    for table in tables:
        if not gone.isdisjoint(table.paint_order):
            raise Doubt("what is in a layer that is gone is still there")
        table.paint_order = [order - bisect(places, order) for order in table.paint_order]


def _write_page(table: DocumentTable, told: Differences) -> None:
    now, before = told.now, told.before
    scroll, was = (now.scroll_x, now.scroll_y), table.scroll
    if scroll != was:
        # What has a box without a place lies, to the browser, at the top left corner of what is shown.
        table.bounds = [(*scroll, 0.0, 0.0) if box == (*was, 0.0, 0.0) else box for box in table.bounds]
    table.scroll, table.title, table.url = scroll, now.title, now.url
    size = (now.content_width, now.content_height)
    if size != (before.content_width, before.content_height):
        if not _is_near((*table.content_size, 0, 0), (before.content_width, before.content_height, 0, 0)):
            raise Doubt("the size of the page is measured otherwise")
        table.content_size = size


def _write_attributes(table: DocumentTable, rows: list[int], told: Differences) -> None:
    for place, given in told.attributes:
        row = rows[place]
        tag, traits = table.tag[row], traits_of(given[::2])
        if (
            (traits | table.traits[row]) & _EDITS
            or "slot" in given[::2]
            or "slot" in table.attributes[row][::2]
        ):
            raise Doubt("an attribute reaches further")
        kept, secret = cleaned(tag, given) if tag in GUARDED_TAGS else (given, False)
        if secret != (row in table.secret):
            raise Doubt("a field became secret, or is no longer")
        table.attributes[row], table.traits[row] = kept, traits
    for place, clicked in told.clicked:
        (table.clickable.add if clicked else table.clickable.discard)(rows[place])


def _write_texts(table: DocumentTable, rows: list[int], told: Differences) -> None:
    for place, text in told.texts:
        row = rows[place]
        table.text[row] = "" if table.tag[table.parent[row]] in VOID_OF_TEXT else text


def _write_boxes(table: DocumentTable, rows: list[int], told: Differences) -> None:
    """Boxes of nodes; those that style sheets add move with the element that they are in."""
    shifts: dict[int, tuple[float, float] | None] = {}
    for moved in told.moved:
        row = rows[moved.place]
        was = table.bounds[row]
        if moved.box is None:
            if was is not None:
                shifts[row] = None
            _undraw(table, row)
            continue
        shift = (moved.box[0] - moved.before[0], moved.box[1] - moved.before[1])
        resized = moved.box[2:] != moved.before[2:] and not _is_near(
            (0, 0, *moved.box[2:]), (0, 0, *moved.before[2:])
        )
        shifts[row] = None if resized or was is None else shift
        if was is None or _is_near(was, moved.before):
            table.bounds[row] = moved.box
        elif resized:
            raise Doubt(f"a <{table.tag[row]}> is measured otherwise")
        else:
            table.bounds[row] = (was[0] + shift[0], was[1] + shift[1], was[2], was[3])
    for row in [*pseudo_rows(table), *(row for row, tag in enumerate(table.tag) if tag == "wbr")]:
        box, owner = table.bounds[row], table.parent[row]
        if owner in shifts and box is not None:
            shift = shifts[owner]
            if shift is None:
                raise Doubt(f"an element with {table.tag[row]} has another size")
            table.bounds[row] = (box[0] + shift[0], box[1] + shift[1], box[2], box[3])


def _undraw(table: DocumentTable, row: int) -> None:
    if table.bounds[row] is not None and table.kind[row] == ELEMENT and _has_layer(table, row):
        raise Doubt("a layer is hidden")
    table.bounds[row], table.style[row] = None, NO_STYLE
    table.paint[row], table.paint_order[row] = NO_PAINT, 0
    table.z_index.pop(row, None)


def _write_styles(table: DocumentTable, rows: list[int], told: Differences) -> None:
    """Styles of elements and of the texts in them; what is newly drawn lies in the layer around it."""
    drawn = _drawn([styles for _, styles in told.restyled])
    restyled = {rows[place]: style for (place, _), style in zip(told.restyled, drawn, strict=True)}
    for row, style in restyled.items():
        if table.bounds[row] is None:
            continue
        was = table.style[row]
        if was != NO_STYLE and ((was ^ style.bits) & _LAYERED or table.z_index.get(row, 0) != style.z_index):
            raise Doubt("an element is layered otherwise")
        table.style[row], table.paint[row] = style.bits, style.paint
        if was == NO_STYLE and style.z_index:
            table.z_index[row] = style.z_index
    table.palette = table.palette | {style.paint for style in drawn}
    newly = {rows[moved.place] for moved in told.moved if moved.box is not None}
    for row in sorted(newly | _texts_in(table, restyled)):
        if table.kind[row] == ELEMENT and table.style[row] == NO_STYLE:
            raise Doubt("an element is drawn whose style was not reported")
        if table.kind[row] == TEXT and table.bounds[row] is not None:
            _draw_text(table, row)
        if row in newly and not table.paint_order[row]:
            table.paint_order[row] = _order_around(table, row)


def _draw_text(table: DocumentTable, row: int) -> None:
    """A text has the style of the element that it is in."""
    parent = table.parent[row]
    if table.style[parent] == NO_STYLE:
        if table.style[row] == NO_STYLE:
            raise Doubt("a text is drawn in an element that is not")
        return
    table.style[row], table.paint[row] = table.style[parent], table.paint[parent]
    if parent in table.z_index:
        table.z_index[row] = table.z_index[parent]


def _texts_in(table: DocumentTable, elements: Iterable[int]) -> set[int]:
    wanted = set(elements)
    if not wanted:
        return set()
    return {row for row, parent in enumerate(table.parent) if parent in wanted and table.kind[row] == TEXT}


def _drawn(written: list[list[str]]) -> list[Drawn]:
    strings: dict[str, int] = {}
    rows = [[strings.setdefault(text, len(strings)) for text in styles] for styles in written]
    reader = StyleReader(list(strings))
    return [reader[msgspec.json.encode(row)] for row in rows]


def _order_around(table: DocumentTable, row: int) -> int:
    above = table.parent[row]
    while above >= 0 and table.bounds[above] is None:
        above = table.parent[above]
    return table.paint_order[above] if above >= 0 else 0


def _has_layer(table: DocumentTable, row: int) -> bool:
    return table.paint_order[row] != _order_around(table, row)


def _write_layers(table: DocumentTable, rows: list[int], told: Differences) -> None:
    for place, layered in told.layers:
        row = rows[place]
        if table.bounds[row] is None or table.tag[row] in ("html", "body"):
            continue
        if _has_layer(table, row) != bool(layered):
            raise Doubt("an element may be in another layer")


def _write_fields(table: DocumentTable, rows: list[int], told: Differences) -> None:
    for held in told.fields:
        row = rows[held.place]
        if held.value is not None and row in table.secret:
            table.typed.add(held.value)
        elif held.value is not None:
            table.values[row] = held.value
        (table.checked.add if held.checked else table.checked.discard)(row)
        (table.selected.add if held.selected else table.selected.discard)(row)


def _write_states(table: DocumentTable, rows: list[int], states: Iterable[tuple[int, str]]) -> None:
    table.marked = {}
    for place, state in states:
        table.marked.setdefault(rows[place], set()).add(state)


def _is_near(one: Bounds, other: Bounds) -> bool:
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))
