"""The tree of sessions by the session through which each was opened: attaches and detaches in, subtrees out (pure).

Chrome does not announce the end of the sessions below one that ends, and a detach can be reported after the
parent's own, or twice. Session ids are never used again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cdp_engine.protocol import target

REMEMBERED = 1024
"""How many ended sessions are remembered; an attach after that many ends counts as a new one."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """One session: whose it is and through which session it came (None: through the browser's own)."""

    session_id: target.SessionID
    target_id: target.TargetID
    parent: target.SessionID | None


class SessionTree:
    """The live sessions of one connection."""

    def __init__(self) -> None:
        self._live: dict[target.SessionID, Attachment] = {}
        self._ended: dict[target.SessionID, None] = {}  # the latest ones, in order

    def __contains__(self, session_id: object) -> bool:
        return session_id in self._live

    def __iter__(self) -> Iterator[Attachment]:
        return iter(tuple(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    def attach(self, attachment: Attachment) -> bool:
        """Enter a session. False when it is known already or over before it was reported."""
        if attachment.session_id in self._live or attachment.session_id in self._ended:
            return False
        self._live[attachment.session_id] = attachment
        return True

    def detach(self, session_id: target.SessionID) -> list[Attachment]:
        """Remove a session and all below it; returns them deepest first, empty when it was not live.

        A session that ended before its attach was read opens nothing when that attach comes.
        """
        own = self._live.get(session_id)
        removed = [] if own is None else [own, *self.below(session_id)]
        for attachment in removed:
            del self._live[attachment.session_id]
            self._remember(attachment.session_id)
        if own is None:
            self._remember(session_id)
        return removed[::-1]

    def of_target(self, target_id: target.TargetID) -> list[Attachment]:
        """The sessions of one target: each attach opens its own."""
        return [attachment for attachment in self if attachment.target_id == target_id]

    def below(self, session_id: target.SessionID) -> list[Attachment]:
        """All sessions under one, parents first."""
        found: list[Attachment] = []
        waiting = [session_id]
        while waiting:
            parent = waiting.pop(0)
            for attachment in self._live.values():
                if attachment.parent == parent:
                    found.append(attachment)
                    waiting.append(attachment.session_id)
        return found

    def root_of(self, session_id: target.SessionID) -> target.SessionID:
        """The topmost session over this one (itself, when it came through the browser's own)."""
        seen = {session_id}
        while (attachment := self._live.get(session_id)) is not None and attachment.parent is not None:
            if attachment.parent in seen:
                break
            session_id = attachment.parent
            seen.add(session_id)
        return session_id

    def _remember(self, session_id: target.SessionID) -> None:
        self._ended[session_id] = None
        if len(self._ended) > REMEMBERED:
            del self._ended[next(iter(self._ended))]
