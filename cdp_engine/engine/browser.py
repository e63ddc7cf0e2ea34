"""A browser as a program uses it: pages, contexts, and its end."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Unpack

import anyio

from cdp_engine.chrome import (
    Change,
    Chrome,
    LaunchOptions,
    TargetChange,
    Transport,
    background_tasks,
    connect_chrome,
    launch_chrome,
)
from cdp_engine.engine.context import NOWHERE, Context, ContextOptions, open_context
from cdp_engine.engine.page import Page
from cdp_engine.errors import EngineError
from cdp_engine.protocol import browser, target
from cdp_engine.tab import NO_DOMAINS, Domains, domains_of

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

IDLE_SECONDS = 300.0
"""After how long without use a tab of somebody else's browser is let go of (CD-08)."""


@asynccontextmanager
async def launch(
    *,
    executable: str | os.PathLike[str] | None = None,
    headless: bool = True,
    profile: str | os.PathLike[str] | None = None,
    transport: Transport = "pipe",
    sandbox: bool | None = None,
    args: Iterable[str] = (),
    env: Mapping[str, str] | None = None,
    timeout: float = 30.0,
    effects: bool | None = None,
    allowed_domains: Iterable[str] | None = None,
    blocked_domains: Iterable[str] | None = None,
) -> AsyncGenerator[Browser]:
    """Start a Chromium, yield it as a `Browser`, and end it with all its processes at the end of the block.

    `executable` is a path or command (None: `CDP_ENGINE_BROWSER`, then an installed one). `profile` is a folder to
    keep (None: a temporary one, removed afterwards). `transport="pipe"` opens no port; `"websocket"` listens on
    127.0.0.1. `sandbox=None` leaves Chromium's sandbox on except as root and in containers. `args` are further flags,
    `env` further variables. `timeout` bounds the start, in seconds (EN-04, EN-05). `effects` shows people where actions
    happen: cursor, ripple, frame (CD-12); None: only where there is a window to see it in. `allowed_domains` and
    `blocked_domains` hold the whole browser to lists of hosts, as `ContextOptions` says (EX-09). A headless browser
    reports a mouse to its pages (`(pointer: fine)`, `(hover: hover)`), unless a touch device is emulated.

    Raises `BrowserNotFound`, `LaunchFailed`, `InvalidInput`.
    """
    lists = domains_of(allowed_domains, blocked_domains)
    limits = _limits(lists, args := tuple(args))
    options = LaunchOptions(
        executable=executable,
        headless=headless,
        profile=profile,
        transport=transport,
        sandbox=sandbox,
        args=(*limits, *args),
        env=env,
        timeout=timeout,
    )
    async with launch_chrome(options) as chrome, background_tasks() as tasks:
        browser = Browser(chrome, tasks, effects=not headless if effects is None else effects, domains=lists)
        try:
            await browser.default_context.hold_to(lists, backed=bool(limits))
            yield browser
        finally:
            await browser.let_go()


@asynccontextmanager
async def connect(
    endpoint: str | os.PathLike[str],
    *,
    timeout: float = 30.0,
    idle_seconds: float | None = IDLE_SECONDS,
    effects: bool | None = None,
    allowed_domains: Iterable[str] | None = None,
    blocked_domains: Iterable[str] | None = None,
) -> AsyncGenerator[Browser]:
    """Attach to a running browser and yield it as a `Browser`; it runs on when the block ends (EN-06).

    `endpoint` is `http://host:port`, `ws://…`, `grid+http://host:4444`, or the folder of a Chrome profile (its
    `DevToolsActivePort` is read). `timeout` bounds the attaching, in seconds. A tab that was not used for
    `idle_seconds` is detached from and taken up again by its next use (CD-08); None keeps every tab. `effects` is as
    for `launch`. Whether pages find a mouse is that browser's own affair: one started headless elsewhere reports none
    unless it was started with the flag that `launch` gives (`--blink-settings=primaryHoverType=2,…`).

    Raises `InvalidEndpoint`, `ConnectionFailed`.
    """
    lists = domains_of(allowed_domains, blocked_domains)
    async with connect_chrome(os.fspath(endpoint), timeout=timeout) as chrome, background_tasks() as tasks:
        seen = "Headless" not in chrome.version.user_agent if effects is None else effects
        browser = Browser(chrome, tasks, idle_seconds=idle_seconds, effects=seen, domains=lists)
        try:
            await browser.default_context.hold_to(lists)
            yield browser
        finally:
            await browser.let_go()


