"""Looks at a page: one at a time, and shared by all who ask while nothing was done to the page (VD-11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot


class _Look:
    """One capture: asked for, under way, or ended."""

    def __init__(self) -> None:
        self.deeds: int | None = None
        """How much had been done to the page when it began; None: it has not begun."""
        self.ended = anyio.Event()
        self.snapshot: Snapshot | None = None
        self.error: EngineError | None = None


class Looks:
    """Lets callers share a look that is under way.

    A look that began before something was done to the page is never shared with who asks afterwards (CD-05).
    """

    def __init__(self) -> None:
        self._turn = anyio.Lock()
        self._newest: dict[Hashable, _Look] = {}
        self._deeds = 0

    def invalidate(self) -> None:
        """Something was, or is about to be, done to the page."""
        self._deeds += 1

    async def look(self, key: Hashable, take: Callable[[], Awaitable[Snapshot]]) -> Snapshot:
        """The snapshot of a look of that kind that shows everything done so far.

        Waits for one that is under way, else takes one. Raises what `take` raises, in everybody who waited for it.
        """
        while True:
            newest = self._newest.get(key)
            if newest is None or newest.deeds not in (None, self._deeds):
                return await self._take(key, take)
            await newest.ended.wait()
            if newest.snapshot is not None:
                return newest.snapshot
            if newest.error is not None:
                raise newest.error
            # Whoever took the look was cancelled: somebody else has to.

    async def _take(self, key: Hashable, take: Callable[[], Awaitable[Snapshot]]) -> Snapshot:
        look = self._newest[key] = _Look()
        try:
            async with self._turn:
                look.deeds = self._deeds
                look.snapshot = await take()
        except EngineError as error:
            look.error = error
            raise
        finally:
            if self._newest.get(key) is look:
                del self._newest[key]
            look.ended.set()
        return look.snapshot
