"""Pages to act on, and what really arrived there: the oracle for every success that is reported."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.webserver import Request, Response, WebServer

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Hit:
    """One event that a page's own script received."""

    at: float
    key: str
    doc: str
    kind: str
    id: str
    value: str


class Playground:
    """A web server whose pages report every event that they receive."""

    def __init__(self) -> None:
        self.hits: list[Hit] = []
        self._docs = itertools.count(1)
        self._lock = threading.Lock()
        self._server = WebServer(self._answer)

    def url(self, key: str) -> str:
        """The page of one visitor."""
        return f"{self._server.origin()}/p/{key}"

    def odd_url(self, name: str) -> str:
        """An address that does not simply load: slow, held, endless, empty, file, loop, big."""
        return f"{self._server.origin()}/{name}"

    def hits_since(self, moment: float, key: str, kind: str) -> list[Hit]:
        """What pages of a visitor received since a moment of `time.monotonic`."""
        with self._lock:
            return [hit for hit in self.hits if hit.at >= moment and hit.key == key and hit.kind == kind]

    def close(self) -> None:
        """Stop serving."""
        self._server.close()

    def _answer(self, request: Request) -> Response:
        first, _, rest = request.path.lstrip("/").partition("/")
        if first == "hit":
            query = request.query
            hit = Hit(
                time.monotonic(),
                *(query.get(name, "") for name in ("key", "doc", "kind", "id", "value")),
            )
            with self._lock:
                self.hits.append(hit)
            return Response("")
        if first in ("p", "inner"):
            return Response(self._page("playground.html" if first == "p" else "inner.html", rest))
        return self._odd(first, request)

    def _page(self, name: str, key: str) -> str:
        text = (HERE / name).read_text(encoding="utf-8")
        # within the document: a network process that is stopped would keep back a script of its own address
        text = text.replace("__SCRIPT__", (HERE / "playground.js").read_text(encoding="utf-8"))
        doc = f"d{next(self._docs)}"
        return (
            text.replace("__DOC__", doc).replace("__KEY__", key).replace("__PORT__", str(self._server.port))
        )

    def _odd(self, name: str, request: Request) -> Response:
        if name == "slow":
            request.hold(0.7)
            return Response("<title>Slow</title><button id=x-slow>Slow</button>")
        if name == "held":
            request.hold(20.0)
            return Response("<title>Held</title>")
        if name == "endless":
            return Response(_endless(request))
        if name == "empty":
            return Response("", status=204)
        if name == "file":
            return Response(
                b"x" * 100_000,
                content_type="application/octet-stream",
                headers={"Content-Disposition": "attachment; filename=file.bin"},
            )
        if name == "loop":
            return Response("", status=302, headers={"Location": "/loop"})
        if name == "big":
            return Response("<title>Big</title>" + "<div><button>Press</button><p>Text</p></div>" * 4000)
        return Response("not found", status=404)


def _endless(request: Request) -> Iterator[bytes]:
    yield b"<title>Endless</title><button id=x-first>First</button>"
    for number in range(400):
        if request.released.wait(0.05):
            return
        yield b"<p>%d</p>" % number


@contextmanager
def playground() -> Generator[Playground]:
    """Serve for the length of a block."""
    served = Playground()
    try:
        yield served
    finally:
        served.close()
