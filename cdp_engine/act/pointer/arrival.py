"""Checks that mouse moves arrive at an element: only then will a press arrive there too (fact 40).

The browser process sends a pointer event to the frame that was drawn last at its place. Right after scrolling that may
be a frame of another process that has left the place since. A press there cannot be taken back; a move does no harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.element import Element
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.hit_target import move_to, stir

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_ATTEMPTS = 6
ARRIVES_MS = 100
"""How long a move may take to arrive at its element; a busy machine draws frames late."""


def may_go_elsewhere(tab: Tab, element: Element) -> bool:
    """Whether the page has frames of other processes, which could receive input meant for the element."""
    return any(frame.session is not element.session for frame in tab.frames.all())


async def comes_to_document(tab: Tab, element: Element, point: Point) -> bool:
    """Repeat a mouse move until the element's document receives it; False where it never does."""
    if not may_go_elsewhere(tab, element):
        return True
    document = element.document()
    for attempt in range(_ATTEMPTS):
        with document.start("moveArrives", ARRIVES_MS) as seen:
            await document.send(move_to(point))
            if await document.answer(seen, "moveArrives", bool):
                return True
        if element.deadline.passed:
            break
        await stir(element, attempt)
    return False
