"""The inspector's state and its page: what a model would see, step after step, and a line to act with (EX-11)."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

import anyio

from cdp_engine.engine import Browser
from cdp_engine.errors import EngineError
from cdp_engine.serve.cli.error_output import complaint_about
from cdp_engine.serve.reports.local_web import Ask, Reply
from cdp_engine.serve.reports.page_image import picture_of
from cdp_engine.serve.reports.step_html import Part, Step, beginning, plain, section
from cdp_engine.serve.shell.commands import VERBS, carry_out
from cdp_engine.serve.shell.parser import read_line
from cdp_engine.serve.shell.session import Talk
from cdp_engine.views import token_counter

KEPT_STEPS = 30
LOOK = "look"
"""The word that only looks."""
DEED_SECONDS = 120.0


class Inspector:
    """A shell whose steps are kept as a web page. `over` is set when the shell is left or the browser has gone."""

    def __init__(self, browser: Browser, *, borrowed: bool) -> None:
        self.over = anyio.Event()
        self.steps: deque[Step] = deque(maxlen=KEPT_STEPS)
        self._said: list[str] = []
        self.talk = Talk(browser, self._said.append, borrowed=borrowed)
        self._turn = anyio.Lock()
        self._number = 0

    async def begin(self, address: str) -> None:
        """Open the page. Raises what opening it raises."""
        await self._step(f"goto {address}", partial(self.talk.begin, address), strict=True)

    async def answer(self, ask: Ask) -> Reply:
        """The page, or one line carried out and the way back to the page."""
        if ask.path:
            return Reply("not here", 404)
        if ask.method == "GET":
            return Reply(self.page())
        await self.do(ask.form.get("words", LOOK))
        return Reply(to="./")

    async def do(self, words: str) -> None:
        """Carry out one line of the shell, or only look, and keep the step. A failure is a step, too."""
        line = read_line(words)
        if line is None or line.verb == LOOK:
            await self._step(LOOK, None)
        else:
            await self._step(words.strip(), partial(carry_out, self.talk, *line))
        if self.talk.over or self.talk.browser.chrome.connection.closed:
            self.over.set()

    def page(self) -> str:
        """The whole page, newest step first."""
        known = " ".join(sorted(VERBS))
        form = (
            '<form method="post" action="./">'
            f'<input name="words" placeholder="click e12" title="{plain(known)}" autofocus autocomplete="off">'
            '<button>Do</button><button name="words" value="look">Look</button></form>\n'
        )
        return beginning("Inspector") + form + "".join(section(step) for step in reversed(self.steps))

    async def _step(
        self, title: str, deed: Callable[[], Awaitable[None]] | None, *, strict: bool = False
    ) -> None:
        async with self._turn:
            self._said.clear()
            failure: str | None = None
            began = anyio.current_time()
            try:
                if deed is not None:
                    with anyio.fail_after(DEED_SECONDS):
                        await deed()
            except (EngineError, TimeoutError) as error:
                if strict:
                    raise
                told = complaint_about(error)
                failure = f"{told.message}\n{told.hint}"
            seconds = anyio.current_time() - began
            self._number += 1
            self.steps.append(await self._seen(f"{self._number}: {title}", failure, seconds))

    async def _seen(self, title: str, failure: str | None, seconds: float) -> Step:
        """The step as it is shown: what was said of it, and the page as it is now."""
        count = token_counter().count
        told = "\n".join(self._said)
        facts = {"seconds": f"{seconds:.2f}", "answer": f"{count(told)} tokens"}
        parts = [Part("Error", failure)] if failure is not None else []
        parts += [Part("What a model is told", told)] if told else []
        picture = None
        try:
            began = anyio.current_time()
            sight = await picture_of(self.talk.page)
            if sight.snapshot is not None:
                view, tree = sight.snapshot.render("outline"), sight.snapshot.render("tree")
                facts |= {"view": f"{count(view)} tokens", "url": sight.snapshot.context.url}
                parts += [Part("The view", view), Part("The tree", tree, folded=True)]
            facts["looking"] = f"{anyio.current_time() - began:.2f}"
            picture = sight.picture
            parts += [Part("No picture", sight.missing)] if sight.missing else []
        except EngineError as error:
            parts.append(Part("The page cannot be seen", error.message))
        good = None if failure is None and not told else failure is None and not told.startswith("✗")
        return Step(title=title, facts=facts, parts=tuple(parts), picture=picture, good=good)
