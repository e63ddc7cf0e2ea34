"""The control with which a person would close what covers an element (EX-03). Pure."""

from __future__ import annotations

from cdp_engine.errors import StaleRef
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode


def closer_of(snapshot: Snapshot, covered: ScopedRef | None, cover: str | ScopedRef) -> VirtualNode | None:
    """The control that closes `cover`, as the snapshot has found it; None where it has found none.

    What a pointer hits is often only a part of the cover, so what that part lies in counts as well.
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
