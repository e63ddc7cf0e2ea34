"""Whether the page waits while an overlay is over it: only where it cannot be worked in (FP-06; pure).

What a page says of itself proves nothing: `aria-modal` is found on lists of colours within a panel that covers nothing,
and libraries name the boxes around their messages after dialogs. The page waits for a dialog where most of the controls
in view that the caller was shown have been covered, inert, hidden from assistive technology or closed to the pointer
since.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track.caller_state import Layer
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.overlays import Overlay, covered_by_box, was_visible

_LEAST_KEPT = 0.4
"""The share of what was shown that must be there still, else another page came with the overlay."""
_MOST = 0.5
"""The share of the controls that must be out of reach."""
_RENDERED, _INTERACTIVE, _THROUGH = int(Flag.RENDERED), int(Flag.INTERACTIVE), int(Flag.NO_POINTER)
_CLOSED = int(Flag.BEHIND_MODAL | Flag.INERT | Flag.ARIA_HIDDEN | Flag.NO_POINTER)
_WORKED_IN = frozenset(("modal", "dialog"))


class _Kept(NamedTuple):
    """What was shown and is there still, outside of the overlay: its row before, and now."""

    was: int
    row: int


def opens_over(overlay: Overlay, seen: Seen, page: Seen, top: Layer | None) -> bool:
    """Whether an overlay is reported by itself, and what is beneath waits until it closes (FP-06).

    `page` is the page as the caller knows it, `top` what the caller works in over it. An overlay that appeared together
    with everything it covers, or with another page, is a part of the page, and so is a box that only its place marks as
    an overlay, or a tip. A box above another overlay is reported as long as the page waits for that.
    """
    if overlay.kind == "tooltip":
        return False
    if overlay.above:
        return top is not None and overlay.order > top.overlay.order
    if overlay.kind == "unknown":
        return top is not None and _has_focus(overlay, seen)
    if overlay.kind not in _WORKED_IN:
        # A manual popover stays until the page hides it; others end with the next click beside them.
        stays = _is_marked(seen.snapshot, overlay.row, "popover", "manual")
        closes_itself = overlay.confidence >= 0.9 and not stays
        if top is not None and _lies_over(overlay, seen, top.seen, anyway=False):
            return True
        return _lies_over(overlay, seen, page, anyway=closes_itself)
    if top is not None and overlay.row in seen.inside(top.overlay.row):
        return _closes(overlay, seen, top.seen, top.seen.facts.keys() & top.seen.inside(top.top))
    if top is not None or _is_on_top(seen.snapshot, overlay.row):
        return bool(_kept(overlay, seen, page, page.facts))
    return _closes(overlay, seen, page, page.facts)


def with_those_above(opened: tuple[Overlay, ...], came: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """The overlays that are reported by themselves, and the menus that came with them and are painted above: as parts
    of the page, which waits beneath, these would not be seen.
    """
    above = [one for one in came if one.kind not in ("tooltip", "unknown") and one.order > opened[0].order]
    return tuple(one for one in came if one in opened or one in above)


def _kept(overlay: Overlay, seen: Seen, before: Seen, shown: Collection[int]) -> list[_Kept]:
    """None where too little is left of it."""
    inside, flags = seen.inside(overlay.row), seen.snapshot.columns.flags
    kept = [
        _Kept(was, row)
        for was, row in ((was, seen.row_of(before.scoped(was))) for was in shown)
        if row is not None and row not in inside and flags[row] & _RENDERED
    ]
    return kept if len(kept) >= _LEAST_KEPT * len(shown) else []


def _closes(overlay: Overlay, seen: Seen, before: Seen, shown: Collection[int]) -> bool:
    """Whether what was shown can be worked in no longer."""
    kept = _kept(overlay, seen, before, shown)
    was_closed, is_closed = _closed_rows(before.snapshot), _closed_rows(seen.snapshot)
    flags, snapshot = before.snapshot.columns.flags, seen.snapshot
    controls = [row for was, row in kept if flags[was] & _INTERACTIVE and not was_closed(was)]
    if controls:
        asked = [row for row in controls if not snapshot.is_offscreen(row)] or controls
        return sum(map(is_closed, asked)) >= _MOST * len(asked)
    if snapshot.columns.flags[overlay.row] & _THROUGH:
        return False
    return any(_overlap(snapshot, overlay.row, row, unknown=True) for _, row in kept)


def _closed_rows(snapshot: Snapshot) -> Callable[[int], bool]:
    """Whether the pointer does not reach a row, or the page has set it aside."""
    flags, covered = snapshot.columns.flags, snapshot.columns.covered_by
    return lambda row: row in covered or bool(flags[row] & _CLOSED)


def _is_on_top(snapshot: Snapshot, row: int) -> bool:
    """Whether the browser itself shows an element alone: modal by more than its attribute, or in fullscreen."""
    modal = "modal" in snapshot.columns.states.get(row, ())
    return modal and not _is_marked(snapshot, row, "aria-modal", "true")


def _is_marked(snapshot: Snapshot, row: int, name: str, value: str) -> bool:
    flat = snapshot.columns.attributes[row]
    return (name, value) in zip(flat[::2], flat[1::2], strict=False)


def _lies_over(overlay: Overlay, seen: Seen, page: Seen, *, anyway: bool) -> bool:
    """Whether a menu covers something that was shown: neither what it lies in, nor what is painted above it."""
    kept = _kept(overlay, seen, page, page.facts)
    if anyway or not kept:
        return bool(kept)
    covered = covered_by_box(seen, overlay.row)
    if any(was_visible(seen, row, page) for row in covered):
        return True
    columns = seen.snapshot.columns
    around, painted = set(columns.upwards(overlay.row)), columns.paint_order[overlay.row]
    beneath = [row for _, row in kept if row not in around and columns.paint_order[row] <= painted]
    return any(_overlap(seen.snapshot, overlay.row, row, unknown=not covered) for row in beneath)


def _has_focus(overlay: Overlay, seen: Seen) -> bool:
    """Whether a box that only its place marks as an overlay is worked in, over another overlay."""
    return seen.focused is not None and seen.focused in seen.inside(overlay.row)


def _overlap(snapshot: Snapshot, row: int, other: int, *, unknown: bool) -> bool:
    """Whether two boxes overlap; `unknown` where one of the elements has no box."""
    one, two = snapshot.box_of(row), snapshot.box_of(other)
    return unknown if one is None or two is None else one.intersection(two).area > 0
