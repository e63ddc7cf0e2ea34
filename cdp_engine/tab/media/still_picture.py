"""The page as a picture shows it: its fonts have come, and no caret blinks in it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import anyio

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.tab.injected.toolkit import Toolkit

FONT_SECONDS = 3.0
"""How long fonts that a page is loading are waited for."""
SILENT_SECONDS = 2.0
"""How long beyond that a page may take to answer at all."""


@asynccontextmanager
async def still_picture(kits: Sequence[Toolkit], timeout: float) -> AsyncGenerator[None]:
    """Hide the carets in these documents for the length of the block, after their fonts have come.

    The document of a frame that does not answer is shown as it is. Raises `CommandTimeout` where the page itself, the
    first, does not: nothing draws it then. Nothing that a page observes changes.
    """
    limit = min(timeout, FONT_SECONDS)
    hidden: list[Toolkit] = []
    silent: list[CommandTimeout] = []

    async def prepare(kit: Toolkit) -> None:
        try:
            if await kit.value(
                "readyForPicture", None, limit * 1000, timeout=min(timeout, limit + SILENT_SECONDS)
            ):
                hidden.append(kit)
        except CommandTimeout as error:
            if kit is kits[0]:
                silent.append(error)
        except EngineError:
            return

    try:
        async with anyio.create_task_group() as tasks:
            for kit in kits:
                tasks.start_soon(prepare, kit)
        for error in silent:
            raise error
        yield
    finally:
        for kit in hidden:
            if kit.frame.session.closed is None:
                kit.frame.session.start(kit.command("showCaret", None)).abandon()
