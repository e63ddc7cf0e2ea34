"""Selectors on a snapshot."""

from __future__ import annotations

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.views.css import select
from tests.observe.drawn import N, snapshot_of

PAGE = snapshot_of(
    N(
        "ul",
        N("li", N("a", "One", href="/docs/1", class_="x first"), id="one"),
        N("li", N("a", "Two", href="/b", class_="x"), N("b", "!"), lang="en-GB"),
        N("li", N("span", "Three")),
    ),
    N("button", "Off", disabled=""),
)


@pytest.mark.req("VD-07")
@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("li", ["One", "Two !", "Three"]), ("#one", ["One"]), ("li#one a.first", ["One"]), ("a.x", ["One", "Two"]),
        ("[href^='/docs']", ["One"]), ("a[href$=b]", ["Two"]), ("a[href*=oc]", ["One"]), ("[lang|=en]", ["Two !"]),
        ("a[class~=first]", ["One"]), ("li:not(#one)", ["Two !", "Three"]), ("ul > li:nth-child(2)", ["Two !"]),
        ("li:nth-child(odd)", ["One", "Three"]), ("li:last-child", ["Three"]), ("li + li", ["Two !", "Three"]),
        ("#one ~ li", ["Two !", "Three"]), ("li:has(b)", ["Two !"]), ("ul:has(> b)", []), ("button:disabled", ["Off"]),
        (":is(b, span)", ["!", "Three"]), ("a, button", ["One", "Two", "Off"]), ("a:first-of-type + b", ["!"]),
        ("div", []),
    ],
)  # fmt: skip
def test_selects(selector: str, expected: list[str]) -> None:
    assert [PAGE.node_at(row).text for row in select(PAGE, selector)] == expected


@pytest.mark.parametrize("selector", ["a[", "li:hover", "li:has(+ a)", "a::before:x", ""])
def test_says_what_it_cannot(selector: str) -> None:
    with pytest.raises(InvalidInput):
        select(PAGE, selector)
