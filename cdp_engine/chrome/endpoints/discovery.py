"""Finds the browser's websocket behind an HTTP endpoint or a profile folder."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import anyio
import msgspec

from cdp_engine.chrome.endpoints.endpoint import (
    PORT_FILE,
    HttpEndpoint,
    ProfileEndpoint,
    read_port_file,
    websocket_beside,
    without_password,
)
from cdp_engine.errors import ConnectionFailed, InvalidEndpoint

if TYPE_CHECKING:
    import httpx

CONSENT_HINT = (
    "Chrome 144 and later ask the user first: open chrome://inspect/#remote-debugging there, allow it, and"
    " connect to the profile folder (it holds DevToolsActivePort)."
)


class _Version(msgspec.Struct):
    websocket: str = msgspec.field(name="webSocketDebuggerUrl", default="")


async def websocket_of_http(
    endpoint: HttpEndpoint, *, timeout: float, headers: Mapping[str, str] | None = None
) -> str:
    """Read the browser's websocket from `/json/version`. Raises ConnectionFailed."""
    async with http_client(endpoint.url, timeout, headers) as client:
        response = await answer_of(client, "GET", f"{endpoint.url}/json/version", timeout=timeout)
        if response.status_code == 500 and "Host header" in response.text:
            # Chrome accepts only IP addresses and localhost as Host, against DNS rebinding
            endpoint = HttpEndpoint(await _by_address(endpoint.url))
            response = await answer_of(client, "GET", f"{endpoint.url}/json/version", timeout=timeout)
    if response.status_code == 404:
        raise ConnectionFailed(f"{endpoint.url} answers, but has no /json/version", hint=CONSENT_HINT)
    if response.status_code != 200:
        raise ConnectionFailed(
            f"{endpoint.url}/json/version answers {response.status_code}, not a DevTools server"
        )
    try:
        version = msgspec.json.decode(response.content, type=_Version)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConnectionFailed(f"the server at {endpoint.url} is not a DevTools server") from error
    if not version.websocket:
        raise ConnectionFailed(f"{endpoint.url}/json/version has no websocket address")
    return websocket_beside(endpoint.url, version.websocket)


async def websocket_of_profile(
    endpoint: ProfileEndpoint, *, timeout: float, headers: Mapping[str, str] | None = None
) -> str:
    """Read where the Chrome of a profile listens. Raises ConnectionFailed."""
    path = anyio.Path(endpoint.folder) / PORT_FILE
    try:
        port, websocket_path = read_port_file(await path.read_text())
    except FileNotFoundError as error:
        there = await anyio.Path(endpoint.folder).is_dir()
        raise ConnectionFailed(
            f"{endpoint.folder} contains no {PORT_FILE}"
            if there
            else f"there is no folder {endpoint.folder}",
            hint="Start Chrome on that profile with --remote-debugging-port=0, or allow debugging in it.",
        ) from error
    except (OSError, ValueError) as error:
        raise ConnectionFailed(f"{path} cannot be read: {error}") from error
    if websocket_path is None:
        there = HttpEndpoint(f"http://127.0.0.1:{port}")
        return await websocket_of_http(there, timeout=timeout, headers=headers)
    return f"ws://127.0.0.1:{port}{websocket_path}"


def http_client(url: str, timeout: float, headers: Mapping[str, str] | None = None) -> httpx.AsyncClient:
    """The HTTP client for an address; `timeout` is in seconds. `headers` go with every request."""
    import httpx

    # A proxy of the environment is meant for the internet, not for the loopback; and plain HTTP shows no certificate,
    # so reading the list of authorities (30 ms) would be for nothing.
    return httpx.AsyncClient(
        timeout=timeout,
        headers=headers,
        trust_env=not is_loopback(url),
        verify=not url.startswith("http://"),
    )


async def answer_of(
    client: httpx.AsyncClient, method: str, url: str, body: object = None, *, timeout: float
) -> httpx.Response:
    """One request and its whole answer within `timeout` seconds. Raises ConnectionFailed."""
    import httpx

    known = without_password(url)
    content = None if body is None else msgspec.json.encode(body)
    # A Selenium Grid refuses JSON that does not say it is UTF-8.
    headers = None if body is None else {"Content-Type": "application/json; charset=utf-8"}
    try:
        with anyio.move_on_after(timeout):
            return await client.request(method, url, content=content, headers=headers)
    except httpx.TimeoutException:
        pass  # the same as our own deadline
    except httpx.TransportError as error:
        raise ConnectionFailed(f"no HTTP server answers at {known}: {error}") from error
    except httpx.InvalidURL as error:
        raise InvalidEndpoint(f"invalid address {known!r}: {error}") from error
    raise ConnectionFailed(f"{known} did not answer within {timeout:g} s")


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
