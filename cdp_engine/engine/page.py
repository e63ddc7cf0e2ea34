"""One page as a program or a model uses it. Thin: each method delegates to one room."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Unpack

import anyio

from cdp_engine.engine.observing.element_clip import element_clip
from cdp_engine.engine.observing.marked_screenshots import marked_screenshot
from cdp_engine.engine.page_actions import PageActions
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.page_data import PageData
from cdp_engine.engine.results import Observation
from cdp_engine.engine.waiting.awaited import Awaited
from cdp_engine.engine.waiting.waits import WAIT_SECONDS, Waited, wait_for
from cdp_engine.engine.webmcp import TOOL_SECONDS
from cdp_engine.observe import Snapshot, take_pictures
from cdp_engine.protocol import target
from cdp_engine.rpc import Session
from cdp_engine.tab import (
    Dialogs,
    Download,
    Emulation,
    EmulationOptions,
    ImageFormat,
    NavigationResult,
    ToolAnswer,
    ToolList,
    WaitUntil,
    save_downloads_to,
)
from cdp_engine.track import Target

NAVIGATION_SECONDS = 15.0


class Page(PageActions, PageData):
    """A tab of the browser. Created by `Browser.new_page`, `Context.new_page` and `Browser.pages`.

    It may be used from several tasks; actions run one after the other. Every wait has a deadline in seconds. For its
    actions see `PageActions`, for tables, items and extraction `PageData`.
    """

    def __init__(self, controller: PageController, page_of: Callable[[target.TargetID], Page | None]) -> None:
        super().__init__(controller)
        self._page_of = page_of

    def __repr__(self) -> str:
        return f"<Page {self.target_id} {self.url!r}>"

    # Properties

    @property
    def target_id(self) -> target.TargetID:
        """Chrome's id of the tab; `ActionResult.changes.new_tabs` uses the same ids."""
        return self._controller.access.target_id

    @property
    def url(self) -> str:
        """The URL of the document in the tab, with its fragment."""
        return self._controller.access.url

    @property
    def closed(self) -> bool:
        """Whether the tab is closed, or the browser or the connection to it has ended."""
        return self._controller.access.closed

    async def title(self) -> str:
        """The document's title."""
        return str(await self.evaluate("document.title"))

    @property
    def session(self) -> Session:
        """Raw typed CDP on the page's own session: `await page.session.send(dom.get_document(depth=-1))`.

        A page whose session was used is never detached for being idle. Raises `InvalidInput` for a page of
        `Browser.pages` before its first use; `attach` it.
        """
        return self._controller.access.tab.session

    async def attach(self, *, timeout: float = 10.0) -> None:
        """Attach to the tab if it is not attached yet; every async method does so by itself.

        Raises `DeadlineExceeded` for a tab that does not answer, `TargetClosed` for one that is gone.
        """
        await self._controller.access.attach(timeout=timeout)

    # Navigation

    async def goto(
        self,
        url: str,
        *,
        wait_until: WaitUntil = "ready",
        timeout: float = NAVIGATION_SECONDS,
        referer: str | None = None,
    ) -> NavigationResult:
        """Open a URL; see `Tab.goto` for `wait_until`, the result and the errors (SX-03).

        `referer` is the address that the request and `document.referrer` name as the one it comes from.
        """
        async with self._controller.access.use() as tab:
            self._controller.actions.begin(tab, opened=True)
            return await tab.goto(url, wait_until=wait_until, timeout=timeout, referrer=referer)

    async def reload(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """Reload the page; also restores a crashed one."""
        async with self._controller.access.use() as tab:
            self._controller.actions.begin(tab)
            return await tab.reload(wait_until=wait_until, timeout=timeout)

    async def back(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step back in the history; `outcome` is `nothing` when there is none."""
        async with self._controller.access.use() as tab:
            self._controller.actions.begin(tab)
            return await tab.back(wait_until=wait_until, timeout=timeout)

    async def forward(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step forward in the history; `outcome` is `nothing` when there is none."""
        async with self._controller.access.use() as tab:
            self._controller.actions.begin(tab)
            return await tab.forward(wait_until=wait_until, timeout=timeout)

    # Reading the page

    async def evaluate(self, expression: str, *args: object, timeout: float = 30.0) -> Any:
        """Run JavaScript in the main frame and return its value; see `Tab.evaluate`."""
        async with self._controller.access.use() as tab:
            return await tab.evaluate(expression, *args, timeout=timeout)

    async def snapshot(self, **options: Any) -> Snapshot:
        """The complete page at this moment. `options` are those of `CaptureOptions`.

        A caller that comes while a capture of the same kind is running shares its result, unless an action ran on the
        page since it began (VD-11, CD-05). Raises `CaptureFailed`, `PageRefused`, `DialogBlocking`,
        `TargetCrashed`, `TargetClosed`; `InvalidInput` for an unknown option.
        """
        return await self._controller.observer.snapshot(options)

    async def is_current(self, snapshot: Snapshot) -> bool:
        """Whether the page still has the contents of a snapshot of it; one on which nothing happened is not captured.

        What only moved or was scrolled inside the page has the same contents (FP-04). Raises what `snapshot` raises.
        """
        return await self._controller.observer.is_current(snapshot)

    async def observe(
        self, *, since: int | None = None, format: str = "outline", **options: Any
    ) -> Observation:
        """A view of the page for a model.

        Without `since` the whole page is shown. `since` is the version of an answer that the caller has: the text is
        then the smallest update of that answer (`delta`, `overlay_opened`, `overlay_closed`, `overlay_updated`,
        `no_change`), or the whole page again where an update is not certain to be correct; `reason` says why (FP-07,
        FP-08). `format` names a view; `options` are those of the view and of the capture (`CaptureOptions`),
        distinguished by name. Formats other than `outline` and `factpack` are always shown whole.

        Raises what `snapshot` raises, and `UnknownFormat`.
        """
        return await self._controller.observer.observe(since, format, options)

    async def screenshot(
        self,
        *,
        ref: str | None = None,
        full_page: bool = False,
        marks: bool = False,
        format: ImageFormat = "png",
        fit: tuple[int, int] | None = None,
        timeout: float = 15.0,
    ) -> bytes:
        """A screenshot of the viewport, of the element `ref`, or of the whole page.

        An element is scrolled into view and waited for; fonts that the page is loading are waited for, too. With
        `marks`, a numbered frame is drawn around each element in view: number 12 is the element e12 (SX-12). `fit` is
        the largest width and height in pixels of the picture, which is scaled down to it.

        Raises `NotActionable` for an element that stays invisible, `StaleRef` for one that is gone.
        """
        observer = self._controller.observer
        async with self._controller.access.use() as tab:
            clip = None
            if ref is not None:
                scoped = observer.resolve(tab, await observer.found(ref) or ref)
                clip = await element_clip(tab, scoped, self.snapshot, timeout)
            if marks:
                seen = await self.snapshot()
                return await marked_screenshot(
                    tab, seen, full_page=full_page, clip=clip, format=format, fit=fit, timeout=timeout
                )
            return await tab.screenshot(
                full_page=full_page, clip=clip, format=format, fit=fit, timeout=timeout
            )

    async def pictures(
        self, *, most: int = 8, format: ImageFormat = "png", timeout: float = 15.0, **options: Any
    ) -> dict[str, bytes]:
        """Screenshots of the canvases and images on the page, by ref, for vision models (CD-10).

        `snapshot.data("tree", pictures=await page.pictures())` has each in the node of its element.

        `options` are those of `snapshot`; raises what it and `screenshot` raise.
        """
        seen = await self.snapshot(**options)
        async with self._controller.access.use() as tab:
            return await take_pictures(tab, seen, most=most, format=format, timeout=timeout)

    async def pdf(self, *, timeout: float = 30.0) -> bytes:
        """The page as a PDF document (headless browsers only)."""
        async with self._controller.access.use() as tab:
            return await tab.pdf(timeout=timeout)

    # Waiting, and events beside the page

    async def wait_for(
        self,
        text: str | None = None,
        *,
        ref: Target | None = None,
        role: str | None = None,
        name: str | None = None,
        gone: bool | Target = False,
        url: str | None = None,
        request: str | None = None,
        function: str | None = None,
        state: WaitUntil | None = None,
        download: bool | str = False,
        popup: bool | str = False,
        dialog: bool | str = False,
        timeout: float = WAIT_SECONDS,
    ) -> Waited:
        """Wait until all given conditions hold, for at most `timeout` seconds.

        `text` must be shown somewhere on the page; `role` and `name` (with `text` in it) mean an element; `ref` must be
        visible. `gone=True` inverts these; `gone="e5"` waits until that element is gone, beside the others.
        `url` is a part of the page's address, or a pattern with `*`. `request`, `download`, `popup` (each a part of
        the address or a pattern; True for any) and `dialog` (part of its message) count from the beginning of the
        last action, so quick events are not missed; a request must be answered or have failed, a download must have
        ended. `function` is JavaScript whose value must be true; `state` is how far the document must have loaded
        (`load`, `networkidle`, …). Case and white space of texts are ignored.

        Never raises for what the page does or fails to do: then `success` is False and `missing` names the unmet
        conditions. Raises `InvalidInput` (`UnknownRef` included), `ConnectionLost`, and what a `function` throws.
        """
        wanted = Awaited(
            text=text,
            ref=ref,
            role=role,
            name=name,
            gone=gone,
            url=url,
            request=request,
            function=function,
            state=state,
            download=download,
            popup=popup,
            dialog=dialog,
        )
        return await wait_for(self._controller, wanted, self._page_of, timeout=timeout)

    @property
    def dialogs(self) -> Dialogs:
        """The alerts, confirms, prompts and beforeunload dialogs of the page, and the policy for them.

        `page.dialogs.policy = "hold"` leaves them open for `accept(text)` and `dismiss()`; `answer_next(accept=True,
        text="Ada")` answers the next one; `history` lists dialogs and answers. The page must be attached.
        """
        return self._controller.access.tab.dialogs

    @property
    def popups(self) -> list[Page]:
        """The tabs and windows that this page opened and that are still open, oldest first."""
        found = [self._page_of(info.target_id) for info in self._controller.access.tab.opened]
        return [page for page in found if page is not None]

    @property
    def downloads(self) -> tuple[Download, ...]:
        """The downloads that this page started, oldest first, with their progress and, at the end, their path."""
        return self._controller.access.tab.downloads

    async def save_downloads(self, folder: str | os.PathLike[str]) -> None:
        """Have what pages of this context download stored in `folder`, under the names their servers give.

        A name that is taken gets a number. `folder` is created if needed. `Browser.setDownloadBehavior`.
        """
        access = self._controller.access
        path = await anyio.Path(os.fspath(folder)).absolute()
        await save_downloads_to(access.chrome, str(path), access.context_id)

    # Emulation, and the page's own tools

    @property
    def emulation(self) -> Emulation:
        """The emulation of this page."""
        return self._controller.access.emulation

    async def emulate(self, **options: Unpack[EmulationOptions]) -> None:
        """Change the emulation, at once and for all later navigations, frames and workers; see `EmulationOptions`.

        None resets an option to the browser's own behaviour. Raises `InvalidInput` for an option or a value that is
        not valid; nothing is changed then.
        """
        self._controller.observer.captures.invalidate()
        await self._controller.access.emulate(options)
        self._controller.observer.captures.invalidate()

    async def tools(self) -> ToolList:
        """The tools that the page's documents offer now (WebMCP), in all frames.

        Empty where the page offers none; its `absent` is the reason where the browser does not support them.
        """
        return await self._controller.tools.refresh()

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        frame: str | None = None,
        timeout: float = TOOL_SECONDS,
    ) -> ToolAnswer:
        """Have the page run one of its tools; `arguments` follow the tool's `input_schema`.

        The answer holds the tool's output or its error; a tool that does not end within `timeout` seconds is canceled.
        A tool's output is untrusted text of the page. Raises `InvalidInput` for a tool that does not exist, and
        `ConnectionLost`.
        """
        async with self._controller.actions.turn:
            self._controller.observer.captures.invalidate()
            try:
                return await self._controller.tools.call(name, arguments or {}, frame=frame, timeout=timeout)
            finally:
                self._controller.observer.captures.invalidate()

    # Closing

    async def close(self, *, timeout: float = 10.0) -> None:
        """Close the tab, even one that does not answer. Closing twice is allowed."""
        await self._controller.access.close(timeout=timeout)
