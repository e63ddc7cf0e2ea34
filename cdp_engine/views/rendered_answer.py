"""One answer to a caller: the text of a change, and the change to commit once the text is delivered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cdp_engine.track import ObservationKind, TrackedChange


class FullMaker(Protocol):
    """Turns a difference into a whole page; implemented by `PageTracker`."""

    def full(self, change: TrackedChange, reason: str) -> TrackedChange:
        """The same change as a whole page."""
        ...


@dataclass(frozen=True, slots=True)
class RenderedAnswer:
    """One answer: its kind, its text, and the change to commit once it is delivered."""

    kind: ObservationKind
    text: str
    change: TrackedChange
