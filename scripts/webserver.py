"""A web server for pages of our own, on Starlette and uvicorn: the demo shop and the test site answer through it.

One function gets every request, in a worker thread, on whatever host name it was sent to, and returns the answer; it
may block. Closing cuts the connections that a browser keeps open, so that no thread and no socket is left behind.
"""

from __future__ import annotations

import mimetypes
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, unquote

import anyio
import anyio.to_thread
import uvicorn
from starlette import requests, responses
from starlette.concurrency import iterate_in_threadpool
from starlette.types import Receive, Scope, Send

NOT_FOUND = "<!doctype html><meta charset=utf-8><title>Not found</title><h1>Not found</h1>"
MOST_AT_ONCE = 200
"""Requests that are answered at once; held ones count."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the server saw it; header names are lower case."""

    method: str
    host: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    released: threading.Event = field(repr=False, compare=False)

    def hold(self, seconds: float = 60.0) -> None:
        """Do not answer until the server releases its held requests or ends, or `seconds` have passed."""
        self.released.wait(seconds)


@dataclass(frozen=True, slots=True)
class Response:
    """What is answered. An iterable body is sent chunk by chunk, as the iterable yields."""

    body: str | bytes | Iterable[bytes] = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class WebServer:
    """Serves `answer` on a free port of 127.0.0.1 from the moment it is made until `close`."""

    def __init__(self, answer: Callable[[Request], Response]) -> None:
        self._answer = answer
        self._released = threading.Event()
        self._threads: anyio.CapacityLimiter | None = None
        # The protocol is named so that asyncio sends small answers at once (TCP_NODELAY).
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(128)
        config = uvicorn.Config(
            self._serve, lifespan="off", log_level="error", access_log=False, ws="none", http="h11", interface="asgi3",
            server_header=False, date_header=False, timeout_keep_alive=600, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = _Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._listener],), name="webserver", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """The port that the system gave us."""
        return int(self._listener.getsockname()[1])

    def origin(self, host: str = "127.0.0.1") -> str:
        """`http://host:port`; names under `.test` need a Chromium that maps them to this machine."""
        return f"http://{host}:{self.port}"

    def release(self) -> None:
        """Let every request that is held now go on."""
        self._released.set()
        self._released = threading.Event()

    def close(self) -> None:
        """Stop serving, cut what is open, join every thread."""
        self._released.set()
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._threads is None:  # it belongs to the server's own loop
            self._threads = anyio.CapacityLimiter(MOST_AT_ONCE)
        asked = requests.Request(scope, receive)
        headers = {name.lower(): value for name, value in asked.headers.items()}
        request = Request(
            method=asked.method,
            host=headers.get("host", "").partition(":")[0],
            path=scope["raw_path"].decode("latin-1").partition("?")[0],
            query={key: values[-1] for key, values in parse_qs(asked.url.query).items()},
            headers=headers,
            body=await asked.body(),
            released=self._released,
        )
        answer = await anyio.to_thread.run_sync(self._answer, request, limiter=self._threads)
        named = {"Content-Type": answer.content_type, "Cache-Control": "no-store", **answer.headers}
        if isinstance(answer.body, str | bytes):
            await responses.Response(answer.body, answer.status, named)(scope, receive, send)
        else:
            chunks = iterate_in_threadpool(answer.body)
            await responses.StreamingResponse(chunks, answer.status, named)(scope, receive, send)


class _Server(uvicorn.Server):
    """uvicorn in a thread that is not the main one."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Nothing is captured."""
        yield


def file_response(file: Path | None, *, text: Callable[[str], str] | None = None) -> Response:
    """A file with its content type, or 404; `text` rewrites pages before they are sent."""
    if file is None or not file.is_file():
        return Response(NOT_FOUND, status=404)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind == "text/html":
        page = file.read_text(encoding="utf-8", errors="surrogateescape")
        return Response((text(page) if text else page).encode("utf-8", errors="surrogateescape"))
    readable = kind.startswith("text/") or kind == "application/javascript"
    return Response(file.read_bytes(), content_type=f"{kind}; charset=utf-8" if readable else kind)


def file_below(root: Path, path: str) -> Path | None:
    """The file that a URL path names below `root`; `None` for a path that leads out of it."""
    file = (root / unquote(path).lstrip("/")).resolve()
    if file.is_dir():
        file /= "index.html"
    return file if file.is_relative_to(root.resolve()) else None
