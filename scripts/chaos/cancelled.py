"""Rounds in which calls are cancelled at every await: the next call works, and nothing is left of the cancelled one."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
import anyio.lowlevel

import cdp_engine
from cdp_engine import Browser, Page
from scripts.chaos.browsers import FLAGS, launched, within
from scripts.chaos.calls import Round
from scripts.chaos.census import connection_is_quiet
from scripts.chaos.playground import Playground
from scripts.chaos.visitor import fresh_page_works

PROMPT_SECONDS = 8.0
"""How long a cancelled call may take to clean up."""


async def cancelled_calls(round: Round, ground: Playground) -> None:
    """Many calls on one page, each cancelled after a random number of turns of the loop."""
    async with launched(round) as browser:
        page = await browser.new_page(ground.url("c"))
        for _ in range(14):
            name, task = await _call(round, ground, browser, page)
            await cancelled(round, name, task)
            if page.closed or name == "close":  # a cancelled close may come about all the same
                page = await browser.new_page(ground.url("c"))
            answer = await round.call("evaluate after a cancellation", 20.0, partial(page.evaluate, "1 + 1"))
            if answer != 2:
                round.found(f"after a cancelled {name}: 1 + 1 is {answer!r}")
        await round.call("close", 24.0, page.close)
        await fresh_page_works(round, browser, ground)
        await connection_is_quiet(round, browser, "after cancelled calls")


async def cancelled_launches(round: Round, ground: Playground) -> None:
    """Launches cancelled at any moment."""

    async def used() -> None:
        async with cdp_engine.launch(args=FLAGS) as browser:
            page = await browser.new_page(ground.url("l"))
            await page.observe()

    for _ in range(3):
        await cancelled(round, "launch", used, turns=400, seconds=2.0)


async def cancelled(
    round: Round, name: str, task: Callable[[], Awaitable[Any]], *, turns: int = 200, seconds: float = 0.4
) -> None:
    """Cancel `task` after so many turns of the loop, or so much time, at most."""
    by_turns = round.random.random() < 0.7
    limit = int(turns ** round.random.random()) if by_turns else 0
    delay = round.random.uniform(0.0, seconds)
    asked = time.monotonic()

    async def cancel_later(scope: anyio.CancelScope) -> None:
        nonlocal asked
        for _ in range(limit):
            await anyio.lowlevel.checkpoint()
        if not by_turns:
            await anyio.sleep(delay)
        asked = time.monotonic()
        scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(cancel_later, tasks.cancel_scope)
        await round.call(f"cancelled {name}", 60.0, task)
        tasks.cancel_scope.cancel()
    round.fault(f"cancelled {name}")
    within(round, f"the end of a cancelled {name}", asked, PROMPT_SECONDS)


async def _call(
    round: Round, ground: Playground, browser: Browser, page: Page
) -> tuple[str, Callable[[], Awaitable[Any]]]:
    """A random call on the page or the browser."""
    seen = await round.call("snapshot", 25.0, page.snapshot)
    buttons = seen.find(role="button", name="Count") if seen is not None else []
    fields = seen.find(role="textbox") if seen is not None else []

    async def context() -> None:
        async with browser.new_context(locale="de-DE") as made:
            await made.new_page(ground.url("x"))

    async def extra_page() -> None:
        extra = await browser.new_page(ground.url("y"))
        await extra.close()

    calls: dict[str, Callable[[], Awaitable[Any]]] = {
        "goto": lambda: page.goto(ground.url("c")),
        "reload": page.reload,
        "observe": page.observe,
        "snapshot": lambda: page.snapshot(capture="hybrid"),
        "evaluate": lambda: page.evaluate("new Promise(done => setTimeout(done, 200))"),
        "screenshot": page.screenshot,
        "wait_for": lambda: page.wait_for("never", timeout=1.0),
        "press": lambda: page.press("Tab"),
        "new_context": context,
        "new_page": extra_page,
        "close": page.close,
    }
    if buttons:
        calls["click"] = lambda: page.click(buttons[0].ref)
    if fields:
        calls["fill"] = lambda: page.fill(fields[0].ref, "text")
    return round.random.choice(list(calls.items()))
