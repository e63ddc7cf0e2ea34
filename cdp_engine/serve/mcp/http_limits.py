"""Time limits for HTTP clients: ends requests that are too slow, and requests of clients that hung up."""

from __future__ import annotations

from typing import Any

import anyio
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from cdp_engine.serve.mcp.server import GONE

HEADER_SECONDS = 10.0
"""How long a connection may take over the head of a request."""
BODY_SECONDS = 30.0
"""How long the body may take after that."""
LARGEST_BODY = 4 << 20


class TimedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with a limit on the time until the head of a request is there."""

    header_seconds = HEADER_SECONDS
    _timer: Any = None

    def connection_made(self, transport: Any) -> None:
        """A client connects."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Some bytes came; what follows an answered request is the head of the next one."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.header_seconds, self._give_up)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        self.transport.close()


class RequestLimits:
    """An ASGI application around `app`: whole bodies in time only, and word of clients that hang up."""

    def __init__(self, app: ASGIApp, *, seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        first: Message | None = None
        with anyio.move_on_after(self._seconds) as limit:
            first = await _body(receive)
        if limit.cancelled_caught or first is None:
            late = limit.cancelled_caught
            refusal = PlainTextResponse(
                "the request did not come in time" if late else "the request is too large",
                status_code=408 if late else 413,
                headers={"Connection": "close"},
            )
            await refusal(scope, receive, send)
            return
        gone = anyio.Event()
        replayed = False

        async def noticing() -> Message:
            nonlocal replayed
            message = await receive() if replayed else first
            replayed = True
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        await self._app({**scope, GONE: gone}, noticing, send)


async def _body(receive: Receive) -> Message | None:
    """The whole body as one message, or the end of the connection; None for one that is too large."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return message
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return {"type": "http.request", "body": bytes(body), "more_body": False}
