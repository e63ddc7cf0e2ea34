"""The control that closes an element's cover (EX-03). Pure."""

from __future__ import annotations

from cdp_engine.errors import StaleRef
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode


def closer_of(snapshot: Snapshot, covered: ScopedRef | None, cover: str | ScopedRef) -> VirtualNode | None:
    """The control that closes `cover`, as found in the snapshot; None where there is none.

    A hit test often finds only a part of the cover, so the ancestors of that part count as well.
    """
    for ref in (covered, cover):
        try:
            node = None if ref is None else snapshot.get(ref)
        except StaleRef:
            continue
        while node is not None:
            if node.closer is not None:
                return node.closer
            node = node.parent if ref is cover else None
    return None
