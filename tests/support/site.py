"""A small web site for the tests: the same pages on every host, routes of a test's own, a log of requests.

Pages lie in `tests/site/<room>/…`. In `.html` files `{{origin:b.test}}` becomes `http://b.test:PORT`, so a
page can name a frame of another site. `/vendor/react.js`, `/vendor/react-dom.js` and `/vendor/vue.js` are the
frameworks' own builds.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

from scripts.webassets import vendor_file
from scripts.webserver import Request, Response, WebServer, file_below, file_response

__all__ = ["Handler", "Request", "Response", "Site", "serving"]

ROOT = Path(__file__).parent.parent / "site"
KEPT = {"Cache-Control": "max-age=3600"}
"""Pages load the same large bundles again and again: a browser that keeps them keeps their compiled code, too."""

Handler = Callable[[Request], Response | str | bytes]


class Site:
    """The server. One per test worker; `site.route` adds a page for one test (give it a name of its own)."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.requests: list[Request] = []
        self._routes: dict[str, Handler] = {}
        self._arrived = threading.Condition()
        self._server = WebServer(self._answer)

    @property
    def port(self) -> int:
        return self._server.port

    def origin(self, host: str = "127.0.0.1") -> str:
        """`http://host:port`; names under `.test` resolve only in a Chromium with the tests' flags."""
        return self._server.origin(host)

    def url(self, path: str = "", *, host: str = "127.0.0.1") -> str:
        """The address of a page below tests/site, or of a route."""
        return f"{self.origin(host)}/{path.lstrip('/')}"

    def route(self, path: str, handler: Handler | Response | str | bytes) -> Callable[[], None]:
        """Answer `path` on every host, fixed or by a function of the request; returns the removal."""
        answer: Handler = handler if callable(handler) else lambda _request: handler
        self._routes[path] = answer

        def remove() -> None:
            if self._routes.get(path) is answer:
                del self._routes[path]

        return remove

    def release(self) -> None:
        """Let every held request (`request.hold()` in a handler) go on now."""
        self._server.release()

    def requests_to(self, path: str) -> list[Request]:
        """The requests for `path` so far, oldest first."""
        with self._arrived:
            return [request for request in self.requests if request.path == path]

    def wait_for_request(self, path: str, *, count: int = 1, timeout: float = 10.0) -> list[Request]:
        """Block until `path` was asked for `count` times; async tests call it through anyio.to_thread."""
        with self._arrived:
            arrived = self._arrived.wait_for(lambda: self._count(path) >= count, timeout)
        if not arrived:
            raise TimeoutError(
                f"{path} was asked for {self._count(path)} times, not {count}, in {timeout:g} s"
            )
        return self.requests_to(path)

    def forget_requests(self) -> None:
        """Empty the log."""
        with self._arrived:
            self.requests.clear()

    def close(self) -> None:
        """Stop serving and leave nothing open."""
        self._server.close()

    def _count(self, path: str) -> int:
        return sum(request.path == path for request in self.requests)

    def _answer(self, request: Request) -> Response:
        with self._arrived:
            self.requests.append(request)
            self._arrived.notify_all()
        if handler := self._routes.get(request.path):
            answer = handler(request)
            return answer if isinstance(answer, Response) else Response(answer)
        if request.path.startswith("/vendor/"):
            return replace(file_response(vendor_file(request.path.removeprefix("/vendor/"))), headers=KEPT)
        if request.path == "/favicon.ico":
            return Response(status=204, content_type="image/x-icon")
        return file_response(file_below(self.root, request.path), text=self._fill_in)

    def _fill_in(self, page: str) -> str:
        return re.sub(r"\{\{origin:([\w.-]+)\}\}", lambda match: self.origin(match[1]), page)


@contextlib.contextmanager
def serving(root: Path = ROOT) -> Generator[Site]:
    """A site for the length of a `with` block."""
    site = Site(root)
    try:
        yield site
    finally:
        site.close()
