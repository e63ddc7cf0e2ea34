"""The internals of a `Browser`: its pages, its default context, its lists of domains."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from cdp_engine.chrome import Chrome
from cdp_engine.engine.context_controller import ContextController
from cdp_engine.engine.page_registry import PageRegistry
from cdp_engine.tab import Domains

if TYPE_CHECKING:
    from anyio.abc import TaskGroup


class BrowserController:
    """The parts of a browser that the rooms need but programs do not use."""

    def __init__(
        self,
        chrome: Chrome,
        tasks: TaskGroup,
        *,
        effects: bool,
        domains: Domains,
        idle_seconds: float | None = None,
    ) -> None:
        self.chrome = chrome
        self.domains = domains
        """The lists of domains that apply to every context."""
        self.pages = PageRegistry(chrome, tasks, effects=effects)
        self.default_context = ContextController(self.pages, None)
        if idle_seconds is not None:
            tasks.start_soon(self.pages.detach_idle, idle_seconds)

    @asynccontextmanager
    async def kept(self, *, backed: bool = False) -> AsyncGenerator[None]:
        """Follow the browser's tabs for the duration of the block; at its end every tab is left as it is.

        `backed`: Chrome's own network stack enforces the lists, too.
        """
        ends = (
            self.chrome.watch_targets(self.pages.forget_closed),
            self.chrome.watch_targets(self.default_context.seen),
        )
        try:
            await self.default_context.hold_to(self.domains, backed=backed)
            yield
        finally:
            for end in ends:
                end()
            await self.pages.release_all()
