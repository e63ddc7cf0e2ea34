"""What the outline costs, beside what nobody could leave out: the page's text and four tokens per element."""

from __future__ import annotations

import pytest

from tests.support.tokens import exact_tokens
from tests.views.recorded_pages import kept

PAGES = ("shop", "swagger", "docs", "index", "library")


@pytest.mark.req("VD-13")
@pytest.mark.parametrize("name", PAGES)
def test_the_outline_is_near_the_floor(name: str) -> None:
    snapshot, texts = kept(name)
    floor = exact_tokens().count("\n".join(texts)) + 4 * len(snapshot.interactive())
    assert exact_tokens().count(snapshot.render("outline")) <= 1.3 * floor


@pytest.mark.req("VD-13")
def test_an_element_alone_costs_nine_tokens() -> None:
    total, elements = 0, 0
    for name in PAGES:
        snapshot, _ = kept(name)
        text = snapshot.render("outline", interactive_only=True, header=False, manifest=False)
        shown = len(snapshot.interactive())
        assert exact_tokens().count(text) <= 9.5 * shown
        assert text.count("\n[e") == shown - 1
        total, elements = total + exact_tokens().count(text), elements + shown
    assert total <= 9 * elements
