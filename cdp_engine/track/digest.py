"""When two snapshots show the same: column by column, and by a digest (FP-04, SX-09; pure).

Boxes, classes and inline styles are no content: a page that only moves or repaints has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import compress
from operator import ne
from typing import TypeVar

import msgspec

from cdp_engine.observe import Flag, Snapshot

Value = TypeVar("Value")

SHOWN_ATTRIBUTES = frozenset(
    [
        "href",
        "src",
        "alt",
        "title",
        "placeholder",
        "type",
        "name",
        "for",
        "role",
        "open",
        "hidden",
        "disabled",
        "readonly",
        "required",
        "checked",
        "selected",
        "multiple",
        "min",
        "max",
        "step",
        "pattern",
        "maxlength",
        "target",
        "download",
        "contenteditable",
        "colspan",
        "rowspan",
    ]
)
"""Besides these, every `aria-…` attribute counts."""

_PASSING_FLAGS = int(Flag.UNREACHABLE | Flag.POINTER | Flag.NO_POINTER | Flag.CLICKABLE | Flag.DEFERRED)
_LAID_OUT = int(Flag.VISIBLE | Flag.RENDERED)
_TEXT = 3
_PIECE = 512


@dataclass(slots=True)
class Parts:
    """What a digest was made of, for the next one."""

    flags: list[int] = field(default_factory=list[int])
    rows: list[int] = field(default_factory=list[int])
    """The rows that are laid out, by those flags."""
    made: dict[str, tuple[object, bytes]] = field(default_factory=dict[str, "tuple[object, bytes]"])
    """By name, the column that a part was made from and the part itself."""


def same_elements(old: Snapshot, new: Snapshot) -> bool:
    """Whether every row is the same node at the same place, except that texts may have been written by new nodes."""
    a, b = old.columns, new.columns
    if a.parent != b.parent or a.kind != b.kind or _places(old) != _places(new):
        return False
    kinds = a.kind
    return all(kinds[row] == _TEXT for row in differing(a.backend, b.backend))


def differing(before: Sequence[object], now: Sequence[object]) -> list[int]:
    """The places at which two columns of equal length differ."""
    if before is now:
        return []
    found: list[int] = []
    for start in range(0, len(before), _PIECE):
        was, here = before[start : start + _PIECE], now[start : start + _PIECE]
        if was != here:
            found.extend(compress(range(start, start + len(was)), map(ne, was, here)))
    return found


def _places(snapshot: Snapshot) -> list[tuple[str, str, int, int]]:
    return [(info.frame_id, info.loader_id, info.first_row, info.end_row) for info in snapshot.documents]


def unchanged(old: Snapshot, new: Snapshot) -> bool:
    """Whether two snapshots are equal column by column: the short cut that spares the digest."""
    a, b = old.columns, new.columns
    return (
        a.backend == b.backend
        and a.flags == b.flags
        and a.text == b.text
        and a.parent == b.parent
        and a.name == b.name
        and a.value == b.value
        and a.states == b.states
        and a.properties == b.properties
        and a.role == b.role
        and a.attributes == b.attributes
        and a.covered_by == b.covered_by
        and _whole(old) == _whole(new)
    )


def _option_texts(snapshot: Snapshot) -> list[str]:
    """What the options of lists say: a view tells it of the list, though a closed list lays none out."""
    columns = snapshot.columns
    options = compress(range(len(columns.tag)), map("option".__eq__, columns.tag))
    return [columns.text[row] for option in options for row in snapshot.rows_below(option)]


def content_digest(snapshot: Snapshot, known: Parts | None = None) -> tuple[bytes, Parts]:
    """A digest over everything that counts as content, of the nodes that are laid out only.

    With it comes what the next one can be made from: parts of `known` that were made from the very same columns, as
    those of a retouched snapshot are, are not made again.
    """
    columns = snapshot.columns
    flags = columns.flags
    if known is None or known.flags is not flags:
        laid_out = {found for found in set(flags) if found & _LAID_OUT}
        known = Parts(flags, list(compress(range(len(flags)), map(laid_out.__contains__, flags))))
    parts = Parts(flags, known.rows)

    def part(name: str, source: object, make: Callable[[list[int]], object]) -> None:
        made = known.made.get(name)
        if made is None or made[0] is not source:
            made = (source, _digest(make(parts.rows)))
        parts.made[name] = made

    def shown(items: dict[int, Value]) -> Callable[[list[int]], object]:
        return lambda _rows: [(row, value) for row, value in items.items() if flags[row] & _LAID_OUT]

    part("backend", columns.backend, lambda rows: list(map(columns.backend.__getitem__, rows)))
    part("parent", columns.parent, lambda rows: list(map(columns.parent.__getitem__, rows)))
    part("text", columns.text, lambda rows: list(map(columns.text.__getitem__, rows)))
    if "option" in columns.tag:
        part("options", columns.text, lambda _rows: _option_texts(snapshot))
    part("role", columns.role, lambda rows: list(map(columns.role.__getitem__, rows)))
    part("flags", flags, lambda rows: [flags[row] & ~_PASSING_FLAGS for row in rows])
    part("name", columns.name, shown(columns.name))
    part("value", columns.value, shown(columns.value))
    part("states", columns.states, shown(columns.states))
    properties = columns.properties
    part(
        "properties",
        properties,
        lambda _rows: [
            (row, sorted(items.items())) for row, items in properties.items() if flags[row] & _LAID_OUT
        ],
    )
    part("covered_by", columns.covered_by, shown(columns.covered_by))
    attributes = columns.attributes
    part(
        "attributes",
        attributes,
        lambda rows: [
            (row, told) for row in rows if attributes[row] and (told := shown_attributes(attributes[row]))
        ],
    )
    whole = _digest(_whole(snapshot))
    return _digest([whole, *(made for _, made in parts.made.values())]), parts


def _digest(body: object) -> bytes:
    return blake2b(msgspec.msgpack.encode(body), digest_size=16).digest()


def _whole(snapshot: Snapshot) -> list[object]:
    context = snapshot.context
    return [
        context.url,
        context.title,
        [round(part) for part in (*context.scroll, *context.content_size, *context.viewport)],
        snapshot.aria_hidden,
        [(missing.frame_id, missing.reason) for missing in context.left_out],
        context.notes,
        [
            (info.frame_id, info.loader_id, info.url, info.owner_row, [round(part) for part in info.scroll])
            for info in snapshot.documents
        ],
    ]


def shown_attributes(flat: list[str]) -> tuple[str, ...]:
    """The attributes that count, as name, value, name, value, …."""
    found: list[str] = []
    for position in range(0, len(flat) - 1, 2):
        name = flat[position]
        if name in SHOWN_ATTRIBUTES or name.startswith("aria-"):
            found += (name, flat[position + 1])
    return tuple(found)
