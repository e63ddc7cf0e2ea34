"""Parses an endpoint: text in, one of four kinds of address out (pure)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit, urlunsplit

from cdp_engine.errors import InvalidEndpoint, InvalidInput

PORT_FILE = "DevToolsActivePort"
"""File in a profile folder in which Chrome writes its debugging port and its websocket path."""

_BARE_HOST = re.compile(r"^(?:localhost|[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])?:\d+$")


@dataclass(frozen=True, slots=True)
class HttpEndpoint:
    """A DevTools HTTP server: `/json/version` names its websocket."""

    url: str
    """Scheme, host, port and path prefix, without a slash at the end."""


@dataclass(frozen=True, slots=True)
class WebSocketEndpoint:
    """The browser's own websocket."""

    url: str


@dataclass(frozen=True, slots=True)
class ProfileEndpoint:
    """The profile folder of a running Chrome with remote debugging."""

    folder: Path


@dataclass(frozen=True, slots=True)
class GridEndpoint:
    """A Selenium Grid 4 that starts a browser for us and forwards DevTools (EN-10)."""

    url: str
    """The grid's http(s) address, without a slash at the end."""


_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_OF_THE_HANDSHAKE = ("connection", "upgrade", "sec-websocket-", "content-length", "transfer-encoding")

Endpoint = HttpEndpoint | WebSocketEndpoint | ProfileEndpoint | GridEndpoint


def parse_endpoint(endpoint: str | os.PathLike[str]) -> Endpoint:
    """The parsed endpoint.

    `http(s)://host:port`, `ws(s)://…/devtools/browser/…`, `grid+http(s)://host:4444`, a folder, or the
    short `host:port`. Raises InvalidEndpoint.
    """
    if not isinstance(endpoint, str):
        return ProfileEndpoint(_folder(endpoint))
    text = endpoint.strip()
    if not text:
        raise InvalidEndpoint("the endpoint is empty")
    if _BARE_HOST.match(text):
        return HttpEndpoint(_http_base(f"http://{text if text[0] != ':' else f'127.0.0.1{text}'}"))
    if "://" not in text:
        return ProfileEndpoint(_folder(text))
    scheme = text.partition("://")[0].lower()
    match scheme:
        case "http" | "https":
            return HttpEndpoint(_http_base(text))
        case "ws" | "wss":
            parts = _split(text)
            if parts.path in ("", "/") and not parts.query:
                # no server has DevTools at the root path: the caller means the host, so discover its websocket
                return HttpEndpoint(_http_base(text.replace("ws", "http", 1)))
            return WebSocketEndpoint(urlunsplit(parts._replace(fragment="")))
        case "grid+http" | "grid+https":
            return GridEndpoint(_http_base(text.partition("+")[2]))
        case _:
            raise InvalidEndpoint(f"{endpoint!r} has the unsupported scheme {scheme}://")


def websocket_beside(http_url: str, websocket_url: str) -> str:
    """The websocket as reachable from here: its path on the host, port and TLS of `http_url`.

    Behind port forwarding, containers and proxies, the host that the browser names is not reachable.
    """
    reached, named = urlsplit(http_url), urlsplit(websocket_url)
    return urlunsplit(
        ("wss" if reached.scheme == "https" else "ws", reached.netloc, named.path, named.query, "")
    )


def without_password(url: str) -> str:
    """An address without its credentials, for messages."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def read_port_file(text: str) -> tuple[int, str | None]:
    """The port and the websocket path of a DevToolsActivePort file; the path is absent in old versions.

    Raises ValueError where the text has another format.
    """
    lines = text.split("\n")
    port = int(lines[0].strip())
    if not 0 < port < 65536:
        raise ValueError(f"{port} is not a valid port")
    path = lines[1].strip() if len(lines) > 1 else ""
    return port, path or None


def _folder(text: str | os.PathLike[str]) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise InvalidEndpoint(f"{text} names the home of an unknown user") from error
    except ValueError as error:
        raise InvalidEndpoint(f"{text!r} is not a valid path: {error}") from error


def _http_base(text: str) -> str:
    parts = _split(text)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidEndpoint(f"invalid address {text!r}: {error}") from error
    if not host:
        raise InvalidEndpoint(f"{text!r} has no host")
    if port == 0:
        raise InvalidEndpoint(f"{text!r} has port 0, on which no server can listen")
    return parts


def checked_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Headers of the caller's own for the way to a browser. Raises `InvalidInput`, which names no value."""
    for name, value in (headers or {}).items():
        if not _HEADER_NAME.fullmatch(name) or name.lower().startswith(_OF_THE_HANDSHAKE):
            raise InvalidInput(f"the header {name!r} cannot be sent to a browser's endpoint")
        if not _HEADER_VALUE.fullmatch(str(value)):
            raise InvalidInput(f"the value of the header {name!r} is not one line of Latin text")
    return dict(headers or {})
