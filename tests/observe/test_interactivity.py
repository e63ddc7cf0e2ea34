"""What can be acted on, each action once."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, acted_on, snapshot_of

POINTER = {"cursor": "pointer"}


@pytest.mark.req("VD-05", "SX-06")
@pytest.mark.parametrize(
    "element",
    [
        N("a", "It", href="/x"),
        N("button", "It"),
        N("details", N("summary", "It")),
        N("div", "It", role="switch"),
        N("div", "It", tabindex="0"),
        N("div", "It", listens=True),
        N("div", "It", onclick="go()"),
        N("span", "It", data_turbo_method="delete"),
        N("div", N("i", N("b", "It")), css=POINTER),
        N("div", "It", ng_click="go()"),
        N("span", "It", class_="wide btn"),
        N("input", type="submit", value="It"),
    ],
)
def test_counts(element: N) -> None:
    assert acted_on(element) == ["It"]


@pytest.mark.parametrize(
    ("element", "offered"),
    [
        (N("button", N("span", "It", css=POINTER, listens=True)), ["It"]),
        (N("a", N("div", "It", class_="btn", onclick="x"), href="/"), ["It"]),
        (N("label", "It", N("input", type="checkbox"), css=POINTER, listens=True), ["It"]),
        (N("ul", N("li", N("a", "It", href="/")), listens=True), ["It"]),
        (N("div", N("label", "It", for_="c"), N("input", id="c", type="radio"), css=POINTER), ["It"]),
        (N("div", "Card ", N("button", "It"), css=POINTER), ["Card It", "It"]),
        (N("div", N("p", "A"), N("p", "B"), box=(0, 0, 800, 600), listens=True), []),
        (N("div", "It", css=POINTER | {"pointer-events": "none"}), []),
        (N("div", "It", tabindex="-1"), []),
        (N("li", "It", role="presentation", tabindex="0"), []),
        (N("li", "It", role="presentation", tabindex="0", onclick="go()"), ["li"]),
        (N("a", "It"), []),
        (N("input", type="hidden", value="It"), []),
        (N("div", N("b", "It", box=(0, 0, 50, 10), css={"opacity": "0"}), css=POINTER), []),
        (N("div", N("p", "It", listens=True), contenteditable="true"), ["div"]),
    ],
)
@pytest.mark.req("VD-05")
def test_each_action_has_one_element(element: N, offered: list[str]) -> None:
    assert acted_on(element) == offered


@pytest.mark.req("VD-05", "EX-06")
def test_a_cell_that_listens_stays_the_control_under_the_pointer() -> None:
    """Calendars show the hand in the cell while the pointer is over it: its ref must not change."""
    for style in ({}, POINTER):
        (cell,) = snapshot_of(N("tr", N("td", N("div", "12", css=style), listens=True))).interactive()
        assert cell.tag == "td"
    (inner,) = snapshot_of(N("td", N("div", "12", css=POINTER, listens=True), listens=True)).interactive()
    assert inner.tag == "div"


PAINTED = {"background-color": "rgb(13, 110, 253)"}


@pytest.mark.req("VD-05", "CD-02")
@pytest.mark.parametrize(
    "element",
    [
        N("div", "It", class_="btn-primary wide", css=PAINTED),
        N("div", "It", class_="submitButton_x1", css=PAINTED),
        N("a", "It", class_="nav-link"),
        N("div", "It", data_testid="submit-order", css=PAINTED),
        N("div", "It", data_cy="save_btn", css={"background-image": "linear-gradient(red, blue)"}),
        N("div", N("div", "It", class_="page-link"), class_="pages", css=POINTER),
        N("div", N("div", "It", class_="dropdown-link"), N("hr"), class_="pages", css=POINTER),
    ],
)
def test_a_word_for_a_control_counts_with_its_look(element: N) -> None:
    offered = snapshot_of(element).interactive()
    assert [node.name for node in offered] == ["It"]
    assert offered[0].attribute("class") != "pages"


@pytest.mark.req("VD-05")
@pytest.mark.parametrize(
    "element",
    [
        N("div", "It", class_="btn-primary"),
        N("div", "It", class_="button-group", css=PAINTED),
        N("div", "It", class_="button__label", css=PAINTED),
        N("div", "It", class_="debtn linkage", css=PAINTED),
        N("div", "It", data_testid="order-total", css=PAINTED),
        N("div", "It", class_="btn-primary", css=PAINTED, box=(0, 0, 800, 400)),
    ],
)
def test_a_word_alone_does_not_count(element: N) -> None:
    assert acted_on(element) == []


@pytest.mark.req("VD-05")
def test_a_label_stands_for_the_control_it_hides() -> None:
    box = N("input", id="c", type="checkbox", checked="", disabled="", css={"opacity": "0"})
    (label,) = snapshot_of(box, N("label", "Dark mode", for_="c")).interactive()
    assert (label.tag, label.role, label.name, label.states) == (
        "label",
        "checkbox",
        "Dark mode",
        ("disabled",),
    )
