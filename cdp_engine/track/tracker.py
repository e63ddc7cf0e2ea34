"""One page over time: snapshots in, changes to report to the caller out (FP-04 to FP-09, pure).

    change = tracker.observe(snapshot)        # before any ref of the snapshot is read
    …the caller gets the answer…
    tracker.commit(change)                    # the next change is relative to this one

Nothing counts as reported before `commit`: after a failed action the caller's state is unchanged (FP-09).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container
from dataclasses import replace
from functools import partial

from cdp_engine.observe import ScopedRef, Snapshot, set_version
from cdp_engine.track.boxes_above import with_boxes_above
from cdp_engine.track.caller_state import CallerState, Layer
from cdp_engine.track.changes.change import Lost, TrackedChange
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.changes.differ import Differ
from cdp_engine.track.changes.versions import HISTORY, Validation, Versioned, Versions
from cdp_engine.track.identity.fingerprint import Candidate, ranked_candidates
from cdp_engine.track.identity.identity import Identity, Rebound
from cdp_engine.track.identity.ref_entries import DocumentEvent
from cdp_engine.track.identity.ref_table import RefTable
from cdp_engine.track.overlays import Overlay, find_overlays
from cdp_engine.track.reused_rows import Reused, reused_row

FULL_AFTER = 30
_LARGE = 8192
"""To free a page of so many rows takes its time."""


class PageTracker:
    """The state of one page between answers. `refs` is the table that its snapshots issue their refs from.

    After `full_after` answers in a row that were differences, the next one is the whole page (0: never).
    """

    def __init__(
        self, refs: RefTable | None = None, *, full_after: int = FULL_AFTER, history: int = HISTORY
    ) -> None:
        self.refs = refs if refs is not None else RefTable()
        self.full_after = full_after
        self._identity = Identity(self.refs)
        self._differ = Differ(self.refs)
        self._versions: Versions[Seen] = Versions(history=history)
        self._states: OrderedDict[int, CallerState] = OrderedDict()
        self.caller_version: int | None = None
        """The version last reported to the caller; None before the first answer and after a navigation."""
        self._states_kept = history + 1
        self._dropped: list[CallerState] = []
        """Large states of the page that are not kept any longer."""
        self._glimpse: Seen | None = None
        self._deltas = 0
        self._rebound: dict[str, Rebound] = {}
        self._without_overlays: tuple[object, ...] | None = None
        self._first_of_document = 1

    @property
    def version(self) -> int:
        """The number of the newest version; 0 before the first snapshot."""
        return self._versions.last_number

    @property
    def caller_state(self) -> CallerState | None:
        """The page as the caller was last shown it."""
        return self._states.get(self.caller_version) if self.caller_version is not None else None

    @property
    def in_overlay(self) -> bool:
        """Whether a reported overlay is still open, so that the page beneath is frozen (FP-06)."""
        state = self.caller_state
        return state is not None and state.top is not None

    def shows(self, loader_id: str) -> bool:
        """Whether the newest snapshot is of that document in the main frame."""
        latest = self._identity.latest
        return latest is not None and _main(latest)[1] == loader_id

    def document_changed(self, event: DocumentEvent) -> None:
        """Follow the tab's frames: connect this to the hook of the frame tree (FP-02)."""
        self.refs.document_changed(event)

    def opens_page(self) -> None:
        """The caller opens an address: no ref of the page before holds on the next document (FP-02)."""
        self._identity.opens_another = True

    def track(self, snapshot: Snapshot, at: float = 0.0) -> Versioned[Seen]:
        """Take this snapshot as the newest one: refs follow it, and it gets a version. Idempotent."""
        before = self._identity.latest
        seen, rebound = self._identity.take(snapshot)
        self._rebound.update((entry.ref, entry) for entry in rebound)
        if before is not None and _main(before) != _main(seen) and not self._goes_on():
            self._versions.reset()
            self._first_of_document = self._versions.last_number + 1
            self._states.clear()
            self.caller_version = None
        versioned = self._versions.capture(seen, same=Seen.has_content_of, at=at)
        set_version(snapshot, versioned.version)
        return versioned

    @property
    def frees(self) -> Callable[[], None] | None:
        """What frees what is not kept any longer, to be called while the page is waited for; None without anything."""
        return self._dropped.clear if self._dropped else None

    def _goes_on(self) -> bool:
        """Whether the address was answered again, so that the caller's page is the base of a difference."""
        state = self.caller_state
        return self._identity.answered_again and state is not None and state.top is None

    def validate(self, snapshot: Snapshot, since: int | None) -> Validation[Seen]:
        """Compare the version that a caller acts on with the current page (FP-09); commits nothing.

        On `stale_no_history` do not act: answer with `observe(snapshot, since=since)`, which is full.
        """
        self.track(snapshot)
        return self._versions.validate(since)

    def why_not_held(self, version: int) -> str:
        """Why there is no state of that number to compare the page with."""
        if not 0 < version <= self._versions.last_number:
            return f"version {version} was never shown"
        if version < self._first_of_document:
            return f"the page was replaced by another document after version {version}"
        return f"version {version} is too old: the last {self._states_kept} versions are kept"

    def observe(
        self,
        snapshot: Snapshot,
        *,
        since: int | None = None,
        full: bool = False,
        dock: bool = False,
        at: float = 0.0,
        top_layer: Container[ScopedRef] = (),
    ) -> TrackedChange:
        """The differences from what the caller has seen: from version `since`, or from the last answer.

        `full` requests the whole page. `dock` says that the caller works on the page although an overlay is over it:
        overlays that do not block the page become part of it, and the changes beneath are reported now. `top_layer` as
        in `find_overlays`. Sets the snapshot's `version`.
        """
        versioned = self.track(snapshot, at)
        seen = versioned.content
        base_version = self.caller_version if since is None else since
        state = self._state_of(base_version)
        if (
            base_version == versioned.version
            and state is not None
            and state.top is None
            and not full
            and not self._anything_pending(seen)
        ):
            return self._nothing(versioned, state)
        overlays = self._overlays(seen, state, top_layer)
        reason = self._why_full(seen, state, base_version, asked=full)
        if state is None or reason is not None:
            return self._full(versioned, overlays, reason or "first look at this page", base_version)
        layers = state.layers
        docked = self._to_dock(layers, overlays) if dock else ()
        if docked:
            state = state.docked_with(layer.overlay for layer in docked)
        change = self._differ.difference(
            versioned, state, base_version, overlays, tuple(self._rebound.values())
        )
        if docked:
            order = tuple(layer.overlay.root for layer in layers)
            change = replace(change, docked=docked, layer_order=order)
        return change

    def full(self, change: TrackedChange, reason: str) -> TrackedChange:
        """The same answer as a whole page, for the case that the difference would be longer."""
        version = Versioned(change.version, change.seen)
        return self._full(version, find_overlays(change.seen), reason, change.base)

    def commit(self, change: TrackedChange) -> None:
        """Record that the change was reported: the next one is relative to it (FP-10, invariant 2)."""
        self.caller_version = change.version
        self._glimpse = None
        self._states[change.version] = change.caller_state
        self._states.move_to_end(change.version)
        self._dropped.clear()
        while len(self._states) > self._states_kept:
            _, state = self._states.popitem(last=False)
            if len(state.page.snapshot.columns) > _LARGE:
                self._dropped.append(state)
        self._deltas = 0 if change.kind == "full" else self._deltas + (change.kind != "no_change")
        self.refs.reported(change.invalidated)
        for entry in change.rebound:
            if self._rebound.get(entry.ref) == entry:
                del self._rebound[entry.ref]

    def lost(self, ref: str, snapshot: Snapshot | None = None, *, limit: int = 5) -> Lost | None:
        """Why a ref does not name an element now, with candidates for it; None while it is live (EX-06).

        The candidates come from `snapshot`, or from the newest one; there are none if the lost element was never
        observed.
        """
        life = self.refs.life(ref)
        if life is not None and life[0] == "live":
            return None
        reason = life[1] if life is not None else "it was never issued, or its element is gone for too long"
        mark = self.refs.fingerprint(ref)
        current = snapshot or (self._identity.latest.snapshot if self._identity.latest else None)
        found: tuple[Candidate, ...] = ()
        if mark and current is not None:
            beside = partial(self.refs.stood_beside, ref)
            found = ranked_candidates(mark, current, limit=limit, beside=beside)
        return Lost(ref.removeprefix("@"), reason, found)

    def glimpsed(self) -> None:
        """Record that refs of the newest snapshot were shown apart from the answers, as by a search."""
        self._glimpse = self._identity.latest

    def reused(self, ref: ScopedRef, since: int | None = None) -> tuple[Reused, str] | None:
        """Whether the list row of an element has another item than when the caller was shown it (EX-06).

        With the ref of the former item's element, empty where it is not known. The newest snapshot is the page now.
        """
        state = self.caller_state if since is None else self._state_of(since)
        seen = self._identity.latest
        if state is None or seen is None:
            return None
        shown = next((one.seen for one in state.layers[::-1] if one.seen.row_of(ref) is not None), state.page)
        found = _reused(shown, seen, ref)
        if found is not None and self._glimpse is not None:
            found = _reused(self._glimpse, seen, ref)
        if found is None:
            return None
        return found, "" if found.row is None else self.refs.issue(seen.scoped(found.row))

    # Steps

    def _overlays(
        self, seen: Seen, state: CallerState | None, top_layer: Container[ScopedRef]
    ) -> tuple[Overlay, ...]:
        """The overlays; none where there were none and no new element suggests one."""
        columns, base = seen.snapshot.columns, state.page if state else None
        inputs = (columns.flags, columns.attributes, columns.role, columns.properties, columns.covered_by)
        known = self._without_overlays
        if known is not None and not top_layer and all(a is b for a, b in zip(known, inputs, strict=True)):
            nothing_came = base is not None and base.snapshot.columns.flags is columns.flags
            if nothing_came:
                return ()
        over = [layer.seen for layer in state.layers] if state else ()
        found = with_boxes_above(find_overlays(seen, base, top_layer=top_layer, over=over), seen, base)
        self._without_overlays = None if found or top_layer else inputs
        return found

    def _to_dock(self, layers: tuple[Layer, ...], overlays: tuple[Overlay, ...]) -> tuple[Layer, ...]:
        """The layers that become part of the page: those that do not block it and are still there."""
        there = {overlay.root for overlay in overlays}
        return tuple(
            layer
            for layer in layers
            if not layer.overlay.modal
            and (layer.overlay.root in there or self.refs.successor(layer.overlay.root) in there)
        )

    def _state_of(self, version: int | None) -> CallerState | None:
        if version is None:
            return None
        known = self._states.get(version)
        if known is not None:
            return known
        held = self._versions.get(version)
        return CallerState(held.content) if held is not None and self.caller_version is not None else None

    def _why_full(
        self, seen: Seen, state: CallerState | None, base: int | None, *, asked: bool
    ) -> str | None:
        if asked:
            return "asked for"
        if state is None:
            if base is None and self._versions.last_number > 1:
                return "the page was replaced by another document"
            return None if base is None else self.why_not_held(base)
        strange = [info for info in seen.snapshot.documents if not info.frame_id or not info.loader_id]
        if strange:
            return "a frame of the page is not known"
        missing = _left_out(seen) - _left_out(state.page)
        if missing:
            return f"a frame could not be read ({', '.join(sorted(missing))})"
        if self.full_after and self._deltas >= self.full_after:
            return f"{self._deltas} differences in a row"
        return None

    def _anything_pending(self, seen: Seen) -> bool:
        return bool(self.refs.pending or self._rebound) or any(
            not info.frame_id or not info.loader_id for info in seen.snapshot.documents
        )

    def _nothing(self, versioned: Versioned[Seen], state: CallerState) -> TrackedChange:
        """The answer when the caller's version is the current one."""
        return TrackedChange(
            kind="no_change",
            version=versioned.version,
            base=versioned.version,
            reason="nothing has changed",
            seen=versioned.content,
            caller_state=state,
        )

    def _full(
        self, versioned: Versioned[Seen], overlays: tuple[Overlay, ...], reason: str, base: int | None
    ) -> TrackedChange:
        seen = versioned.content
        return TrackedChange(
            kind="full",
            version=versioned.version,
            base=base,
            reason=reason,
            seen=seen,
            caller_state=CallerState(seen, docked=frozenset(overlay.root for overlay in overlays)),
            whole_page=True,
            overlays=overlays,
            invalidated=self.refs.pending,
            rebound=tuple(self._rebound.values()),
        )


def _reused(shown: Seen, now: Seen, ref: ScopedRef) -> Reused | None:
    before, here = shown.row_of(ref), now.row_of(ref)
    if before is None or here is None or now is shown:
        return None
    return reused_row(shown.snapshot, before, now.snapshot, here)


def _main(seen: Seen) -> tuple[str, str]:
    main = seen.snapshot.documents[0]
    return main.frame_id, main.loader_id


def _left_out(seen: Seen) -> set[str]:
    return {str(entry.url or entry.frame_id) for entry in seen.snapshot.context.left_out}
