"""The outline of a page after small changes: its old lines, with those of the changed elements rendered again.

An element is rendered alone only where its old lines, rendered alone, are contiguous and complete among the old lines
of the page, which proves that its surroundings do not affect them. All other cases are left to `outline_lines`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.observe import Flag, NodeColumns, Snapshot
from cdp_engine.track import Line, Seen
from cdp_engine.views.formats.outline import OutlineLine, outline_lines
from cdp_engine.views.text.outline_writer import CELL, ELEMENT, INLINE, INLINE_TAGS, SHOWN, is_cell, is_short
from cdp_engine.views.text.places import has_place
from cdp_engine.views.text.resumed_outline import PLAIN, Body, resumed

VISIBLE = int(Flag.VISIBLE)
FIELDS = frozenset(("input", "select", "textarea"))
MOST_CHANGED = 12
LEVELS = 3
LARGEST_SHARE = 4
"""An element with more than this fraction of all rows is not rendered alone: that takes as long as the page."""


def body_again(old: Seen, body: object, new: Seen) -> Body | None:
    """The lines of `new`, given those of `old`; None where all should be written again."""
    if not isinstance(body, Body):
        return None
    rows = new.since(old).rows
    made = None if rows is None else resumed(old.snapshot, body, new.snapshot, rows)
    if made is not None:
        return made
    spliced = spliced_lines(old, body.lines, body.begins, new)
    return None if spliced is None else Body(*spliced, [], [])


def spliced_lines(
    old: Seen, base: Sequence[Line], begins: Sequence[int], new: Seen
) -> tuple[list[Line], list[int]] | None:
    """The lines of `new`, given those of `old`, each with its first row; None where all should be written again."""
    changed = _changed_rows(old, new)
    if changed is None or len(changed) > MOST_CHANGED:
        return None
    lines, rows = list(base), list(begins)
    done: set[int] = set()
    for row in sorted(changed):
        if any(above in done for above in new.snapshot.columns.upwards(row)):
            continue
        part = _part(old.snapshot, new.snapshot, lines, rows, row)
        if part is None:
            return None
        top, start, end = part
        again = outline_lines(new.snapshot, PLAIN, top=top)
        if _is_titled(lines[start - 1 : start], lines[start:end], again):
            return None
        lines[start:end] = [Line(line.ref, line.text) for line in again]
        rows[start:end] = [line.row for line in again]
        done.add(top)
    return lines, rows


def _part(
    snapshot: Snapshot, new: Snapshot, lines: Sequence[Line], begins: list[int], row: int
) -> tuple[int, int, int] | None:
    """An ancestor of a row that has its own lines: the element, its first line and the one after its last."""
    tried = 0
    chain = list(snapshot.columns.upwards(row))
    bound = [
        level
        for level, above in enumerate(chain)
        if _binds(snapshot.columns, above) or _binds(new.columns, above)
    ]
    for top in chain[bound[-1] if bound else 0 :]:
        if not _is_separate(snapshot.columns, top):
            continue
        inside = [top, *snapshot.rows_below(top)]
        if len(inside) * LARGEST_SHARE > len(snapshot.columns):
            break
        place = _place(lines, begins, set(inside), outline_lines(snapshot, PLAIN, top=top))
        if place is not None:
            return top, *place
        tried += 1
        if tried == LEVELS:
            break
    return None


def _place(
    lines: Sequence[Line], begins: Sequence[int], inside: set[int], own: Sequence[OutlineLine]
) -> tuple[int, int] | None:
    """The position of an element's lines, if those that begin in it are its `own` ones, contiguous and complete."""
    try:
        start = begins.index(own[0].row)
    except (IndexError, ValueError):
        return None
    end = start + len(own)
    there = zip(lines[start:end], begins[start:end], strict=True)
    if [(known.key, known.text, row) for known, row in there] != [
        (one.ref, one.text, one.row) for one in own
    ]:
        return None
    around = (*begins[max(0, start - 1) : start], *begins[end : end + 1])
    return (start, end) if inside.isdisjoint(around) else None


def _binds(columns: NodeColumns, row: int) -> bool:
    """Whether an element's line depends on all its contents: that of a control, of a short cell."""
    if columns.flags[row] & SHOWN == SHOWN:
        return True
    return columns.kind[row] == ELEMENT and is_cell(columns, row) and is_short(columns, row)


def _is_titled(above: Sequence[Line], was: Sequence[Line], now: Sequence[OutlineLine]) -> bool:
    """Whether a heading directly follows the line of a landmark or dialog, which omits a name that it repeats."""
    headed = any(line.text.startswith("#") for line in (*was[:1], *now[:1]))
    return headed and any(line.text.startswith("--") for line in above)


def _is_separate(columns: NodeColumns, row: int) -> bool:
    """Whether an element begins and ends a line by its kind: a block, or a field, which contains no other element."""
    flags = columns.flags[row]
    if columns.kind[row] != ELEMENT or not flags & VISIBLE:
        return False
    if flags & SHOWN == SHOWN and columns.tag[row] in FIELDS:
        return True
    return not flags & (INLINE | CELL) and columns.tag[row] not in INLINE_TAGS


def _changed_rows(old: Seen, new: Seen) -> set[int] | None:
    """The rows with different text, where the tree is the same; else None."""
    rewritten = new.since(old).rewritten
    if rewritten is None:
        return None
    # A label is omitted where its control's name is the same.
    labels = new.snapshot.columns.labels
    changed = {*rewritten, *(label for label, control in labels.items() if control in rewritten)}
    # Places in a set are written for its first and last members only.
    before, now = old.snapshot.columns, new.snapshot.columns
    return None if any(has_place(before, row) or has_place(now, row) for row in changed) else changed
