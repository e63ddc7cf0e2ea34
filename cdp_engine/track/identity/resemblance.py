"""The label of an element among its siblings, and whether two containers have the same contents (VD-06; pure)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.track.identity.fingerprint import Fingerprint, counterless, fingerprint, normal

ELEMENT, TEXT = 1, 3
_VISIBLE = int(Flag.VISIBLE)
_SILENT = frozenset(("head", "script", "style", "template", "noscript", "meta", "link", "title", "base"))
_CONTROL_TAGS = frozenset(("button", "input", "select", "textarea", "option", "summary", "a"))
_CONTROL_ROLES = frozenset(
    [
        "button",
        "link",
        "checkbox",
        "radio",
        "switch",
        "textbox",
        "searchbox",
        "combobox",
        "slider",
        "spinbutton",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "tab",
        "treeitem",
    ]
)
_CHOICES = frozenset(("checkbox", "radio"))
_LIST_ROLES = frozenset(
    [
        "list",
        "listbox",
        "menu",
        "menubar",
        "navigation",
        "toolbar",
        "tablist",
        "tree",
        "grid",
        "treegrid",
        "table",
        "rowgroup",
        "radiogroup",
        "feed",
    ]
)
_LIST_TAGS = frozenset(("ul", "ol", "nav", "tbody", "table", "thead", "dl"))
_REGION_ROLES = frozenset(
    ["main", "banner", "form", "region", "complementary", "contentinfo", "search", "dialog", "alertdialog"]
)
_REGION_TAGS = frozenset(("main", "body", "html", "form", "section", "dialog"))
_ITEM_TAGS = frozenset(("li", "tr", "article", "section", "div", "option", "dt", "figure", "a"))
LIST_ITEMS = frozenset(("li", "tr", "td", "article", "option", "dt", "dd"))

IDENTITY_LABELS = 24
SMALL = 12
CONTEXT_LIMIT = 0.6


def record_of(snapshot: Snapshot, row: int) -> str:
    """What a check box or radio button chooses, by the value that its author gave it: a row of a table, a colour."""
    flat = snapshot.columns.attributes[row]
    if not flat:
        return ""
    attributes = dict(zip(flat[::2], flat[1::2], strict=False))
    return attributes.get("value", "") if attributes.get("type", "").lower() in _CHOICES else ""


class Label(NamedTuple):
    """One readable text, whether it labels a control (a link counts as text: it names something) or is a heading."""

    text: str
    control: bool
    heading: bool = False


class Item(NamedTuple):
    """What distinguishes a child from its siblings: kind, label, and the text it begins with."""

    row: int
    tag: str
    role: str
    kind: str
    label: str
    first: str
    leaf: bool
    href: str


class Reading:
    """One snapshot for the matching; results are cached."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._labels: dict[int, list[Label]] = {}
        self._children: dict[int, list[int]] = {}
        self._child_tags: dict[int, Counter[str]] = {}
        self._items: dict[int, Item] = {}
        self._looks: dict[int, Fingerprint] = {}

    def element_children(self, row: int) -> list[int]:
        """The rows of a row's child elements, without those that are never shown."""
        found = self._children.get(row)
        if found is None:
            kinds, tags = self.snapshot.columns.kind, self.snapshot.columns.tag
            found = self._children[row] = [
                child
                for child in self.snapshot.child_rows(row)
                if kinds[child] == ELEMENT and tags[child] not in _SILENT
            ]
        return found

    def child_tags(self, row: int) -> Counter[str]:
        """How many child elements of each tag a row has."""
        found = self._child_tags.get(row)
        if found is None:
            tags = self.snapshot.columns.tag
            found = self._child_tags[row] = Counter(tags[child] for child in self.element_children(row))
        return found

    def is_control(self, row: int) -> bool:
        """Whether the element is one control, whose inner text is its label."""
        columns = self.snapshot.columns
        return columns.tag[row] in _CONTROL_TAGS or columns.role[row] in _CONTROL_ROLES

    def labels(self, row: int) -> list[Label]:
        """All labels in an element, in reading order: visible texts, names of images, labels of controls."""
        known = self._labels.get(row)
        if known is not None:
            return known
        pending = [row]
        while pending:
            current = pending[-1]
            if current in self._labels:
                pending.pop()
                continue
            inner = self._inner(current)
            missing = [child for child in inner if child not in self._labels]
            if missing:
                pending.extend(missing)
                continue
            pending.pop()
            found = self._own_labels(current)
            for child in inner:
                found += self._labels[child]
            if self.snapshot.columns.role[current] == "heading":
                found = [label._replace(heading=True) for label in found]
            self._labels[current] = found
        return self._labels[row]

    def _inner(self, row: int) -> Sequence[int]:
        columns = self.snapshot.columns
        if columns.kind[row] == TEXT or columns.tag[row] in _SILENT or self.is_control(row):
            return ()
        return self.snapshot.child_rows(row)

    def _own_labels(self, row: int) -> list[Label]:
        columns = self.snapshot.columns
        if not columns.flags[row] & _VISIBLE:
            return []
        if columns.kind[row] == TEXT:
            text, control = normal(columns.text[row]), False
        elif self.is_control(row):
            text = self.own_label(row)
            control = columns.role[row] != "link" and columns.tag[row] != "a"
        elif columns.role[row] in ("img", "image"):
            text, control = normal(columns.name.get(row, "")), False
        else:
            return []
        return [Label(text, control)] if text else []

    def own_label(self, row: int) -> str:
        """The name of an element or else its text; digits in an element of their own are a counter."""
        name = self.snapshot.columns.name.get(row) or self.snapshot.text_of(row)
        for child in self.element_children(row):
            badge = self.snapshot.text_of(child)
            if badge.isdigit() and len(badge) <= 3:
                name = " ".join(f"({word})" if word == badge else word for word in name.split())
        return normal(name)

    def item(self, row: int) -> Item:
        """What distinguishes an element from its siblings."""
        known = self._items.get(row)
        if known is None:
            known = self._items[row] = self._read_item(row)
        return known

    def _read_item(self, row: int) -> Item:
        columns = self.snapshot.columns
        flat = columns.attributes[row]
        attributes = dict(zip(flat[::2], flat[1::2], strict=False)) if flat else {}
        leaf = self.is_control(row) or not self.element_children(row)
        kind = (
            f"{attributes.get('type', '')}|{attributes.get('name', '')}|{attributes.get('placeholder', '')}"
        )
        if leaf:
            label = first = self.own_label(row)
            if not label:
                inner = [columns.tag[child] for child in self.snapshot.child_rows(row)]
                kind += f"|{attributes.get('class', '')}|{attributes.get('src', '')}|{' '.join(inner)}"
        else:
            labels = self.labels(row)
            naming = [label.text for label in labels[: 4 * IDENTITY_LABELS] if not label.control][
                :IDENTITY_LABELS
            ]
            naming = naming or [label.text for label in labels[:IDENTITY_LABELS]]
            label, first = " | ".join(naming), naming[0] if naming else ""
        return Item(
            row, columns.tag[row], columns.role[row], kind, label, first, leaf, attributes.get("href", "")
        )

    def look(self, row: int) -> Fingerprint:
        """The traits of a row; the text of a container consists of its labels."""
        known = self._looks.get(row)
        if known is None:
            known = self._looks[row] = fingerprint(VirtualNode(self.snapshot, row))
        return known


