"""Where elements are: `(3 of 400)` of a long list, the indentation of a tree, words around namesakes. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cdp_engine.observe import Flag, NodeColumns, Snapshot, VirtualNode
from cdp_engine.track import whereabouts
from cdp_engine.views.text.page_text import body, first, quoted

VISIBLE = int(Flag.VISIBLE)
SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
MEMBERS = frozenset(
    ("option", "listitem", "article", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "row", "radio")
)
SETS = frozenset(
    (
        "listbox",
        "list",
        "feed",
        "menu",
        "menubar",
        "tablist",
        "grid",
        "table",
        "treegrid",
        "radiogroup",
        "group",
    )
)
GROUPS = frozenset(("radiogroup", "group"))
CHOICES = frozenset(("radio", "checkbox", "switch"))
PLACE_ATTRIBUTES = frozenset(("aria-posinset", "aria-setsize"))
INDENT, DEEPEST = "  ", 12
LONGEST, LONGEST_NAME = 40, 200


def has_place(columns: NodeColumns, row: int) -> bool:
    """Whether an element says its place in a set, of which only some members are drawn."""
    return not PLACE_ATTRIBUTES.isdisjoint(columns.attributes[row])


def places_in_sets(snapshot: Snapshot) -> dict[int, str]:
    """The places of the first and the last drawn member of each set that is larger, and of those after a gap."""
    columns = snapshot.columns
    if "aria-posinset" not in snapshot.attribute_words():
        return {}
    sets: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in columns.rows_with(VISIBLE):
        if columns.role[row] in MEMBERS and has_place(columns, row):
            place, size = _number(snapshot, row, "aria-posinset"), _number(snapshot, row, "aria-setsize")
            if place > 0:
                sets.setdefault((_set_of(columns, row), size), []).append((place, row))
    found: dict[int, str] = {}
    for (_, size), members in sets.items():
        if 0 < size <= len(members):
            continue
        for row in _to_mark(members):
            place = next(place for place, member in members if member == row)
            found[row] = f"({place} of {size})" if size > 0 else f"({place})"
    return found


def unwritten_questions(snapshot: Snapshot) -> dict[int, str]:
    """What groups of choices are about, by their `aria-label`, where no text around them says it."""
    columns = snapshot.columns
    if GROUPS.isdisjoint(columns.role):
        return {}
    found: dict[int, str] = {}
    for row, name in columns.name.items():
        if (
            columns.role[row] not in GROUPS
            or not name
            or not columns.flags[row] & VISIBLE
            or not VirtualNode(snapshot, row).attribute("aria-label")
        ):
            continue
        shown = (at for at in snapshot.rows_below(row) if columns.flags[at] & SHOWN == SHOWN)
        choice = next(shown, -1)
        told = columns.name.get(choice, "") + snapshot.text_of(columns.parent[row])
        if choice >= 0 and columns.role[choice] in CHOICES and name.casefold() not in told.casefold():
            found[row] = f"{first(body(name, LONGEST_NAME))}:"
    return found


def words_before(snapshot: Snapshot) -> dict[int, str]:
    """The words ahead of the contents of members of sets and of groups of choices."""
    return {**places_in_sets(snapshot), **unwritten_questions(snapshot)}


def _to_mark(members: list[tuple[int, int]]) -> Iterable[int]:
    for at, (place, row) in enumerate(members):
        if at in (0, len(members) - 1) or place != members[at - 1][0] + 1:
            yield row


def _number(snapshot: Snapshot, row: int, name: str) -> int:
    written = VirtualNode(snapshot, row).attribute(name) or ""
    return int(written) if written.isascii() and written.isdecimal() else 0


def _set_of(columns: NodeColumns, row: int) -> int:
    sets = (at for at in columns.ancestors(row) if columns.role[at] in SETS)
    return next(sets, columns.parent[row])


def places_of_namesakes(snapshot: Snapshot) -> dict[int, str]:
    """The words around elements with equal role and name, for a view without the texts between them.

    None for one whose box begins with another control that is not named alike: its line says enough.
    """
    controls = snapshot.interactive()
    names = Counter((node.role, node.name) for node in controls)
    single = {node.index for node in controls if names[node.role, node.name] == 1 and node.name}
    found: dict[int, str] = {}
    for row, place in whereabouts(controls).items():
        if single.isdisjoint(range(place.box, row)):
            words = place.words if len(place.words) <= LONGEST else f"{place.words[:LONGEST]}…"
            found[row] = f"{place.relation} {quoted(words)}"
    return found


def indentation(snapshot: Snapshot, row: int) -> str:
    """The indentation of a tree's item: two spaces for each level below the first."""
    columns = snapshot.columns
    if columns.role[row] != "treeitem":
        return ""
    level = _number(snapshot, row, "aria-level")
    if not level:
        level, at = 1, columns.parent[row]
        while at >= 0 and columns.role[at] != "tree":
            level += columns.role[at] == "group"
            at = columns.parent[at]
        if at < 0:
            return ""
    return INDENT * min(level - 1, DEEPEST)


def heading_level(columns: NodeColumns, row: int) -> int:
    """The level of a heading, 1 to 6."""
    level = columns.properties.get(row, {}).get("level")
    if isinstance(level, int | float) and 1 <= level <= 6:
        return int(level)
    tag = columns.tag[row]
    return int(tag[1]) if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456" else 2
