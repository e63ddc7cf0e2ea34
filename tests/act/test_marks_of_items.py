"""Lists whose items have icons: which of them say what is chosen, and what is pressed by that."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PILL = """<style>#m { position: absolute; top: 40px; background: #fff } [hidden] { display: none }</style>
<div id=pill tabindex=-1>State: <button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=m>
Failed</button></div><div id=m role=listbox hidden tabindex=0></div>
<script>
  const icon = path => `<svg width=10 height=10><path d='${path}'></path></svg>`, tick = 'M20 6 9 17l-5-5';
  const states = {All: '', Queued: 'M1 1h8', Running: 'M2 2h8', Failed: 'M3 3h8', Success: tick};
  let held = 'Failed';
  window.log = [];
  const show = open => {
    m.hidden = !open;
    c.setAttribute('aria-expanded', open);
    m.innerHTML = Object.entries(states).map(([said, path]) => `<div role=option data-value=${said}
      aria-selected=${said === held} DATA>${path ? `<div class=badge>${icon(path)}${said}</div>` : said}
      <div aria-hidden=true ${said === held ? '' : 'hidden'}>${icon(tick)}</div></div>`).join('');
  };
  c.onclick = () => { show(m.hidden); if (!m.hidden) m.focus(); };
  const close = () => { show(false); pill.innerHTML = `<button>State: ${held}</button>`; };
  m.onclick = e => { held = e.target.closest('[role=option]').dataset.value; log.push(held); close(); };
  m.onkeydown = e => { if (e.key === 'Escape') close(); };
  m.onblur = () => close();
</script>"""


@pytest.mark.parametrize("stated", [False, True])
@pytest.mark.parametrize("wanted", ["Success", "Queued", "All"])
async def test_icons_of_what_the_choices_are_do_not_make_them_chosen(
    stage: Stage, wanted: str, stated: bool
) -> None:
    """A state in the place where another choice has its hidden tick: each was taken for chosen, and another pressed."""
    data = 'data-state="${said === held ? "checked" : "unchecked"}"' if stated else ""
    await stage.show_html(PILL.replace("DATA", data))
    await select(stage.tab, await stage.ref("#c"), wanted)
    assert await stage.eval("log") == [wanted]


COLUMNS = """<style>#m { position: absolute; top: 40px; background: #fff } .off { color: #999 }</style>
<button id=c aria-haspopup=dialog>Columns</button><div id=p role=dialog hidden>
<div id=m role=listbox></div></div><script>
  const on = {id: true, name: true, kind: false, price: true};
  const [shown, off] = 'PAIR'.split(' ');
  const icon = name => name ? `<svg class='lucide lucide-${name}' width=12 height=12><path d='M1 1${
    name === shown ? 'h9' : 'h5'}'></path></svg>` : '';
  const draw = () => { m.innerHTML =
    `<div role=option aria-selected=false data-all=1>${icon(shown)}Show all</div>
     <div role=option aria-selected=false data-all=0>${icon(off)}Hide all</div>` +
    Object.keys(on).map(said => `<div role=option aria-selected=false data-value=${said}><div><svg class=kind
    width=9 height=9></svg><span>${said}</span></div><span><button aria-label='Only this'><svg width=5
    height=5></svg></button><span
    >${icon(on[said] ? shown : off)}</span></span></div>`).join(''); };
  c.onclick = () => { p.hidden = !p.hidden; draw(); };
  m.onclick = e => { const one = e.target.closest('[role=option]').dataset;
    if (one.all) for (const said in on) on[said] = one.all === '1'; else on[one.value] = !on[one.value];
    draw(); };
  addEventListener('keydown', e => { if (e.key === 'Escape') p.hidden = true; });
