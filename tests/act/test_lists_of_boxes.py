"""Lists without roles whose choices are check boxes or radio buttons beside their words, opened by buttons of pages."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

BOXES = """<button id=pick type=button>Choose users</button>
<div id=pop hidden style="position:absolute;background:#fff;border:1px solid">
  <input id=seek placeholder="Search user">
  <ul>{rows}</ul><a href="#" onclick="window.gone = 1">Delete user</a></div>
<script>
  pick.onclick = () => { pop.hidden = !pop.hidden; };
  addEventListener('click', e => { if (!pop.contains(e.target) && e.target !== pick) pop.hidden = true; });
  seek.oninput = () => document.querySelectorAll('li').forEach(
    row => { row.hidden = !row.textContent.toLowerCase().includes(seek.value.toLowerCase()); });
</script>"""
ROW = "<li><div><input id=u{0} name=u type={1} {2}><label for=u{0} style='padding:4px'>{0}</label></div></li>"
CHECKED = "[...document.querySelectorAll('li input')].filter(one => one.checked).map(one => one.id)"

RESULTS = """<button id=pick type=button aria-haspopup=dialog aria-expanded=false>
  <span id=value></span></button>
<div id=pop role=dialog hidden style="position:absolute;background:#fff;border:1px solid;width:300px">
  <input id=seek type=search placeholder=Search><div id=rows></div></div>
<style>.row { display: flex; gap: 8px } .row i { margin-left: auto }</style>
<script>
  const held = new Set(['Oslo', 'Bergen', 'Rome']);
  const towns = { Oslo: 'Norway', Bergen: 'Norway', Rome: 'Italy' };
  const row = town => `<div class=row data-town=${town}><input type=checkbox ${held.has(town) ? 'checked' : ''}>
    <span>${town}</span><i>Europe › ${towns[town]}</i></div>`;
  const draw = () => {
    value.innerHTML = `<span>${[...held].map(t => `<span>${t}</span>`).join('')}</span>
      <span>${held.size > 1 ? held.size + ' selected' : ''}</span>`;
    rows.innerHTML = seek.value
      ? Object.keys(towns).filter(town => town.includes(seek.value)).map(row).join('')
      : '<div class=row><input type=checkbox checked><span>Europe</span><svg width=9 height=9></svg></div>';
  };
  pick.onclick = () => {
    pop.hidden = !pop.hidden;
    pick.ariaExpanded = String(!pop.hidden);
    if (!pop.hidden) seek.focus();
  };
  addEventListener('keydown', e => { if (e.key === 'Escape' && !pop.hidden) pick.click(); });
  seek.oninput = draw;
  rows.onclick = e => {
    const town = e.target.closest('[data-town]')?.dataset.town;
    if (!town) return;
    held.delete(town) || held.add(town);
    draw();
  };
  draw();
</script>"""


def _rows(kind: str, *names: str, checked: str = "") -> str:
    return "".join(ROW.format(name, kind, "checked" if name == checked else "") for name in names)


async def test_boxes_whose_labels_stand_beside_them_are_the_choices(stage: Stage) -> None:
    await stage.show_html(
        BOXES.replace("{rows}", _rows("checkbox", "Bonnie", "Jese", "Neil", checked="Bonnie"))
    )
    done = await select(stage.tab, await stage.ref("#pick"), "Jese", "Neil", timeout=5)
    assert done.as_wanted is not False
    assert await stage.eval(CHECKED) == ["uJese", "uNeil"]
    assert await stage.eval("window.gone ?? null") is None


async def test_radio_buttons_whose_labels_stand_beside_them_are_the_choices(stage: Stage) -> None:
    await stage.show_html(BOXES.replace("{rows}", _rows("radio", "Day", "Week", "Month", checked="Week")))
    done = await select(stage.tab, await stage.ref("#pick"), "Month", timeout=5)
    assert done.as_wanted
    assert await stage.eval(CHECKED) == ["uMonth"]


async def test_a_box_in_a_row_of_results_says_what_is_chosen(stage: Stage) -> None:
    await stage.show_html(RESULTS)
    done = await select(stage.tab, await stage.ref("#pick"), "Rome", timeout=5)
    assert await stage.eval("held.has('Rome')")
    assert await stage.eval("[...held]") == ["Rome"]
    assert done.as_wanted


# As the columns of Label Studio: each choice draws the rows of the page again, with one more cell, one of them marked.
REDRAWN = """<style>.row { position: absolute; left: 8px; display: flex; gap: 20px }</style>
<button id=f>Columns</button>
<div id=p hidden style="position:absolute;top:30px;background:#fff;border:1px solid"></div>
<div id=rows></div><script>
  const on = new Set(['Text']);
  const names = ['ID', 'Text', 'Score', 'Date'];
  const row = (number) => `<div class=row style="top:${200 + number * 30}px" onclick="window.opened = ${number}">
    <span><input type=checkbox ${number === 2 ? 'checked' : ''}></span>
    ${names.filter((one) => on.has(one)).map((one) => `<div><div>${one} number ${number}</div></div>`).join('')}</div>`;
  const show = () => { rows.innerHTML = [1, 2, 3].map(row).join(''); };
  p.innerHTML = names.map((one) => `<div><label><input type=checkbox ${on.has(one) ? 'checked' : ''}>${one}</label>
    </div>`).join('');
  p.onchange = ({ target }) => { const one = target.parentNode.innerText;
    target.checked ? on.add(one) : on.delete(one); show(); };
  f.onclick = () => { p.hidden = !p.hidden; };
  onmousedown = ({ target }) => { if (target !== f && !p.contains(target)) p.hidden = true; };
  show();
</script>"""


async def test_what_the_page_draws_again_with_a_choice_is_none_of_the_list(stage: Stage) -> None:
    await stage.show_html(REDRAWN)
    done = await select(stage.tab, await stage.ref("#f"), "ID", "Score")
    assert await stage.eval("[[...on].sort(), window.opened ?? null]") == [["ID", "Score"], None]
    assert done.as_wanted is not False
