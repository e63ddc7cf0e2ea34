"""What lies over what: five points, paint order, through nothing but geometry."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

FIXED = {"position": "fixed"}
PLACED = {"position": "absolute"}
WINDOW = {"overflow-x": "hidden", "overflow-y": "hidden"}
ALL = (0, 0, 800, 600)
BUY = N("button", "Buy", box=(100, 100, 100, 40))


def covers(*children: N | str) -> dict[str, str]:
    """Name of each covered element -> id of what covers it."""
    nodes = snapshot_of(*children).interactive()
    return {node.name: cover.html_id or cover.tag for node in nodes if (cover := node.covered_by) is not None}


@pytest.mark.req("SX-05", "EX-03")
@pytest.mark.parametrize(
    ("over", "cover"),
    [
        (N("div", id="c", box=ALL, css=FIXED, order=1), "c"),
        (N("div", id="c", box=(90, 90, 70, 60), css=PLACED, order=1), "c"),
        (N("div", N("div", N("b", "Offer", box=(95, 95, 200, 60)), box=(90, 90, 300, 300)), id="c",
           box=(90, 90, 300, 300), css=PLACED, order=2), "c"),
        (N("div", N("div", id="c", box=ALL, css=FIXED, order=2), id="portal", box=(0, 50, 800, 0)), "c"),
        (N("iframe", id="c", box=(50, 50, 400, 400), css=PLACED, order=1), "c"),
    ],
)  # fmt: skip
def test_covered(over: N, cover: str) -> None:
    assert covers(BUY, over) == {"Buy": cover}
    assert covers(over, BUY) == {"Buy": cover}, "the place in the document does not matter, paint order does"


@pytest.mark.req("SX-05")
@pytest.mark.parametrize(
    "over",
    [
        N("div", box=ALL, css=FIXED | {"pointer-events": "none"}, order=1),
        N("div", box=ALL, css=FIXED | {"visibility": "hidden"}, order=1),
        N("div", box=ALL, css=FIXED | {"z-index": "-1"}, order=1),
        N("div", box=ALL, css=FIXED, inert="", order=1),
        N("div", box=(100, 100, 40, 40), css=PLACED, order=1),
        N("div", box=(100, 130, 100, 40), css=PLACED, order=1),
        N("div", box=(0, 110, 800, 20)),
        N("div", N("p", "Cut off", box=ALL), box=(0, 500, 800, 20), css=PLACED | WINDOW, order=1),
        N("nav", N("a", "Menu", href="/"), box=(0, 0, 800, 60), css=FIXED, order=1),
    ],
)  # fmt: skip
def test_free(over: N) -> None:
    assert covers(BUY, over) == {}


@pytest.mark.req("SX-05")
def test_a_field_that_clips_its_text_is_painted_in_the_flow() -> None:
    """Chrome counts it as a layer of its own; the button of a search, drawn over its end, lies on top of it."""
    field = N("input", id="c", box=(50, 100, 160, 40), order=1)
    clips = N(
        "div", N("b", "Offer", box=(95, 95, 200, 60), order=1), box=(90, 90, 300, 300), css=WINDOW, order=1
    )
    assert covers(field, BUY) == covers(clips, BUY) == {}
    assert covers(BUY, field) == {"Buy": "c"}
    placed = N("input", id="c", box=(50, 100, 160, 40), css={"position": "relative"}, order=1)
    assert covers(placed, BUY) == {"Buy": "c"}


@pytest.mark.req("SX-05")
def test_what_belongs_to_the_element_does_not_cover_it() -> None:
    inside = N(
        "button", N("span", "Buy", css=PLACED, order=3, box=(100, 100, 100, 40)), box=(100, 100, 100, 40)
    )
    assert covers(inside) == {}
    floating = N("label", "Mail", for_="m", box=(100, 100, 100, 40), css=PLACED, order=2)
    assert covers(N("input", id="m", box=(100, 100, 100, 40)), floating) == {}


@pytest.mark.req("SX-05")
def test_items_of_one_grid_cell_lie_over_each_other() -> None:
    over = N("div", "Sold out", id="c", box=(90, 90, 200, 90))
    assert covers(N("div", BUY, over, box=ALL, css={"display": "grid"})) == {"Buy": "c"}
    assert covers(N("div", over, BUY, box=ALL, css={"display": "grid"})) == {}


@pytest.mark.req("SX-05")
def test_strips_over_the_edges_leave_the_inside_free() -> None:
    strips = [N("div", id="c", box=(left, 100, 12, 40), css=PLACED, order=1) for left in (100, 188)]
    assert covers(BUY, *strips) == {}
    assert covers(BUY, *strips, N("div", id="c", box=(140, 100, 20, 40), css=PLACED, order=1)) == {"Buy": "c"}


@pytest.mark.req("EX-03")
def test_out_of_view_but_behind_a_cover_of_the_whole_page() -> None:
    far = N("button", "Far", box=(100, 3000, 100, 40))
    veil = N("div", N("button", "Accept", box=(300, 300, 80, 30)), id="c", box=ALL, css=FIXED, order=1)
    assert covers(far) == {}
    assert covers(far, veil) == {"Far": "c"}
    assert covers(far, N("div", id="bar", box=(0, 0, 800, 60), css=FIXED, order=1)) == {}


@pytest.mark.req("SX-05")
def test_only_the_part_inside_its_scroller_counts() -> None:
    row = N("button", "Row", box=(100, 190, 100, 40))
    scrolls = {"overflow-x": "auto", "overflow-y": "auto"}
    footer = N("div", id="c", box=(0, 200, 800, 60), css=PLACED, order=5)
    assert covers(N("div", row, box=(50, 50, 300, 150), css=scrolls), footer) == {}
    assert covers(N("div", row, box=(50, 50, 300, 190), css=scrolls), footer) == {"Row": "c"}
