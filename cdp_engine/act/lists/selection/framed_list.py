"""A list that opens in a frame of its own, as the panels of editors do."""

from __future__ import annotations

from itertools import count

import anyio

from cdp_engine.act.element import Element, hold
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.protocol import dom

_COMES_SECONDS = 0.6


async def list_in_frame(listing: CustomList) -> Element | None:
    """The only list in the frame that came as a control was pressed, which the caller releases; None for none."""
    element = listing.element
    if listing.facts.kind != "opener" or listing.is_over:
        return None
    with anyio.move_on_after(_COMES_SECONDS):
        for attempt in count():
            if not element.tab.frames.children(element.frame.id) or (await listing.items()).options:
                return None
            found = await _only_list(element)
            if found is not None:
                return found
            await stir(element, attempt)
    return None


async def _only_list(element: Element) -> Element | None:
    owner = await element.handle("frameThatCame")
    if owner is None:
        return None
    iframe = element.beside(owner)
    try:
        described = await iframe.session.send(
            dom.describe_node(object_id=owner), timeout=element.deadline.remaining
        )
    finally:
        iframe.release()
    frame = element.tab.frames.get(described.node.frame_id or "")
    if frame is None:
        return None
    document = await hold(element.tab, frame, None, element.deadline)
    handle = await document.handle("onlyList")
    return None if handle is None else document.beside(handle)
