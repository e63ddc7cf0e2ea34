"""The calls that wait for an answer, each with the session it was made on. Pure.

Chrome does not answer a call whose target crashed, was closed, or is blocked by a dialog, and answers calls to a closed
session without naming the session. So this table records which call belongs to which session, and the code that handles
the end of a session fails its calls here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from cdp_engine.errors import EngineError


@dataclass(slots=True, eq=False)
class PendingCall:
    """One call. `outcome` is its undecoded result or its error as soon as there is one."""

    id: int
    method: str
    session_id: str | None
    outcome: msgspec.Raw | EngineError | None = None
    on_outcome: list[Callable[[PendingCall], None]] = field(
        default_factory=list[Callable[["PendingCall"], None]]
    )

    def settle(self, outcome: msgspec.Raw | EngineError) -> None:
        """Give the call its outcome; the first one stays."""
        if self.outcome is None:
            self.outcome = outcome
            for notify in self.on_outcome:
                notify(self)


class PendingCalls:
    """The table of one connection. Ids count up from 1 and are never used twice."""

    def __init__(self) -> None:
        self._calls: dict[int, PendingCall] = {}
        self._last_id = 0

    def __len__(self) -> int:
        return len(self._calls)

    def __iter__(self) -> Iterator[PendingCall]:
        return iter(self._calls.values())

    def open(self, method: str, session_id: str | None) -> PendingCall:
        """Enter a call."""
        self._last_id += 1
        call = self._calls[self._last_id] = PendingCall(self._last_id, method, session_id)
        return call

    def take(self, call_id: int | None) -> PendingCall | None:
        """Remove the call that a reply answers; None when no call waits for it."""
        return None if call_id is None else self._calls.pop(call_id, None)

    def abandon(self, call: PendingCall) -> None:
        """Remove a call that is no longer awaited. Its reply will be ignored."""
        self._calls.pop(call.id, None)

    def fail(self, error: EngineError, which: Callable[[PendingCall], bool] = lambda _: True) -> None:
        """Fail every call that `which` selects with `error`."""
        for call in [call for call in self._calls.values() if which(call)]:
            del self._calls[call.id]
            call.settle(error)
