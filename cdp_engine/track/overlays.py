"""Dialogs, popovers and menus that lie over the page, found by fixed rules (FP-05; pure).

The first rule that fits decides: a modal dialog (1.0), a dialog (0.9), a data attribute of overlay libraries (0.85), a
class name together with being painted over the page (0.7). What the browser itself keeps in the top layer counts as
the first rule where it blocks the page and as the second where it does not. A menu without any of these is known by
its coming: it was not visible before and covers what was.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal, NamedTuple

from cdp_engine.observe import Flag, ScopedRef, Snapshot
from cdp_engine.track.changes.content import ELEMENT, Seen

OverlayKind = Literal["modal", "dialog", "dropdown", "tooltip", "unknown"]

_DIALOGS = frozenset(("dialog", "alertdialog"))
_POPUPS: dict[str, OverlayKind] = {"menu": "dropdown", "listbox": "dropdown", "tooltip": "tooltip"}
_DATA = ("data-overlay", "data-modal", "data-dialog")
_CLASSES = re.compile(r"\b(?:modal|dialog|overlay|popup|dropdown-menu)\b", re.IGNORECASE)
_BACKDROP = re.compile(r"\b(?:backdrop|scrim|modal-overlay|overlay)\b", re.IGNORECASE)
_DROPDOWN = re.compile(r"dropdown|menu", re.IGNORECASE)
_Z_INDEX = re.compile(r"z-index\s*:\s*(-?\d+)")
HIGH_Z = 1000
_RENDERED, _VISIBLE, _BEHIND = int(Flag.RENDERED), int(Flag.VISIBLE), int(Flag.BEHIND_MODAL)
_TELLING_ROLES = _DIALOGS | _POPUPS.keys()
_TELLING_ATTRIBUTES = frozenset((*_DATA, "popover", "aria-modal"))


class Overlay(NamedTuple):
    """One overlay: its root, what kind it is, how sure that is (0–1), whether it blocks what lies beneath."""

    root: ScopedRef
    row: int
    kind: OverlayKind
    confidence: float
    modal: bool
    name: str = ""
    order: tuple[int, int, int] = (0, 0, 0)


def find_overlays(
    seen: Seen, before: Seen | None = None, *, top_layer: Container[ScopedRef] = ()
) -> tuple[Overlay, ...]:
    """The overlays on a page, lowest first.

    `before` is the page as the caller last saw it, for menus that are known by their coming. `top_layer` names the
    elements that `DOM.getTopLayerElements` lists, where that is known (fullscreen elements have no other mark).
    """
    found: list[Overlay] = []
    snapshot = seen.snapshot
    columns = snapshot.columns
    covering = _covering_rows(snapshot)
    known_classes: dict[str, bool] = {}
    for row, flag in enumerate(columns.flags):
        if columns.kind[row] != ELEMENT or not flag & _RENDERED:
            continue
        if not (
            columns.role[row] in _TELLING_ROLES
            or columns.tag[row] == "dialog"
            or row in covering
            or _is_marked(columns.attributes[row], known_classes)
            or (top_layer and seen.scoped(row) in top_layer)
        ):
            continue
        verdict = _classify(seen, row, before, covering, top_layer)
        if verdict is not None and _shows_something(seen, row):
            kind, confidence, modal = verdict
            attributes = _attributes(snapshot, row)
            order = (_z_index(attributes), columns.paint_order[row], row)
            name = columns.name.get(row) or attributes.get("aria-label", "")
            found.append(Overlay(seen.scoped(row), row, kind, confidence, modal, name, order))
    return tuple(sorted(_one_each(snapshot, found), key=lambda overlay: overlay.order))


def _classify(
    seen: Seen, row: int, before: Seen | None, covering: dict[int, int], top_layer: Container[ScopedRef]
) -> tuple[OverlayKind, float, bool] | None:
    snapshot = seen.snapshot
    columns = snapshot.columns
    role = columns.role[row]
    attributes = _attributes(snapshot, row)
    blocks = columns.properties.get(row, {}).get("modal") is True or attributes.get("aria-modal") == "true"
    on_top = bool(top_layer) and seen.scoped(row) in top_layer
    dialog = role in _DIALOGS or columns.tag[row] == "dialog"
    if dialog and not blocks and columns.tag[row] == "dialog":
        blocks = any(flag & _BEHIND for flag in columns.flags) and not _behind(snapshot, row)
    if (dialog and blocks) or (on_top and not dialog and "popover" not in attributes):
        return "modal", 1.0, True
    if dialog:
        return "dialog", 0.9, False
    if "popover" in attributes and columns.flags[row] & _VISIBLE:
        return _POPUPS.get(role, "dropdown"), 0.9, False
    if any(name in attributes for name in _DATA):
        return "modal", 0.85, blocks
    written = attributes.get("class", "")
    if written and _CLASSES.search(written) and _painted_above(seen, row, attributes, covering):
        dropdown = "dropdown" in written.lower()
        return ("dropdown" if dropdown else "modal"), 0.7, False
    return _came_over(seen, row, before, covering)


def _came_over(
    seen: Seen, row: int, before: Seen | None, covering: dict[int, int]
) -> tuple[OverlayKind, float, bool] | None:
    """A menu, list box or tooltip that was not visible before, or any box that came and covers what was there."""
    snapshot = seen.snapshot
    role = snapshot.columns.role[row]
    if before is None or (role not in _POPUPS and row not in covering):
        return None
    was = before.row_of(seen.scoped(row))
    if was is not None and before.snapshot.columns.flags[was] & _VISIBLE:
        return None
    if role in _POPUPS:
        return _POPUPS[role], 0.7, False
    if _takes_a_place(snapshot, row):
        return None
    written = _attributes(snapshot, row).get("class", "")
    return ("dropdown" if _DROPDOWN.search(written) else "unknown"), 0.7, False


def _takes_a_place(snapshot: Snapshot, row: int) -> bool:
    """Whether all that a box lies over is in boxes beside it of its own kind: the next month of a calendar, the next
    slide, the next panel on its way in.
    """
    columns = snapshot.columns
    parents, parent = columns.parent, columns.parent[row]
    kind = columns.tag[row], _classes(snapshot, row)
    for covered, cover in columns.covered_by.items():
        around = _upwards(parents, covered)
        if row in around or row not in _upwards(parents, cover):
            continue
        beside = next((above for above in around if parents[above] == parent), None)
        if beside is None or columns.tag[beside] != kind[0] or not kind[1] & _classes(snapshot, beside):
            return False
    return True


def _classes(snapshot: Snapshot, row: int) -> set[str]:
    return set(_attributes(snapshot, row).get("class", "").split())


def _painted_above(seen: Seen, row: int, attributes: dict[str, str], covering: dict[int, int]) -> bool:
    """Rule four's second half: a high z-index, a backdrop beside it, or covering controls of the page."""
    snapshot = seen.snapshot
    if _z_index(attributes) >= HIGH_Z or row in covering:
        return True
    parent = snapshot.columns.parent[row]
    siblings = snapshot.child_rows(parent) if parent >= 0 else ()
    return any(
        sibling != row
        and snapshot.columns.kind[sibling] == ELEMENT
        and _BACKDROP.search(_attributes(snapshot, sibling).get("class", ""))
        for sibling in siblings
    )


