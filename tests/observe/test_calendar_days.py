"""What a person sees of the days of a calendar, by its classes and colours."""

from __future__ import annotations

import pytest

from cdp_engine.observe import VirtualNode
from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("VD-05", "SX-07")
PAINTED = {"background-color": "rgb(25, 118, 210)"}


def days(numbers: list[int], marks: dict[int, N] | None = None) -> list[VirtualNode]:
    """The days of a calendar with these numbers; `marks` are other cells at some places."""
    cells = [
        (marks or {}).get(at, N("button", str(number), class_="day")) for at, number in enumerate(numbers)
    ]
    rows = [N("tr", *[N("td", cell) for cell in cells[at : at + 7]]) for at in range(0, len(cells), 7)]
    return snapshot_of(N("table", N("tbody", *rows))).interactive()


MARCH = [*range(26, 29), *range(1, 32), *range(1, 9)]


def test_days_of_other_months_say_so() -> None:
    names = [node.name for node in days(MARCH)]
    assert names[:4] == ["26 previous month", "27 previous month", "28 previous month", "1"]
    assert names[33:36] == ["31", "1 next month", "2 next month"]
    assert [node.name for node in days(list(range(1, 32)))] == [str(number) for number in range(1, 32)]
    assert [node.name for node in days([*range(1, 20), 1, 2])][-2:] == ["1", "2"]


def test_the_pages_below_a_numbered_list_are_no_next_month() -> None:
    items = N("ol", *[N("li", N("a", str(number), href=f"/{number}")) for number in range(1, 31)])
    pages = N("nav", *[N("span", N("a", str(number), href=f"/page/{number}")) for number in range(1, 4)])
    assert [node.name for node in snapshot_of(items, pages).interactive()][-3:] == ["1", "2", "3"]


@pytest.mark.parametrize(
    "cell",
    [
        N("button", "19", class_="day is-selected"),
        N("button", "19", class_="day picker-day--active"),
        N("button", N("span", "19", class_="dayRangeStart"), class_="day"),
        N("button", "19", class_="day", aria_selected="true"),
        N("button", "19", class_="day", css=PAINTED),
    ],
)
def test_the_chosen_day_is_selected(cell: N) -> None:
    chosen = [node.name for node in days(MARCH, {21: cell}) if "selected" in node.states]
    assert chosen == ["19"]


def test_several_chosen_days_are_selected() -> None:
    """Quasar says of chosen days only that they have its main colour."""
    cells = {at: N("button", str(at - 2), class_="day bg-primary", css=PAINTED) for at in (21, 22, 25)}
    chosen = [node.name for node in days(MARCH, cells) if "selected" in node.states]
    assert chosen == ["19", "20", "23"]
    weekends = {at: N("button", str(at - 2), class_="day off", css=PAINTED) for at in range(5, 33, 7)}
    assert not [node for node in days(MARCH, weekends) if "selected" in node.states]


def test_today_is_current() -> None:
    found = days(MARCH, {21: N("button", "19", class_="day day-today")})
    assert {node.name: node.states for node in found if node.states} == {"19": ("current",)}


def test_what_most_days_have_marks_none() -> None:
    cells = {at: N("button", str(number), class_="day current") for at, number in enumerate(MARCH)}
    ends = {at: N("button", str(MARCH[at]), class_="day week-end") for at in (6, 13, 20)}
    painted = {at: N("button", str(MARCH[at]), css=PAINTED) for at in (6, 13, 20)}
    for marks in (cells, ends, painted):
        assert not any(node.states for node in days(MARCH, marks))


def test_the_current_link_of_a_menu_is_marked() -> None:
    home, news, shop = snapshot_of(
        N("a", "Home", href="/", aria_current="page"),
        N("a", "News", href="/news", aria_current="false"),
        N("a", "Shop", href="/shop"),
    ).interactive()
    assert [node.states for node in (home, news, shop)] == [("current",), (), ()]


def test_days_that_a_small_box_around_them_listens_for_are_controls() -> None:
    cells = [N("td", str(number), class_="date") for number in range(1, 32)]
    table = N("table", N("tbody", *[N("tr", *cells[at : at + 7]) for at in range(0, 31, 7)]))
    picker = N("div", N("div", table), listens=True, box=(0, 0, 280, 300))
    assert [node.text for node in snapshot_of(picker).interactive()] == [
        str(number) for number in range(1, 32)
    ]
    page = N("main", N("div", table), listens=True, box=(0, 0, 1280, 700))
    assert not [node for node in snapshot_of(page).interactive() if node.tag == "td"]
