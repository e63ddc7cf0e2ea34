"""Decides whether two snapshots have the same content: column by column, and by a digest (FP-04, SX-09; pure).

Boxes, classes and inline styles are not content: a page that only moves or repaints has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import compress
from typing import Any, TypeVar

import msgspec

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track.changes.comparison import PIECE

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


@dataclass(slots=True)
class Parts:
    """The parts of a digest, to be reused by the next one."""

    flags: list[int] = field(default_factory=list[int])
    rows: list[list[int]] = field(default_factory=list[list[int]])
    """The rows that are laid out, by those flags, for each piece of the columns."""
    tags: list[str] = field(default_factory=list[str])
    has_options: bool = False
    """Whether there are options of lists among those tags."""
    columns: dict[str, tuple[list[Any], list[bytes]]] = field(
        default_factory=dict[str, "tuple[list[Any], list[bytes]]"]
    )
    """By name, each column and the digests of its pieces."""
    others: dict[str, tuple[object, bytes]] = field(default_factory=dict[str, "tuple[object, bytes]"])
    """By name, the other parts and their digests."""


def unchanged(old: Snapshot, new: Snapshot) -> bool:
    """Whether two snapshots are equal column by column: a fast path without the digest."""
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
    """The texts of lists' options: views show them with the list, though a closed list does not lay them out."""
    columns = snapshot.columns
    options = compress(range(len(columns.tag)), map("option".__eq__, columns.tag))
    return [columns.text[row] for option in options for row in snapshot.rows_below(option)]


def content_digest(snapshot: Snapshot, known: Parts | None = None) -> tuple[bytes, Parts]:
    """A digest of all content of the nodes that are laid out.

    Also returns the parts that the next digest can reuse: those of shared columns, as in an updated snapshot, and of
    equal pieces of columns are taken from `known`.
    """
    columns = snapshot.columns
    flags = columns.flags
    if known is None or known.flags is not flags or known.tags is not columns.tag:
        known = Parts(flags, _laid_out(flags), columns.tag, "option" in columns.tag)
    parts = Parts(flags, known.rows, known.tags, known.has_options)

    def column(name: str, source: list[Any], read: Callable[[int], object] | None = None) -> None:
        parts.columns[name] = source, _pieces(known, name, source, read or source.__getitem__)

    def part(name: str, source: object, make: Callable[[], object]) -> None:
        made = known.others.get(name)
        parts.others[name] = made if made is not None and made[0] is source else (source, _digest(make()))

    def shown(items: dict[int, Value]) -> Callable[[], object]:
        return lambda: [(row, value) for row, value in items.items() if flags[row] & _LAID_OUT]

    properties, attributes = columns.properties, columns.attributes
    column("backend", columns.backend)
    column("parent", columns.parent)
    column("text", columns.text)
    if parts.has_options:
        part("options", columns.text, lambda: _option_texts(snapshot))
    column("role", columns.role)
    column("flags", flags, lambda row: flags[row] & ~_PASSING_FLAGS)
    column("attributes", attributes, lambda row: attributes[row] and shown_attributes(attributes[row]))
    part("name", columns.name, shown(columns.name))
    part("value", columns.value, shown(columns.value))
    part("states", columns.states, shown(columns.states))
    part("covered_by", columns.covered_by, shown(columns.covered_by))
    part(
        "properties",
        properties,
        lambda: [(row, sorted(items.items())) for row, items in properties.items() if flags[row] & _LAID_OUT],
    )
    made = [pieces for _, pieces in parts.columns.values()], [one for _, one in parts.others.values()]
    return _digest([_digest(_whole(snapshot)), *made]), parts


def _laid_out(flags: list[int]) -> list[list[int]]:
    """The rows that are laid out, piece by piece."""
    wanted = {found for found in set(flags) if found & _LAID_OUT}
    return [
        list(compress(range(start, len(flags)), map(wanted.__contains__, flags[start : start + PIECE])))
        for start in range(0, len(flags), PIECE)
    ]


def _pieces(known: Parts, name: str, source: list[Any], read: Callable[[int], object]) -> list[bytes]:
    """The digests of a column's pieces; those of unchanged pieces are reused."""
    if name not in known.columns:
        return [_digest(list(map(read, rows))) for rows in known.rows]
    before, made = known.columns[name]
    if before is source:
        return made
    return [
        piece
        if before[start : start + PIECE] == source[start : start + PIECE]
        else _digest(list(map(read, rows)))
        for start, rows, piece in zip(range(0, len(source), PIECE), known.rows, made, strict=True)
    ]


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


def shown_attributes(flat: Sequence[str]) -> tuple[str, ...]:
    """The attributes that count, as name, value, name, value, …."""
    found: list[str] = []
    for position in range(0, len(flat) - 1, 2):
        name = flat[position]
        if name in SHOWN_ATTRIBUTES or name.startswith("aria-"):
            found += (name, flat[position + 1])
    return tuple(found)
