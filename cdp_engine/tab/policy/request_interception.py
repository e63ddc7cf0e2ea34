"""Intercepts the requests of a session: refuses what the domain rules forbid, answers requests for a password (EX-09,
CD-15).

Every answer is sent from inside the reader, without waiting, so a page never hangs on a slow caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from cdp_engine.protocol import fetch, network
from cdp_engine.rpc import Session
from cdp_engine.tab.policy.domain_guard import DomainGuard
from cdp_engine.tab.policy.emulation import Credentials
from cdp_engine.tab.policy.mocks import Mock, mocked

INTERCEPTOR_METHODS = frozenset(
    {"Fetch.continueRequest", "Fetch.continueWithAuth", "Fetch.failRequest", "Fetch.fulfillRequest"}
)
"""Commands that the browser process answers, so they work while a dialog blocks the page."""


class RequestInterceptor:
    """The answers of one session, for as long as it is open."""

    def __init__(self, session: Session, guard: DomainGuard | None = None) -> None:
        self._session = session
        self._guard = guard
        self._credentials: Credentials | None = None
        self._mocks: Sequence[Mock] = ()
        self._asked: set[fetch.RequestId] = set()
        self._stops = [
            session.listen(fetch.RequestPaused, self._paused),
            session.listen(fetch.AuthRequired, self._auth_required),
        ]
        if guard is not None:
            self._stops.append(
                session.listen(network.WebSocketCreated, lambda event: guard.socket(session, event))
            )

    def answer_with(self, credentials: Credentials | None, mocks: Sequence[Mock] = ()) -> None:
        """Set the credentials and mocks to answer with from now on; mocks answer only what the rules allow."""
        self._credentials = credentials
        self._mocks = mocks
        self._asked.clear()

    def close(self) -> None:
        """Stop answering. `Fetch.disable` continues the requests that are still paused."""
        for stop in self._stops:
            stop()

    def _paused(self, event: fetch.RequestPaused) -> None:
        guard = self._guard
        if guard is not None and guard.refusal(event.request.url) is not None:
            answer = guard.paused(self._session, event)
        else:
            answer = mocked(self._mocks, event) or fetch.continue_request(event.request_id)
        self._session.start(answer).abandon()

    def _auth_required(self, event: fetch.AuthRequired) -> None:
        given = self._credentials
        first = event.request_id not in self._asked
        self._asked.add(event.request_id)
        # The same request a second time: the credentials were refused. Cancelling shows the page the 401.
        answer = fetch.AuthChallengeResponse(response="CancelAuth")
        if first and given is not None and is_for(given, event.auth_challenge):
            answer = fetch.AuthChallengeResponse(
                response="ProvideCredentials", username=given.username, password=given.password
            )
        self._session.start(fetch.continue_with_auth(event.request_id, answer)).abandon()


class RequestInterceptors:
    """The guard of a context, with one interceptor for each session, whichever tab attached to it."""

    def __init__(self, guard: DomainGuard) -> None:
        self.guard = guard
        self._by_session: dict[Session, RequestInterceptor] = {}

    def of(self, session: Session) -> RequestInterceptor:
        """The interceptor of a session, created on first use."""
        found = self._by_session.get(session)
        if found is None:
            self._by_session = {
                known: kept for known, kept in self._by_session.items() if known.closed is None
            }
            found = self._by_session[session] = RequestInterceptor(session, self.guard)
        return found

    def hold(self, session: Session) -> None:
        """Guard a new session, before a tab uses it or where none will. Called by the reader.

        Chrome executes the commands of a session in order, so these take effect before the target runs on.
        """
        self.of(session)
        for command in self.guard.commands(session.kind):
            session.start(command).abandon()


def is_for(given: Credentials, challenge: fetch.AuthChallenge) -> bool:
    """Whether credentials are meant for who asks; host names have no upper case."""
    if given.origin is None:
        return True
    wanted, asking = urlsplit(given.origin), urlsplit(challenge.origin)
    return (wanted.scheme.lower(), wanted.netloc.lower()) == (asking.scheme.lower(), asking.netloc.lower())
