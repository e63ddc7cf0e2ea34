"""Tools of the group `network`: one request in full, and answers in place of the server's."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Sequence
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.files.output_files import save_file
from cdp_engine.agent.network_log import header_lines, without_secrets
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_words
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput, ProtocolError
from cdp_engine.protocol import network
from cdp_engine.tab import Mock, Request, RequestMark

SHOWN = 20_000


class OneRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `request`."""

    number: Annotated[int, Meta(description="as in `network`", ge=1)]
    part: Literal["all", "headers", "body"] = "all"
    file: Annotated[str | None, Meta(description="write the response body there")] = None


class Mocked(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `mock`."""

    do: Literal["add", "list", "clear"] = "add"
    url: Annotated[str | None, Meta(description="part of the address, or pattern with *")] = None
    status: Annotated[int, Meta(ge=200, le=599)] = 200
    body: str = ""
    content_type: str = "application/json"
    method: str | None = None
    abort: Annotated[bool, Meta(description="refuse the connection")] = False


async def request(workspace: Workspace, params: OneRequest) -> ToolResult:
    """Headers and bodies of one request."""
    page = await workspace.page()
    found = _numbered(page, params.number)
    exchange = workspace.network(page).get(found.id)
    lines = [f"{found.method} {found.url}"]
    if exchange is not None and params.part != "body":
        lines += ["request headers:", *header_lines(exchange.sent)]
    if exchange is not None and exchange.body and params.part != "headers":
        lines += ["request body:", _shortened(without_secrets(exchange.body))]
    status = (exchange.status if exchange is not None else "") or found.status or found.error or "pending"
    lines.append(f"response: {status}{f' {found.mime_type}' if found.mime_type else ''}")
    if exchange is not None and params.part != "body":
        lines += header_lines(exchange.received)
    if params.part != "headers" or params.file is not None:
        lines += await _body(workspace, page, found, params.file)
    return of_words(f"request {params.number}", "\n".join(lines))


def _numbered(page: Page, number: int) -> Request:
    """The request of a number. Raises `InvalidInput`."""
    known: Sequence[Request] = controller_of(page).tab.network.since(RequestMark(0))
    found = next((one for one in known if one.serial == number), None)
    if found is None:
        raise InvalidInput(f"there is no request {number}", hint='`network` {"all": true} lists them.')
    return found


async def _body(workspace: Workspace, page: Page, found: Request, file: str | None) -> list[str]:
    """The lines about a response's body: the text, or where it was written to."""
    sessions = controller_of(page).tab.sessions
    session = next((one for one in sessions if one.id == found.session_id), page.session)
    try:
        reply = await session.send(network.get_response_body(network.RequestId(found.id)))
    except ProtocolError as error:
        return [f"response body: not kept ({error.reason})"]
    if not reply.body and found.received:
        return ["response body: not kept by the browser"]
    if file is not None:
        content = base64.b64decode(reply.body) if reply.base64_encoded else reply.body.encode()
        return [f"response body: {await save_file(workspace.outputs, file, content)}"]
    if reply.base64_encoded:
        name = urlsplit(found.url).path.rpartition("/")[2] or f"body{_ending(found.mime_type)}"
        size = len(base64.b64decode(reply.body))
        return [f"response body: {size} bytes, no text; write it with file, as in {name!r}"]
    return ["response body:", _shortened(without_secrets(reply.body))]


def _ending(kind: str) -> str:
    return mimetypes.guess_extension(kind) or ""


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text)} characters in all)"


async def mock(workspace: Workspace, params: Mocked) -> ToolResult:
    """Answers in place of the server's, in this tab."""
    page = await workspace.page()
    known = page.emulation.mocks or ()
    if params.do == "add":
        if not params.url:
            raise InvalidInput("mock needs an url", hint="Give a part of the address, or a pattern with *.")
        given = {name: value for name, value in msgspec.to_builtins(params).items() if name != "do"}
        known = (*known, msgspec.convert(given, Mock))
        await page.emulate(mocks=known)
    elif params.do == "clear":
        left = [one for one in known if params.url is not None and one.url != params.url]
        await page.emulate(mocks=left or None)
        return of_words(f"{len(known) - len(left)} mocks are gone", "")
    lines = [
        f"{one.method or 'any'} {one.url} -> {'refused' if one.abort else f'{one.status} {one.content_type}'}"
        for one in known
    ]
    return of_words(f"{len(known)} mocks in this tab", "\n".join(lines))


EXCHANGES = (
    Tool("request", "Show one request: headers, bodies.", OneRequest, request, changes=False),
    Tool("mock", "Answer requests of this tab in place of the server.", Mocked, mock),
)
"""In the order in which they are listed."""
