"""The pages of one browser: one `Page` per tab, with the options of its context from its first use on."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio

from cdp_engine.chrome import Change, Chrome, TargetChange
from cdp_engine.engine.handle import controller_of
from cdp_engine.engine.page import Page
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.errors import EngineError
from cdp_engine.observe import SecretMemory
from cdp_engine.protocol import browser, target
from cdp_engine.tab import (
    NO_EMULATION,
    Dialogs,
    DomainGuard,
    Emulation,
    RequestBackstop,
    RequestInterceptors,
    Visits,
)

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

ContextID = browser.BrowserContextID
_CLOSE_SECONDS = 5.0


@dataclass(slots=True)
class Circumstances:
    """The options that all pages of a context share from their first script on."""

    emulation: Emulation = NO_EMULATION
    post: RequestInterceptors | None = None
    """The guard of the lists of domains; None where there are none."""
    visits: Visits = field(default_factory=Visits)
    """The sites that pages and frames visited."""
    secrets: SecretMemory = field(default_factory=SecretMemory)
    """What was typed into secret fields: one page may show what another was given."""


class PageRegistry:
    """Opens, finds and releases the pages of a browser."""

    def __init__(self, chrome: Chrome, tasks: TaskGroup, *, effects: bool) -> None:
        self.chrome = chrome
        self.circumstances: dict[ContextID | None, Circumstances] = {None: Circumstances()}
        """By context; None is the default one."""
        self._tasks = tasks
        self._effects = effects
        self._pages: dict[target.TargetID, Page] = {}
        self.backstop = RequestBackstop(chrome.root, self.guard_of)
        """Stops what targets ask of blocked domains just before they end."""

    def all(self) -> list[Page]:
        """The open tabs, oldest first."""
        return [self._page(info) for info in self.chrome.targets if _is_page(info)]

    def of_context(self, context: ContextID | None) -> list[Page]:
        """Those of one context; None: the default one."""
        return [page for page in self.all() if self.is_in(controller_of(page).access.context_id, context)]

    def page_of(self, target_id: target.TargetID) -> Page | None:
        """The page of an open target, for instance of a popup that an action reported."""
        info = self.chrome.targets.get(target_id)
        return self._page(info) if info is not None and _is_page(info) else None

    def is_in(self, wanted: ContextID | None, context: ContextID | None) -> bool:
        """Whether a tab belongs to `context`; tabs in no context created here belong to the default one."""
        return (
            wanted == context if context is not None else wanted is None or wanted not in self.circumstances
        )

    def holds(self, target_id: target.TargetID) -> bool:
        """Whether a tab was used here, so that its context's options are in force in it."""
        return target_id in self._pages and controller_of(self._pages[target_id]).access.is_used

    def guard_of(self, frame_id: str, url: str) -> DomainGuard | None:
        """The guard that refuses an address to a frame or worker, which may be gone. Called by the reader.

        In a browser of ours, an unknown one gets what no context with lists may have; in somebody else's it may be
        a person's.
        """
        known, context = self._context_of(frame_id)
        owned = self.chrome.process is not None
        if not known and not owned:
            return None
        if context is not None:
            contexts = [context] if context in self.circumstances else [None]
        else:
            contexts = [None] if known else list(self.circumstances)
        posts = [self.circumstances[one].post for one in contexts]
        guards = [post.guard for post in posts if post is not None]
        return next((guard for guard in guards if guard.refusal(url) is not None), None)

    def _context_of(self, frame_id: str) -> tuple[bool, ContextID | None]:
        """Whether a frame or worker is known and, in somebody else's browser, ours; and its context."""
        info = self.chrome.targets.get(target.TargetID(frame_id))
        if info is not None:
            ours = info.type != "page" or self.holds(info.target_id)
            ours = ours or (info.opener_id is not None and self.holds(info.opener_id))
            made = info.browser_context_id in self.circumstances
            return ours or made or self.chrome.process is not None, info.browser_context_id
        for page in self._pages.values():
            access = controller_of(page).access
            if access.is_used and not access.closed and access.tab.frames.get(frame_id) is not None:
                return True, access.context_id
        return False, None

    async def open(self, url: str | None, context: ContextID | None) -> Page:
        """Open a tab in a context, and `url` in it. Raises as `Page.goto` does."""
        target_id = await self.chrome.create_page(context=context)
        page = self._pages.get(target_id)
        if page is None:
            page = self._pages[target_id] = self._new(target_id, context)
        try:
            await page.attach()
            if url is not None:
                await page.goto(url)
        except BaseException:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_CLOSE_SECONDS), suppress(EngineError):
                await page.close()
            raise
        return page

    async def release_context(self, context: ContextID) -> None:
        """Detach permanently from the pages of a context that is about to end."""
        for page in tuple(self._pages.values()):
            access = controller_of(page).access
            if access.context_id == context:
                await access.release()

    async def release_all(self) -> None:
        """Detach permanently from every tab and leave it as it is."""
        with anyio.CancelScope(shield=True), anyio.move_on_after(_CLOSE_SECONDS):
            async with anyio.create_task_group() as tasks:
                for page in tuple(self._pages.values()):
                    tasks.start_soon(controller_of(page).access.release)
        self._pages.clear()

    def forget_closed(self, change: TargetChange) -> None:
        """Free the state of a tab that has closed. Called by the reader."""
        if change.kind is Change.GONE:
            for other in self._pages.values():
                dialogs = controller_of(other).access.dialogs
                if dialogs is not None:
                    dialogs.leave(change.info.target_id)
            page = self._pages.pop(change.info.target_id, None)
            if page is not None:
                self._tasks.start_soon(controller_of(page).access.retire)

    async def detach_idle(self, seconds: float) -> None:
        """Detach periodically from tabs that have not been used for this long (CD-08)."""
        while True:
            for page in tuple(self._pages.values()):
                with suppress(EngineError):  # the tab goes away by itself, or its next use raises the error
                    await controller_of(page).access.park_if_idle(seconds)
            # A periodic check, not a wait for something.
            await anyio.sleep(min(30.0, seconds / 4))

    def _page(self, info: target.TargetInfo) -> Page:
        page = self._pages.get(info.target_id)
        if page is None:
            page = self._pages[info.target_id] = self._new(
                info.target_id, info.browser_context_id, self._size_of(info), self.opener_of(info)
            )
        return page

    def _new(
        self,
        target_id: target.TargetID,
        context: ContextID | None,
        size: tuple[int, int] | None = None,
        opener: Dialogs | None = None,
    ) -> Page:
        given = self.circumstances.get(context) or self.circumstances[None]
        emulation = given.emulation
        if size is not None:
            emulation = emulation.changed({"viewport": size})
        access = TabAccess(
            self.chrome,
            target_id,
            self._tasks,
            context_id=context,
            emulation=emulation,
            post=given.post,
            visits=given.visits,
            effects=self._effects,
            opener=opener,
        )
        return Page(PageController(access, given.secrets), self.page_of)

    def opener_of(self, info: target.TargetInfo) -> Dialogs | None:
        """The dialogs of the page that opened a tab, or of the one that opened that; None where none is used here."""
        opener = None if info.opener_id is None else self.chrome.targets.get(info.opener_id)
        if opener is None:
            return None
        page = self._pages.get(opener.target_id)
        dialogs = controller_of(page).access.dialogs if page is not None else None
        return dialogs or self.opener_of(opener)

    def _size_of(self, info: target.TargetInfo) -> tuple[int, int] | None:
        """The size that a popup's opener asked for; a headless browser has no window that would have it."""
        opener = None if info.opener_id is None else self._pages.get(info.opener_id)
        if opener is None or not controller_of(opener).access.is_used:
            return None
        return controller_of(opener).access.tab.popup_size(info.target_id)


def _is_page(info: target.TargetInfo) -> bool:
    return info.type == "page" and info.subtype is None and not info.url.startswith("devtools://")
