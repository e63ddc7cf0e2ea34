"""The internals of a `Context`: its emulation and limits, in force before any script of a page (CD-15, EX-09)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

import anyio

from cdp_engine.chrome import Change, Chrome, Reception, TargetChange
from cdp_engine.engine.handle import controller_of
from cdp_engine.engine.page_registry import Circumstances, ContextID, PageRegistry
from cdp_engine.errors import EngineError
from cdp_engine.protocol import target
from cdp_engine.rpc import Session
from cdp_engine.tab import (
    NO_EMULATION,
    DomainGuard,
    Domains,
    Emulation,
    EmulationOptions,
    RequestInterceptors,
    SitePermissions,
    StoredState,
    Visits,
    permission_settings,
    report_downloads,
    restore_state,
    visits_of,
)

CLOSE_SECONDS = 5.0
NOWHERE = "http://127.0.0.1:1"
"""A proxy address at which no server listens."""


class ContextController:
    """Applies the options of one context to its pages, and records which sites it has visited."""

    def __init__(self, pages: PageRegistry, context_id: ContextID | None) -> None:
        self.pages = pages
        self.id = context_id
        self.circumstances = pages.circumstances.setdefault(context_id, Circumstances())
        self.permissions = SitePermissions(self.chrome.root, context_id)
        self._reception: Reception | None = None

    @property
    def chrome(self) -> Chrome:
        """The browser of the context."""
        return self.pages.chrome

    @property
    def post(self) -> RequestInterceptors | None:
        """The guard of the context's domains; None where it has no lists."""
        return self.circumstances.post

    @property
    def _owns_browser(self) -> bool:
        """Whether every tab of the browser is ours, so that popups of the default context may be restricted, too."""
        return self.chrome.process is not None

    async def emulate(self, options: EmulationOptions) -> None:
        """Change the emulation of all pages, present and future. Raises `InvalidInput`."""
        self.emulate_new(options)
        await self._receive()
        for page in self.pages.of_context(self.id):
            controller = controller_of(page)
            controller.observer.captures.invalidate()
            await controller.access.emulate(options, of_context=True)
            controller.observer.captures.invalidate()

    def emulate_new(self, options: EmulationOptions) -> None:
        """Change the emulation of pages that are used from now on. Raises `InvalidInput`."""
        self.circumstances.emulation = self.circumstances.emulation.changed(options)

    async def hold_to(self, lists: Domains, *, backed: bool = False) -> None:
        """Restrict the pages to lists of domains; `backed`: Chrome's own network stack enforces the lists, too."""
        if lists:
            post = self.circumstances.post = RequestInterceptors(DomainGuard(lists, backed=backed))
            await self.pages.backstop.add(post.guard)
            await self._receive()
            for page in self.pages.of_context(self.id):
                await controller_of(page).access.hold_to(post)
        else:
            await self._receive()

    async def prepare(
        self, permissions: Mapping[str, str] | Iterable[str] | None, state: StoredState | None
    ) -> None:
        """Apply the options that must be in force before the first page."""
        settings = permission_settings(permissions) if permissions is not None else {}
        if self.circumstances.emulation.geolocation is not None:
            # A geolocation is of no use unless pages may read it.
            settings.setdefault("geolocation", "granted")
        await self.permissions.set(settings)
        if state is not None:
            await self.restore(state)
        await self._receive()

    async def restore(self, state: StoredState) -> None:
        """Restore the storage of sites."""
        await restore_state(self.chrome, self.id, state)
        restored = visits_of(state)
        self.visits.pages |= restored.pages
        self.visits.frames |= restored.frames

    @property
    def visits(self) -> Visits:
        """The sites that pages and frames of the context visited."""
        return self.circumstances.visits

    def seen(self, change: TargetChange) -> None:
        """Record the sites of the context's tabs, and of their frames in other processes. Called by the reader."""
        info: target.TargetInfo | None = change.info
        if change.kind is Change.GONE or not self.pages.is_in(change.info.browser_context_id, self.id):
            return
        urls: list[str] = []
        while info is not None and info.type == "iframe" and info.parent_id is not None:
            urls.append(info.url)
            info = self.chrome.targets.get(info.parent_id)
        if info is None or info.type != "page":
            return
        if urls:
            self.visits.frame(*urls, info.url)
        else:
            self.visits.page(info.url)

    async def _receive(self) -> None:
        """Meet the new tabs, and hold them where there is something to prepare; in a person's browser only with lists
        of domains.
        """
        known, guarded = self._reception, self.post is not None
        if not guarded and self.id is None and not self._owns_browser:
            return
        held = guarded or bool(self.circumstances.emulation) or (known is not None and known.take is not None)
        wanted = Reception(self._meet, self._take if held else None, self._first if guarded else None)
        if wanted != known:
            self._reception = wanted
            await self.chrome.receive_new_pages(self.id, wanted)

    def _meet(self, session: Session, info: target.TargetInfo) -> None:
        """Have the dialogs of a new tab answered by the page that opened it. Called by the reader."""
        opener = self.pages.opener_of(info)
        if opener is not None:
            opener.attend(session)

    def _first(self, session: Session, info: target.TargetInfo) -> bool:
        """Guard a new session before anything else; returns whether it is one of ours. Called by the reader."""
        if self.post is None or not self._is_ours(info):
            return False
        self.post.hold(session)
        return True

    def _is_ours(self, info: target.TargetInfo) -> bool:
        """In a context of our own every target is ours. In the default context: those opened by pages that we use."""
        if self.id is not None:
            return True
        if not self.pages.is_in(info.browser_context_id, None) or self.post is None:
            return False
        if info.type == "page":
            return info.opener_id is not None and self.pages.holds(info.opener_id)
        # Chrome does not report the owner of a worker; one of ours has an allowed address, or none yet.
        return not info.url or self.post.guard.refusal(info.url) is None

    async def _take(self, info: target.TargetInfo) -> None:
        page = self.pages.page_of(info.target_id)
        if page is not None:
            await controller_of(page).access.attach(unused=True)


@asynccontextmanager
async def made_context(
    pages: PageRegistry,
    *,
    emulation: Emulation = NO_EMULATION,
    lists: Domains,
    proxy: str | None,
    bypass: tuple[str, ...],
) -> AsyncGenerator[ContextController]:
    """A new context for the duration of the block; its pages close with it."""
    backed = False
    if proxy is None and (reachable := lists.bypass()) is not None:
        proxy, bypass, backed = NOWHERE, reachable, not lists.blocked
    chrome = pages.chrome
    made = await chrome.create_context(proxy_server=proxy, proxy_bypass=bypass)
    context = ContextController(pages, made)
    context.circumstances.emulation = emulation
    guard = DomainGuard(lists, backed=backed)
    if lists:
        context.circumstances.post = RequestInterceptors(guard)
    unwatch = chrome.watch_targets(context.seen)
    try:
        await report_downloads(chrome, made)
        await pages.backstop.add(guard)
        yield context
    finally:
        unwatch()
        with anyio.CancelScope(shield=True), anyio.move_on_after(CLOSE_SECONDS), suppress(EngineError):
            try:
                await pages.release_context(made)
                await chrome.dispose_context(made)
            finally:
                await pages.backstop.remove(guard)
        del pages.circumstances[made]
