"""Tools over MCP, on the official SDK: a server that finds the tools of the caller, on any transport."""

from __future__ import annotations

import base64
import logging
import math
import traceback
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
import msgspec
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from cdp_engine.agent import Tool, ToolBox, ToolResult, answer_to, consequence_of, failed, fence
from cdp_engine.errors import EngineError, ServerBusy
from cdp_engine.serve.mcp.approval import APPROVAL, CHANGED, REJECTED, ask_person
from cdp_engine.serve.mcp.call_queue import CallQueue

logger = logging.getLogger(__name__)

NAME = "cdp-engine"
LAST_VIEW = "cdp-engine://view"
META = "cdp-engine/answer"
"""Under this key of a result's `_meta` is `ToolResult.summary`."""
PROGRESS_SECONDS = 1.0
GONE = "cdp_engine.gone"
"""Under this key of a request's scope is an event: its client has hung up."""

Context = ServerRequestContext[Any, Any]
BoxOf = Callable[[Context], Awaitable[ToolBox]]


def tool_server(
    tools: Sequence[Tool[Any]],
    instructions: str,
    box_of: BoxOf,
    queue: CallQueue | None = None,
    *,
    structured: bool = False,
) -> Server[Any]:
    """A server that lists `tools` and calls them in the box that `box_of` has for the caller.

    With a `queue`, calls wait for their turn. A call ends with the HTTP request of a client that hangs up.
    `structured` also sends `ToolResult.summary` and the text as structured content, which some clients show a model in
    place of the text.
    """
    turns = queue or CallQueue(math.inf)
    listed = [_described(tool) for tool in tools]

    def result(answer: ToolResult) -> types.CallToolResult:
        return _result(answer, structured=structured)

    async def list_tools(
        _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        stopped = await _stopped(box_of, context, params, turns)
        if stopped is not None:
            return stopped if isinstance(stopped, types.InputRequiredResult) else result(stopped)
        answer = failed("cancelled", "The call was cancelled.")
        async with anyio.create_task_group() as beside:
            beside.start_soon(_report, context, params.name, turns)
            beside.start_soon(_end_when_gone, context, beside.cancel_scope)
            answer = await _answer(context, params)
            beside.cancel_scope.cancel()
        if params.name == APPROVAL and answer.success:
            decided = await ask_person(context, params)
            return decided if isinstance(decided, types.InputRequiredResult) else result(decided)
        return result(answer)

    async def _answer(context: Context, params: types.CallToolRequestParams) -> ToolResult:
        masked = str
        try:
            async with turns.turn(params.name):
                box = await box_of(context)
                masked = box.workspace.vault.masked
                return await box.call(params.name, params.arguments)
        except ServerBusy as error:
            return failed("busy", f"{error.message}. {error.hint}")
        except EngineError as error:
            answer = answer_to(error)  # the browser itself is gone
            return msgspec.structs.replace(answer, text=masked(answer.text))
        except Exception as error:
            logger.error("%s failed\n%s", params.name, masked(traceback.format_exc()))
            message = f"This is a fault of the server: {type(error).__name__}. Observe the page and go on another way."
            return failed("internal", message)

    async def list_resources(
        _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        view = types.Resource(
            name="last view",
            uri=LAST_VIEW,
            description="The last whole view of the page that was returned.",
            mime_type="text/plain",
        )
        return types.ListResourcesResult(resources=[view])

    async def read_resource(
        context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if str(params.uri) != LAST_VIEW:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {params.uri}")
        workspace = (await box_of(context)).workspace
        view = workspace.last_view
        text = "No view has been returned yet." if view is None else fence(workspace.vault.masked(view.text))
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=LAST_VIEW, mime_type="text/plain", text=text)]
        )

    return Server(
        NAME,
        version=version(NAME),
        title="cdp-engine: a web browser",
        instructions=instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def _stopped(
    box_of: BoxOf, context: Context, params: types.CallToolRequestParams, turns: CallQueue
) -> ToolResult | types.InputRequiredResult | None:
    """The question to the client's person, or their refusal, where a call must not be carried out without them."""
    try:
        async with turns.turn(params.name):
            box = await box_of(context)
            if not box.workspace.rules.consequences:
                return None
            found = await consequence_of(box, params.name, params.arguments)
        if found is None:
            return None
        masked = box.workspace.vault.masked
        decided = await ask_person(context, params, action=masked(found.action), reason=found.reason)
        if not (isinstance(decided, ToolResult) and decided.success):
            return decided
        async with turns.turn(params.name):
            same = await consequence_of(box, params.name, params.arguments) == found
        return None if same else failed(REJECTED, CHANGED)
    except ServerBusy as error:
        return failed("busy", f"{error.message}. {error.hint}")
    except EngineError as error:
        return answer_to(error)  # the browser itself is gone


async def _end_when_gone(context: Context, call: anyio.CancelScope) -> None:
    """Cancel a call whose client has hung up: it would hold the page, and nobody waits for its answer."""
    gone = getattr(context.request, "scope", {}).get(GONE)
    if isinstance(gone, anyio.Event):
        await gone.wait()
        call.cancel()


async def _report(context: Context, name: str, turns: CallQueue) -> None:
    """Report once a second, to a client that wants it, that the work goes on."""
    began = anyio.current_time()
    while True:
        # A periodic sign of life; nothing waits for it.
        await anyio.sleep(PROGRESS_SECONDS)
        seconds = anyio.current_time() - began
        queued = f", {turns.waiting} calls wait for their turn" if turns.waiting else ""
        await context.session.report_progress(seconds, message=f"{name}: {seconds:.0f} s{queued}")


def _described(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.schema,
        annotations=None if tool.changes else types.ToolAnnotations(read_only_hint=True),
    )


def _result(answer: ToolResult, *, structured: bool) -> types.CallToolResult:
    content: list[Any] = [types.TextContent(type="text", text=answer.text)]
    for picture in answer.pictures:
        data = base64.b64encode(picture.data).decode()
        content.append(types.ImageContent(type="image", data=data, mime_type=picture.mime))
    summary = answer.summary()
    return types.CallToolResult(
        content=content,
        structured_content={**summary, "text": answer.text} if structured else None,
        is_error=not answer.success,
        _meta={META: summary},
    )
