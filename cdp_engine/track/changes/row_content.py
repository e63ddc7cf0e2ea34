"""What of a snapshot is content: two snapshots with the same content are one version of the page (FP-04, SX-09; pure).

Boxes, classes and inline styles are not content: a page that only moves or repaints has not changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from cdp_engine.observe import Flag, NodeColumns, Snapshot

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


def row_content(columns: NodeColumns, row: int) -> tuple[object, ...] | None:
    """The content of a row; None where it is not laid out.

    The texts of lists' options count: views show them with the list, though a closed list does not lay them out.
    """
    flags, parent = columns.flags[row], columns.parent[row]
    if not flags & _LAID_OUT and columns.tag[parent] != "option":
        return None
    attributes = columns.attributes[row]
    return (
        columns.backend[row],
        parent,
        columns.text[row],
        columns.role[row],
        flags & ~_PASSING_FLAGS,
        shown_attributes(attributes) if attributes else (),
        columns.name.get(row),
        columns.value.get(row),
        columns.states.get(row),
        columns.covered_by.get(row),
        sorted(columns.properties[row].items()) if row in columns.properties else (),
    )


def content_of(columns: NodeColumns) -> list[tuple[object, ...]]:
    """The content of every row that has one, in order."""
    found = (row_content(columns, row) for row in range(len(columns)))
    return [content for content in found if content is not None]


def laid_out_nodes(columns: NodeColumns) -> list[int]:
    """The nodes that are laid out, in order."""
    return [columns.backend[row] for row in columns.rows_with_any(_LAID_OUT)]


def content_digest(snapshot: Snapshot) -> str:
    """A digest of all content, for those who keep no snapshots to compare with."""
    body = msgspec.msgpack.encode([surroundings(snapshot), content_of(snapshot.columns)])
    return blake2b(body, digest_size=16).hexdigest()


def surroundings(snapshot: Snapshot) -> list[object]:
    """The content of the page as a whole: addresses, scroll offsets, what was left out."""
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
