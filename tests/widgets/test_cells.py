"""Cells of real grids: filled and chosen through their editors, judged by what the grid holds."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-04")]


async def test_cells_take_values_through_their_editors(lab: Lab) -> None:
    await lab.show("cells")
    for action, cell, value in (
        ("fill", "Bolt", "Screw"),
        ("fill", "$10.00", "77"),
        ("select", "red", "green"),
        ("fill", "blue", "red"),
        ("fill", "Torch", "Lantern"),
        ("fill", "5", "7"),
        ("select", "warm", "day"),
        ("fill", "cold", "warm"),
    ):
        done = await getattr(lab.page, action)(await lab.ref(cell, "gridcell"), value)
        assert done.success, (cell, done.message)
    held = await lab.holds()
    assert held["parts"] == [["Screw", 77, "green", "B-1"], ["Nut", 20, "red", "N-1"]]
    assert held["lamps"] == [["Lantern", 7, "day"], ["Spot", 9, "warm"]]


async def test_a_cell_whose_content_gives_way_to_its_editor_was_clicked(lab: Lab) -> None:
    await lab.show("cells")
    done = await lab.page.click(await lab.ref("3", "gridcell"))
    assert done.success, done.message
    assert done.effect.kind == "confirmed"


async def test_the_stars_of_a_cell_are_set_by_their_number(lab: Lab) -> None:
    """A double click to open an editor would set the star in the middle."""
    await lab.show("cells")
    for cell, value in (("3", "5"), ("4", "1")):
        done = await lab.page.fill(await lab.ref(cell, "gridcell"), value)
        assert (done.success, done.effect.kind) == (True, "confirmed"), done.message
        assert f"'{value}'" in done.message
    assert (await lab.holds())["stars"] == [5, 1]


async def test_what_a_cell_does_not_take_leaves_it_as_it_was(lab: Lab) -> None:
    await lab.show("cells")
    before = await lab.holds()
    for action, cell, value, code in (
        ("select", "red", "mauve", "option_not_found"),
        ("fill", "B-1", "B-2", "not_editable"),
        ("select", "Nut", "Screw", "not_editable"),
        ("fill", "9", "700", "value_mismatch"),
        ("select", "cold", "mauve", "option_not_found"),
    ):
        done = await getattr(lab.page, action)(await lab.ref(cell, "gridcell"), value)
        assert (done.success, done.error and done.error.code) == (False, code), (cell, done.message)
        assert await lab.holds() == before, cell


async def test_the_head_of_a_column_is_pressed_beside_the_field_that_filters_it(lab: Lab) -> None:
    await lab.show("cells")
    done = await lab.page.click(await lab.ref("Name", "columnheader"))
    assert done.success, done.message
    assert await lab.holds("sorted") == [["name", "asc"]]
