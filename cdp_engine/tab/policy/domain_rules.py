"""Decides which hosts may be reached, by lists of domains (pure; EX-09).

A rule is a host, optionally with a scheme and a port: `example.com` (itself and all subdomains), `*.example.com` (only
subdomains), `https://example.com`, `localhost:8080`, `10.0.0.7`, `[::1]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

import msgspec

from cdp_engine.errors import InvalidInput

LOCAL_SCHEMES = frozenset({"about", "blob", "data", "javascript"})
"""Schemes of documents that come from no server; their own requests are checked like any other."""
_SECURE = {"http": ("http", "ws"), "https": ("https", "wss"), "ws": ("ws",), "wss": ("wss",)}
_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_RULE = re.compile(
    r"(?:(?P<scheme>[a-z]+)://)?(?P<host>\[[0-9a-f:.]+\]|[^\[\]:/@?#\s]+)(?::(?P<port>\d{1,5}))?/?"
)
_NAMED = 8


class DomainRule(msgspec.Struct, frozen=True):
    """One entry of a list, as written and parsed. `schemes` and `port` are None for any."""

    text: str
    host: str
    itself: bool
    below: bool
    schemes: tuple[str, ...] | None = None
    port: int | None = None

    def covers(self, scheme: str, host: str, port: int | None) -> bool:
        """Whether an address falls under the rule; `host` is in lower case and without a final dot."""
        if self.schemes is not None and scheme not in self.schemes:
            return False
        if self.port is not None and port != self.port:
            return False
        return (self.itself and host == self.host) or (self.below and host.endswith("." + self.host))

    def hosts(self) -> tuple[str, ...]:
        """The hosts as patterns with `*`, IPv6 addresses in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (*([host] if self.itself else []), *(["*." + host] if self.below else []))


