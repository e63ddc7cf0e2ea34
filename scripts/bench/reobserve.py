"""Looking again after one label changed, and after nothing did, against the three raw calls on the same page."""

from __future__ import annotations

from functools import partial

import cdp_engine
from cdp_engine.engine import controller_of
from scripts.bench.interleave import Line, compare, interleave
from scripts.bench.observe import SECONDS, answer, raw, three_calls
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.webserver import WebServer

ROWS = 840
"""10 000 elements."""
GOAL = 0.05


class Caller:
    """A caller that observes a page repeatedly."""

    def __init__(self, page: cdp_engine.Page, version: int) -> None:
        self.page = page
        self.version = version
        self.turn = 0

    async def look(self, kind: str) -> None:
        """Bring the picture up to date; it must be by an answer of that kind."""
        view = await self.page.observe(since=self.version)
        if view.kind != kind:
            raise RuntimeError(f"{view.kind} ({view.reason}) instead of {kind}")
        self.version = view.version

    async def after_a_label(self) -> None:
        """One label differs."""
        self.turn += 1
        at, word = self.turn % ROWS, "Take" if self.turn // ROWS % 2 == 0 else "Fetch"
        await self.page.evaluate(f"document.querySelectorAll('.price')[{at}].textContent = '{word}'; 0")
        await self.look("delta")

    async def after_nothing(self) -> None:
        """Nothing differs."""
        await self.look("no_change")


async def measure(rounds: int) -> list[Line]:
    """Both observations, at 10 000 elements. The script that changes the label counts as ours."""
    server = WebServer(answer)
    try:
        async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
            page = await browser.new_page()
            controller_of(page).observer.reporter.tracker.full_after = 0
            await page.goto(f"{server.origin()}/{ROWS}", wait_until="load", timeout=SECONDS)
            caller = Caller(page, (await page.observe()).version)
            for _ in range(3):
                await caller.after_nothing()
            samples = await interleave(
                {
                    "raw": partial(raw, controller_of(page).tab, *three_calls()),
                    "label": caller.after_a_label,
                    "nothing": caller.after_nothing,
                },
                rounds=max(5, rounds),
            )
    finally:
        server.close()
    return [
        compare(
            "one label of 10k elements changed: look again / raw calls", samples, "label", "raw", goal=GOAL
        ),
        compare("nothing changed: look again / raw calls", samples, "nothing", "raw", goal=GOAL),
    ]
