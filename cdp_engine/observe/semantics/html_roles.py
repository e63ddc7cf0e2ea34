"""The role of an element by tag and attributes alone, as Chrome computes it (HTML-AAM, WAI-ARIA).

For elements that no accessibility tree describes. Roles that a component sets in script are queried from the browser,
see `undecided`.
"""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import ELEMENT, Attributes, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words

CLICKABLE = int(Flag.CLICKABLE)
KNOWN_ROLES = words(
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox"
    " comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form"
    " generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math"
    " menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation"
    " progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter"
    " sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table"
    " tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
)
NO_ROLE = words("none presentation generic")
WRITTEN = {"img": "image", "directory": "list", "presentation": "", "none": "", "generic": ""}
"""Roles for which Chrome uses another name than the attribute."""
ROLE_OF_TAG = {
    "address": "group", "article": "article", "aside": "complementary", "audio": "Audio", "blockquote": "blockquote",
    "button": "button", "canvas": "Canvas", "caption": "caption", "code": "code", "dd": "definition",
    "del": "deletion", "details": "group", "dfn": "term", "dialog": "dialog", "dl": "DescriptionList", "dt": "term",
    "em": "emphasis", "embed": "EmbeddedObject", "fieldset": "group", "figcaption": "Figcaption", "figure": "figure",
    "footer": "contentinfo", "form": "form", "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading",
    "h5": "heading", "h6": "heading", "header": "banner", "hgroup": "group", "hr": "separator", "iframe": "Iframe",
    "ins": "insertion", "label": "LabelText", "legend": "Legend", "li": "listitem", "main": "main", "mark": "mark",
    "menu": "list", "meter": "meter", "nav": "navigation", "object": "PluginObject", "ol": "list",
    "optgroup": "group", "option": "option", "output": "status", "p": "paragraph", "progress": "progressbar",
    "rt": "RubyAnnotation", "ruby": "Ruby", "s": "deletion", "search": "search", "strong": "strong",
    "sub": "subscript", "summary": "DisclosureTriangle", "sup": "superscript", "svg": "image", "table": "table",
    "tbody": "rowgroup", "td": "cell", "textarea": "textbox", "tfoot": "rowgroup", "th": "columnheader",
    "thead": "rowgroup", "time": "time", "tr": "row", "ul": "list", "video": "Video",
}  # fmt: skip
"""Tags with a fixed role."""
ROLE_OF_INPUT = {
    "button": "button", "checkbox": "checkbox", "color": "ColorWell", "date": "Date", "datetime-local": "DateTime",
    "email": "textbox", "file": "button", "image": "button", "month": "DateTime", "number": "spinbutton",
    "password": "textbox", "radio": "radio", "range": "slider", "reset": "button", "search": "searchbox",
    "submit": "button", "tel": "textbox", "text": "textbox", "time": "InputTime", "url": "textbox",
    "week": "DateTime",
}  # fmt: skip
LANDMARK_SCOPES = words("article aside main nav section")
CELL_OF = {"table": ("cell", "columnheader", "rowheader"), "grid": ("gridcell", "columnheader", "rowheader")}


def html_role(columns: NodeColumns, row: int, kinds: dict[int, str]) -> str:
    """The role of an element; empty where it has none of interest. `kinds` caches the kinds of tables."""
    tag, attributes = columns.tag[row], columns.attributes[row]
    if not attributes:
        return (
            ROLE_OF_TAG.get(tag, "")
            if tag not in CONTEXTUAL
            else _native(columns, row, tag, attributes, kinds)
        )
    if "role" in attributes:
        written = read_text(attributes, "role")
        for token in written.lower().split():
            if token in NO_ROLE:
                if not _is_focusable(tag, attributes):
                    return ""
                break
            if token in KNOWN_ROLES:
                return WRITTEN.get(token, token)
    return _native(columns, row, tag, attributes, kinds)


def _is_focusable(tag: str, attributes: Attributes) -> bool:
    """Whether an element keeps its own role despite `role=presentation`."""
    if tag in ("button", "input", "select", "textarea", "summary", "iframe"):
        return "disabled" not in attributes[::2]
    names = attributes[::2]
    return "tabindex" in names or (tag in ("a", "area") and "href" in names)


