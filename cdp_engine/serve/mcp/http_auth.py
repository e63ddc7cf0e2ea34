"""Who may speak to the HTTP server: this machine, by its own name, with the token. An ASGI application around another.

Wrong host 421, foreign origin 403, wrong or missing token 401; nothing behind the gate is reached.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable

import anyio
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION_HEADER = "mcp-session-id"


class Gate:
    """Lets requests through to `app`; `ended` is told the id of a session that its client has ended."""

    def __init__(
        self, app: ASGIApp, *, token: str, port: int, ended: Callable[[str], Awaitable[None]]
    ) -> None:
        self._app = app
        self._token = token
        self._ended = ended
        self._hosts = frozenset(f"{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]"))
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
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
        refusal = self.refusal(
            headers.getlist("host"), headers.getlist("origin"), headers.getlist("authorization")
        )
        if refusal is not None:
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

    async def _let_through(self, scope: Scope, receive: Receive, send: Send) -> None:
        with anyio.CancelScope() as passing:
            self._passing.add(passing)
            try:
                await self._app(scope, receive, send)
            finally:
                self._passing.discard(passing)

    def refusal(
        self, hosts: Iterable[str], origins: Iterable[str], authorizations: Iterable[str]
    ) -> PlainTextResponse | None:
        """The answer to a request that may not pass; None for one that may."""
        named = list(hosts)
        if len(named) != 1 or named[0].lower() not in self._hosts:
            return PlainTextResponse("wrong host", status_code=421)
        if any(origin.lower() not in self._origins for origin in origins):
            return PlainTextResponse("foreign origin", status_code=403)
        given = list(authorizations)
        scheme, _, token = (given[0] if len(given) == 1 else "").partition(" ")
        right = secrets.compare_digest(token.strip().encode(), self._token.encode())
        if scheme.lower() != "bearer" or not right:
            return PlainTextResponse(
                "a bearer token is needed", status_code=401, headers={"WWW-Authenticate": "Bearer"}
            )
        return None
