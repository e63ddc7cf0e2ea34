"""One answer to a caller: the text of a change, and the change to commit once the text was handed over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cdp_engine.track import ObservationKind, TrackedChange


class FullMaker(Protocol):
    """What turns a difference into a whole page; `PageTracker` does."""

    def full(self, change: TrackedChange, reason: str) -> TrackedChange:
        """The same change as a whole page."""
        ...


@dataclass(frozen=True, slots=True)
class RenderedAnswer:
    """One answer: its kind, its text, and the change to commit once it was handed over."""

    kind: ObservationKind
    text: str
    change: TrackedChange
