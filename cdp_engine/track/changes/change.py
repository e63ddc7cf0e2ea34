"""The contents of one answer: its kind, its base, and all differences (FP-08; pure data)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cdp_engine.observe import ScopedRef
from cdp_engine.track.caller_state import CallerState, Layer
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.changes.node_changes import NodeDelta
from cdp_engine.track.identity.fingerprint import Candidate
from cdp_engine.track.identity.identity import Rebound
from cdp_engine.track.identity.ref_entries import Invalidation
from cdp_engine.track.overlays import Overlay
from cdp_engine.track.transient import TransientReport

ObservationKind = Literal["full", "delta", "overlay_opened", "overlay_closed", "overlay_updated", "no_change"]


class Lost(NamedTuple):
    """A ref without an element: the reason, and candidates for the caller to choose from, best first."""

    ref: str
    reason: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class TrackedChange:
    """One answer, before a view renders it.

    `base` is the version it is relative to. `scope` is the overlay that it is about (None: the page); `before` is the
    state it is compared with and `before_top` the overlay's row there. `whole_page` and `whole_layer` say that the
    page or the overlay must be shown again, because the difference would be unreliable. `beneath` counts changes of the
    page that wait for the overlay to close (FP-06). `reported_layers` were docked earlier, and this answer reports
    the page with them. `caller_state` is the caller's state after this answer.
    """

    kind: ObservationKind
    version: int
    base: int | None
    reason: str
    seen: Seen
    caller_state: CallerState
    before: Seen | None = None
    before_top: int | None = None
    scope: Overlay | None = None
    compared: Callable[[], NodeDelta] | None = None
    """Compares `scope` node by node; None where there is nothing to compare."""
    whole_page: bool = False
    whole_layer: bool = False
    overlays: tuple[Overlay, ...] = ()
    opened: tuple[Overlay, ...] = ()
    closed: tuple[Layer, ...] = ()
    docked: tuple[Layer, ...] = ()
    reported_layers: tuple[Layer, ...] = ()
    layer_order: tuple[ScopedRef, ...] = ()
    invalidated: tuple[Invalidation, ...] = ()
    rebound: tuple[Rebound, ...] = ()
    scroll: tuple[tuple[float, float], tuple[float, float]] | None = None
    focus: tuple[ScopedRef | None, ScopedRef | None] | None = None
    beneath: int = 0
    transient: TransientReport | None = None

    @property
    def nodes(self) -> NodeDelta | None:
        """All differences of `scope`, node by node: made for those who read them."""
        return None if self.compared is None else self.compared()

    @property
    def dead_refs(self) -> tuple[str, ...]:
        """The refs the caller must stop using: those that ended, and those shown in overlays that closed."""
        ended = dict.fromkeys(entry.ref for entry in self.invalidated)
        for layer in (*self.closed, *self.reported_layers):
            ended.update(dict.fromkeys(ref for ref, name in layer.captured if not self._on_view(name)))
        return tuple(ended)

    def _on_view(self, name: ScopedRef) -> bool:
        row = self.seen.row_of(name)
        return row is not None and row in self.seen.facts
