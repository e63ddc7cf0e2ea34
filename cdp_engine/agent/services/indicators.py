"""Predicates on a page: title, address, text, an element of a role and a name; and the verdict they give (pure).

    [[success]]
    role = "heading"
    name = "cancelled"

Everything that an indicator names must hold at once; role and name must hold for the same element. Texts are compared
ignoring case and white space; `*` matches anything, and a `=` in front requires the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from cdp_engine.observe import Snapshot


class Indicator(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One predicate. `absent` negates it. Only visible contents of the page count."""

    title: str | None = None
    url: str | None = None
    text: str | None = None
    role: str | None = None
    name: str | None = None
    absent: bool = False

    def __post_init__(self) -> None:
        if all(part is None for part in (self.title, self.url, self.text, self.role, self.name)):
            raise ValueError("an indicator must name a title, url, text, role or name")

    def __str__(self) -> str:
        named = ((part, getattr(self, part)) for part in ("title", "url", "text", "role", "name"))
        parts = ", ".join(f"{part} {wanted!r}" for part, wanted in named if wanted is not None)
        return f"no {parts}" if self.absent else parts

    def holds(self, page: Snapshot) -> bool:
        """Whether the page matches."""
        return self._fits(page) is not self.absent

    def _fits(self, page: Snapshot) -> bool:
        context = page.context
        if self.title is not None and not _says(context.title, self.title):
            return False
        if self.url is not None and not _says(context.url, self.url):
            return False
        if self.text is not None and not _says(page.text_of(0), self.text):
            return False
        if self.role is None and self.name is None:
            return True
        role, name = self.role, self.name
        return any(name is None or _says(node.name or node.text, name) for node in page.find(role=role))


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the indicators say: `success`, `failure` (a failure indicator holds), or `open` (no success yet)."""

    kind: Literal["success", "failure", "open"]
    held: tuple[Indicator, ...] = ()


def met(indicators: Iterable[Indicator], page: Snapshot) -> tuple[Indicator, ...]:
    """Those that hold."""
    return tuple(indicator for indicator in indicators if indicator.holds(page))


def judge(page: Snapshot, success: Iterable[Indicator], failure: Iterable[Indicator]) -> Verdict:
    """One indicator of success is enough, one of failure outweighs them all."""
    failed = met(failure, page)
    if failed:
        return Verdict(kind="failure", held=failed)
    reached = met(success, page)
    return Verdict(kind="success" if reached else "open", held=reached)


def _says(text: str, wanted: str) -> bool:
    folded = " ".join(text.split()).casefold()
    return _pattern(wanted).search(folded) is not None


@cache
def _pattern(wanted: str) -> re.Pattern[str]:
    whole = wanted.startswith("=")
    parts = (" ".join(part.split()) for part in wanted.removeprefix("=").casefold().split("*"))
    body = ".*".join(re.escape(part) for part in parts)
    return re.compile(rf"\A{body}\Z" if whole else body, re.DOTALL)
