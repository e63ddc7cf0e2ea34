"""One interactive element as the bracketed text of text views: `[e3 checkbox Gift wrap +checked]`."""

from __future__ import annotations

from typing import Protocol

from cdp_engine.observe import Flag, NodeColumns, Snapshot, VirtualNode
from cdp_engine.views.text.option_lists import listed_options
from cdp_engine.views.text.page_text import label, plain, quoted, quoted_lines

ROLE_WORDS = {
    "": "clickable",
    "link": "",
    "DisclosureTriangle": "summary",
    "DisclosureTriangleGrouped": "summary",
    "LabelText": "label",
    "Video": "video",
    "Audio": "audio",
    "Canvas": "canvas",
    "ColorWell": "color",
    "Date": "date",
    "DateTime": "datetime",
    "InputTime": "time",
    "generic": "clickable",
}
WHOLE_ROLES = frozenset(("textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton"))
"""Controls that are shown whole, because their contents are their value."""
FIELDS = frozenset(("input", "textarea", "select"))
TEXT_ROLES = frozenset(("textbox", "searchbox"))
_FIELD_NAME = 200
"""The longest name of a text field, in characters: a hint may be an example of what to write."""
REDACTED, BEHIND_MODAL = int(Flag.REDACTED), int(Flag.BEHIND_MODAL)
SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)


class ControlOptions(Protocol):
    """The options of a view for its elements."""

    @property
    def values(self) -> bool:
        """Whether to show the values of controls."""
        ...

    @property
    def boxes(self) -> bool:
        """Whether to show their boxes."""
        ...


def role_word(role: str) -> str:
    """The word for a role; empty for links, which are the most common."""
    return ROLE_WORDS.get(role, role)


def is_whole(columns: NodeColumns, row: int) -> bool:
    """Whether the element is one control whose content is its value, such as a list of options."""
    tag = columns.tag[row]
    return tag == "select" or (tag in ("input", "textarea") and columns.role[row] in WHOLE_ROLES)


def controls_within(snapshot: Snapshot, top: int) -> list[int]:
    """For a row and everything in it, the number of controls below; 0 for other rows."""
    parents, flags = snapshot.columns.parent, snapshot.columns.flags
    inner = [0] * len(parents)
    inside = range(len(parents) - 1, 0, -1)
    for row in sorted(snapshot.rows_below(top), reverse=True) if top else inside:
        below = inner[row] + (1 if flags[row] & SHOWN == SHOWN else 0)
        if below and parents[row] >= 0:
            inner[parents[row]] += below
    return inner


def control_text(
    snapshot: Snapshot, row: int, ref: str, name: str, options: ControlOptions, *, with_role: bool = True
) -> str:
    """`[ref role name ="value" +state]`; the role may be left out where it is that of the element before."""
    columns = snapshot.columns
    tag = columns.tag[row]
    word = role_word(columns.role[row])
    is_field = row in columns.value or tag in FIELDS
    shown = _shown_name(columns, row, name, options) if name else ""
    unclear = not shown or shown.split(None, 1)[0] in KNOWN_WORDS
    if not word and unclear:
        word = "link"  # a link named "button" must not read like a button
    if not (with_role or unclear):
        word = ""
    parts = [ref]
    if word:
        parts.append(word)
    if shown:
        parts.append(shown)
    if options.values and is_field:
        parts += _value(VirtualNode(snapshot, row))
    if row in columns.states:
        parts += [
            f"+{state}" for state in columns.states[row] if not (state == "collapsed" and tag == "select")
        ]
    if columns.flags[row] & REDACTED:
        parts.append("+secret")
    if row in columns.covered_by:
        parts += _cover(VirtualNode(snapshot, row))
    if options.boxes:
        box = snapshot.box_of(row)
        if box is not None:
            parts.append(f"@{box.x:.0f},{box.y:.0f},{box.width:.0f},{box.height:.0f}")
    return f"[{' '.join(parts)}]"


def _shown_name(columns: NodeColumns, row: int, name: str, options: ControlOptions) -> str:
    """The name as a view shows it; empty for the text of a field, which a page may draw a second time."""
    if columns.role[row] not in TEXT_ROLES:
        return label(name, 1000)
    value = columns.value.get(row, "") if options.values else ""
    return "" if value and name.split() == value.split() else label(name, _FIELD_NAME)


def _cover(node: VirtualNode) -> list[str]:
    """The cover of an element, and the control that closes it; omitted for a modal dialog, which has a section."""
    cover, closer = node.covered_by, node.closer
    if cover is None or node.flags & BEHIND_MODAL:
        return []
    return [f"+under:{cover.ref}"] + ([] if closer is None else [f"closed-by:{closer.ref}"])


def _value(node: VirtualNode) -> list[str]:
    parts: list[str] = []
    value = node.shown_value
    if value:
        parts.append("=" + quoted_lines(value, 2000))
    elif node.tag in ("input", "textarea"):
        hint = node.placeholder
        if hint and plain(hint) != node.name:
            parts.append("hint " + quoted(hint, 200))
    if node.tag == "select" or (node.tag == "input" and node.attribute("list")):
        listed = "|".join(name.replace("|", "/") for name in listed_options(node))
        if listed:
            parts.append("of " + listed)
    return parts


KNOWN_WORDS = frozenset(ROLE_WORDS.values()) | {
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "option", "radio", "searchbox", "slider",
    "spinbutton", "switch", "tab", "textbox", "treeitem",
}  # fmt: skip
