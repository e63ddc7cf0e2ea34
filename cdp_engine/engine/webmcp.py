"""The tools that a page itself offers, listed, called and shown beside its view (EX-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cdp_engine.engine.results import Observation
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.tab import PageTool, PageTools, Tab, ToolAnswer, ToolList

TOOL_SECONDS = 30.0
_MOST_WORDS = 200


class OfferedTools:
    """The tools of the documents in one tab."""

    def __init__(self, access: TabAccess) -> None:
        self._access = access
        self._known: tuple[Tab, PageTools] | None = None

    async def refresh(self) -> ToolList:
        """The current tools. Raises as attaching does."""
        return await self._of(await self._access.attach()).refresh()

    async def call(
        self, name: str, arguments: Mapping[str, Any], *, frame: str | None, timeout: float
    ) -> ToolAnswer:
        """Run one of the page's tools. Raises `InvalidInput` for a tool that does not exist, and `ConnectionLost`."""
        tools = self._of(await self._access.attach())
        try:
            return await tools.call(name, arguments, frame=frame, timeout=timeout)
        except (InvalidInput, ConnectionLost):
            raise
        except EngineError as error:
            return ToolAnswer("error", error=error.message)

    async def added_to(self, observation: Observation) -> Observation:
        """The observation with the page's tools added."""
        if self._known is not None and self._known[1].offers_none:
            return observation
        try:
            found = (await self.refresh()).tools
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

    def _of(self, tab: Tab) -> PageTools:
        if self._known is None or self._known[0] is not tab:
            self._known = (tab, PageTools(tab))
        return self._known[1]


def _line(tool: PageTool) -> str:
    words = " ".join(tool.description.split())[:_MOST_WORDS]
    return f"- {tool.signature}{' – ' if words else ''}{words}"
