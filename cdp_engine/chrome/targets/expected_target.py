"""Waits for a target that is about to be opened: a popup, a tab, a worker."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from cdp_engine.chrome.targets.targets import Change, TargetChange
from cdp_engine.errors import ConnectionLost, DeadlineExceeded
from cdp_engine.protocol import target


class ExpectedTarget:
    """The first target that appears and matches. Created by `Chrome.expect_target`.

    A new target is tried again with each change, so that the predicate may look at the url, which
    comes later than the target itself.
    """

    def __init__(self, predicate: Callable[[target.TargetInfo], bool]) -> None:
        self.found: target.TargetInfo | None = None
        """The target, as it was when it matched."""
        self._predicate = predicate
        self._candidates: set[target.TargetID] = set()
        self._settled = anyio.Event()

    async def wait(self, timeout: float) -> target.TargetInfo:
        """Return the target. Raises DeadlineExceeded, or ConnectionLost when the browser has gone."""
        with anyio.move_on_after(timeout):
            await self._settled.wait()
        if self.found is not None:
            return self.found
        if self._settled.is_set():
            raise ConnectionLost("the connection ended while a new target was awaited")
        raise DeadlineExceeded("new target", timeout)

    def give_up(self) -> None:
        """The connection has ended: no target can appear any more."""
        self._settled.set()

    def consider(self, info: target.TargetInfo) -> None:
        """Check a target, now and when it changes."""
        self._candidates.add(info.target_id)
        if self.found is None and self._predicate(info):
            self.found = info
            self._settled.set()

    def see(self, change: TargetChange) -> None:
        """Handle a change of the target tree."""
        known = change.info.target_id in self._candidates
        if change.kind is Change.APPEARED or (known and change.kind is Change.CHANGED):
            self.consider(change.info)
