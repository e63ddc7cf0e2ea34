"""The traffic of a tab's websockets: whether an answer is to be expected (pure)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from cdp_engine.protocol import network
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
_KEPT = 64
_OFTEN = 8
"""How many messages within a second a connection sends by itself, such as the places of the mouse."""


@dataclass(slots=True)
class _Connection:
    """What was sent over one connection, and when it was heard last."""

    sent: deque[tuple[RequestMark, float]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    heard: float = _NEVER
    answers: bool = False
    """Whether a message came after one that the page sent: others only listen."""

    def sent_after(self, mark: RequestMark) -> float | None:
        """When the page sent the last message after a mark; None where it sent none, or sends them all the time."""
        if not self.sent or self.sent[-1][0] <= mark:
            return None
        before = [at for serial, at in self.sent if serial <= mark]
        first = next(at for serial, at in self.sent if serial > mark)
        lately = sum(at > first - 1 for at in before)
        often = not before and len(self.sent) == _KEPT
        if often or (lately >= _OFTEN and first - before[-1] < PAUSE_SECONDS):
            return None
        return self.sent[-1][1]


class WebSockets:
    """The times of what the page's connections sent and heard, in seconds on the tab's clock."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again, as another document does."""
        self._opened_at = self._heard_at = _NEVER
        self._connecting: set[str] = set()
        self._connections: dict[str, _Connection] = {}

    @property
    def has_spoken(self) -> bool:
        """Whether a message came."""
        return self._heard_at > _NEVER

    def opened(self, connection: str, now: float) -> None:
        """A connection was begun."""
        self._opened_at = now
        self._connecting.add(connection)

    def connected(self, event: network.WebSocketHandshakeResponseReceived) -> None:
        """The server has answered."""
        self._connecting.discard(event.request_id)

    def closed(self, connection: str) -> None:
        """The connection has ended, or the attempt has without an answer."""
        self._connecting.discard(connection)
        self._connections.pop(connection, None)

    def sent(self, event: network.WebSocketFrameSent, now: float, mark: RequestMark) -> None:
        """The page sent a message; `mark` is later than all marks before it."""
        self._connections.setdefault(event.request_id, _Connection()).sent.append((mark, now))

    def heard(self, event: network.WebSocketFrameReceived, now: float) -> None:
        """A message came."""
        known = self._connections.setdefault(event.request_id, _Connection())
        known.answers = known.answers or bool(known.sent)
        known.heard = self._heard_at = now

    def answers_until(
        self, mark: RequestMark, now: float, *, patience: float = ANSWER_SECONDS
    ) -> float | None:
        """When to check again for the answer to a message that was sent after a mark; None where none is expected.

        `patience`: how many seconds a connection may take that has answered before.
        """
        times: list[float] = []
        for one in self._connections.values():
            sent = one.sent_after(mark)
            if sent is None:
                continue
            if one.heard < sent:
                times.append(sent + (patience if one.answers else ANSWER_SECONDS))
            else:
                times.append(min(one.heard + PAUSE_SECONDS, sent + TALK_SECONDS))
        until = max(times, default=_NEVER)
        return until if now < until else None

    def unanswered(self, mark: RequestMark) -> bool:
        """Whether a connection that has answered before owes the answer to a message that was sent after a mark."""
        sent = [(one, one.sent_after(mark)) for one in self._connections.values() if one.answers]
        return any(at is not None and one.heard < at for one, at in sent)

    def has_sent(self, mark: RequestMark) -> bool:
        """Whether the page sent a message after a mark."""
        return any(one.sent_after(mark) is not None for one in self._connections.values())

    def answered_at(self, mark: RequestMark) -> float:
        """When the last answer to a message came that was sent after a mark; before all time where none did."""
        times = [_NEVER]
        for one in self._connections.values():
            sent = one.sent_after(mark)
            if sent is not None and one.heard >= sent:
                times.append(min(one.heard, sent + TALK_SECONDS))
        return max(times)

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
