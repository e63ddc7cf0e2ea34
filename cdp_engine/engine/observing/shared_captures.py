"""Captures of a page: one at a time, shared by all callers while no action runs (VD-11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot


@dataclass(slots=True, eq=False)
class _Capture:
    """One capture: waiting for its turn, under way, or ended."""

    began_at: int | None = None
    """The number of actions on the page when it began; None before it begins."""
    ended: anyio.Event = field(default_factory=anyio.Event)
    snapshot: Snapshot | None = None
    error: EngineError | None = None


class SharedCaptures:
    """Lets callers share a running capture.

    A capture that began before an action is never shared with a later caller (CD-05).
    """

    def __init__(self) -> None:
        self._turn = anyio.Lock()
        self._newest: dict[Hashable, _Capture] = {}
        self._done_to_page = 0

    def invalidate(self) -> None:
        """Record that an action runs or ran on the page."""
        self._done_to_page += 1

    async def capture(self, key: Hashable, take: Callable[[], Awaitable[Snapshot]]) -> Snapshot:
        """The snapshot of a capture of this kind that shows all actions so far.

        Waits for a running one, else takes one. Raises what `take` raises, in every caller that waited for it.
        """
        while True:
            newest = self._newest.get(key)
            if newest is None or newest.began_at not in (None, self._done_to_page):
                return await self._take(key, take)
            await newest.ended.wait()
            if newest.snapshot is not None:
                return newest.snapshot
            if newest.error is not None:
                raise newest.error
            # The caller that took it was cancelled: another caller takes over.

    async def _take(self, key: Hashable, take: Callable[[], Awaitable[Snapshot]]) -> Snapshot:
        capture = self._newest[key] = _Capture()
        try:
            async with self._turn:
                capture.began_at = self._done_to_page
                capture.snapshot = await take()
        except EngineError as error:
            capture.error = error
            raise
        finally:
            if self._newest.get(key) is capture:
                del self._newest[key]
            capture.ended.set()
        return capture.snapshot
