"""Boxes that are painted above a dialog and outside of it, as the lists of fields are that libraries add to the body.

Nothing marks such a box as an overlay. As a part of the page, which waits beneath the dialog, it would not be seen, and
its options could not be chosen. Pure.
"""

from __future__ import annotations

from cdp_engine.observe import Flag
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.notices import is_notice, live_rows
from cdp_engine.track.overlays import Overlay, covering_rows, order_of, outermost_new, was_visible

_INTERACTIVE, _VISIBLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE)
_SURE = 0.7


def with_boxes_above(found: tuple[Overlay, ...], seen: Seen, before: Seen | None) -> tuple[Overlay, ...]:
    """The overlays that were `found`, and the new boxes with controls that are painted above the lowest new one.

    `before` is the page as the caller was shown it.
    """
    if before is None:
        return found
    came = [one for one in found if one.kind != "tooltip" and not was_visible(seen, one.row, before)]
    if not came:
        return found
    columns = seen.snapshot.columns
    known = {row for one in found for row in seen.inside(one.row)}
    apart = set(columns.upwards(came[0].row))
    painted: dict[int, int] = {}
    for row in seen.facts:
        flags = columns.flags[row]
        if row in known or not flags & _INTERACTIVE or not flags & _VISIBLE or was_visible(seen, row, before):
            continue
        if columns.paint_order[row] > came[0].order[1]:
            root = outermost_new(seen, row, before, apart)
            painted[root] = max(painted.get(root, 0), columns.paint_order[row])
    if not painted:
        return found
    covering, live = covering_rows(seen.snapshot), live_rows(seen.snapshot)
    boxes = [
        _box(seen, root, order, came)
        for root, order in painted.items()
        if not (live and is_notice(seen, root, covering, live))
    ]
    return tuple(sorted((*found, *boxes), key=lambda one: one.order))


def _box(seen: Seen, row: int, painted: int, beneath: list[Overlay]) -> Overlay:
    """A box whose contents are `painted` in that place: the container of a portal has neither that nor a z-index."""
    name, z_index = seen.snapshot.columns.name.get(row, ""), order_of(seen.snapshot, row)[0]
    for one in beneath:
        if one.order[1] < painted:
            z_index = max(z_index, one.order[0])
    return Overlay(
        seen.scoped(row), row, "dropdown", _SURE, False, name, order=(z_index, painted, row), above=True
    )