class Domains(msgspec.Struct, frozen=True):
    """An allow-list and a block-list. `allowed` None: everything that is not blocked."""

    allowed: tuple[DomainRule, ...] | None = None
    blocked: tuple[DomainRule, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed is not None or bool(self.blocked)

    def within(self, outer: Domains) -> Domains:
        """These lists combined with those of the whole browser. Raises `InvalidInput` where both have an allow-list."""
        if self.allowed is not None and outer.allowed is not None:
            raise InvalidInput(
                "the browser already has an allow list",
                hint="Give allowed_domains to the browser or to its contexts, not to both.",
            )
        allowed = self.allowed if outer.allowed is None else outer.allowed
        return Domains(allowed, tuple(dict.fromkeys((*outer.blocked, *self.blocked))))

    def refusal(self, url: str) -> str | None:
        """Why an address may not be reached, in a few words that name the rule; None when it may.

        `url` should be in the browser's form. An address that cannot be parsed is refused.
        """
        if not self:
            return None
        try:
            parts = urlsplit(url)
            scheme, host, port = parts.scheme.lower(), (parts.hostname or "").removesuffix("."), parts.port
            host = host if host.isascii() else host.encode("idna").decode("ascii")
        except ValueError:
            return "it is not an address"
        if scheme in LOCAL_SCHEMES:
            return None
        if scheme not in _PORTS:
            return (
                None
                if self.allowed is None
                else f"{scheme or 'such'}: addresses are not among the allowed domains"
            )
        port = port or _PORTS[scheme]
        mapped = _mapped(host)
        for rule in self.blocked:
            if rule.covers(scheme, host, port) or rule.covers(scheme, mapped, port):
                return f"{host} is blocked (by the rule {rule.text})"
        if self.allowed is None or any(rule.covers(scheme, host, port) for rule in self.allowed):
            return None
        return f"{host} is not among the allowed domains ({_names(self.allowed)})"

    def bypass(self) -> tuple[str, ...] | None:
        """The allowed domains as Chrome's proxy bypass rules; None without an allow-list.

        With a proxy that does not exist, only these are reached: Chrome's own network stack then blocks everything
        else, including requests that no session sees.
        """
        if self.allowed is None:
            return None
        found = ["<-loopback>"]
        for rule in self.allowed:
            port = f":{rule.port}" if rule.port is not None else ""
            for scheme in rule.schemes or ("",):
                found += [f"{scheme}://{host}{port}" if scheme else f"{host}{port}" for host in rule.hosts()]
        return tuple(found)

    def blocked_wildcards(self) -> list[str]:
        """The block list as patterns with `*` that match every blocked address, and possibly some more."""
        return [f"*{host}*" for rule in self.blocked for form in _forms(rule) for host in form.hosts()]

    def unresolvable(self) -> list[str]:
        """The block list as rules for Chrome's resolver, which then finds none of these hosts.

        Rules with a scheme are left out: the resolver does not know the scheme of a request.
        """
        return [
            f"MAP {host}{'' if rule.port is None else f':{rule.port}'} ~NOTFOUND"
            for rule in self.blocked
            if rule.schemes is None
            for form in _forms(rule)
            for host in form.hosts()
        ]

    def patterns(self) -> list[tuple[str, bool]]:
        """Both lists as URL patterns, each with whether its addresses may be reached; the first match counts."""
        found = [
            (pattern, False) for rule in self.blocked for form in _forms(rule) for pattern in _patterns(form)
        ]
        if self.allowed is not None:
            found += [(pattern, True) for rule in self.allowed for pattern in _patterns(rule)]
            found.append(("*://*:*/*", False))
        return found


NO_DOMAINS = Domains()


def domains_of(allowed: Iterable[str] | None = None, blocked: Iterable[str] | None = None) -> Domains:
    """Lists of rules as they are written. Raises `InvalidInput` for an invalid rule.

    `allowed` None means that there is no list; an empty one allows nothing.
    """
    return Domains(
        None if allowed is None else _rules("allowed_domains", allowed),
        () if blocked is None else _rules("blocked_domains", blocked),
    )


def _rules(name: str, written: Iterable[str]) -> tuple[DomainRule, ...]:
    if isinstance(written, str):
        raise InvalidInput(
            f"{name} is a single string, not a list", hint=f"Give a list: {name}=[{written!r}]."
        )
    return tuple(dict.fromkeys(_rule(name, text) for text in written))


def _rule(name: str, text: object) -> DomainRule:
    found = _RULE.fullmatch(text.strip().lower()) if isinstance(text, str) else None
    if found is None:
        raise _wrong(name, text)
    scheme, host, port = found["scheme"], found["host"].removesuffix("."), found["port"]
    if (scheme is not None and scheme not in _SECURE) or (port is not None and not 0 < int(port) < 65536):
        raise _wrong(name, text)
    below_only = host.startswith("*.")
    host = host.removeprefix("*.")
    address = _ip(host)
    if address is None:
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            raise _wrong(name, text) from None
        if not all(_LABEL.fullmatch(label) for label in host.split(".")) or host.rpartition(".")[2].isdigit():
            raise _wrong(name, text)
    elif below_only:
        raise _wrong(name, text)
    return DomainRule(
        str(text).strip(),
        host if address is None else _mapped(str(address)),
        itself=not below_only,
        below=address is None,
        schemes=None if scheme is None else _SECURE[scheme],
        port=None if port is None else int(port),
    )


def _wrong(name: str, text: object) -> InvalidInput:
    return InvalidInput(
        f"{name}: {text!r} is not a domain",
        hint="Write example.com, *.example.com, https://example.com, localhost:8080 or 10.0.0.7; no path, no other *.",
    )


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def _mapped(host: str) -> str:
    """The IPv4 address of an IPv4-mapped IPv6 address (`::ffff:10.0.0.7`); else the host."""
    address = _ip(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return host if mapped is None else str(mapped)


def _forms(rule: DomainRule) -> tuple[DomainRule, ...]:
    """A rule, and for an IPv4 address also its IPv4-mapped IPv6 form."""
    address = _ip(rule.host)
    if not isinstance(address, IPv4Address):
        return (rule,)
    high, low = divmod(int(address), 0x10000)
    return (rule, msgspec.structs.replace(rule, host=f"::ffff:{high:x}:{low:x}"))


def _patterns(rule: DomainRule) -> list[str]:
    """URL patterns (the web's URLPattern) of one rule."""
    made: list[str] = []
    for host in rule.hosts():
        written = host.replace(":", "\\:")
        for scheme in rule.schemes or (("*",) if rule.port is None else tuple(_PORTS)):
            port = "*" if rule.port is None else "" if _PORTS.get(scheme) == rule.port else str(rule.port)
            made.append(f"{scheme}://{written}:{port}/*" if port else f"{scheme}://{written}/*")
    return made


def _names(rules: tuple[DomainRule, ...]) -> str:
    named = ", ".join(rule.text for rule in rules[:_NAMED]) or "there are none"
    return named if len(rules) <= _NAMED else f"{named} and {len(rules) - _NAMED} more"
