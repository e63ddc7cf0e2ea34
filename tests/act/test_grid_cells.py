"""Cells of grids: their own editor is opened, filled or chosen from and left, and the cell is read back."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-04", "VD-10")]


@pytest.mark.parametrize(
    ("cell", "text", "shown", "held"), [("c00", "Screw", "Screw", "Screw"), ("c11", "77", "$77.00", "77")]
)
async def test_a_cell_is_filled_through_its_editor(
    stage: Stage, cell: str, text: str, shown: str, held: str
) -> None:
    await stage.show("act/sheet.html")
    done = await fill(stage.tab, await stage.ref(f"#{cell}"), text)
    assert (done.method, done.value_after) == ("cell", shown)
    assert done.as_wanted is (shown == text)
    assert await stage.eval(f"data[{cell[1]}][{cell[2]}]") == held
    assert await stage.eval("[commits, open]") == [1, None]


async def test_a_value_that_the_grid_refuses_is_read_back(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    done = await fill(stage.tab, await stage.ref("#c01"), "many")
    assert (done.as_wanted, done.value_after) == (False, "$10.00")


@pytest.mark.parametrize("way", ["select", "fill", "fill_form"])
async def test_a_choice_of_a_cell_comes_from_the_list_of_its_editor(stage: Stage, way: str) -> None:
    await stage.show("act/sheet.html")
    ref = await stage.ref("#c02")
    done = await {"select": select, "fill": fill, "fill_form": fill_field}[way](stage.tab, ref, "green")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "blue", "green")
    assert await stage.eval("[data[0][2], commits, open]") == ["green", 1, None]


async def test_a_choice_that_is_not_offered_leaves_the_cell_as_it_was(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c02"), "mauve")
    assert refused.value.code == "option_not_found"
    assert "It offers 'red', 'blue', 'green'" in str(refused.value) + refused.value.hint
    assert await stage.eval("[data[0][2], commits, open]") == ["blue", 0, None]


async def test_a_cell_for_text_offers_no_choices(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c00"), "Screw")
    assert refused.value.code == "not_editable"
    assert await stage.eval("[data[0][0], commits, open]") == ["Bolt", 0, None]


async def test_a_cell_without_an_editor_says_what_was_tried(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#c03"), "B-2")
    assert refused.value.code == "not_editable"
    assert "double-clicked" in str(refused.value)
    assert await stage.eval("[data[0][3], commits, open]") == ["B-1", 0, None]


async def test_cells_of_a_table_without_roles_are_edited_and_no_form_is_sent(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    assert (await fill(stage.tab, await stage.ref("#c"), "Rod")).as_wanted
    assert (await fill(stage.tab, await stage.ref("#s"), "paid")).as_wanted
    assert (await select(stage.tab, await stage.ref("#s"), "new")).as_wanted
    assert await stage.eval("[cell.innerText, state.innerText, sent]") == ["Rod", "new", 0]


async def test_an_editor_that_keeps_what_it_refuses_is_closed(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    assert (await fill(stage.tab, await stage.ref("#d"), "7")).as_wanted
    done = await fill(stage.tab, await stage.ref("#d"), "12")
    assert (done.as_wanted, done.value_after) == (False, "7")
    assert await stage.eval("limited.innerHTML") == "7"


async def test_a_cell_of_a_plain_table_is_not_touched(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#plain"), "4")
    assert refused.value.code == "not_editable"
    assert await stage.eval("presses") == 0
