"""Which nodes a person could see (VD-04). Pure: reads layout and attributes, writes flags.

After a small change, only the rows that it concerns are worked out again: rows that are others, what is in them where
that depends on them, and all that depends on where it lies on the page where it moved.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence, Set

from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.row_changes import KnownRows, RowChanges, with_ancestors
from cdp_engine.observe.visual.downward_pass import DownwardPass, Seen
from cdp_engine.observe.visual.hiding import INHERITED, PUBLIC
from cdp_engine.observe.visual.structural_visibility import mark_by_structure

PASSED_ON = INHERITED | int(Flag.VISIBLE)
S_CONTENT_AUTO = int(Style.CONTENT_AUTO)


def mark_visibility(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    *,
    aria_hidden_counts: bool,
    known: KnownRows | None = None,
    changes: RowChanges | None = None,
) -> Seen | None:
    """Write the visibility flags of one document's rows. Its owner's row must be done before.

    With `aria_hidden_counts`, `aria-hidden` contents are treated as not visible. What was `known` is taken over for
    rows that no change concerns. Returns what to know the next time.
    """
    if not table.has_layout:
        mark_by_structure(columns, document, aria_hidden_counts=aria_hidden_counts)
        return None
    seeing = _PassAgain(columns, document, table, aria_hidden_counts=aria_hidden_counts)
    if known is None or changes is None or not isinstance(known.seen, Seen):
        return seeing.run()
    return seeing.run_again(known.seen, changes, known.bounds) or seeing.run()


class _PassAgain(DownwardPass):
    """The pass over a document that was worked out before."""

    __slots__ = ()

    def run_again(self, known: Seen, changes: RowChanges, bounds: Sequence[Bounds | None]) -> Seen | None:
        """The same where little is other than when these flags were `known`, and these boxes; None if all may be."""
        first, end, flags = self._first, self._end, self._flags
        if any(style > 0 and style & S_CONTENT_AUTO for style in self._table.styles()):
            return None
        flags[first:end] = down = changes.carried(known.down, 0)
        self._mark_first()
        if self._frame() != known.frame or (flags[first] ^ down[0]) & PASSED_ON or 0 in changes.rows:
            self._odd = []
            return None
        windows = changes.renumbered(known.windows)
        odd = changes.renumbered(known.odd)
        done = self._mark_changed(changes, odd, windows, bounds)
        self._orphans += self._kept(changes.renumbered(known.orphans), done)
        self._orphans.sort()
        self._odd += self._kept(odd, done)
        down = flags[first:end]
        raised = self._raise_visibility()
        shown = changes.carried(known.flags, 0)
        for row in done | changes.renumbered(known.raised) | raised:
            shown[row] = flags[first + row] & PUBLIC
        flags[first:end] = shown
        return self._seen(down, raised, windows - done)

    def _kept(self, rows: Iterable[int], done: Container[int]) -> list[int]:
        return [row + self._first for row in rows if row not in done]

    def _mark_changed(
        self, changes: RowChanges, odd: Set[int], windows: Set[int], before: Sequence[Bounds | None]
    ) -> set[int]:
        """Write the flags of changed rows, and of what is in them where that depends on them; returns these rows.

        `odd` and `windows` were known, and the boxes of the rows of `before`.
        """

        def was_drawn(row: int) -> bool:
            former = changes.before(row)
            return former is not None and _is_drawn(before[former])

        first, flags, table = self._first, self._flags, self._table
        entered = self._windows.cut, self._windows.for_positioned
        spreading = changes.rows | {row for row in changes.edited if table.tag[row] == "details"}
        wanted = spreading | changes.reshaped
        if changes.moved:
            wanted |= odd
        if windows:
            wanted |= with_ancestors(table.parent, wanted)
        done: set[int] = {0}
        end = 1
        for row in sorted(wanted):
            if row < end:
                continue
            down = flags[first + row]
            self._mark_rows(first + row, first + row + 1)
            end = row + 1
            if (
                row in spreading
                or (flags[first + row] ^ down) & PASSED_ON
                or (
                    row in changes.reshaped
                    and (
                        row in windows
                        or any(first + row in rows for rows in entered)
                        or was_drawn(row) != _is_drawn(table.bounds[row])
                    )
                )
            ):
                end = end_of(table, row)
                self._mark_rows(first + row + 1, first + end)
            done.update(range(row, end))
        return done


def _is_drawn(bounds: Bounds | None) -> bool:
    return bounds is not None and bounds[2] > 0 and bounds[3] > 0
