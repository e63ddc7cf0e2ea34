"""Requests that a page sends again and again by itself: they show no effect of an action. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cdp_engine.tab import Request

_TIMES = 3
_SHORTEST_PERIOD = 0.4
"""Seconds: what follows faster may have been sent by actions in a row."""
_TOLERANCE = 0.25


def is_polled(request: Request, earlier: Sequence[Request]) -> bool:
    """Whether a request comes in time after at least three like it, which came in equal intervals.

    `earlier` are the requests before the action, oldest first.
    """
    times = [one.started for one in earlier if _kind(one) == _kind(request)][-_TIMES:]
    if len(times) < _TIMES:
        return False
    gaps = [later - sooner for sooner, later in zip(times, [*times[1:], request.started], strict=True)]
    period = sorted(gaps)[1]
    return period >= _SHORTEST_PERIOD and all(abs(gap - period) <= _TOLERANCE * period for gap in gaps)


def _kind(request: Request) -> tuple[str, str, str]:
    return request.method, request.resource_type, urlsplit(request.url)._replace(query="").geturl()
