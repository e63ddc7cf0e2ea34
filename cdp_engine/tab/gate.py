"""Stands at the door of a session's network: answers requests for a password (CD-15).

Every answer is sent from inside the reader, without waiting, so a page never hangs on a slow caller.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from cdp_engine.protocol import fetch
from cdp_engine.rpc import Session
from cdp_engine.tab.emulation import Credentials

GATE_METHODS = frozenset({"Fetch.continueRequest", "Fetch.continueWithAuth", "Fetch.failRequest"})
"""Answered by the browser process, so they go through while a dialog holds the page."""


class Gate:
    """The answers of one session, for as long as it is open."""

    def __init__(self, session: Session, credentials: Credentials) -> None:
        self._session = session
        self._credentials = credentials
        self._asked: set[fetch.RequestId] = set()
        self._stops = (
            session.listen(fetch.RequestPaused, self._paused),
            session.listen(fetch.AuthRequired, self._auth_required),
        )

    def open(self, credentials: Credentials) -> None:
        """Answer with these from now on."""
        self._credentials = credentials
        self._asked.clear()

    def close(self) -> None:
        """Answer no more. What is still held is let go by `Fetch.disable`."""
        for stop in self._stops:
            stop()

    def _paused(self, event: fetch.RequestPaused) -> None:
        self._session.start(fetch.continue_request(event.request_id)).abandon()

    def _auth_required(self, event: fetch.AuthRequired) -> None:
        given = self._credentials
        first = event.request_id not in self._asked
        self._asked.add(event.request_id)
        # The same request asked again: they were refused. Without ours Chrome goes on as if nobody was there.
        answer = fetch.AuthChallengeResponse(response="CancelAuth")
        if first and _is_for(given, event.auth_challenge):
            answer = fetch.AuthChallengeResponse(
                response="ProvideCredentials", username=given.username, password=given.password
            )
        self._session.start(fetch.continue_with_auth(event.request_id, answer)).abandon()


def _is_for(given: Credentials, challenge: fetch.AuthChallenge) -> bool:
    if given.origin is None:
        return True
    wanted, asking = urlsplit(given.origin), urlsplit(challenge.origin)
    return (wanted.scheme, wanted.netloc) == (asking.scheme, asking.netloc)
