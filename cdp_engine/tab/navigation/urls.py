"""Which addresses are accepted (pure): `check_url` for programs, `typed_url` for input of people and models."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from cdp_engine.errors import InvalidURL

_OPENABLE = frozenset(
    {"http", "https", "file", "data", "about", "blob", "chrome", "view-source", "filesystem"}
)
_NEEDS_HOST = frozenset({"http", "https"})
_NO_HOSTS = _OPENABLE | {"javascript"}

_LOCAL = r"(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])"
_HOST = re.compile(
    rf"(?:(?P<local>{_LOCAL}|[\w-]+\.localhost|[\w-]+(?=:\d))|[\w-]+(?:\.[\w-]+)+)(?::\d{{1,5}})?(?:[/?#]\S*)?\Z"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?!\d)")
_PATH = re.compile(r"[/~]|\.\.?/")
_LONGEST = 300
"""The number of characters of an address that a message quotes."""
_DOCUMENT = re.compile(r"[^/\\]+\.(?:html?|xhtml|mhtml|svg|pdf|txt|md|json|xml)\Z", re.IGNORECASE)


def check_url(url: str) -> str:
    """The address as it is sent: surrounding white space removed, everything else unchanged.

    Raises `InvalidURL` for an empty or relative address, an unsupported scheme, a missing host, an invalid port, and
    for `javascript:` (use `evaluate`).
    """
    address = _text(url).strip()
    if not address:
        raise InvalidURL("the address is empty")
    if any(ord(character) < 0x20 for character in address):
        raise InvalidURL(f"{_short(address)} contains control characters")
    scheme, colon, _rest = address.partition(":")
    scheme = scheme.lower()
    if scheme == "javascript":
        raise InvalidURL(
            "a tab cannot open javascript: addresses", hint="Use evaluate() to run a script in the page."
        )
    if not colon or scheme not in _OPENABLE:
        raise _unknown(address)
    if scheme in _NEEDS_HOST:
        _check_authority(address)
    return address


def typed_scheme(text: str) -> str | None:
    """The scheme that a typed address has, in lower case; None for a bare host, a path or a word."""
    found = _SCHEME.match(text.strip())
    return found[1].lower() if found is not None else None


def typed_url(text: str, file_url: Callable[[str], str | None] | None = None) -> str:
    """The URL for typed input: a bare host gets https:, one on this machine or with only a port http:.

    `file_url` returns the file: URL of a path where files may be opened, None for a path that does not exist. Raises
    `InvalidURL`, with a suggestion in the hint.
    """
    typed = text.strip()
    if _SCHEME.match(typed) or typed.partition(":")[0].lower() in _NO_HOSTS:
        return check_url(typed)
    file = file_url(typed) if file_url is not None and typed else None
    if file is not None:
        return file
    if _PATH.match(typed) or _DOCUMENT.match(typed):
        if file_url is None:
            raise InvalidURL(
                f"{typed!r} is a file, not a web address", hint="Give a URL such as https://example.com/."
            )
        raise InvalidURL(f"there is no file {typed!r}", hint="Give the path of a file that exists, or a URL.")
    host = _HOST.match(typed)
    if host is not None:
        return check_url(f"{'http' if host['local'] else 'https'}://{typed}")
    return check_url(typed)


def _text(given: object) -> str:
    """The address. Raises `InvalidURL` for another type, as callers without a type checker may give."""
    if not isinstance(given, str):
        raise InvalidURL(f"an address is a str, not {type(given).__name__}")
    return given


def _short(address: str) -> str:
    """An address as a message quotes it."""
    return repr(address if len(address) <= _LONGEST else f"{address[:_LONGEST]}…")


def _unknown(address: str) -> InvalidURL:
    host = address.split("/", 1)[0]
    looks_like_host = "." in host or host.startswith("localhost")
    if looks_like_host and " " not in address and "//" not in address.split("/", 1)[0] + "/":
        typed = _HOST.match(address)
        scheme = "http" if typed is not None and typed["local"] else "https"
        return InvalidURL(
            f"{_short(address)} has no scheme", hint=f"Did you mean {scheme}://{address[:_LONGEST]} ?"
        )
    return InvalidURL(f"{_short(address)} is not an address that a tab can open")


def _check_authority(address: str) -> None:
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidURL(f"{_short(address)} is not a URL: {error}") from None
    if not address[len(parts.scheme) :].startswith("://") or not host or " " in host:
        raise InvalidURL(f"{_short(address)} has no host")
