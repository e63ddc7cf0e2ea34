"""What a batch captures (pure): lines of a file in, addresses with a name for their file out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

import msgspec

from cdp_engine.errors import EngineError, InvalidInput

LONGEST_STEM = 80


class ListedPage(NamedTuple):
    """One page to capture: its address, and the name of its file without an extension."""

    url: str
    stem: str


class _Line(msgspec.Struct):
    url: str
    name: Annotated[str, msgspec.Meta(min_length=1)] | None = None


def read_list(lines: Iterable[str], address_of: Callable[[str], str]) -> list[ListedPage]:
    """The pages that a list names, in its order; one that is named twice is taken once.

    A line is an address (`address_of` makes a URL of it), or a JSON object with `url` and, if wanted, `name`. Empty
    lines and those that begin with `#` are left out. Raises `InvalidInput`, naming the line, for what is neither, and
    for two addresses under one name.
    """
    found: dict[str, ListedPage] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff").strip()
        if not text or text.startswith("#"):
            continue
        try:
            wanted = _wanted(text, address_of)
        except EngineError as error:
            raise InvalidInput(f"line {number}: {error.message}", hint=error.hint) from error
        known = found.setdefault(wanted.stem.casefold(), wanted)  # some disks take A and a for the same
        if known.url != wanted.url:
            raise InvalidInput(
                f"line {number}: the name {wanted.stem!r} is already that of {known.url}",
                hint="Give every address a name of its own, or none.",
            )
    return list(found.values())


def _wanted(text: str, address_of: Callable[[str], str]) -> ListedPage:
    if not text.startswith("{"):
        url = address_of(text)
        return ListedPage(url, stem_of(url))
    try:
        line = msgspec.json.decode(text, type=_Line)
    except msgspec.DecodeError as error:
        raise InvalidInput(
            f"{error}", hint='Write an address, or {"url": "https://…", "name": "front"} on one line.'
        ) from None
    url = address_of(line.url)
    return ListedPage(url, stem_of(url) if line.name is None else _plain(line.name) or stem_of(url))


def stem_of(url: str) -> str:
    """A file name for an address: what can be read of it, and a digest that keeps it apart from all others."""
    parts = urlsplit(url)
    words = _plain(f"{parts.hostname or parts.scheme}{parts.path}" if parts.scheme != "data" else "data")
    return f"{words[: LONGEST_STEM - 11]}-{hashlib.sha256(url.encode()).hexdigest()[:10]}".lstrip("-")


def _plain(text: str) -> str:
    """`text` in characters that every disk takes; it stays in its folder and is not a hidden file."""
    return re.sub(r"[^\w.-]+", "-", text, flags=re.ASCII).strip("-.")[:LONGEST_STEM]
