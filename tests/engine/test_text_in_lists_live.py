"""A text in the field of a list that is none of its choices: a page that chose nothing is not said to have chosen."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

CONTROLLED = """<style>#m { position: absolute; top: 90px; background: #fff } [hidden] { display: none }</style>
<label for=c>Boss</label> <input id=c role=combobox aria-autocomplete=list aria-expanded=false aria-controls=m>
<ul id=m role=listbox hidden></ul>
<script>
  window.boss = null;
  const names = ['Eva Lind', 'Ole Dahl'];
  const show = open => {
    const found = names.filter(name => name.toLowerCase().includes(c.value.toLowerCase()));
    m.innerHTML = found.map(name => `<li role=option aria-selected=false>${name}</li>`).join('');
    m.hidden = !open || !found.length; c.setAttribute('aria-expanded', String(!m.hidden)); };
  c.oninput = c.onclick = () => show(true);
  c.onblur = () => show(false);
  m.onmousedown = e => { e.preventDefault(); c.value = boss = e.target.textContent; show(false); };
</script>"""
"""It keeps any text on leaving it, and chooses nothing by that."""


TAKEN_BACK = """<style>#w { display: flex; width: 220px } [hidden] { display: none }
#m { position: absolute; top: 30px; width: 200px; border: 1px solid; background: #fff } hr { margin: 0 }</style>
<div id=w><input id=c autocomplete=off aria-label=Identifier value=All>
<button id=b aria-label="Options menu" aria-haspopup=listbox aria-expanded=false>v</button></div>
<ul id=m role=listbox hidden></ul>
<script>
  let held = 'All';
  const show = (open, text = '') => {
    const found = 'All'.includes(text) ? '<li role=presentation><button role=option>All</button>' : '';
    m.innerHTML = `${found}<li role=separator><hr>`;
    m.hidden = !open; b.setAttribute('aria-expanded', String(open)); };
  c.oninput = () => show(true, c.value);
  w.onclick = e => show(e.target === c || m.hidden);
  m.onclick = e => { held = c.value = e.target.textContent; show(false); };
  document.addEventListener('click', e => {
    if (!m.hidden && !w.contains(e.target) && !m.contains(e.target)) { show(false); c.value = held; } });
</script>"""
"""Enter leaves the text in it, below which an empty list stays open; a press elsewhere puts the choice back."""


async def test_a_text_that_goes_once_the_field_is_left_is_no_choice(bench: Bench) -> None:
    await bench.show(TAKEN_BACK)
    result = await bench.page.select(await bench.ref("#c"), "sudo")
    assert not result.success, result.message
    assert result.error is not None
    assert result.error.code == "option_not_found"
    assert await bench.run("[c.value, m.hidden]") == ["All", True]


async def test_a_text_that_only_stays_is_no_choice(bench: Bench) -> None:
    await bench.show(CONTROLLED)
    result = await bench.page.select(await bench.ref("#c"), "Nobody")
    assert not result.success
    assert result.error is not None
    assert result.error.code == "option_not_found"
    assert "'Eva Lind', 'Ole Dahl'" in result.message
    assert await bench.run("[c.value, boss]") == ["", None]
    result = await bench.page.select(await bench.ref("#c"), "Ole Dahl")
    assert result.success
    assert await bench.run("boss") == "Ole Dahl"


@pytest.mark.parametrize(
    ("text", "says"),
    [("Ole Dahl", "its list offers that"), ("Nobody", "nothing was chosen from its list")],
)
async def test_a_filled_field_of_a_list_says_that_its_text_is_typed(
    bench: Bench, text: str, says: str
) -> None:
    await bench.show(CONTROLLED)
    result = await bench.page.fill(await bench.ref("#c"), text)
    assert result.success, result.message
    assert f"it holds {text!r}, typed as text: {says}" in result.message


@pytest.mark.parametrize(
    ("text", "says"),
    [("Ole Dahl", "its list offers that"), ("Ole", "nothing was chosen from its list")],
)
async def test_a_field_below_which_a_list_opens_says_that_its_text_is_typed(
    bench: Bench, text: str, says: str
) -> None:
    plain = CONTROLLED.replace("role=combobox aria-autocomplete=list aria-expanded=false", "")
    await bench.show(plain.replace("top: 90px", "top: 35px"))
    await bench.run("c.setAttribute = () => {}; c.removeAttribute('aria-controls')")
    result = await bench.page.fill(await bench.ref("#c"), text)
    assert result.success, result.message
    assert f"it holds {text!r}, typed as text: {says}" in result.message
    assert await bench.run("m.hidden") is False


async def test_a_form_leaves_a_closed_list_to_see_what_its_field_keeps(bench: Bench) -> None:
    await bench.show(CONTROLLED)
    await bench.run("c.onblur = () => { if (!boss) c.value = ''; show(false); }")
    result = await bench.page.fill_form({"Boss": "Nobody"})
    assert not result.success
    assert await bench.run("c.value") == ""
