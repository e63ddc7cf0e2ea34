"""The change from the caller's state to the current page (FP-05 to FP-08; pure)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from cdp_engine.observe import Flag, ScopedRef
from cdp_engine.track.caller_state import CallerState, Layer, Transition, transition
from cdp_engine.track.changes.change import TrackedChange
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.changes.node_changes import compare
from cdp_engine.track.changes.versions import Versioned
from cdp_engine.track.identity.identity import Rebound
from cdp_engine.track.identity.ref_table import RefTable
from cdp_engine.track.overlays import Overlay
from cdp_engine.track.page_waits import opens_over, with_those_above

_RENDERED, _SET_ASIDE = int(Flag.RENDERED), int(Flag.INERT | Flag.ARIA_HIDDEN)


class Differ:
    """Compares caller states with the page; stateless."""

    def __init__(self, refs: RefTable) -> None:
        self._refs = refs

    def difference(
        self,
        versioned: Versioned[Seen],
        state: CallerState,
        base: int | None,
        overlays: tuple[Overlay, ...],
        rebound: tuple[Rebound, ...],
    ) -> TrackedChange:
        """The change from a state to the current page: overlays that came and went, or differences in the top layer."""
        seen = versioned.content
        moved = transition(state, overlays, self._refs.successor, seen.shows)
        order = tuple(layer.overlay.root for layer in state.layers)
        still = tuple(replace(layer, overlay=overlay) for layer, overlay in moved.still)
        top = still[-1] if still else None
        opened = tuple(overlay for overlay in moved.opened if opens_over(overlay, seen, state.page, top))
        if opened:
            opened = _outermost(with_those_above(opened, moved.opened), seen)
        # Overlays that freeze nothing are parts of the page; boxes recognised by their appearance are found only once.
        docked = {
            overlay.root for overlay in moved.opened if overlay not in opened and overlay.kind != "unknown"
        }
        state = replace(state, layers=still, docked=moved.docked | docked)
        change = TrackedChange(
            kind="delta",
            version=versioned.version,
            base=base,
            reason="",
            seen=seen,
            caller_state=state,
            overlays=overlays,
            closed=tuple(self._with_refs(layer) for layer in moved.closed),
            layer_order=order,
            invalidated=self._refs.pending,
            rebound=rebound,
        )
        if opened:
            layers = tuple(self._layer(overlay, seen) for overlay in opened)
            why = "an overlay replaced another" if moved.closed else "an overlay opened"
            state = replace(state, layers=(*still, *layers))
            return replace(
                change,
                kind="overlay_opened",
                reason=why,
                opened=opened,
                caller_state=state,
                beneath=self._beneath(state.page, seen, state),
            )
        return self._difference_on_top(change, moved)

    def _difference_on_top(self, change: TrackedChange, moved: Transition) -> TrackedChange:
        """The difference in the topmost layer, or the page."""
        seen, state, top = change.seen, change.caller_state, change.caller_state.top
        before = top.seen if top is not None else state.page
        within: dict[str, set[int]] = {}
        if top is not None:
            within = {"within_old": before.inside(top.top), "within_new": seen.inside(top.overlay.row)}
        change = replace(
            change,
            compared=cache(partial(compare, before, seen, successor=self._refs.successor, **within)),
            before=before,
            before_top=top.top if top is not None else None,
            scope=top.overlay if top else None,
            scroll=_scrolled(before, seen),
            focus=self._focus(before, seen),
        )
        if top is None:
            change = replace(
                change, caller_state=replace(state, page=seen, waiting=()), reported_layers=state.waiting
            )
        else:
            layer = self._layer(top.overlay, seen)
            change = replace(
                change,
                caller_state=replace(state, layers=(*state.layers[:-1], layer)),
                beneath=self._beneath(state.page, seen, state),
            )
        if moved.closed or moved.gone:
            return replace(change, kind="overlay_closed", reason="an overlay closed")
        return _classified(change)

    def _beneath(self, page: Seen, seen: Seen, state: CallerState) -> int:
        """The number of changes of the page that wait for the overlay to close."""
        if seen.has_content_of(page):
            return 0
        inside: set[int] = set()
        for layer in state.layers:
            inside |= seen.inside(layer.overlay.row)
        outside = [row for row in seen.facts if row not in inside]
        delta = compare(page, seen, successor=self._refs.successor, within_new=frozenset(outside))
        return (
            len(delta.added)
            + sum(1 for entry in delta.removed if not self._is_only_hidden(entry.scoped, seen))
            + sum(
                1
                for entry in delta.modified
                if not _covered_only(entry.before.states, entry.now.states)
                or entry.change != "state"
                or entry.before.value != entry.now.value
            )
        )

    def _is_only_hidden(self, name: ScopedRef, seen: Seen) -> bool:
        """Whether an element has not moved but became inert or `aria-hidden`, as under a modal dialog."""
        row = seen.row_of(name)
        flags = 0 if row is None else seen.snapshot.columns.flags[row]
        return bool(flags & _RENDERED and flags & _SET_ASIDE)

    def _layer(self, overlay: Overlay, seen: Seen) -> Layer:
        return self._with_refs(Layer(overlay, seen, overlay.row))

    def _with_refs(self, layer: Layer) -> Layer:
        """The layer with the refs of everything that it shows, as far as they are issued."""
        seen = layer.seen
        shown = sorted(row for row in seen.inside(layer.top) if row in seen.facts)
        captured = [(self._refs.issued(name), name) for name in (seen.scoped(row) for row in shown)]
        return replace(layer, captured=tuple((ref, name) for ref, name in captured if ref is not None))

    def _focus(self, before: Seen, seen: Seen) -> tuple[ScopedRef | None, ScopedRef | None] | None:
        was, now = before.focused, seen.focused
        old = None if was is None else before.scoped(was)
        new = None if now is None else seen.scoped(now)
        return None if old == new or (old is not None and self._refs.successor(old) == new) else (old, new)


def _outermost(opened: tuple[Overlay, ...], seen: Seen) -> tuple[Overlay, ...]:
    """Those that are in no other: what opened with an overlay and in it is reported with it."""
    rows = {overlay.row for overlay in opened}
    above = seen.snapshot.columns.ancestors
    return tuple(overlay for overlay in opened if rows.isdisjoint(above(overlay.row)))


def _classified(change: TrackedChange) -> TrackedChange:
    """The change with its kind, where no overlay came or went."""
    in_overlay = change.scope is not None
    if in_overlay and change.nodes:
        return replace(change, kind="overlay_updated", reason="the overlay changed")
    if change.beneath:
        return replace(change, kind="overlay_updated", reason="the page beneath the overlay changed")
    if not (change.scroll or change.focus or change.invalidated):
        if change.before is not None and change.seen.has_content_of(change.before):
            return replace(change, kind="no_change", reason="nothing that a view shows has changed")
        if in_overlay:
            return replace(change, kind="no_change", reason="the overlay has not changed")
    return replace(change, reason="the page changed")


def _covered_only(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    return set(before) ^ set(now) <= {"covered"}


def _scrolled(before: Seen, seen: Seen) -> tuple[tuple[float, float], tuple[float, float]] | None:
    was, now = before.snapshot.context.scroll, seen.snapshot.context.scroll
    return None if (round(was[0]), round(was[1])) == (round(now[0]), round(now[1])) else (was, now)
