"""Elements by role and name: `button "Save"`, `text "Try it out"`, `focused` (pure).

A name is strict: it means the only element with this role and name, ignoring white space and case. Several, or none,
are an error that lists the candidates, with refs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from cdp_engine.errors import NameAmbiguous, NameNotFound
from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.track.identity.targets import short_ref_number
from cdp_engine.track.names.choice_groups import GROUPS, choices_after, groups_of_choices
from cdp_engine.track.names.label_words import bare, plain, unmarked
from cdp_engine.track.names.whereabouts import whereabouts

FOCUSED = "focused"
TEXT = "text"
FIELD = "field"
_FIELD_TAGS = frozenset(("input", "select", "textarea"))
_FIELD_ROLES = frozenset(
    ("textbox", "searchbox", "combobox", "listbox", "spinbutton", "checkbox", "radio", "switch", "slider")
)
_NO_FIELDS = frozenset(("button", "submit", "image", "reset"))
"""Types of inputs that hold nothing."""

_QUOTED = r"\".*\"|'[^']*'|“[^”]*”|‘[^’]*’|«[^»]*»"
_NAME = re.compile(
    rf"(?:(?P<role>[a-z]+)\s*)?(?P<name>{_QUOTED})|(?P<word>[a-z]+)\s+(?P<rest>\S.*)", re.I | re.S
)
_ESCAPED = re.compile(r"\\([\"\\])")
"""Quotes and backslashes, as views print them in a quoted name."""
_NO_LABEL = re.compile(
    r"(?:\S+:)*\d+\Z|.*[\"'”’»]\Z"
    r"|(?:field|textbox|searchbox|combobox|spinbutton|checkbox|radio|switch|slider|listbox)\s+\S",
    re.I | re.S,
)
"""Refs, quoted names, and names that begin with the role of a field."""
_DERIVED = {
    "textbox": ("searchbox",),
    "checkbox": ("switch",),
    "menuitem": ("menuitemcheckbox", "menuitemradio"),
    "option": ("treeitem",),
    "cell": ("gridcell", "columnheader", "rowheader"),
    "clickable": ("", "generic"),
    "summary": ("DisclosureTriangle", "DisclosureTriangleGrouped"),
    "label": ("LabelText",),
    "img": ("image",),
    "color": ("ColorWell",),
    "date": ("Date",),
    "datetime": ("DateTime",),
    "time": ("InputTime",),
}
"""Special cases of a role, and the browser's roles for a word of the views: they match where no element has exactly
that role."""
_TYPED = ("textbox", "searchbox", "combobox", "spinbutton", "Date", "DateTime", "InputTime")
_ALIKE = {
    **dict.fromkeys(("textbox", "searchbox", "spinbutton"), _TYPED),
    "combobox": (*_TYPED, "listbox"),
    "listbox": ("combobox",),
}
"""Fields of one kind, which people and other tools call by different roles: they match where nothing else does."""
_BARE_ROLES = frozenset((*_FIELD_ROLES, "button", "link", "menuitem", "tab", "dialog"))
"""Roles that are a target without any name: the only element of that role."""
_KEY = (
    r"(?:F\d{1,2}|[A-Z0-9]|Enter|Return|Del(?:ete)?|Backspace|Esc(?:ape)?|Tab|Space|Ins(?:ert)?|Home|End|\W)"
)
_SHORTCUT = re.compile(
    rf"(?:(?:Ctrl|Control|Cmd|Command|Alt|Opt|Option|Shift|Meta|Win|Super)\s*[+\-\s]\s*)+{_KEY}"
    rf"|[⌘⌥⇧⌃]+\s*{_KEY}|F\d{{1,2}}|[A-Z](?:, [A-Z])?|Del(?:ete)?|Backspace|Esc(?:ape)?",
    re.I,
)
"""The keys that menus show behind a name."""
_LISTED = 8
_NEAR = 5
_LEAST_LIKENESS = 0.5
_SHOWN = 60
_NO_FOCUS = ("#document", "iframe")


class ElementName(NamedTuple):
    """A role (empty: any; `text`; `field`; `focused`) and a name."""

    role: str
    name: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether it is a role without a name, which may as well be a word of a text."""
        return not self.name and self.role != FOCUSED

    def __str__(self) -> str:
        return f'{self.role} "{self.name}"'.strip() if self.name else self.role


def derived_roles(role: str) -> tuple[str, ...]:
    """The special cases of a role, and the browser's roles for a word of the views."""
    return _DERIVED.get(role, ())


def read_name(target: object) -> ElementName | None:
    """The name that a target is; None for a ref or an object."""
    if not isinstance(target, str):
        return None
    written = target.strip()
    if written.casefold() == FOCUSED:
        return ElementName(FOCUSED)
    if written.casefold() in _BARE_ROLES:
        return ElementName(written.casefold())
    found = _NAME.fullmatch(written)
    if found is None:
        return None
    if found["name"] is not None:
        inner = found["name"][1:-1]
        inner = _ESCAPED.sub(r"\1", inner) if found["name"].startswith('"') else inner
        return ElementName((found["role"] or "").lower(), plain(inner))
    return ElementName(found["word"].lower(), plain(found["rest"]))


