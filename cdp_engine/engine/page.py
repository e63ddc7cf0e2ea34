"""One page as a program or a model uses it. Thin: each method hands the work to one room."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Unpack

import anyio

from cdp_engine.act import Performed
from cdp_engine.engine.acting.action_runner import Asked
from cdp_engine.engine.acting.touch_actions import Touches
from cdp_engine.engine.observing.marked_screenshots import marked_screenshot
from cdp_engine.engine.observing.observation_cache import Sight
from cdp_engine.engine.observing.reporter import Wish
from cdp_engine.engine.observing.shared_captures import Looks
from cdp_engine.engine.page_tools import Tooling
from cdp_engine.engine.results import ActionResult, Observation
from cdp_engine.engine.waiting.waits import Waits
from cdp_engine.errors import DeadlineExceeded, EngineError, InvalidInput, SessionDetached
from cdp_engine.observe import CaptureOptions, Snapshot, collector_paused, take_pictures
from cdp_engine.protocol import browser, target
from cdp_engine.rpc import Session
from cdp_engine.tab import (
    NO_EMULATION,
    Emulation,
    ImageFormat,
    NavigationResult,
    RequestInterceptors,
    Tab,
    WaitUntil,
)
from cdp_engine.track import Target
from cdp_engine.views import view_options

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from cdp_engine.engine.browser import Browser

NAVIGATION_SECONDS = 15.0
CAPTURE_OPTIONS = frozenset(CaptureOptions.__struct_fields__)
EVERYDAY = CaptureOptions()


def capture_options(options: Mapping[str, Any]) -> CaptureOptions:
    """Options by name. Raises `InvalidInput` for one that does not exist."""
    unknown = sorted(options.keys() - CAPTURE_OPTIONS)
    if unknown:
        raise InvalidInput(
            f"there is no capture option {unknown[0]!r}; there are: {', '.join(sorted(CAPTURE_OPTIONS))}"
        )
    return CaptureOptions(**options)


class Page(Waits, Touches, Tooling):
    """A tab of the browser. Made by `Browser.new_page`, `Context.new_page` and `Browser.pages`.

    It may be used from several tasks; actions run one after the other. Every wait has a deadline in seconds.
    """

    def __init__(
        self,
        browser: Browser,
        target_id: target.TargetID,
        tasks: TaskGroup,
        *,
        context_id: browser.BrowserContextID | None = None,
        emulation: Emulation = NO_EMULATION,
        post: RequestInterceptors | None = None,
    ) -> None:
        super().__init__()
        self._post = post
        self._emulation = emulation
        self.browser = browser
        self.target_id = target_id
        self.context_id = context_id
        self._tasks = tasks
        self._tab: Tab | None = None
        self._opening = anyio.Lock()
        self._last_use = anyio.current_time()
        self._users = 0
        self._kept = False
        self._gone = False
        self._looks = Looks()
        self._sight = Sight()

    def __repr__(self) -> str:
        return f"<Page {self.target_id} {self.url!r}>"

    # What it is

    @property
    def url(self) -> str:
        """The address of the document in the tab, with its fragment."""
        if self._tab is not None and self._tab.frames.known:
            return self._tab.url
        info = self.browser.chrome.targets.get(self.target_id)
        return "" if info is None else info.url

    @property
    def closed(self) -> bool:
        """Whether the tab is gone for good."""
        if self._tab is not None:
            return self._tab.closed
        return self._gone or self.target_id not in self.browser.chrome.targets

    @property
    def is_used(self) -> bool:
        """Whether the tab was attached to."""
        return self._tab is not None

    async def title(self) -> str:
        """The document's title."""
        return str(await self.evaluate("document.title"))

    @property
    def session(self) -> Session:
        """Raw typed CDP on the page's own session: `await page.session.send(dom.get_document(depth=-1))`.

        A page that was used so is never detached from for being idle. Raises `InvalidInput` for a page of
        `Browser.pages` before its first use; `attach` it.
        """
        return self.tab.session

    @property
    def tab(self) -> Tab:
        """The room below: frames, network, dialogs, downloads. Raises as `session` does."""
        if self._tab is None:
            raise InvalidInput("the page was not used yet", hint="Call `await page.attach()` first.")
        self._kept = True
        return self._tab

    async def attach(self, *, timeout: float = 10.0) -> Tab:
        """Attach to the tab if that was not done yet or it was let go of; every method below does so by itself.

        Raises `DeadlineExceeded` for a tab that does not answer, `TargetClosed` for one that is gone.
        """
        self._last_use = anyio.current_time()
        async with self._opening:
            if self._tab is None:
                self._tab = await Tab.open(
                    self.browser.chrome,
                    self.target_id,
                    self._tasks,
                    timeout=timeout,
                    emulation=self._emulation,
                    effects=self.browser.effects,
                    interceptors=self._post,
                )
                self._tab.on_document_change(self.memory.tracker.document_changed)
            elif isinstance(self._tab.failure, SessionDetached):
                await self._tab.attach(timeout=timeout)
            return self._tab

    @asynccontextmanager
    async def use(self, *, timeout: float = 10.0) -> AsyncGenerator[Tab]:
        """The tab, attached and kept attached for the length of the block. Raises as `attach` does."""
        with self._in_use():
            yield await self.attach(timeout=timeout)

    @contextmanager
    def _in_use(self) -> Generator[None]:
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self._last_use = anyio.current_time()

    async def guard_from_now_on(self, post: RequestInterceptors) -> None:
        """Hold the page to lists of domains; `Context.limit` is the way to it."""
        self._post = post
        if self._tab is not None and not self._tab.closed:
            await self._tab.guard_from_now_on(post)

    async def _act(
        self,
        action: str,
        since: int | None,
        deed: Callable[[Tab], Awaitable[Performed]],
        target: Target | None = None,
        **asked: Unpack[Asked],
    ) -> ActionResult:
        with self._in_use():
            return await super()._act(action, since, deed, target, **asked)

    # Going somewhere

    async def goto(
        self, url: str, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """Open an address; see `Tab.goto` for `wait_until`, the result and the errors (SX-03)."""
        async with self.use() as tab:
            return await tab.goto(url, wait_until=wait_until, timeout=timeout)

    async def reload(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """Load the page again; brings a crashed one back."""
        async with self.use() as tab:
            return await tab.reload(wait_until=wait_until, timeout=timeout)

    async def back(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step back in the history; `outcome` is `nothing` when there is none."""
        async with self.use() as tab:
            return await tab.back(wait_until=wait_until, timeout=timeout)

    async def forward(
        self, *, wait_until: WaitUntil = "ready", timeout: float = NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step forward in the history; `outcome` is `nothing` when there is none."""
        async with self.use() as tab:
            return await tab.forward(wait_until=wait_until, timeout=timeout)

    # Reading

    async def evaluate(self, expression: str, *args: object, timeout: float = 30.0) -> Any:
        """Run JavaScript in the main frame and return its value; see `Tab.evaluate`."""
        async with self.use() as tab:
            return await tab.evaluate(expression, *args, timeout=timeout)

    async def snapshot(self, **options: Any) -> Snapshot:
        """The complete page at this moment. `options` are those of `CaptureOptions`.

        Whoever asks while a capture of the same kind is under way gets its result, unless something was done to the
        page since it began (VD-11, CD-05). Raises `CaptureFailed`, `PageRefused`, `DialogBlocking`, `TargetCrashed`,
        `TargetClosed`; `InvalidInput` for an option that does not exist.
        """
        return await self.look(capture_options(options), anew=True)

    async def look(self, options: CaptureOptions = EVERYDAY, *, anew: bool = False) -> Snapshot:
        """The page now, seen by the tracker; nobody is told. Raises as `snapshot` does.

        Unless it is to be made `anew`, a page on which nothing happened is not captured again (CD-17).
        """
        async with self.use() as tab:
            if tab.failure is not None and not tab.frames.known:
                raise tab.failure  # crashed or closed: there is nothing to look at
            return await self._looks.look((options, anew), lambda: self._take(tab, options, anew))

    async def _take(self, tab: Tab, options: CaptureOptions, anew: bool) -> Snapshot:
        snapshot = await self._sight.take(tab, options, self.refs, anew=anew)
        with collector_paused():
            self.memory.see(snapshot)
        return snapshot

    async def tell(self, snapshot: Snapshot, **wish: Unpack[Wish]) -> Observation:
        """The answer to a caller, with what was said on the page since the last one (SX-08)."""
        said = self._sight.said()
        with collector_paused():
            answer = self.memory.answer(snapshot, said=said, at=anyio.current_time(), **wish)
        return await self.with_tools(answer)

    def touched(self) -> None:
        """Something was, or is about to be, done to the page: nothing seen before counts any more (CD-05)."""
        self._looks.invalidate()

    async def observe(
        self, *, since: int | None = None, format: str = "outline", **options: Any
    ) -> Observation:
        """What a model should see of the page now.

        Without `since` the whole page is shown. `since` is the version of an answer that the caller has: the text is
        then the least that brings that picture up to date (`delta`, `overlay_opened`, `overlay_closed`,
        `overlay_updated`, `no_change`), or the whole page again where that is in doubt; `reason` says why (FP-07,
        FP-08). `format` names a view; `options` are those of the view and of the capture (`CaptureOptions`), told
        apart by name. Formats other than `outline` and `factpack` are always shown whole.

        Raises what `snapshot` raises, and `UnknownFormat`.
        """
        view = view_options(format)
        for_capture = {name: value for name, value in options.items() if name in CAPTURE_OPTIONS - view}
        for_view = {name: value for name, value in options.items() if name not in for_capture}
        snapshot = await self.look(capture_options(for_capture), anew=since is None)
        return await self.tell(snapshot, since=since, full=since is None, format=format, options=for_view)

    async def screenshot(
        self,
        *,
        ref: str | None = None,
        full_page: bool = False,
        marks: bool = False,
        format: ImageFormat = "png",
        timeout: float = 15.0,
    ) -> bytes:
        """A picture of the viewport, of the element `ref`, or of the whole page.

        With `marks`, a numbered frame lies around each element in view: number 12 is the element e12 (SX-12).
        """
        async with self.use() as tab:
            clip = None
            if ref is not None:
                box = (await self.snapshot()).get(self.named(tab, ref)).box
                clip = None if box is None else (box.x, box.y, box.width, box.height)
            if marks:
                seen = await self.snapshot()
                return await marked_screenshot(
                    tab, seen, full_page=full_page, clip=clip, format=format, timeout=timeout
                )
            return await tab.screenshot(full_page=full_page, clip=clip, format=format, timeout=timeout)

    async def pictures(
        self, *, most: int = 8, format: ImageFormat = "png", timeout: float = 15.0, **options: Any
    ) -> dict[str, bytes]:
        """Pictures of the canvases and images on the page, by ref, for models that can see (CD-10).

        `options` are those of `snapshot`; raises what it and `screenshot` raise.
        """
        seen = await self.snapshot(**options)
        async with self.use() as tab:
            return await take_pictures(tab, seen, most=most, format=format, timeout=timeout)

    async def pdf(self, *, timeout: float = 30.0) -> bytes:
        """The page as a PDF document (headless browsers only)."""
        async with self.use() as tab:
            return await tab.pdf(timeout=timeout)

    # Its end

    async def close(self, *, timeout: float = 10.0) -> None:
        """Close the tab. Closing twice is allowed, and a tab that does not answer is closed, too."""
        if self._tab is not None:
            await self._tab.close(timeout=timeout)
        elif not self.closed:
            with anyio.move_on_after(timeout) as scope:
                await self.browser.chrome.close_target(self.target_id)
            if scope.cancelled_caught:
                raise DeadlineExceeded("end of the tab", timeout)
            self._gone = True

    async def retire(self) -> None:
        """Put away what was kept of a tab that has gone from the browser."""
        with suppress(EngineError):
            await self.close()

    async def release(self) -> None:
        """Let go of the tab for good and leave it open in the browser."""
        if self._tab is not None:
            await self._tab.release()

    async def park_if_idle(self, seconds: float) -> None:
        """Detach if nobody has used the page for so long; the next use attaches again and refs stay good (CD-08)."""
        async with self._opening:
            idle = anyio.current_time() - self._last_use >= seconds
            # Chrome takes its emulation, and its limits, from a tab that nobody is attached to.
            needed = self._users or self._kept or self._emulation or self._post is not None
            if idle and not needed and self._tab is not None and not self._tab.closed:
                await self._tab.detach()
