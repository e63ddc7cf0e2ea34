"""A popup of many icons without words: the one of that name is pressed."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

PAGE = """<style>#pop { position: absolute; width: 320px; height: 200px; overflow: auto; background: #fff }
#g { display: grid; grid-template-columns: repeat(8, 1fr) } #g button { width: 32px; height: 32px }
#f { border: 0; background: none }
i { display: inline-block; width: 16px; height: 16px; background: #000 }</style>
<label id=l>Icon</label><div style='border:1px solid; width:240px; padding:4px'><span id=cur></span>
<input id=f aria-labelledby=l placeholder='Search for an icon'></div><script>
const names = [...Array(200).keys()].map((n) => 'icon_' + n);
names[90] = 'home'; names[91] = 'home_work';
let pop = null;
const draw = () => {
  pop.innerHTML = '<div id=g>' + names.filter((one) => one.includes(f.value)).map((one) =>
    `<button type=button %s="${one}"><svg width=16 height=16><rect width=16 height=16 /></svg></button>`).join('');
};
f.onclick = f.onfocus = () => {
  if (pop) return;
  pop = document.createElement('div'); pop.id = 'pop'; document.body.append(pop); draw();
  pop.onclick = (e) => {
    const one = e.target.closest('button'); if (!one) return;
    window.chosen = one.getAttribute('%s'); cur.innerHTML = `<i data-icon="${chosen}"></i>`;
    f.value = ''; pop.remove(); pop = null;
  };
};
f.oninput = () => pop && draw();
</script>"""


@pytest.mark.parametrize("name", ["title", "aria-label", "data-icon"])
async def test_the_icon_of_that_name_is_pressed(stage: Stage, name: str) -> None:
    await stage.show_html(PAGE % (name, name))
    performed = await select(stage.tab, await stage.ref("#f"), "home")
    assert performed.as_wanted
    assert await stage.eval("chosen") == "home"
