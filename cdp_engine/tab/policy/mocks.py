"""Answers that a tab's requests get in place of the server's (pure)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import Command, fetch

_MOST = 50


class Mock(msgspec.Struct, frozen=True):
    """What requests are answered with whose URL has `url` in it (or fits it, where it has a `*`).

    `abort` refuses the connection in place of an answer. `headers` go beside `content_type`; a page of another origin
    may read the answer.
    """

    url: str
    status: int = 200
    body: str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = {}
    method: str | None = None
    abort: bool = False

    def fits(self, url: str, method: str) -> bool:
        """Whether it answers that request."""
        if self.method is not None and self.method.upper() != method.upper():
            return False
        if "*" not in self.url:
            return self.url in url
        return re.fullmatch(".*".join(map(re.escape, self.url.split("*"))), url) is not None


def checked_mocks(name: str, value: Any) -> tuple[Mock, ...]:
    """Mocks out of a list of mappings or `Mock`. Raises `InvalidInput`."""
    try:
        mocks = tuple(one if isinstance(one, Mock) else msgspec.convert(one, Mock) for one in value)
    except (TypeError, msgspec.ValidationError) as error:
        raise InvalidInput(
            f"invalid {name}: {error}", hint="Give a list of Mock(url, status, body)."
        ) from None
    if len(mocks) > _MOST:
        raise InvalidInput(f"at most {_MOST} {name} are kept", hint="Remove some first.")
    for mock in mocks:
        if not mock.url or not 200 <= mock.status <= 599:
            raise InvalidInput(f"invalid {name}", hint="Give a part of the URL, and a status of 200 to 599.")
    return mocks


def mocked(mocks: Sequence[Mock], event: fetch.RequestPaused) -> Command[None] | None:
    """The answer to a request that `Fetch` holds; the last mock that fits counts. None for one that none fits."""
    url, method = event.request.url, event.request.method or "GET"
    found = next((one for one in reversed(mocks) if one.fits(url, method)), None)
    if found is None:
        return None
    if found.abort:
        return fetch.fail_request(event.request_id, "Failed")
    given = {name.lower(): str(value) for name, value in (event.request.headers or {}).items()}
    origin = given.get("origin")
    readable = (
        {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true"} if origin else {}
    )
    sent = {"Content-Type": found.content_type, "Cache-Control": "no-store", **readable, **found.headers}
    entries = [fetch.HeaderEntry(name=name, value=value) for name, value in sent.items()]
    return fetch.fulfill_request(
        event.request_id, found.status, response_headers=entries, body=found.body.encode()
    )
