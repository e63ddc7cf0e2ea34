"""A visitor: uses one page at random and compares what the engine reports with what the page received."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Literal

import anyio

from cdp_engine import ActionResult, Browser, Page
from cdp_engine.engine.context import Context
from cdp_engine.errors import ConnectionLost, EngineError, EvaluationFailed, InvalidInput, TargetClosed
from cdp_engine.observe import Snapshot, VirtualNode
from scripts.chaos.calls import Round
from scripts.chaos.playground import Playground

ACTION_SECONDS = 30.0
"""An action with its observations: 5 s for the element, then settling, then up to 10 s for each observation."""
LOOK_SECONDS = 25.0
OWN_ID = re.compile(r"d\d+-")
"""Ids of the playground's elements; the browser's own page of an error has a `details-button`."""
EXTRA_SECONDS = 14.0
"""What a call may take above its own timeout: attaching again takes up to 10 s."""

WAITS: tuple[Literal["commit", "domcontentloaded", "load", "networkidle", "ready"], ...] = (
    "commit", "domcontentloaded", "load", "networkidle", "ready",
)  # fmt: skip
SCRIPTS = (
    "1 + 1", "document.title", "new Promise(() => {})", "while (true);", "alert('asked'); 1 + 1", "confirm('sure?')",
    "location.reload()", "throw new Error('mine')", "document.body.innerHTML = ''", "window.close()",
)  # fmt: skip


class Visitor:
    """Uses a page until it is stopped."""

    def __init__(self, round: Round, home: Browser | Context, ground: Playground, key: str) -> None:
        self._round = round
        self._random = round.random
        self._home = home
        self._ground = ground
        self.key = key
        self.page: Page | None = None
        self.scope: anyio.CancelScope | None = None
        """The running call, so that others can cancel it."""
        self.over = False

    async def run(self, steps: int) -> None:
        """So many random calls."""
        for _ in range(steps):
            if self.over:
                return
            if self.page is None:
                self.page = await self._in_scope(
                    "new_page", 50.0, lambda: self._home.new_page(self._ground.url(self.key))
                )
                if self.page is None:
                    self.over = "connection" in self._round.broken
                continue
            await self._step(self.page)

    async def _step(self, page: Page) -> None:
        weights: dict[Callable[[Page], Awaitable[None]], int] = {
            self._click: 10, self._fill: 4, self._choose: 2, self._key: 2, self._goto: 4, self._travel: 2,
            self._evaluate: 4, self._observe: 4, self._picture: 1, self._wait: 2, self._policy: 1, self._leave: 1,
        }  # fmt: skip
        [step] = self._random.choices(list(weights), weights=list(weights.values()))
        await step(page)

    async def _in_scope(
        self,
        name: str,
        seconds: float,
        task: Callable[[], Awaitable[Any]],
        expect: type[EngineError] | None = None,
    ) -> Any:
        """A call that the round may cancel at any moment."""
        with anyio.CancelScope() as scope:
            self.scope = scope
            try:
                return await self._round.call(
                    f"{self.key}: {name}", seconds, partial(self._watched, task), expect=expect
                )
            finally:
                self.scope = None
        self._round.outcomes["cancelled"] += 1
        return None

    async def _watched(self, task: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await task()
        except TargetClosed:
            self.page = None
            raise
        except ConnectionLost:
            self.over = True
            raise

    # What it does

    async def _snapshot(self, page: Page) -> Snapshot | None:
        return await self._in_scope("snapshot", LOOK_SECONDS, page.snapshot)

    async def _click(self, page: Page) -> None:
        seen = await self._snapshot(page)
        nodes = [node for node in _nodes(seen) if node.interactive and node.visible]
        if not nodes:
            return
        node = self._random.choice(nodes)
        began = time.monotonic()
        result = await self._in_scope(f"click {node.html_id}", ACTION_SECONDS, lambda: page.click(node.ref))
        name = node.html_id
        if name is None or not OWN_ID.match(name):
            return
        got = {hit.id for hit in self._ground.hits_since(began, self.key, "click")}
        if got and self._may_be_in_later_document(result, name, got):
            self._round.outcomes["click: in the reloaded page"] += 1
            return
        if got - {name}:
            self._round.found(f"{self.key}: click {name} hit {sorted(got - {name})}")
        if isinstance(result, ActionResult) and result.success and name not in got and node.tag != "select":
            if self._is_unheard():
                self._round.outcomes["click: its report waits"] += 1
                return
            self._round.found(
                f"{self.key}: click {name} is called a success, but nothing arrived: {result.message}"
            )

    def _is_unheard(self) -> bool:
        """Whether reports of the page cannot come: its network process was stopped, and they wait in it."""
        return "SIGSTOP network" in self._round.faults

    def _may_be_in_later_document(self, result: ActionResult | None, name: str, got: set[str]) -> bool:
        """Whether a press may have arrived at the same element of a later document of the page.

        Refs hold where the page's address is answered again (FP-02): then the press is known to have arrived. A browser
        process that was stopped holds the input until it runs on, and gives it to the document that a reload of
        somebody else has put there by then; no client of the protocol can take it back.
        """
        if name in got or any(_place(one) != _place(name) for one in got):
            return False
        return result is None or result.success or {"SIGSTOP browser", "reload"} <= set(self._round.faults)

    async def _field(self, page: Page, *roles: str) -> Any:
        seen = await self._snapshot(page)
        nodes = [node for node in _nodes(seen) if node.role in roles and node.visible]
        return self._random.choice(nodes) if nodes else None

    async def _fill(self, page: Page) -> None:
        node = await self._field(page, "textbox")
        if node is None:
            return
        text = self._random.choice(("", "Ada", "x" * 300, "käse 🧀", "two words"))
        began = time.monotonic()
        result = await self._in_scope(
            f"fill {node.html_id}", ACTION_SECONDS, lambda: page.fill(node.ref, text)
        )
        if isinstance(result, ActionResult) and result.success and text != (node.value or ""):
            self._arrived(began, "input", node.html_id, text, result)

    async def _choose(self, page: Page) -> None:
        node = await self._field(page, "combobox", "checkbox")
        if node is None:
            return
        began = time.monotonic()
        if node.role == "checkbox":
            result = await self._in_scope("check", ACTION_SECONDS, lambda: page.check(node.ref))
            value = "true"
        else:
            result = await self._in_scope("select", ACTION_SECONDS, lambda: page.select(node.ref, "Large"))
            value = "Large"
        # a cancelled action may have changed it since it was seen: then nothing is pressed, and nothing arrives
        changed = isinstance(result, ActionResult) and getattr(result.evidence, "changed", False)
        if isinstance(result, ActionResult) and result.success and changed:
            self._arrived(began, "change", node.html_id, value, result)

    def _arrived(self, began: float, kind: str, name: str | None, value: str, result: ActionResult) -> None:
        values = [hit.value for hit in self._ground.hits_since(began, self.key, kind) if hit.id == name]
        if name is not None and OWN_ID.match(name) and value not in values and not self._is_unheard():
            self._round.found(
                f"{self.key}: {result.action} {name} is called a success, but the page got {values}"
            )

    async def _key(self, page: Page) -> None:
        keys = self._random.choice(("Tab", "a", "Escape", "Enter", "F5", "Control+a"))
        await self._in_scope(f"press {keys}", ACTION_SECONDS, lambda: page.press(keys))

    async def _goto(self, page: Page) -> None:
        ground = self._ground
        urls = [ground.url(self.key)] * 6 + [
            "about:blank",
            "data:text/html,<button>B</button>",
            "http://127.0.0.1:9/",
        ]
        urls += [ground.odd_url(name) for name in ("slow", "held", "endless", "empty", "file", "loop", "big")]
        url, until = self._random.choice(urls), self._random.choice(WAITS)
        timeout = self._random.choice((0.3, 2.0, 5.0))
        task = partial(page.goto, url, wait_until=until, timeout=timeout)
        await self._in_scope(f"goto {url} {until}", timeout + EXTRA_SECONDS, task)

    async def _travel(self, page: Page) -> None:
        way = self._random.choice((page.back, page.forward, page.reload))
        timeout = self._random.choice((0.5, 3.0))
        await self._in_scope(way.__name__, timeout + EXTRA_SECONDS, partial(way, timeout=timeout))

    async def _evaluate(self, page: Page) -> None:
        script = self._random.choice(SCRIPTS)
        timeout = self._random.choice((0.5, 2.0))
        task = partial(page.evaluate, script, timeout=timeout)
        answer = await self._in_scope(f"evaluate {script}", timeout + EXTRA_SECONDS, task, EvaluationFailed)
        if script == "1 + 1" and answer not in (None, 2):
            self._round.found(f"{self.key}: 1 + 1 is {answer!r}")
        if script == "window.close()":
            self._round.broken.add("tab")

    async def _observe(self, page: Page) -> None:
        first = await self._in_scope("observe", LOOK_SECONDS, page.observe)
        if first is not None:
            await self._in_scope("observe since", LOOK_SECONDS, lambda: page.observe(since=first.version))

    async def _picture(self, page: Page) -> None:
        full = self._random.random() < 0.3
        await self._in_scope(
            "screenshot", 5 + EXTRA_SECONDS, lambda: page.screenshot(full_page=full, timeout=5.0)
        )

    async def _wait(self, page: Page) -> None:
        text = self._random.choice(("Count 2", "Playground", "never"))
        await self._in_scope(f"wait_for {text}", 1 + EXTRA_SECONDS, lambda: page.wait_for(text, timeout=1.0))

    async def _policy(self, page: Page) -> None:
        with suppress(InvalidInput):  # it was never attached to
            page.dialogs.policy = self._random.choice(("dismiss", "accept", "dismiss", "hold"))

    async def _leave(self, page: Page) -> None:
        self._round.broken.add("tab")
        self.page = None
        await self._in_scope("close", 10 + EXTRA_SECONDS, page.close)


def _nodes(seen: Snapshot | None) -> list[VirtualNode]:
    return [] if seen is None else list(seen.root.walk())


async def fresh_page_works(
    round: Round, home: Browser | Context, ground: Playground, key: str = "fresh"
) -> None:
    """After the storm: a new page loads, is seen, and takes a click."""
    before, round.broken = round.broken, set[str]()
    page = await round.call("fresh: new_page", 40.0, lambda: home.new_page(ground.url(key)))
    if page is not None:
        seen = await round.call("fresh: snapshot", LOOK_SECONDS, page.snapshot)
        if seen is not None:
            began = time.monotonic()
            button = seen.find(role="button", name="Count")[0]
            result = await round.call("fresh: click", ACTION_SECONDS, lambda: page.click(button.ref))
            hits = ground.hits_since(began, key, "click")
            if result is not None and not (result.success and [hit.id for hit in hits] == [button.html_id]):
                round.found(f"fresh: the click did not work: {result.message}; the page got {hits}")
        await round.call("fresh: close", 10 + EXTRA_SECONDS, page.close)
    round.broken = before


def _place(name: str) -> str:
    """The id of an element without the number of its document."""
    return name.partition("-")[2]
