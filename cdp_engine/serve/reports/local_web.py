"""A web server for one person at this machine: a few small pages behind a token in their address.

It refuses requests without the token, for another host (DNS rebinding) or from another origin (a page that posts to
it); its responses forbid framing, caching and content sniffing. HTTP/1.1 by h11, on both loops.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import parse_qs

import anyio
import h11
from anyio.abc import SocketAttribute, SocketStream

HOST = "127.0.0.1"
LARGEST_BODY = 65_536
READ_SECONDS = 30.0
"""How long a client may take over one request."""


class WebRequest(NamedTuple):
    """One request that passed: its path behind the token, and what a form sent."""

    method: str
    path: str
    form: dict[str, str]


class WebReply(NamedTuple):
    """An answer: a page, with `to` the way to another, or with `kind` data of that media type."""

    html: str = ""
    status: int = 200
    to: str | None = None
    data: bytes = b""
    kind: str = ""


Answer = Callable[[WebRequest], Awaitable[WebReply]]


class LocalServer:
    """Serves `answer` under `address`. `policy` is the Content-Security-Policy of every page."""

    def __init__(self, answer: Answer, *, policy: str) -> None:
        self._answer = answer
        self._policy = policy
        self._token = secrets.token_urlsafe(24)
        self._port = 0

    @property
    def address(self) -> str:
        """Where a browser finds it; anyone who knows it may use it."""
        return f"http://{HOST}:{self._port}/{self._token}/"

    async def serve(self, port: int, *, ready: Callable[[], None]) -> None:
        """Listen until cancelled; `ready` is called as soon as it does. Raises OSError for a port that is taken."""
        listener = await anyio.create_tcp_listener(local_host=HOST, local_port=port)
        async with listener:
            self._port = listener.extra(SocketAttribute.local_port)
            ready()
            await listener.serve(self._exchange)

    async def _exchange(self, stream: SocketStream) -> None:
        """One connection, one request."""
        connection = h11.Connection(h11.SERVER)
        async with stream:
            try:
                with anyio.fail_after(READ_SECONDS):
                    read = await _read(connection, stream)
                reply = WebReply("wrong request", 400) if read is None else await self._reply(*read)
                await self._send(connection, stream, reply)
            except (OSError, TimeoutError, anyio.BrokenResourceError, anyio.EndOfStream):
                return  # it hung up, or never came to the point
            except h11.RemoteProtocolError:
                return

    async def _reply(self, request: h11.Request, body: bytes) -> WebReply:
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers]
        path = request.target.decode("latin-1").partition("?")[0]
        method = request.method.decode("latin-1")
        refused = self.refusal(method, path, headers)
        if refused is not None:
            return refused
        form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
        rest = path.removeprefix(f"/{self._token}/")
        return await self._answer(
            WebRequest(method, rest, {name: values[-1] for name, values in form.items()})
        )

    def refusal(self, method: str, path: str, headers: list[tuple[str, str]]) -> WebReply | None:
        """The answer to a request that may not pass; None for one that may (pure)."""
        hosts = [value.lower() for name, value in headers if name == "host"]
        if hosts not in ([f"{HOST}:{self._port}"], [f"localhost:{self._port}"]):
            return WebReply("wrong host", 421)
        origins = [value.lower() for name, value in headers if name == "origin"]
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return WebReply("foreign origin", 403)
        known = path[: len(self._token) + 2].encode()
        if not secrets.compare_digest(known, f"/{self._token}/".encode()):
            return WebReply("not here", 404)
        if method not in ("GET", "POST"):
            return WebReply("not so", 405)
        if method == "POST" and not origins:
            return WebReply("no origin", 403)  # browsers name it with every form
        return None

    async def _send(self, connection: h11.Connection, stream: SocketStream, reply: WebReply) -> None:
        body = reply.data if reply.kind else reply.html.encode("utf-8", "backslashreplace")
        kind = reply.kind or f"{'text/html' if reply.status == 200 else 'text/plain'}; charset=utf-8"
        headers = [
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Content-Security-Policy", f"{self._policy}; frame-ancestors 'none'"),
            ("Referrer-Policy", "same-origin"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
            ("Connection", "close"),
        ]
        if reply.to is not None:
            headers.append(("Location", reply.to))
        response = h11.Response(status_code=303 if reply.to is not None else reply.status, headers=headers)
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            data = connection.send(event)
            if data:
                await stream.send(data)


async def _read(connection: h11.Connection, stream: SocketStream) -> tuple[h11.Request, bytes] | None:
    """One request and its body; None for one that is too long or ends too soon."""
    request: h11.Request | None = None
    body = b""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            try:
                connection.receive_data(await stream.receive())
            except anyio.EndOfStream:
                connection.receive_data(b"")
        elif isinstance(event, h11.Request):
            request = event
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > LARGEST_BODY:
                return None
        elif isinstance(event, h11.EndOfMessage) and request is not None:
            return request, body
        else:
            return None
