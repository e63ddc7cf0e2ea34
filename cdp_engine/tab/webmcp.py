"""The tools that a page itself offers (WebMCP): listing and calling them (EX-10).

Chromium has them behind the feature `WebMCP`; pages register them with `document.modelContext.registerTool` or as forms
with a `toolname`. They belong to a document and end with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast
from weakref import WeakSet

import anyio
import msgspec

from cdp_engine.errors import EngineError, InvalidInput, ProtocolError
from cdp_engine.protocol import dom, page, web_mcp
from cdp_engine.rpc import Session, Subscription

if TYPE_CHECKING:
    from cdp_engine.tab.tab import Tab

CallStatus = Literal["completed", "canceled", "error", "timeout"]

TOOL_SECONDS = 30.0
_ENABLE_SECONDS = 2.0
_ABSENT = "this browser does not support page tools (WebMCP)"
_HOW = (
    "Start a Chromium that has WebMCP with --enable-features=WebMCP; `cdp_engine.launch` does so by itself."
)


@dataclass(frozen=True, slots=True)
class PageTool:
    """One tool: its name, its description (the page's words), the JSON schema of its input.

    `read_only`, `consequential` and `untrusted` (its output holds content of others) are the page's own claims; None
    where it makes none. `form` is the form that a declarative tool represents; unless `autosubmit`, a call only fills
    it in and a person, or a click, has to send it.
    """

    name: str
    description: str
    input_schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    frame: str = ""
    url: str = ""
    read_only: bool | None = None
    consequential: bool | None = None
    untrusted: bool | None = None
    autosubmit: bool | None = None
    form: dom.BackendNodeId | None = None

    @property
    def signature(self) -> str:
        """The tool in one line, as a model reads it: `add(a: number, b: number, note?: string)`."""
        wanted = self.input_schema.get("required") or ()
        properties: Mapping[str, Any] = self.input_schema.get("properties") or {}
        parts = [
            f"{name}{'' if name in wanted else '?'}: {_type_of(schema)}"
            for name, schema in properties.items()
        ]
        return f"{self.name}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class ToolList:
    """The current tools of the page. `absent` is the reason where the browser does not support them; else empty."""

    tools: tuple[PageTool, ...] = ()
    absent: str = ""

    def __iter__(self) -> Iterator[PageTool]:
        return iter(self.tools)

    def __len__(self) -> int:
        return len(self.tools)

    def __getitem__(self, name: str | int) -> PageTool:
        if isinstance(name, int):
            return self.tools[name]
        found = next((tool for tool in self.tools if tool.name == name), None)
        if found is None:
            there = ", ".join(tool.name for tool in self.tools) or "none"
            message = f"the page has no tool {name!r}; there are: {there}"
            raise InvalidInput(self.absent or message, hint=_HOW if self.absent else None)
        return found


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A tool's answer: `output` as the page returned it, or `error`."""

    status: CallStatus
    output: Any = None
    error: str = ""

    @property
    def success(self) -> bool:
        """Whether the tool ran to its end."""
        return self.status == "completed"

    @property
    def text(self) -> str:
        """The texts of the output, as MCP content or as they are."""
        return "" if self.output is None else "\n".join(_texts(self.output))


class PageTools:
    """Maintains the list of one tab, from the first `refresh` on."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._known: dict[tuple[str, str], tuple[str, web_mcp.Tool]] = {}
        self._asked: WeakSet[Session] = WeakSet()
        self._absent = ""

    async def refresh(self) -> ToolList:
        """The tools of every document of the tab. Calls only processes that answer and were not called before."""
        sessions = {frame.session for frame in self._tab.frames.all()}
        for session in sessions - set(self._asked) - self._tab.unresponsive:
            await self._listen(session)
        return self.now()

    @property
    def offers_none(self) -> bool:
        """Whether no document of the tab offers a tool, and every process of it was called."""
        return not self._known and all(frame.session in self._asked for frame in self._tab.frames.all())

    def now(self) -> ToolList:
        """The tools as they are known."""
        tools: list[PageTool] = []
        for (frame_id, _name), (loader, tool) in self._known.items():
            frame = self._tab.frames.get(frame_id)
            if frame is not None and frame.loader_id == loader:
                tools.append(_tool(tool, frame.url))
        return ToolList(tuple(tools), self._absent)

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        frame: str | None = None,
        timeout: float = TOOL_SECONDS,
    ) -> ToolAnswer:
        """Run a tool and return its answer; `frame` distinguishes tools of one name.

        Raises `InvalidInput` when there is no such tool, and the error of a page that cannot answer. The tool's own
        errors are in the answer; a tool that does not end in time is canceled.
        """
        tools = await self.refresh()
        tool = next((t for t in tools if t.name == name and frame in (None, t.frame)), None) or tools[name]
        holder = self._tab.frames.get(tool.frame)
        if holder is None:
            raise InvalidInput(f"the frame of the tool {name!r} is gone")
        session = holder.session
        async with session.subscribe(web_mcp.ToolResponded) as answers:
            invoked = await session.send(web_mcp.invoke_tool(page.FrameId(tool.frame), name, dict(arguments)))
            with anyio.move_on_after(timeout):
                return await _answer(answers, invoked.invocation_id)
            session.start(web_mcp.cancel_invocation(invoked.invocation_id)).abandon()
            return ToolAnswer("timeout", error=f"{name} did not answer within {timeout:g} s")

    async def _listen(self, session: Session) -> None:
        removes = (
            session.listen(web_mcp.ToolsAdded, self._added),
            session.listen(web_mcp.ToolsRemoved, self._removed),
        )
        try:
            await session.send(web_mcp.enable(), timeout=_ENABLE_SECONDS)
            self._asked.add(session)
        except EngineError as error:
            for remove in removes:
                remove()
            if isinstance(error, ProtocolError):
                self._asked.add(session)
                self._absent = _ABSENT

    def _added(self, event: web_mcp.ToolsAdded) -> None:
        for tool in event.tools:
            frame = self._tab.frames.get(tool.frame_id)
            self._known[tool.frame_id, tool.name] = (str(frame.loader_id) if frame else "", tool)

    def _removed(self, event: web_mcp.ToolsRemoved) -> None:
        for tool in event.tools:
            self._known.pop((tool.frame_id, tool.name), None)


async def _answer(answers: Subscription[web_mcp.ToolResponded], invocation: str) -> ToolAnswer:
    async for answer in answers:
        if answer.invocation_id == invocation:
            status: CallStatus = "completed" if answer.status == "Completed" else "error"
            thrown = answer.exception.description if answer.exception is not None else None
            if answer.status == "Canceled":
                status = "canceled"
            return ToolAnswer(status, answer.output, answer.error_text or thrown or "")
    raise EngineError("the page went away before its tool answered")


def _tool(tool: web_mcp.Tool, url: str) -> PageTool:
    claims = tool.annotations or web_mcp.Annotation()
    return PageTool(
        name=tool.name,
        description=tool.description,
        input_schema=deepcopy(tool.input_schema or {}),
        frame=tool.frame_id,
        url=url,
        read_only=claims.read_only,
        consequential=claims.consequential,
        untrusted=claims.untrusted_content,
        autosubmit=claims.autosubmit,
        form=tool.backend_node_id,
    )


def _texts(output: Any) -> Iterator[str]:
    if isinstance(output, dict):
        parts = cast("dict[str, Any]", output)
        if "text" in parts:
            yield str(parts["text"])
        elif "content" in parts:
            yield from _texts(parts["content"])
        else:
            yield msgspec.json.encode(parts).decode()
    elif isinstance(output, list):
        for part in cast("list[Any]", output):
            yield from _texts(part)
    else:
        yield str(output)


def _type_of(schema: Any) -> str:
    if not isinstance(schema, Mapping):
        return "any"
    words = cast("Mapping[str, Any]", schema)
    choices: Any = words.get("enum")
    if isinstance(choices, list) and choices:
        return " | ".join(repr(choice) for choice in cast("list[Any]", choices)[:6])
    return str(words.get("type") or "any")
