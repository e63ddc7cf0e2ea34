"""Requests that a page sends again and again by itself: they show no effect of an action. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cdp_engine.tab import Request

_GAPS = 6
"""How many intervals before the action are looked at …"""
_LEAST = 2
"""… and how many of them, and at least half, must be as long as the one before the request."""
_SHORTEST_PERIOD = 0.4
"""Seconds: what follows faster may have been sent by actions in a row."""
_TOLERANCE = 0.25


def is_polled(request: Request, earlier: Sequence[Request]) -> bool:
    """Whether a request comes in time after at least three like it: the same address, with or without its query.

    A query may name what is asked of one address, each at intervals of its own, or count the calls. `earlier` are the
    requests before the action, oldest first.
    """
    return any(_comes_in_time(request, earlier, kind) for kind in (_exact, _without_query))


def is_repeated(request: Request, earlier: Sequence[Request]) -> bool:
    """Whether its document sent one like it before the action, as a page does that saves itself."""
    own = _without_query(request)
    return any(one.loader_id == request.loader_id and _without_query(one) == own for one in earlier)


def _comes_in_time(
    request: Request, earlier: Sequence[Request], kind: Callable[[Request], tuple[str, ...]]
) -> bool:
    own = kind(request)
    times = [one.started for one in earlier if kind(one) == own][-_GAPS - 1 :]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    if len(gaps) < _LEAST:
        return False
    period = request.started - times[-1]
    alike = sum(abs(gap - period) <= _TOLERANCE * period for gap in gaps)
    return period >= _SHORTEST_PERIOD and alike >= max(_LEAST, len(gaps) / 2)


def _exact(request: Request) -> tuple[str, ...]:
    return request.method, request.resource_type, request.url


def _without_query(request: Request) -> tuple[str, ...]:
    return request.method, request.resource_type, urlsplit(request.url)._replace(query="").geturl()
