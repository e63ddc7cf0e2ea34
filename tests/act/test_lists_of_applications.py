"""Lists as applications draw them, without roles or against their rules: nothing outside of them is pressed."""

from __future__ import annotations

import pytest

from cdp_engine.act import click, fill, fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

BUTTON = """<button id=c>Order by</button>
<div id=pop style='display:none;position:absolute;top:60px;background:#fff'>
<div>ID</div><div>Amount</div><div>Payee</div><div>Notes</div></div><p id=out></p>
<script>
  c.onclick = () => { pop.style.display = pop.style.display === 'none' ? 'block' : 'none'; };
  pop.onclick = e => { out.textContent = e.target.textContent; pop.style.display = 'none'; };
</script>"""


@pytest.mark.parametrize("is_open", [False, True])
async def test_a_list_that_is_open_already_is_chosen_from(stage: Stage, is_open: bool) -> None:
    await stage.show_html(BUTTON)
    button = await stage.ref("#c")
    if is_open:
        await click(stage.tab, button)
    await select(stage.tab, button, "Amount")
    assert await stage.eval("[out.textContent, pop.style.display]") == ["Amount", "none"]


AGAIN = """<span id=slot><button aria-haspopup=listbox id=c>Notes <i>data</i></button></span>
<div id=pop role=listbox hidden style='position:absolute;top:60px'>
<div role=option>Notes</div><div role=option>Amount</div></div>
<script>
  slot.onclick = () => { pop.hidden = !pop.hidden; };
  pop.onclick = e => { pop.hidden = true; const said = e.target.textContent; setTimeout(() => {
    slot.innerHTML = `<button aria-haspopup=listbox>${said} <i>data</i></button>`; }, 30); };
</script>"""


async def test_a_field_that_is_drawn_again_is_read_in_its_place(stage: Stage) -> None:
    await stage.show_html(AGAIN)
    done = await select(stage.tab, await stage.ref("#c"), "Amount")
    assert (done.as_wanted, done.value_after) == (True, "Amount data")


MODAL = """<div id=modal style='position:fixed;inset:40px;background:#fff'>
<button id=c aria-haspopup=listbox aria-expanded=false>Column</button></div>
<div id=pop role=listbox hidden style='position:fixed;top:90px;left:60px;background:#eee'>
<div role=option>Notes</div><div role=option>Amount</div></div>
<script>
  const show = on => { pop.hidden = !on; c.setAttribute('aria-expanded', String(on)); };
  c.onclick = () => show(pop.hidden);
  addEventListener('keydown', e => { if (e.key === 'Escape') { show(false); modal.remove(); } });
</script>"""


async def test_a_refused_choice_does_not_close_the_box_around_the_list(stage: Stage) -> None:
    await stage.show_html(MODAL)
    with pytest.raises(NotActionable, match="no option 'Colour'"):
        await select(stage.tab, await stage.ref("#c"), "Colour")
    assert await stage.eval("[modal.isConnected, pop.hidden]") == [True, True]


MARKED = """<div id=field><span id=tags></span><input id=c></div>
<div id=pop role=listbox hidden style='position:absolute;top:60px'>
<div role=option class='option is-highlighted'>Main</div><div role=option class=option>Talk</div></div>
<script>
  const take = () => { if (!pop.hidden) tags.textContent = 'Main'; pop.hidden = true; };
  c.onfocus = c.oninput = () => { pop.hidden = c.value !== ''; };
  c.onblur = take;
  c.onkeydown = e => { if (e.key === 'Escape') pop.hidden = true; if (e.key === 'Enter') c.value = ''; };
</script>"""


async def test_a_refused_choice_does_not_take_what_the_list_marks(stage: Stage) -> None:
    await stage.show_html(MARKED)
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), "Nope")
    assert await stage.eval("tags.textContent") == ""


HOVERED = """<style>.row i { opacity: 0 } .row:hover i { opacity: 1 }</style>
<ul style='height:90px'><li class=row onclick="hit('id')">id <i>Input</i></li>
<li class=row onclick="hit('made')">made <i>Datetime</i></li></ul>
<div><input id=c readonly style='cursor:pointer' placeholder='Select an item'></div>
<ul id=pop style='display:none;position:absolute;top:200px'><li>ID</li><li>Sort</li></ul>
<script>
  window.hits = []; const hit = name => hits.push(name);
  c.onclick = () => { pop.style.display = pop.style.display === 'none' ? 'block' : 'none'; };
  pop.onclick = e => { c.value = e.target.textContent; pop.style.display = 'none'; };
</script>"""


