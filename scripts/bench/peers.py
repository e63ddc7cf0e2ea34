"""Our action with its verified effect and delta, against Playwright's click alone and its click with an AI snapshot.

Both drive a Chromium of the same build with the same page, one client after the other in one process. Playwright is
needed by this measure alone: `make bench-peers` installs it.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import cdp_engine
from cdp_engine.chrome import find_browser
from scripts.bench.interleave import Line, compare, interleave
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.webserver import Request, Response, WebServer

GOALS = {10: 1.3, 150: 1.3, 600: 1.5, 2000: 2.0}
"""Links on the page: the most that an action may cost as a multiple of Playwright's click alone."""
SNAPSHOT_GOALS = {600: 0.6, 2000: 0.6}
"""The same against its click with a snapshot."""
KINDS = ("text", "insert", "attribute", "show", "fill")

_SCRIPT = """
let n = 0;
const on = (id, act) => document.getElementById(id).addEventListener("click", act);
on("text", () => { said.textContent = `said ${++n}`; });
on("insert", () => {
  const item = document.createElement("li");
  item.textContent = `new ${++n}`;
  list.replaceChildren(item);
});
on("attribute", (event) => event.target.setAttribute("aria-pressed", String(++n % 2 === 0)));
on("show", () => { box.hidden = !box.hidden; });
"""


def page_of(links: int) -> str:
    """A page with so many links, five elements a row, and a button for every kind of change."""
    rows = "".join(
        f"<tr><td>{i}<td><a href='#{i}'>Item {i}</a><td><span>{i}.00</span></tr>" for i in range(links)
    )
    buttons = "".join(f"<button id={kind}>{kind}</button>" for kind in KINDS[:-1])
    return (
        f"<!doctype html><meta charset=utf-8><title>Links</title><h1>Links</h1>{buttons}"
        "<input id=fill aria-label=Name><p id=said>0</p><div id=box hidden>Shown</div><ul id=list></ul>"
        f"<script>{_SCRIPT}</script><table>{rows}</table>"
    )


def answer(request: Request) -> Response:
    """`/<links>` is a page of so many links."""
    name = request.path.strip("/")
    return Response(page_of(int(name))) if name.isdigit() else Response(status=404)


class Ours:
    """This engine on one page."""

    def __init__(self, page: cdp_engine.Page, refs: dict[str, str]) -> None:
        self._page = page
        self._refs = refs
        self._turn = 0

    async def act(self, kind: str) -> None:
        """The action, its effect verified, the delta for the model. Raises where the action failed."""
        self._turn += 1
        if kind == "fill":
            result = await self._page.fill(self._refs[kind], f"text {self._turn}")
        else:
            result = await self._page.click(self._refs[kind])
        if result.raise_for_error().observation is None:
            raise RuntimeError(f"{kind}: nothing was observed")


class Theirs:
    """Playwright on one page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._turn = 0

    async def act(self, kind: str) -> None:
        """The action alone."""
        self._turn += 1
        target = self._page.locator(f"#{kind}")
        await (target.fill(f"text {self._turn}") if kind == "fill" else target.click())

    async def act_and_look(self, kind: str) -> None:
        """The action, then the page as a snapshot for a model."""
        await self.act(kind)
        await self._page.locator("body").aria_snapshot(mode="ai")


async def measure(rounds: int) -> list[Line]:
    """Every kind of change on every size of page. Raises `ModuleNotFoundError` without Playwright."""
    playwright = importlib.import_module("playwright.async_api")
    lines: list[Line] = []
    server = WebServer(answer)
    flags = ["--no-sandbox", *CHROMIUM_FLAGS]
    try:
        async with (
            playwright.async_playwright() as driver,
            cdp_engine.launch(args=CHROMIUM_FLAGS) as browser,
        ):
            other = await driver.chromium.launch(executable_path=str(find_browser()), args=flags)
            for links in GOALS:
                address = f"{server.origin()}/{links}"
                page = await browser.new_page()
                await page.goto(address, wait_until="load")
                snapshot = await page.snapshot()
                refs = {node.attributes.get("id", ""): node.ref for node in snapshot.nodes()}
                await page.observe()
                theirs = await other.new_page()
                await theirs.goto(address)
                lines += await _sized(Ours(page, refs), Theirs(theirs), links, rounds)
                await theirs.close()
                await page.close()
            await other.close()
    finally:
        server.close()
    return lines


async def _sized(ours: Ours, theirs: Theirs, links: int, rounds: int) -> list[Line]:
    lines: list[Line] = []
    for kind in KINDS:
        contestants: dict[str, Callable[[], Awaitable[object]]] = {
            "ours": partial(ours.act, kind),
            "click": partial(theirs.act, kind),
            "look": partial(theirs.act_and_look, kind),
        }
        samples = await interleave(contestants, rounds=rounds, warmup=2)
        what = f"{links} links, {kind}"
        lines.append(compare(f"{what}: ours / click", samples, "ours", "click", goal=GOALS[links]))
        lines.append(
            compare(
                f"{what}: ours / click + snapshot", samples, "ours", "look", goal=SNAPSHOT_GOALS.get(links)
            )
        )
    return lines
