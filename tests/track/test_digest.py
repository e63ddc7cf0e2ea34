"""Equal pages have equal digests, however those were made (FP-04, SX-09)."""

from __future__ import annotations

import pytest

from cdp_engine.observe import Snapshot
from cdp_engine.track import content_digest
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("SX-09")


def changed(snapshot: Snapshot, row: int, text: str) -> Snapshot:
    """The same page with another text, sharing all else."""
    columns = snapshot.columns.draft()
    columns.text = list(columns.text)
    columns.text[row] = text
    return snapshot.with_columns(columns)


def test_a_digest_made_from_parts_is_the_one_made_from_scratch() -> None:
    first = Pages(E("main", E("h1", "Shop"), E("button", "Cart (1)"), E("p", "text"))).snapshot()
    digest, parts = content_digest(first)
    row = first.columns.text.index("text")
    other = changed(first, row, "other")
    again, more = content_digest(other, parts)
    assert again == content_digest(other)[0]
    assert again != digest
    assert more.columns["role"][1] is parts.columns["role"][1]
    assert content_digest(changed(other, row, "text"), more)[0] == digest


def test_only_the_piece_with_the_change_is_made_again() -> None:
    first = Pages(E("main", *(E("p", f"line {number}") for number in range(2000)))).snapshot()
    digest, parts = content_digest(first)
    other = changed(first, first.columns.text.index("line 1000"), "other")
    again, more = content_digest(other, parts)
    assert again == content_digest(other)[0] != digest
    pieces = zip(parts.columns["text"][1], more.columns["text"][1], strict=True)
    assert sum(before is not now for before, now in pieces) == 1


def test_parts_of_other_columns_are_never_used() -> None:
    button = E("button", "Buy")
    pages = Pages(E("main", button))
    first, parts = content_digest(pages.snapshot())
    button.states = ("disabled",)
    second = pages.snapshot()
    assert content_digest(second, parts)[0] == content_digest(second)[0] != first