async def test_texts_that_only_a_pointer_shows_are_no_choices(stage: Stage) -> None:
    await stage.show_html(HOVERED)
    with pytest.raises(NotActionable, match="no option 'Datetime'") as refused:
        await select(stage.tab, await stage.ref("#c"), "Datetime")
    assert "Input" not in refused.value.hint
    assert await stage.eval("hits") == []


RADIOS = """<div><span id=c role=combobox aria-expanded=false tabindex=0>English</span>
<label><input type=radio name=r id=r>He</label><label><input type=radio name=r>She</label></div>
<div id=pop role=listbox hidden style='position:absolute;top:60px'>
<div role=option>English</div><div role=option>Deutsch</div></div>
<script>
  window.focused = 0; r.onfocus = () => { focused += 1; };
  c.onclick = () => { pop.hidden = !pop.hidden; c.setAttribute('aria-expanded', String(!pop.hidden)); };
  addEventListener('keydown', e => { if (e.key === 'Escape') { pop.hidden = true; c.ariaExpanded = 'false'; } });
</script>"""


async def test_a_radio_button_beside_a_list_is_not_its_search_field(stage: Stage) -> None:
    await stage.show_html(RADIOS)
    with pytest.raises(NotActionable, match="no option 'Klingon'"):
        await select(stage.tab, await stage.ref("#c"), "Klingon")
    assert await stage.eval("focused") == 0


CHIPS = """<style>.cross { display:inline-block; width:12px; height:12px; cursor:pointer }</style>
<div class=multiselect style='border:1px solid;width:400px'><ul id=list></ul><input id=c></div>
<script>
  const known = ['Linux', 'Zabbix', 'Hypervisors'];
  const add = text => { list.insertAdjacentHTML('beforeend',
    `<li><span>${known.includes(text) ? text : text + ' (new)'}</span><span class=cross></span></li>`); };
  list.onclick = e => { if (e.target.className === 'cross') e.target.parentElement.remove(); };
  c.onkeydown = e => { if (e.key === 'Enter' && c.value) { add(c.value); c.value = ''; } };
  add('Linux');
</script>"""
HELD = "[...list.children].map(one => one.innerText.trim()).sort()"


@pytest.mark.parametrize("wish", [["Zabbix"], ["Linux", "Zabbix"], ["Brand"], ["Brand", "Hypervisors"], []])
async def test_chips_are_taken_away_by_a_cross_that_only_a_style_sheet_draws(
    stage: Stage, wish: list[str]
) -> None:
    await stage.show_html(CHIPS)
    done = await select(stage.tab, await stage.ref("#c"), *wish)
    assert done.as_wanted
    assert await stage.eval(HELD) == sorted(f"{text} (new)" if text == "Brand" else text for text in wish)


KEPT = """<div class='tags-field' style='border:1px solid;width:300px'>
<span id=tags></span><input id=c placeholder='Add a tag'></div>
<script>
  const add = text => { tags.insertAdjacentHTML('beforeend', `<span class=chip>${text}</span> `); };
  c.onkeydown = e => { if (e.key === 'Enter' && c.value) { add(c.value); c.value = ''; } };
  add('kitchen'); add('dry');
</script>"""


async def test_what_cannot_be_taken_away_is_said(stage: Stage) -> None:
    await stage.show_html(KEPT)
    done = await select(stage.tab, await stage.ref("#c"), "blue")
    assert done.as_wanted is False


ODD = """<button id=c aria-haspopup=listbox>English</button>
<ul id=pop style='display:none;position:absolute;top:60px'>
<li>English</li><li disabled>German</li><li>800\u200e×600px</li></ul>
<script>
  c.onclick = () => { pop.style.display = pop.style.display === 'none' ? 'block' : 'none'; };
  pop.onclick = e => { if (e.target.hasAttribute('disabled')) return;
    c.textContent = e.target.textContent; pop.style.display = 'none'; };
</script>"""


@pytest.mark.parametrize(("wish", "code"), [("German", "disabled"), ("", "option_not_found")])
async def test_what_cannot_be_chosen_is_refused(stage: Stage, wish: str, code: str) -> None:
    await stage.show_html(ODD)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), wish)
    assert refused.value.code == code
    assert await stage.eval("c.textContent") == "English"


