"""A `<select>` whose options a style sheet has drawn with all that is in them (`appearance: base-select`)."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

PET = """<style>select, ::picker(select) { appearance: base-select }</style>
<select id=pet aria-label=Pet><button><selectedcontent></selectedcontent></button>
<option value=d>Dog<option value=c><b>Cat</b> <i>from the street</i></select>
<select id=size aria-label=Size multiple size=2><option>Small<option>Large</select>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize("wish", ["Cat", "c", "Cat from the street", 1])
async def test_an_option_is_chosen_by_its_first_part(bench: Bench, wish: str | int) -> None:
    await bench.show(PET)
    result = await bench.page.select(await bench.ref("#pet"), wish)
    assert result.success, result.message
    assert await bench.run("pet.value") == "c"


@pytest.mark.req("SX-01")
async def test_options_are_shown_once(bench: Bench) -> None:
    await bench.show(PET)
    view = await bench.page.observe()
    assert view.text.count("Large") == 1
    result = await bench.page.click(await bench.ref("#pet"))
    assert result.success, result.message
    assert (await bench.page.observe()).text.count("from the street") == 1
