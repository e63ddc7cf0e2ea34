"""Fields that show a formatted text, and give way to the field that is edited once they have the focus."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-09")]

PAGE = """<label for=shown>Price</label><span><input id=shown><input id=edited type=number style='display:none'></span>
<p><label for=title>Title</label><input id=title></p>
<script>
  const swap = on => { shown.style.display = on ? 'none' : ''; edited.style.display = on ? '' : 'none'; };
  shown.onfocus = () => { swap(true); FOCUS; };
  edited.onblur = () => { swap(false); shown.value = edited.value && Number(edited.value).toLocaleString('en'); };
</script>"""


@pytest.mark.parametrize("moves", ["edited.focus()", "setTimeout(() => edited.focus())"])
async def test_a_text_goes_to_the_field_that_takes_the_place(bench: Bench, moves: str) -> None:
    await bench.show(PAGE.replace("FOCUS", moves))
    filled = await bench.page.fill('textbox "Price"', "1234")
    assert filled.success, filled.message
    assert "'1234'" in filled.message
    assert (await bench.page.click('textbox "Title"')).success
    assert await bench.page.evaluate("[shown.value, edited.value, title.value]") == ["1,234", "1234", ""]
    both = await bench.page.fill_form({'textbox "Price"': "5678", 'textbox "Title"': "Boat"})
    assert both.success, both.message
    assert await bench.page.evaluate("[shown.value, edited.value, title.value]") == ["5,678", "5678", "Boat"]


async def test_a_field_elsewhere_gets_nothing(bench: Bench) -> None:
    await bench.show(PAGE.replace("FOCUS", "title.focus()"))
    filled = await bench.page.fill('textbox "Price"', "1234")
    assert not filled.success
    assert await bench.page.evaluate("[edited.value, title.value]") == ["", ""]