async def test_marks_that_nobody_sees_need_not_be_given(stage: Stage) -> None:
    await stage.show_html(ODD)
    done = await select(stage.tab, await stage.ref("#c"), "800×600px")
    assert done.as_wanted


SEARCHED = """<input id=c role=combobox aria-autocomplete=list aria-expanded=false aria-controls=pop>
<div id=pop hidden style='position:absolute;top:60px'>No options</div>
<script>
  const show = on => { pop.hidden = !on; c.setAttribute('aria-expanded', String(on)); };
  c.oninput = () => show(c.value !== '');
  c.onblur = () => { c.value = ''; show(false); };
</script>"""


@pytest.mark.parametrize("way", [fill, fill_field])
async def test_a_text_that_the_list_does_not_offer_is_read_once_the_field_is_left(
    stage: Stage, way: object
) -> None:
    await stage.show_html(SEARCHED)
    done = await (fill if way is fill else fill_field)(stage.tab, await stage.ref("#c"), "Klingon")
    assert (done.as_wanted, done.value_after) == (False, "")


ODD_TYPE = """<div style='position:relative;width:300px'><input id=c type=input>
<ul role=listbox id=pop style='display:none;position:absolute;top:30px;background:#fff'></ul></div>
<script>
  const known = ['Unit', 'Kilogram', 'Litre'];
  const fits = one => one.toLowerCase().includes(c.value.toLowerCase());
  c.oninput = () => setTimeout(() => {
    pop.innerHTML = known.filter(fits).map(one => `<li><a href='#'>${one}</a></li>`).join('');
    pop.style.display = '';
  }, 300);
  pop.onclick = e => { e.preventDefault(); c.value = e.target.textContent; pop.style.display = 'none'; };
</script>"""


async def test_an_input_of_an_unknown_type_is_searched_as_text(stage: Stage) -> None:
    await stage.show_html(ODD_TYPE)
    done = await select(stage.tab, await stage.ref("#c"), "Litre")
    assert (done.as_wanted, await stage.eval("c.value")) == (True, "Litre")


TWO_LINES = """<div style='width:300px;border:1px solid'><span id=said></span>
<input id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=hidden></div>
<div id=hidden role=listbox style='width:0;height:0;overflow:hidden'><div role=option>1</div></div>
<div id=pop style='display:none;position:absolute;top:60px;background:#fff'></div>
<script>
  for (const name of ['Ada', 'Bo']) pop.insertAdjacentHTML('beforeend', `<div class=opt aria-selected=false>
    <div style='display:flex;flex-direction:column'><span>${name}</span><span>${name}@example.org</span></div></div>`);
  const show = on => { pop.style.display = on ? '' : 'none'; c.setAttribute('aria-expanded', String(on)); };
  c.onmousedown = () => show(true);
  c.onkeydown = e => { if (e.key === 'Escape') show(false); };
  pop.onclick = e => { said.textContent = e.target.closest('.opt').innerText.split('\\n')[0]; show(false); };
</script>"""


@pytest.mark.parametrize(("wish", "taken"), [("Bo", "Bo"), ("Ada@example.org", "Ada")])
async def test_the_lines_of_an_option_are_one_choice(stage: Stage, wish: str, taken: str) -> None:
    await stage.show_html(TWO_LINES)
    done = await select(stage.tab, await stage.ref("#c"), wish)
    assert (done.as_wanted, await stage.eval("said.textContent")) == (True, taken)


async def test_a_refusal_names_the_lines_of_an_option_in_one(stage: Stage) -> None:
    await stage.show_html(TWO_LINES)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Cy")
    assert "'Ada Ada@example.org', 'Bo Bo@example.org'" in refused.value.hint


BRANCH = """<style>.menu { display: none; position: absolute; background: #fff }</style><p id=out>text</p>
<button id=c>Type</button><div class=menu id=pop style='top:70px'><div>Plain</div>
<div style='position:relative'><div id=more>Heading</div>
<div class=menu id=levels style='left:100%;top:0'><div>Level 1</div><div>Level 2</div></div></div></div>
<script>
  const show = (one, on) => { one.style.display = on ? 'block' : 'none'; };
  c.onclick = () => { show(pop, pop.style.display !== 'block'); show(levels, false); };
  more.onmousedown = e => { e.stopPropagation(); show(levels, true); };
  pop.onmousedown = e => { out.textContent = e.target.textContent; show(pop, false); };
</script>"""


