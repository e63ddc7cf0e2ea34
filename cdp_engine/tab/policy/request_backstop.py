"""Stops requests to blocked domains at the browser's own session, behind the sessions of its targets (EX-09).

The session of a popup that closes at once, or of a worker that ends, may end before it could refuse a request: Chrome
then sends the request. The browser's own session outlives them all. It gets the blocked hosts as patterns, so that no
other request waits for our answer; an allow list has no such patterns.
"""

from __future__ import annotations

from collections.abc import Callable

from cdp_engine.protocol import fetch
from cdp_engine.rpc import Session
from cdp_engine.tab.policy.domain_guard import DomainGuard

GuardOf = Callable[[str, str], DomainGuard | None]
"""The guard for a frame or worker, by its id, and an address; None where the request is allowed."""


class RequestBackstop:
    """The blocked hosts of all contexts of one browser."""

    def __init__(self, root: Session, guard_of: GuardOf) -> None:
        self._root = root
        self._guard_of = guard_of
        self._guards: list[DomainGuard] = []
        self._stop: Callable[[], None] | None = None

    async def add(self, guard: DomainGuard) -> None:
        """Enforce a guard's block list from now on. Raises ProtocolError."""
        if guard.domains.blocked:
            self._guards.append(guard)
            await self._apply()

    async def remove(self, guard: DomainGuard) -> None:
        """Remove the guard of a context that has ended. Raises ProtocolError."""
        if guard in self._guards:
            self._guards.remove(guard)
            await self._apply()

    async def _apply(self) -> None:
        if not self._guards:
            if self._stop is not None:
                self._stop()
                self._stop = None
            await self._root.send(fetch.disable())
            return
        if self._stop is None:
            self._stop = self._root.listen(fetch.RequestPaused, self._paused)
        named = dict.fromkeys(
            pattern for guard in self._guards for pattern in guard.domains.blocked_wildcards()
        )
        patterns = [fetch.RequestPattern(url_pattern=pattern) for pattern in named]
        await self._root.send(fetch.enable(patterns=patterns))

    def _paused(self, event: fetch.RequestPaused) -> None:
        guard = self._guard_of(event.frame_id, event.request.url)
        answer = (
            fetch.continue_request(event.request_id) if guard is None else guard.paused(self._root, event)
        )
        self._root.start(answer).abandon()
