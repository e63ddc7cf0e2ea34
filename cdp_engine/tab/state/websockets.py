"""The traffic of a tab's websockets: whether an answer is to be expected (pure)."""

from __future__ import annotations

from cdp_engine.tab.state.requests import RequestMark

ANSWER_SECONDS = 0.5
"""How long an answer to a message may take."""
TALK_SECONDS = 1.0
"""How long after a message its answers are waited for; tickers never end."""
PAUSE_SECONDS = 0.15
"""After how long without a message the answer counts as complete."""
FIRST_SECONDS = 0.7
"""How long a new connection may be silent before it is taken for one that only listens."""
CONNECTING_SECONDS = 3.0
"""How long a server may take to accept a connection."""
_NEVER = float("-inf")


class WebSockets:
    """The times of what the page's connections sent and heard, in seconds on the tab's clock."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again, as another document does."""
        self._opened_at = self._sent_at = self._heard_at = _NEVER
        self._connecting: set[str] = set()
        self._sent_after = RequestMark(0)

    @property
    def has_spoken(self) -> bool:
        """Whether a message came."""
        return self._heard_at > _NEVER

    def opened(self, connection: str, now: float) -> None:
        """A connection was begun."""
        self._opened_at = now
        self._connecting.add(connection)

    def connected(self, connection: str) -> None:
        """The server has answered, or the attempt has ended without an answer."""
        self._connecting.discard(connection)

    def sent(self, now: float, mark: RequestMark) -> None:
        """The page sent a message; `mark` is later than all marks before it."""
        self._sent_at, self._sent_after = now, mark

    def heard(self, now: float) -> None:
        """A message came."""
        self._heard_at = now

    def answers_until(self, mark: RequestMark, now: float) -> float | None:
        """When to check again for the answer to a message that was sent after a mark; None where none is expected."""
        if self._sent_after <= mark:
            return None
        if self._heard_at < self._sent_at:
            until = self._sent_at + ANSWER_SECONDS
        else:
            until = min(self._heard_at + PAUSE_SECONDS, self._sent_at + TALK_SECONDS)
        return until if now < until else None

    def answered_at(self, mark: RequestMark) -> float:
        """When the last answer to a message came that was sent after a mark; before all time where none did."""
        if self._sent_after <= mark or self._heard_at < self._sent_at:
            return _NEVER
        return min(self._heard_at, self._sent_at + TALK_SECONDS)

    def is_busy(self, now: float, spoken: float) -> bool:
        """Whether a connection is being opened, is new and silent, or has spoken within the last `spoken` seconds."""
        if self._connecting and now < self._opened_at + CONNECTING_SECONDS:
            return True
        return now < (self._heard_at + spoken if self.has_spoken else self._opened_at + FIRST_SECONDS)

    def first_until(self, loaded: float, now: float) -> float | None:
        """When to check again for the first messages of a document that was `loaded`; None where none is expected."""
        until = self._heard_at + PAUSE_SECONDS if self.has_spoken else self._opened_at + FIRST_SECONDS
        until = min(until, loaded + TALK_SECONDS)
        return until if now < until else None
