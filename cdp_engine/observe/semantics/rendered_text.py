"""The text in an element for an accessible name: the rendered text, with the names of the parts in it.

Rendered does not mean visible: text of one pixel or opacity 0 counts, `visibility: hidden` and `aria-hidden` do not.
"""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable

S_HIDDEN, S_INLINE, S_PIECE = int(Style.HIDDEN), int(Style.INLINE), int(Style.INLINE_BOX)
DEFERRED, VISIBLE, INLINE = int(Flag.DEFERRED), int(Flag.VISIBLE), int(Flag.INLINE)
CLOSED = int(Flag.CLOSED)
SILENT = words("script style noscript template rt rp head title")
NOTHING: frozenset[str] = frozenset()
NAME_LIMIT = 1000
"""Longer names are cut: the beginning is enough to identify a link around a whole article."""


class RenderedText:
    """The rendered text of one document's elements; all rows are global.

    A base class and no part: an object that its parts refer to would keep the whole page until garbage is collected.
    """

    def __init__(self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
        self._columns = columns
        self._first, self._end = document.first_row, document.end_row
        self._table = table

    def _whole_part(self, row: int, tag: str, attributes: Attributes) -> str | None:
        """The contribution of a part regardless of its contents; None where the contents count."""
        return None

    def _is_drawn(self, row: int) -> bool:
        """Whether a text counts: drawn, or drawn once it is scrolled into view."""
        style = self._table.style[row - self._first]
        return self._is_to_come(row) if style == NO_STYLE else not style & S_HIDDEN

    def _is_to_come(self, row: int) -> bool:
        """Whether a row without a style is drawn once it is scrolled into view."""
        return self._columns.flags[row] & (DEFERRED | CLOSED) == DEFERRED

    def is_rendered(self, row: int) -> bool:
        """Whether an element has a box that is not hidden."""
        style = self._table.style[row - self._first]
        return style != NO_STYLE and not style & S_HIDDEN

    def of(self, row: int, *, skip: int = -1, hidden: bool = False, without: frozenset[str] = NOTHING) -> str:
        """The rendered text in an element, without the part at `skip` and parts of the roles `without`.

        With `hidden`, all of its text.
        """
        columns = self._columns
        parents = columns.parent
        if row + 1 >= self._end or parents[row + 1] != row:
            return ""
        only = row + 2 >= self._end or parents[row + 2] < row
        if only and columns.kind[row + 1] == TEXT and row - self._first not in self._table.generated:
            return " ".join(columns.text[row + 1].split()) if hidden or self._is_drawn(row + 1) else ""
        return self._joined(row, skip, hidden, without)

    def _joined(self, row: int, skip: int, hidden: bool, without: frozenset[str]) -> str:
        """The texts and parts in an element, one after the other."""
        parents, kinds, texts = self._columns.parent, self._columns.kind, self._columns.text
        parts: list[str] = []
        closing: list[tuple[int, str]] = []  # row of an element, the text to add after its rows
        self._generated(row, parts, closing)
        length, current, end = 0, row + 1, self._end
        over = -1  # a row whose content is skipped
        while current < end and length < NAME_LIMIT:
            above = parents[current]
            if above < row:
                break
            if above < over or over < 0:
                over = -1
                while closing and above < closing[-1][0]:
                    parts.append(closing.pop()[1])
                if kinds[current] == ELEMENT:
                    if not self._enter(current, skip, hidden, without, parts, closing):
                        over = current
                elif kinds[current] == TEXT and (hidden or self._is_drawn(current)):
                    parts.append(texts[current])
                    length += len(texts[current])
            current += 1
        parts += (text for at, text in reversed(closing) if at >= row)
        return " ".join("".join(parts).split())

    def _enter(
        self,
        row: int,
        skip: int,
        hidden: bool,
        without: frozenset[str],
        parts: list[str],
        closing: list[tuple[int, str]],
    ) -> bool:
        """Process an element; returns whether its content must be processed."""
        columns, style = self._columns, self._table.style[row - self._first]
        tag, attributes = columns.tag[row], columns.attributes[row]
        if tag == "slot" or (style == NO_STYLE and tag not in SILENT and self._is_boxless(row)):
            return True  # `display: contents`
        if not hidden and style == NO_STYLE and not self._is_to_come(row):
            return False
        if row == skip or tag in SILENT or _is_left_out(attributes, without):
            parts.append(" " if tag not in SILENT else "")
            return False
        inline = style & S_INLINE and not style & S_PIECE and tag not in ("br", "wbr")
        if not inline:
            parts.append(" ")
        whole = self._whole_part(row, tag, attributes)
        if whole is not None:
            parts += (" ", whole, " ")
            return False
        self._generated(row, parts, closing)
        if not inline:
            closing.append((row, " "))
        return True

    def _is_boxless(self, row: int) -> bool:
        """Whether an element without a box shows its children anyway."""
        following = row + 1
        columns = self._columns
        while following < self._end and columns.parent[following] >= row:
            if columns.bounds[following] is not None:
                return True
            following += 1
        return False

    def _generated(self, row: int, parts: list[str], closing: list[tuple[int, str]]) -> None:
        """The text that style sheets add before and after an element's own."""
        for name, text in self._table.generated.get(row - self._first, ()):
            if name == "before":
                parts.append(text)
            else:
                closing.append((row, text))


def _is_left_out(attributes: Attributes, without: frozenset[str]) -> bool:
    """Whether an element adds nothing to a name: hidden from assistive technology, or of one of those roles."""
    if not attributes:
        return False
    if "aria-hidden" in attributes and read(attributes, "aria-hidden") == "true":
        return True
    return bool(without) and read(attributes, "role") in without


def visible_text(
    columns: NodeColumns, document: DocumentInfo, row: int, *, skip: int = -1, hidden: bool = False
) -> str:
    """The readable text in a row, with the labels of elements that have one in place of their text, and the alternative
    text of images; `skip` leaves one control out.

    With `hidden`, all of its text.
    """
    parts: list[str] = []
    length = 0
    current = row
    end = document.end_row
    skipped_until = -1
    while current < end and (current == row or columns.parent[current] >= row):
        if current == skip:
            skipped_until = current
        elif skipped_until >= 0 and columns.parent[current] >= skipped_until:
            pass
        elif columns.kind[current] == TEXT:
            if hidden or columns.flags[current] & VISIBLE:
                parts.append(columns.text[current])
                length += len(parts[-1])
        elif columns.kind[current] == ELEMENT:
            skipped_until = -1
            if not columns.flags[current] & INLINE:
                parts.append(" ")
            if current != row and columns.attributes[current] and columns.flags[current] & VISIBLE:
                attributes = columns.attributes[current]
                label = read(attributes, "aria-label") or ""
                parts.append(f" {label} " if label else read(attributes, "alt") or "")
                skipped_until = current if label else -1
        if length > NAME_LIMIT:
            break
        current += 1
    return " ".join("".join(parts).split())
