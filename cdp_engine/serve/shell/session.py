"""The state of a shell on one browser: the tab in front, the version last shown, the first failure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from cdp_engine.engine import ActionResult, Browser, Observation, Page
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.serve.cli.error_output import FAILED
from cdp_engine.tab import NavigationResult


class ShellSession:
    """The state of a shell. `say` prints text of a page; `own` are the tabs that the shell opened.

    `state_file` is where `save` keeps cookies and storage.
    """

    def __init__(
        self,
        browser: Browser,
        say: Callable[[str], None],
        *,
        borrowed: bool,
        state_file: Path | None = None,
    ) -> None:
        self.browser = browser
        self.say = say
        self.borrowed = borrowed
        self.state_file = state_file
        self.own: list[Page] = []
        self.code = 0
        self.over = False
        self._page: Page | None = None
        self._version: int | None = None

    @property
    def page(self) -> Page:
        """The tab in front. Raises `InvalidInput` where there is none, `ConnectionLost` without a browser."""
        if self.browser.closed:
            raise ConnectionLost("the browser is gone")
        if self._page is None or self._page.closed:
            raise InvalidInput(
                "there is no tab in front", hint="`tabs` lists them, `tab N` or `new URL` takes one."
            )
        return self._page

    def shows(self, page: Page) -> bool:
        """Whether `page` is the tab in front."""
        return self._page is page

    async def begin(self, url: str | None) -> None:
        """Take a tab and show it.

        The empty one of a browser of our own; in a borrowed one a new tab for `url`, without it the first there is.
        """
        there = await self.browser.pages()
        if there and (url is None or not self.borrowed):
            self.take(there[0])
            if url is not None:
                await self.show_arrival(await self.page.goto(url))
            elif self.borrowed:
                await self.show_page()
        else:
            await self.open(url)

    async def open(self, url: str | None) -> None:
        """Open a tab in front, `url` in it."""
        page = await self.browser.new_page()
        self.own.append(page)
        self.take(page)
        if url is not None:
            await self.show_arrival(await page.goto(url))

    def take(self, page: Page) -> None:
        """Bring a tab to the front; the next answer shows it in full."""
        self._page = page
        self._version = None

    async def leave(self) -> None:
        """Close what the shell opened in a browser that goes on without it."""
        if self.borrowed:
            for page in self.own:
                await page.close()

    # Answers

    def fail(self, code: int = FAILED) -> None:
        """Remember the first failure: it is what the shell ends with where nobody watches."""
        self.code = self.code or code

    async def show_page(self, format: str = "outline", **options: Any) -> None:
        """Show the page as it is now, in full."""
        self._show_observation(await self.page.observe(format=format, **options))

    async def show_arrival(self, result: NavigationResult) -> None:
        """Report where a navigation ended, and show the page."""
        self.say(f"{result.outcome.replace('_', ' ')}: {result.url}" + _notes(result))
        if result.outcome not in ("nothing", "download", "no_content"):
            await self.show_page()

    async def act(self, action: Callable[[Page, int | None], Awaitable[ActionResult]]) -> None:
        """Carry out an action on the tab in front and report its result."""
        page = self.page
        result = await action(page, self._version)
        self.say(f"{'✓' if result.success else '✗'} {result.message}")
        if not result.success:
            self.fail()
        if result.observation is not None:
            self._show_observation(result.observation)
        elif not page.closed:
            await self._say_why_nothing_is_shown(page)

    async def _say_why_nothing_is_shown(self, page: Page) -> None:
        try:
            self._show_observation(await page.observe())
        except EngineError as error:
            self.say(f"(the page cannot be shown: {error.message})")

    def _show_observation(self, view: Observation) -> None:
        self._version = view.version
        self.say(view.text if view.kind == "full" else f"[{view.kind}: {view.reason}]\n{view.text}")


def _notes(result: NavigationResult) -> str:
    remarks = [f"status {result.status}"] if result.status is not None and result.status >= 400 else []
    remarks += [f"not done: {', '.join(result.waited_for)}"] if result.waited_for else []
    return f" ({'; '.join(remarks)})" if remarks else ""
