"""Where a model works: the tabs it can reach, the one in front, what their scripts say, what is allowed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from cdp_engine.agent.hearing import ConsoleLog, listen_to
from cdp_engine.agent.rules import Rules
from cdp_engine.engine import Browser, Context, Observation, Page
from cdp_engine.errors import ConnectionLost

VIEW_TOKENS = 6000
"""How long a whole view may be unless the model says otherwise; what is left out names its ref."""


class Desk:
    """The state of one model's work. Made by `open_desk`.

    `turn` is held while a tool works. Pages at a desk hold their dialogs open: the model answers them.
    """

    def __init__(self, browser: Browser, context: Context, rules: Rules, page: Page | None = None) -> None:
        self.browser = browser
        self.context = context
        self.rules = rules
        self.turn = anyio.Lock()
        self.last_view: Observation | None = None
        """The last whole view that a tool told."""
        self.own: list[Page] = []
        """Tabs that were opened for the model; they are closed with the desk."""
        self._page = page
        self._consoles: dict[Page, ConsoleLog] = {}

    async def pages(self) -> list[Page]:
        """The tabs that the model can reach, oldest first."""
        return await self.context.pages()

    async def page(self) -> Page:
        """The tab in front; where it was closed or there was none yet, an empty one is opened.

        Raises `ConnectionLost` when the browser has gone, and what attaching raises.
        """
        if self.browser.chrome.connection.closed:
            raise ConnectionLost("the browser has gone")
        if self._page is None or self._page.closed:
            return await self.open()
        return await self.take(self._page)

    async def open(self, url: str | None = None) -> Page:
        """Open a tab in front."""
        page = await self.context.new_page()
        self.own.append(page)
        await self.take(page)
        if url is not None:
            await page.goto(url)
        return page

    async def take(self, page: Page) -> Page:
        """Put a tab in front."""
        await page.attach()
        tab = page.tab
        tab.dialogs.policy = "hold"
        log = self._consoles.get(page)
        if log is None:
            self._consoles = {known: kept for known, kept in self._consoles.items() if not known.closed}
            log = self._consoles[page] = ConsoleLog()
        await listen_to(tab.sessions, log)
        self._page = page
        return page

    def shows(self, page: Page) -> bool:
        """Whether a tab is the one in front."""
        return page is self._page

    def console(self, page: Page) -> ConsoleLog:
        """What the page's scripts have said since the tab came to this desk."""
        return self._consoles.setdefault(page, ConsoleLog())

    def told(self, observation: Observation) -> None:
        """Keep the last whole view."""
        if observation.kind == "full":
            self.last_view = observation


@asynccontextmanager
async def open_desk(
    browser: Browser, *, rules: Rules | None = None, isolated: bool = False, page: Page | None = None
) -> AsyncGenerator[Desk]:
    """A desk for the length of the block; the tabs that were opened at it are closed with it.

    `isolated` gives it a context of its own: other cookies, other storage, no sight of other tabs. `page` is the tab
    to begin with; None opens one at the first use.
    """
    allowed = rules if rules is not None else Rules()
    if isolated:
        async with browser.new_context() as context:
            yield Desk(browser, context, allowed, page)
        return
    desk = Desk(browser, browser.default_context, allowed, page)
    try:
        yield desk
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(5.0):
            for opened in desk.own:
                if not opened.closed:
                    await opened.retire()
