"""A threaded web server for pages of our own: the demo shop and the test site answer through it.

One function gets every request, on whatever host name it was sent to, and returns the answer. Closing cuts
the connections that a browser keeps open, so that no thread and no socket is left behind.
"""

from __future__ import annotations

import contextlib
import mimetypes
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

NOT_FOUND = "<!doctype html><meta charset=utf-8><title>Not found</title><h1>Not found</h1>"


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
        self._server = _Listener(self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="webserver", daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """The port that the system gave us."""
        return int(self._server.server_address[1])

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
        self._server.shutdown()
        self._server.cut_connections()
        self._server.server_close()
        self._thread.join()

    def respond(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Answer one request that came in over HTTP."""
        parts = urlsplit(target)
        request = Request(
            method=method,
            host=headers.get("host", "").partition(":")[0],
            path=parts.path,
            query={key: values[-1] for key, values in parse_qs(parts.query).items()},
            headers=headers,
            body=body,
            released=self._released,
        )
        return self._answer(request)


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


class _Exchange(BaseHTTPRequestHandler):
    """One connection; HTTP/1.1, kept alive."""

    protocol_version = "HTTP/1.1"

    def __init__(self, owner: WebServer, request: Any, client_address: Any, server: Any) -> None:
        self.owner = owner
        super().__init__(request, client_address, server)

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else b""
        headers = {name.lower(): value for name, value in self.headers.items()}
        with contextlib.suppress(ConnectionError):
            self.deliver(self.owner.respond(self.command, self.path, headers, body))

    def deliver(self, response: Response) -> None:
        body = response.body.encode() if isinstance(response.body, str) else response.body
        self.send_response(response.status)
        headers = {"Content-Type": response.content_type, "Cache-Control": "no-store", **response.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        if isinstance(body, bytes):
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in body:
            if chunk:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing; who wants a log keeps one in `answer`."""


for _method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
    setattr(_Exchange, f"do_{_method}", _Exchange.answer)


class _Listener(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 64

    def __init__(self, owner: WebServer) -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), BaseHTTPRequestHandler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        _Exchange(self.owner, request, client_address, self)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def cut_connections(self) -> None:
        """A browser keeps idle connections open; end them so that their threads can be joined."""
        for connection in tuple(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up in the middle of an answer is nothing to report."""
