"""Version numbers: one per change, none for an unchanged observation, a short history."""

from __future__ import annotations

import pytest

from cdp_engine.track import Versions


@pytest.mark.req("FP-04", "SX-09")
def test_equal_content_keeps_its_number() -> None:
    versions: Versions[str] = Versions()
    assert versions.peek(b"a")
    first, new = versions.capture(b"a", "A")
    assert (first.version, new) == (1, True)
    assert not versions.peek(b"a")
    assert versions.peek(b"b")
    again, new = versions.capture(b"a", "A later")
    assert (again.version, again.content, new) == (1, "A later", False)
    assert versions.capture(b"b", "B")[0].version == 2
    assert versions.force(b"b", "B").version == 3


@pytest.mark.req("FP-04")
def test_three_versions_are_remembered_besides_the_current_one() -> None:
    versions: Versions[int] = Versions()
    for number in range(1, 7):
        versions.capture(bytes([number]), number)
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
    versions.capture(b"a", "A")
    versions.reset()
    assert versions.current is None
    with pytest.raises(LookupError):
        versions.validate(1)
    assert versions.capture(b"a", "A")[0].version == 2
