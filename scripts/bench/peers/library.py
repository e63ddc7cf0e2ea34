"""Our action with its verified effect and delta, against Playwright's click alone and its click with an AI snapshot.

Also a page's first observation and that after one change, against Playwright's AI snapshot of it, with the tokens of
both. Both drive a Chromium of the same build with the same page, one client after the other in one process. Playwright
needs an asyncio loop: it has one in a thread of its own and takes its own time there, so that it is measured alike
beside asyncio and trio. It is needed by this measure alone: `make bench-peers` installs it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio.to_thread
from anyio.from_thread import BlockingPortal, start_blocking_portal

import cdp_engine
from cdp_engine.chrome import find_browser
from scripts.bench.interleave import Answer, Contestant, Line, Samples, compare, interleave
from scripts.bench.peers.links_page import BUTTONS, KINDS, SIZES, TICK, answer
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.webserver import WebServer

GOALS = {10: 1.3, 150: 1.3, 600: 1.5, 2000: 2.0}
"""Links on the page: the most that an action may cost as a multiple of Playwright's click alone on the same element."""
SNAPSHOT_GOALS = {600: 0.6, 2000: 0.6}
"""The same against its click with a snapshot."""
OBSERVE_GOAL = 0.6
"""The most that a page's first observation may cost as a multiple of Playwright's AI snapshot."""
AGAIN_GOAL = 0.08
"""The most that an observation after one change may cost as a multiple of the first, on the largest page."""
HEAVY, HEAVY_ROUNDS = 600, 9
"""From so many links a round takes a second: there are at most so many rounds."""
FILL_CLICK = "click on the field"
PAIR = ("insert", "remove")
"""Measured in one run, so that the list stays as long as it is."""


class Ours:
    """This engine on one page."""

    def __init__(self, page: cdp_engine.Page, address: str) -> None:
        self._page = page
        self._address = address
        self._refs: dict[str, str] = {}
        self._turn = 0
        self._version = 0

    async def act(self, kind: str) -> Answer:
        """The action, its effect verified, the delta for the model. Raises where the action failed."""
        self._turn += 1
        if kind == "fill":
            result = await self._page.fill(self._refs[kind], f"text {self._turn}")
        else:
            result = await self._page.click(self._refs[kind])
        observation = result.raise_for_error().observation
        if observation is None:
            raise RuntimeError(f"{kind}: nothing was observed")
        return Answer(observation.text)

    async def reload(self) -> None:
        """Show the page again, unseen."""
        await self._page.goto(self._address, wait_until="load")

    async def look(self) -> Answer:
        """The whole page."""
        view = await self._page.observe()
        self._version = view.version
        self._refs = {node.attributes.get("id", ""): node.ref for node in view.snapshot.nodes()}
        return Answer(view.text)

    async def change(self, script: str = TICK) -> None:
        """The page changes a text, or what a script says."""
        await self._page.evaluate(script)

    async def look_again(self) -> Answer:
        """What has changed since the last answer."""
        view = await self._page.observe(since=self._version)
        self._version = view.version
        return Answer(view.text)


class Theirs:
    """Playwright on one page; every coroutine runs on the loop of its own."""

    def __init__(self, page: Any, portal: BlockingPortal, address: str) -> None:
        self._page = page
        self._portal = portal
        self._address = address
        self._turn = 0

    async def there(self, run: Callable[[], Awaitable[str]]) -> Answer:
        """Run it on the other loop, with the time that it took there."""

        async def timed() -> Answer:
            began = time.perf_counter()
            text = await run()
            return Answer(text, time.perf_counter() - began)

        return await anyio.to_thread.run_sync(partial(self._portal.call, timed))

    async def act(self, kind: str) -> str:
        """The action alone."""
        self._turn += 1
        target = self._page.locator(f"#{kind}")
        await (target.fill(f"text {self._turn}") if kind == "fill" else target.click())
        return ""

    async def look(self) -> str:
        """The page as a snapshot for a model."""
        return await self._page.locator("body").aria_snapshot(mode="ai")

    async def click(self, kind: str) -> str:
        """A click on the element of that name, where the action is another one."""
        await self._page.locator(f"#{kind}").click()
        return ""

    async def act_and_look(self, kind: str) -> str:
        """The action, then the page."""
        await self.act(kind)
        return await self.look()

    async def reload(self) -> str:
        """Show the page again."""
        await self._page.goto(self._address)
        return ""

    async def change(self) -> str:
        """The page changes a text."""
        await self._page.evaluate(TICK)
        return ""


@asynccontextmanager
async def playwright_browser(portal: BlockingPortal) -> AsyncGenerator[Any]:
    """Playwright's browser, ours to close. Raises `ModuleNotFoundError` without Playwright."""
    playwright = importlib.import_module("playwright.async_api")
    flags = ["--no-sandbox", *CHROMIUM_FLAGS]

    async def start() -> tuple[Any, Any]:
        driver = await playwright.async_playwright().start()
        return driver, await driver.chromium.launch(executable_path=str(find_browser()), args=flags)

    driver, browser = await anyio.to_thread.run_sync(partial(portal.call, start))
    try:
        yield browser
    finally:
        for end in (browser.close, driver.stop):
            await anyio.to_thread.run_sync(partial(portal.call, end))


