"""Turns the wheel over a box whose page moves its contents by a script, until the box shows an element.

Such a box does not scroll for the browser: `scrollIntoView` moves nothing in it, and a person's wheel does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Facts
from cdp_engine.act.dispatch import burst
from cdp_engine.act.element import Element
from cdp_engine.act.pointer.geometry import Point, Rect, bounding
from cdp_engine.act.pointer.hit_target import stir, through_frames
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_TURNS = 60
_PATIENCE = 4
"""How often a turn that moved nothing is waited for, as a page may move its contents a frame or two later."""


class Clipped(Facts, frozen=True):
    """The state of an element with the boxes around it that clip it, innermost first, `[x, y, width, height]`."""

    clips: tuple[tuple[float, float, float, float], ...] = ()


class Hidden(msgspec.Struct, frozen=True):
    """The visible part of the box that hides an element, and how far outside of it the element's middle is, CSS px."""

    part: Rect
    across: float
    down: float

    @property
    def distance(self) -> float:
        """How far the element has to move, at least."""
        return abs(self.across) + abs(self.down)


def hidden_by(facts: Clipped) -> Hidden | None:
    """The innermost box that keeps the middle of an element out of its visible part; None where no box does."""
    middle = bounding([Rect(*box) for box in facts.boxes]).center
    for clip in facts.clips:
        box = Rect(*clip)
        if not box.contains(middle):
            part = box.intersect(Rect(0, 0, *facts.viewport))
            across = _outside(middle.x, box.x, box.x + box.width)
            return Hidden(part, across, _outside(middle.y, box.y, box.y + box.height))
    return None


def _outside(at: float, low: float, high: float) -> float:
    """How far a place is below (negative) or above a range."""
    return at - low if at < low else max(0.0, at - high)


async def turn_until_shown(tab: Tab, element: Element) -> bool:
    """Turn the wheel as long as that brings an element nearer; returns whether its box shows it then.

    Only for the items of a list: over a map or a drawing the wheel does something else.
    """
    waits = 0
    before: Hidden | None = None
    for _ in range(_TURNS):
        facts = await element.ask("look", into=Clipped)
        hidden = hidden_by(facts)
        if hidden is None or hidden.part.area <= 0 or element.deadline.passed:
            return hidden is None and before is not None
        if before is not None and hidden.distance >= before.distance:
            if waits == _PATIENCE:
                return False
            await stir(element, waits)
            waits += 1
            continue
        waits, before = 0, hidden
        if not await _turn(tab, element, facts, hidden):
            return False
    return False


async def _turn(tab: Tab, element: Element, facts: Facts, hidden: Hidden) -> bool:
    """Turn the wheel once, by at most the size of the box; False where something else lies over its frame."""
    part = hidden.part
    found = await through_frames(tab, element, facts, part.center)
    if not isinstance(found, tuple):
        return False
    point: Point = found[1]
    wheel = input_domain.dispatch_mouse_event(
        "mouseWheel",
        point.x,
        point.y,
        delta_x=max(-part.width, min(hidden.across, part.width)),
        delta_y=max(-part.height, min(hidden.down, part.height)),
        modifiers=0,
    )
    return not await burst(element.session, [wheel], element.deadline)
