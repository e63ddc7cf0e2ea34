"""What a person sees in an element: a text, words, a picture. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.INTERACTIVE | Flag.VISIBLE)
RENDERED, S_HIDDEN = int(Flag.RENDERED), int(Style.HIDDEN)
PICTURES = words("img svg canvas video picture")
DRAWN_TAGS = words("svg img i")


def has_text(columns: NodeColumns, row: int, end: int | None = None) -> bool:
    """Whether there is a text in an element that a person reads; `end` is where its document ends."""
    return any(
        columns.kind[at] == TEXT and columns.flags[at] & VISIBLE and not columns.text[at].isspace()
        for at in columns.rows_within(row, end)
    )


def says_something(columns: NodeColumns, row: int) -> bool:
    """Whether a box has drawn contents: an empty one over a field is a cover."""
    if columns.tag[row] in DRAWN_TAGS:
        return True
    for at in columns.rows_within(row):
        drawn = columns.tag[at] in DRAWN_TAGS or (columns.kind[at] == TEXT and not columns.text[at].isspace())
        if drawn and columns.flags[at] & VISIBLE:
            return True
    return False


def says_words(columns: NodeColumns, row: int) -> bool:
    """Whether something beside the controls in an element is more than a sign between them: a word, a picture."""
    inside = -1
    for at in columns.rows_within(row):
        if inside >= 0 and columns.parent[at] >= inside:
            continue
        inside = -1
        if columns.flags[at] & SHOWN == SHOWN:
            inside = at
        elif columns.flags[at] & VISIBLE:
            if columns.kind[at] != TEXT:
                if columns.tag[at] in PICTURES:
                    return True
            elif any(map(str.isalnum, columns.text[at])):
                return True
    return False


def says_all(columns: NodeColumns, document: DocumentInfo, row: int, around: int) -> bool:
    """Whether an element has text, and the one around it has no other."""
    return has_text(columns, row, document.end_row) and not has_text_beside(columns, document, row, around)


def has_text_beside(columns: NodeColumns, document: DocumentInfo, row: int, around: int) -> bool:
    """Whether an element shows a text outside of one that is in it."""
    end = columns.end_of(row, document.end_row)
    return any(
        columns.kind[at] == TEXT and columns.flags[at] & VISIBLE and not columns.text[at].isspace()
        for at in columns.rows_within(around, document.end_row)
        if not row <= at < end
    )


def draws_nothing(columns: NodeColumns, table: DocumentTable, first: int, row: int) -> bool:
    """Whether an element has no text, no picture and no background of its own, nor has anything in it."""
    for at in (row, *columns.rows_within(row, first + len(table))):
        is_content = columns.kind[at] != ELEMENT or columns.tag[at] in PICTURES
        drawn = (is_content and not columns.text[at].isspace()) or table.has_ground(at - first)
        if drawn and columns.flags[at] & RENDERED:
            return False
    return True


def show_drawn(
    columns: NodeColumns, table: DocumentTable, first: int, rows: Iterable[int], hiding: int, cleared: int = 0
) -> None:
    """Make what is drawn among some rows visible, without the flags `cleared`; not what `hiding` or a style hides."""
    for row in rows:
        box, found = columns.bounds[row], columns.flags[row]
        drawn = found & RENDERED and box is not None and box[2] > 0 and box[3] > 0
        if drawn and not found & hiding and not table.style[row - first] & S_HIDDEN:
            columns.flags[row] = found & ~cleared | VISIBLE