def same_context(old: Reading, old_row: int, new: Reading, new_row: int) -> bool:
    """Whether the contents of two containers show that they are the same.

    Most labels of the smaller must be in the larger. A small group must also keep the text that names it, because a
    button of one card must not be taken for that of another: a card, a table row, a panel its first text; a region its
    first heading; a list has no such name.
    """
    before, now = old.labels(old_row), new.labels(new_row)
    if not before or not now:
        return not before and not now
    if before == now:
        return True
    left, right = (Counter(counterless(label.text) for label in side) for side in (before, now))
    shared = (left & right).total()
    if shared < CONTEXT_LIMIT * min(len(before), len(now)):
        return False
    if min(len(before), len(now)) >= SMALL or _is_list(old, old_row) or _is_list(new, new_row):
        return True
    region = _is_region(old, old_row)
    naming = next(
        (label.text for label in before if not label.control and (label.heading or not region)), None
    )
    return naming is None or counterless(naming) in right


def _is_region(reading: Reading, row: int) -> bool:
    columns = reading.snapshot.columns
    return columns.role[row] in _REGION_ROLES or columns.tag[row] in _REGION_TAGS


def _is_list(reading: Reading, row: int) -> bool:
    """Whether the container is a list of items: by its role, its tag, or two children with the same structure."""
    columns = reading.snapshot.columns
    if columns.role[row] in _LIST_ROLES or columns.tag[row] in _LIST_TAGS:
        return True
    if _is_region(reading, row):
        return False
    items = Counter(
        columns.tag[child]
        for child in reading.element_children(row)
        if columns.tag[child] in _ITEM_TAGS
        and not reading.is_control(child)
        and reading.element_children(child)
    )
    return any(count > 1 for count in items.values())
