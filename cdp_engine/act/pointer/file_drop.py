"""Drops files of this machine on an element, for pages without a file field (`Input.dispatchDragEvent`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.dispatch import ask_after, burst
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.hit_target import take_aim
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_COPY = 1
"""The bit of `DragData.dragOperationsMask` for copying."""


async def drop_files(tab: Tab, element: Element, paths: list[str], names: list[str]) -> Performed | None:
    """Drop files on the middle of an element; None where the page does not take them: it was only asked.

    `names` are the names that the page is to get. Chrome opens a file that a page does not take in its place, so the
    drop follows only once the page has accepted the files that are held over it. Raises NotActionable.
    """
    session, deadline = element.session, element.deadline
    aim = await take_aim(tab, element)
    data = input_domain.DragData(items=[], files=paths, drag_operations_mask=_COPY)

    def event(kind: str) -> Command[None]:
        return input_domain.dispatch_drag_event(kind, aim.dispatch.x, aim.dispatch.y, data)

    await element.ask("watchFileDrop", into=object)
    ending = await burst(session, [event("dragEnter"), event("dragOver"), event("dragOver")], deadline)
    taken, ending = await ask_after(element, ending, "takesFiles", into=bool)
    if not taken:
        if not ending:
            await burst(session, [event("dragCancel")], deadline)
        return None
    ending = await burst(session, [event("drop")], deadline)
    held, ending = await ask_after(element, ending, "filesDropped", into=tuple[str, ...])
    return Performed(
        action="upload",
        ref=element.ref,
        point=aim.main,
        received=None if held is None else bool(held),
        value_before="",
        value_after=None if held is None else ", ".join(held),
        as_wanted=None if held is None else list(held) == names,
        chosen=held or (),
        method="drop",
        scrolled=aim.scrolled,
        ending=ending,
        seconds=deadline.elapsed,
    )
