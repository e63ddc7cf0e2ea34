"""Requests that a page repeats by itself show no effect of an action (EX-02; pure)."""

from __future__ import annotations

import pytest

from cdp_engine.tab import Request
from cdp_engine.verify.evidence.polling import is_polled

pytestmark = pytest.mark.req("EX-02")


def sent(at: float, url: str = "https://shop.test/news", method: str = "GET") -> Request:
    return Request("r", url, method, "Fetch", "l", None, None, at, 1)


@pytest.mark.parametrize(
    ("earlier", "now", "polled"),
    [
        ([1.0, 2.0, 3.0], 4.0, True),
        ([0.0, 1.0, 2.05, 3.0], 4.1, True),
        ([1.0, 2.0, 3.0], 3.5, False),
        ([1.0, 2.0], 3.0, False),
        ([1.0, 2.0, 2.5], 4.0, False),
        ([0.1, 0.2, 0.3], 0.4, False),
        ([], 1.0, False),
    ],
)
def test_what_comes_in_equal_intervals_is_polled(earlier: list[float], now: float, polled: bool) -> None:
    assert is_polled(sent(now), [sent(at) for at in earlier]) is polled


def test_other_requests_do_not_count() -> None:
    earlier = [sent(at) for at in (1.0, 2.0, 3.0)]
    assert is_polled(sent(4.0, "https://shop.test/news?since=3"), earlier)
    assert not is_polled(sent(4.0, "https://shop.test/buy"), earlier)
    assert not is_polled(sent(4.0, method="POST"), earlier)


def test_what_one_address_is_asked_at_intervals_of_its_own_is_polled() -> None:
    """Dagster's page asks one address for its status every five seconds, and for much else in between."""
    status, other = (f"https://shop.test/graphql?op={name}" for name in ("Status", "Runs"))
    earlier = [sent(at, status) for at in (0.2, 0.9, 5.9, 10.9, 15.9)]
    earlier = sorted([*earlier, *(sent(at, other) for at in (1.3, 4.0, 9.1))], key=lambda one: one.started)
    assert is_polled(sent(20.9, status), earlier)
    assert not is_polled(sent(17.0, status), earlier), "too early: the action may have asked for it"
    assert not is_polled(sent(20.9, other), earlier)
