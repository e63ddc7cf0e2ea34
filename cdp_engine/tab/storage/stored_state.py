"""The storage of a context's sites as plain data for a file (pure).

`{"cookies": [{name, value, domain, path, expires, httpOnly, secure, sameSite, partitionKey?}, …], "origins":
[{origin, localStorage: [{name, value}], indexedDB: [{name, version, stores}], partitionKey?}]}`: the shape that other
tools write, too. `expires` is in seconds since 1970, -1 for a cookie of the session. `partitionKey` names the page's
site where a frame of another site stored something: `{topLevelSite, hasCrossSiteAncestor}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import network
from cdp_engine.tab.storage.visits import PartitionKey, origin_of

COOKIE_FIELDS = (
    "name",
    "value",
    "url",
    "domain",
    "path",
    "expires",
    "httpOnly",
    "secure",
    "sameSite",
    "partitionKey",
    "priority",
    "sourceScheme",
    "sourcePort",
)
_SAME_SITE = {"strict": "Strict", "lax": "Lax", "none": "None"}


class Entry(msgspec.Struct, frozen=True):
    """One item of a local storage."""

    name: str
    value: str


class OriginState(
    msgspec.Struct,
    frozen=True,
    rename={
        "local_storage": "localStorage",
        "indexed_db": "indexedDB",
        "partition_key": "partitionKey",
    },
):
    """The storage of one origin. The databases have the format that `injected/pages/storage.js` writes and reads.

    With `partition_key` it is the storage of frames of that origin in pages of another site.
    """

    origin: str
    local_storage: list[Entry] = []
    indexed_db: list[dict[str, Any]] = []
    partition_key: PartitionKey | msgspec.UnsetType = msgspec.UNSET


class StoredState(msgspec.Struct, frozen=True):
    """Cookies and the storage of origins."""

    cookies: list[dict[str, Any]] = []
    origins: list[OriginState] = []

    def plain(self) -> dict[str, Any]:
        """As dicts and lists, for `json.dump`."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def read_state(source: str | Path | Mapping[str, Any] | StoredState) -> StoredState:
    """A state from a file's path or a mapping. Raises `InvalidInput` where it is not valid."""
    if isinstance(source, StoredState):
        return source
    try:
        if isinstance(source, Mapping):
            state = msgspec.convert(dict(source), StoredState)
        else:
            state = msgspec.json.decode(Path(source).read_bytes(), type=StoredState)
    except OSError as error:
        raise InvalidInput(
            f"cannot read the storage state: {error}", hint="Give the path of an existing file."
        ) from error
    except msgspec.DecodeError as error:
        named = "" if isinstance(source, Mapping) else f"{source}: "
        raise InvalidInput(
            f"{named}not a storage state: {error}",
            hint="Give the result or the file of `Context.storage_state`.",
        ) from error
    try:
        _check(state)
    except InvalidInput as error:
        if isinstance(source, Mapping):
            raise
        raise InvalidInput(f"{source}: {error.message}", hint=error.hint) from error
    return state


def _check(state: StoredState) -> None:
    for origin in state.origins:
        partition = origin.partition_key
        top = [] if isinstance(partition, msgspec.UnsetType) else [partition.top_level_site]
        for one in (origin.origin, *top):
            if not origin_of(one):
                raise InvalidInput(f"{one!r} is not the origin of a site", hint="Use https://host[:port].")
    cookie_params(state.cookies)


def cookie_params(cookies: Iterable[Mapping[str, Any]]) -> list[network.CookieParam]:
    """Cookies as `Storage.setCookies` takes them. Each needs a name, a value, and a url or a domain.

    Raises `InvalidInput`.
    """
    return [_cookie_param(cookie) for cookie in cookies]


def plain_cookies(cookies: Sequence[network.Cookie], urls: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Cookies as the browser reports them, as plain data; with `urls`, only those that would be sent to one of them."""
    return [_plain(cookie) for cookie in cookies if not urls or any(is_sent(cookie, url) for url in urls)]


def is_sent(cookie: network.Cookie, url: str) -> bool:
    """Whether a cookie goes with a request to `url` (RFC 6265, 5.1.3 and 5.1.4)."""
    parts = urlsplit(url)
    host, domain = (parts.hostname or "").lower(), cookie.domain.lower()
    if domain.startswith("."):
        if host != domain[1:] and not host.endswith(domain):
            return False
    elif host != domain:
        return False
    path, wanted = parts.path or "/", cookie.path or "/"
    if path != wanted and not path.startswith(wanted if wanted.endswith("/") else f"{wanted}/"):
        return False
    return not cookie.secure or parts.scheme == "https" or host in ("localhost", "127.0.0.1", "::1")


def _cookie_param(cookie: Mapping[str, Any]) -> network.CookieParam:
    unknown = [key for key in cookie if key not in COOKIE_FIELDS]
    if unknown:
        raise InvalidInput(
            f"a cookie has no field {unknown[0]!r}; the fields are: {', '.join(COOKIE_FIELDS)}",
        )
    name, value = cookie.get("name"), cookie.get("value")
    if not isinstance(name, str) or not isinstance(value, str):
        raise InvalidInput("a cookie needs a name and a value, both text")
    if not cookie.get("url") and not cookie.get("domain"):
        raise InvalidInput(
            f"cookie {name!r} needs a url or a domain", hint="Give it a url, or a domain and a path."
        )
    url = cookie.get("url")
    if url and not (isinstance(url, str) and urlsplit(url).scheme in ("http", "https")):
        raise InvalidInput(f"cookie {name!r} cannot belong to {url!r}", hint="Give it an http or https URL.")
    expires = cookie.get("expires")
    same_site = cookie.get("sameSite")
    given = {key: cookie.get(key) for key in COOKIE_FIELDS if cookie.get(key) is not None}
    given.pop("expires", None)
    if expires is not None and expires != -1:
        given["expires"] = expires
    if same_site is not None:
        if str(same_site).lower() not in _SAME_SITE:
            raise InvalidInput(f"cookie {name!r} has an unknown sameSite", hint="Use Strict, Lax or None.")
        given["sameSite"] = _SAME_SITE[str(same_site).lower()]
    if "url" not in given:
        given.setdefault("path", "/")
    try:
        return msgspec.convert(given, network.CookieParam)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"invalid cookie {name!r}: {error}") from error


def _plain(cookie: network.Cookie) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": cookie.domain,
        "path": cookie.path,
        "expires": -1 if cookie.session or cookie.expires is None else cookie.expires,
        "httpOnly": cookie.http_only,
        "secure": cookie.secure,
        "sameSite": cookie.same_site or "Lax",
    }
    if cookie.same_site is None:
        del plain["sameSite"]
    if cookie.partition_key is not None:
        plain["partitionKey"] = msgspec.to_builtins(cookie.partition_key)
    return plain
