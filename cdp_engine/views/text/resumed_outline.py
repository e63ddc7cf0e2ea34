"""The outline of a changed page: written from the last line above a change that nothing above depends on, up to the
first row from which on the former lines go on.

A row's own line depends on the row; where it `_binds`, on all that is in it as well.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cdp_engine.observe import TEXT_AFTER, NodeColumns, Snapshot, differing
from cdp_engine.track import Line, Rows, differing_rows, with_rows_now
from cdp_engine.views.scope import Scope
from cdp_engine.views.text.cells import is_cell
from cdp_engine.views.text.line_filler import OutlineLine
from cdp_engine.views.text.option_lists import suggestions
from cdp_engine.views.text.outline_writer import LANDMARKS, SHOWN, OutlineOptions, OutlineWriter
from cdp_engine.views.text.places import places_in_sets, unwritten_questions

PLAIN = OutlineOptions()
TEXT = 3
LARGEST_SHARE = 3
"""More than this fraction of all rows is not written alone: that takes as long as the page."""
_SHAPE = frozenset(("flags", "role"))
_OWN = frozenset(("text", "attributes"))
_DESCRIPTIONS = frozenset(("name", "value", "states", "properties"))
_ROWS = frozenset(("covered_by", "closers", "labels"))
_COMPARED = _OWN | _SHAPE | _DESCRIPTIONS | _ROWS | {"parent"}
_OF_SETS = ("attributes", "flags", "role", "parent")
"""What the places in sets depend on."""


@dataclass(frozen=True, slots=True)
class Body:
    """The lines of a page without its header and manifest."""

    lines: list[Line]
    begins: list[int]
    """The row that each line begins with."""
    mark_rows: list[int]
    """See `OutlineWriter.marks`."""
    mark_lines: list[int]

    @classmethod
    def of(cls, lines: Sequence[OutlineLine], marks: Sequence[tuple[int, int]]) -> Body:
        """The lines as a writer has filled them."""
        return cls(
            [Line(line.ref, line.text) for line in lines],
            [line.row for line in lines],
            [row for row, _ in marks],
            [count for _, count in marks],
        )


def resumed(old: Snapshot, body: Body, new: Snapshot, rows: Rows) -> Body | None:
    """The lines of `new`, given those of `old`; None where all should be written again."""
    if not (_is_in_reading_order(old) and _is_in_reading_order(new)):
        return None
    if not body.mark_rows:
        return None  # spliced lines have no marks
    parts = _changed_parts(old, new, rows)
    return (
        None if parts is None else _Joining(body, rows, OutlineWriter(new, PLAIN, Scope(0, None))).run(parts)
    )


def _is_in_reading_order(snapshot: Snapshot) -> bool:
    """Whether the order of the rows is the order in which they are read."""
    return len(snapshot.documents) == 1 and not snapshot.columns.shadow and not snapshot.screen_order()


def _binds(columns: NodeColumns, row: int) -> bool:
    """Whether what is written of an element depends on its contents."""
    return (
        columns.flags[row] & SHOWN == SHOWN
        or is_cell(columns, row)
        or columns.role[row] == "image"
        or (columns.tag[row] == "label" and row in columns.labels)
        or "aria-rowcount" in columns.attributes[row]
    )


def _changed_parts(old: Snapshot, new: Snapshot, rows: Rows) -> list[tuple[int, int]] | None:
    """The ranges of rows whose lines may be others now, in order; None where that is much of the page."""
    columns = new.columns
    here = places_in_sets(new)
    same = all(getattr(old.columns, name) is getattr(columns, name) for name in _OF_SETS)
    was = with_rows_now(here if same else places_in_sets(old), rows)
    asked = with_rows_now(unwritten_questions(old), rows)
    lists = old.columns.has_tag("datalist") or columns.has_tag("datalist")
    suggested = differing_rows(with_rows_now(suggestions(old), rows), suggestions(new)) if lists else ()
    placed = [
        (row, columns.end_of(row))
        for row in {
            *differing_rows(was, here),
            *differing_rows(asked, unwritten_questions(new)),
            *suggested,
        }
    ]
    found = sorted([*placed, *_ranges(old.columns, columns, rows)])
    parts: list[tuple[int, int]] = []
    for first, end in found:
        if parts and first <= parts[-1][1]:
            parts[-1] = parts[-1][0], max(parts[-1][1], end)
        else:
            parts.append((first, end))
    too_much = sum(end - first for first, end in parts) * LARGEST_SHARE > len(columns)
    return None if too_much else parts


def _ranges(old: NodeColumns, new: NodeColumns, rows: Rows) -> Iterator[tuple[int, int]]:
    for gone, came in rows.gaps():
        inside = {*came}
        around = {new.parent[row] for row in came}.union(
            rows.now[old.parent[row]] for row in gone if old.parent[row] >= 0
        )
        yield max(came.start - 1, 0), came.stop
        ended = {new.parent[row] for row in came if new.tag[row] == TEXT_AFTER}
        ended.update(rows.now[old.parent[row]] for row in gone if old.tag[row] == TEXT_AFTER)
        for parent in around - inside - {-1}:
            last = (parent, new.end_of(parent)) if parent in ended else (came.start, came.stop)
            yield _bound(new, parent) or last
        if came.stop < len(new) and is_cell(new, came.stop):
            yield came.stop, new.end_of(came.stop)
    own, shape = _differing(old, new, rows)
    ended = {new.parent[row] for row in own | shape if new.tag[row] == TEXT_AFTER}
    shape |= ended
    for row in own | shape:
        yield _bound(new, row) or (row, new.end_of(row) if row in shape else row + 1)


def _bound(columns: NodeColumns, row: int) -> tuple[int, int] | None:
    """The outermost element around a row, or the row, whose own line depends on it; None without one."""
    top = row if _binds(columns, row) else -1
    for outer in columns.ancestors(row):
        if _binds(columns, outer):
            top = outer
    return None if top < 0 else (top, columns.end_of(top))


def _differing(old: NodeColumns, new: NodeColumns, rows: Rows) -> tuple[set[int], set[int]]:
    """The rows that stayed and differ: those that differ alone, and those with what is in them."""
    unshared = _unshared(old, new, rows)
    own = {
        row for name in unshared & _OWN for row in _other_values(getattr(old, name), getattr(new, name), rows)
    }
    shape = {
        row
        for name in unshared & _SHAPE
        for row in _other_values(getattr(old, name), getattr(new, name), rows)
    }
    if "parent" in unshared and new.stayed_since(old) is None:
        shape.update(_moved_rows(old, new, rows))
    for name in unshared & (_DESCRIPTIONS | _ROWS):
        was, here = getattr(old, name), getattr(new, name)
        was = with_rows_now(was, rows, values=name in _ROWS)
        found = differing_rows(was, here)
        own.update(found)
        if name == "closers":  # written with what the cover is over
            own.update(row for row, cover in new.covered_by.items() if cover in found)
        if name in ("name", "labels"):
            came = (row for row in found if (row in was) != (row in here))
            shape.update(row for row in came if _names_its_contents(new, row))
    shape |= {row for row, control in new.labels.items() if control in own or control in shape}
    return own, shape


def _unshared(old: NodeColumns, new: NodeColumns, rows: Rows) -> frozenset[str]:
    """The columns that may differ in rows that stayed: where each row is in its place, not those that both share."""
    in_place = rows.ends[0] == rows.ends[1] and all(one == other for one, other, _ in rows.runs)
    # No column names the node of a text.
    only_texts = in_place and all(
        old.kind[row] == new.kind[row] == TEXT for gone, _ in rows.gaps() for row in gone
    )
    if not (rows.are_all_in_place or only_texts):
        return _COMPARED
    return frozenset(name for name in _COMPARED if getattr(old, name) is not getattr(new, name))


def _moved_rows(old: NodeColumns, new: NodeColumns, rows: Rows) -> Iterator[int]:
    """The rows that stayed and are in another element."""
    now = [*rows.now, -1]  # the last one for the outermost rows, whose parent is -1
    above = tuple(map(now.__getitem__, old.parent))
    return _other_values(above, new.parent, rows)


def _other_values(was: Sequence[object], here: Sequence[object], rows: Rows) -> Iterator[int]:
    """The rows that stayed and differ in a column."""
    if rows.are_all_in_place:
        yield from differing(was, here)
        return
    for one, other, count in rows.runs:
        yield from (other + place for place in differing(was[one : one + count], here[other : other + count]))


def _names_its_contents(columns: NodeColumns, row: int) -> bool:
    """Whether an element is written otherwise with a name than without, together with what is in it."""
    return columns.role[row] in LANDMARKS or columns.tag[row] == "label"


class _Joining:
    """One run over the changed parts: former lines, and what is written again between them."""

    def __init__(self, body: Body, rows: Rows, writer: OutlineWriter) -> None:
        self._was = body
        self._rows = rows
        self._writer = writer
        self._made = Body([], [], [], [])
        self._row = 0
        """What is above this row is done."""
        self._mark = 0
        """The place of its mark among the former ones."""

    def run(self, parts: Sequence[tuple[int, int]]) -> Body:
        """The lines of the page, changed in these parts."""
        end = self._rows.ends[1]
        for first, last in parts:
            if self._row < end and (last > self._row or first == last):
                self._write(first, last)
        if self._row < end:
            self._copy(len(self._was.mark_rows))
        return self._made

    def _write(self, first: int, last: int) -> None:
        """Write again from the last mark up to a row to the first one from another row on."""
        mark = max(self._mark, self._mark_above(first))
        if mark > self._mark:
            self._copy(mark)
        writer, made = self._writer, self._made
        row, above = self._row, len(made.lines)
        self._row = writer.go_on(row, lambda row: row >= last and self._mark_of(row) >= 0)
        again = Body.of(writer.lines, writer.marks)
        made.lines.extend(again.lines)
        made.begins.extend(again.begins)
        made.mark_rows.extend(again.mark_rows)
        made.mark_lines.extend([above + count for count in again.mark_lines])
        self._mark = self._mark_of(self._row) if self._row < self._rows.ends[1] else len(self._was.mark_rows)

    def _mark_above(self, row: int) -> int:
        """The last former mark at or above a row, of a row that stayed."""
        marks, now = self._was.mark_rows, self._rows.now
        runs = [run for run in self._rows.runs if run.new <= row]
        former = runs[-1].old + min(row - runs[-1].new, runs[-1].length - 1) if runs else 0
        at = bisect_right(marks, former) - 1
        while at > 0 and now[marks[at]] < 0:
            at -= 1
        return max(at, 0)

    def _mark_of(self, row: int) -> int:
        """The place of a row's former mark; -1 without one."""
        was = self._rows.before(row)
        at = bisect_left(self._was.mark_rows, was)
        return at if was >= 0 and at < len(self._was.mark_rows) and self._was.mark_rows[at] == was else -1

    def _copy(self, mark: int) -> None:
        """Take over the former lines up to a mark."""
        was, made, now = self._was, self._made, self._rows.now
        first, end = was.mark_lines[self._mark], [*was.mark_lines, len(was.lines)][mark]
        shift = len(made.lines) - first
        made.lines.extend(was.lines[first:end])
        made.begins.extend(map(now.__getitem__, was.begins[first:end]))
        made.mark_rows.extend(map(now.__getitem__, was.mark_rows[self._mark : mark]))
        made.mark_lines.extend([count + shift for count in was.mark_lines[self._mark : mark]])
        self._mark = mark
        if mark < len(was.mark_rows):
            self._row = now[was.mark_rows[mark]]
