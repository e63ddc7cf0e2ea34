"""Finds dialogs, popovers and menus over the page by fixed rules (FP-05; pure).

The first matching rule decides: a modal dialog (1.0), a dialog (0.9), a data attribute of overlay libraries (0.85), a
class name of an element that is painted over the page (0.7). Elements in the browser's top layer count as the first
rule where they block the page and as the second where they do not. A menu without any of these is recognised by its
appearance: it was not visible before and covers elements that were.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence, Set
from itertools import compress
from typing import Literal, NamedTuple

from cdp_engine.observe import Flag, ScopedRef, Snapshot
from cdp_engine.track.changes.content import ELEMENT, Seen
from cdp_engine.track.notices import is_notice, live_rows

OverlayKind = Literal["modal", "dialog", "dropdown", "tooltip", "unknown"]

_DIALOGS = frozenset(("dialog", "alertdialog"))
_POPUPS: dict[str, OverlayKind] = {"menu": "dropdown", "listbox": "dropdown", "tooltip": "tooltip"}
_DATA = ("data-overlay", "data-modal", "data-dialog")
_CLASSES = re.compile(
    r"\b(?:(?:[A-Z][a-z]+)?(?:Modal|Dialog|Overlay|Popup)|(?i:modal|dialog|overlay|popup|dropdown-menu))\b"
    r"(?!(?:-|__)(?i:header|footer|title|actions|buttons)\b)"
)
"""Class names of overlays, also with the name of a library before them: `MuiModal-root`; not those of their head and
their foot (`modal-footer`), which are parts of the box over the page."""
_BACKDROP = re.compile(r"\b(?:backdrop|scrim|modal-overlay|overlay)\b", re.IGNORECASE)
_BARE = frozenset(("generic", "none", "presentation", "div", "span"))
_DROPDOWN = re.compile(r"dropdown|menu", re.IGNORECASE)
_Z_INDEX = re.compile(r"z-index\s*:\s*(-?\d+)")
HIGH_Z = 1000
_RENDERED, _VISIBLE, _BEHIND = int(Flag.RENDERED), int(Flag.VISIBLE), int(Flag.BEHIND_MODAL)
_THROUGH = int(Flag.NO_POINTER)
_PAGE_TAGS = frozenset(("html", "body", "main"))
_OVERLAY_ROLES = _DIALOGS | _POPUPS.keys()
_OVERLAY_ATTRIBUTES = frozenset((*_DATA, "popover", "aria-modal"))
_MARKING = _OVERLAY_ATTRIBUTES | {"class"}


class Overlay(NamedTuple):
    """One overlay: its root, its kind, the confidence (0–1), whether it blocks the page beneath."""

    root: ScopedRef
    row: int
    kind: OverlayKind
    confidence: float
    modal: bool
    name: str = ""
    order: tuple[int, int, int] = (0, 0, 0)
    above: bool = False
    """Whether only its place above another overlay makes it one."""


class _Verdict(NamedTuple):
    """The root of an overlay, its kind, and the confidence."""

    root: int
    kind: OverlayKind
    confidence: float
    blocks: bool = False


def find_overlays(
    seen: Seen,
    before: Seen | None = None,
    *,
    top_layer: Container[ScopedRef] = (),
    over: Sequence[Seen] = (),
) -> tuple[Overlay, ...]:
    """The overlays on a page, lowest first.

    `before` is the page as the caller last saw it, for menus that are recognised by their appearance. `top_layer` names
    the elements that `DOM.getTopLayerElements` lists, where that is known (fullscreen elements have no other mark).
    `over` are the pages in which the caller saw the overlays that are open, for menus that open over these.
    """
    found: dict[int, Overlay] = {}
    snapshot, columns = seen.snapshot, seen.snapshot.columns
    covering = covering_rows(snapshot)
    suggested = _suggested(seen, covering, top_layer)
    live = live_rows(snapshot) if suggested else set[int]()
    for row in sorted(suggested):
        if columns.kind[row] != ELEMENT or not columns.flags[row] & _RENDERED:
            continue
        verdict = _classify(seen, row, before, covering, top_layer, over, live)
        if verdict is None or not _shows_something(seen, verdict.root):
            continue
        top, kind, confidence, blocks = verdict
        known = found.get(top)
        if known is None or known.confidence < confidence or known.kind == "unknown":
            order = order_of(snapshot, top)
            name = (
                columns.name.get(top)
                or columns.name.get(row)
                or _attributes(snapshot, top).get("aria-label", "")
            )
            found[top] = Overlay(seen.scoped(top), top, kind, confidence, blocks, name, order)
    return tuple(sorted(_one_each(snapshot, list(found.values())), key=lambda overlay: overlay.order))


def _suggested(seen: Seen, covering: Iterable[int], top_layer: Container[ScopedRef]) -> set[int]:
    """The rows that may be overlays, by a role, a tag, a state, an attribute, or by what they cover."""
    columns = seen.snapshot.columns
    found = {*covering, *columns.rows_of("dialog")}
    found.update(columns.rows_where("role", "overlays", _OVERLAY_ROLES.__contains__))
    found.update(row for row, states in columns.states.items() if "modal" in states)
    known_classes: dict[str, bool] = {}
    unmarked = seen.snapshot.attribute_words().isdisjoint(_MARKING)
    for row, flat in () if unmarked else compress(enumerate(columns.attributes), columns.attributes):
        if _is_marked(flat, known_classes):
            found.add(row)
    if top_layer:
        found.update(row for row in range(len(columns)) if seen.scoped(row) in top_layer)
    return found


def _classify(
    seen: Seen,
    row: int,
    before: Seen | None,
    covering: dict[int, int],
    top_layer: Container[ScopedRef],
    over: Sequence[Seen],
    live: Set[int],
) -> _Verdict | None:
    columns, attributes = seen.snapshot.columns, _attributes(seen.snapshot, row)
    role = columns.role[row]
    dialog = role in _DIALOGS or columns.tag[row] == "dialog"
    blocks = _blocks(seen.snapshot, row, attributes)
    on_top = "modal" in columns.states.get(row, ()) or (bool(top_layer) and seen.scoped(row) in top_layer)
    if (dialog and blocks) or (on_top and not dialog and "popover" not in attributes):
        return _Verdict(row, "modal", 1.0, blocks=True)
    if dialog:
        return _Verdict(row, "dialog", 0.9)
    if live and is_notice(seen, row, covering, live):
        return None
    return _classify_box(seen, row, before, covering, over)


def _classify_box(
    seen: Seen, row: int, before: Seen | None, covering: dict[int, int], over: Sequence[Seen]
) -> _Verdict | None:
    """The same for a box that neither its role nor the top layer makes an overlay."""
    columns, attributes = seen.snapshot.columns, _attributes(seen.snapshot, row)
    role = columns.role[row]
    if "popover" in attributes and columns.flags[row] & _VISIBLE:
        return _Verdict(row, _POPUPS.get(role, "dropdown"), 0.9)
    if any(name in attributes for name in _DATA):
        return _Verdict(row, "modal", 0.85, blocks=_blocks(seen.snapshot, row, attributes))
    written = attributes.get("class", "")
    named = written and _CLASSES.search(written) and _painted_above(seen, row, covering)
    if named and not (
        columns.flags[row] & _THROUGH and not covered_by_box(seen, row)
    ):  # such as the box around a toast
        return _Verdict(row, "dropdown" if "dropdown" in written.lower() else "modal", 0.7)
    return _came_over(seen, row, before, covering, over)


def _blocks(snapshot: Snapshot, row: int, attributes: dict[str, str]) -> bool:
    """Whether an overlay with this root blocks the page beneath."""
    columns = snapshot.columns
    if columns.properties.get(row, {}).get("modal") is True or attributes.get("aria-modal") == "true":
        return True
    if columns.tag[row] != "dialog" or _behind(snapshot, row):
        return False
    return any(flag & _BEHIND for flag in columns.flags)


def _came_over(
    seen: Seen, row: int, before: Seen | None, covering: dict[int, int], over: Sequence[Seen]
) -> _Verdict | None:
    """A menu, list box or tooltip that was not visible before, or any new box that covers existing elements."""
    snapshot = seen.snapshot
    role = "" if snapshot.columns.tag[row] == "select" else snapshot.columns.role[row]  # its list has a place
    if before is None or (role not in _POPUPS and row not in covering) or was_visible(seen, row, before):
        return None
    if role in _POPUPS:
        if _fills_its_place(seen, row, before, covering):
            return None
        return _Verdict(outermost_new(seen, row, before), _POPUPS[role], 0.7)
    known = any(
        was_visible(seen, covered, was) for covered in covered_by_box(seen, row) for was in (before, *over)
    )
    if not known or _takes_a_place(snapshot, row):
        return None
    written = _attributes(snapshot, row).get("class", "")
    return _Verdict(row, "dropdown" if _DROPDOWN.search(written) else "unknown", 0.7)


def _fills_its_place(seen: Seen, row: int, before: Seen, covering: dict[int, int]) -> bool:
    """Whether it was a list without items and without a height in a column of the page, and got its items there."""
    columns, was = seen.snapshot.columns, before.row_of(seen.scoped(row))
    if was is None or row in covering or columns.z_index.get(row, 0) > 0:
        return False
    earlier, now = before.snapshot.columns.bounds[was], columns.bounds[row]
    parent = columns.parent[row]
    around = columns.bounds[parent] if parent >= 0 and columns.tag[parent] not in _PAGE_TAGS else None
    if earlier is None or now is None or around is None or not was_visible(seen, parent, before):
        return False
    grew = earlier[2] > 0 and earlier[3] == 0 and earlier[:3] == now[:3]
    return grew and around[1] <= now[1] and now[1] + now[3] <= around[1] + around[3] and around[3] > now[3]


def was_visible(seen: Seen, row: int, before: Seen) -> bool:
    """Whether a row was visible on an earlier page."""
    was = before.row_of(seen.scoped(row))
    return was is not None and bool(before.snapshot.columns.flags[was] & _VISIBLE)


def outermost_new(seen: Seen, row: int, before: Seen, apart: Container[int] = ()) -> int:
    """The outermost new ancestor of a popup, below those `apart`: buttons beside a menu belong to the same box."""
    columns = seen.snapshot.columns
    for above in columns.ancestors(row):
        if (
            columns.kind[above] != ELEMENT
            or columns.tag[above] in _PAGE_TAGS
            or above in apart
            or was_visible(seen, above, before)
        ):
            break
        row = above
    return row


def covered_by_box(seen: Seen, row: int) -> list[int]:
    """The controls outside of a box that it, or its contents, cover."""
    columns = seen.snapshot.columns
    return [
        covered
        for covered, cover in columns.covered_by.items()
        if row in columns.upwards(cover) and row not in columns.upwards(covered)
    ]


def _takes_a_place(snapshot: Snapshot, row: int) -> bool:
    """Whether a box only covers contents of sibling boxes of its own kind: the next month of a calendar, the next
    slide, the next panel sliding in.
    """
    columns = snapshot.columns
    parents, parent = columns.parent, columns.parent[row]
    kind = columns.tag[row], _classes(snapshot, row)
    for covered, cover in columns.covered_by.items():
        around = list(columns.upwards(covered))
        if row in around or row not in columns.upwards(cover):
            continue
        beside = next((above for above in around if parents[above] == parent), None)
        if beside is None or columns.tag[beside] != kind[0] or not kind[1] & _classes(snapshot, beside):
            return False
    return True


def _classes(snapshot: Snapshot, row: int) -> set[str]:
    return set(_attributes(snapshot, row).get("class", "").split())


def _painted_above(seen: Seen, row: int, covering: dict[int, int]) -> bool:
    """Rule four's second half: a high z-index, a backdrop beside it, or covering controls of the page."""
    snapshot = seen.snapshot
    if _z_index(snapshot, row) >= HIGH_Z or row in covering:
        return True
    parent = snapshot.columns.parent[row]
    siblings = snapshot.child_rows(parent) if parent >= 0 else ()
    return any(
        sibling != row
        and snapshot.columns.kind[sibling] == ELEMENT
        and _BACKDROP.search(_attributes(snapshot, sibling).get("class", ""))
        for sibling in siblings
    )