</script>"""
ON = "Object.keys(on).filter(said => on[said])"


@pytest.mark.parametrize("pair", ["eye eye-off", "eye eye-slash", "pin pin-off"])
async def test_an_eye_says_what_is_on(stage: Stage, pair: str) -> None:
    """What is on was switched off, and the answer called that done."""
    await stage.show_html(COLUMNS.replace("PAIR", pair))
    done = await select(stage.tab, await stage.ref("#c"), "id", "kind")
    assert await stage.eval(ON) == ["id", "kind"]
    assert done.as_wanted is True


async def test_an_icon_whose_meaning_shows_by_a_press_only(stage: Stage) -> None:
    html = COLUMNS.replace("PAIR", "pin pin-off").replace("kind: false", "kind: true")
    await stage.show_html(html.replace("role=option aria-selected=false data-all", "class=no data-all"))
    done = await select(stage.tab, await stage.ref("#c"), "id", "kind")
    assert await stage.eval(ON) == ["id", "kind"]
    assert done.as_wanted is True


async def test_what_is_on_is_said_to_be_unknown_where_nothing_shows_it(stage: Stage) -> None:
    html = COLUMNS.replace("PAIR", "disc disc").replace("name === shown ? 'h9' : 'h5'", "'h9'")
    await stage.show_html(html)
    done = await select(stage.tab, await stage.ref("#c"), "kind")
    assert done.as_wanted is None
    assert done.unsure == ("kind",)


BESIDE = """<style>.pop { position: absolute; top: 60px; background: #fff } [hidden] { display: none }</style>
<section><span><div><button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=m>All</button>
</div><div><input id=tags role=combobox aria-label='Filter by tag' aria-haspopup=listbox aria-expanded=false>
</div></span></section>
<div id=m class=pop role=listbox hidden tabindex=0><div role=option>All</div><div role=option>Failed</div></div>
<div id=t class=pop hidden><div role=option>garden</div></div>
<script>
  window.log = [];
  const show = open => { m.hidden = !open; c.setAttribute('aria-expanded', open); };
  c.onclick = () => show(m.hidden);
  c.onkeydown = m.onkeydown = e => { if (e.key === 'Escape') show(false); };
  m.onclick = e => { c.textContent = e.target.textContent; show(false); };
  tags.onfocus = tags.oninput = tags.onkeydown = e => { log.push(e.type); t.hidden = false; };
</script>"""


async def test_a_list_without_the_choice_leaves_the_field_of_tags_beside_it_alone(stage: Stage) -> None:
    await stage.show_html(BESIDE)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Nope")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[log, m.hidden, t.hidden]") == [[], True, True]


HALF = """<div id=c role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Towns></div><script>
  let on = ['Oslo', 'Rome'], open = false;
  const icon = said => `<svg class='CLASS' width=9 height=9>${
    on.includes(said) ? '<path d="M0 4l3 3 5-6" />' : ''}</svg>`;
  const item = said => `<div role=option>${icon(said)} ${said}</div>`;
  const draw = () => { c.setAttribute('aria-expanded', open); c.innerHTML = on.join(', ') + (open ?
    `<div role=listbox style='position: absolute; background: #fff' aria-multiselectable=true>${
      ['Bern', 'Oslo', 'Rome', 'Lima'].map(item).join('')}</div>` : ''); };
  draw();
  c.onclick = e => {
    const said = e.target.closest('[role=option]')?.textContent.trim();
    if (!said) open = !open;
    else on = on.includes(said) ? on.filter(one => one !== said) : [...on, said];
    draw(); };
  addEventListener('keydown', e => { if (e.key === 'Escape') { open = false; draw(); } });
</script>"""


@pytest.mark.parametrize("words", ["check", "icon"])
async def test_an_icon_without_a_drawing_marks_nothing(stage: Stage, words: str) -> None:
    """Half of the items were chosen: each was pressed, and so one that was to stay was given up."""
    await stage.show_html(HALF.replace("CLASS", words))
    done = await select(stage.tab, await stage.ref("#c"), "Rome", "Lima")
    assert await stage.eval("on.sort()") == ["Lima", "Rome"]
    assert done.as_wanted is True
