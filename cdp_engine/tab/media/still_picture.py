"""The page as a picture shows it: its fonts have come, and no caret blinks in it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress

from cdp_engine.errors import EngineError
from cdp_engine.tab.injected.toolkit import Toolkit

FONT_SECONDS = 3.0
"""How long fonts that a page is loading are waited for."""


@asynccontextmanager
async def still_picture(kits: Sequence[Toolkit], timeout: float) -> AsyncGenerator[None]:
    """Hide the carets in these documents for the length of the block, after their fonts have come.

    A document that does not answer is shown as it is. Nothing that a page observes changes.
    """
    limit = min(timeout, FONT_SECONDS)
    hidden: list[Toolkit] = []
    try:
        for kit in kits:
            with suppress(EngineError):
                if await kit.value("readyForPicture", None, limit * 1000, timeout=limit + 1.0):
                    hidden.append(kit)
        yield
    finally:
        for kit in hidden:
            if kit.frame.session.closed is None:
                kit.frame.session.start(kit.command("showCaret", None)).abandon()
