"""Lists of several whose chips have a group and a name, and a nameless button of their own."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

GROUPED = """<style>
  #box { border:1px solid; display:flex; width:260px } #values { display:flex; flex-wrap:wrap; flex:1 }
  .chip { display:inline-flex; background:#864; color:#fff; margin:2px } .chip button { width:18px }
  .chip-label { display:flex } .group { text-transform:uppercase; font-size:9px; margin-right:3px }
  #pop { position:absolute; top:150px; background:#eee }
</style>
<div class='list list-multiple'><div id=box><div id=values>
<div role=combobox aria-haspopup=listbox aria-expanded=false id=place><input id=c aria-autocomplete=list></div></div>
<span title='Clear all' tabindex=0>×</span></div></div>
<div id=pop role=listbox hidden></div>
<script>
  const all = [['Colour', 'Red'], ['Colour', 'Blue'], ['Colour', 'Green'], ['Season', 'Spring'], ['Use', 'Kitchen']];
  let held = ['Red', 'Spring', 'Kitchen'];
  const label = name => `<div class=chip-label><span class=group>${all.find(one => one[1] === name)[0]}</span>` +
    `<span>${name}</span></div>`;
  const draw = () => {
    for (const chip of document.querySelectorAll('.value')) chip.remove();
    for (const name of held) place.insertAdjacentHTML('beforebegin', `<div class=value><div class=chip>${label(name)}` +
      `<div><button data-name=${name}><svg width=8 height=8></svg></button></div></div></div>`);
    pop.innerHTML = all.filter(one => !held.includes(one[1]))
      .map(one => `<div role=option data-name=${one[1]}><div class=chip>${label(one[1])}</div></div>`).join('');
  };
  const show = on => { pop.hidden = !on; place.setAttribute('aria-expanded', String(on)); };
  box.onmousedown = e => { if (!e.target.closest('button')) show(true); };
  c.onkeydown = e => { if (e.key === 'Escape') show(false); };
  addEventListener('mousedown', e => { if (!e.target.closest('#box, #pop')) show(false); });
  box.onclick = e => { const cross = e.target.closest('button');
    if (cross) { held = held.filter(name => name !== cross.dataset.name); draw(); } };
  pop.onclick = e => { held.push(e.target.closest('[role=option]').dataset.name); c.value = ''; draw(); };
  draw();
</script>"""


@pytest.mark.parametrize(
    "wish",
    [
        ["Red"],
        ["Blue"],
        ["Green", "Kitchen"],
        ["Colour Red"],
        ["Red", "Spring", "Kitchen"],
        ["Blue", "Red"],
        [],
    ],
)
async def test_chips_of_a_group_and_a_name_are_replaced(stage: Stage, wish: list[str]) -> None:
    await stage.show_html(GROUPED)
    done = await select(stage.tab, await stage.ref("#c"), *wish)
    assert await stage.eval("held.sort()") == sorted(text.split()[-1] for text in wish)
    assert done.as_wanted


# As downshift: only the text of a cross in each chip, beside the field in one box; what is chosen is not offered.
WRITTEN = """<div style="border:1px solid;width:400px"><input id=c role=combobox aria-expanded=false aria-controls=pop>
<button aria-label=toggle>v</button></div><ul id=pop role=listbox></ul><script>
  let held = ['Eva', 'Ole'], open = false;
  const draw = () => {
    for (const chip of document.querySelectorAll('.one')) chip.remove();
    for (const name of held) c.insertAdjacentHTML('beforebegin',
      `<span class=one tabindex=-1>${name}<span data-name=${name} style="cursor:pointer">✕</span></span>`);
    c.setAttribute('aria-expanded', String(open));
    pop.innerHTML = open
      ? ['Eva', 'Mira', 'Ole'].filter(n => !held.includes(n)).map(n => `<li role=option>${n}</li>`).join('') : '';
  };
  c.onclick = () => { open = true; draw(); };
  c.onblur = () => { open = false; draw(); };
  c.onkeydown = e => { if (e.key === 'Escape') { open = false; draw(); } };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => { held.push(e.target.innerText); draw(); };
  addEventListener('click', e => {
    if (e.target.dataset.name) { held = held.filter(n => n !== e.target.dataset.name); draw(); }
  });
  draw();
</script>"""


@pytest.mark.parametrize("wish", [["Mira"], ["Eva", "Mira"], ["Ole"], []])
async def test_chips_whose_cross_is_a_sign_in_their_text_are_taken_away(
    stage: Stage, wish: list[str]
) -> None:
    await stage.show_html(WRITTEN)
    done = await select(stage.tab, await stage.ref("#c"), *wish)
    assert await stage.eval("held.sort()") == wish
    assert done.as_wanted


# As Fluent's TagPicker: each chip is an option of a list beside the field, and is dismissed by a press.
DISMISSED = """<style>button { border:1px solid }</style><div id=box style="border:1px solid;width:400px">
<div role=listbox id=tags aria-label="Chosen"></div><input id=c role=combobox aria-expanded=false></div>
<div id=pop role=listbox></div><script>
  let held = ['Eva', 'Ole'], open = false;
  const draw = () => {
    tags.innerHTML = held.map(n => `<button role=option value=${n}><span>${n}</span>` +
      `<span class=Tag__dismissIcon><svg width=9 height=9></svg></span></button>`).join('');
    c.setAttribute('aria-expanded', String(open));
    pop.innerHTML = open
      ? ['Eva', 'Mira', 'Ole'].filter(n => !held.includes(n)).map(n => `<div role=option>${n}</div>`).join('') : '';
    if (open) c.setAttribute('aria-controls', 'pop'); else c.removeAttribute('aria-controls');
  };
  c.onclick = () => { open = true; draw(); };
  c.onkeydown = e => { if (e.key === 'Escape') { open = false; draw(); } };
  tags.onclick = e => { const one = e.target.closest('button'); held = held.filter(n => n !== one?.value); draw(); };
  pop.onclick = e => { held.push(e.target.innerText); draw(); };
  draw();
</script>"""


@pytest.mark.parametrize("wish", [["Mira"], ["Eva", "Mira"], ["Ole"], []])
async def test_chips_that_are_dismissed_are_taken_away(stage: Stage, wish: list[str]) -> None:
    await stage.show_html(DISMISSED)
    done = await select(stage.tab, await stage.ref("#c"), *wish)
    assert await stage.eval("held.sort()") == wish
    assert done.as_wanted


# As the filters of MediaWiki: what is taken away in the list stays in the field, greyed, until the next choice.
GREYED = """<style>.chip { background: #fff; color: #202122; border: 1px solid; margin: 2px } .muted { color: #72777d }
#pop { position: absolute; top: 150px; background: #fff }</style>
<div class=multiselect style="border:1px solid;width:300px"><span id=values></span><input id=c></div>
<div id=pop role=listbox aria-multiselectable=true hidden></div><script>
  const all = ['Human', 'Minor edits', 'Bot'];
  let held = ['Human'], last = [];
  const draw = () => {
    const chip = (name, way) =>
      `<span class="chip ${way}"><b>${name}</b><button title="Remove ${name}" data-name="${name}">x</button></span>`;
    values.innerHTML = held.map(name => chip(name, '')).join('') +
      (pop.hidden ? last.filter(name => !held.includes(name)).map(name => chip(name, 'muted')).join('') : '');
    pop.innerHTML = all.map(name => `<div role=option aria-selected=${held.includes(name)}>${name}</div>`).join('');
  };
  const show = on => { pop.hidden = !on; draw(); };
  c.onclick = () => show(true);
  c.onkeydown = event => { if (event.key === 'Escape') show(false); };
  pop.onmousedown = event => event.preventDefault();
  pop.onclick = ({ target }) => {
    const name = target.innerText;
    if (held.includes(name)) last = [name];
    held = held.includes(name) ? held.filter(one => one !== name) : [...held, name];
    draw();
  };
  draw();
</script>"""


async def test_a_greyed_chip_is_not_chosen(stage: Stage) -> None:
    await stage.show_html(GREYED)
    done = await select(stage.tab, await stage.ref("#c"), "Minor edits")
    assert await stage.eval("[held, values.innerText.includes('Human')]") == [["Minor edits"], True]
    assert done.as_wanted is True
    again = await select(stage.tab, await stage.ref("#c"), "Human", "Bot")
    assert await stage.eval("held.sort()") == ["Bot", "Human"]
    assert again.as_wanted is True


NAMED_DELETED = """<div role=listbox id=l onclick="window.took = event.target.title"><h1>Inline</h1><ul>
<li role=presentation><a role=option tabindex=0 title=Marker>Marker</a></li>
<li role=presentation><a role=option tabindex=0 title='Deleted text'>Deleted text</a></li></ul></div>"""


@pytest.mark.parametrize("name", ["Marker", "Deleted text"])
async def test_a_choice_that_is_called_deleted_takes_no_chip_away(stage: Stage, name: str) -> None:
    await stage.show_html(NAMED_DELETED)
    await select(stage.tab, await stage.ref("#l"), name)
    assert await stage.eval("window.took") == name


IN_GROUP = """<style>.box { border: 1px solid; width: 300px; display: flex } #l { position: absolute }</style>
<div class=box role=group aria-label=Tags><span class=chip>Bug <button aria-label="Remove Bug">x</button></span>
<input id=c role=combobox aria-autocomplete=list aria-expanded=false aria-controls=l></div>
<ul id=l role=listbox hidden></ul>
<script>
  const held = () => Array.from(document.querySelectorAll('.chip'), chip => chip.firstChild.data.trim());
  const show = open => {
    const left = ['Bug', 'Feature', 'Docs'].filter(one => !held().includes(one) && one.includes(c.value));
    l.innerHTML = left.map(one => `<li role=option>${one}</li>`).join('');
    l.hidden = !open; c.setAttribute('aria-expanded', String(open));
  };
  c.onfocus = c.oninput = c.onclick = () => show(true);
  c.onblur = () => { c.value = ''; show(false); };
  l.onmousedown = e => {
    e.preventDefault(); c.value = '';
    const name = e.target.textContent;
    const cross = `<button aria-label="Remove ${name}">x</button>`;
    c.insertAdjacentHTML('beforebegin', `<span class=chip>${name} ${cross}</span>`);
    show(true);
  };
  document.querySelector('.box').onclick = e => e.target.closest('.chip button')?.parentElement.remove();
</script>"""


@pytest.mark.parametrize("wish", [["Bug"], ["Bug", "Docs"], ["Feature"]])
async def test_the_chips_in_a_drawn_group_are_the_choices_of_its_field(stage: Stage, wish: list[str]) -> None:
    await stage.show_html(IN_GROUP)
    done = await select(stage.tab, await stage.ref("#c"), *wish)
    assert done.as_wanted is not False
    assert await stage.eval("held().sort()") == sorted(wish)
