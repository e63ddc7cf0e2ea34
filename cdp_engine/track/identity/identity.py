"""From snapshot to snapshot: which refs are kept, which are rebound, which ended (FP-02, SX-11; pure)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.changes.row_runs import Rows
from cdp_engine.track.identity.answered_again import same_address
from cdp_engine.track.identity.fingerprint import fingerprint
from cdp_engine.track.identity.matching import align
from cdp_engine.track.identity.overlay_roots import overlay_around
from cdp_engine.track.identity.proposals import Match
from cdp_engine.track.identity.ref_table import RefTable

_REMEMBERED_LOOKS = 1000
_LOOKS_WAITED = 4
_FEW = 16
"""So many refs are sought one by one."""


class Rebound(NamedTuple):
    """A ref whose element was re-created, with the confidence (0–1) and the evidence; reported to the caller."""

    ref: str
    name: str
    confidence: float
    why: str


class Identity:
    """Keeps the table in step with the newest snapshot."""

    def __init__(self, refs: RefTable) -> None:
        self._refs = refs
        self.latest: Seen | None = None
        self.answered_again = False
        """Whether the newest snapshot is another document of the same address that continues the one before."""
        self.opens_another = False
        """Whether the caller opens a page itself: the next document is another one, whatever it shows."""
        self._parting: Seen | None = None
        self._waits = 0

    def take(self, snapshot: Snapshot) -> tuple[Seen, tuple[Rebound, ...]]:
        """Make this snapshot the newest one. Idempotent."""
        before = self.latest
        if before is not None and before.snapshot is snapshot:
            return before, ()
        seen = self.latest = Seen(snapshot)
        self.answered_again = False
        opened, self.opens_another = self.opens_another, False
        self._follow_documents(seen)
        if before is None:
            self._refs.returned(seen.holds, seen.ordinals)
            return seen, ()
        if self._only_texts_are_new(before, seen):
            if texts := seen.since(before).renewed_nodes:
                self._refs.returned({seen.scoped(row) for row in texts}.__contains__, seen.ordinals)
            return seen, ()
        alignment = align(before.snapshot, snapshot, opened=opened)
        if alignment.same_rows:
            return seen, ()
        rows = seen.since(before).rows
        self._refs.reappeared(seen.holds)
        rebound = self._rebind(before, seen, alignment.rebound)
        self.answered_again = alignment.answered_again and bool(rebound)
        self._refs.returned(seen.holds if rows is None else _came(rows, seen), seen.ordinals)
        if self._parting is not None:
            rebound += self._recreated_later(self._parting, seen)
        self._end_lost(before, seen, rows)
        return seen, tuple(rebound)

    def _rebind(self, before: Seen, seen: Seen, matches: Iterable[Match]) -> list[Rebound]:
        rebound: list[Rebound] = []
        for match in matches:
            old = before.scoped(match.old_row)
            ref = self._refs.issued(old)
            if ref is not None and self._refs.rebind(old, seen.scoped(match.new_row)) == ref:
                name = seen.snapshot.columns.name.get(match.new_row, "")
                rebound.append(Rebound(ref, name, match.confidence, match.why))
        return rebound

    def _recreated_later(self, parting: Seen, seen: Seen) -> list[Rebound]:
        """Match elements that were gone for a few observations, as behind a spinner, and may be re-created now.

        What was in a dialog or a menu that closed is not in the next one that opens, and what was on a page of another
        address is not on this one: the same buttons belong to another record there.
        """
        self._waits -= 1
        there, here = parting.snapshot.documents[0].url, seen.snapshot.documents[0].url
        same_page = there == here or same_address(there, here)
        gone = [
            match
            for match in (align(parting.snapshot, seen.snapshot).rebound if same_page else ())
            if self._refs.is_gone(parting.scoped(match.old_row))
            and overlay_around(parting.snapshot, match.old_row) < 0
        ]
        if gone or not self._waits:
            self._parting = None
        return self._rebind(parting, seen, gone)

    def _only_texts_are_new(self, before: Seen, seen: Seen) -> bool:
        """Whether all elements are the same and no ref names one of the re-created texts."""
        compared = seen.since(before)
        return compared.same_elements and not any(
            self._refs.issued(before.scoped(row)) for row in compared.renewed_nodes
        )

    def _follow_documents(self, seen: Seen) -> None:
        snapshot = seen.snapshot
        loaders: dict[str, str] = {info.frame_id: info.loader_id for info in snapshot.documents}
        for frame_id, loader_id in self._refs.live_documents():
            current = loaders.get(frame_id)
            if current is None and snapshot.context.left_out:
                continue  # it may be the frame that could not be read
            if current != loader_id:
                why = "its frame was removed" if current is None else "its page was replaced by another"
                self._refs.document_left(frame_id, loader_id, why)
        for frame_id, loader_id in loaders.items():
            self._refs.document_entered(frame_id, loader_id)

    def _end_lost(self, before: Seen, seen: Seen, rows: Rows | None) -> None:
        lost: list[ScopedRef] = []
        issued = self._refs.issued_lately()
        if rows is not None and len(issued) <= _FEW:  # all others with a ref were there before
            info, backend = seen.snapshot.documents[0], before.snapshot.columns.backend
            gone = [backend[row] for rows_gone, _ in rows.gaps() for row in rows_gone]
            lost = self._refs.live_among(info.frame_id, info.loader_id, gone)
            lost += [name for name in issued if name not in lost and not seen.holds(name)]
        else:
            for info in seen.snapshot.documents:
                there = set(seen.snapshot.columns.backend[info.first_row : info.end_row])
                lost += self._refs.lost_in(info.frame_id, info.loader_id, there)
        if lost:
            self._parting, self._waits = before, _LOOKS_WAITED
        for position, name in enumerate(lost):
            row = before.row_of(name) if position < _REMEMBERED_LOOKS else None
            shape = None if row is None else fingerprint(before.node(row))
            self._refs.remove(name, "it was removed from the page", shape)


def _came(rows: Rows, seen: Seen) -> Callable[[ScopedRef], bool]:
    """Whether a node of the only document, which had left, is there again."""
    backend = seen.snapshot.columns.backend
    came = {backend[row] for _, rows_came in rows.gaps() for row in rows_came}
    return lambda name: name.backend_node_id in came
