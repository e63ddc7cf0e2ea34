"""Everyday tools that look behind the page: network, console, page_tools, and, where allowed, evaluate and cdp."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.files.download_folder import line_of
from cdp_engine.agent.raw_replies import without_passwords
from cdp_engine.agent.rules import checked_params
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import handled, of_words, with_news
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import EvaluationFailed, InvalidInput, ProtocolError, StaleRef
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.tab import RequestMark

REQUESTS_SHOWN = 50
LONGEST_VALUE = 20_000


class Network(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `network`."""

    filter: Annotated[str | None, Meta(description="part of the address")] = None
    all: Annotated[bool, Meta(description="from the beginning, not from the last action on")] = False


class Console(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `console`."""


class Downloads(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `downloads`."""


class PageTools(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `page_tools`."""

    name: Annotated[str | None, Meta(description="the one to call; none: list them")] = None
    arguments: dict[str, Any] = {}


class Evaluate(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `evaluate`."""

    expression: str
    ref: Annotated[str | None, Meta(description="e12: it is `element`")] = None


class Cdp(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `cdp`."""

    method: Annotated[str, Meta(description="Domain.method")]
    params: dict[str, Any] = {}


async def network(workspace: Workspace, params: Network) -> ToolResult:
    """Requests since the last action, the newest 50."""
    page = await workspace.page()
    controller = controller_of(page)
    last = None if params.all else controller.actions.last_action
    mark = RequestMark(0) if last is None else last.mark
    wanted = (params.filter or "").casefold()
    found = [one for one in controller.tab.network.since(mark) if wanted in one.url.casefold()]
    lines = [
        f"{one.serial} {one.method} {one.status or one.error or 'pending'} {one.resource_type.lower()} {one.url[:300]}"
        for one in found[-REQUESTS_SHOWN:]
    ]
    more = f", the last {REQUESTS_SHOWN}" if len(found) > REQUESTS_SHOWN else ""
    return of_words(f"{len(found)} requests{more}", "\n".join(lines))


async def console(workspace: Workspace, _asked: Console) -> ToolResult:
    """The console messages since the last call, each once with how often it came."""
    page = await workspace.page()
    lines = Counter(
        f"{line.level}: {line.text}{f' ({line.place})' if line.place else ''}"
        for line in workspace.console(page).take()
    )
    told = [line if count == 1 else f"{count}× {line}" for line, count in lines.items()]
    return of_words(f"{lines.total()} messages since this was asked last", "\n".join(told))


async def downloads(workspace: Workspace, _asked: Downloads) -> ToolResult:
    """The downloads of the workspace's pages."""
    used = [page for page in await workspace.pages() if controller_of(page).access.is_used]
    lines = [line_of(one) for page in used for one in page.downloads]
    folder = "" if workspace.downloads is None else f" in {workspace.downloads}"
    return of_words(f"{len(lines)} downloads{folder}", "\n".join(lines))


async def page_tools(workspace: Workspace, params: PageTools) -> ToolResult:
    """The tools that the page itself offers."""
    page = await workspace.page()
    if params.name is None:
        found = await page.tools()
        if found.absent:
            return of_words(f"the page offers no tools: {found.absent}", "")
        schemas = [f"{tool.signature} – {' '.join(tool.description.split())[:300]}" for tool in found]
        return of_words(f"the page offers {len(schemas)} tools", "\n".join(schemas))
    async with handled(page):
        answer = await page.call_tool(params.name, params.arguments)
    error = None if answer.success else "page_tool_failed"
    return await with_news(
        workspace, page, f"page tool {answer.status}", _shortened(answer.text or answer.error), error=error
    )


async def evaluate(workspace: Workspace, params: Evaluate) -> ToolResult:
    """The value of a script."""
    page = await workspace.page()
    controller_of(page).observer.captures.invalidate()
    value = await (page.evaluate(params.expression) if params.ref is None else _on_element(page, params))
    controller_of(page).observer.captures.invalidate()
    return of_words("ok", _shortened(msgspec.json.encode(value).decode()))


async def _on_element(page: Page, params: Evaluate) -> Any:
    """The value of a script in which `element` is an element; of a function that takes it, what that returns."""
    controller = controller_of(page)
    observer, tab = controller.observer, controller.tab
    found = await observer.found(params.ref)
    ref = observer.resolve(tab, found)
    if ref is None:
        raise InvalidInput("evaluate needs a ref", hint="Name the element, as in e12.")
    frame = tab.frames.get(ref.frame_id)
    if frame is None or frame.loader_id != ref.loader_id:
        raise StaleRef(str(params.ref), "its document was replaced")
    try:
        held = (await frame.session.send(dom.resolve_node(backend_node_id=ref.backend_node_id))).object_
    except ProtocolError as error:
        raise StaleRef(str(params.ref), "it was removed") from error
    command = runtime.call_function_on(
        f"async function(element) {{ const value = ({params.expression}\n); "
        "return typeof value === 'function' ? value(element) : value; }",
        object_id=held.object_id,
        arguments=[runtime.CallArgument(object_id=held.object_id)],
        return_by_value=True,
        await_promise=True,
        user_gesture=True,
    )
    reply = await frame.session.send(command, timeout=30.0)
    if reply.exception_details is not None:
        thrown = reply.exception_details.exception
        raise EvaluationFailed(
            (thrown.description if thrown is not None else "") or reply.exception_details.text
        )
    return (
        reply.result.value if reply.result.unserializable_value is None else reply.result.unserializable_value
    )


async def cdp(workspace: Workspace, params: Cdp) -> ToolResult:
    """One raw command on the page's session (CD-13)."""
    workspace.rules.check_method(params.method)
    page = await workspace.page()
    controller_of(page).observer.captures.invalidate()
    reply: Any = await page.session.send(
        Command(params.method, checked_params(params.params), dict[str, Any])
    )
    controller_of(page).observer.captures.invalidate()
    await workspace.learn_typed(known_only=False)
    shown = workspace.vault.masked_data(without_passwords(reply))
    return of_words("ok", _shortened(msgspec.json.encode(shown).decode()))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}… ({len(text)} characters in all)"


INSIDE = (
    Tool("network", "List requests since the last action.", Network, network, changes=False),
    Tool("console", "Show new console messages and script errors.", Console, console, changes=False),
    Tool("downloads", "List downloaded files: size, type, path.", Downloads, downloads, changes=False),
    Tool("page_tools", "List or call tools that the page itself offers (WebMCP).", PageTools, page_tools),
    Tool("evaluate", "Run JavaScript in the page and return its value.", Evaluate, evaluate, off=True),
    Tool("cdp", "Send one raw CDP command to the page.", Cdp, cdp, off=True),
)
"""In the order in which they are listed."""
