"""What the caller has been shown: the page beneath and the overlays reported on top of it (FP-05, FP-06; pure).

A `CallerState` is immutable; each answer creates the next one. The page beneath is frozen while a reported overlay is
over it: its changes are reported once, when the overlay closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from cdp_engine.observe import ScopedRef
from cdp_engine.track.changes.content import Seen
from cdp_engine.track.overlays import Overlay


@dataclass(frozen=True, slots=True)
class Layer:
    """One overlay as last reported: the overlay, the page it was read from, its row there, the refs shown in it."""

    overlay: Overlay
    seen: Seen
    top: int
    captured: tuple[tuple[str, ScopedRef], ...] = ()


@dataclass(frozen=True, slots=True)
class CallerState:
    """The caller's view: the page as last reported, its docked overlays, and the layers over it, lowest first.

    `docked` overlays were part of a full view or are worked around by the caller: they belong to the page. `waiting`
    are those of them that were shown as layers and that no view of the page has contained since.
    """

    page: Seen
    layers: tuple[Layer, ...] = ()
    docked: frozenset[ScopedRef] = frozenset()
    waiting: tuple[Layer, ...] = ()

    @property
    def top(self) -> Layer | None:
        """The topmost layer, which the caller works in."""
        return self.layers[-1] if self.layers else None

    def docked_with(self, overlays: Iterable[Overlay]) -> CallerState:
        """Make overlays part of the page from now on."""
        roots = frozenset(overlay.root for overlay in overlays)
        kept = tuple(layer for layer in self.layers if layer.overlay.root not in roots)
        moved = tuple(layer for layer in self.layers if layer.overlay.root in roots)
        return replace(self, layers=kept, docked=self.docked | roots, waiting=(*self.waiting, *moved))


@dataclass(frozen=True, slots=True)
class Transition:
    """How the overlays on the page now relate to the layers of a state, lowest first.

    `still` pairs the remaining layers with their current overlays; `gone` is the number of docked overlays that are
    gone.
    """

    still: tuple[tuple[Layer, Overlay], ...]
    closed: tuple[Layer, ...]
    opened: tuple[Overlay, ...]
    docked: frozenset[ScopedRef]
    gone: int


def transition(
    state: CallerState,
    found: tuple[Overlay, ...],
    successor: Callable[[ScopedRef], ScopedRef | None],
    is_shown: Callable[[ScopedRef], bool] = lambda _root: False,
) -> Transition:
    """Compare by scoped ref (frame, loader, backend id); `successor` follows overlays that were re-created.

    A docked overlay that was recognised by its appearance is found once only; it is there as long as it `is_shown`.
    """
    now = {overlay.root: overlay for overlay in found}
    still: list[tuple[Layer, Overlay]] = []
    closed: list[Layer] = []
    for layer in state.layers:
        root = layer.overlay.root
        overlay = now.pop(root, None) or now.pop(successor(root) or root, None)
        if overlay is None:
            closed.append(layer)
        else:
            still.append((layer, overlay))
    docked: set[ScopedRef] = set()
    for root in state.docked:
        overlay = now.pop(root, None) or now.pop(successor(root) or root, None)
        if overlay is not None:
            docked.add(overlay.root)
        elif is_shown(root):
            docked.add(root)
    return Transition(
        tuple(still), tuple(closed), tuple(now.values()), frozenset(docked), len(state.docked) - len(docked)
    )
