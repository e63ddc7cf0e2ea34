"""Captures of a page: one at a time, and shared by all callers while nothing is done to the page (VD-11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot


class _Capture:
    """One capture: waiting for its turn, under way, or ended."""

    def __init__(self) -> None:
        self.began_at: int | None = None
        """How much had been done to the page when it began; None: it has not begun."""
        self.ended = anyio.Event()
        self.snapshot: Snapshot | None = None
        self.error: EngineError | None = None


class SharedCaptures:
    """Lets callers share a capture that is under way.

    A capture that began before something was done to the page is never shared with a later caller (CD-05).
    """

    def __init__(self) -> None:
        self._turn = anyio.Lock()
        self._newest: dict[Hashable, _Capture] = {}
        self._done_to_page = 0

    def invalidate(self) -> None:
        """Something was, or is about to be, done to the page."""
        self._done_to_page += 1

    async def capture(self, key: Hashable, take: Callable[[], Awaitable[Snapshot]]) -> Snapshot:
        """The snapshot of a capture of that kind that shows everything done so far.

        Waits for one that is under way, else takes one. Raises what `take` raises, in every caller that waited for it.
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
            # The caller that took it was cancelled: another one has to.

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
