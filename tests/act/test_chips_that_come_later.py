"""Fields in a box of their own that show only by the chip of the first choice that they take several."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

FIELD = """<div id=outer style="width:300px;border:1px solid"><span id=chips></span>
  <div id=box role=combobox aria-expanded=false aria-haspopup=listbox aria-owns=menu style="display:inline-block">
    <input id=field autocomplete=off aria-autocomplete=list placeholder=nothing></div></div>
<div id=menu style="position:absolute;background:#fff"></div>
<script>
  const names = ['Food', 'Gift', 'Bills'], several = SEVERAL, held = [];
  const draw = open => {
    box.ariaExpanded = String(open);
    chips.innerHTML = several
      ? held.map(n => `<span class=chip>${n}<button type=button aria-label="Remove ${n}">x</button></span>`).join('')
      : '';
    menu.innerHTML = open ? names.filter(n => !several || !held.includes(n))
      .map(n => `<button type=button role=option aria-selected=false style="display:block">${n}</button>`).join('')
      : '';
  };
  field.onfocus = field.onclick = () => draw(true);
  menu.onmousedown = event => {
    event.preventDefault();
    const name = event.target.closest('button')?.innerText;
    if (!name) return;
    if (several) held.push(name);
    else { held.splice(0, 1, name); field.value = name; }
    draw(several);
  };
  addEventListener('mousedown', e => { if (!outer.contains(e.target) && !menu.contains(e.target)) draw(false); });
</script>"""


async def test_several_are_taken_where_the_first_becomes_a_chip(stage: Stage) -> None:
    await stage.show_html(FIELD.replace("SEVERAL", "true"))
    done = await select(stage.tab, await stage.ref("#field"), "Food", "Gift", timeout=5)
    assert done.as_wanted
    assert await stage.eval("held") == ["Food", "Gift"]


async def test_a_field_that_takes_the_first_over_refuses_several(stage: Stage) -> None:
    await stage.show_html(FIELD.replace("SEVERAL", "false"))
    with pytest.raises(NotActionable) as error:
        await select(stage.tab, await stage.ref("#field"), "Food", "Gift", timeout=5)
    assert error.value.code == "takes_one"
