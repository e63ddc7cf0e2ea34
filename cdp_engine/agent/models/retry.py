"""Retries of failed model calls.

The vendors' SDKs retry by themselves before an answer has begun (overload, rate limits, server errors, lost
connections). This module retries what they cannot detect: an answer that broke off, that contains an error, or that
cannot be decoded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

from cdp_engine.agent.models.messages import Reply
from cdp_engine.errors import ModelFailed

LASTING = frozenset(
    {
        "invalid_request_error",
        "authentication_error",
        "permission_error",
        "not_found_error",
        "request_too_large",
    }
)
"""Kinds of errors within an answer after which the same request will not work either."""


class BrokenAnswer(Exception):
    """Raised inside a client for an unusable answer; `lasting`: a retry will not help."""

    def __init__(self, reason: str, *, lasting: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Patience:
    """The number of attempts and their time limits.

    `attempt` (seconds) bounds one request, of a streamed answer the silence between two pieces. `first` (seconds) is
    the pause after the first broken answer; it doubles. A server that asks for a pause of more than `longest` seconds
    is not waited for.
    """

    tries: int = 4
    attempt: float = 120.0
    first: float = 0.5
    longest: float = 60.0

    @property
    def all_attempts(self) -> float:
        """Seconds that the attempts of the SDK may take together."""
        return self.tries * (self.attempt + self.longest)

    async def ask(self, name: str, attempt: Callable[[], Awaitable[Reply]]) -> Reply:
        """The first usable answer. Raises `ModelFailed` when retries do not help."""
        tried = 0
        while True:
            tried += 1
            try:
                return await attempt()
            except BrokenAnswer as broken:
                if broken.lasting or tried >= self.tries:
                    often = "" if tried == 1 else f" ({tried} attempts)"
                    raise ModelFailed(f"{name}: {broken.reason}{often}") from broken
            await anyio.sleep(min(self.first * 2 ** (tried - 1), self.longest))
