"""Version numbers for a page's content: a new one for every change, none for an unchanged observation (FP-04, SX-09).

A version belongs to content. The current one and the last three before it are kept, so that a
caller with an older version can get the changes since then. Numbers only rise, also across navigations.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")

ValidationStatus = Literal["current", "stale_with_history", "stale_no_history"]

HISTORY = 3


@dataclass(frozen=True, slots=True)
class Versioned(Generic[T]):
    """One state of the page: its number, what was captured, and when (seconds, the caller's clock)."""

    version: int
    content: T
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Validation(Generic[T]):
    """The relation of the caller's version to the current page (FP-09).

    `held` is the caller's state where it is still stored. `stale_no_history` means: do not act, show the page again.
    """

    status: ValidationStatus
    current: Versioned[T]
    asked: int | None = None
    held: Versioned[T] | None = None


class Versions(Generic[T]):
    """The current state and the few before it."""

    def __init__(self, *, history: int = HISTORY) -> None:
        self._history = history
        self._last = 0
        self._kept: OrderedDict[int, Versioned[T]] = OrderedDict()

    @property
    def current(self) -> Versioned[T] | None:
        """The newest state; None before the first capture and after `reset`."""
        return next(reversed(self._kept.values()), None)

    @property
    def last_number(self) -> int:
        """The highest number assigned so far."""
        return self._last

    def capture(self, content: T, *, same: Callable[[T, T], bool], at: float = 0.0) -> Versioned[T]:
        """The version of this content: a new one, unless it is the `same` as the current content.

        It replaces what is stored in any case, so that the newest boxes and scroll positions are available.
        """
        current = self.current
        if current is None or not same(content, current.content):
            self._last += 1
        versioned = self._kept[self._last] = Versioned(self._last, content, at)
        while len(self._kept) > self._history + 1:
            self._kept.popitem(last=False)
        return versioned

    def get(self, version: int) -> Versioned[T] | None:
        """The state of that number, or None when it is older than the history."""
        return self._kept.get(version)

    def validate(self, asked: int | None) -> Validation[T]:
        """Compare the caller's version with the current one. Raises LookupError before the first capture."""
        current = self.current
        if current is None:
            raise LookupError("nothing has been captured yet")
        if asked is None or asked == current.version:
            return Validation("current", current, asked, current)
        held = self.get(asked)
        status: ValidationStatus = "stale_with_history" if held is not None else "stale_no_history"
        return Validation(status, current, asked, held)

    def reset(self) -> None:
        """Drop every state, as after a navigation; the numbers continue."""
        self._kept.clear()
