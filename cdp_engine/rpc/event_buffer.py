"""The bounded memory of one subscription. Pure.

When it is full, new events are dropped and a mark is left in their place, so that the subscriber learns
exactly where in the order of events some are missing, and how many.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

A = TypeVar("A")


class Gap:
    """The mark in the place of `dropped` missing events."""

    __slots__ = ("dropped",)

    def __init__(self) -> None:
        self.dropped = 0


class EventBuffer(Generic[A]):
    """At most `limit` arrivals, oldest first, with gaps between them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._items: deque[A | Gap] = deque()
        self._arrivals = 0

    def __len__(self) -> int:
        return len(self._items)

    def put(self, arrival: A) -> bool:
        """Take an arrival; False when there was no room and it became part of a gap."""
        if self._arrivals < self._limit:
            self._arrivals += 1
            self._items.append(arrival)
            return True
        last = self._items[-1]
        if not isinstance(last, Gap):
            last = Gap()
            self._items.append(last)
        last.dropped += 1
        return False

    def get(self) -> A | Gap:
        """Remove the oldest arrival or gap. Raises IndexError when there is none."""
        item = self._items.popleft()
        if not isinstance(item, Gap):
            self._arrivals -= 1
        return item
