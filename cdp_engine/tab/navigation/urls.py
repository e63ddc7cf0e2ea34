"""What may be typed into the address bar (pure): URLs are checked here before Chrome sees them."""

from __future__ import annotations

from urllib.parse import urlsplit

from cdp_engine.errors import InvalidURL

_OPENABLE = frozenset(
    {"http", "https", "file", "data", "about", "blob", "chrome", "view-source", "filesystem"}
)
_NEEDS_HOST = frozenset({"http", "https"})


def check_url(url: str) -> str:
    """The address as it will be sent: surrounding white space removed, everything else as given.

    Raises `InvalidURL` for an empty or relative address, a scheme no tab can open, a host that is missing, a
    port that is none, and for `javascript:` (use `evaluate`).
    """
    address = url.strip()
    if not address:
        raise InvalidURL("the address is empty")
    if any(ord(character) < 0x20 for character in address):
        raise InvalidURL(f"{address!r} has control characters in it")
    scheme, colon, _rest = address.partition(":")
    scheme = scheme.lower()
    if scheme == "javascript":
        raise InvalidURL("javascript: is not an address", hint="Use evaluate() to run a script in the page.")
    if not colon or scheme not in _OPENABLE:
        raise _unknown(address)
    if scheme in _NEEDS_HOST:
        _check_authority(address)
    return address


def _unknown(address: str) -> InvalidURL:
    host = address.split("/", 1)[0]
    looks_like_host = "." in host or host.startswith("localhost")
    if looks_like_host and " " not in address and "//" not in address.split("/", 1)[0] + "/":
        return InvalidURL(f"{address!r} has no scheme", hint=f"Did you mean https://{address} ?")
    return InvalidURL(f"{address!r} is not an address that a tab can open")


def _check_authority(address: str) -> None:
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidURL(f"{address!r} is not a URL: {error}") from None
    if not address[len(parts.scheme) :].startswith("://") or not host or " " in host:
        raise InvalidURL(f"{address!r} names no host")
