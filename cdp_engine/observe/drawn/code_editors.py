"""Code editors: their fields, and the lines that they draw beside them. Pure.

Code editors draw their text as `aria-hidden` content and take keys in a field without a size. A person reads the drawn
text; here it is the value of the field, as far as it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise, takewhile

from cdp_engine.observe.drawn.click_targets import holds_rows
from cdp_engine.observe.drawn.rich_text import ODD_SPACES, rich_lines
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.field_values import says_hint
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable

INLINE, RENDERED, VISIBLE = int(Flag.INLINE), int(Flag.RENDERED), int(Flag.VISIBLE)
REDACTED, EDITABLE, INTERACTIVE = int(Flag.REDACTED), int(Flag.EDITABLE), int(Flag.INTERACTIVE)
HIDDEN = int(Flag.TRANSPARENT | Flag.CLIPPED | Flag.UNREACHABLE)
BARRED = int(Flag.INERT | Flag.ARIA_HIDDEN | Flag.CLOSED | Flag.DEFERRED)
S_HIDDEN = int(Style.HIDDEN)
HOST = EDITABLE | REDACTED
UNDRAWN = int(Flag.TRANSPARENT | Flag.CLIPPED | Flag.UNREACHABLE | Flag.CLOSED | Flag.REDACTED)
PLAIN_FIELDS = words("input textarea select")
BLANK, LINE = 2.0, 1.3
"""Shares of a text's height: the least distance of two lines with an empty one between them, a usual distance."""
FILLING = 0.5
"""The least share of an editor that a box fills which only passes the press on."""
EDITOR_LEVELS = 4
EDITOR_WIDTH, EDITOR_HEIGHT = 80.0, 30.0
"""The least size of the box in which a code editor draws its lines, CSS px."""
LINE_NUMBERS = re.compile(r"gutter|line-?num|lineno", re.IGNORECASE)
OVERLAP = 20.0
"""The height of the stripes in which texts are looked for that lie over each other, CSS px."""
SAME_LINE = 3.0
"""Texts whose tops differ by less, in CSS px, are on one line."""

Drawn = tuple[int, tuple[float, float, float, float]]
"""The row of a drawn text and its box."""


def reveal_editors(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    areas: Iterable[int],
    with_role: Iterable[int],
) -> None:
    """Make the fields of code editors visible, which have no size of their own, and record the boxes that draw them.

    `areas` are text areas, `with_role` elements with a role.
    """
    first, flags = document.first_row, columns.flags
    areas = set(areas)
    for row in sorted(areas.union(with_role)):
        if flags[row] & BARRED or not flags[row] & RENDERED:
            continue
        if row not in areas and not _is_editor(columns.attributes[row]):
            continue
        if flags[row] & VISIBLE and (row in areas or not _takes_text_unseen(columns, document, row)):
            continue
        attributes = columns.attributes[row]
        if read_text(attributes, "aria-hidden") == "true" or table.style[row - first] & S_HIDDEN:
            continue
        if read_text(attributes, "name"):
            continue  # a form sends its own value; what editors take keys in is no part of one
        around = _editor_around(columns, document, row)
        if around >= 0:
            columns.editors[row] = around
            columns.bounds[row] = columns.bounds[around]
            columns.flags[row] = columns.flags[row] & ~HIDDEN | VISIBLE


def _is_editor(attributes: Attributes) -> bool:
    return read_text(attributes, "role") == "textbox" and read_text(attributes, "aria-multiline") == "true"


