"""`make demo`: buy something in the bundled shop. `make demo URL=https://…`: observe any page.

Exit code 0 when every step happened, 1 when one did not.
"""

from __future__ import annotations

import argparse
import sys
import time

import anyio

import cdp_engine
from cdp_engine.errors import EngineError
from scripts.demo.purchase import Purchase, Show, StepError
from scripts.demo.shop import open_shop

CHROMIUM_FLAGS = ("--site-per-process", "--host-resolver-rules=MAP *.test 127.0.0.1")


async def buy(show: Show, *, headless: bool = True) -> Purchase:
    """Open the shop, launch a Chromium, buy. Raises `StepError` when a step did not happen."""
    with open_shop() as shop:
        async with cdp_engine.launch(headless=headless, args=CHROMIUM_FLAGS) as browser:
            show(f"{browser.version} · {shop.url}")
            purchase = Purchase(await browser.new_page(), shop, show)
            await purchase.run()
            return purchase


async def observe(url: str, show: Show, *, headless: bool = True) -> None:
    """Show any page as a model would see it."""
    async with cdp_engine.launch(headless=headless) as browser:
        page = await browser.new_page(url)
        view = await page.observe()
        show(view.text)
        stats = view.snapshot.stats
        show(
            f"\n{len(view.text)} characters for {stats.elements} elements in {stats.frames} frames, "
            f"{stats.interactive} of them to act on"
        )


async def run(options: argparse.Namespace) -> int:
    """Do what the command line asks for; the exit code."""
    began = time.monotonic()
    try:
        if options.url:
            await observe(options.url, print, headless=not options.headed)
            return 0
        done = await buy(print, headless=not options.headed)
    except StepError as failure:
        print(f"\n✗ demo failed: {failure}", file=sys.stderr)
        return 1
    except EngineError as error:
        print(f"\n✗ demo failed: {error}\n  {error.hint}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - began
    print(f"\nBought and paid in {seconds:.1f} s: {done.steps} steps, {done.checks} checks, all passed")
    return 0


def main() -> int:
    """Parse the command line and run on the chosen event loop."""
    parser = argparse.ArgumentParser(prog="python -m scripts.demo", description=__doc__)
    parser.add_argument("--url", help="observe this page instead of shopping")
    parser.add_argument("--headed", action="store_true", help="show the browser's window")
    parser.add_argument("--backend", choices=("asyncio", "trio"), default="asyncio", help="the event loop")
    options = parser.parse_args()
    return anyio.run(run, options, backend=options.backend)


if __name__ == "__main__":
    sys.exit(main())
