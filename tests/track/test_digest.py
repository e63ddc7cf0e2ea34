"""Equal pages have equal digests, however those were made (FP-04, SX-09)."""

from __future__ import annotations

from copy import copy

import pytest

from cdp_engine.observe import Snapshot
from cdp_engine.track import content_digest, differing
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("SX-09")


def retouched(snapshot: Snapshot, row: int, text: str) -> Snapshot:
    """The same page with another text, sharing all else."""
    columns = copy(snapshot.columns)
    columns.text = list(columns.text)
    columns.text[row] = text
    return snapshot.retouched(columns)


def test_a_digest_made_from_parts_is_the_one_made_from_scratch() -> None:
    first = Pages(E("main", E("h1", "Shop"), E("button", "Cart (1)"), E("p", "text"))).snapshot()
    digest, parts = content_digest(first)
    row = first.columns.text.index("text")
    other = retouched(first, row, "other")
    again, more = content_digest(other, parts)
    assert again == content_digest(other)[0]
    assert again != digest
    assert more.made["role"] is parts.made["role"]
    assert content_digest(retouched(other, row, "text"), more)[0] == digest


def test_parts_of_other_columns_are_never_used() -> None:
    button = E("button", "Buy")
    pages = Pages(E("main", button))
    first, parts = content_digest(pages.snapshot())
    button.states = ("disabled",)
    second = pages.snapshot()
    assert content_digest(second, parts)[0] == content_digest(second)[0] != first


@pytest.mark.parametrize("length", [0, 1, 511, 512, 513, 2000])
def test_differing_places(length: int) -> None:
    before: list[object] = list(range(length))
    now = list(before)
    places = sorted({0, length // 2, length - 1}) if length else []
    for place in places:
        now[place] = "x"
    assert differing(before, now) == places
    assert differing(before, before) == []
