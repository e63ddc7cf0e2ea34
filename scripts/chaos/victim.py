"""A program that uses the engine until it is killed: launch, open, click, close, and again."""

from __future__ import annotations

import argparse
import sys

import anyio

import cdp_engine
from scripts.chaos.browsers import FLAGS


async def use(url: str, transport: str, once: bool) -> int:
    """Use browsers; one only, where it is to be once."""
    while True:
        chosen = "websocket" if transport == "websocket" else "pipe"
        async with cdp_engine.launch(transport=chosen, args=FLAGS) as browser:
            for _ in range(2):
                page = await browser.new_page(url)
                button = (await page.snapshot()).find(role="button", name="Count")[0]
                await page.click(button.ref)
                await page.close()
        if once:
            return 0


def main() -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.chaos.victim")
    parser.add_argument("url")
    parser.add_argument("--transport", default="pipe")
    parser.add_argument("--backend", default="asyncio")
    parser.add_argument("--once", action="store_true")
    options = parser.parse_args()
    return anyio.run(use, options.url, options.transport, options.once, backend=options.backend)


if __name__ == "__main__":
    sys.exit(main())
