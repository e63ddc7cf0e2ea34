"""Counters of what a connection dropped or repaired."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ConnectionStats:
    """Counters of one connection. None of them is an error: each is something that CDP peers do."""

    ignored_replies: int = 0
    """Replies without a waiting call: late, repeated, or to an unknown id."""
    unknown_sessions: int = 0
    """Events of sessions that are not attached."""
    unknown_events: int = 0
    """Events without a listener, including all that the pinned protocol does not define."""
    dropped_events: int = 0
    """Events lost to subscribers that read too slowly; each was reported by SubscriptionOverflow."""
    repaired_messages: int = 0
    """Payloads with invalid UTF-8 or lone surrogates that were repaired and decoded."""
    unreadable_messages: int = 0
    """Messages, or events with a listener, that could not be decoded."""
    listener_failures: int = 0
    """Exceptions of `listen` callbacks."""
    last_listener_failure: Exception | None = None
    """The latest of them."""