async def test_what_opens_a_further_menu_is_no_choice(stage: Stage) -> None:
    await stage.show_html(BRANCH)
    with pytest.raises(NotActionable, match="'Heading' is no choice: it opened 'Level 1', 'Level 2'"):
        await select(stage.tab, await stage.ref("#c"), "Heading")
    assert await stage.eval("[out.textContent, pop.style.display]") == ["text", "none"]
    assert (await select(stage.tab, await stage.ref("#c"), "Plain")).chosen == ("Plain",)
    assert await stage.eval("out.textContent") == "Plain"


POPUP = """<button id=opener>Size</button><p id=out></p>
<div id=pop style='position:absolute;top:90px;width:200px;background:#fff'>
<div><input id=c role=combobox aria-expanded=false aria-label=Search></div>
<ul role=listbox><li role=option>small</li><li role=option>medium</li><li role=option>large</li></ul></div>
<script>
  const options = [...document.querySelectorAll('li')];
  c.oninput = () => { for (const one of options) one.hidden = !one.textContent.includes(c.value); };
  pop.onclick = e => { if (options.includes(e.target)) { out.textContent = e.target.textContent; pop.hidden = true; } };
</script>"""


async def test_the_field_that_searches_an_open_list_chooses_from_it(stage: Stage) -> None:
    await stage.show_html(POPUP)
    field = await stage.ref("#c")
    with pytest.raises(NotActionable, match="no option 'huge'"):
        await select(stage.tab, field, "huge")
    assert await stage.eval("[out.textContent, pop.hidden, c.value]") == ["", False, ""]
    done = await select(stage.tab, field, "medium")
    assert done.as_wanted is not False
    assert await stage.eval("[out.textContent, pop.hidden]") == ["medium", True]


ACCORDION = """<style>.i { opacity: 0 } .box { border: 1px solid }</style><div role=tablist><div>
<div><span>Every</span><div class=box id=box><input id=c class=i role=combobox aria-haspopup=listbox readonly>
<span id=said>day</span></div></div>
<div><span>at</span><div class=box><input class=i role=combobox aria-haspopup=listbox readonly>
<span class=chip>0</span><span class=clear id=x aria-label=clear>x</span></div></div></div></div>
<div id=pop role=listbox hidden style='position:absolute;top:150px;background:#fff'>
<div role=option>day</div><div role=option>week</div></div>
<script>
  window.cleared = 0; x.onclick = () => { cleared += 1; };
  box.onmousedown = () => { pop.hidden = false; };
  pop.onclick = e => { said.textContent = e.target.textContent; pop.hidden = true; };
</script>"""


async def test_the_fields_of_an_accordion_that_calls_itself_a_list_are_told_apart(stage: Stage) -> None:
    await stage.show_html(ACCORDION)
    done = await select(stage.tab, await stage.ref("#c"), "week")
    assert (done.as_wanted, done.value_after) == (True, "week")
    assert await stage.eval("[said.textContent, cleared]") == ["week", 0]


REDRAWN = """<div id=app></div><script>
  window.hits = []; let open = false, chosen = '';
  const draw = () => { app.innerHTML = `<h2>Garden</h2><p><a class=tab>Open</a> <a class=tab>Recent</a></p>
    <button id=c aria-expanded=${open}>tags</button><b id=said>${chosen}</b>
    ${open ? "<div id=pop style='position:absolute;background:#fff'><div>home</div><div>inbox</div></div>" : ''}`; };
  app.onclick = e => {
    if (e.target.closest('.tab')) hits.push(e.target.textContent);
    else if (e.target.id === 'c') open = !open;
    else if (e.target.closest('#pop')) { chosen = e.target.textContent; open = false; }
    draw();
  };
  draw();
</script>"""


@pytest.mark.parametrize("is_open", [False, True])
async def test_what_a_page_draws_again_around_a_list_is_no_choice(stage: Stage, is_open: bool) -> None:
    await stage.show_html(REDRAWN)
    if is_open:
        await click(stage.tab, await stage.ref("#c"))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Recent")
    assert "Open" not in refused.value.hint
    assert await stage.eval("hits") == []


ESCAPED = """<div id=editor><textarea>Written</textarea><span id=tags></span><input id=c placeholder='tag name'>
<div id=pop style='display:none;position:absolute;top:60px;background:#fff'><a>home</a><br><a>inbox</a></div></div>
<script>
  window.asked = 0;
  const show = on => { pop.style.display = on ? '' : 'none'; };
  c.onfocus = () => show(true);
  document.onmousedown = e => { if (!editor.contains(e.target)) show(false); };
  pop.onclick = e => { tags.insertAdjacentHTML('beforeend', `<span class=tag>${e.target.textContent}</span> `); };
  editor.onkeydown = e => { if (e.key === 'Escape') asked += 1; };
</script>"""