def _covering_rows(snapshot: Snapshot) -> dict[int, int]:
    """Rows that lie, themselves or with something in them, over elements outside of them, and over how many."""
    parents = snapshot.columns.parent
    found: dict[int, int] = {}
    for covered, cover in snapshot.columns.covered_by.items():
        around = set(_upwards(parents, covered))
        for row in _upwards(parents, cover):
            if row in around:
                break
            found[row] = found.get(row, 0) + 1
    return found


def _upwards(parents: list[int], row: int) -> list[int]:
    chain: list[int] = []
    while row >= 0:
        chain.append(row)
        row = parents[row]
    return chain


def _behind(snapshot: Snapshot, row: int) -> bool:
    return bool(snapshot.columns.flags[row] & _BEHIND)


def _shows_something(seen: Seen, row: int) -> bool:
    """Whether anything readable lies in it: a bare backdrop is no overlay."""
    return any(inner in seen.facts for inner in seen.inside(row))


def _one_each(snapshot: Snapshot, found: list[Overlay]) -> list[Overlay]:
    """One overlay per wrapper: of nested roots the surest stays, except that a dialog in a dialog is a second one."""
    parents = snapshot.columns.parent
    by_row = {overlay.row: overlay for overlay in found}
    dropped: set[int] = set()
    for overlay in found:
        for row in _upwards(parents, overlay.row)[1:]:
            outer = by_row.get(row)
            if outer is None or row in dropped:
                continue
            if overlay.confidence >= 0.9 and outer.confidence >= 0.9:
                continue
            dropped.add(overlay.row if outer.confidence >= overlay.confidence else row)
    return [overlay for overlay in found if overlay.row not in dropped]


def _is_marked(flat: list[str], known_classes: dict[str, bool]) -> bool:
    """Whether an attribute hints at an overlay; class values are looked at once each."""
    for position in range(0, len(flat) - 1, 2):
        name = flat[position]
        if name == "class":
            value = flat[position + 1]
            verdict = known_classes.get(value)
            if verdict is None:
                verdict = known_classes[value] = _CLASSES.search(value) is not None
            if verdict:
                return True
        elif name in _TELLING_ATTRIBUTES:
            return True
    return False


def _attributes(snapshot: Snapshot, row: int) -> dict[str, str]:
    flat = snapshot.columns.attributes[row]
    return dict(zip(flat[::2], flat[1::2], strict=False))


def _z_index(attributes: dict[str, str]) -> int:
    found = _Z_INDEX.search(attributes.get("style", ""))
    return int(found[1]) if found else 0
