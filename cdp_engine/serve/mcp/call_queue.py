"""Limits the calls of all clients that run at once; the others wait, with progress reports."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from cdp_engine.errors import ServerBusy

AT_ONCE = 8
LONGEST_WAIT = 50.0
"""Below the minute after which many clients give up."""
IDLE_TOOLS = frozenset({"wait"})
"""Tools that only wait for a page: they do not count."""


class CallQueue:
    """Turns for calls, in the order in which they come."""

    def __init__(self, at_once: float = AT_ONCE, longest_wait: float = LONGEST_WAIT) -> None:
        self._turns = anyio.CapacityLimiter(at_once)
        self._longest_wait = longest_wait

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return self._turns.statistics().tasks_waiting

    @asynccontextmanager
    async def turn(self, tool: str) -> AsyncGenerator[None]:
        """A turn for the duration of the block. Raises `ServerBusy` when none is free in time."""
        if tool in IDLE_TOOLS:
            yield
            return
        with anyio.move_on_after(self._longest_wait) as limit:
            await self._turns.acquire()
        if limit.cancelled_caught:
            raise ServerBusy(f"{self.waiting + 1} other calls wait for their turn")
        try:
            yield
        finally:
            self._turns.release()