async def test_a_plain_field_is_left_rather_than_given_the_key_of_its_editor(stage: Stage) -> None:
    await stage.show_html(ESCAPED)
    await select(stage.tab, await stage.ref("#c"), "inbox")
    assert await stage.eval("[tags.textContent.trim(), asked]") == ["inbox", 0]


POLLED = """<select id=s><option>Alpha<option>Beta</select><p id=p>0</p>
<script>setInterval(() => { p.textContent = Number(p.textContent) + 1; }, 300);</script>"""


async def test_a_missing_option_is_told_soon_where_a_page_refreshes_something_else(stage: Stage) -> None:
    await stage.show_html(POLLED)
    with pytest.raises(NotActionable, match="no option 'Gamma'"):
        await select(stage.tab, await stage.ref("#s"), "Gamma", timeout=15)
    assert await stage.eval("Number(p.textContent) < 25")


CLEARED = """<span id=c role=combobox aria-haspopup=true aria-expanded=false tabindex=0><span id=said>None</span></span>
<ul id=pop role=listbox hidden style='position:absolute;top:60px'><li role=option>VIP<li role=option>Student</ul>
<script>
  const show = on => { pop.hidden = !on; c.setAttribute('aria-expanded', String(on)); };
  c.onmousedown = () => show(pop.hidden);
  pop.onmouseup = e => {
    said.innerHTML = `<button type=button><span aria-hidden=true>×</span></button>${e.target.textContent}`;
    show(false);
  };
</script>"""


async def test_the_cross_that_clears_a_field_is_not_part_of_what_it_holds(stage: Stage) -> None:
    await stage.show_html(CLEARED)
    done = await select(stage.tab, await stage.ref("#c"), "VIP")
    assert (done.as_wanted, done.value_after) == (True, "VIP")


async def test_a_list_in_an_alert_is_chosen_from_where_its_button_is_there_too(stage: Stage) -> None:
    """Uptime Kuma edits an incident in the alert that it will be."""
    await stage.show_html(f"<div role=alert>{BUTTON}</div>")
    done = await select(stage.tab, await stage.ref("#c"), "Payee")
    assert (await stage.eval("out.textContent"), done.method) == ("Payee", "list")


# As Quill's tool bar: what its choices are called, and what it shows, is written by a style sheet alone.
WRITTEN_BY_STYLE = """<style>
  .i{display:block;height:20px} .i:nth-child(1)::before{content:"Normal"}
  .i:nth-child(2)::before{content:"Heading 1"}
  .i:nth-child(3)::before{content:"Heading 2"} #l{display:block} #l::before{content:attr(data-label)}
  #p{width:120px;position:relative} .open #o{display:block}
  #o{display:none;position:absolute;background:#fff;border:1px solid;width:120px}
</style>
<div id=p><span id=l tabindex=0 role=button aria-expanded=false aria-controls=o data-label=Normal><svg width=8 height=8>
<polygon points="0 0 4 4 8 0"/></svg></span><span id=o aria-hidden=true tabindex=-1><b tabindex=0 role=button
class=i></b><b tabindex=0 role=button class=i data-value=1></b>
<b tabindex=0 role=button class=i data-value=2></b></span></div>
<p id=out></p><script>
  const set = on => { p.classList.toggle('open', on); l.ariaExpanded = String(on); o.ariaHidden = String(!on); };
  l.onmousedown = () => set(!p.classList.contains('open'));
  for (const i of o.children) i.onclick = () => { set(false); out.textContent = i.dataset.value || 'none'; };
</script>"""


async def test_choices_that_a_style_sheet_writes_are_chosen_from(stage: Stage) -> None:
    await stage.show_html(WRITTEN_BY_STYLE)
    await select(stage.tab, await stage.ref("#l"), "Heading 2")
    assert await stage.eval("out.textContent") == "2"


async def test_choices_that_a_style_sheet_writes_are_named_where_one_is_missing(stage: Stage) -> None:
    await stage.show_html(WRITTEN_BY_STYLE)
    with pytest.raises(NotActionable, match="no option 'Body'") as refused:
        await select(stage.tab, await stage.ref("#l"), "Body")
    assert "'Normal', 'Heading 1', 'Heading 2'" in refused.value.hint
