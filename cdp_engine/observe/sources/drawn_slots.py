"""The slots of calendars: empty cells of tables under `aria-hidden`, which something around them listens for. Pure.

A person sees what a slot is for by the heads above and beside it, which may be drawn in other tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

_DRAWN = int(Flag.ARIA_HIDDEN | Flag.RENDERED)
_SHOWN, _INTERACTIVE = int(Flag.VISIBLE | Flag.INTERACTIVE), int(Flag.INTERACTIVE)
_RENDERED, _CLICKABLE = int(Flag.RENDERED), int(Flag.CLICKABLE)
_BARRED = int(
    Flag.VISIBLE
    | Flag.NO_POINTER
    | Flag.INERT
    | Flag.CLOSED
    | Flag.CLIPPED
    | Flag.TRANSPARENT
    | Flag.UNREACHABLE
    | Flag.DEFERRED
)
_HIDDEN = int(Style.HIDDEN)
_CONTROLS = words("a button input select table textarea")
_PAGE_TAGS = words("html body")
_CELL_TAGS = words("td th")
_LEVELS = 12
"""How many elements around a table may listen for its cells, or cut its upper edge off."""
_LEAST_WIDTH, _LEAST_HEIGHT, _LEAST_CELLS = 20.0, 12.0, 4
_LONGEST_DAY, _LONGEST_HEAD = 8, 40
_NEAR = 6.0
"""How far the middle of a head may be from that of its column, CSS px."""


@dataclass(slots=True)
class _Head:
    """A text beside a table, with the box of its cell."""

    text: str
    box: Bounds
    row: int


def mark_slots(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, weak: set[int]) -> None:
    """Make the slots of one document visible and interactive, in place of the boxes in `weak` that listen for them."""
    first = document.first_row
    table.slots = {row - first: name for row, name in _slots(columns, document, table).items()}
    for place in table.slots:
        columns.flags[first + place] |= _SHOWN
    for row in {at for place in table.slots for at in columns.ancestors(first + place)} & weak:
        columns.flags[row] &= ~_INTERACTIVE


def _slots(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> dict[int, str]:
    """The cells with their names: the day in each, its column and its line. Those without a name stay hidden."""
    found: dict[int, str] = {}
    texts: list[_Head] | None = None
    for place in columns.rows_of("table", document.first_row, document.end_row):
        if columns.flags[place] & (_DRAWN | _BARRED) != _DRAWN:
            continue
        lines = _lines(columns, document, table, place)
        if sum(map(len, lines)) < _LEAST_CELLS or not _listens(columns, document, table, place):
            continue
        texts = _texts(columns, document) if texts is None else texts
        found |= _named(columns, document, place, lines, texts)
    return found


def name_slots(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Write the names of the slots that are shown."""
    for place, name in table.slots.items():
        row = place + document.first_row
        if columns.flags[row] & _SHOWN == _SHOWN:
            columns.name[row] = name
            columns.properties.setdefault(row, {})["name_from"] = "place in a calendar"


def _lines(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, around: int
) -> list[list[int]]:
    """The drawn cells of a table by its lines; none where it is not one of slots: cells with contents, one column."""
    lines: dict[int, list[int]] = {}
    for row in columns.rows_within(around, document.end_row):
        if columns.tag[row] in _CONTROLS:
            return []
        if columns.tag[row] != "td":
            continue
        box = columns.bounds[row]
        text = _text_in(columns, document, row)
        if box is None or len(text) > _LONGEST_DAY or (text and not any(map(str.isdigit, text))):
            return []
        hidden = table.style[row - document.first_row] & _HIDDEN
        if box[2] >= _LEAST_WIDTH and box[3] >= _LEAST_HEIGHT and not hidden:
            lines.setdefault(columns.parent[row], []).append(row)
    return [] if any(len(line) < 2 for line in lines.values()) else list(lines.values())


