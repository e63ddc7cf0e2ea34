"""Two buttons, or a link and a button, that are drawn as one are one control."""

from __future__ import annotations

import pytest

from tests.observe.drawn import Box, N, snapshot_of

pytestmark = pytest.mark.req("VD-05", "SX-06")
OUTER: Box = (0, 0, 60, 40)
INNER: Box = (8, 8, 44, 24)


def shown(*nodes: N) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(node.role, node.name, node.states) for node in snapshot_of(*nodes).interactive()]


def button(*children: N | str, box: Box = INNER, **attributes: str) -> N:
    found = N("button", *children, box=box)
    found.attributes = {name.replace("_", "-"): value for name, value in attributes.items()}
    return found


def test_a_button_in_a_button_is_one_of_them() -> None:
    assert shown(button(button("Go"), box=OUTER)) == [("button", "Go", ())]
    stated = button(button("Go"), box=OUTER, aria_expanded="false")
    assert shown(stated) == [("button", "Go", ("collapsed",))]
    assert shown(button(button("Go", disabled=""), box=OUTER)) == [("button", "Go", ("disabled",))]
    assert shown(button(N("svg", class_="lucide lucide-box"), box=OUTER)) == [("button", "box", ())]


def test_three_of_them_are_one() -> None:
    innermost = button("…", data_testid="actions")
    found = shown(button(button(innermost, box=INNER, aria_expanded="false"), box=OUTER))
    assert found == [("button", "…", ("collapsed",))]


def test_links_and_buttons() -> None:
    assert shown(N("a", button("Go"), href="/x", box=OUTER)) == [("link", "Go", ())]
    assert shown(button(N("a", "Go", href="/x", box=INNER), box=OUTER)) == [("link", "Go", ())]


def item(*children: N | str, role: str = "menuitem", box: Box = OUTER) -> N:
    found = N("li", *children, box=box)
    found.attributes = {"role": role}
    return found


def test_an_item_and_the_only_link_or_button_in_it() -> None:
    assert shown(item(button("Print"))) == [("menuitem", "Print", ())]
    assert shown(item(N("a", "Print", href="/x", box=INNER), role="option")) == [("option", "Print", ())]
    beside = item(N("a", "Print", href="/x", box=INNER), box=(0, 0, 300, 40))
    assert len(shown(beside)) == 2, "a press on the middle of the item would miss the link"
    assert len(shown(item(button("More", aria_expanded="false")))) == 2
    assert len(shown(item(button("Print"), button("Pin")))) == 3


def test_an_item_and_the_only_item_in_it() -> None:
    inner = item("Print", box=INNER)
    assert shown(item(inner, role="option")) == [("option", "Print", ())]
    stated = item("Print", box=INNER)
    stated.attributes["aria-checked"] = "true"
    assert [role for role, _, _ in shown(item(stated, role="option"))] == ["menuitem"]
    assert len(shown(item(inner, item("Send", box=INNER), role="option"))) == 3
    assert len(shown(item(inner, role="option", box=(0, 0, 300, 40)))) == 2
    leaf = item("Ada", role="treeitem", box=INNER)
    assert len(shown(item(leaf, role="treeitem"))) == 2, "one below the other"


def test_a_link_and_the_only_tab_in_it() -> None:
    tab = item("Files", role="tab", box=INNER)
    assert shown(N("a", tab, href="/x", box=OUTER)) == [("tab", "Files", ())]
    tab.attributes["aria-selected"] = "true"
    assert [role for role, _, _ in shown(N("a", tab, href="/x", box=OUTER))] == ["tab"]
    link = N("a", "Files", href="/x", box=INNER)
    assert shown(item(link, role="tab")) == [("tab", "Files", ())]
    assert len(shown(N("a", tab, " and more", href="/x", box=OUTER))) == 2


def test_two_actions_are_two_controls() -> None:
    menu = button("Go", aria_expanded="false", aria_haspopup="menu")
    assert len(shown(N("a", menu, href="/x", box=OUTER))) == 2
    assert len(shown(button(button("Go"), " and more", box=OUTER))) == 2
    assert len(shown(button(button("Go"), box=(0, 0, 300, 40)))) == 2
    assert len(shown(button(button("Go"), button("No"), box=OUTER))) == 3
    named = button(button("Go", aria_label="Go now"), box=OUTER, aria_label="Open")
    assert len(shown(named)) == 2


def cell(*children: N | str, **attributes: str) -> list[tuple[str, str]]:
    found = N("td", *children, box=OUTER)
    found.attributes = attributes
    rows = N("table", N("tbody", N("tr", found, N("td", "next"))))
    return [(node.role, node.name) for node in snapshot_of(rows).interactive()]


def test_a_cell_with_a_tab_stop_is_one_control_with_the_only_one_in_it() -> None:
    drawn = N("div", "12", box=INNER, listens=True)
    assert cell(drawn, tabindex="0") == [("cell", "12")]
    assert cell(N("input", type="checkbox", box=INNER), tabindex="0") == [("checkbox", "next")]
    assert len(cell(drawn, "text", tabindex="0")) == 2
    assert len(cell(N("div", "12", box=(0, 0, 9, 9), listens=True), tabindex="0")) == 2
