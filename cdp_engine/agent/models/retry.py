"""How long to go on asking a model that fails: what passes by itself, and when to ask again.

An `AttemptError` says what happened in no maker's words. Overload, rate limits, faults of the server and lost
connections pass; a wrong key or a request that the server will never take do not. The wait doubles from half a
second, with some chance in it; a server that says how long to wait is believed up to `longest`.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time

import anyio

from cdp_engine.agent.models.messages import Reply
from cdp_engine.errors import ModelFailed

PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may work."""


Alive = Callable[[], None]
"""Says that an attempt goes on."""


class AttemptError(Exception):
    """Raised inside a client when one attempt failed; `status` is None where no answer came.

    `passes` says whether the same request may work later; None: judge by the status.
    """

    def __init__(
        self,
        reason: str,
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        passes: bool | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.headers = headers or {}
        self.passes = (status is None or status in PASSING) if passes is None else passes


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long to try. `attempt` and `longest` are seconds; `attempt` bounds one request, of a streamed
    answer the silence between two pieces."""

    tries: int = 4
    attempt: float = 120.0
    first: float = 0.5
    longest: float = 60.0

    def wait_after(self, tried: int, fault: AttemptError, *, chance: float, now: float) -> float | None:
        """Seconds to wait after `tried` attempts, the last of which failed so; None: give up."""
        if not fault.passes or tried >= self.tries:
            return None
        asked = _asked_to_wait(fault.headers, now)
        if asked is not None:
            return asked if asked <= self.longest else None
        return min(self.first * 2 ** (tried - 1) * (0.75 + chance / 2), self.longest)

    async def ask(self, name: str, attempt: Callable[[Alive], Awaitable[Reply]]) -> Reply:
        """The first answer that comes. Raises `ModelFailed` when it is no use to go on asking.

        An attempt that hears something calls what it was given: it then has as much time again.
        """
        tried = 0
        while True:
            tried += 1
            try:
                with anyio.fail_after(self.attempt) as limit:
                    return await attempt(self._extender(limit))
            except TimeoutError:
                fault = AttemptError(f"no answer within {self.attempt:g} s")
            except AttemptError as error:
                fault = error
            wait = self.wait_after(tried, fault, chance=random.random(), now=time())
            if wait is None:
                often = "" if tried == 1 else f" ({tried} attempts)"
                raise ModelFailed(f"{name}: {fault.reason}{often}", status=fault.status)
            await anyio.sleep(wait)

    def _extender(self, limit: anyio.CancelScope) -> Alive:
        def extend() -> None:
            limit.deadline = anyio.current_time() + self.attempt

        return extend


def _asked_to_wait(headers: Mapping[str, str], now: float) -> float | None:
    """What the server's headers ask for, in seconds."""
    given = headers.get("retry-after-ms")
    if given is not None:
        seconds = _number(given)
        return None if seconds is None else seconds / 1000
    given = headers.get("retry-after")
    if given is None:
        return None
    seconds = _number(given)
    if seconds is not None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(given).timestamp() - now)
    except (ValueError, TypeError):
        return None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None
