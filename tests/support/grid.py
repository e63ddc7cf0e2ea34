"""Selenium Grids for the tests: a real one where `make grid` could install it, and one that speaks its protocol.

The stand-in answers the three WebDriver commands as a grid does and hands `se:cdp` through to a Chromium, byte by byte.
Tests set its answers, so it can also refuse, be full, and lose sessions.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import threading
import time
import urllib.request
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

from tests.support.chromium import RunningChromium, chromium_path, end_process_group

ROOT = Path(__file__).resolve().parents[2]


def server_jar() -> Path | None:
    """The grid's server, where everything is there that a node of this machine's Chromium needs."""
    jars = sorted((ROOT / ".venv" / "grid").glob("selenium-server-*.jar"))
    driver = shutil.which("chromedriver")
    if not jars or driver is None or shutil.which("java") is None:
        return None
    return jars[-1] if _major(driver) == _major(chromium_path()) else None


def _major(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"(\d+)\.\d+\.\d+\.\d+", said)
    return found[1] if found else said


@contextlib.contextmanager
def real_grid(jar: Path, folder: Path, *, places: int = 2, timeout: float = 90.0) -> Generator[str]:
    """A hub with one Chromium node of `places` sessions; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    args = ["--headless=new", "--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    options = {"binary": shutil.which(chromium_path()) or chromium_path(), "args": args}
    stereotype = json.dumps({"browserName": "chrome", "goog:chromeOptions": options})
    config = folder / "grid.toml"
    config.write_text(
        f"""[server]
host = "127.0.0.1"
port = {port}
[node]
detect-drivers = false
selenium-manager = false
max-sessions = {places}
[[node.driver-configuration]]
display-name = "Chromium"
stereotype = '{stereotype}'
webdriver-executable = "{shutil.which("chromedriver")}"
max-sessions = {places}
"""
    )
    log = folder / "grid.log"
    java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*java, "standalone", "--config", str(config)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + timeout
        while not _ready(address):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the grid did not come up:\n{log.read_text(errors='replace')[-2000:]}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.1)  # paces the loop, and returns at once when it died
                raise RuntimeError(f"the grid ended:\n{log.read_text(errors='replace')[-2000:]}")
        yield address
    finally:
        process.send_signal(signal.SIGTERM)  # so that its node ends what browsers there are
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=15)
        end_process_group(process)


def sessions_of(address: str) -> int:
    """How many sessions a grid has now."""
    nodes = _status(address)["nodes"]
    return sum(slot["session"] is not None for node in nodes for slot in node["slots"])


def _ready(address: str) -> bool:
    try:
        return bool(_status(address)["ready"])
    except (OSError, ValueError):
        return False


def _status(address: str) -> dict[str, Any]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{address}/status", timeout=5) as answer:
        return json.load(answer)["value"]


class StandInGrid:
    """A grid of one node with one place, as a client sees it. `log` has every request as `METHOD /path`."""

    def __init__(self, chromium: RunningChromium | None = None, *, browser: str = "chrome") -> None:
        self.log: list[str] = []
        self.capabilities: dict[str, object] = {"browserName": browser}
        self.refusal: tuple[int, str] | None = None
        """Status and message of the answer to the next request for a session; status 0: never an answer."""
        self.session: str | None = None
        self._browser = browser
        self._chromium = chromium
        self._open: set[socket.socket] = set()
        self._websockets: set[socket.socket] = set()
        self._server = _Server(("127.0.0.1", 0), _Exchange)
        self._server.grid = self
        self.port = int(self._server.server_address[1])
        self.address = f"http://127.0.0.1:{self.port}"
        if chromium is not None:
            # A grid names the address it has in its own network; only the path is of use outside.
            self.capabilities["se:cdp"] = "ws://10.255.0.9:4444/session/s1/se/cdp"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Cut the websockets, as a browser that crashes does."""
        _cut(self._websockets)

    def close(self) -> None:
        """Stop, and cut what is open."""
        self._server.shutdown()
        _cut(self._open)
        self._server.server_close()
        self._thread.join()

    def serve(self, connection: socket.socket) -> None:
        """One connection: requests one after the other, or a websocket to its end."""
        self._open.add(connection)
        try:
            while (request := _request(connection)) is not None:
                head, body = request
                method, path, _ = head.split(b"\r\n", 1)[0].decode().split(" ", 2)
                self.log.append(f"{method} {path}")
                if path.endswith("/se/cdp"):
                    self._forward(connection, head)
                    return
                if method == "POST" and (self.session is not None or (self.refusal or (1, ""))[0] == 0):
                    connection.recv(1)  # in the queue, until the client hangs up or we end
                    return
                status, value = self._answer(method, path, head, body)
                text = json.dumps({"value": value}).encode()
                connection.sendall(
                    b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                    % (status, len(text))
                    + text
                )
        except OSError:
            pass  # the client has gone
        finally:
            self._open.discard(connection)

    def _answer(self, method: str, path: str, head: bytes, body: bytes) -> tuple[int, object]:
        if path == "/status":
            session = None if self.session is None else {"sessionId": self.session}
            slot = {"session": session, "stereotype": {"browserName": self._browser}}
            return 200, {"ready": True, "nodes": [{"slots": [slot]}]}
        if method == "POST":
            if b"charset=utf-8" not in head.lower():
                return 500, _error(
                    "unknown error", "Content-Type header does not indicate utf-8 encoded json"
                )
            assert json.loads(body) == {"capabilities": {"alwaysMatch": {"browserName": "chrome"}}}
            if self.refusal is not None:
                return self.refusal[0], _error("session not created", self.refusal[1])
            self.session = "s1"
            return 200, {"sessionId": "s1", "capabilities": self.capabilities}
        if self.session is None:
            return 404, _error("invalid session id", "Unable to find session with ID: s1")
        if method == "DELETE":
            self.session = None
        return 200, None

    def _forward(self, client: socket.socket, head: bytes) -> None:
        """Hand a websocket through to the Chromium behind."""
        assert self._chromium is not None
        head = re.sub(rb"^GET \S+", f"GET {self._chromium.browser_path}".encode(), head)
        head = re.sub(rb"(?i)\r\nhost: [^\r]*", b"\r\nHost: 127.0.0.1", head)
        with socket.create_connection(("127.0.0.1", self._chromium.port)) as browser:
            self._websockets.add(browser)
            browser.sendall(head)
            back = threading.Thread(target=_pour, args=(browser, client), daemon=True)
            back.start()
            _pour(client, browser)
            back.join()
            self._websockets.discard(browser)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    grid: StandInGrid


class _Exchange(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        self.server.grid.serve(self.request)


def _request(connection: socket.socket) -> tuple[bytes, bytes] | None:
    """The next request: its head with the empty line, and its body; None at the end."""
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65536)
        if not chunk:
            return None
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length is not None and len(body) < int(length[1]):
        body += connection.recv(65536)
    return head + b"\r\n\r\n", body


def _pour(source: socket.socket, into: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            into.sendall(chunk)
    for end in (source, into):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def _cut(connections: Iterable[socket.socket]) -> None:
    for connection in tuple(connections):
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


def _error(kind: str, message: str) -> dict[str, str]:
    return {"error": kind, "message": f"{message}\nBuild info: version: '4.48.0'", "stacktrace": ""}


@contextlib.contextmanager
def stand_in_grid(
    chromium: RunningChromium | None = None, *, browser: str = "chrome"
) -> Generator[StandInGrid]:
    """A stand-in for the length of the block."""
    grid = StandInGrid(chromium, browser=browser)
    try:
        yield grid
    finally:
        grid.close()
