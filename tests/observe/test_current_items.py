"""Which tab, button or link of a group is the current one, where only classes say so."""

from __future__ import annotations

import pytest

from cdp_engine.observe import VirtualNode
from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("VD-05", "SX-07")


def chosen(*nodes: N) -> list[str]:
    """The names of the interactive nodes with `current` or `selected`."""
    found: list[VirtualNode] = snapshot_of(*nodes).interactive()
    return [node.name for node in found if {"current", "selected"} & set(node.states)]


def group(*classes: str, role: str = "button") -> N:
    """Buttons named by their places, with these classes."""
    return N("div", *[N("button", str(at), class_=found, role=role) for at, found in enumerate(classes)])


@pytest.mark.parametrize(
    "token",
    ["active", "is-selected", "tab--current", "tabActive", "Tabs_active__x7Kq2", "_active_4kk2s_9"],
)
def test_one_button_of_a_group(token: str) -> None:
    assert chosen(group("tab", f"tab {token}", "tab")) == ["1"]


@pytest.mark.parametrize(
    "token",
    ["inactive", "not-active", "active:bg-gray", "active-users", "data-[state=active]:on", "interactive"],
)
def test_class_names_that_say_something_else(token: str) -> None:
    assert chosen(group("tab", f"tab {token}", "tab")) == []


def test_a_button_that_goes_to_the_current_day_is_not_the_current_one() -> None:
    assert chosen(group("ui-datepicker-current x", "ui-datepicker-close x")) == []
    assert chosen(group("x-page-item x-page-item-current", "x-page-item")) == ["0"]


def test_links_in_list_items_and_in_boxes_of_their_own() -> None:
    pages = [N("li", N("a", str(at), href=f"/{at}"), class_="active" if at == 2 else "x") for at in (1, 2)]
    boxes = [N("div", N("button", f"b{at}", class_="active" if at == 1 else "x")) for at in (0, 1)]
    assert chosen(N("ul", *pages), N("div", *boxes)) == ["2", "b1"]


def test_several_may_be_chosen_but_not_all() -> None:
    assert chosen(group("x active", "x active", "x")) == ["0", "1"]
    assert chosen(group("x active", "x active")) == []
    assert chosen(N("div", N("button", "alone", class_="active"))) == []


def test_tabs_are_selected() -> None:
    found = snapshot_of(group("t", "t active", role="tab")).interactive()
    assert [node.states for node in found] == [(), ("selected",)]


def test_aria_wins_over_classes() -> None:
    pressed = N("button", "0", class_="active", aria_pressed="false")
    assert chosen(N("div", pressed, N("button", "1", class_="x"))) == []
    by_state = N("button", "1", class_="x", aria_current="page")
    assert chosen(N("div", N("button", "0", class_="active"), by_state)) == ["1"]


def test_rows_of_tables_are_no_items() -> None:
    rows = [
        N("tr", N("td", N("a", name, href="/x")), class_="active" if name == "b" else "x") for name in "abc"
    ]
    assert chosen(N("table", N("tbody", *rows))) == []


def test_a_pressed_button_beside_it_changes_nothing() -> None:
    pressed = N("button", "1", class_="x", aria_pressed="true")
    assert chosen(N("div", N("button", "0", class_="active"), pressed, N("button", "2"))) == ["0"]
