"""MCP over streamable HTTP on 127.0.0.1: several clients, each at its own workspace, behind one token."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.shared.exceptions import MCPError

from cdp_engine.agent import ToolBox, Workspace
from cdp_engine.engine import Browser
from cdp_engine.errors import ConnectionLost
from cdp_engine.serve.mcp.call_queue import CallQueue
from cdp_engine.serve.mcp.http_auth import TokenGate, security_settings
from cdp_engine.serve.mcp.http_limits import RequestLimits, TimedProtocol
from cdp_engine.serve.mcp.http_sessions import SessionWorkspaces
from cdp_engine.serve.mcp.server import Context, tool_server
from cdp_engine.serve.mcp.session_start import SessionStart

HOST, PATH = "127.0.0.1", "/mcp"
_GRACE_SECONDS = 2


class _Web(uvicorn.Server):
    """uvicorn that leaves signals to its caller."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Nothing is captured."""
        yield


async def serve_http(
    browser: Browser,
    listener: socket.socket,
    token: str,
    *,
    start: SessionStart,
    make_box: Callable[[Workspace], ToolBox],
    instructions: str,
    hosts: Iterable[str] = (),
) -> None:
    """Serve until cancelled. Raises `ConnectionLost` when the browser goes.

    `listener` is a listening socket, `hosts` are further names that clients may use for it.
    """
    workspaces = SessionWorkspaces(browser, start, make_box)
    listed = tuple(make_box(Workspace(browser, browser.default_context, start.rules)))
    server = tool_server(listed, instructions, workspaces.box_of, CallQueue(), structured=start.structured)
    _keep_sessions(server)
    port = listener.getsockname()[1]
    app = server.streamable_http_app(
        streamable_http_path=PATH, transport_security=security_settings(port, hosts)
    )
    gate = TokenGate(app, token=token, ended=workspaces.close)
    web = _Web(
        uvicorn.Config(
            RequestLimits(gate),
            http=TimedProtocol,
            lifespan="on",
            log_level="warning",
            access_log=False,
            ws="none",
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
    )

    async def until_cancelled() -> None:
        try:
            await browser.wait_closed()
        finally:
            web.should_exit = True
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # cut-off streams are expected
            gate.shut()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(until_cancelled)
            tasks.start_soon(workspaces.sweep)
            with anyio.CancelScope(shield=True):  # it ends in good order, by should_exit
                await web.serve(sockets=[listener])
            tasks.cancel_scope.cancel()
    finally:
        await workspaces.close_all()
    if browser.closed:
        raise ConnectionLost("the browser has ended", hint="Launch another.")


def listen(port: int, host: str = HOST) -> socket.socket:
    """A socket, of this machine alone unless another address is named; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that asyncio sends small answers at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # a client that reads the printed address may connect before the server accepts
    except OSError:
        listener.close()
        raise
    return listener


def _keep_sessions(server: Server[Any]) -> None:
    """Have clients that could do without a session open one: a page has a state that belongs to someone."""

    async def refuse(_context: Context, _params: types.RequestParams) -> dict[str, Any]:
        raise MCPError(types.METHOD_NOT_FOUND, "this server keeps sessions: initialize")

    server.add_request_handler("server/discover", types.RequestParams, refuse)
