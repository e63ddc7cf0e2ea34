"""The control that closes an element's cover (EX-03). Pure."""

from __future__ import annotations

from collections.abc import Iterator

from cdp_engine.errors import StaleRef
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode


def closer_of(snapshot: Snapshot, covered: ScopedRef | None, cover: str | ScopedRef) -> VirtualNode | None:
    """The control that closes `cover`, as found in the snapshot; None where there is none.

    A hit test often finds only a part of the cover, so the ancestors of that part count as well. A box that holds the
    covered element, too, is never closed: that would take the element away with it.
    """
    element = _found(snapshot, covered)
    around = {node.index for node in _upwards(element)}
    if element is not None and element.covered_by is not None and element.covered_by.index not in around:
        found = element.closer
        if found is not None:
            return found
    for node in _upwards(_found(snapshot, cover)):
        if node.index in around:
            break
        if node.closer is not None:
            return node.closer
    return None


def _found(snapshot: Snapshot, ref: str | ScopedRef | None) -> VirtualNode | None:
    try:
        return None if ref is None else snapshot.get(ref)
    except StaleRef:
        return None


def _upwards(node: VirtualNode | None) -> Iterator[VirtualNode]:
    while node is not None:
        yield node
        node = node.parent
