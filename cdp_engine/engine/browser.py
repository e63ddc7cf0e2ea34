"""A browser as a program uses it: its pages and contexts, and closing it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Unpack

from cdp_engine.engine.browser_controller import BrowserController
from cdp_engine.engine.context import Context, ContextOptions, open_context
from cdp_engine.engine.handle import Handle
from cdp_engine.engine.page import Page
from cdp_engine.rpc import Session


class Browser(Handle[BrowserController]):
    """A running browser. Created by `launch` and `connect`."""

    def __init__(self, controller: BrowserController) -> None:
        super().__init__(controller)
        self._default_context = Context(controller.default_context)

    def __repr__(self) -> str:
        return f"<Browser {self.version} at {self.endpoint}>"

    @property
    def version(self) -> str:
        """Product and version, for instance `Chrome/156.0.8078.79` (`Browser.getVersion`)."""
        return self._controller.chrome.version.product

    @property
    def endpoint(self) -> str:
        """The endpoint for other programs; `pipe:<pid>` when only this program can connect."""
        return self._controller.chrome.endpoint

    @property
    def session(self) -> Session:
        """Raw typed CDP with the browser itself: `await browser.session.send(target.get_targets())`."""
        return self._controller.chrome.root

    @property
    def closed(self) -> bool:
        """Whether the browser, or the connection to it, has ended."""
        return self._controller.chrome.connection.closed

    async def wait_closed(self) -> None:
        """Return when the browser, or the connection to it, has ended."""
        await self._controller.chrome.connection.wait_closed()

    @property
    def default_context(self) -> Context:
        """The context of `new_page` and of the user's own tabs: its cookies, storage and permissions."""
        return self._default_context

    async def new_page(self, url: str | None = None) -> Page:
        """Open a tab in the default context, and `url` in it (see `Page.goto`, whose errors it raises)."""
        return await self._controller.pages.open(url, None)

    async def pages(self) -> list[Page]:
        """The open tabs, oldest first, including those opened by people or other programs.

        A tab is attached to on first use, so a frozen tab does not block the others.
        """
        return self._controller.pages.all()

    @asynccontextmanager
    async def new_context(self, **options: Unpack[ContextOptions]) -> AsyncGenerator[Context]:
        """A context with its own cookies, storage and cache; it and its pages close with the block (CD-15).

        `options` are those of `Page.emulate` (`device`, `viewport`, `locale`, `timezone`, `geolocation`, `headers`, …),
        in force for every page, popup, frame and worker of the context before its first script, and `proxy_server`,
        `proxy_bypass`, `permissions` and `storage_state`; see `ContextOptions`. Giving a `geolocation` grants it to
        every site, unless `permissions` says otherwise.

        Raises `InvalidInput` for an option or a value that is not valid.
        """
        async with open_context(self._controller.pages, options, self._controller.domains) as context:
            yield context

    async def close(self) -> None:
        """Close the browser if we launched it, else only the connection. Calling it twice is allowed."""
        await self._controller.chrome.close()
