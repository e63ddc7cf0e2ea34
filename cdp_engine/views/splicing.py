"""The outline of a page of which little changed: its old lines, with those of the changed elements written anew.

An element is written alone only where its old lines, written alone, stand whole and in one piece among the old lines of
the page; so what stands around it had no part in them. Anything else is the business of `outline_lines`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdp_engine.observe import Flag, NodeColumns, Snapshot
from cdp_engine.track import Line, Seen, same
from cdp_engine.views.outline import OutlineOptions, outline_lines
from cdp_engine.views.outline_writer import CELL, ELEMENT, INLINE, INLINE_TAGS, TEXT

VISIBLE = int(Flag.VISIBLE)
MOST_CHANGED = 12
LEVELS = 3
PLAIN = OutlineOptions()


def spliced_lines(
    old: Seen, base: Sequence[Line], new: Seen, options: OutlineOptions = PLAIN
) -> list[Line] | None:
    """The lines of `new`, given those of `old`; None where it is better to write them all."""
    if options != PLAIN:
        return None
    changed = _changed_rows(old, new)
    if changed is None or len(changed) > MOST_CHANGED:
        return None
    lines = list(base)
    done: set[int] = set()
    for row in sorted(changed):
        if any(above in done for above in _upwards(new.snapshot.columns, row)):
            continue
        part = _part(old.snapshot, lines, row)
        if part is None:
            return None
        top, start, end = part
        lines[start:end] = _lines(new.snapshot, top)
        done.add(top)
    return lines


def _part(snapshot: Snapshot, lines: Sequence[Line], row: int) -> tuple[int, int, int] | None:
    """An element around a row that has lines of its own: the element, its first line and the one after its last."""
    tried = 0
    for top in _upwards(snapshot.columns, row):
        if not _stands_apart(snapshot.columns, top):
            continue
        own = _lines(snapshot, top)
        place = _place(lines, own)
        if place is not None:
            return top, place, place + len(own)
        tried += 1
        if tried == LEVELS:
            break
    return None


def _place(lines: Sequence[Line], own: Sequence[Line]) -> int | None:
    """Where some lines stand in one piece. Only lines with a ref can be told apart."""
    for offset, line in enumerate(own):
        if line.key is not None:
            start = next((at for at, known in enumerate(lines) if known.key == line.key), -1) - offset
            return start if start >= 0 and list(lines[start : start + len(own)]) == list(own) else None
    return None


def _lines(snapshot: Snapshot, top: int) -> list[Line]:
    return [Line(line.ref, line.text) for line in outline_lines(snapshot, PLAIN, top=top)]


def _stands_apart(columns: NodeColumns, row: int) -> bool:
    """Whether an element begins and ends a line, as far as its kind goes."""
    return (
        columns.kind[row] == ELEMENT
        and bool(columns.flags[row] & VISIBLE)
        and not columns.flags[row] & (INLINE | CELL)
        and columns.tag[row] not in INLINE_TAGS
    )


def _upwards(columns: NodeColumns, row: int) -> Iterator[int]:
    document = columns.document[row]
    while row >= 0 and columns.document[row] == document:
        yield row
        row = columns.parent[row]


def _changed_rows(old: Seen, new: Seen) -> set[int] | None:
    """The rows that read differently, where all else is the same tree; else None."""
    before, now = old.snapshot, new.snapshot
    a, b = before.columns, now.columns
    if before.context != now.context or before.aria_hidden != now.aria_hidden:
        return None
    if before.documents != now.documents:
        return None
    shape = (
        (a.parent, b.parent), (a.tag, b.tag), (a.kind, b.kind), (a.flags, b.flags), (a.role, b.role),
        (a.labels, b.labels), (a.closers, b.closers),
    )  # fmt: skip
    if not all(same(was, here) for was, here in shape):
        return None
    compared = new.since(old)
    if any(a.kind[row] != TEXT for row in compared.made_anew):
        return None
    return {*compared.rewritten, *compared.told_otherwise, *compared.with_other_properties}
