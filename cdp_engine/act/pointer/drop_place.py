"""Where a drag ends whose destination the page moves away, or hides, while the drag lasts.

Pages take the grips of a sorted list out of the way once one of them is dragged: a person drops on the row that the
grip was in. Only a destination that looks like the source before the drag is such a grip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Facts
from cdp_engine.act.element import Element
from cdp_engine.act.pointer.geometry import Point, bounding
from cdp_engine.act.pointer.hit_target import Aim, is_in_view, through_frames
from cdp_engine.act.pointer.position import Place

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


class _Kept(msgspec.Struct, frozen=True):
    box: tuple[float, float, float, float] | None = None


class DropPlace:
    """The place of one destination, noted before the press."""

    def __init__(self, tab: Tab, target: Element, before: Facts | None) -> None:
        self._tab = tab
        self._target = target
        self._before = before

    @classmethod
    async def of(cls, tab: Tab, target: Element, source: Facts, position: Place | None) -> DropPlace:
        """Note the place of a destination; one that is not like the source, or a point of it, has to stay."""
        await target.ask("notePlace", into=object)
        facts = await target.ask("look", into=Facts)
        if position is not None or facts.description != source.description:
            return cls(tab, target, None)
        return cls(tab, target, facts)

    async def kept(self) -> Aim | None:
        """The place, where the destination is not in view any more and the page still keeps its place."""
        if self._before is None or await is_in_view(self._tab, self._target):
            return None
        box = (await self._target.ask("placeKept", into=_Kept)).box
        if box is None:
            return None
        facts = msgspec.structs.replace(self._before, boxes=[box])
        middle = Point(box[0] + box[2] / 2, box[1] + box[3] / 2)
        found = await through_frames(self._tab, self._target, facts, middle)
        if isinstance(found, msgspec.Struct):
            return None  # a frame above is covered there
        local, dispatch, main = found
        return Aim(local, dispatch, main, facts, 1, False)


def from_where_it_lay(start: Aim, end: Aim) -> Aim:
    """The end of a drag of an element to a place relative to itself: it follows the pointer from the first move on."""
    before, now = bounding(start.facts.rects), bounding(end.facts.rects)
    x, y = now.x - before.x, now.y - before.y
    points = (Point(at.x - x, at.y - y) for at in (end.local, end.dispatch, end.main))
    return msgspec.structs.replace(end, **dict(zip(("local", "dispatch", "main"), points, strict=True)))
