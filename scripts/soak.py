"""`python -m scripts.soak --minutes N`: use one browser for a long time and watch what is left behind.

First one page is used for many rounds of click and look (`--rounds`); neither process may grow with them. Then every
round opens a page in a context of its own, buys something in the demo shop and closes it. Afterwards no page may be
left, and the memory of this process may have grown only by a margin.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from urllib.parse import quote

import anyio

import cdp_engine
from cdp_engine.engine import controller_of
from cdp_engine.protocol import heap_profiler, performance
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.demo.purchase import Purchase, StepError
from scripts.demo.shop import open_shop

WARMUP = 3
"""Rounds before the first reading: caches fill in them."""

MARGIN = 48 * 1024 * 1024
"""Bytes by which peak memory may grow after the warm-up."""


def peak_memory() -> int:
    """Peak resident memory of this process in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


async def one_round(browser: cdp_engine.Browser) -> None:
    """One whole purchase on a page of its own."""
    with open_shop() as shop:
        async with browser.new_context() as context:
            page = await context.new_page()
            await Purchase(page, shop, lambda _text: None).run()
            await page.close()


ONE_PAGE = """<!doctype html><title>Soak</title><main><h1>Soak</h1><button id=b>Press</button><p id=n>0</p>
<ul id=l></ul><div role=status id=s></div></main><script>let c = 0; b.onclick = () => { n.textContent = ++c;
if (c % 3 == 0) l.innerHTML = [...Array(40).keys()].map(i => `<li><button>Row ${i + c % 7}</button>`).join("");
s.textContent = c % 2 ? "Saved " + c : "" }</script>"""
"""Rebuilds its list again and again, as frameworks do."""

ROUNDS_BETWEEN_READINGS = 500
HEAP_MARGIN = 8 * 1024 * 1024
NODE_MARGIN = 4_000


async def page_memory(page: cdp_engine.Page) -> tuple[float, float]:
    """Bytes of script memory in use and DOM nodes that the page's process holds, after a collection."""
    await page.session.send(heap_profiler.collect_garbage())
    await page.session.send(performance.enable())
    reply = await page.session.send(performance.get_metrics())
    found = {metric.name: metric.value for metric in reply.metrics}
    return found.get("JSHeapUsedSize", 0.0), found.get("Nodes", 0.0)


async def on_one_page(rounds: int) -> int:
    """Many clicks and observations on one page; 1 when the memory of either process grew with them."""
    async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
        page = await browser.new_page("data:text/html," + quote(ONE_PAGE))
        view = await page.observe()
        button = view.snapshot.find(role="button", name="Press")[0].ref
        settled: tuple[int, float, float] | None = None
        grown = 0, 0.0, 0.0
        for number in range(1, rounds + 1):
            result = await page.click(button)
            if not result.success:
                print(f"round {number} failed: {result.message}", file=sys.stderr)
                return 1
            if number % ROUNDS_BETWEEN_READINGS == 0 or number == rounds:
                reading = (peak_memory(), *await page_memory(page))
                settled = settled or reading
                grown = reading[0] - settled[0], reading[1] - settled[1], reading[2] - settled[2]
                print(
                    f"round {number}: peak {reading[0] / 2**20:.0f} MiB here, {reading[1] / 2**20:.1f} MiB and"
                    f" {reading[2]:.0f} nodes in the page, {len(controller_of(page).refs)} refs",
                    flush=True,
                )
    print(
        f"{rounds} rounds on one page: grew by {grown[0] / 2**20:.1f} MiB here, {grown[1] / 2**20:.1f} MiB there"
    )
    return 1 if grown[0] > MARGIN or grown[1] > HEAP_MARGIN or grown[2] > NODE_MARGIN else 0


async def run(minutes: float, rounds: int) -> int:
    """The rounds on one page, then purchases until the time is up; 1 when something stayed behind."""
    if rounds and await on_one_page(rounds):
        return 1
    return await purchases(minutes)


async def purchases(minutes: float) -> int:
    """Rounds until the time is up; 1 when something stayed behind."""
    ends = time.monotonic() + minutes * 60
    rounds = 0
    settled = 0
    async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
        pages_before = len(await browser.pages())
        while rounds <= WARMUP or time.monotonic() < ends:
            try:
                await one_round(browser)
            except StepError as failure:
                print(f"round {rounds + 1} failed: {failure}", file=sys.stderr)
                return 1
            rounds += 1
            if rounds == WARMUP:
                settled = peak_memory()
            print(f"round {rounds}: peak memory {peak_memory() / 2**20:.0f} MiB", flush=True)
        left = len(await browser.pages()) - pages_before
    grown = peak_memory() - settled
    print(f"{rounds} rounds, {left} pages left behind, memory grew by {grown / 2**20:.1f} MiB after warm-up")
    return 1 if left or grown > MARGIN else 0


def main() -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument(
        "--rounds", type=int, default=10_000, help="clicks and observations on one page (10000)"
    )
    parser.add_argument("--backend", choices=("asyncio", "trio"), default="asyncio")
    options = parser.parse_args()
    return anyio.run(run, options.minutes, options.rounds, backend=options.backend)


if __name__ == "__main__":
    sys.exit(main())
