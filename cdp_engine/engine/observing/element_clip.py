"""The part of the viewport that shows one element, for a screenshot of it."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

from cdp_engine.act import is_cut, scroll_into_view
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode
from cdp_engine.tab import Tab

Clip = tuple[float, float, float, float]


async def element_clip(
    tab: Tab, ref: ScopedRef, capture: Callable[[], Awaitable[Snapshot]], timeout: float
) -> Clip:
    """Left, top, width and height in CSS px of the viewport, rounded outwards to whole pixels.

    An element out of view is scrolled into it, one that is not visible yet is waited for. Raises `NotActionable` for
    one that stays invisible, `StaleRef` for one that is gone.
    """
    seen = await capture()
    node = seen.get(ref)
    if not _in_view(seen, node) or await is_cut(tab, ref, timeout=timeout):
        await scroll_into_view(tab, ref, timeout=timeout)
        node = (await capture()).get(ref)
    box = node.box
    if box is None or box.width <= 0 or box.height <= 0:
        raise NotActionable(
            "not_visible", f"<{node.tag}> has no box on the page, so there is no picture of it"
        )
    left, top = math.floor(box.x), math.floor(box.y)
    return (left, top, math.ceil(box.x + box.width) - left, math.ceil(box.y + box.height) - top)


def _in_view(seen: Snapshot, node: VirtualNode) -> bool:
    """Whether all of the element is in the viewport, or as much of it as fits."""
    box, (width, height) = node.box, seen.context.viewport
    if box is None or not node.visible or node.offscreen:
        return False
    across = box.width > width or (box.x >= 0 and box.x + box.width <= width)
    down = box.height > height or (box.y >= 0 and box.y + box.height <= height)
    return across and down
