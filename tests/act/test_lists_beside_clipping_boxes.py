"""Lists in a box without a size that clips: what has its place by another box is seen all the same."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

FIELD = """<style>html { overflow: auto } CLIPPED { overflow: hidden; height: 0; margin: 0; PLACE }
  #page { position: absolute; top: 0; left: 0; width: 400px; height: 300px }
  #field { position: relative; width: 200px } #list { position: absolute; top: 100%; background: #fff }</style>
<div id=clip><div id=page><div id=field><input id=c autocomplete=off aria-label=Unit>
<ul id=list role=listbox hidden></ul></div></div></div><p id=out></p>
<script>
  const units = ['Day', 'Hour', 'Kilowatt-hour'];
  c.oninput = () => setTimeout(() => {
    list.replaceChildren(...units.filter(u => u.toLowerCase().includes(c.value.toLowerCase())).map(unit => {
      const item = document.createElement('li');
      item.innerHTML = `<a href=#><span>${unit}</span></a>`;
      item.onclick = e => { e.preventDefault(); c.value = unit; out.textContent = unit; list.hidden = true; };
      return item;
    }));
    list.hidden = !c.value;
  }, 300);
  c.onblur = () => { c.value = out.textContent; };
</script>"""


@pytest.mark.parametrize("clipped", ["body", "#clip"])
async def test_a_list_placed_by_another_box_is_seen_in_one_without_height(stage: Stage, clipped: str) -> None:
    await stage.show_html(FIELD.replace("CLIPPED", clipped).replace("PLACE", ""))
    done = await select(stage.tab, await stage.ref("#c"), "Hour")
    assert (done.as_wanted, await stage.eval("out.textContent")) == (True, "Hour")


async def test_a_list_in_a_box_without_height_that_gives_it_its_place_is_not_seen(stage: Stage) -> None:
    await stage.show_html(FIELD.replace("CLIPPED", "#list").replace("PLACE", "padding: 0"))
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), "Hour")
    assert await stage.eval("out.textContent") == ""


BOXLESS = """<style>#box { display: contents; position: absolute; overflow: hidden }
  #list { position: absolute; top: 60px; left: 8px; background: #fff; border: 1px solid }</style>
<div id=c role=combobox tabindex=0 aria-label=Food aria-controls=list aria-expanded=false
  style="width: 150px; height: 20px; border: 1px solid">Kiwi</div><div id=box></div>
<script>
  c.onclick = () => {
    if (!box.childElementCount)
      box.innerHTML = '<div id=list role=listbox><div role=option>Kiwi</div><div role=option>Apple</div></div>';
    else box.replaceChildren();
    c.ariaExpanded = String(box.childElementCount > 0);
  };
  box.onclick = e => { c.textContent = e.target.textContent; c.onclick(); };
</script>"""


async def test_an_element_without_a_box_cuts_nothing_away(stage: Stage) -> None:
    await stage.show_html(BOXLESS)
    done = await select(stage.tab, await stage.ref("#c"), "Apple")
    assert (done.as_wanted, await stage.eval("c.textContent")) == (True, "Apple")
