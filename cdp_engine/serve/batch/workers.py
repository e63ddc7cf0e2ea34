"""Captures many pages by several browsers: distributes the work, and repeats the pages of a lost browser."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

import anyio

from cdp_engine.engine import Browser
from cdp_engine.errors import BrowserUnavailable, ConnectionFailed, ConnectionLost, DeadlineExceeded
from cdp_engine.protocol import browser as browser_domain
from cdp_engine.serve.batch.index import BatchFolder, Entry
from cdp_engine.serve.batch.page import CaptureSettings, capture_page
from cdp_engine.serve.batch.url_list import ListedPage

MOST_LOSSES = 2
"""How many browsers may be lost with a page, once with others and once alone, before the page is blamed."""
MOST_BARREN = 3
"""How often in a row a browser may be lost before it has read a page; then it is not restarted."""
HEALTH_SECONDS = 10.0

Open = Callable[[], AbstractAsyncContextManager[Browser]]


class WorkQueue:
    """The pages still to be captured, for several workers. Suspects were open when a browser was lost."""

    def __init__(self, wanted: Sequence[ListedPage]) -> None:
        self._waiting = deque(wanted)
        self._suspects: deque[ListedPage] = deque()
        self._taken = 0
        self._changed = anyio.Event()
        self.losses: Counter[ListedPage] = Counter()

    @property
    def left(self) -> int:
        """How many are not captured."""
        return len(self._waiting) + len(self._suspects) + self._taken

    async def more(self) -> bool:
        """Whether there is work; while others are at the last pages, one may still come back: that is waited for."""
        while not self._waiting and not self._suspects:
            if not self._taken:
                return False
            await self._changed.wait()
        return True

    def take(self, *, suspect: bool) -> ListedPage | None:
        """The next page, or the next suspect; None when there is none now."""
        pages = self._suspects if suspect else self._waiting
        if not pages:
            return None
        self._taken += 1
        return pages.popleft()

    def done(self) -> None:
        """Record that a page is captured or given up."""
        self._taken -= 1
        self._changed.set()
        self._changed = anyio.Event()

    def drop(self, wanted: ListedPage) -> None:
        """Queue a page once more, to be captured alone."""
        self._suspects.append(wanted)
        self.done()


class BatchRunner:
    """Several browsers at one batch, with `per_browser` pages open at once in each.

    `on_entry` receives every entry, `on_remark` what happens to browsers.
    """

    def __init__(
        self,
        folder: BatchFolder,
        settings: CaptureSettings,
        *,
        per_browser: int,
        on_entry: Callable[[Entry], None],
        on_remark: Callable[[str], None],
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._per_browser = per_browser
        self._on_entry = on_entry
        self._on_remark = on_remark
        self._kept = Counter[str]()
        self._unavailable: BrowserUnavailable | None = None

    async def capture(self, wanted: Sequence[ListedPage], browsers: Sequence[tuple[str, Open]]) -> None:
        """Capture all pages with the browsers, each a name of its own and what opens it.

        A browser that ends is opened again; one that cannot be had is set aside, and the others do its work. Raises
        the last `BrowserUnavailable` when none is left and pages are; what is captured by then is kept.
        """
        queue = WorkQueue(wanted)
        async with anyio.create_task_group() as tasks:
            for name, open_one in browsers:
                tasks.start_soon(self._run_browser, name, open_one, queue)
        if queue.left and self._unavailable is not None:
            raise self._unavailable

    async def _run_browser(self, name: str, open_one: Open, queue: WorkQueue) -> None:
        """Run one browser until no pages are left or it cannot be started any more."""
        barren = 0
        while await queue.more():
            before = self._kept[name]
            try:
                async with open_one() as browser:
                    await self._work(name, browser, queue)
            except BrowserUnavailable as error:
                self._set_aside(name, error)
                return
            except ConnectionLost as error:
                barren = 0 if self._kept[name] > before else barren + 1
                if barren == MOST_BARREN:
                    self._set_aside(
                        name, ConnectionFailed(f"it ended {barren} times in a row: {error.message}")
                    )
                    return
                self._on_remark(f"{name} is gone and is restarted: {error.message}")

    def _set_aside(self, name: str, error: BrowserUnavailable) -> None:
        self._unavailable = error
        self._on_remark(f"{name} is set aside: {error.message}")

    async def _work(self, name: str, browser: Browser, queue: WorkQueue) -> None:
        """Suspects one by one, then all others, until nothing is left. Raises `ConnectionLost`."""
        while await queue.more():
            await self._take_pages(name, browser, queue, suspect=True)
            lost: list[ConnectionLost] = []
            async with anyio.create_task_group() as tasks:

                async def take_pages(tasks: anyio.abc.TaskGroup, lost: list[ConnectionLost]) -> None:
                    try:
                        await self._take_pages(name, browser, queue, suspect=False)
                    except ConnectionLost as error:
                        lost.append(error)
                        tasks.cancel_scope.cancel()

                for _ in range(self._per_browser):
                    tasks.start_soon(take_pages, tasks, lost)
            if lost:
                raise lost[0]

    async def _take_pages(self, name: str, browser: Browser, queue: WorkQueue, *, suspect: bool) -> None:
        """One page after the other as long as there are such. Raises `ConnectionLost` when the browser has gone."""
        while (wanted := queue.take(suspect=suspect)) is not None:
            try:
                entry, text = await capture_page(browser, wanted, self._settings)
                if entry.error == "timeout":
                    await _check(browser)
                self._keep(name, wanted, entry, text, queue)
            except BaseException as error:
                # Lost with the browser, also where another page's loss has cancelled this one.
                queue.losses[wanted] += 1
                if not isinstance(error, ConnectionLost) or queue.losses[wanted] < MOST_LOSSES:
                    queue.drop(wanted)
                    raise
                gone = Entry(url=wanted.url, name=wanted.stem, error="browser_lost", message=error.message)
                queue.losses[wanted] -= 1  # this attempt is counted as such
                self._keep(name, wanted, gone, None, queue)
                queue.done()
                raise
            queue.done()

    def _keep(self, name: str, wanted: ListedPage, entry: Entry, text: str | None, queue: WorkQueue) -> None:
        attempts = self._folder.attempts(wanted) + queue.losses[wanted] + 1
        self._on_entry(self._folder.keep(wanted, entry, text, self._settings.suffix, attempts))
        self._kept[name] += 1


async def _check(browser: Browser) -> None:
    """Raise `ConnectionLost` for a browser that answers nothing any more, whatever its page does."""
    try:
        await browser.session.send(browser_domain.get_version(), timeout=HEALTH_SECONDS)
    except DeadlineExceeded as error:
        raise ConnectionLost("the browser does not answer any more") from error
