"""Formats that are one JSON object with a list in it: one item per line, and within a budget what fits.

{"mode":"semantic","url":"https://shop.test/","interactive_tree":[
{"i":"e1","r":"link","n":"Cart","xy":[640,20]},
{"i":"e2","r":"btn","n":"Buy","xy":[400,300]}
],"elided":[{"expand":"e3","items":12}]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cdp_engine.observe import Snapshot
from cdp_engine.views.budget.budget import Elision, Piece, fit
from cdp_engine.views.formats.facts import encode
from cdp_engine.views.scope import ViewOptions


class Elided(msgspec.Struct, frozen=True):
    """Items that a budget left out: `expand=` shows the page from that element on."""

    expand: str
    items: int


class Gap(str):
    """The text of an elision among the texts of items."""

    __slots__ = ()


class ListForm:
    """`{head, key: [items], "elided": [...], tail}` with one item per line."""

    def __init__(self, head: Mapping[str, Any], key: str, tail: Mapping[str, Any]) -> None:
        self._opening = encode(dict(head)).removesuffix("}") + ("," if head else "") + f'"{key}":['
        self._closing = "".join(f',"{name}":{encode(value)}' for name, value in tail.items())

    def whole(self, parts: Sequence[str]) -> str:
        """The object."""
        items = ",\n".join([part for part in parts if not isinstance(part, Gap)])
        gaps = ",".join([part for part in parts if isinstance(part, Gap)])
        elided = f',"elided":[{gaps}]' if gaps else ""
        return f"{self._opening}\n{items}\n]{elided}{self._closing}}}"

    def elided(self, elision: Elision) -> str:
        """An entry of `elided`."""
        return Gap(encode(Elided(elision.ref, elision.pieces)))


def listed(
    snapshot: Snapshot,
    options: ViewOptions,
    key: str,
    items: Sequence[tuple[int, Any]],
    *,
    head: Mapping[str, Any],
    tail: Mapping[str, Any] | None = None,
) -> str:
    """The JSON text of rows and what is said of them, within the budget of the options."""
    pieces = [Piece(row, encode(item), 1) for row, item in items]
    form = ListForm({k: v for k, v in head.items() if v is not None}, key, tail or {})
    return fit(snapshot, pieces, form, options).text
