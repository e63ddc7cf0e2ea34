"""The state of a shell on one browser: its tools, the version last shown, the first failure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cdp_engine.agent import Tool, ToolBox, ToolResult, Workspace
from cdp_engine.engine import Observation, Page
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.serve.cli.error_output import FAILED

_FENCE = re.compile(r"^\[(?:page|end) \d+\]\n?", re.MULTILINE)


class ShellSession:
    """The state of a shell. `say` prints text of a page.

    `state_file` is where `save` keeps cookies and storage.
    """

    def __init__(
        self, box: ToolBox, say: Callable[[str], None], *, borrowed: bool, state_file: Path | None = None
    ) -> None:
        self.box = box
        self.borrowed = borrowed
        self.state_file = state_file
        self.code = 0
        self.over = False
        self._say = say

    @property
    def workspace(self) -> Workspace:
        """The tabs of the shell."""
        return self.box.workspace

    @property
    def lost(self) -> bool:
        """Whether the browser has gone."""
        return self.workspace.browser.closed

    async def page(self) -> Page:
        """The tab in front. Raises `ConnectionLost` without a browser."""
        if self.lost:
            raise ConnectionLost("the browser is gone")
        return await self.workspace.page()

    async def begin(self, url: str | None) -> None:
        """Take a tab and show it.

        The empty one of a browser of our own; in a borrowed one a new tab for `url`, without it the first there is.
        """
        there = await self.workspace.pages()
        if there and (url is None or not self.borrowed):
            await self.workspace.take(there[0])
        else:
            await self.workspace.open()
        if url is not None:
            await self.carry_out(self.box["navigate"], {"url": url})
        elif self.borrowed and there:
            await self.show_page()

    def say(self, text: str) -> None:
        """Print text, secrets masked."""
        self._say(self.workspace.vault.masked(text))

    def fail(self, code: int = FAILED) -> None:
        """Remember the first failure: it is what the shell ends with where nobody watches."""
        self.code = self.code or code

    async def show_page(self, format: str = "outline", **options: Any) -> None:
        """Show the page as it is now, in full."""
        observation = await (await self.page()).observe(format=format, **options)
        self.workspace.reported(observation)
        self._show_observation(observation)

    async def carry_out(self, tool: Tool[Any], given: Mapping[str, Any]) -> None:
        """Call a tool and print its answer. Raises what is wrong with the arguments, and what the tool raises."""
        await self.page()
        answer = await self.box.carried_out(tool, given)
        if not answer.success:
            self.fail()
        if answer.result is None:
            self._say(_FENCE.sub("", answer.text.removeprefix("ok\n")).rstrip())
            return
        self.say(f"{'✓' if answer.success else '✗'} {answer.result.message}")
        if answer.observation is not None:
            self._show_observation(answer.observation)
        else:
            await self._show_what_is_there(answer)
        remark = answer.text.rpartition("[end ")[2].partition("\n")[2]
        if remark:
            self.say(remark)

    async def _show_what_is_there(self, answer: ToolResult) -> None:
        """The page after an action that could not observe it; a dialog says by itself why not."""
        page = await self.page()
        if page.closed or page.dialogs.open is not None or answer.result is None:
            return
        try:
            await self.show_page()
        except EngineError as error:
            self.say(f"(the page cannot be shown: {error.message})")

    def _show_observation(self, view: Observation) -> None:
        self.say(view.text if view.kind == "full" else f"[{view.kind}: {view.reason}]\n{view.text}")
