"""The accessible name of an element, computed from structure and layout as Chrome computes it (accname 1.2).

For elements that no accessibility tree describes. In a document without layout, potentially visible text is used in
place of rendered text.
"""

from __future__ import annotations

from cdp_engine.observe.drawn.picture_contents import is_drawing, is_map
from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.rendered_text import NOTHING, RenderedText, visible_text
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable, scope_of

VISIBLE = int(Flag.VISIBLE)
UNNAMED_TAGS = words("input select textarea")
PLAIN = words(
    "a b bdi bdo center cite code data dd del dfn div dt em font i ins kbd map mark p picture pre q s samp small span"
    " strong sub sup td time tr u var"
)
T_LABELLED, T_LABEL = int(Trait.LABELLED), int(Trait.LABEL)
PLAIN_ROLES = (None, "none", "presentation", "generic", "listitem")
NAMED_CHILD = {"fieldset": "legend", "table": "caption", "figure": "figcaption", "svg": "title"}
NATIVE_TAGS = words("input img area details") | NAMED_CHILD.keys()
"""Tags whose name in HTML comes from something other than their text."""
BUTTON_TYPES = {"submit": "Submit", "reset": "Reset", "button": ""}
NAMED_BY_CONTENT = frozenset(
    (
        "button", "cell", "checkbox", "columnheader", "DisclosureTriangle", "gridcell", "heading", "link",
        "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab",
        "tooltip", "treeitem", "LabelText", "Details", "",
    )
)  # fmt: skip
"""Roles that are named from their content; the empty role is that of clickable elements without a role."""
NESTED = {"treeitem": words("group treeitem"), "menuitem": words("menu"), "listitem": words("list")}
"""Roles that are not part of the name of their container."""


