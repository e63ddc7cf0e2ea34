"""Role and name of an element from its tag and attributes, where the accessibility tree does not tell.

Follows HTML-AAM and the accessible name computation as far as structure alone allows.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns

ROLE_OF_TAG = {
    "a": "link",
    "area": "link",
    "article": "article",
    "aside": "complementary",
    "audio": "Audio",
    "blockquote": "blockquote",
    "button": "button",
    "canvas": "Canvas",
    "code": "code",
    "dd": "definition",
    "details": "Details",
    "dialog": "dialog",
    "dt": "term",
    "em": "emphasis",
    "fieldset": "group",
    "figcaption": "Figcaption",
    "figure": "figure",
    "footer": "contentinfo",
    "form": "form",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "header": "banner",
    "hr": "separator",
    "iframe": "Iframe",
    "img": "image",
    "label": "LabelText",
    "legend": "Legend",
    "li": "listitem",
    "main": "main",
    "mark": "mark",
    "menu": "list",
    "meter": "meter",
    "nav": "navigation",
    "ol": "list",
    "option": "option",
    "output": "status",
    "p": "paragraph",
    "progress": "progressbar",
    "search": "search",
    "select": "combobox",
    "strong": "strong",
    "summary": "DisclosureTriangle",
    "svg": "image",
    "table": "table",
    "tbody": "rowgroup",
    "td": "cell",
    "textarea": "textbox",
    "tfoot": "rowgroup",
    "th": "columnheader",
    "thead": "rowgroup",
    "time": "time",
    "tr": "row",
    "ul": "list",
    "video": "Video",
}
ROLE_OF_INPUT = {
    "button": "button",
    "checkbox": "checkbox",
    "color": "ColorWell",
    "date": "Date",
    "datetime-local": "DateTime",
    "email": "textbox",
    "file": "button",
    "image": "button",
    "month": "DateTime",
    "number": "spinbutton",
    "password": "textbox",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
    "tel": "textbox",
    "text": "textbox",
    "time": "InputTime",
    "url": "textbox",
    "week": "DateTime",
}
BUTTON_TYPES = {"submit": "Submit", "reset": "Reset", "button": ""}
NAMED_BY_CONTENT = frozenset(
    (
        "button", "cell", "checkbox", "columnheader", "DisclosureTriangle", "gridcell", "heading", "link",
        "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab",
        "tooltip", "treeitem", "LabelText", "Details", "",
    )
)  # fmt: skip
"""Roles whose name is the text in them; the empty role stands for clickable elements without a role."""
VISIBLE, INLINE = int(Flag.VISIBLE), int(Flag.INLINE)
NAMING_CHILD = {"fieldset": "legend", "table": "caption", "figure": "figcaption", "svg": "title"}
NAME_LIMIT = 250


def read(attributes: Attributes, name: str) -> str | None:
    """One attribute's value, or None."""
    for position in range(0, len(attributes), 2):
        if attributes[position] == name:
            return attributes[position + 1]
    return None


def role_of(tag: str, attributes: Attributes) -> str:
    """The role of an element by its `role` attribute or its tag; empty where neither gives one."""
    written = read(attributes, "role") if attributes else None
    if written and written.split():
        role = written.split()[0].lower()
        return "" if role in ("none", "presentation", "generic") else {"img": "image"}.get(role, role)
    if tag == "input":
        kind = (read(attributes, "type") or "text").lower()
        role = ROLE_OF_INPUT.get(kind, "textbox")
        return "combobox" if role == "textbox" and read(attributes, "list") is not None else role
    if tag in ("a", "area"):
        return "link" if read(attributes, "href") is not None else ""
    if tag == "select" and (
        read(attributes, "multiple") is not None or (read(attributes, "size") or "1") not in ("", "0", "1")
    ):
        return "listbox"
    if tag == "img" and read(attributes, "alt") == "":
        return ""
    role = ROLE_OF_TAG.get(tag, "")
    if not role and attributes and read(attributes, "contenteditable") in ("", "true", "plaintext-only"):
        return "textbox"
    return role


class Namer:
    """Computes names in one document, where `labels` maps label rows to the rows of their controls."""

    def __init__(self, columns: NodeColumns, document: DocumentInfo, labels: dict[int, int]) -> None:
        self._columns = columns
        self._document = document
        self._labels_of: dict[int, list[int]] = {}
        for label, control in labels.items():
            self._labels_of.setdefault(control, []).append(label)
        self._ids: dict[str, int] | None = None

    def name(self, row: int, role: str) -> str:
        """The name of an element of that role, white space normalised."""
        columns = self._columns
        attributes, tag = columns.attributes[row], columns.tag[row]
        found = self._referenced(attributes) or read(attributes, "aria-label") or ""
        if not found.strip() and row in self._labels_of:
            found = " ".join(self._text(label, skip=row) for label in self._labels_of[row])
        if not found.strip():
            found = self._native(row, tag, attributes)
        if not found.strip() and role in NAMED_BY_CONTENT and tag not in ("input", "select", "textarea"):
            found = self._text(row)
        if not found.strip():
            found = read(attributes, "title") or read(attributes, "placeholder") or ""
        return " ".join(found.split())

    def text(self, row: int) -> str:
        """The visible text in a row."""
        return self._text(row)

    def _referenced(self, attributes: Attributes) -> str:
        wanted = read(attributes, "aria-labelledby") if attributes else None
        if not wanted:
            return ""
        if self._ids is None:
            self._ids = {}
            for row in range(self._document.first_row, self._document.end_row):
                name = read(self._columns.attributes[row], "id")
                if name:
                    self._ids.setdefault(name, row)
        parts: list[str] = []
        for name in wanted.split():
            row = self._ids.get(name)
            if row is not None:
                label = read(self._columns.attributes[row], "aria-label")
                parts.append(label or self._text(row, hidden=True))
        return " ".join(parts)

    def _native(self, row: int, tag: str, attributes: Attributes) -> str:
        if tag == "input":
            kind = (read(attributes, "type") or "text").lower()
            if kind in BUTTON_TYPES:
                return read(attributes, "value") or BUTTON_TYPES[kind]
            if kind == "image":
                return read(attributes, "alt") or "Submit"
            return ""
        if tag in ("img", "area"):
            return read(attributes, "alt") or ""
        if tag == "details":
            return "Details"
        child_tag = NAMING_CHILD.get(tag)
        if child_tag:
            for child in range(row + 1, self._document.end_row):
                if self._columns.parent[child] < row:
                    break
                if self._columns.parent[child] == row and self._columns.tag[child] == child_tag:
                    return self._text(child, hidden=tag == "svg")
        return ""

    def _text(self, row: int, *, skip: int = -1, hidden: bool = False) -> str:
        """The text in a row, pictures by their alternative text; `skip` leaves one control out."""
        columns = self._columns
        parts: list[str] = []
        length = 0
        current = row
        end = self._document.end_row
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
                    parts.append(read(attributes, "aria-label") or read(attributes, "alt") or "")
            if length > 4 * NAME_LIMIT:
                break
            current += 1
        return " ".join("".join(parts).split())
