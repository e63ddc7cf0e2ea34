"""The workspace of a model: its tabs, the one in front, their console messages, its permissions."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import anyio

from cdp_engine.agent.console import ConsoleLog, listen_to
from cdp_engine.agent.files.download_folder import download_folder
from cdp_engine.agent.network_log import NetworkLog
from cdp_engine.agent.person import Handover
from cdp_engine.agent.rules import Rules
from cdp_engine.agent.secrets import Secret, Vault
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.engine import Browser, Context, ContextOptions, Observation, Page, controller_of
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.observe import Flag, Snapshot
from cdp_engine.tab import DialogPolicy
from cdp_engine.track import element_of

_EMPTY = frozenset(("", "about:blank", "chrome://newtab/", "chrome://new-tab-page/"))
_LEAVING_SECONDS = 2.0
_LEARNING_SECONDS = 1.0
VIEW_TOKENS = 6000
"""The default limit of a whole view in tokens; omitted parts are named by their ref."""


class StepRecorder(Protocol):
    """What writes down the steps of tools."""

    async def record(
        self,
        workspace: Workspace,
        step: tuple[str, Mapping[str, Any]],
        tab: int | None,
        act: Callable[[], Awaitable[ToolResult]],
    ) -> ToolResult:
        """Carry out a call and write it down: an everyday tool and its arguments without secrets."""
        ...


class Workspace:
    """The state of one model's work. Created by `open_workspace`.

    `turn` is held while a tool works. Pages of a workspace hold their dialogs open: the model answers them, where it
    has a tool for that. `vault` has the secrets that may be typed here.
    """

    def __init__(self, browser: Browser, context: Context, rules: Rules, page: Page | None = None) -> None:
        self.browser = browser
        self.context = context
        self.rules = rules
        self.vault = Vault()
        self.dialogs: DialogPolicy = "hold"
        self.turn = anyio.Lock()
        self.last_view: Observation | None = None
        """The last whole view that a tool showed."""
        self.downloads: str | None = None
        """The folder for files that pages send; None where the browser's own settings say."""
        self.outputs = ""
        """The folder for files that tools write; that of downloads where there is one."""
        self.recorder: StepRecorder | None = None
        """Writes down the steps that tools take; None where nothing is recorded."""
        self.keeps_headers = False
        """Whether headers and bodies of requests are kept, for a tool that shows them."""
        self.handover: Handover | None = None
        """Where a person can take the browser; None where none watches."""
        self.dragging: Page | None = None
        """The tab on which a tool keeps the mouse button down."""
        self.own: list[Page] = []
        """Tabs that were opened for the model; they are closed with the workspace."""
        self.emptied: Page | None = None
        """The tab that was there and empty; it is left so."""
        self._page = page
        self._before: list[Page] = []
        self._aimed: Page | None = None
        self._seen: WeakKeyDictionary[Page, Snapshot] = WeakKeyDictionary()
        self._numbers: dict[str, int] = {}
        self._consoles: dict[Page, ConsoleLog] = {}
        self._networks: WeakKeyDictionary[Page, NetworkLog] = WeakKeyDictionary()

    async def pages(self) -> list[Page]:
        """The tabs that the model can reach, oldest first; each has its number from now on."""
        there = await self.context.pages()
        for page in there:
            self.number_of(page)
        return there

    async def page(self) -> Page:
        """The tab that a call names, else the one in front.

        Where that was closed, the one that was in front before; where there is none, an empty one. Raises
        `ConnectionLost` when the browser has gone, and what attaching raises.
        """
        if self.browser.closed:
            raise ConnectionLost("the browser has gone")
        if self._aimed is not None and not self._aimed.closed:
            return self._aimed
        while self._page is None or self._page.closed:
            if not self._before:
                return await self.open()
            self._page = self._before.pop()
        return await self.take(self._page)

    async def open(self, url: str | None = None) -> Page:
        """Put a new tab in front; the first is the empty one that a browser of ours began with, if it is free."""
        page = await self._empty_tab()
        if page is None:
            page = await self.context.new_page()
            self.own.append(page)
        else:
            self.emptied = page
        await self.take(page)
        if url is not None:
            await page.goto(url)
        return page

    async def _empty_tab(self) -> Page | None:
        """The only tab of a browser that was started by this program, where nobody has worked yet."""
        ours = controller_of(self.browser).chrome.process is not None
        if self._page is not None or not ours or self.context is not self.browser.default_context:
            return None
        there = await self.context.pages()
        if (
            len(there) != 1
            or there[0].url not in _EMPTY
            or controller_of(there[0]).actions.separates_earlier_changes
        ):
            return None  # in use, by another workspace perhaps
        return there[0]

    async def take(self, page: Page) -> Page:
        """Put a tab in front."""
        await page.attach()
        page.dialogs.policy = self.dialogs
        controller = controller_of(page)
        controller.observer.reporter.lasting = {"max_tokens": VIEW_TOKENS}
        controller.actions.separates_earlier_changes = True
        log = self._consoles.get(page)
        if log is None:
            self._consoles = {known: kept for known, kept in self._consoles.items() if not known.closed}
            log = self._consoles[page] = ConsoleLog()
        sessions = controller.tab.sessions
        await listen_to(sessions, log)
        if self.keeps_headers:
            self.network(page).listen_to(sessions)
        if self._page is not None and self._page is not page:
            self._before = [known for known in self._before if known is not page and not known.closed]
            self._before.append(self._page)
        self._page = page
        return page

    @asynccontextmanager
    async def at(self, number: int | None) -> AsyncGenerator[None]:
        """Have `page` return the tab of that number for the length of the block; the one in front stays in front.

        None is the tab in front. Raises `InvalidInput` for a tab that is not there.
        """
        if number is None:
            yield
            return
        there = await self.pages()
        page = next((one for one in there if self.number_of(one) == number), None)
        if page is None:
            known = ", ".join(str(self.number_of(one)) for one in there) or "none"
            raise InvalidInput(f"there is no tab {number}", hint=f"There are: {known}; `tabs` lists them.")
        front, before = self._page, list(self._before)
        await self.take(page)
        self._page, self._before = front, before
        self._aimed = page
        try:
            yield
        finally:
            self._aimed = None

    def number_of(self, page: Page) -> int:
        """The number of a tab; it is never given to another one."""
        return self._numbers.setdefault(page.target_id, len(self._numbers) + 1)

    @property
    def seen(self) -> Snapshot | None:
        """The page that a call is for, at a tool's last observation."""
        page = self._aimed or self._page
        return None if page is None else self._seen.get(page)

    @seen.setter
    def seen(self, snapshot: Snapshot) -> None:
        page = self._aimed or self._page
        if page is not None:
            self._seen[page] = snapshot

    @property
    def has_lost_its_tab(self) -> bool:
        """Whether the tab in front has closed and no tool has moved on to another yet."""
        page = self._aimed or self._page
        return page is not None and page.closed

    def shows(self, page: Page) -> bool:
        """Whether a tab is the one in front."""
        return page is self._page

    def console(self, page: Page) -> ConsoleLog:
        """The console of the page since the tab is part of this workspace."""
        return self._consoles.setdefault(page, ConsoleLog())

    def network(self, page: Page) -> NetworkLog:
        """Headers and bodies of the page's requests since the tab came to this workspace."""
        return self._networks.setdefault(page, NetworkLog())

    def reported(self, observation: Observation) -> None:
        """Store the last whole view."""
        self.seen = observation.snapshot
        if observation.kind == "full":
            self.last_view = observation

    def shows_secret(self, page: Snapshot) -> bool:
        """Whether a page shows a value of the vault, or what was typed into a secret field."""
        if page.columns.concealed:
            return True
        values = " ".join(page.columns.value.values())
        return self.vault.shows_in(page.text_of(0)) or self.vault.shows_in(values)

    async def front_shows_secret(self) -> bool:
        """Whether the page that a call is for shows a secret, or cannot be observed. Raises `ConnectionLost`."""
        try:
            return self.shows_secret(await (await self.page()).snapshot())
        except ConnectionLost:
            raise
        except EngineError:
            return True

    async def learn_typed(self, *, known_only: bool = True) -> None:
        """Learn what has been typed into the secret fields of the tab in front; a page that hangs is not waited for.

        `known_only`: only where it was seen to have such fields.
        """
        page = self._aimed or self._page
        if page is None or page.closed or not controller_of(page).access.is_used:
            return
        controller = controller_of(page)
        if not known_only or self.vault.typed.has_fields_of(
            frame.loader_id for frame in controller.tab.frames.all()
        ):
            with anyio.move_on_after(_LEARNING_SECONDS), suppress(EngineError):
                await controller.observer.capture()

    def is_secret(self, ref: str | None) -> bool | None:
        """Whether the element of that ref (None: the focused one) was seen to be a field for a password.

        None where the ref names nothing that was seen.
        """
        if self.seen is None:
            return None
        if ref is None:
            return any(
                "focused" in node.states and Flag.REDACTED in node.flags for node in self.seen.interactive()
            )
        try:
            return Flag.REDACTED in element_of(self.seen, ref).flags
        except EngineError:
            return None


