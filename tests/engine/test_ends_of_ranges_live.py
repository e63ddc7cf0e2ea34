"""Two text fields in one box that says it opens something, as the ends of a range of dates are drawn."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

RANGE = """<style>.box { display: inline-flex; border: 1px solid; padding: 4px }
  .box input { width: 90px; border: 0 }</style>
Stay <div class=box role=combobox aria-haspopup=dialog aria-expanded=false tabindex=0>
<div><input id=from placeholder="Start date"></div><span> ~ </span><div><input id=to placeholder="End date"></div></div>
<p id=p></p><script>
  onchange = () => { p.textContent = `${document.getElementById('from').value} to ${to.value}` };
</script>"""
CHOICES = """<style>.choice { display: inline-flex } .draw { position: relative; width: 16px; height: 20px }
  .draw input { position: absolute; inset: 0; opacity: 0 }
  .draw i { position: absolute; inset: 0; border: 1px solid }</style>
<span class=choice id=c><span class=draw><input type=checkbox id=k aria-label=Agree><i></i></span>
<span>I agree</span></span>
<script>c.onclick = e => { const box = c.querySelector('input'); if (e.target !== box) box.checked = !box.checked }
</script>"""


@pytest.mark.req("VD-09", "SX-06")
async def test_each_end_of_a_range_is_a_field_of_its_own(bench: Bench) -> None:
    await bench.show(RANGE)
    seen = (await bench.page.observe()).text
    assert "textbox Start date]" in seen
    assert "textbox End date]" in seen
    assert "combobox" not in seen
    assert (await bench.page.fill(await bench.ref("#from"), "2026-12-05")).success
    result = await bench.page.select(await bench.ref("#to"), "2026-12-09")
    assert result.success, result.message
    assert "it holds '2026-12-09'" in result.message
    await bench.page.press("Tab")
    assert await bench.run("p.textContent") == "2026-12-05 to 2026-12-09"


@pytest.mark.req("SX-05")
async def test_the_drawing_of_a_check_box_does_not_cover_it(bench: Bench) -> None:
    await bench.show(CHOICES)
    assert "+under" not in (await bench.page.observe()).text
    result = await bench.page.check(await bench.ref("#k"))
    assert result.success, result.message
    assert await bench.run("k.checked")