class Names(RenderedText):
    """Computes names in one document. `labels` maps label rows to the rows of their controls; all rows are global."""

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, labels: dict[int, int]
    ) -> None:
        super().__init__(columns, document, table)
        self._document = document
        self._labels_of: dict[int, list[int]] = {}
        for label, control in labels.items():
            self._labels_of.setdefault(control, []).append(label)
        self._ids: dict[tuple[int, str], int] | None = None
        self._named_children: dict[str, list[int]] = {}
        self._referring = False
        """Whether the text of an element that another one is named by is being read."""
        self._labelling: set[int] = set()
        """The controls whose labels are being read: labels may contain each other's controls."""

    def name(self, row: int, role: str) -> str:
        """The name of an element with this role, white space normalised."""
        columns, traits = self._columns, self._table.traits[row - self._first]
        attributes, tag = columns.attributes[row], columns.tag[row]
        if not traits & (T_LABELLED | T_LABEL):
            return " ".join(self._own(row, role, tag, attributes).split())
        found = ""
        if traits & T_LABELLED:
            found = self._referenced(row, attributes)
        if not found and traits & T_LABEL:
            found = read_text(attributes, "aria-label").strip()
        if not found:
            found = self._own(row, role, tag, attributes)
        return " ".join(found.split())

    def _own(self, row: int, role: str, tag: str, attributes: Attributes) -> str:
        if row in self._labels_of and row not in self._labelling:
            self._labelling.add(row)
            labels = [self._text(label, skip=row) for label in self._labels_of[row]]
            self._labelling.discard(row)
            found = " ".join(filter(None, labels))
            if found:
                return found
        found = self._native(row, tag, attributes) if tag in NATIVE_TAGS else ""
        if not found and role in NAMED_BY_CONTENT and tag not in UNNAMED_TAGS:
            found = self._text(row, without=NESTED.get(role, NOTHING))
        if not found and attributes:
            found = (read(attributes, "title") or read_text(attributes, "placeholder")).strip()
            found = found or read_text(attributes, "aria-placeholder").strip()
        if not found and tag == "input" and read_text(attributes, "type").lower() == "file":
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
            return read_text(attributes, "alt").strip()
        if tag == "details":
            return "Details"  # the browser shows this word for a `details` without a summary
        wanted = NAMED_CHILD.get(tag)
        if wanted is not None:
            for child in self._rows_of(wanted):
                if self._columns.parent[child] == row:
                    return self._title(child) if tag == "svg" else self._text(child)
        return ""

    def _rows_of(self, tag: str) -> list[int]:
        """The rows of a tag that names its container."""
        if tag not in self._named_children:
            tags = self._columns.tag[self._first : self._end]
            found = [row for row, name in enumerate(tags, self._first) if name == tag] if tag in tags else []
            self._named_children[tag] = found
        return self._named_children[tag]

    def _referenced(self, row: int, attributes: Attributes) -> str:
        """What the elements of `aria-labelledby` say; references in them are not followed, so none is a circle."""
        parts: list[str] = []
        scope, itself = self._scope(row), ""
        outer, self._referring = self._referring, True
        for name in read_text(attributes, "aria-labelledby").split():
            target = self._by_id(scope, name)
            if target == row:
                itself = read_text(attributes, "aria-label").strip()  # and not what the field holds
            if target is not None:
                parts.append((itself if target == row else "") or self._as_part(target, whole=True).strip())
        self._referring = outer
        # A thumb named after itself and its slider bears the same label twice.
        return " ".join(filter(None, dict.fromkeys(parts) if itself else parts))

    def _is_named_around(self, row: int) -> bool:
        """Whether an element is named by one that contains it, as the checkbox of a tree item by the item."""
        scope = self._scope(row)
        names = read_text(self._columns.attributes[row], "aria-labelledby").split()
        targets = {self._by_id(scope, name) for name in names}
        return row in targets or not targets.isdisjoint(self._columns.ancestors(row))

    def _given(self, row: int) -> str:
        """The author's name for an element without a role: from label or title, not from its contents."""
        attributes = self._columns.attributes[row]
        if not attributes:
            return ""
        found = self._referenced(row, attributes) if "aria-labelledby" in attributes else ""
        found = found or read_text(attributes, "aria-label").strip() or read_text(attributes, "title").strip()
        return " ".join(found.split())

    def without_role(self, row: int) -> str:
        """The name of an element without a role: Chrome computes none, so its visible text is used."""
        found = self._given(row)
        if found:
            return found
        columns, document = self._columns, self._document
        tag, attributes = columns.tag[row], columns.attributes[row]
        labels = self._labels_of.get(row, ())
        found = " ".join(visible_text(columns, document, label, skip=row) for label in labels)
        found = found.strip() or self._native(row, tag, attributes)
        drawn = found or is_drawing(columns, row) or is_map(columns, row)
        if not drawn and tag not in UNNAMED_TAGS:
            found = visible_text(columns, document, row)
        return " ".join((found or read_text(attributes, "placeholder")).split())

    def has_labels(self, row: int) -> bool:
        """Whether a label names an element."""
        return row in self._labels_of

    def text(self, row: int) -> str:
        """The rendered text in an element."""
        return self._text(row)

    def _text(
        self, row: int, *, skip: int = -1, hidden: bool = False, without: frozenset[str] = NOTHING
    ) -> str:
        if self._table.has_layout:
            return self.of(row, skip=skip, hidden=hidden, without=without)
        return visible_text(self._columns, self._document, row, skip=skip, hidden=hidden)

    def target(self, row: int, name: str) -> int | None:
        """The row that an id refers to from an element: in the same document or shadow root."""
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
        """What an element contributes to the name of another: its label, its value, or its contents."""
        columns = self._columns
        attributes, tag = columns.attributes[row], columns.tag[row]
        if tag in UNNAMED_TAGS:
            value = self._value(row, tag, attributes)
            if value:
                return value
        if attributes and "aria-label" in attributes:
            label = read_text(attributes, "aria-label").strip()
            if label:
                return label
        if tag in UNNAMED_TAGS:
            return self._own(row, "", tag, attributes)
        if tag in ("img", "area"):
            return (read(attributes, "alt") or read_text(attributes, "title")).strip()
        if tag in NAMED_CHILD and tag in ("svg", "fieldset", "figure", "table"):
            found = self._native(row, tag, attributes)
            if found:
                return found
        return self._text(row, hidden=whole and not self.is_rendered(row))

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

    def _whole_part(self, row: int, tag: str, attributes: Attributes) -> str | None:
        """The contribution of a part regardless of its contents; None where the contents count."""
        if tag in ("input", "select", "textarea", "img", "svg"):
            return self._as_part(row)
        if attributes:
            if "aria-labelledby" in attributes and not self._referring and not self._is_named_around(row):
                label = self._referenced(row, attributes)
                if label:
                    return label
            if "aria-label" in attributes:
                label = read_text(attributes, "aria-label").strip()
                if label:
                    return label
            if "title" in attributes and not _is_plain(tag, attributes) and not self._text(row):
                return read_text(attributes, "title").strip()
        return None


def _is_plain(tag: str, attributes: Attributes) -> bool:
    """Whether an otherwise empty part's title is excluded from the name (measured on Chromium 156)."""
    if tag not in PLAIN or "tabindex" in attributes or read(attributes, "role") not in PLAIN_ROLES:
        return False
    return tag != "a" or "href" not in attributes


def said_once(name: str) -> str:
    """A name without its repetition: `star` for `star star`, of an icon drawn twice or a label beside its button."""
    half = len(name) // 2
    if not len(name) % 2 or name[half] != " ":
        return name
    first, second = name[:half], name[half + 1 :]
    # a style may draw the text in capitals, and not what an icon is called
    return first if first == second or first.casefold() == second.casefold() else name


def drawn_once(columns: NodeColumns, document: DocumentInfo, row: int, name: str) -> str:
    """A name without its repetition where the element is drawn with it once: an icon's tooltip says it again."""
    once = said_once(name)
    if once is name:
        return name
    text: list[str] = []
    inner = row + 1
    while inner < document.end_row and columns.parent[inner] >= row:
        if columns.kind[inner] == TEXT and columns.flags[inner] & VISIBLE:
            text.append(columns.text[inner])
        inner += 1
    return once if " ".join(" ".join(text).split()).casefold() == once.casefold() else name
