"""Lists whose field stays empty: what is chosen, or was made of a text, is drawn beside it in the same box."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As the drop-downs of Semantic UI: the box is the combobox, and its list offers to add what is typed.
BESIDE = """<style>.box { position: relative; border: 1px solid; width: 240px; padding: 6px } .box input { border: 0 }
  .text { position: absolute; left: 8px; top: 8px; pointer-events: none } .item { padding: 4px }
  .menu { position: absolute; top: 100%; left: 0; background: #eee }</style>
<div class=box role=combobox aria-expanded=false id=b><input id=c aria-autocomplete=list aria-label=Fruit>
<div class=text id=t role=alert aria-live=polite>Choose a fruit</div>
<div class=menu role=listbox id=m hidden></div></div>
<script>
  const all = ['Apple', 'Fig'];
  const show = open => {
    const found = all.filter(name => name.toLowerCase().includes(c.value.toLowerCase()));
    if (c.value && !all.includes(c.value)) found.push(`Add <b>${c.value}</b>`);
    m.innerHTML = found.map(name => `<div class=item role=option>${name}</div>`).join('');
    m.hidden = !open; t.hidden = c.value !== ''; b.setAttribute('aria-expanded', String(open));
  };
  c.oninput = c.onfocus = c.onclick = () => show(true);
  c.onblur = () => { c.value = ''; show(false); };
  c.onkeydown = e => { if (e.key === 'Escape') { c.value = ''; show(false); } };
  m.onmousedown = e => { e.preventDefault();
    const name = e.target.closest('.item').textContent.replace(/^Add /, '');
    c.value = ''; TAKES show(false); };
</script>"""
TAKES = "t.textContent = name; if (!all.includes(name)) all.push(name);"


@pytest.mark.parametrize("wish", ["Fig", "Kiwi"])
async def test_a_choice_that_is_drawn_beside_its_field_is_held(stage: Stage, wish: str) -> None:
    await stage.show_html(BESIDE.replace("TAKES", TAKES))
    done = await select(stage.tab, await stage.ref("#c"), wish)
    assert await stage.eval("t.textContent") == wish
    assert done.as_wanted


async def test_a_press_that_makes_nothing_is_no_choice(stage: Stage) -> None:
    await stage.show_html(BESIDE.replace("TAKES", ""))
    done = await select(stage.tab, await stage.ref("#c"), "Kiwi")
    assert done.as_wanted is False
