"""Wakes everything that waits for a change of a tab's state."""

from __future__ import annotations

import anyio


class Wakeup:
    """`wake()` wakes every waiter. No waiter misses a change, and without waiters it costs nothing."""

    def __init__(self) -> None:
        self._event: anyio.Event | None = None

    def wake(self) -> None:
        """Report a change. May be called from the reader: it never blocks."""
        event, self._event = self._event, None
        if event is not None:
            event.set()

    async def wait(self, until: float) -> None:
        """Return at the next change, at the latest at the time `until` (on anyio's clock)."""
        if self._event is None:
            self._event = anyio.Event()
        event = self._event
        with anyio.move_on_after(max(0.0, until - anyio.current_time())):
            await event.wait()