def _takes_text_unseen(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether an element has no text of its own: one with an EditContext may be as wide as the line with the caret."""
    if columns.flags[row] & EDITABLE:
        return False
    return not any(columns.text[at].strip() for at in columns.rows_within(row, document.end_row))


def _editor_around(columns: NodeColumns, document: DocumentInfo, field: int) -> int:
    """The box close around a field that draws lines for it; -1 for none."""
    at = columns.parent[field]
    for _ in range(EDITOR_LEVELS):
        if at <= document.first_row:
            return -1
        box = columns.bounds[at]
        large = box is not None and box[2] >= EDITOR_WIDTH and box[3] >= EDITOR_HEIGHT
        if large and columns.flags[at] & VISIBLE:
            place = (columns, document, field, at)
            drawn = not holds_rows(columns, at) and (drawn_lines(*place) or _numbers_lines(*place))
            return at if drawn else -1
        at = columns.parent[at]
    return -1


def _numbers_lines(columns: NodeColumns, document: DocumentInfo, field: int, around: int) -> bool:
    """Whether a box draws the number of a line, as an editor without a text does."""
    return any(
        _is_line_number(columns, row, around) for row, _ in _drawn_texts(columns, document, field, around)
    )


def merge_editor_boxes(columns: NodeColumns, document: DocumentInfo, weak: Container[int]) -> None:
    """Remove the boxes that fill a code editor from the interactive elements: a press there is one on its field.

    `weak` are the elements that only behave like controls.
    """
    for field, around in columns.editors.items():
        whole = columns.bounds[around]
        if not document.first_row <= field < document.end_row or whole is None:
            continue
        for row in (around, *columns.rows_within(around, document.end_row)):
            box = columns.bounds[row]
            fills = box is not None and box[2] * box[3] >= FILLING * whole[2] * whole[3]
            if fills and row != field and row in weak:
                columns.flags[row] &= ~INTERACTIVE


def write_editor_values(columns: NodeColumns, document: DocumentInfo) -> None:
    """Write the values of editing hosts as lines, and those of code editors as drawn."""
    for row in columns.value:
        if not document.first_row <= row < document.end_row or columns.flags[row] & HOST != EDITABLE:
            continue
        host = (
            "contenteditable" in columns.attributes[row][::2]
            and not columns.flags[columns.parent[row]] & EDITABLE
        )
        if host and columns.tag[row] not in PLAIN_FIELDS:
            columns.value[row] = rich_lines(columns, document, row)
    for field, around in columns.editors.items():
        if document.first_row <= field < document.end_row:
            drawn = "\n".join(drawn_lines(columns, document, field, around))
            columns.value[field] = "" if says_hint(columns, around, drawn) else drawn


def drawn_lines(columns: NodeColumns, document: DocumentInfo, field: int, around: int) -> list[str]:
    """The lines of text drawn in a box, by their place on the screen, without the numbers beside them."""
    drawn = list(_drawn_texts(columns, document, field, around))
    found = [one for one in drawn if not _is_caret(columns, one, drawn)]
    found = _without_overlays(columns, around, found)
    if not found:
        return []
    left = min((box[0] for row, box in found if not columns.text[row].strip().isdigit()), default=0.0)
    lines: list[str] = []
    tops: list[tuple[int, int]] = []
    for place, last, _, text in sorted(_pieces(columns, document, around, found, left)):
        if not tops or place - tops[-1][1] > 1:
            lines.append("")
            tops.append((place, last))
        lines[-1] += text
    tall = min(box[3] for _, box in found)
    return _with_blank_lines([line.rstrip() for line in lines], tops, tall)


def _is_caret(columns: NodeColumns, one: Drawn, drawn: list[Drawn]) -> bool:
    """Whether a blank is drawn over another text: editors show their caret by one."""
    row, (x, y, _, _) = one
    return not columns.text[row].strip() and any(
        left < x < left + width and abs(top - y) < SAME_LINE and columns.text[other].strip()
        for other, (left, top, width, _) in drawn
    )


def _without_overlays(columns: NodeColumns, around: int, drawn: list[Drawn]) -> list[Drawn]:
    """The drawn texts without the boxes that lie over others: headings that stick to the top, lists of completions.

    Where that would be most of them, a measuring text or a watermark lies beneath, and all are kept.
    """
    at_height: dict[int, list[Drawn]] = {}
    covers: set[int] = set()
    for row, box in drawn:
        if columns.text[row].strip().isdigit() or not columns.text[row].strip():
            continue
        place = round(box[1] / OVERLAP)
        beneath = (one for near in (place - 1, place, place + 1) for one in at_height.get(near, ()))
        under = next((other for other, area in beneath if _overlap(box, area)), -1)
        block = _block_of(columns, row, around)
        if under < 0 or block in (around, _block_of(columns, under, around)):
            at_height.setdefault(place, []).append((row, box))
        else:
            shared = set(columns.ancestors(under))
            covers.add(next(one for one in columns.upwards(row) if columns.parent[one] in shared))
    if not covers:
        return drawn
    left = [one for one in drawn if covers.isdisjoint(columns.ancestors(one[0]))]
    return left if 2 * len(left) >= len(drawn) else drawn


def _overlap(box: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether a text is drawn over another one, not just close to it."""
    across = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    down = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return across > 1 and down > min(box[3], other[3]) / 2


def _pieces(
    columns: NodeColumns, document: DocumentInfo, around: int, found: list[Drawn], left: float
) -> Iterator[tuple[int, int, float, str]]:
    """The drawn texts: their first and last place from the top, their place from the left, and what they say.

    A line that is broken to fit the width is one text.
    """
    blocks: dict[int, list[tuple[int, float, str]]] = {}
    for row, box in found:
        if box[0] + box[2] > left and not _is_line_number(columns, row, around):
            text = columns.text[row].translate(ODD_SPACES)
            blocks.setdefault(_block_of(columns, row, around), []).append(
                (round(box[1] / SAME_LINE), box[0], text)
            )
    for block, texts in blocks.items():
        places = [place for place, _, _ in texts]
        first, last = min(places), max(places)
        whole = _text_of_line(columns, document, block) if block != around and last - first > 1 else ""
        if whole:
            yield first, last, texts[0][1], whole
        else:
            yield from ((place, place, x, text) for place, x, text in texts)


def _is_line_number(columns: NodeColumns, row: int, around: int) -> bool:
    """Whether a text is the number of a line in its gutter, which lies over the text of an editor scrolled sideways."""
    if not columns.text[row].strip().isdigit():
        return False
    boxes = takewhile(around.__ne__, columns.ancestors(row))
    return any(LINE_NUMBERS.search(read_text(columns.attributes[at], "class")) for at in boxes)


def _block_of(columns: NodeColumns, row: int, around: int) -> int:
    """The block that a text is drawn in."""
    at = columns.parent[row]
    while at != around and columns.flags[at] & INLINE:
        at = columns.parent[at]
    return at


def _text_of_line(columns: NodeColumns, document: DocumentInfo, block: int) -> str:
    """The text of a block that is one line; empty where it has several."""
    rows = list(columns.rows_within(block, document.end_row))
    text = "".join(columns.text[row] for row in rows if columns.kind[row] == TEXT).translate(ODD_SPACES)
    several = "\n" in text or any(
        columns.kind[row] == ELEMENT and (columns.tag[row] == "br" or not columns.flags[row] & INLINE)
        for row in rows
    )
    return "" if several else text


def _with_blank_lines(lines: list[str], tops: list[tuple[int, int]], tall: float) -> list[str]:
    """The lines with empty ones where nothing is drawn between two of them; `tall` is the height of a text."""
    steps = [(lower[0] - upper[1]) * SAME_LINE for upper, lower in pairwise(tops)]
    usual = min((step for step in steps if step < tall * BLANK), default=tall * LINE)
    found = lines[:1]
    for step, line in zip(steps, lines[1:], strict=True):
        found += [""] * (round(step / usual) - 1) + [line]
    return found


def _drawn_texts(columns: NodeColumns, document: DocumentInfo, field: int, around: int) -> Iterator[Drawn]:
    skipped = -1
    for row in columns.rows_within(around, document.end_row):
        if skipped >= 0 and columns.parent[row] >= skipped:
            continue
        skipped = -1
        if row == field or columns.tag[row] in PLAIN_FIELDS:
            skipped = row
        elif columns.kind[row] == TEXT and not columns.flags[row] & UNDRAWN:
            box = columns.bounds[row]
            if box is not None and box[2] > 0 and box[3] > 0:
                yield row, box