def covering_rows(snapshot: Snapshot) -> dict[int, int]:
    """Rows that, themselves or with their contents, cover elements outside of them, and how many."""
    columns = snapshot.columns
    found: dict[int, int] = {}
    for covered, cover in columns.covered_by.items():
        around = set(columns.upwards(covered))
        for row in columns.upwards(cover):
            if row in around:
                break
            found[row] = found.get(row, 0) + 1
    return found


def _behind(snapshot: Snapshot, row: int) -> bool:
    return bool(snapshot.columns.flags[row] & _BEHIND)


def _shows_something(seen: Seen, row: int) -> bool:
    """Whether it has contents: a bare backdrop is not an overlay, nor is one that closes the box over it by a click."""
    shown = [seen.facts[inner] for inner in seen.inside(row) if inner in seen.facts]
    return len(shown) > 1 or any(fact.label or fact.value or fact.kind not in _BARE for fact in shown)


def _one_each(snapshot: Snapshot, found: list[Overlay]) -> list[Overlay]:
    """One overlay per wrapper: the most certain of nested roots; a dialog in a dialog is separate.

    A wrapper that only its place marks is of the kind that is named in it: portals have containers without names.
    """
    by_row = {overlay.row: overlay for overlay in found}
    dropped: set[int] = set()
    for overlay in found:
        for row in snapshot.ancestors(overlay.row):
            outer = by_row.get(row)
            if outer is None or row in dropped:
                continue
            if overlay.confidence >= 0.9 and outer.confidence >= 0.9:
                continue
            if outer.kind == "unknown" and outer.confidence == overlay.confidence:
                by_row[row] = outer._replace(kind=overlay.kind, modal=overlay.modal, order=overlay.order)
            dropped.add(overlay.row if outer.confidence >= overlay.confidence else row)
    return [by_row[overlay.row] for overlay in found if overlay.row not in dropped]


def _is_marked(flat: Sequence[str], known_classes: dict[str, bool]) -> bool:
    """Whether an attribute suggests an overlay; each class value is checked once."""
    for position in range(0, len(flat) - 1, 2):
        name = flat[position]
        if name == "class":
            value = flat[position + 1]
            verdict = known_classes.get(value)
            if verdict is None:
                verdict = known_classes[value] = _CLASSES.search(value) is not None
            if verdict:
                return True
        elif name in _OVERLAY_ATTRIBUTES:
            return True
    return False


def _attributes(snapshot: Snapshot, row: int) -> dict[str, str]:
    flat = snapshot.columns.attributes[row]
    return dict(zip(flat[::2], flat[1::2], strict=False))


def order_of(snapshot: Snapshot, row: int) -> tuple[int, int, int]:
    """What is painted later is greater."""
    return _z_index(snapshot, row), snapshot.columns.paint_order[row], row


def _z_index(snapshot: Snapshot, row: int) -> int:
    """The computed `z-index`, or the written one where no layout is known."""
    known = snapshot.columns.z_index.get(row)
    if known is not None:
        return known
    found = _Z_INDEX.search(_attributes(snapshot, row).get("style", ""))
    return int(found[1]) if found else 0
