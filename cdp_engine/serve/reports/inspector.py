"""The inspector's state and its page: what a model would see, step after step, and a line to act with."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

import anyio

from cdp_engine.agent import Workspace
from cdp_engine.errors import EngineError
from cdp_engine.serve.cli.error_output import report_of
from cdp_engine.serve.reports.local_web import WebReply, WebRequest
from cdp_engine.serve.reports.page_image import page_image_of
from cdp_engine.serve.reports.step_html import Part, Step, beginning, command_line, section
from cdp_engine.serve.shell.commands import VERBS, carry_out, shell_tools
from cdp_engine.serve.shell.parser import read_line
from cdp_engine.serve.shell.session import ShellSession
from cdp_engine.views import token_counter

KEPT_STEPS = 30
REFRESH = "look"
"""The word that only captures the page."""
COMMAND_SECONDS = 120.0


class Inspector:
    """A shell whose steps are kept as a web page. `over` is set when the shell is left or the browser has gone."""

    def __init__(self, workspace: Workspace, *, borrowed: bool) -> None:
        self.over = anyio.Event()
        self.steps: deque[Step] = deque(maxlen=KEPT_STEPS)
        self._printed: list[str] = []
        self.session = ShellSession(shell_tools(workspace), self._printed.append, borrowed=borrowed)
        self._turn = anyio.Lock()
        self._number = 0

    async def begin(self, address: str) -> None:
        """Open the page. Raises what opening it raises."""
        await self._step(f"goto {address}", partial(self.session.begin, address), strict=True)

    async def answer(self, request: WebRequest) -> WebReply:
        """The page, or one line carried out and the way back to the page."""
        if request.path:
            return WebReply("not here", 404)
        if request.method == "GET":
            return WebReply(self.page())
        await self.do(request.form.get("words", REFRESH))
        return WebReply(to="./")

    async def do(self, words: str) -> None:
        """Carry out one line of the shell, or only capture the page, and keep the step. A failure is a step, too."""
        line = read_line(words)
        if line is None or line.verb == REFRESH:
            await self._step(REFRESH, None)
        else:
            await self._step(words.strip(), partial(carry_out, self.session, *line))
        if self.session.over or self.session.lost:
            self.over.set()

    def page(self) -> str:
        """The whole page, newest step first."""
        steps = "".join(section(step) for step in reversed(self.steps))
        return beginning("Inspector") + command_line(sorted(VERBS)) + steps

    async def _step(
        self, title: str, command: Callable[[], Awaitable[None]] | None, *, strict: bool = False
    ) -> None:
        async with self._turn:
            self._printed.clear()
            failure: str | None = None
            began = anyio.current_time()
            try:
                if command is not None:
                    with anyio.fail_after(COMMAND_SECONDS):
                        await command()
            except (EngineError, TimeoutError) as error:
                if strict:
                    raise
                report = report_of(error)
                failure = f"{report.message}\n{report.hint}"
            seconds = anyio.current_time() - began
            self._number += 1
            self.steps.append(await self._captured(f"{self._number}: {title}", failure, seconds))

    async def _captured(self, title: str, failure: str | None, seconds: float) -> Step:
        """The step as it is shown: the answer, and the page as it is now."""
        count = token_counter().count
        answer = "\n".join(self._printed)
        facts = {"seconds": f"{seconds:.2f}", "answer": f"{count(answer)} tokens"}
        parts = [Part("Error", failure)] if failure is not None else []
        parts += [Part("What a model reads", answer)] if answer else []
        picture = None
        try:
            began = anyio.current_time()
            image = await page_image_of(await self.session.page())
            if image.snapshot is not None:
                view, tree = image.snapshot.render("outline"), image.snapshot.render("tree")
                facts |= {"view": f"{count(view)} tokens", "url": image.snapshot.context.url}
                parts += [Part("The view", view), Part("The tree", tree, folded=True)]
            facts["looking"] = f"{anyio.current_time() - began:.2f}"
            picture = image.picture
            parts += [Part("No picture", image.missing)] if image.missing else []
        except EngineError as error:
            parts.append(Part("The page cannot be seen", error.message))
        good = None if failure is None and not answer else failure is None and not answer.startswith("✗")
        return Step(title=title, facts=facts, parts=tuple(parts), picture=picture, good=good)
