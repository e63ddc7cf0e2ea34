"""The tools that a page itself offers, listed and called (EX-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cdp_engine.engine.acting.actions import Actions
from cdp_engine.engine.results import Observation
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.tab import PageTool, PageTools, Tab, ToolAnswer, ToolList

TOOL_SECONDS = 30.0
_MOST_WORDS = 200


class Tooling(Actions):
    """What `Page` can do with the tools of the page in it."""

    def __init__(self) -> None:
        super().__init__()
        self._page_tools: tuple[Tab, PageTools] | None = None

    async def tools(self) -> ToolList:
        """The tools that the page's documents offer now (WebMCP), in all frames.

        Empty where the page offers none; its `absent` says why where the browser knows no such thing.
        """
        return await self._tools_of(await self.attach()).refresh()

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        frame: str | None = None,
        timeout: float = TOOL_SECONDS,
    ) -> ToolAnswer:
        """Have the page run one of its tools; `arguments` follow the tool's `input_schema`.

        The answer holds the tool's output or its error; a tool that does not end within `timeout` seconds is canceled.
        What a tool says are the page's words, not to be trusted. Raises `InvalidInput` for a tool that does not exist
        and `ConnectionLost`.
        """
        async with self._turn:
            tools = self._tools_of(await self.attach())
            self.touched()
            try:
                return await tools.call(name, arguments or {}, frame=frame, timeout=timeout)
            except (InvalidInput, ConnectionLost):
                raise
            except EngineError as error:
                return ToolAnswer("error", error=error.message)
            finally:
                self.touched()

    async def with_tools(self, observation: Observation) -> Observation:
        """The observation with the page's tools in it."""
        try:
            found = (await self.tools()).tools
        except ConnectionLost:
            raise
        except EngineError:
            return observation
        if not found:
            return observation
        text = observation.text
        if observation.kind == "full":
            text = "\n".join([text, "", "Tools of the page, in its own words:", *map(_line, found)])
        return msgspec.structs.replace(observation, tools=found, text=text)

    def _tools_of(self, tab: Tab) -> PageTools:
        if self._page_tools is None or self._page_tools[0] is not tab:
            self._page_tools = (tab, PageTools(tab))
        return self._page_tools[1]


def _line(tool: PageTool) -> str:
    words = " ".join(tool.description.split())[:_MOST_WORDS]
    return f"- {tool.signature}{' – ' if words else ''}{words}"
