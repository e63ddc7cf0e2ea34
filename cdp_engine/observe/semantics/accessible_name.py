"""The accessible name of an element, computed from structure and layout as Chrome computes it (accname 1.2).

For captures without an accessibility tree. Names follow what is rendered, not what can be seen: text of one pixel
or opacity 0 counts, `visibility: hidden` and `aria-hidden` do not.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.roles import BUTTON_TYPES, NAMED_BY_CONTENT, read
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable, scope_of

S_HIDDEN, S_INLINE, S_PIECE = int(Style.HIDDEN), int(Style.INLINE), int(Style.INLINE_BOX)
DEFERRED = int(Flag.DEFERRED)
UNNAMED_TAGS = words("input select textarea")
SILENT = words("script style noscript template rt rp head title")
PLAIN = words(
    "a b bdi bdo center cite code data dd del dfn div dt em font i ins kbd map mark p picture pre q s samp small span"
    " strong sub sup td time tr u var"
)
T_LABELLED, T_LABEL = int(Trait.LABELLED), int(Trait.LABEL)
PLAIN_ROLES = (None, "none", "presentation", "generic", "listitem")
NAMED_CHILD = {"fieldset": "legend", "table": "caption", "figure": "figcaption", "svg": "title"}
NATIVE_TAGS = words("input img area details") | NAMED_CHILD.keys()
"""Tags that HTML names by something else than their text."""
FIELD_ROLES = words("textbox searchbox combobox listbox slider spinbutton progressbar meter scrollbar")
NOTHING: frozenset[str] = frozenset()
NESTED = {"treeitem": words("group treeitem"), "menuitem": words("menu"), "listitem": words("list")}
"""Roles that do not count to the name of what they stand in."""
NAME_LIMIT = 1000
"""Longer names are cut: a link around a whole article is told from others by its beginning."""


class Names:
    """Names in one document. `labels` maps label rows to the rows of their controls; all rows are global."""

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, labels: dict[int, int]
    ) -> None:
        self._columns = columns
        self._first, self._end = document.first_row, document.end_row
        self._table = table
        self._labels_of: dict[int, list[int]] = {}
        for label, control in labels.items():
            self._labels_of.setdefault(control, []).append(label)
        self._ids: dict[tuple[int, str], int] | None = None
        self._named_children: dict[str, list[int]] = {}

    def name(self, row: int, role: str) -> str:
        """The name of an element of that role, white space normalised."""
        columns, traits = self._columns, self._table.traits[row - self._first]
        attributes, tag = columns.attributes[row], columns.tag[row]
        found = ""
        if traits & T_LABELLED:
            found = self._referenced(row, attributes)
        if not found and traits & T_LABEL:
            found = (read(attributes, "aria-label") or "").strip()
        if not found:
            found = self._own(row, role, tag, attributes)
        return " ".join(found.split())

    def _own(self, row: int, role: str, tag: str, attributes: Attributes) -> str:
        if row in self._labels_of:
            labels = [self._collect(label, skip=row) for label in self._labels_of[row]]
            found = " ".join(filter(None, labels))
            if found:
                return found
        found = self._native(row, tag, attributes) if tag in NATIVE_TAGS else ""
        if not found and role in NAMED_BY_CONTENT and tag not in UNNAMED_TAGS:
            found = self._collect(row, without=NESTED.get(role, NOTHING))
        if not found and attributes:
            found = (read(attributes, "title") or read(attributes, "placeholder") or "").strip()
            found = found or (read(attributes, "aria-placeholder") or "").strip()
        if not found and tag == "input" and (read(attributes, "type") or "").lower() == "file":
            found = "Choose Files" if "multiple" in attributes[::2] else "Choose File"
        return found

    def _native(self, row: int, tag: str, attributes: Attributes) -> str:
        if tag == "input":
            kind = (read(attributes, "type") or "text").strip().lower()
            if kind in BUTTON_TYPES:
                return (read(attributes, "value") or BUTTON_TYPES[kind]).strip()
            if kind == "image":
                return (read(attributes, "alt") or read(attributes, "title") or "Submit").strip()
            return ""
        if tag in ("img", "area"):
            return (read(attributes, "alt") or "").strip()
        if tag == "details":
            return "Details"  # one without a summary shows this word itself
        wanted = NAMED_CHILD.get(tag)
        if wanted is not None:
            for child in self._rows_of(wanted):
                if self._columns.parent[child] == row:
                    return self._title(child) if tag == "svg" else self._collect(child)
        return ""

    def _rows_of(self, tag: str) -> list[int]:
        """The rows of a tag that names what it stands in."""
        if tag not in self._named_children:
            tags = self._columns.tag[self._first : self._end]
            found = [row for row, name in enumerate(tags, self._first) if name == tag] if tag in tags else []
            self._named_children[tag] = found
        return self._named_children[tag]

    def _referenced(self, row: int, attributes: Attributes) -> str:
        parts: list[str] = []
        scope = self._scope(row)
        for name in (read(attributes, "aria-labelledby") or "").split():
            target = self._by_id(scope, name)
            if target is not None:
                parts.append(self._as_part(target, whole=True))
        return " ".join(filter(None, (part.strip() for part in parts)))

    def given(self, row: int) -> str:
        """What the page's author calls an element that has no role: by label or title, not by its contents."""
        attributes = self._columns.attributes[row]
        if not attributes:
            return ""
        found = self._referenced(row, attributes) if "aria-labelledby" in attributes else ""
        found = (
            found
            or (read(attributes, "aria-label") or "").strip()
            or (read(attributes, "title") or "").strip()
        )
        return " ".join(found.split())

    def text(self, row: int) -> str:
        """The rendered text in an element."""
        return self._collect(row)

    def target(self, row: int, name: str) -> int | None:
        """The row that an id means for an element: the one in the same document or shadow root."""
        return self._by_id(self._scope(row), name)

    def _by_id(self, scope: int, name: str) -> int | None:
        if self._ids is None:
            ids: dict[tuple[int, str], int] = {}
            attributes = self._columns.attributes
            for row in range(self._first, self._end):
                if "id" in attributes[row]:
                    found = read(attributes[row], "id")
                    if found:
                        ids.setdefault((self._scope(row), found), row)
            self._ids = ids
        return self._ids.get((scope, name))

    def _scope(self, row: int) -> int:
        return scope_of(self._columns, self._first, self._table, row)

    def _as_part(self, row: int, *, whole: bool = False) -> str:
        """What an element adds to the name of another: its label, its value, or what is in it."""
        columns = self._columns
        attributes, tag = columns.attributes[row], columns.tag[row]
        if tag in UNNAMED_TAGS:
            value = self._value(row, tag, attributes)
            if value:
                return value
        if attributes and "aria-label" in attributes:
            label = (read(attributes, "aria-label") or "").strip()
            if label:
                return label
        if tag in UNNAMED_TAGS:
            return self._own(row, "", tag, attributes)
        if tag in ("img", "area"):
            return (read(attributes, "alt") or read(attributes, "title") or "").strip()
        if tag in NAMED_CHILD and tag in ("svg", "fieldset", "figure", "table"):
            found = self._native(row, tag, attributes)
            if found:
                return found
        return self._collect(row, hidden=whole and not self._is_rendered(row))

    def _value(self, row: int, tag: str, attributes: Attributes) -> str:
        if row - self._first in self._table.secret:
            return ""
        value = self._columns.value.get(row, "")
        if tag == "input" and not value:
            kind = (read(attributes, "type") or "text").strip().lower()
            if kind in BUTTON_TYPES:
                return read(attributes, "value") or BUTTON_TYPES[kind]
        return value

    def _title(self, row: int) -> str:
        texts = [
            self._columns.text[child]
            for child in range(row + 1, self._end)
            if self._columns.parent[child] == row and self._columns.kind[child] == TEXT
        ]
        return " ".join("".join(texts).split())

    def _is_drawn(self, row: int, style: int) -> bool:
        """Whether a text counts: drawn, or to be drawn once it is scrolled to."""
        if style == NO_STYLE:
            return bool(self._columns.flags[row] & DEFERRED)
        return not style & S_HIDDEN

    def _is_rendered(self, row: int) -> bool:
        style = self._table.style[row - self._first]
        return style != NO_STYLE and not style & S_HIDDEN

    def _collect(
        self, row: int, *, skip: int = -1, hidden: bool = False, without: frozenset[str] = NOTHING
    ) -> str:
        """The rendered text in an element, with the names of what stands in it. With `hidden`, all of its text."""
        columns, first = self._columns, self._first
        parents, kinds, tags, texts = columns.parent, columns.kind, columns.tag, columns.text
        flags = columns.flags
        all_attributes, styles, generated = columns.attributes, self._table.style, self._table.generated
        if row + 1 >= self._end or parents[row + 1] != row:
            return ""
        only = row + 2 >= self._end or parents[row + 2] < row
        if only and kinds[row + 1] == TEXT and row - first not in generated:
            style = styles[row + 1 - first]
            drawn = hidden or self._is_drawn(row + 1, style)
            return " ".join(texts[row + 1].split()) if drawn else ""
        parts: list[str] = []
        closing: list[tuple[int, str]] = []  # row of an element, what is said when its rows have ended
        if generated:
            self._generated(row, parts, closing)
        length, current, end = 0, row + 1, self._end
        over = -1
        while current < end and length < NAME_LIMIT:
            above = parents[current]
            if above < row:
                break
            if over >= 0:
                if above >= over:
                    current += 1
                    continue
                over = -1
            while closing and above < closing[-1][0]:
                parts.append(closing.pop()[1])
            style, kind = styles[current - first], kinds[current]
            if kind == TEXT:
                if hidden or self._is_drawn(current, style):
                    parts.append(texts[current])
                    length += len(texts[current])
            elif kind == ELEMENT:
                tag, attributes = tags[current], all_attributes[current]
                if tag == "slot" or (style == NO_STYLE and tag not in SILENT and self._is_boxless(current)):
                    pass  # `display: contents`
                elif not hidden and style == NO_STYLE and not flags[current] & DEFERRED:
                    over = current
                elif current == skip or tag in SILENT or _is_left_out(attributes, without):
                    over = current
                    parts.append(" " if tag not in SILENT else "")
                else:
                    inline = style & S_INLINE and not style & S_PIECE and tag not in ("br", "wbr")
                    if not inline:
                        parts.append(" ")
                    alone = self._alone(current, tag, attributes)
                    if alone is not None:
                        parts += (" ", alone, " ")
                        over = current
                    else:
                        if generated:
                            self._generated(current, parts, closing)
                        if not inline:
                            closing.append((current, " "))
            current += 1
        while closing and closing[-1][0] >= row:
            parts.append(closing.pop()[1])
        return " ".join("".join(parts).split())

    def _alone(self, row: int, tag: str, attributes: Attributes) -> str | None:
        """What a part of a name says as one, whatever stands in it; None where its contents say it."""
        if tag in ("input", "select", "textarea", "img", "svg"):
            return self._as_part(row)
        if attributes:
            if "aria-labelledby" in attributes:
                label = self._referenced(row, attributes)
                if label:
                    return label
            if "aria-label" in attributes:
                label = (read(attributes, "aria-label") or "").strip()
                if label:
                    return label
            if "title" in attributes and not _is_plain(tag, attributes) and not self._collect(row):
                return (read(attributes, "title") or "").strip()
        return None

    def _is_boxless(self, row: int) -> bool:
        """Whether an element without a box shows its children all the same."""
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


def _is_plain(tag: str, attributes: Attributes) -> bool:
    """Whether the title of a part is no part of the name, though nothing else is in it (measured on Chromium 156)."""
    if tag not in PLAIN or "tabindex" in attributes or read(attributes, "role") not in PLAIN_ROLES:
        return False
    return tag != "a" or "href" not in attributes
