"""Ways to a browser that runs already, and ways that lead nowhere. Servers of our own replace the latter."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from websockets.sync.server import ServerConnection

from cdp_engine.chrome import connect_chrome
from cdp_engine.errors import ConnectionFailed, EngineError, InvalidEndpoint, InvalidInput
from cdp_engine.protocol import browser
from scripts.webserver import Request, Response, WebServer
from tests.support.chromium import RunningChromium
from tests.support.sockets import serving_sockets

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EN-06")]


@contextmanager
def serving(answer: Callable[[Request], Response]) -> Iterator[str]:
    server = WebServer(answer)
    try:
        yield server.origin()
    finally:
        server.close()


@contextmanager
def closed_port() -> Iterator[int]:
    """A port on which nothing listens and nothing else can begin to."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


async def works(endpoint: str | Path) -> None:
    async with connect_chrome(endpoint, timeout=20) as chrome:
        assert (await chrome.root.send(browser.get_version())).product == chrome.version.product
        assert chrome.targets.pages()
        assert chrome.endpoint.startswith("ws://127.0.0.1:")


async def test_headers_go_over_http_and_with_the_handshake(chromium: RunningChromium) -> None:
    seen: list[tuple[str, str | None]] = []

    def version(request: Request) -> Response:
        seen.append((request.path, request.headers.get("authorization")))
        return Response(json.dumps({"webSocketDebuggerUrl": "ws://127.0.0.1:1/devtools/browser/1"}))

    with serving(version) as origin, pytest.raises(ConnectionFailed):
        async with connect_chrome(origin, timeout=20, headers={"Authorization": "Bearer abc"}):
            pytest.fail("there is no browser")
    assert seen == [("/json/version", "Bearer abc"), ("/devtools/browser/1", "Bearer abc")]
    where = chromium.endpoint.removeprefix("http://")
    async with connect_chrome(where, timeout=20, headers={"X-Own": "yes"}) as chrome:
        assert chrome.targets.pages()


