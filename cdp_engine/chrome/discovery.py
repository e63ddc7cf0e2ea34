"""Find the browser's websocket behind an HTTP endpoint, a profile folder or a grid."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import anyio
import msgspec

from cdp_engine.chrome.endpoint import (
    PORT_FILE,
    GridEndpoint,
    HttpEndpoint,
    ProfileEndpoint,
    read_port_file,
    websocket_beside,
)
from cdp_engine.errors import ConnectionFailed, InvalidEndpoint

if TYPE_CHECKING:
    import httpx

CONSENT_HINT = (
    "Chrome 144 and later ask the user first: open chrome://inspect/#remote-debugging there, allow it, and"
    " connect to the profile folder (it holds DevToolsActivePort)."
)
GRID_GOODBYE_SECONDS = 5.0


class _Version(msgspec.Struct):
    websocket: str = msgspec.field(name="webSocketDebuggerUrl", default="")


class _Session(msgspec.Struct):
    session_id: str = msgspec.field(name="sessionId", default="")
    capabilities: dict[str, object] = {}


class _NewSession(msgspec.Struct):
    value: _Session


async def websocket_of_http(endpoint: HttpEndpoint, *, timeout: float) -> str:
    """Ask `/json/version` for the browser's websocket. Raises ConnectionFailed."""
    async with _client(endpoint.url, timeout) as client:
        response = await _request(client, "GET", f"{endpoint.url}/json/version", timeout=timeout)
        if response.status_code == 500 and "Host header" in response.text:
            # Chrome answers to addresses and localhost only, against DNS rebinding
            endpoint = HttpEndpoint(await _by_address(endpoint.url))
            response = await _request(client, "GET", f"{endpoint.url}/json/version", timeout=timeout)
    if response.status_code == 404:
        raise ConnectionFailed(f"{endpoint.url} answers, but has no /json/version", hint=CONSENT_HINT)
    if response.status_code != 200:
        raise ConnectionFailed(
            f"{endpoint.url}/json/version answers {response.status_code}, not a DevTools server"
        )
    try:
        version = msgspec.json.decode(response.content, type=_Version)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConnectionFailed(f"what answers at {endpoint.url} is not a DevTools server") from error
    if not version.websocket:
        raise ConnectionFailed(f"{endpoint.url}/json/version names no websocket")
    return websocket_beside(endpoint.url, version.websocket)


async def websocket_of_profile(endpoint: ProfileEndpoint, *, timeout: float) -> str:
    """Read where the Chrome of a profile listens. Raises ConnectionFailed."""
    path = anyio.Path(endpoint.folder) / PORT_FILE
    try:
        port, websocket_path = read_port_file(await path.read_text())
    except FileNotFoundError as error:
        there = await anyio.Path(endpoint.folder).is_dir()
        raise ConnectionFailed(
            f"{endpoint.folder} holds no {PORT_FILE}" if there else f"there is no folder {endpoint.folder}",
            hint="Start Chrome on that profile with --remote-debugging-port=0, or allow debugging in it.",
        ) from error
    except (OSError, ValueError) as error:
        raise ConnectionFailed(f"{path} cannot be read: {error}") from error
    if websocket_path is None:
        return await websocket_of_http(HttpEndpoint(f"http://127.0.0.1:{port}"), timeout=timeout)
    return f"ws://127.0.0.1:{port}{websocket_path}"


@asynccontextmanager
async def grid_session(endpoint: GridEndpoint, *, timeout: float) -> AsyncGenerator[str]:
    """Have a Selenium Grid start a Chrome; yield its DevTools websocket; end its session with the block.

    Raises ConnectionFailed, also when the grid's browser offers no DevTools (EN-10).
    """
    wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome"}}}
    async with _client(endpoint.url, timeout) as client:
        response = await _request(client, "POST", f"{endpoint.url}/session", wanted, timeout=timeout)
        try:
            session = msgspec.json.decode(response.content, type=_NewSession).value
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ConnectionFailed(
                f"the grid at {endpoint.url} gave no session (status {response.status_code})",
                hint="Check that the grid has a free Chrome node: open its /ui page.",
            ) from error
        try:
            websocket = session.capabilities.get("se:cdp")
            if not isinstance(websocket, str):
                raise ConnectionFailed(
                    f"the browser of the grid at {endpoint.url} offers no DevTools (se:cdp)"
                )
            yield websocket_beside(endpoint.url, websocket)
        finally:
            with anyio.CancelScope(shield=True), suppress(ConnectionFailed):
                address = f"{endpoint.url}/session/{session.session_id}"
                await _request(client, "DELETE", address, timeout=GRID_GOODBYE_SECONDS)


def _client(url: str, timeout: float) -> httpx.AsyncClient:
    import httpx

    # a proxy of the environment is meant for the internet, not for the loopback
    return httpx.AsyncClient(timeout=timeout, trust_env=not is_loopback(url))


async def _request(
    client: httpx.AsyncClient, method: str, url: str, body: object = None, *, timeout: float
) -> httpx.Response:
    """One request and its whole answer within `timeout` seconds. Raises ConnectionFailed."""
    import httpx

    try:
        with anyio.move_on_after(timeout):
            return await client.request(method, url, json=body)
    except httpx.TimeoutException:
        pass  # the same as our own deadline
    except httpx.TransportError as error:
        raise ConnectionFailed(f"nothing that speaks HTTP answers at {url}: {error}") from error
    except httpx.InvalidURL as error:
        raise InvalidEndpoint(f"{url!r} is not an address: {error}") from error
    raise ConnectionFailed(f"{url} did not answer within {timeout:g} s")


async def _by_address(url: str) -> str:
    """The same URL with its host's address in place of the name."""
    parts = urlsplit(url)
    try:
        found = await anyio.getaddrinfo(parts.hostname, parts.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ConnectionFailed(f"{parts.hostname} has no address: {error}") from error
    address = str(found[0][4][0])
    host = f"[{address}]" if ":" in address else address
    return urlunsplit(parts._replace(netloc=host if parts.port is None else f"{host}:{parts.port}"))


def is_loopback(url: str) -> bool:
    """Whether an address is this machine's own."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
