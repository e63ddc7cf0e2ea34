"""Chips that are drawn a while after their choice was taken away in the list, as those that fade in Arco Design."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# What is taken away leaves as the pointer comes: later than the engine reads it, sooner than its cross is pressed.
FADING = """<div id=box style="border:1px solid;width:400px;display:flex">
<div id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=pop tabindex=0
  style="flex:1;height:24px">
</div></div><div id=pop role=listbox aria-multiselectable=true hidden style="position:absolute;top:120px"></div><script>
  const held = ['Seeds'];
  const chip = name => { const one = document.createElement('span'); one.className = 'chip'; one.title = name;
    one.innerHTML = `<span>${name}</span><span role=button tabindex=0 aria-label=Close>x</span>`;
    one.lastChild.onclick = e => { e.stopPropagation(); held.splice(held.indexOf(name), 1); one.remove(); };
    one.onmousemove = () => { if (!held.includes(name)) one.remove(); };
    c.append(one); };
  const draw = () => { pop.innerHTML = ['Seeds', 'Nuts', 'Honey'].map(n =>
    `<div role=option aria-selected=${held.includes(n)}>${n}</div>`).join(''); };
  const show = on => { pop.hidden = !on; c.setAttribute('aria-expanded', on); draw(); };
  c.onclick = () => show(true);
  c.onkeydown = e => { if (e.key === 'Escape') show(false); };
  pop.onclick = e => { const name = e.target.innerText, at = held.indexOf(name);
    if (at < 0) { held.push(name); chip(name); } else held.splice(at, 1);
    draw(); };
  chip('Seeds');
</script>"""


async def test_a_chip_that_leaves_before_its_cross_is_pressed_is_gone(stage: Stage) -> None:
    await stage.show_html(FADING)
    done = await select(stage.tab, await stage.ref("#c"), "Nuts", "Honey")
    assert await stage.eval("held") == ["Nuts", "Honey"]
    assert done.as_wanted
