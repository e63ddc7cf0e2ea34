"""Rounds with browsers of our own: one and its storm, twenty pages, five browsers, two engines on one."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

import cdp_engine
from cdp_engine import Browser
from scripts.chaos.calls import PATIENCE, Round
from scripts.chaos.census import connection_is_quiet
from scripts.chaos.playground import Playground
from scripts.chaos.storm import Storm
from scripts.chaos.visitor import Visitor, fresh_page_works

FLAGS = ("--site-per-process",)
START_SECONDS = 60.0
END_SECONDS = 20.0


@asynccontextmanager
async def launched(round: Round, *, transport: str | None = None) -> AsyncGenerator[Browser]:
    """A browser for the length of a block; its beginning and its end have deadlines, too."""
    chosen = (
        "websocket" if (transport or round.random.choice(("pipe", "websocket"))) == "websocket" else "pipe"
    )
    began = time.monotonic()
    async with cdp_engine.launch(transport=chosen, args=FLAGS, timeout=START_SECONDS) as browser:
        within(round, "launch", began, START_SECONDS)
        yield browser
        began = time.monotonic()
    within(round, "end of the browser", began, END_SECONDS)


def within(round: Round, name: str, began: float, seconds: float) -> None:
    """Record calls that took too long although nothing interrupted them."""
    took = time.monotonic() - began
    if took > seconds * PATIENCE:
        round.found(f"{name} took {took:.1f} s, more than {seconds:g} s")


async def one_browser(round: Round, ground: Playground) -> None:
    """A few visitors in one browser, pages of the default context and of others, and a storm."""
    await _visited(
        round, ground, pages=round.random.randint(1, 4), steps=8, faults=round.random.randint(1, 8)
    )


async def quiet_browser(round: Round, ground: Playground) -> None:
    """Visitors without any fault: no error needs one then."""
    await _visited(round, ground, pages=round.random.randint(1, 3), steps=10, faults=0)


async def twenty_pages(round: Round, ground: Playground) -> None:
    """Twenty visitors at once."""
    await _visited(round, ground, pages=20, steps=3, faults=round.random.randint(0, 4))


async def _visited(round: Round, ground: Playground, *, pages: int, steps: int, faults: int) -> None:
    deadly = faults > 0 and round.random.random() < 0.2
    async with launched(round) as browser:
        await visit(round, ground, browser, pages=pages, steps=steps, faults=faults, deadly=deadly)
        if "connection" not in round.broken:
            await fresh_page_works(round, browser, ground)
        await connection_is_quiet(round, browser, "after the storm")


async def visit(
    round: Round,
    ground: Playground,
    browser: Browser,
    *,
    name: str = "v",
    pages: int,
    steps: int,
    faults: int,
    deadly: bool = False,
) -> None:
    """Visitors and a storm, until all visitors are done."""
    async with _homes(round, browser) as homes:
        visitors = [
            Visitor(round, round.random.choice(homes), ground, f"{name}{number}") for number in range(pages)
        ]
        storm = Storm(round, browser, visitors, ground)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_run_all, visitors, steps, tasks.cancel_scope)
            tasks.start_soon(storm.rage, faults, deadly)
        storm.calm()
        for visitor in visitors:
            if visitor.page is not None:
                await round.call(f"{visitor.key}: last close", 24.0, visitor.page.close)


async def five_browsers(round: Round, ground: Playground) -> None:
    """Five browsers at once; one of them is killed, the others do not notice."""
    victim = round.random.randrange(5)

    async def one(number: int) -> None:
        own = Round(
            f"{round.name}.{number}", round.random, round.backend, round.temporary, findings=round.findings
        )
        async with launched(own) as browser:
            await visit(
                own,
                ground,
                browser,
                name=f"n{number}-",
                pages=1,
                steps=3,
                faults=int(number == victim),
                deadly=number == victim,
            )
            if number != victim:
                await fresh_page_works(own, browser, ground, f"fresh{number}")
        round.outcomes.update(own.outcomes)
        round.faults += own.faults
        round.slowest = max(round.slowest, own.slowest)

    async with anyio.create_task_group() as tasks:
        for number in range(5):
            tasks.start_soon(one, number)


async def two_engines(round: Round, ground: Playground) -> None:
    """Two engines on one browser: each closes and reloads the other's tabs."""
    async with launched(round, transport="websocket") as first, cdp_engine.connect(first.endpoint) as second:
        async with anyio.create_task_group() as tasks:
            for name, browser in (("a", first), ("b", second)):
                tasks.start_soon(_visit_shared, round, ground, browser, name)
        await fresh_page_works(round, second, ground)
        await fresh_page_works(round, first, ground)
        for name, browser in (("first", first), ("second", second)):
            await connection_is_quiet(round, browser, name)


async def _visit_shared(round: Round, ground: Playground, browser: Browser, name: str) -> None:
    round.broken.add("tab")
    await visit(round, ground, browser, name=name, pages=2, steps=5, faults=3)


@asynccontextmanager
async def _homes(
    round: Round, browser: Browser
) -> AsyncGenerator[list[cdp_engine.Browser | cdp_engine.Context]]:
    if round.random.random() < 0.5:
        yield [browser]
        return
    async with browser.new_context() as context:
        yield [browser, context]


async def _run_all(visitors: list[Visitor], steps: int, scope: anyio.CancelScope) -> None:
    async with anyio.create_task_group() as tasks:
        for visitor in visitors:
            tasks.start_soon(visitor.run, steps)
    scope.cancel()  # the storm has nobody left to hit
