"""Headers of requests and responses, and what was sent: kept for the newest requests of a tab that is asked for them.

Values that let one in (cookies, authorisation, passwords in bodies) are masked.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from weakref import WeakSet

from cdp_engine.protocol import network
from cdp_engine.rpc import Session

HIDDEN = "***"
_KEPT = 500
_BODIES, _LARGEST_BODY = 32 << 20, 8 << 20
"""Bytes of response bodies that the browser keeps for a tab: in all, and of one."""
_SECRET_HEADER = re.compile(r"cookie|authorization|token|api-?key|secret|session|csrf|xsrf", re.IGNORECASE)
_SECRET_FIELD = re.compile(
    r"""(?P<name>["']?[\w.\-\[\]]*(?:pass(?:word|wd|code|phrase)?|pwd|secret|token|api_?key|(?<![a-z])(?:otp|cvv|cvc|pin)(?![a-z]))[\w\]]*["']?"""
    r"""\s*[:=]\s*)(?P<value>"(?:[^"\\]|\\.)*"|[^&\s,}<>]+)""",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Exchange:
    """One request and its response."""

    sent: Mapping[str, str] = field(default_factory=dict[str, str])
    body: str | None = None
    status: str = ""
    received: Mapping[str, str] = field(default_factory=dict[str, str])


class NetworkLog:
    """The newest 500 exchanges of one tab by request id; of a redirect the last hop."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Exchange] = OrderedDict()
        self._heard: WeakSet[Session] = WeakSet()

    def get(self, request_id: str) -> Exchange | None:
        """What is known of a request."""
        return self._known.get(request_id)

    def listen_to(self, sessions: Iterable[Session]) -> None:
        """Listen to every session that is not listened to yet."""
        for session in sessions:
            if session not in self._heard:
                self._heard.add(session)
                session.listen(network.RequestWillBeSent, self.will_be_sent)
                session.listen(network.ResponseReceived, self.response)
                # Chrome has no body that the page did not read, unless it was configured to keep bodies.
                keep = network.configure_durable_messages(
                    max_total_buffer_size=_BODIES, max_resource_buffer_size=_LARGEST_BODY
                )
                session.start(keep).abandon()

    def will_be_sent(self, event: network.RequestWillBeSent) -> None:
        """`Network.requestWillBeSent`."""
        self._known[event.request_id] = Exchange(dict(event.request.headers), event.request.post_data)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def response(self, event: network.ResponseReceived) -> None:
        """`Network.responseReceived`."""
        known = self._known.setdefault(event.request_id, Exchange())
        known.status = f"{event.response.status} {event.response.status_text}".strip()
        known.received = dict(event.response.headers)
        if event.response.request_headers:
            known.sent = dict(event.response.request_headers)


def header_lines(headers: Mapping[str, str]) -> list[str]:
    """Headers, one a line, without the values that let one in."""
    return [f"{name}: {HIDDEN if _SECRET_HEADER.search(name) else value}" for name, value in headers.items()]


def without_secrets(body: str) -> str:
    """A form or JSON body without the values of fields for passwords, codes and tokens."""
    return _SECRET_FIELD.sub(_hidden, body)


def _hidden(found: re.Match[str]) -> str:
    quote = '"' if found["value"].startswith('"') else ""
    return f"{found['name']}{quote}{HIDDEN}{quote}"
