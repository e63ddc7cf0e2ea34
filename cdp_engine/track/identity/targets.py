"""The ways to name an element: a short ref, a scoped ref, a node id, an object (FP-01; pure)."""

from __future__ import annotations

import re

import msgspec

from cdp_engine.observe import ScopedRef

_SHORT = re.compile(r"@?[eE]([1-9][0-9]{0,17})\Z")


class ElementRef(msgspec.Struct, frozen=True):
    """An element by its short ref and its scoped ref; accepted wherever a ref is."""

    ref: str
    scoped: ScopedRef


Target = str | int | ScopedRef | ElementRef
"""What names an element: `e12`, `@e12`, `loader:12`, `frame:loader:12`, a main-frame node id, an object."""


def short_ref_number(text: str) -> int:
    """The number of a short ref (`e12` or `@e12`); 0 for any other text."""
    match = _SHORT.match(text)
    return int(match[1]) if match else 0
