"""A wake-up for everything that waits for the state of a tab to change."""

from __future__ import annotations

import anyio


class Wakeup:
    """`wake()` wakes every waiter; nobody who waits misses a change, and it costs nothing when nobody waits."""

    def __init__(self) -> None:
        self._event: anyio.Event | None = None

    def wake(self) -> None:
        """Something changed. May be called from the reader: it never blocks."""
        event, self._event = self._event, None
        if event is not None:
            event.set()

    async def wait(self, until: float) -> None:
        """Return at the next change, or at the time `until` (on anyio's clock) if nothing happens before."""
        if self._event is None:
            self._event = anyio.Event()
        event = self._event
        with anyio.move_on_after(max(0.0, until - anyio.current_time())):
            await event.wait()
