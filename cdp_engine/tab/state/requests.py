"""The requests of one tab: those in flight, how others ended, and those since a mark (pure; SX-03, SX-04, CD-14).

Request ids are unique over all processes of a page, so the end of a request is accepted from any of its
sessions: a document's request often starts in the process that navigates away and ends in the one that shows
it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import NewType

from cdp_engine.protocol import network

RequestMark = NewType("RequestMark", int)

LONG_POLL_SECONDS = 3.0
UNREAD_SECONDS = 0.3
"""How long a response body may pause; one that no script reads never ends by itself (fact 42)."""
_KEPT_REQUESTS = 2_000
_STREAM_TYPES = frozenset({"WebSocket", "EventSource", "DirectSocket"})
_UNCOUNTED_TYPES = frozenset({"Preflight", "Ping", "CSPViolationReport"})
_UNCOUNTED_SCHEMES = ("data:", "about:", "chrome-extension:", "javascript:")
CONTENT_TYPES = frozenset({"Document", "Stylesheet", "Script", "XHR", "Fetch", ""})
"""The resource types whose responses a page makes contents of; an icon of the site or a ping is none."""
_POLLED_TYPES = frozenset({"XHR", "Fetch"})


@dataclass(slots=True)
class Request:
    """One request (each hop of a redirect is one of its own).

    `status` is the HTTP status, or None before the response and for failures; `error` is Chrome's net error.
    Times are seconds on the tab's own clock.
    """

    id: str
    url: str
    method: str
    resource_type: str
    loader_id: str
    frame_id: str | None
    session_id: str | None
    started: float
    serial: int
    status: int | None = None
    mime_type: str = ""
    ended: float | None = None
    error: str | None = None
    from_cache: bool = False
    redirected_to: str | None = None
    streaming: bool = False
    size: int | None = None
    """Bytes of the body on the wire, where the response says so."""
    received: int = 0
    """Bytes of the body received so far."""
    answered: float | None = None
    """When the response, or the last piece of its body, arrived."""

    @property
    def delivered(self) -> float | None:
        """When the whole body of a script's response had arrived, whether or not it is read; None before."""
        if self.resource_type not in _POLLED_TYPES or self.size is None or self.received < self.size:
            return None
        return self.answered

    @property
    def pending(self) -> bool:
        """Whether the request has not ended yet."""
        return self.ended is None

    @property
    def is_document(self) -> bool:
        """Whether this request loads a document: it carries the loader's own id."""
        return bool(self.loader_id) and self.id == self.loader_id

    def describe(self) -> str:
        """The request in a few words, for messages of waits."""
        kind = {"XHR": "request", "Fetch": "request"}.get(
            self.resource_type, self.resource_type.lower() or "request"
        )
        return f"{kind} {self.method} {self.url}" if kind == "request" else f"{kind} {self.url}"


