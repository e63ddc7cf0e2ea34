"""Looks for a text in boxes that draw only the rows in view: long grids, lists and trees."""

from __future__ import annotations

from typing import Literal

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.tab import Tab

SEEK_SECONDS = 10.0
Sought = Literal["found", "late", "absent", "none"]
"""`found`: the box is scrolled there. `late`: the next call goes on from there. `none`: the page has no such box."""


async def seek_text(tab: Tab, text: str, *, seconds: float = SEEK_SECONDS) -> Sought:
    """Page through such boxes of every frame until one shows a text; a box without it is scrolled back.

    Case and white space are ignored. A frame that does not answer has no such box.
    """
    until = anyio.current_time() + seconds
    result: Sought = "none"
    for frame in tab.frames.all():
        left = until - anyio.current_time()
        if left <= 0:
            return "late"
        try:
            kit = tab.toolkit(frame)
            sought: Sought = await kit.value("seekText", None, text, left * 1000, timeout=left + 2)
        except EngineError:
            if tab.failure is not None:
                raise
            continue
        if sought != "none":
            result = sought
        if sought in ("found", "late"):
            return result
    return result
