"""What a program may give as a proxy, in the form that Chrome takes (pure; CD-15)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast
from urllib.parse import urlsplit

from cdp_engine.errors import InvalidInput

SCHEMES = frozenset({"http", "https", "socks", "socks4", "socks5", "quic"})
NOT_LOOPBACK = "<-loopback>"
"""Chrome's word against its habit of reaching localhost and link-local addresses without the proxy."""

_HINT = "Give scheme://host:port, for instance http://10.0.0.1:3128 or socks5://127.0.0.1:1080."
_HOST = re.compile(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")


def proxy_settings(server: object, bypass: object) -> tuple[str | None, tuple[str, ...]]:
    """The server and the hosts that are reached without it. Raises `InvalidInput` for what Chrome would not use.

    Chrome takes a proxy that it does not understand for none at all, and connects directly.
    """
    hosts = _hosts(bypass)
    if server is None:
        return None, hosts
    if not isinstance(server, str):
        raise InvalidInput(f"proxy_server must be a text; got {type(server).__name__}", hint=_HINT)
    if server == "direct://":
        return server, hosts
    _check(server)
    return server, (NOT_LOOPBACK, *hosts)


def _hosts(bypass: object) -> tuple[str, ...]:
    if isinstance(bypass, str) or not isinstance(bypass, Iterable):
        raise InvalidInput("proxy_bypass must be a list of hosts", hint='For instance ["*.example.com"].')
    hosts = list(cast("Iterable[object]", bypass))
    named = tuple(host for host in hosts if isinstance(host, str))
    if len(named) != len(hosts):
        raise InvalidInput("proxy_bypass must be a list of texts", hint='For instance ["*.example.com"].')
    return named


def _check(server: str) -> None:
    parts = urlsplit(server if "://" in server else f"http://{server}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.username is not None:
        socks = parts.scheme.startswith("socks")
        hint = (
            "Chrome logs in to no SOCKS proxy: put one without a password in between."
            if socks
            else "Give them as credentials=(name, password)."
        )
        raise InvalidInput(
            "proxy_server holds a name and a password, which Chrome does not take there", hint=hint
        )
    host = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc
    odd = parts.path not in ("", "/") or parts.query or parts.fragment
    if parts.scheme not in SCHEMES or port == -1 or odd or not _HOST.fullmatch(host):
        raise InvalidInput(f"invalid proxy_server {server!r}", hint=_HINT)
