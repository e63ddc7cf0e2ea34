"""Shows people the element of an action that uses no pointer (CD-12)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cdp_engine.act.actionability import Facts
from cdp_engine.act.element import Deadline, located
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.hit_target import show_people, through_frames
from cdp_engine.errors import EngineError
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

SHOW_SECONDS = 1.0


async def show(tab: Tab, ref: ScopedRef) -> None:
    """Draw a frame and a cursor on an element, where effects are shown and it is in view. Never fails."""
    if tab.action_overlay is None:
        return
    with suppress(EngineError):
        async with located(tab, ref, Deadline(SHOW_SECONDS)) as element:
            facts = await element.ask("look", into=Facts)
            if not facts.boxes:
                return
            x, y, width, height = facts.boxes[0]
            middle = Point(x + width / 2, y + height / 2)
            found = await through_frames(tab, element, facts, middle)
            if isinstance(found, tuple):
                show_people(tab, facts, middle, found[2], ripple=False)
