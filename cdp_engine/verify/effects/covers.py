"""The control with which a person would close what covers an element (EX-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.errors import EngineError
from cdp_engine.observe import ScopedRef
from cdp_engine.verify.evidence.document_watcher import Scene

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


async def closer_of(tab: Tab, cover: ScopedRef) -> ScopedRef | None:
    """The close button, or the like, of the cover or of the dialog it belongs to; None where none is to be seen."""
    frame = tab.frames.get(cover.frame_id)
    if frame is None or frame.loader_id != cover.loader_id:
        return None
    try:
        scene = await Scene.open(tab, frame, cover)
    except EngineError:
        return None
    try:
        return await scene.find("closer")
    except EngineError:
        return None
    finally:
        scene.let_go()
