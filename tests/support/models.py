"""A server that speaks the wire formats of model makers, answers from a list and keeps what it was asked."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Generator, Iterable
from typing import Any

from scripts.webserver import Request, Response, WebServer

Answer = dict[str, Any] | Response


class ModelServer:
    """Answers every POST with the next of `answers`: a body to be sent as JSON, a whole response, or a function that
    finds one of them in the body that was asked."""

    def __init__(self) -> None:
        self.answers: list[Answer | Callable[[dict[str, Any]], Answer]] = []
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self._server = WebServer(self._answer)

    @property
    def origin(self) -> str:
        return self._server.origin()

    def bodies(self) -> list[dict[str, Any]]:
        return [body for _path, _headers, body in self.asked]

    def close(self) -> None:
        self._server.close()

    def _answer(self, request: Request) -> Response:
        self.asked.append((request.path, dict(request.headers), json.loads(request.body)))
        answer = self.answers.pop(0)
        if callable(answer):
            answer = answer(self.asked[-1][2])
        if isinstance(answer, Response):
            return answer
        return Response(json.dumps(answer), content_type="application/json")


@contextlib.contextmanager
def model_server() -> Generator[ModelServer]:
    server = ModelServer()
    try:
        yield server
    finally:
        server.close()


def fault(status: int, message: str = "no", **headers: str) -> Response:
    """An error as makers send it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"type": "error", "error": {"type": "some_error", "message": message}}
    return Response(json.dumps(body), status=status, content_type="application/json", headers=named)


def streamed(*events: dict[str, Any] | str, breaks: bool = False) -> Response:
    """Server-sent events; with `breaks` the connection ends in the middle."""

    def sent() -> Iterable[bytes]:
        for event in events:
            name = f"event: {event['type']}\n" if isinstance(event, dict) and "type" in event else ""
            data = event if isinstance(event, str) else json.dumps(event)
            yield f"{name}data: {data}\n\n".encode()
        if breaks:
            raise ConnectionResetError

    return Response(sent(), content_type="text/event-stream", headers={"Connection": "close"})
