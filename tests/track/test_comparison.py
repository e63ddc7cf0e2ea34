"""What differs between two snapshots, row by row (SX-09)."""

from __future__ import annotations

import pytest

from cdp_engine.observe import differing
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
    assert compared.rewritten is not None
    assert compared.rewritten >= {text}
    assert {second.columns.tag[row] for row in compared.rewritten - {text}} == {"button"}


def test_an_element_recreated_is_another_one() -> None:
    button = E("button", "Buy")
    first = Pages(E("main", button)).snapshot()
    second = Pages(E("main", button.clone())).snapshot()
    compared = Comparison(first, second)
    assert not compared.same_elements
    assert compared.rewritten is None


def test_rows_that_are_described_differently() -> None:
    field, box, link = E("input", value="a"), E("input", states=("checked",)), E("a", "x", href="/a")
    pages = Pages(E("main", field, box, link))
    first = pages.snapshot()
    field.value, box.states, link.attributes["href"] = "b", (), "/b"
    second = pages.snapshot()
    compared = Comparison(first, second)
    changed = {field.backend, box.backend, link.backend}
    assert compared.rewritten == {
        row for row, backend in enumerate(second.columns.backend) if backend in changed
    }
    assert compared.renewed_nodes == []


def test_a_scrolled_page_is_written_again() -> None:
    pages = Pages(E("main", E("p", "text")))
    first = pages.snapshot()
    assert Comparison(first, pages.snapshot()).rewritten == set()
    pages.scroll = (0.0, 10.0)
    assert Comparison(first, pages.snapshot()).rewritten is None


def test_other_flags_are_more_than_content() -> None:
    line = E("p", "text")
    pages = Pages(E("main", line))
    first = pages.snapshot()
    line.hidden = True
    assert Comparison(first, pages.snapshot()).rewritten is None