@pytest.mark.parametrize(
    "headers", [{"Sec-WebSocket-Key": "x"}, {"X Own": "x"}, {"X-Own": "a\r\nX-Other: b"}, {"X-Own": "…"}]
)
async def test_headers_that_cannot_be_sent(headers: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        async with connect_chrome("http://127.0.0.1:1", headers=headers):
            pytest.fail("they were taken")
    assert not any(value in caught.value.message for value in headers.values() if len(value) > 1)


async def refused(endpoint: str | Path, reported: str, timeout: float = 20) -> ConnectionFailed:
    with pytest.raises(ConnectionFailed, match=reported) as caught:
        async with connect_chrome(endpoint, timeout=timeout):
            pytest.fail("there is no browser")
    assert caught.value.hint
    return caught.value


@contextmanager
def lying(answer: str) -> Iterator[str]:
    """A websocket that gives every call the same answer."""

    def handle(peer: ServerConnection) -> None:
        for message in peer:
            peer.send(answer.replace("ID", str(json.loads(message)["id"])))

    with serving_sockets(handle) as port:
        yield f"ws://127.0.0.1:{port}/devtools/browser/x"


@pytest.mark.parametrize(
    "answer",
    [
        '{"id": ID, "result": {}}',
        '{"id": ID, "result": []}',
        '{"id": ID, "result": {"product": {}}}',
        '{"id": ID, "error": {"code": -32601, "message": "not found"}}',
        '{"id": ID, "error": {"code": "x", "message": 5}}',
    ],
)
async def test_a_peer_that_answers_nonsense_is_no_browser(answer: str) -> None:
    with lying(answer) as endpoint:
        await refused(endpoint, "does not speak DevTools")


async def test_every_way_leads_to_the_same_browser(chromium: RunningChromium) -> None:
    await works(chromium.endpoint)
    await works(f"127.0.0.1:{chromium.port}")
    await works(f"ws://127.0.0.1:{chromium.port}")
    await works(chromium.websocket_url)
    await works(chromium.profile)
    await works(str(chromium.profile))
    assert chromium.process.poll() is None


async def test_a_host_name_is_reached_by_its_address(
    chromium: RunningChromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Chrome answers 500 to names; the machine's own name is used like a container's
    real = socket.getaddrinfo

    def resolve(host: str | bytes, *rest: Any, **more: Any) -> object:
        name = host.decode() if isinstance(host, bytes) else host
        return real("127.0.0.1" if name == "browser-box" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    await works(f"http://browser-box:{chromium.port}")


async def test_a_proxy_of_the_environment_is_not_asked_for_the_loopback(
    chromium: RunningChromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closed_port() as port:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
        await works(chromium.endpoint)


@pytest.mark.parametrize("address", ["http://127.0.0.1:{}", "ws://127.0.0.1:{}/devtools/browser/x"])
async def test_a_closed_port(address: str) -> None:
    with closed_port() as port:
        error = await refused(address.format(port), str(port))
    assert "--remote-debugging-port" in error.hint


async def test_the_wrong_path_on_the_right_port(chromium: RunningChromium) -> None:
    await refused(f"ws://127.0.0.1:{chromium.port}/devtools/browser/not-this-one", "40")


@pytest.mark.parametrize(
    ("response", "reported"),
    [
        (Response("<h1>hello</h1>"), "not a DevTools server"),
        (Response('{"Browser": "x"}'), "has no websocket address"),
        (Response("[]"), "not a DevTools server"),
        (Response(b"\xff\xfe{"), "not a DevTools server"),
        (Response("no", status=403), "answers 403"),
        (Response("no", status=500), "answers 500"),
    ],
)
async def test_another_kind_of_server(response: Response, reported: str) -> None:
    with serving(lambda _request: response) as url:
        await refused(url, reported)


async def test_a_chrome_that_asks_its_user_first_answers_404() -> None:
    with serving(lambda _request: Response("", status=404)) as url:
        error = await refused(url, "has no /json/version")
    assert "chrome://inspect" in error.hint
    assert "DevToolsActivePort" in error.hint


async def test_a_server_that_does_not_speak_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(anyio.to_thread.run_sync, answer_rubbish, server)
            await refused(f"http://127.0.0.1:{port}", "no HTTP server answers")


def answer_rubbish(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(b"220 mail.example ESMTP\r\n")


@pytest.mark.parametrize("address", ["http://127.0.0.1:{}", "ws://127.0.0.1:{}/devtools/browser/x"])
async def test_a_server_that_never_answers_is_left_within_the_deadline(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with anyio.fail_after(10):
            await refused(address.format(silent.getsockname()[1]), r"within 0\.\d+ s", timeout=0.3)


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        (None, "contains no DevToolsActivePort"),
        ("rubbish", "cannot be read"),
        ("1\n/devtools/browser/x", ":1/"),
    ],
)
async def test_a_profile_that_nobody_listens_for(tmp_path: Path, content: str | None, reported: str) -> None:
    if content is not None:
        (tmp_path / "DevToolsActivePort").write_text(content)
    await refused(tmp_path, reported)


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    error = await refused(tmp_path / "nowhere", "there is no folder")
    assert "--remote-debugging-port" in error.hint


async def test_an_old_port_file_without_a_path(chromium: RunningChromium, tmp_path: Path) -> None:
    (tmp_path / "DevToolsActivePort").write_text(f"{chromium.port}\n")
    await works(tmp_path)


async def test_what_is_no_endpoint() -> None:
    with pytest.raises(InvalidEndpoint):
        async with connect_chrome("gopher://127.0.0.1:70"):
            pytest.fail("there is no such endpoint")


async def test_a_cancelled_connect_is_over_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with anyio.move_on_after(0.1) as scope:
            async with connect_chrome(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=60):
                raise EngineError("there is no browser")
        assert scope.cancelled_caught
        assert time.monotonic() - began < 30
