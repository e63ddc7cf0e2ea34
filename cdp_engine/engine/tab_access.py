"""The tab of one page: attached on first use, detached while it is idle, closed in the end."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.chrome import Chrome
from cdp_engine.errors import DeadlineExceeded, EngineError, InvalidInput, SessionDetached
from cdp_engine.protocol import browser, target
from cdp_engine.tab import (
    Dialogs,
    Emulation,
    EmulationOptions,
    RequestInterceptors,
    Tab,
    Visits,
    joined_headers,
)

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from cdp_engine.tab import DocumentChange, Frame

ATTACH_SECONDS = 10.0


class TabAccess:
    """Opens, keeps and closes the `Tab` of one target."""

    def __init__(
        self,
        chrome: Chrome,
        target_id: target.TargetID,
        tasks: TaskGroup,
        *,
        context_id: browser.BrowserContextID | None,
        emulation: Emulation,
        post: RequestInterceptors | None,
        visits: Visits,
        effects: bool,
        opener: Dialogs | None = None,
    ) -> None:
        """`opener` are the dialogs of the tab that opened this one."""
        self.chrome = chrome
        self.target_id = target_id
        self.context_id = context_id
        self.emulation = emulation
        """The emulation of the page."""
        self._given_headers = emulation.headers
        self._own_headers: Mapping[str, str] | None = None
        self._tasks = tasks
        self._post = post
        self._visits = visits
        self._effects = effects
        self._opener = opener
        self._tab: Tab | None = None
        self._opening = anyio.Lock()
        self._last_use = anyio.current_time()
        self._users = 0
        self._kept = False
        self._gone = False
        self._on_document_change: Callable[[DocumentChange], None] | None = None

    @property
    def url(self) -> str:
        """The URL of the document in the tab, with its fragment."""
        if self._tab is not None and self._tab.frames.known:
            return self._tab.url
        info = self.chrome.targets.get(self.target_id)
        return "" if info is None else info.url

    @property
    def closed(self) -> bool:
        """Whether the tab is closed, or the connection to its browser has ended."""
        if self.chrome.connection.closed:  # the tab's own task notices it later
            return True
        if self._tab is not None:
            return self._tab.closed
        return self._gone or self.target_id not in self.chrome.targets

    @property
    def is_used(self) -> bool:
        """Whether the tab is attached."""
        return self._tab is not None

    @property
    def dialogs(self) -> Dialogs | None:
        """The dialogs that are answered as those of the tab; None before it is attached."""
        return None if self._tab is None else self._tab.dialogs.keeper or self._tab.dialogs

    @property
    def tab(self) -> Tab:
        """The tab, which is never detached for being idle from now on. Raises `InvalidInput` before its first use."""
        if self._tab is None:
            raise InvalidInput("the page is not attached yet", hint="Call `await page.attach()` first.")
        self._kept = True
        if self._tab.dialogs.keeper is not None:
            self._answer_dialogs(self._tab.dialogs.keeper)
        return self._tab

    def on_document_change(self, listener: Callable[[DocumentChange], None]) -> None:
        """Have every change of the tab's documents reported to `listener`."""
        self._on_document_change = listener

    def _note_change(self, change: DocumentChange) -> None:
        frame = self._tab.frames.get(change.frame_id) if self._tab is not None else None
        if frame is not None and change.kind != "same-document":
            self._note_frame(frame)

    def _note_frame(self, frame: Frame) -> None:
        """Record the site of a frame, also of one in the process of its page. Called by the reader."""
        urls = [frame.url]
        above = frame.parent_id
        while above is not None and self._tab is not None:
            known = self._tab.frames.get(above)
            urls.append("" if known is None else known.url)
            above = None if known is None else known.parent_id
        if len(urls) > 1:
            self._visits.frame(*urls)

    async def attach(self, *, timeout: float = ATTACH_SECONDS, unused: bool = False) -> Tab:
        """The tab, attached if it is not. While it is `unused`, the tab that opened it answers its dialogs.

        Raises `DeadlineExceeded` for a tab that does not answer, `TargetClosed` for one that is gone, `DialogBlocking`
        where a dialog has been open since before its first use.
        """
        self._last_use = anyio.current_time()
        async with self._opening:
            if self._tab is None:
                kept = self._opener is not None and self._opener.attends(self.target_id)
                self._tab = await Tab.open(
                    self.chrome,
                    self.target_id,
                    self._tasks,
                    timeout=timeout,
                    dialog_policy=self._opener.policy if self._opener is not None and kept else "dismiss",
                    dialog_keeper=self._opener if kept else None,
                    emulation=self.emulation,
                    effects=self._effects,
                    interceptors=self._post,
                )
                self._tab.on_document_change(self._note_change)
                for frame in self._tab.frames.all():
                    self._note_frame(frame)
                if self._on_document_change is not None:
                    self._tab.on_document_change(self._on_document_change)
            elif isinstance(self._tab.failure, SessionDetached):
                await self._tab.attach(timeout=timeout)
            if self._tab.dialogs.keeper is not None and not unused:
                self._answer_dialogs(self._tab.dialogs.keeper)
            return self._tab

    def _answer_dialogs(self, keeper: Dialogs) -> None:
        """From its first use on, the tab answers its own dialogs."""
        keeper.leave(self.target_id)
        if self._tab is not None:
            self._tab.dialogs.keeper = None

    @asynccontextmanager
    async def use(self, *, timeout: float = ATTACH_SECONDS) -> AsyncGenerator[Tab]:
        """The tab, attached and kept attached for the duration of the block. Raises as `attach` does."""
        with self.in_use():
            yield await self.attach(timeout=timeout)

    @contextmanager
    def in_use(self) -> Generator[None]:
        """Keep the tab attached for the duration of the block."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self._last_use = anyio.current_time()

    async def emulate(self, options: EmulationOptions, *, of_context: bool = False) -> None:
        """Change the emulation, as its page or its context does. Raises `InvalidInput`; nothing is changed then.

        Headers of the page are sent beside those of its context, and in place of those of the same names.
        """
        changed = self.emulation.changed(options)
        given, own = self._given_headers, self._own_headers
        if "headers" in options:
            given, own = (changed.headers, own) if of_context else (given, changed.headers)
            changed = msgspec.structs.replace(changed, headers=joined_headers(given, own))
        await (await self.attach()).emulate(changed)
        self.emulation, self._given_headers, self._own_headers = changed, given, own

    async def hold_to(self, post: RequestInterceptors) -> None:
        """Restrict the tab to lists of domains from now on."""
        self._post = post
        if self._tab is not None and not self._tab.closed:
            await self._tab.guard_from_now_on(post)

    async def close(self, *, timeout: float) -> None:
        """Close the tab, even one that does not answer. Raises `DeadlineExceeded`."""
        if self._tab is not None:
            await self._tab.close(timeout=timeout)
        elif not self.closed:
            with anyio.move_on_after(timeout) as scope:
                await self.chrome.close_target(self.target_id)
            if scope.cancelled_caught:
                raise DeadlineExceeded("end of the tab", timeout)
            self._gone = True

    async def retire(self) -> None:
        """Free the state of a tab that is gone from the browser."""
        with suppress(EngineError):
            await self.close(timeout=ATTACH_SECONDS)

    async def release(self) -> None:
        """Detach from the tab permanently and leave it open in the browser."""
        if self._tab is not None:
            await self._tab.release()

    async def park_if_idle(self, seconds: float) -> None:
        """Detach if the tab was idle for this long; the next use attaches again, and refs stay valid (CD-08)."""
        async with self._opening:
            idle = anyio.current_time() - self._last_use >= seconds
            # Chrome drops the emulation and limits of a tab without an attached session.
            needed = self._users or self._kept or self.emulation or self._post is not None
            if idle and not needed and self._tab is not None and not self._tab.closed:
                await self._tab.detach()
