"""What a connection put aside on its way, counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ConnectionStats:
    """Counters of one connection. None of them is an error: each is something that CDP peers do."""

    ignored_replies: int = 0
    """Replies that nobody waits for: late, repeated, or to no call of ours."""
    unknown_sessions: int = 0
    """Events of sessions that are not attached, or no longer."""
    unknown_events: int = 0
    """Events that nobody listens to, among them all that the pinned protocol does not know."""
    dropped_events: int = 0
    """Events lost to subscribers that read too slowly; each was reported by SubscriptionOverflow."""
    repaired_messages: int = 0
    """Payloads that were no valid UTF-8 or held lone surrogates, and were read all the same."""
    unreadable_messages: int = 0
    """Messages, or events that a listener wanted, that could not be read at all."""
    listener_failures: int = 0
    """Exceptions that came out of `listen` callbacks."""
    last_listener_failure: Exception | None = None
    """The latest of them."""
