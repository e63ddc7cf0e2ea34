"""Access control of the HTTP server: the bearer token here, host and origin by the MCP SDK's own settings.

Wrong or missing token 401, wrong host 421, foreign origin 403; the tools are not reached in any of these cases.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable

import anyio
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION_HEADER = "mcp-session-id"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def security_settings(port: int, also: Iterable[str] = ()) -> TransportSecuritySettings:
    """The hosts and origins that the SDK lets through: this machine's own names with our port, and `also`.

    Those are `name` (with our port) or `name:port`, for a server behind a container's published port.
    """
    named = (*LOOPBACK, *also)
    hosts = [one if re.search(r":\d+$", one) else f"{one}:{port}" for one in named]
    return TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )


class TokenGate:
    """An ASGI application around `app` that asks for the token; `ended` receives the id of a session that its client
    has ended."""

    def __init__(self, app: ASGIApp, *, token: str, ended: Callable[[str], Awaitable[None]]) -> None:
        self._app = app
        self._token = token
        self._ended = ended
        self._passing: set[anyio.CancelScope] = set()

    def shut(self) -> None:
        """Cut off every request that is being answered: streams that clients keep open end by nothing else."""
        for scope in self._passing:
            scope.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        if not self.knows(headers.getlist("authorization")):
            refusal = PlainTextResponse(
                "a bearer token is needed", status_code=401, headers={"WWW-Authenticate": "Bearer"}
            )
            await refusal(scope, receive, send)
            return
        session = headers.get(SESSION_HEADER)
        if scope["method"] != "DELETE" or session is None:
            await self._let_through(scope, receive, send)
            return
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._let_through(scope, receive, note)
        if status < 400:
            await self._ended(session)

    def knows(self, authorizations: Iterable[str]) -> bool:
        """Whether the Authorization headers of a request are one bearer token, the right one."""
        given = list(authorizations)
        scheme, _, token = (given[0] if len(given) == 1 else "").partition(" ")
        right = secrets.compare_digest(token.strip().encode(), self._token.encode())
        return scheme.lower() == "bearer" and right

    async def _let_through(self, scope: Scope, receive: Receive, send: Send) -> None:
        with anyio.CancelScope() as passing:
            self._passing.add(passing)
            try:
                await self._app(scope, receive, send)
            finally:
                self._passing.discard(passing)