async def measure(rounds: int) -> list[Line]:
    """Every kind of change on every size of page. Raises `ModuleNotFoundError` without Playwright."""
    lines: list[Line] = []
    server = WebServer(answer)
    try:
        with start_blocking_portal("asyncio") as portal:
            async with (
                playwright_browser(portal) as other,
                cdp_engine.launch(args=CHROMIUM_FLAGS) as browser,
            ):
                for links in SIZES:
                    print(f"  {links} links", file=sys.stderr, flush=True)
                    address = f"{server.origin()}/{links}"
                    page = await browser.new_page()
                    their_page: Any = await anyio.to_thread.run_sync(partial(portal.call, other.new_page))
                    ours, theirs = Ours(page, address), Theirs(their_page, portal, address)
                    lines += await _sized(
                        ours, theirs, links, min(rounds, HEAVY_ROUNDS) if links >= HEAVY else rounds
                    )
                    await theirs.there(partial(_closed, their_page))
                    await page.close()
    finally:
        server.close()
    return lines


async def _closed(page: Any) -> str:
    await page.close()
    return ""


async def _sized(ours: Ours, theirs: Theirs, links: int, rounds: int) -> list[Line]:
    lines = await _observed(ours, theirs, links, rounds)
    for kinds in [PAIR, *((kind,) for kind in KINDS if kind not in PAIR)]:
        contestants: dict[str, Contestant] = {}
        for kind in kinds:
            contestants[f"ours {kind}"] = partial(ours.act, kind)
            contestants[f"click {kind}"] = partial(theirs.there, partial(theirs.act, kind))
            contestants[f"look {kind}"] = partial(theirs.there, partial(theirs.act_and_look, kind))
            if kind == "fill":
                contestants[FILL_CLICK] = partial(theirs.there, partial(theirs.click, kind))
        samples = await interleave(contestants, rounds=rounds, warmup=2)
        for kind in kinds:
            lines += _compared(f"{links} links, {kind}", kind, samples, links)
    return lines


def _compared(what: str, kind: str, samples: Samples, links: int) -> list[Line]:
    mine, goal = f"ours {kind}", SNAPSHOT_GOALS.get(links)
    if (
        kind == "fill"
    ):  # theirs selects the text and inserts another: it moves no mouse and waits for no frame
        return [
            compare(f"{what}: ours / click on the field", samples, mine, FILL_CLICK, goal=GOALS[links]),
            compare(f"{what}: ours / fill", samples, mine, f"click {kind}"),
            compare(f"{what}: ours / fill + snapshot", samples, mine, f"look {kind}", goal=goal),
        ]
    return [
        compare(f"{what}: ours / click", samples, mine, f"click {kind}", goal=GOALS[links]),
        compare(f"{what}: ours / click + snapshot", samples, mine, f"look {kind}", goal=goal),
    ]


async def _changed(ours: Ours, links: int, rounds: int, first: Samples) -> list[Line]:
    """An observation after one change of each kind that a script makes, against the first of the page."""
    contestants: dict[str, Contestant] = {}
    prepared: dict[str, Contestant] = {}
    for kind in BUTTONS:
        contestants[kind] = ours.look_again
        prepared[kind] = partial(ours.change, f"document.getElementById({kind!r}).click()")
    again = await interleave(contestants, rounds=rounds, warmup=2, prepare=prepared)
    both = Samples({**again.seconds, "first": first.seconds["ours"]})
    goal = AGAIN_GOAL if links == max(SIZES) else None
    return [
        compare(f"{links} links, {kind} by the page: again / first", both, kind, "first", goal=goal)
        for kind in BUTTONS
    ]


async def _observed(ours: Ours, theirs: Theirs, links: int, rounds: int) -> list[Line]:
    reload, change = partial(theirs.there, theirs.reload), partial(theirs.there, theirs.change)
    look = partial(theirs.there, theirs.look)
    prepared: Mapping[str, Contestant] = {"ours": ours.reload, "theirs": reload}
    first = await interleave({"ours": ours.look, "theirs": look}, rounds=rounds, prepare=prepared)
    prepared = {"ours": ours.change, "theirs": change}
    again = await interleave({"ours": ours.look_again, "theirs": look}, rounds=rounds, prepare=prepared)
    return [
        compare(f"{links} links, observe: ours / snapshot", first, "ours", "theirs", goal=OBSERVE_GOAL),
        compare(f"{links} links, one text changed: ours / snapshot", again, "ours", "theirs"),
        *await _changed(ours, links, rounds, first),
    ]
