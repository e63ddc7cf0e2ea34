"""`select` without a value: the choice of a field goes, by the sign that clears it or in its list."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Fluent, Carbon and Web Awesome: a list of one whose field has a sign that clears it while something is chosen.
ONE = """<div id=field style="border:1px solid;width:300px;display:flex">
<button id=c role=combobox aria-haspopup=listbox aria-expanded=false style="flex:1;height:30px"></button>
SIGN</div><button id=other title="Clear filters" onclick="log.push('filters')"></button>
<div id=pop role=listbox style="position:absolute;top:80px;background:#eee"></div><script>
  window.log = [];
  let held = 'Ole', open = false;
  const sign = document.querySelector('[data-sign]');
  const draw = () => {
    c.innerText = held || 'Choose';
    if (sign) sign.hidden = !held;
    c.setAttribute('aria-expanded', String(open));
    pop.innerHTML = open
      ? ['Eva', 'Ole'].map(n => `<div role=option aria-selected=${n === held}>${n}</div>`).join('') : '';
  };
  const close = () => { open = false; draw(); };
  c.onclick = () => { open = !open; draw(); };
  c.onkeydown = e => { if (e.key === 'Escape') close(); };
  addEventListener('mousedown', e => { if (!e.target.closest('#field, #pop')) close(); });
  pop.onclick = e => { held = e.target.innerText; close(); };
  if (sign) sign.onclick = e => { held = ''; close(); };
  draw();
</script>"""
SIGNS = {
    "button": "<button data-sign aria-label='Clear selection'><svg width=9 height=9></svg></button>",
    "drawn": "<span data-sign class=field__clear style='cursor:pointer'>×</span>",
}


@pytest.mark.parametrize("sign", SIGNS.values(), ids=list(SIGNS))
async def test_the_sign_of_a_field_clears_a_list_of_one(stage: Stage, sign: str) -> None:
    await stage.show_html(ONE.replace("SIGN", sign))
    done = await select(stage.tab, await stage.ref("#c"))
    assert (done.as_wanted, done.value_after) == (True, "")
    assert await stage.eval("[held, open, log.length].join()") == ",false,0"


@pytest.mark.parametrize(
    "sign",
    ["", "<button onclick=\"log.push('all')\" class=clear>Clear all filters</button>"],
    ids=["none", "a button that says something else"],
)
async def test_a_list_of_one_without_such_a_sign_keeps_its_choice(stage: Stage, sign: str) -> None:
    await stage.show_html(ONE.replace("SIGN", sign))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"))
    assert refused.value.code == "takes_one"
    assert await stage.eval("[held, open, log.length].join()") == "Ole,false,0"


async def test_a_sign_that_clears_nothing_is_no_success(stage: Stage) -> None:
    await stage.show_html(ONE.replace("SIGN", SIGNS["button"]))
    await stage.eval("sign.onclick = () => log.push('sign'), true")
    done = await select(stage.tab, await stage.ref("#c"))
    assert done.as_wanted is False
    assert await stage.eval("held") == "Ole"


# As the Combobox of Headless UI: the list says that it takes several, and opens by a key or by typing alone.
BY_KEY = """<ul id=held></ul><input id=c role=combobox aria-expanded=false aria-controls=pop>
<div id=pop role=listbox aria-multiselectable=true></div><script>
  let chosen = ['Eva', 'Ole'], open = false;
  const draw = () => {
    held.innerHTML = chosen.map(n => `<li>${n}</li>`).join('');
    c.setAttribute('aria-expanded', String(open));
    pop.innerHTML = open ? ['Eva', 'Mira', 'Ole'].map(
      n => `<div role=option aria-selected=${chosen.includes(n)}>${n}</div>`).join('') : '';
  };
  c.onkeydown = e => {
    if (e.key === 'ArrowDown') open = true;
    if (e.key === 'Escape') open = false;
    draw();
  };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => {
    const name = e.target.innerText;
    chosen = chosen.includes(name) ? chosen.filter(n => n !== name) : [...chosen, name];
    draw();
  };
  draw();
</script>"""


async def test_all_choices_of_a_list_that_only_a_key_opens_are_taken_away(stage: Stage) -> None:
    await stage.show_html(BY_KEY)
    done = await select(stage.tab, await stage.ref("#c"))
    assert await stage.eval("chosen") == []
    assert done.as_wanted is not False