def _listens(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> bool:
    """Whether something around a table, but not the page itself, listens for its cells."""
    for at in islice(columns.upwards(row), _LEVELS):
        if at < document.first_row or columns.tag[at] in _PAGE_TAGS:
            return False
        if columns.flags[at] & _CLICKABLE or at - document.first_row in table.handled:
            return True
    return False


def _named(
    columns: NodeColumns,
    document: DocumentInfo,
    around: int,
    lines: Sequence[Sequence[int]],
    texts: Sequence[_Head],
) -> dict[int, str]:
    """The cells that can be pressed and have a name."""
    named: dict[int, str] = {}
    boxes = map(columns.bounds.__getitem__, islice(columns.upwards(around), _LEVELS))
    top = max((box[1] for box in boxes if box is not None), default=0.0)
    inside = set(columns.rows_within(around, document.end_row))
    heads = [head for head in texts if head.row not in inside]
    own = _has_heads(columns, document, lines)
    beside, since = "", 0
    for line in lines:
        first = columns.bounds[line[0]]
        if first is None:
            continue
        head = _text_in(columns, document, line[0]) if own else _beside(heads, first)
        beside, since = (head, 1) if head else (beside, since + 1)
        time = f"{beside} ({since})" if beside and since > 1 else beside
        for row in line[own:]:
            box = columns.bounds[row]
            if box is None or columns.flags[row] & _BARRED:
                continue
            parts = _text_in(columns, document, row), _above(heads, box, top), time
            if any(parts):
                named[row] = " ".join(filter(None, parts))
    return named


def _has_heads(columns: NodeColumns, document: DocumentInfo, lines: Sequence[Sequence[int]]) -> bool:
    """Whether the first cells of the lines are their heads: they alone have texts, as an axis of hours."""
    firsts = any(_text_in(columns, document, line[0]) for line in lines)
    return firsts and not any(_text_in(columns, document, row) for line in lines for row in line[1:])


def _texts(columns: NodeColumns, document: DocumentInfo) -> list[_Head]:
    """The short texts of a document that may be heads."""
    found: list[_Head] = []
    for row in columns.rows_with(_RENDERED, document.first_row, document.end_row):
        text = columns.text[row].strip() if columns.kind[row] == TEXT else ""
        if not text or len(text) > _LONGEST_HEAD:
            continue
        close = list(islice(columns.ancestors(row), 3))
        cell = next((at for at in close if columns.tag[at] in _CELL_TAGS), close[0] if close else -1)
        box = columns.bounds[cell] if cell >= 0 else None
        if box is not None and box[2] > 0:
            found.append(_Head(" ".join(text.split()), box, row))
    return found


def _above(texts: Sequence[_Head], cell: Bounds, top: float) -> str:
    """The nearest head above a cell's column, over the upper edge of what is seen of its table; none over several."""
    middle = cell[0] + cell[2] / 2
    over = [
        head
        for head in texts
        if abs(head.box[0] + head.box[2] / 2 - middle) <= _NEAR
        and head.box[2] <= cell[2] + _NEAR
        and head.box[1] + head.box[3] / 2 < top
    ]
    if not over:
        return ""
    nearest = max(over, key=lambda head: head.box[1])
    others = (
        head
        for head in texts
        if head is not nearest
        and abs(head.box[1] - nearest.box[1]) <= _NEAR
        and cell[0] - _NEAR <= head.box[0]
        and head.box[0] + head.box[2] <= cell[0] + cell[2] + _NEAR
    )
    return "" if any(others) else nearest.text


def _beside(texts: Sequence[_Head], first: Bounds) -> str:
    """The nearest head on the left of a line, in its upper half or on the edge above it; the lower one of two."""
    top, half = first[1], first[3] / 2
    left = [
        head
        for head in texts
        if head.box[0] + head.box[2] <= first[0] + 1
        and top - half / 2 <= head.box[1] + head.box[3] / 2 <= top + half + 1
    ]
    return max(left, key=lambda head: (head.box[1] + head.box[3] / 2, head.box[0])).text if left else ""


def _text_in(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    return " ".join(
        columns.text[at].strip()
        for at in columns.rows_within(row, document.end_row)
        if columns.kind[at] == TEXT and columns.flags[at] & _RENDERED
    ).strip()
