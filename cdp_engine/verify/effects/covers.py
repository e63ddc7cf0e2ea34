"""The control that closes an element's cover (EX-03). Pure."""

from __future__ import annotations

from cdp_engine.errors import StaleRef
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode

_NONE = -1
"""The row of no element."""


def closer_of(snapshot: Snapshot, covered: ScopedRef | None, cover: str | ScopedRef) -> VirtualNode | None:
    """The control that closes `cover`, as found in the snapshot; None where there is none.

    A hit test often finds only a part of the cover, so the ancestors of that part count as well. A box that holds the
    covered element, too, is never closed: that would take the element away with it.
    """
    upwards = snapshot.columns.upwards
    element, part = _found(snapshot, covered), _found(snapshot, cover)
    around = set(upwards(_NONE if element is None else element.index))
    if element is not None and element.covered_by is not None and element.covered_by.index not in around:
        found = element.closer
        if found is not None:
            return found
    for row in upwards(_NONE if part is None else part.index):
        if row in around:
            break
        closer = VirtualNode(snapshot, row).closer
        if closer is not None:
            return closer
    return None


def _found(snapshot: Snapshot, ref: str | ScopedRef | None) -> VirtualNode | None:
    try:
        return None if ref is None else snapshot.get(ref)
    except StaleRef:
        return None
