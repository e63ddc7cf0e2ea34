"""What differs between two snapshots, row by row (SX-09)."""

from __future__ import annotations

import pytest

from cdp_engine.track import differing
from cdp_engine.track.changes.comparison import Comparison
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("SX-09")


@pytest.mark.parametrize("length", [0, 1, 511, 512, 513, 2000])
def test_differing_places(length: int) -> None:
    before: list[object] = list(range(length))
    now = list(before)
    places = sorted({0, length // 2, length - 1}) if length else []
    for place in places:
        now[place] = "x"
    assert differing(before, now) == places
    assert differing(before, before) == []


def test_rewritten_texts_leave_the_elements_the_same() -> None:
    button = E("button", "Cart (1)")
    pages = Pages(E("main", E("h1", "Shop"), button))
    first = pages.snapshot()
    button.text = "Cart (2)"
    button.text_backends.clear()
    second = pages.snapshot()
    compared = Comparison(first, second)
    text = second.columns.text.index("Cart (2)")
    assert compared.same_elements
    assert compared.renewed_nodes == [text]
    assert compared.rewritten == [text]
    assert compared.content is not None
    assert compared.content >= {text}
    assert {second.columns.tag[row] for row in compared.content - {text}} <= {"button"}


def test_an_element_recreated_is_another_one() -> None:
    button = E("button", "Buy")
    first = Pages(E("main", button)).snapshot()
    second = Pages(E("main", button.clone())).snapshot()
    compared = Comparison(first, second)
    assert not compared.same_elements
    assert compared.content is None


def test_rows_that_are_described_differently() -> None:
    field, box = E("input", value="a"), E("input", states=("checked",))
    pages = Pages(E("main", field, box))
    first = pages.snapshot()
    field.value, box.states = "b", ()
    second = pages.snapshot()
    compared = Comparison(first, second)
    assert compared.described_differently == {
        row for row, backend in enumerate(second.columns.backend) if backend in (field.backend, box.backend)
    }
    assert compared.rewritten == compared.renewed_nodes == []


def test_other_flags_are_more_than_content() -> None:
    line = E("p", "text")
    pages = Pages(E("main", line))
    first = pages.snapshot()
    line.hidden = True
    assert Comparison(first, pages.snapshot()).content is None
