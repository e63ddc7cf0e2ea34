"""A snapshot after a few texts changed, without a new capture (CD-17): the cost follows the change.

The tab's recorder tells that nothing but texts and boxes differ; only the names that those texts are part of are asked
for. Anything else, and any doubt, is the business of `capture`.
"""

from __future__ import annotations

from cdp_engine.errors import EngineError
from cdp_engine.observe.doubts import ask_about
from cdp_engine.observe.patching import Patch, named_by, patched
from cdp_engine.observe.snapshot import Snapshot
from cdp_engine.tab import Frame, Tab

_MOST_NAMES = 24


async def retouch(tab: Tab, snapshot: Snapshot, frame: Frame, *, timeout: float) -> Snapshot | None:
    """The snapshot as the frame is now, or None where that takes a capture. The frame was marked at its capture."""
    changes = await tab.text_changes(frame, timeout=timeout)
    if changes is None:
        return None
    patch = Patch.fit(snapshot, frame.id, frame.loader_id, changes)
    if patch is None:
        return None
    if patch.shifts and snapshot.columns.layered and not await tab.uncovered(frame, timeout=timeout):
        return None
    rows = named_by(snapshot, patch)
    if rows is None or len(rows) > _MOST_NAMES:
        return None
    names: dict[int, str] = {}
    if rows:
        backends: dict[int, int] = {snapshot.columns.backend[row]: row for row in rows}
        try:
            told = await ask_about(frame.session, [snapshot.columns.backend[row] for row in rows], timeout)
        except EngineError:
            return None
        for node in told:
            name = node.name.value if node.name is not None else None
            row = backends.get(node.backend_dom_node_id)
            if row is not None and isinstance(name, str):
                names[row] = " ".join(name.split())
        if len(names) < len(rows) or not all(names.values()):
            return None
    return patched(snapshot, patch, names)
