"""One answer to a caller: the text of a change, and the change to commit once the text is delivered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from cdp_engine.track import ObservationKind, TrackedChange


class FullMaker(Protocol):
    """Turns a difference into a whole page; implemented by `PageTracker`."""

    def full(self, change: TrackedChange, reason: str) -> TrackedChange:
        """The same change as a whole page."""
        ...


_EARLIER = re.compile(r"before the action, (\d+) lines?:\n")


def text_with_earlier(before: str, after: str) -> str:
    """Two answers as one text: what had changed before an action, then what changed since."""
    count = before.count("\n") + 1
    return f"before the action, {count} line{'s' if count > 1 else ''}:\n{before}\n{after}"


def without_earlier(text: str) -> tuple[str, str]:
    """The two answers of such a text; the first is empty in every other text."""
    found = _EARLIER.match(text)
    if found is None:
        return "", text
    lines = text[found.end() :].split("\n")
    count = int(found[1])
    return "\n".join(lines[:count]), "\n".join(lines[count:])


@dataclass(frozen=True, slots=True)
class RenderedAnswer:
    """One answer: its kind, its text, and the change to commit once it is delivered."""

    kind: ObservationKind
    text: str
    change: TrackedChange
