"""A snapshot after its document was scrolled, without a new capture (CD-17)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from cdp_engine.observe.build import Origin
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.incremental.patch import held_by
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.incremental.scrolled import moved_by_scrolling, scroll_to
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.rebuild import rebuilt
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.tab import Frame, Tab, TextChanges


async def scrolled(
    tab: Tab, snapshot: Snapshot, origin: Origin, frame: Frame, changes: TextChanges, timeout: float
) -> Snapshot | str:
    """The snapshot as it is where its document is scrolled to; where a capture is needed, why."""
    held = held_by(origin, frame.id, frame.loader_id)
    if held is None:
        return "another document"
    if changes.scroll in (None, held[1].scroll):
        return snapshot
    try:
        await write_scroll(tab, held[1], frame, changes, timeout)
    except Unclear as error:
        return str(error)
    with collector_paused():
        return rebuilt(snapshot, origin, same_semantics=True) or "undecided elements"


async def write_scroll(
    tab: Tab, table: DocumentTable, frame: Frame, changes: TextChanges, timeout: float
) -> None:
    """Write how a document is scrolled now, and what has moved by that. Raises `Unclear`."""
    if changes.scroll in (None, table.scroll):
        return
    rows = moved_by_scrolling(table)
    boxes: Sequence[Bounds | None] | None = []
    if rows:
        elements = table.elements()
        places = [bisect_left(elements, row) for row in rows]
        boxes = await tab.changes.scrolled_boxes(frame, changes, len(elements), places, timeout=timeout)
    if boxes is None:
        raise Unclear("other elements than known, or animations, after a scroll")
    scroll_to(table, changes.scroll, rows, boxes, alone=changes.is_scroll_alone)
