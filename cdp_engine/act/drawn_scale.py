"""Sets a scale that is drawn as a row of equal parts, as the stars of a rating in the cell of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.element import Element
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.mouse import strike_element

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_TAKES_MS = 500
_PRESSES = 2
"""The first press may only open the editor of a cell, which draws the parts again."""


class _Scale(msgspec.Struct, frozen=True):
    """What an element says that draws a scale, and of how many parts that is; no parts for any other element."""

    text: str = ""
    parts: int = 0


async def fill_scale(tab: Tab, element: Element, text: str) -> Performed | None:
    """Press the part of a drawn scale that means a number; None where the element is none, or has no such part.

    Raises NotActionable.
    """
    if not text.isdecimal():
        return None
    scale = await element.ask("drawnScale", into=_Scale)
    if not 1 <= int(text) <= scale.parts:
        return None
    now = scale.text
    for _ in range(_PRESSES):
        part = None if now == text else await element.handle("scalePart", int(text))
        if part is None:
            break
        pressed = element.beside(part)
        try:
            await strike_element(tab, pressed)
        finally:
            pressed.release()
        now = await element.ask("scaleAfter", text, _TAKES_MS, into=str)
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=scale.text,
        value_after=now,
        as_wanted=now == text,
        method="pointer",
        seconds=element.deadline.elapsed,
    )