@asynccontextmanager
async def open_workspace(
    browser: Browser,
    *,
    rules: Rules | None = None,
    isolated: bool = False,
    page: Page | None = None,
    secrets: Iterable[Secret] = (),
    options: ContextOptions | None = None,
    downloads: str | None = None,
) -> AsyncGenerator[Workspace]:
    """A workspace for the length of the block; the tabs that were opened at it are closed with it.

    `isolated` gives it a context of its own, made with `options`: other cookies, other storage, no sight of other
    tabs. `page` is the tab to begin with; None opens one at the first use. `downloads` is the folder for files that
    pages send; None is a private one that goes with the block, and leaves a person's own browser as it is. `secrets`
    may be named where text is entered. Lists of domains in the rules hold the workspace's context; the default one,
    until the browser is released.

    Raises `InvalidInput` for lists that are not valid.
    """
    allowed = rules if rules is not None else Rules()
    domains, blocked = allowed.allowed_domains, allowed.blocked_domains
    if isolated:
        wanted: ContextOptions = {**(options or {}), "allowed_domains": domains, "blocked_domains": blocked}
        async with browser.new_context(**wanted) as context:
            workspace = Workspace(browser, context, allowed, page)
            workspace.vault = Vault(secrets, controller_of(context).circumstances.secrets)
            async with download_folder(context, downloads) as workspace.downloads:
                workspace.outputs = workspace.downloads
                yield workspace
        return
    if domains is not None or blocked:
        await browser.default_context.limit(allowed_domains=domains, blocked_domains=blocked)
    workspace = Workspace(browser, browser.default_context, allowed, page)
    workspace.vault = Vault(secrets, controller_of(browser.default_context).circumstances.secrets)
    ours = downloads is not None or controller_of(browser).chrome.process is not None
    try:
        async with AsyncExitStack() as stack:
            kept = download_folder(browser.default_context if ours else None, downloads)
            workspace.outputs = await stack.enter_async_context(kept)
            workspace.downloads = workspace.outputs if ours else None
            yield workspace
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(5.0):
            for opened in workspace.own:
                if not opened.closed:
                    await controller_of(opened).access.retire()
            await _leave_empty(workspace.emptied)


async def _leave_empty(page: Page | None) -> None:
    """Have a tab show nothing again; what prevents it ends with the browser."""
    if page is None or page.closed:
        return
    controller_of(page).actions.separates_earlier_changes = False
    with suppress(EngineError):
        await page.goto("about:blank", timeout=_LEAVING_SECONDS)