def _native(columns: NodeColumns, row: int, tag: str, attributes: Attributes, kinds: dict[int, str]) -> str:
    """The role of a tag; for some tags it depends on attributes, or on the ancestors."""
    if tag in BY_ATTRIBUTES:
        return BY_ATTRIBUTES[tag](columns, row, attributes)
    if tag == "td":
        return cell_role(columns, row, kinds)
    if tag == "th":
        return _head_cell(columns, row, attributes, kinds)
    if tag in ("header", "footer") and _lies_in(columns, row, LANDMARK_SCOPES):
        return "sectionheader" if tag == "header" else "sectionfooter"
    role = ROLE_OF_TAG.get(tag, "")
    if not role and attributes and read(attributes, "contenteditable") in ("", "true", "plaintext-only"):
        return "textbox"
    return role


def _input(_columns: NodeColumns, _row: int, attributes: Attributes) -> str:
    kind = (read(attributes, "type") or "text").strip().lower()
    role = ROLE_OF_INPUT.get(kind, "textbox")
    has_list = role in ("textbox", "searchbox") and kind != "password" and "list" in attributes[::2]
    return "combobox" if has_list else role


def _anchor(columns: NodeColumns, row: int, attributes: Attributes) -> str:
    # Chrome treats an anchor with a click listener as a link
    linked = "href" in attributes[::2] or "xlink:href" in attributes[::2]
    return "link" if linked or columns.flags[row] & CLICKABLE else ""


def _select(_columns: NodeColumns, _row: int, attributes: Attributes) -> str:
    size = (read(attributes, "size") or "1").strip()
    return "listbox" if "multiple" in attributes[::2] or size not in ("", "0", "1") else "combobox"


def _img(_columns: NodeColumns, _row: int, attributes: Attributes) -> str:
    bare = read(attributes, "alt") == "" and read(attributes, "title") is None
    return "" if bare and "aria-label" not in attributes[::2] else "image"


def _svg(columns: NodeColumns, row: int, attributes: Attributes) -> str:
    return "image" if read(attributes, "aria-label") or _has_child(columns, row, "title") else ""


def _section(_columns: NodeColumns, _row: int, attributes: Attributes) -> str:
    named = any(read(attributes, name) for name in ("aria-label", "aria-labelledby", "title"))
    return "region" if named else ""


def _summary(columns: NodeColumns, row: int, _attributes: Attributes) -> str:
    return "DisclosureTriangle" if columns.tag[columns.parent[row]] == "details" else ""


BY_ATTRIBUTES = {
    "input": _input, "a": _anchor, "area": _anchor, "select": _select, "img": _img, "svg": _svg, "section": _section,
    "summary": _summary,
}  # fmt: skip
CONTEXTUAL = frozenset(("header", "footer", "td", "th", *BY_ATTRIBUTES))
"""Tags whose role depends on more than the tag."""


def cell_role(columns: NodeColumns, row: int, kinds: dict[int, str]) -> str:
    """The role of a `td`. `kinds` as for `html_role`."""
    return _roles_in_line(columns, columns.parent[row], kinds)[0]


def _roles_in_line(columns: NodeColumns, line: int, kinds: dict[int, str]) -> tuple[str, str, str]:
    """The roles of the cells of a table row: plain cells, column headers, row headers."""
    kind = kinds.get(line)
    if kind is None:
        kind = kinds[line] = _table_of(columns, line)
    return CELL_OF[kind]


def _head_cell(columns: NodeColumns, row: int, attributes: Attributes, kinds: dict[int, str]) -> str:
    line = columns.parent[row]
    _, column_head, row_head = _roles_in_line(columns, line, kinds)
    scope = read_text(attributes, "scope").lower()
    if scope in ("row", "rowgroup"):
        return row_head
    if scope in ("col", "colgroup"):
        return column_head
    # a header cell beside data cells is a row header
    later = row + 1
    while later < len(columns) and columns.parent[later] >= line:
        if columns.parent[later] == line and columns.tag[later] == "td":
            return row_head
        later += 1
    return column_head


def _table_of(columns: NodeColumns, row: int) -> str:
    while row >= 0 and columns.tag[row] != "table":
        row = columns.parent[row]
    grid = row >= 0 and read(columns.attributes[row], "role") in ("grid", "treegrid")
    return "grid" if grid else "table"


def _lies_in(columns: NodeColumns, row: int, tags: frozenset[str]) -> bool:
    row = columns.parent[row]
    while row >= 0:
        if columns.tag[row] in tags:
            return True
        row = columns.parent[row]
    return False


def _has_child(columns: NodeColumns, row: int, tag: str) -> bool:
    return any(
        columns.parent[child] == row and columns.tag[child] == tag and columns.kind[child] == ELEMENT
        for child in columns.rows_within(row)
    )
