"""Whether a re-created box over the page is the same: a dialog of another opener has other buttons (SX-11; pure)."""

from __future__ import annotations

from collections.abc import Mapping

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.fingerprint import counterless

_DIALOGS = frozenset(("dialog", "alertdialog"))
_POPUPS = frozenset(("menu", "listbox", "tooltip"))
_ATTRIBUTES = frozenset(("popover", "aria-modal", "data-overlay", "data-modal", "data-dialog"))


def is_overlay_root(snapshot: Snapshot, row: int) -> bool:
    """Whether an element is, by its own marks, a dialog, a popup or a menu."""
    columns = snapshot.columns
    if columns.role[row] in _DIALOGS or columns.role[row] in _POPUPS or columns.tag[row] == "dialog":
        return True
    return not _ATTRIBUTES.isdisjoint(columns.attributes[row][::2])


def overlay_around(snapshot: Snapshot, row: int) -> int:
    """The row of the innermost such box around an element, or of itself; -1 for none."""
    while row >= 0 and not is_overlay_root(snapshot, row):
        row = snapshot.columns.parent[row]
    return row


def same_overlay(old: Snapshot, old_row: int, new: Snapshot, new_row: int, image: Mapping[int, int]) -> bool:
    """Whether two boxes have the same name and the same opener; `image` has the rows of elements that were kept.

    A dialog with neither cannot be distinguished from another one, so it counts as another one.
    """
    names = _name(old, old_row), _name(new, new_row)
    if names[0] != names[1]:
        return False
    openers = _openers(old, old_row), _openers(new, new_row)
    if {image.get(row, -1) for row in openers[0]} != set(openers[1]):
        said = ({counterless(one.columns.name.get(row, "")) for row in rows} for one, rows in
                zip((old, new), openers, strict=True))  # fmt: skip
        if any(row in image for row in openers[0]) or len({frozenset(texts) for texts in said}) > 1:
            return False
    return bool(names[0] or openers[0]) or new.columns.role[new_row] not in _DIALOGS


def _name(snapshot: Snapshot, row: int) -> str:
    flat = snapshot.columns.attributes[row]
    label = dict(zip(flat[::2], flat[1::2], strict=False)).get("aria-label", "")
    return counterless(snapshot.columns.name.get(row) or label)


def _openers(snapshot: Snapshot, root: int) -> list[int]:
    """The expanded controls outside of a box."""
    parents = snapshot.columns.parent
    found: list[int] = []
    for row, states in snapshot.columns.states.items():
        if "expanded" not in states:
            continue
        above = row
        while above >= 0 and above != root:
            above = parents[above]
        if above < 0:
            found.append(row)
    return found
