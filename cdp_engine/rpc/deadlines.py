"""The deadlines of the calls that are waited for, on one timer.

A cancel scope with a deadline of its own would cost each call as much as all else that it does here.
"""

from __future__ import annotations

from math import inf
from typing import NoReturn

import anyio


class Deadlines:
    """The waits of one connection, each for an event."""

    def __init__(self) -> None:
        self._waits: dict[anyio.Event, float] = {}
        self._timer = anyio.CancelScope()

    async def wait(self, event: anyio.Event, deadline: float) -> None:
        """Wait for an event that one task waits for; at the deadline it is set."""
        self._waits[event] = deadline
        if deadline < self._timer.deadline:
            self._timer.deadline = deadline
        try:
            await event.wait()
        finally:
            del self._waits[event]

    async def run_timer(self) -> NoReturn:
        """Set the events whose deadline has come, one task for the life of the connection."""
        while True:
            with anyio.CancelScope(deadline=min(self._waits.values(), default=inf)) as self._timer:
                await anyio.sleep_forever()
            now = anyio.current_time()
            for event in [event for event, deadline in self._waits.items() if deadline <= now]:
                event.set()