class Browser:
    """A running browser. Made by `launch` and `connect`."""

    def __init__(
        self,
        chrome: Chrome,
        tasks: TaskGroup,
        *,
        idle_seconds: float | None = None,
        effects: bool = False,
        domains: Domains = NO_DOMAINS,
    ) -> None:
        self.chrome = chrome
        """The room below, for raw use: `browser.chrome.root.send(...)` speaks to the browser itself."""
        self.effects = effects
        """Whether people are shown where actions happen; for pages that are attached to from now on."""
        self.domains = domains
        """The lists that every context is held to."""
        self.default_context = Context(self, None)
        """The context of `new_page` and of people's own tabs: its cookies, storage and permissions."""
        self._contexts: dict[browser.BrowserContextID, Context] = {}
        self._tasks = tasks
        self._pages: dict[target.TargetID, Page] = {}
        self._idle_seconds = idle_seconds
        self._unwatch = chrome.watch_targets(self._forget_closed)
        self._unwatch_default = chrome.watch_targets(self.default_context.seen)
        if idle_seconds is not None:
            tasks.start_soon(self._detach_idle_pages, idle_seconds)

    def __repr__(self) -> str:
        return f"<Browser {self.version} at {self.endpoint}>"

    @property
    def version(self) -> str:
        """Product and version, for instance `Chrome/156.0.8078.79` (`Browser.getVersion`)."""
        return self.chrome.version.product

    @property
    def endpoint(self) -> str:
        """Where other programs can connect to; `pipe:<pid>` when only this program can."""
        return self.chrome.endpoint

    async def new_page(self, url: str | None = None) -> Page:
        """Open a tab in the default context, and `url` in it (see `Page.goto`, whose errors it raises)."""
        return await self._open_page(url, None)

    async def pages(self) -> list[Page]:
        """The open tabs, oldest first; those opened by people or other programs too.

        A tab that was not used before is attached to by its first use, so a frozen tab harms nobody.
        """
        return [self._page(info) for info in self.chrome.targets if _is_page(info)]

    @asynccontextmanager
    async def new_context(self, **options: Unpack[ContextOptions]) -> AsyncGenerator[Context]:
        """A context with cookies, storage and cache of its own; it and its pages go with the block (CD-15).

        `options` are those of `Page.emulate` (`device`, `viewport`, `locale`, `timezone`, `geolocation`, `headers`, …),
        in force for every page, popup, frame and worker of the context before its first script, and `proxy_server`,
        `proxy_bypass`, `permissions` and `storage_state`; see `ContextOptions`. Giving a `geolocation` grants it to
        every site, unless `permissions` says otherwise.

        Raises `InvalidInput` for an option or a value that cannot be.
        """
        async with open_context(self, self._contexts, options) as context:
            yield context

    async def close(self) -> None:
        """End the browser if we launched it, else only the connection. Calling it twice is allowed."""
        await self.chrome.close()

    async def let_go(self) -> None:
        """Detach from every tab and leave it as it is; the end of the block calls this."""
        self._unwatch()
        self._unwatch_default()
        with anyio.CancelScope(shield=True), anyio.move_on_after(5.0):
            async with anyio.create_task_group() as tasks:
                for page in tuple(self._pages.values()):
                    tasks.start_soon(page.release)
        self._pages.clear()

    async def open_page(self, url: str | None, context: browser.BrowserContextID | None) -> Page:
        """Open a tab in a context; `Context.new_page` is the way to it."""
        return await self._open_page(url, context)

    async def _open_page(self, url: str | None, context: browser.BrowserContextID | None) -> Page:
        target_id = await self.chrome.create_page(context=context)
        page = self._pages.get(target_id)
        if page is None:
            page = self._pages[target_id] = self._new_page(target_id, context)
        try:
            await page.attach()
            if url is not None:
                await page.goto(url)
        except BaseException:
            with anyio.CancelScope(shield=True), anyio.move_on_after(5.0), suppress(EngineError):
                await page.close()
            raise
        return page

    async def release_pages(self, context: browser.BrowserContextID) -> None:
        """Let go of the pages of a context that is about to end."""
        for page in [page for page in self._pages.values() if page.context_id == context]:
            await page.release()

    def is_default(self, context: browser.BrowserContextID | None) -> bool:
        """Whether a context is the default one: none that was made here."""
        return context is None or context not in self._contexts

    def holds(self, target_id: target.TargetID) -> bool:
        """Whether a tab was used here, so that its context's circumstances are in force in it."""
        return target_id in self._pages and self._pages[target_id].is_used

    def page_of(self, target_id: target.TargetID) -> Page | None:
        """The page of a target that is open now, for instance of a popup that an action reported."""
        info = self.chrome.targets.get(target_id)
        return self._page(info) if info is not None and _is_page(info) else None

    def _page(self, info: target.TargetInfo) -> Page:
        page = self._pages.get(info.target_id)
        if page is None:
            page = self._pages[info.target_id] = self._new_page(info.target_id, info.browser_context_id)
        return page

    def _new_page(self, target_id: target.TargetID, context: browser.BrowserContextID | None) -> Page:
        known = self.default_context if context is None else self._contexts.get(context, self.default_context)
        return Page(
            self, target_id, self._tasks, context_id=context, emulation=known.emulation, post=known.post
        )

    def _forget_closed(self, change: TargetChange) -> None:
        if change.kind is Change.GONE:
            page = self._pages.pop(change.info.target_id, None)
            if page is not None:
                self._tasks.start_soon(page.retire)

    async def _detach_idle_pages(self, seconds: float) -> None:
        while True:
            for page in tuple(self._pages.values()):
                with suppress(EngineError):  # it goes away by itself, or its next use says what is wrong
                    await page.park_if_idle(seconds)
            # A look now and then is what is wanted here; nothing waits for it.
            await anyio.sleep(min(30.0, seconds / 4))


def _limits(lists: Domains, args: Iterable[str]) -> tuple[str, ...]:
    """Flags that have Chrome's own network stack reach the allowed domains alone, under all that CDP can stop."""
    reachable = lists.bypass()
    if reachable is None or any(flag.startswith(("--proxy-", "--no-proxy")) for flag in args):
        return ()
    return (
        f"--proxy-server={NOWHERE}",
        f"--proxy-bypass-list={';'.join(reachable)}",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    )


def _is_page(info: target.TargetInfo) -> bool:
    return info.type == "page" and info.subtype is None and not info.url.startswith("devtools://")
