"""What every peer can do on the page of links, each over its own interface."""

from __future__ import annotations

import re
from typing import Protocol

from scripts.bench.interleave import Answer

OUR_CONTROLS = r"\[(?P<ref>e\d+) (?:button|textbox) (?P<name>\w+)"
"""How our own views write a control."""


class PeerError(Exception):
    """A peer cannot be started, or does not do what it was called for."""


class Peer(Protocol):
    """One tool with a browser of its own. Everything may raise `PeerError`."""

    async def open(self, address: str) -> Answer:
        """Open the page, with its content."""
        ...

    async def look(self) -> Answer:
        """The whole page."""
        ...

    async def change(self) -> None:
        """The page changes a text of its own."""
        ...

    async def look_again(self) -> Answer:
        """The page after a change, as briefly as the peer can."""
        ...

    async def act(self, kind: str) -> Answer:
        """Click on the button of that name, or fill the field, with what the page shows then."""
        ...


def refs_of(text: str, pattern: str) -> dict[str, str]:
    """The ref of each control in a view; `pattern` has the groups `ref` and `name`."""
    return {found["name"]: found["ref"] for found in re.finditer(pattern, text)}


def version_of(text: str, last: int) -> int:
    """The version that an answer of ours names; `last` where it names none."""
    found = re.search(r"\(v(\d+) ", text)
    return int(found[1]) if found else last
