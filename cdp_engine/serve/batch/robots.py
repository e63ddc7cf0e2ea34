"""What `robots.txt` allows (RFC 9309), for `capture --respect-robots`: read once for each origin (CD-11)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

import anyio

from cdp_engine.engine import Page
from cdp_engine.errors import ConnectionLost, EngineError, PageRefused

_HINT = "Ask the site's owner, or capture it without --respect-robots."
_WORST = 500
"""The least status of a server that has failed: then nothing is allowed, as the standard asks."""


class Rule(NamedTuple):
    """One line: a path with `*` and `$`, and whether it allows what begins so."""

    path: str
    allows: bool

    def fits(self, path: str) -> bool:
        """Whether the rule is about a path."""
        ends = self.path.endswith("$")
        parts = map(re.escape, self.path.removesuffix("$").split("*"))
        return re.match(".*".join(parts) + ("$" if ends else ""), path, re.DOTALL) is not None


@dataclass
class _Group:
    agents: list[str] = field(default_factory=list[str])
    rules: list[Rule] = field(default_factory=list[Rule])


def rules_for(text: str, user_agent: str) -> list[Rule]:
    """The rules of a `robots.txt` for a user agent as it is sent: of all groups that name it, else those of `*`."""
    groups = _groups(text)
    products = {found.lower() for found in re.findall(r"[A-Za-z_][\w-]*", user_agent)}
    named = [group for group in groups if not products.isdisjoint(group.agents)]
    return [rule for group in named or [g for g in groups if "*" in g.agents] for rule in group.rules]


def allows(rules: list[Rule], path: str) -> bool:
    """Whether rules allow a path: the longest one that fits decides, and of two of one length the one that allows."""
    fitting = [rule for rule in rules if rule.path and rule.fits(path)]
    return not fitting or max(fitting, key=lambda rule: (len(rule.path), rule.allows)).allows


def _groups(text: str) -> list[_Group]:
    groups: list[_Group] = []
    for line in text.lstrip("\ufeff").splitlines():
        name, colon, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if name == "user-agent":
            if not groups or groups[-1].rules:
                groups.append(_Group())
            groups[-1].agents.append(value.lower())
        elif name in ("allow", "disallow") and groups:
            groups[-1].rules.append(Rule(value, name == "allow"))
    return groups


class Robots:
    """The rules of every origin of a batch, each read once, by the browser and as the user agent that it sends."""

    def __init__(self) -> None:
        self._rules: dict[str, list[Rule]] = {}
        self._turns: dict[str, anyio.Lock] = {}

    async def check(self, page: Page, url: str) -> None:
        """Raise `PageRefused` for an address that `robots.txt` does not allow. `page` opens that file if needed."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return
        origin = f"{parts.scheme}://{parts.netloc}"
        async with self._turns.setdefault(origin, anyio.Lock()):
            if origin not in self._rules:
                self._rules[origin] = await _read(page, origin)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if not allows(self._rules[origin], path):
            raise PageRefused(f"{origin}/robots.txt does not allow {path}", hint=_HINT)


async def _read(page: Page, origin: str) -> list[Rule]:
    try:
        arrival = await page.goto(f"{origin}/robots.txt", wait_until="load")
        if arrival.is_download or arrival.status is None or arrival.status >= _WORST:
            return [Rule("/", False)]
        if arrival.status >= 400:
            return []
        text, agent = await page.evaluate("[document.body.innerText, navigator.userAgent]")
    except ConnectionLost:
        raise
    except EngineError:
        return [Rule("/", False)]
    return rules_for(str(text), str(agent))