class RequestTable:
    """The reducer: `Network` events go in with the time at which they were read."""

    def __init__(self, *, long_poll_seconds: float = LONG_POLL_SECONDS) -> None:
        self.long_poll_seconds = long_poll_seconds
        self._live: OrderedDict[str, Request] = OrderedDict()
        self._log: OrderedDict[int, Request] = OrderedDict()
        self._serial = 0
        self._last_activity = 0.0

    # Events

    def will_be_sent(
        self, event: network.RequestWillBeSent, session_id: str | None, now: float, *, aside: bool = False
    ) -> None:
        """`Network.requestWillBeSent`; with a redirect response it ends the hop before.

        `aside`: the page's sessions see the beginning only, so it counts as ended.
        """
        url = event.request.url
        before = self._live.get(event.request_id)
        if before is not None:
            if event.redirect_response is not None:
                before.status = event.redirect_response.status
                before.redirected_to = url
            self._end(before, now)
        if url.startswith(_UNCOUNTED_SCHEMES):
            return
        request = Request(
            id=event.request_id,
            url=url,
            method=event.request.method or "GET",
            resource_type=event.type or "",
            loader_id=event.loader_id,
            frame_id=event.frame_id,
            session_id=session_id,
            started=now,
            serial=0,
        )
        self._open(request)
        if aside:
            self._end(request, now)

    def served_from_cache(self, event: network.RequestServedFromCache) -> None:
        """`Network.requestServedFromCache`: the answer came from memory."""
        request = self._live.get(event.request_id)
        if request is not None:
            request.from_cache = True

    def response(self, event: network.ResponseReceived, now: float) -> None:
        """`Network.responseReceived`: the status is known, the body may still come."""
        request = self._live.get(event.request_id)
        if request is None:
            return
        request.status = event.response.status or None
        request.mime_type = event.response.mime_type
        request.resource_type = event.type or request.resource_type
        request.from_cache = request.from_cache or bool(event.response.from_disk_cache)
        request.size = _size_of(event.response.headers or {})
        request.answered = now
        if event.response.mime_type == "text/event-stream" or request.resource_type == "Media":
            request.streaming = True
        self._touch(request, now)

    def data(self, event: network.DataReceived, now: float) -> bool:
        """`Network.dataReceived`: a piece of the body came; whether it was the last one that is waited for."""
        request = self._live.get(event.request_id)
        if request is None or request.answered is None:
            return False
        # What comes out of the cache did not travel, so it has no encoded length.
        request.received += max(event.encoded_data_length, event.data_length if request.from_cache else 0)
        request.answered = now
        self._touch(request, now)
        return request.delivered is not None

    def finished(self, request_id: str, now: float) -> None:
        """`Network.loadingFinished`."""
        request = self._live.get(request_id)
        if request is not None:
            self._end(request, now)

    def failed(self, request_id: str, error: str, now: float) -> None:
        """`Network.loadingFailed`: refused, blocked or cancelled."""
        request = self._live.get(request_id)
        if request is not None:
            request.error = error or "net::ERR_FAILED"
            self._end(request, now)

    def socket_opened(self, request_id: str, url: str, session_id: str | None, now: float) -> None:
        """`Network.webSocketCreated`, `webTransportCreated`: a connection that stays open by design."""
        self._open(
            Request(
                id=request_id,
                url=url,
                method="GET",
                resource_type="WebSocket",
                loader_id="",
                frame_id=None,
                session_id=session_id,
                started=now,
                serial=0,
                streaming=True,
            )
        )

    def document_parsed(self, loader_id: str, now: float) -> None:
        """The document of that loader was read to its end, whichever session heard about the request's own
        end.
        """
        request = self._live.get(loader_id)
        if request is not None and request.is_document:
            self._end(request, now)

    def document_gone(self, loader_id: str, now: float) -> None:
        """Nothing of that document is waited for any more."""
        for request in [r for r in self._live.values() if r.loader_id == loader_id]:
            request.error = request.error or "net::ERR_ABORTED"
            self._end(request, now)

    def session_gone(self, session_id: str | None, now: float) -> None:
        """A process went away: the ends of its requests will not be reported, documents that moved elsewhere
        excepted.
        """
        for request in [r for r in self._live.values() if r.session_id == session_id and not r.is_document]:
            request.error = request.error or "net::ERR_ABORTED"
            self._end(request, now)

    def joined(self, now: float) -> None:
        """A process is watched from now on: what it did before is unknown, so quiet counts from here."""
        self._last_activity = max(self._last_activity, now)

    # Questions

    def pending(self) -> tuple[Request, ...]:
        """Every request in flight, streams included, oldest first."""
        return tuple(self._live.values())

    def blocking(self, now: float) -> tuple[Request, ...]:
        """The requests in flight whose end is worth waiting for: no streams, no long polls, no beacons."""
        return tuple(request for request in self._live.values() if self._counts(request, now))

    def is_blocking(self, request: Request, now: float) -> bool:
        """Whether the end of that request is worth waiting for, if it has not ended."""
        return self._counts(request, now)

    def idle_since(self, now: float) -> float | None:
        """Since when no blocking request has been in flight; None while one is."""
        if self.blocking(now):
            return None
        given_up = [self._given_up(r) for r in self._live.values() if self._overdue(r, now)]
        return max([self._last_activity, *given_up])

    def next_overdue(self, now: float) -> float | None:
        """When the next request in flight will be taken for a long poll, or for one whose answer nobody reads."""
        times = [
            self._given_up(r)
            for r in self._live.values()
            if r.resource_type in _POLLED_TYPES and self._counts(r, now)
        ]
        return min(times, default=None)

    def mark(self) -> RequestMark:
        """A point in time for `since` (SX-04)."""
        return RequestMark(self._serial)

    def next_mark(self) -> RequestMark:
        """A mark later than all before, for what is not a request."""
        self._serial += 1
        return RequestMark(self._serial)

    def since(self, mark: RequestMark) -> list[Request]:
        """The requests that started after the mark, oldest first; at most the newest 2 000 are kept."""
        # Newest first, so that repeated calls while settling only go through new requests.
        newer = takewhile(lambda request: request.serial > mark, reversed(self._log.values()))
        return list(newer)[::-1]

    def document_status(self, loader_id: str) -> int | None:
        """The HTTP status with which that document came, if it came over HTTP and was seen."""
        request = self._document(loader_id)
        return request.status if request is not None and request.url.startswith(("http:", "https:")) else None

    def document_error(self, loader_id: str) -> str | None:
        """Chrome's net error for that document, if it failed and was seen."""
        request = self._document(loader_id)
        return request.error if request is not None else None

    # Steps

    def _document(self, loader_id: str) -> Request | None:
        """The last hop of the request that fetched a document."""
        for request in reversed(self._log.values()):
            if request.id == loader_id:
                return request
        return None

    def _counts(self, request: Request, now: float) -> bool:
        return self._is_ordinary(request) and not self._overdue(request, now)

    def _is_ordinary(self, request: Request) -> bool:
        return not (
            request.streaming
            or request.resource_type in _UNCOUNTED_TYPES
            or request.resource_type in _STREAM_TYPES
        )

    def _overdue(self, request: Request, now: float) -> bool:
        return request.resource_type in _POLLED_TYPES and now >= self._given_up(request)

    def _given_up(self, request: Request) -> float:
        """The time from which the end of a script's response is not waited for any more."""
        if request.delivered is not None:
            return request.delivered
        late = request.started + self.long_poll_seconds
        return late if request.answered is None else min(late, request.answered + UNREAD_SECONDS)

    def _open(self, request: Request) -> None:
        self._serial += 1
        request.serial = self._serial
        self._live[request.id] = request
        self._log[request.serial] = request
        while len(self._log) > _KEPT_REQUESTS:
            self._log.popitem(last=False)
        while len(self._live) > _KEPT_REQUESTS:
            self._live.popitem(last=False)
        self._touch(request, request.started)

    def _end(self, request: Request, now: float) -> None:
        request.ended = now
        self._live.pop(request.id, None)
        self._touch(request, now)

    def _touch(self, request: Request, now: float) -> None:
        poll = request.resource_type in _POLLED_TYPES and now - request.started >= self.long_poll_seconds
        if self._is_ordinary(request) and not poll:
            self._last_activity = now


def _size_of(headers: Mapping[str, str]) -> int | None:
    """The length of the body, where the response names one."""
    for name, value in headers.items():
        if name.lower() == "content-length" and value.isdecimal():
            return int(value)
    return None
