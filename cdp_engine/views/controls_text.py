"""One element to act on, as the bracketed text that text views show: `[e3 checkbox Gift wrap +checked]`."""

from __future__ import annotations

from typing import Protocol

from cdp_engine.observe import Flag, VirtualNode
from cdp_engine.views.page_text import label, plain, quoted

ROLE_WORDS = {
    "": "clickable",
    "link": "",
    "DisclosureTriangle": "summary",
    "DisclosureTriangleGrouped": "summary",
    "LabelText": "label",
    "Video": "video",
    "Audio": "audio",
    "ColorWell": "color",
    "Date": "date",
    "DateTime": "datetime",
    "InputTime": "time",
    "generic": "clickable",
}
WHOLE_ROLES = frozenset(("textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton"))
"""Controls that are shown whole: what is in them is their value."""
OPTION_LIMIT = 30
REDACTED, BEHIND_MODAL = int(Flag.REDACTED), int(Flag.BEHIND_MODAL)


class ControlOptions(Protocol):
    """What a view may choose about its elements."""

    @property
    def values(self) -> bool:
        """Whether to show what controls hold."""
        ...

    @property
    def boxes(self) -> bool:
        """Whether to show where they are."""
        ...


def role_word(role: str) -> str:
    """The word for a role; nothing for links, which are the commonest."""
    return ROLE_WORDS.get(role, role)


def is_whole(node: VirtualNode) -> bool:
    """Whether the element is one control whose content is its value, such as a list of options."""
    return node.tag == "select" or (node.role in WHOLE_ROLES and node.tag in ("input", "textarea"))


def control_text(node: VirtualNode, ref: str, name: str, options: ControlOptions) -> str:
    """`[ref role name ="value" +state]`."""
    word = role_word(node.role)
    shown = label(name, 1000)
    if not word and (not shown or shown.split()[0] in KNOWN_WORDS):
        word = "link"  # a link called "button" is no button
    parts = [ref]
    if word:
        parts.append(word)
    if shown:
        parts.append(shown)
    if options.values:
        parts += _value(node)
    parts += [f"+{state}" for state in node.states if not (state == "collapsed" and node.tag == "select")]
    flags = node.snapshot.columns.flags[node.index]
    if flags & REDACTED:
        parts.append("+secret")
    if not flags & BEHIND_MODAL:
        cover = node.covered_by
        if cover is not None:
            parts.append(f"+under:{cover.ref}")
            if node.closer is not None:
                parts.append(f"closed-by:{node.closer.ref}")
    if options.boxes and node.box is not None:
        box = node.box
        parts.append(f"@{box.x:.0f},{box.y:.0f},{box.width:.0f},{box.height:.0f}")
    return f"[{' '.join(parts)}]"


def _value(node: VirtualNode) -> list[str]:
    parts: list[str] = []
    value = node.value
    if value:
        parts.append("=" + quoted(value, 2000))
    elif node.tag in ("input", "textarea"):
        hint = node.placeholder
        if hint and plain(hint) != node.name:
            parts.append("hint " + quoted(hint, 200))
    if node.tag == "select":
        names = [_option_name(option) for option in node.walk() if option.tag == "option"]
        names = [name for name in names if name]
        more = len(names) - OPTION_LIMIT
        listed = "|".join(name.replace("|", "/") for name in names[:OPTION_LIMIT])
        if listed:
            parts.append("of " + listed + (f"|… {more} more" if more > 0 else ""))
    return parts


def _option_name(option: VirtualNode) -> str:
    written = option.attribute("label")
    text = written or "".join(
        option.snapshot.columns.text[row] for row in option.snapshot.rows_below(option.index)
    )
    return label(text, 100)


KNOWN_WORDS = frozenset(ROLE_WORDS.values()) | {
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "option", "radio", "searchbox", "slider",
    "spinbutton", "switch", "tab", "textbox", "treeitem",
}  # fmt: skip
