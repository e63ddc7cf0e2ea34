"""Version numbers: one per change, none for an unchanged observation, a short history."""

from __future__ import annotations

import pytest

from cdp_engine.track import Versions


def alike(one: str, other: str) -> bool:
    return one[0] == other[0]


@pytest.mark.req("FP-04", "SX-09")
def test_equal_content_keeps_its_number() -> None:
    versions: Versions[str] = Versions()
    assert versions.capture("A", same=alike).version == 1
    again = versions.capture("A later", same=alike)
    assert (again.version, again.content, versions.last_number) == (1, "A later", 1)
    assert versions.current == again
    assert versions.capture("B", same=alike).version == 2
    assert versions.capture("A", same=alike).version == 3


@pytest.mark.req("FP-04")
def test_three_versions_are_remembered_besides_the_current_one() -> None:
    versions: Versions[int] = Versions()
    for number in range(1, 7):
        versions.capture(number, same=int.__eq__)
    assert [versions.get(number) is not None for number in range(1, 7)] == [
        False,
        False,
        True,
        True,
        True,
        True,
    ]
    assert versions.validate(None).status == "current"
    assert versions.validate(6).status == "current"
    behind = versions.validate(3)
    assert behind.status == "stale_with_history"
    assert behind.held is not None
    assert behind.held.content == 3
    lost = versions.validate(2)
    assert (lost.status, lost.held, lost.asked) == ("stale_no_history", None, 2)


@pytest.mark.req("FP-04")
def test_numbers_go_on_after_a_navigation() -> None:
    versions: Versions[str] = Versions()
    versions.capture("A", same=alike)
    versions.reset()
    assert versions.current is None
    with pytest.raises(LookupError):
        versions.validate(1)
    assert versions.capture("A", same=alike).version == 2