def field_name(key: str) -> str:
    """A key of a form's fields as a target: a label in plain words (`Dessert name`) is the name of any field."""
    label = key.strip()
    if not label or label.casefold() == FOCUSED or _NO_LABEL.match(label) or short_ref_number(label):
        return key
    return f'{FIELD} "{label}"'


def element_of(snapshot: Snapshot, target: str) -> VirtualNode:
    """The element that a ref or a name means. Raises as `Snapshot.get` and `named_element` do."""
    name = read_name(target)
    return snapshot.get(target) if name is None else named_element(snapshot, name)


def named_element(snapshot: Snapshot, name: ElementName) -> VirtualNode:
    """The one visible element of that name. Raises `NameNotFound` with the nearest, `NameAmbiguous` with all."""
    if name.role == FOCUSED:
        node = focused_element(snapshot)
        if node is None:
            raise NameNotFound(
                str(name), "nothing on the page has the focus", hint="Click or focus a field first."
            )
        return node
    if not name.name:
        return _only_of_role(snapshot, name)
    found = _named(snapshot, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise NameAmbiguous(str(name), _listed(found), [node.ref for node in found])
    near = _nearest(snapshot, name)
    hint = f"Nearest: {'; '.join(map(described, near))}." if near else "Observe the page for what is on it."
    raise NameNotFound(str(name), "no visible element has that name", [node.ref for node in near], hint=hint)


def _named(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """The elements of that name, by the first way to name them that finds any."""
    found = _within_reach(_of_text(snapshot, name.name) if name.role == TEXT else _of_role(snapshot, name))
    if not found and name.role == TEXT:
        # views show the name where there is no text: the days of a calendar, icons
        found = _within_reach(_of_role(snapshot, ElementName("", name.name)))
    if not found and name.role and not _has_role(snapshot, name.role):
        found = _within_reach(_of_role(snapshot, ElementName("", f"{name.role} {name.name}")))
    if not found and name.role != TEXT:
        found = _within_reach(
            _of_group(snapshot, name) or _of_label(snapshot, name) or _before_keys(snapshot, name)
        )
    if not found and name.role in (FIELD, *GROUPS):
        found = _within_reach(_after_text(snapshot, name))
    return found


def focused_element(snapshot: Snapshot) -> VirtualNode | None:
    """The focused element; in a frame, the one inside it."""
    focused = (node for node in snapshot.nodes() if FOCUSED in node.states and node.tag not in _NO_FOCUS)
    return next(focused, None)


def described(node: VirtualNode) -> str:
    """An element in a message: `e12 button "Save"`."""
    label = _cut(plain(node.name or node.text))
    return f'{node.ref} {node.role or node.tag} "{label}"'


def _of_role(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Elements of the role, else of those derived from it or alike; without a role, what can be acted on."""
    if name.role == FIELD:
        fields = ((node, node.name) for node in _visible(snapshot) if node.interactive and _is_field(node))
        return _best(fields, name.name)
    shown = [node for node in _visible(snapshot) if node.interactive or name.role not in ("", "clickable")]
    for roles in ((name.role,), _DERIVED.get(name.role, ()), _ALIKE.get(name.role, ())):
        of_role = [node for node in shown if not name.role or not _roles(node).isdisjoint(roles)]
        found = _best(((node, node.name or node.text) for node in of_role), name.name)
        if found:
            return found
    # a view shows the text of an element whose name is only a part of it
    return _best(
        ((node, node.text) for node in shown if node.interactive and node.role == name.role), name.name
    )


def _only_of_role(snapshot: Snapshot, name: ElementName) -> VirtualNode:
    """The only element of a role. Raises `NameNotFound`, and `NameAmbiguous` with all."""
    roles = (name.role, *_DERIVED.get(name.role, ()))
    found = _within_reach([node for node in _visible(snapshot) if not _roles(node).isdisjoint(roles)])
    if len(found) == 1:
        return found[0]
    if not found:
        raise NameNotFound(str(name), f"no {name.role} is visible on the page")
    raise NameAmbiguous(str(name), _listed(found), [node.ref for node in found], what="role")


def _listed(found: Sequence[VirtualNode]) -> str:
    more = f"; and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return f"{'; '.join(_distinct_lines(found[:_LISTED]))}{more}"


def _before_keys(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Elements of the role whose name is the wanted one, with the keys behind it that do the same."""
    roles = (name.role, *_DERIVED.get(name.role, ()))
    wanted = f"{bare(name.name)} "
    shown = (node for node in _visible(snapshot) if node.interactive)
    called = [(node, plain(node.name or node.text)) for node in shown if _roles(node) & {*roles}]
    return [
        node
        for node, label in called
        if bare(label).startswith(wanted) and _SHORTCUT.fullmatch(label[len(wanted) :].strip(" ()"))
    ]


def _of_label(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Fields of the role that have another name, by the label that a person reads for them."""
    roles = (name.role, *_DERIVED.get(name.role, ()))
    fields = (node for node in _visible(snapshot) if node.label and node.interactive)
    called = [(node, node.label) for node in fields if name.role in ("", FIELD) or _roles(node) & {*roles}]
    return _best(called, name.name)


def _of_group(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Groups of check boxes or radio buttons of that name."""
    if name.role not in (FIELD, *GROUPS):
        return []
    return _best(((node, node.name) for node in groups_of_choices(_visible(snapshot))), name.name)


def _after_text(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Check boxes or radio buttons behind such a text."""
    before = (choices_after(node) for node in _of_text(snapshot, name.name))
    return list({node.index: node for node in before if node is not None}.values())


def _has_role(snapshot: Snapshot, role: str) -> bool:
    """Whether a word is a role here; else it is the first word of a name that was copied without a role."""
    return role == TEXT or role in _DERIVED or any(role in _roles(node) for node in _visible(snapshot))


def _is_field(node: VirtualNode) -> bool:
    """Whether an element holds a value that a person gives."""
    if node.tag in _FIELD_TAGS:
        return node.attributes.get("type", "") not in _NO_FIELDS
    if node.attributes.get("aria-haspopup") == "listbox" or Flag.EDITABLE in node.flags:
        return True
    return not _FIELD_ROLES.isdisjoint(_roles(node))


def _roles(node: VirtualNode) -> set[str]:
    """The role of an element, and the browser's own word for it."""
    return {node.role, node.snapshot.columns.role[node.index]}


def _best(labels: Iterable[tuple[VirtualNode, str]], wanted: str) -> list[VirtualNode]:
    """Those with exactly this label; else ignoring case, else without the marks of required or optional fields."""
    called = [(node, plain(label)) for node, label in labels]
    for key in (str, str.casefold, bare, unmarked):
        found = [node for node, label in called if key(label) == key(wanted)]
        if found:
            return found
    if not wanted.endswith("…"):
        return []
    return [node for node, label in called if label.startswith(wanted[:-1])]


def _of_text(snapshot: Snapshot, wanted: str) -> list[VirtualNode]:
    """The innermost elements with exactly this text, or the control whose only text it is."""
    inner = snapshot.find(text=wanted) if wanted else []
    found = [node for node in inner if bare(plain(node.text)) == bare(wanted)]
    exact = [node for node in found if plain(node.text) == wanted]
    return list(dict.fromkeys(_control_of(node, wanted) for node in exact or found))


def _control_of(node: VirtualNode, wanted: str) -> VirtualNode:
    at: VirtualNode | None = node
    while at is not None and bare(plain(at.text)) == bare(wanted):
        if at.interactive:
            return at
        at = at.parent
    return node


def _within_reach(found: Sequence[VirtualNode]) -> list[VirtualNode]:
    """The uncovered ones, where there are any; of nested elements with one name the control, which views show."""
    around = {above.index for node in found if node.interactive for above in _above(node)}
    found = [node for node in found if node.interactive or node.index not in around]
    return [node for node in found if node.covered_by is None] or list(found)


def _above(node: VirtualNode) -> Iterable[VirtualNode]:
    at = node.parent
    while at is not None:
        yield at
        at = at.parent


def _visible(snapshot: Snapshot) -> Iterable[VirtualNode]:
    flags, shown = snapshot.columns.flags, int(Flag.VISIBLE)
    rows = (row for row in snapshot.reading_order() if flags[row] & shown)
    return (node for node in map(snapshot.node_at, rows) if node.is_element)


def _nearest(snapshot: Snapshot, name: ElementName) -> list[VirtualNode]:
    """Elements with similar names, the most similar first; those with the same role before others."""
    wanted = bare(name.name)
    ranked: list[tuple[float, int, VirtualNode]] = []
    for node in snapshot.interactive():
        label = bare(plain(node.name or node.text))[: 4 * len(wanted) + _SHOWN]
        if not label:
            continue
        likeness = SequenceMatcher(None, wanted, label).ratio() if wanted else 0.0
        if wanted and (wanted in label or label in wanted):
            likeness = max(likeness, 0.7)
        likeness += 0.15 if node.role == name.role else 0.0
        if likeness >= _LEAST_LIKENESS:
            ranked.append((-likeness, node.index, node))
    return [node for _, _, node in sorted(ranked, key=lambda one: one[:2])[:_NEAR]]


def _distinct_lines(found: Sequence[VirtualNode]) -> list[str]:
    """Each with the surrounding words that distinguish it from the others."""
    places = whereabouts(found)
    return [" ".join(filter(None, (described(node), str(places.get(node.index, ""))))) for node in found]


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
