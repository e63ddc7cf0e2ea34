"""Fields whose choices land in a table below them: a choice is added there, and the field is empty again."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

ADDER = """<style>.row { height:32px } #pop { position:absolute; background:#eee; margin:0 }</style>
<div id=panel style='width:500px'><div class=head><label for=c>Groups</label>
<div class=group style='position:relative;display:inline-block'><input id=c type=text autocomplete=off>
<ul id=pop role=listbox style='display:none'></ul></div><button>+</button><button>-</button></div>
<div class=body style='padding:20px'>
<table><thead><tr class=row><th><input type=checkbox></th><th>Name</th></tr></thead>
<tbody id=rows></tbody></table></div></div>
<script>
  const all = ['Account', 'Party', 'Product', 'Sales', 'Stock', 'Timesheet', 'Project'];
  const held = START;
  const draw = () => { rows.innerHTML = held.map(name =>
    `<tr class=row><td><input type=checkbox></td><td><div><span>${name}</span></div></td></tr>`).join(''); };
  const show = on => { pop.style.display = on ? '' : 'none'; };
  c.oninput = () => setTimeout(() => {
    pop.innerHTML = all.filter(name => c.value && name.startsWith(c.value)).map(name =>
      `<li><a href=#>${name}</a></li>`).join('') + '<li><a href=#>Search...</a></li>';
    show(true);
  }, 100);
  c.onkeydown = e => { if (e.key === 'Escape') show(false); };
  pop.onclick = e => { e.preventDefault(); const name = e.target.textContent; show(false); c.value = ''; c.focus();
    setTimeout(() => { if (!held.includes(name)) held.push(name); draw(); }, 150); };
  draw();
</script>"""
MANY = '["Account", "Party", "Product", "Stock", "Timesheet"]'


@pytest.mark.parametrize("held", ["[]", '["Party"]', MANY])
async def test_a_choice_that_lands_in_a_table_is_seen(stage: Stage, held: str) -> None:
    await stage.show_html(ADDER.replace("START", held))
    done = await select(stage.tab, await stage.ref("#c"), "Sales")
    assert await stage.eval("held.at(-1)") == "Sales"
    assert done.as_wanted is (held == "[]")


async def test_others_that_stay_in_the_table_are_no_success(stage: Stage) -> None:
    await stage.show_html(ADDER.replace("START", '["Party", "Sales"]'))
    done = await select(stage.tab, await stage.ref("#c"), "Sales")
    assert done.as_wanted is False


async def test_several_choices_are_added(stage: Stage) -> None:
    await stage.show_html(ADDER.replace("START", '["Party"]'))
    done = await select(stage.tab, await stage.ref("#c"), "Sales", "Party", "Stock")
    assert await stage.eval("held") == ["Party", "Sales", "Stock"]
    assert done.as_wanted


# As "Add option" of n8n: what is added comes before all the boxes of the field.
OPTIONS = """<section><div id=added></div>
<div><div><div><div><div><div><div><div style='border:1px solid;width:240px'>
<input id=c role=combobox aria-haspopup=listbox aria-controls=list aria-expanded=false readonly style='border:0'>
</div></div></div></div></div></div></div></div></section>
<ul id=list role=listbox style='display:none;position:absolute;left:20px;top:200px'>
<li role=option>Keep empty</li><li role=option>Dot notation</li></ul>
<script>
  const open = yes => { list.style.display = yes ? '' : 'none'; c.setAttribute('aria-expanded', yes); };
  c.onclick = () => open(list.style.display === 'none');
  list.onclick = event => {
    open(false);
    if (TAKES) added.innerHTML = `<label><span>${event.target.textContent}</span></label><input type=checkbox>`;
  };
</script>"""


@pytest.mark.parametrize("takes", ["true", "false"])
async def test_a_list_that_only_adds_a_further_field_has_taken_the_choice(stage: Stage, takes: str) -> None:
    await stage.show_html(OPTIONS.replace("TAKES", takes))
    done = await select(stage.tab, await stage.ref("#c"), "Dot notation")
    assert done.as_wanted is (takes == "true")
