"""Lists of several choices: afterwards exactly the named ones are chosen, whatever their field shows of them."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# A button that never says what is chosen opens a list, which says it in one of several ways.
PLAIN_BUTTON = """
<button id=button aria-haspopup=listbox aria-expanded=false>Pick</button>
<script>
  const names = ["Eva", "Mira", "Ole"];
  window.chosen = [];
  let popup = null;
  const close = () => { popup?.remove(); popup = null; button.setAttribute("aria-expanded", "false"); };
  const show = () => names.forEach((name, index) => {
    const item = popup.children[index], on = chosen.includes(name);
    if (way.state) item.setAttribute(way.state, on);
    const box = item.querySelector("input");
    if (box) box.checked = on;
  });
  const open = () => {
    popup = document.createElement("div");
    popup.role = way.list;
    if (way.many) popup.ariaMultiSelectable = "true";
    popup.style.cssText = "position:absolute;top:40px;left:8px;background:#fff;border:1px solid";
    popup.style.animation = way.fades ? "fade 0.2s" : "";
    popup.innerHTML = names.map((name) => `<div role=${way.item} style="padding:6px" tabindex=-1>
      ${way.box ? "<input type=checkbox tabindex=-1 style=pointer-events:none>" : ""}${name}</div>`).join("");
    document.body.append(popup);
    for (const [index, item] of [...popup.children].entries()) item.onclick = () => {
      const name = names[index];
      chosen = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
      setTimeout(show);
    };
    button.setAttribute("aria-expanded", "true");
    show();
  };
  button.onclick = () => popup ? close() : open();
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  addEventListener("mousedown", (event) => {
    if (popup && !popup.contains(event.target) && event.target !== button) close();
  });
</script><style>@keyframes fade { from { opacity: 0 } }</style>"""

WAYS = {
    "aria-selected, several": "{ list: 'listbox', item: 'option', state: 'aria-selected', many: true }",
    "aria-selected": "{ list: 'listbox', item: 'option', state: 'aria-selected' }",
    "boxes in options": "{ list: 'listbox', item: 'option', state: 'aria-selected', many: true, box: true }",
    "boxes in a menu that fades in": "{ list: 'menu', item: 'menuitem', box: true, fades: true }",
    "menu of check boxes": "{ list: 'menu', item: 'menuitemcheckbox', state: 'aria-checked' }",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
async def test_exactly_the_named_ones_are_chosen_in_a_list_whose_button_shows_none(
    stage: Stage, way: str
) -> None:
    await stage.show_html(PLAIN_BUTTON)
    await stage.eval(f"window.way = {way}")
    for names in (("Eva", "Mira"), ("Eva",), ("Ole", "Eva"), ("Mira", "Ole")):
        done = await select(stage.tab, await stage.ref("#button"), *names, timeout=6)
        assert done.as_wanted, (names, done)
        assert set(await stage.eval("chosen")) == set(names)


# As selectize: chips have no button; a press marks one, and Backspace takes it away.
CHIPS = """
<label for=field>Skills</label>
<div class="field multi" id=box style="border:1px solid;width:300px;padding:4px">
  <input id=field style="width:4px;border:0;outline:0"></div>
<div id=drop style="display:none;position:absolute;background:#fff;border:1px solid"></div>
<script>
  window.chosen = ["Go", "Rust", "Perl"];
  let marked = null;
  const draw = () => {
    for (const chip of box.querySelectorAll(".item")) chip.remove();
    for (const name of chosen) {
      const chip = document.createElement("div");
      chip.className = name === marked ? "item active" : "item";
      chip.dataset.value = chip.textContent = name;
      chip.style.display = "inline-block";
      chip.onmousedown = (event) => { marked = name; draw(); field.focus(); event.preventDefault(); };
      field.before(chip);
    }
    drop.innerHTML = ["Go", "Rust", "Perl", "Java"].filter((name) => !chosen.includes(name))
      .map((name) => `<div class=option data-value=${name}>${name}</div>`).join("");
    for (const one of drop.children) one.onmousedown = (event) => {
      chosen.push(one.textContent);
      draw();
      event.preventDefault();
    };
  };
  field.onfocus = () => { drop.style.display = "block"; };
  field.onblur = () => { drop.style.display = "none"; };
  field.onkeydown = (event) => {
    if (event.key === "Backspace" && marked) {
      chosen = chosen.filter((name) => name !== marked);
      marked = null;
      draw();
    }
    if (event.key === "Escape") drop.style.display = "none";
  };
  draw();
</script>"""


@pytest.mark.parametrize("names", [["Rust"], ["Go", "Perl"], ["Java", "Rust"]])
async def test_chips_without_a_button_are_taken_away_by_a_key(stage: Stage, names: list[str]) -> None:
    await stage.show_html(CHIPS)
    done = await select(stage.tab, await stage.ref("#field"), *names, timeout=8)
    assert done.as_wanted, done
    assert set(await stage.eval("chosen")) == set(names)


# As Carbon's combo box: it takes a text that it does not know away again, and its old choice with it.
FORGETS = """
<input id=field role=combobox aria-expanded=false aria-controls=list value=Mira><div id=list role=listbox></div>
<script>
  window.chosen = "Mira";
  const names = ["Eva", "Mira", "Ole"];
  const close = () => { list.innerHTML = ""; field.setAttribute("aria-expanded", "false"); };
  const open = () => {
    list.innerHTML = names.map((name) => `<div role=option>${name}</div>`).join("");
    for (const one of list.children) one.onclick = () => { chosen = field.value = one.textContent; close(); };
    field.setAttribute("aria-expanded", "true");
  };
  field.onclick = open;
  field.oninput = () => { if (chosen !== field.value) chosen = null; open(); };
  field.onkeydown = (event) => {
    if (event.key === "Enter") { close(); setTimeout(() => { if (!chosen) field.value = ""; }, 40); }
    if (event.key === "Escape") close();
  };
</script>"""


async def test_a_field_keeps_its_choice_where_the_wanted_one_is_not_offered(stage: Stage) -> None:
    await stage.show_html(FORGETS)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#field"), "Nobody Here", timeout=8)
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[chosen, field.value]") == ["Mira", "Mira"]


# As the Select of Mantine: typed text only searches, and a press on the chosen option takes it away.
DESELECTS = """
<input id=field role=combobox aria-expanded=false aria-controls=list value=Mira><div id=list role=listbox></div>
<script>
  window.chosen = "Mira";
  const close = () => { list.innerHTML = ""; field.ariaExpanded = "false"; };
  const open = () => {
    const fit = ["Eva", "Mira", "Ole"].filter((name) => chosen === field.value || name.includes(field.value));
    list.innerHTML = fit.map((name) => `<div role=option aria-selected=${name === chosen}>${name}</div>`).join("");
    for (const one of list.children) one.onclick = () => {
      chosen = one.textContent === chosen ? null : one.textContent; field.value = chosen || ""; close();
    };
    field.ariaExpanded = "true";
  };
  field.onclick = field.oninput = open;
  field.onblur = () => { field.value = chosen || ""; };
  field.onkeydown = (event) => { if (event.key === "Escape") close(); };
</script>"""


async def test_what_is_chosen_still_is_not_pressed_again_after_a_refusal(stage: Stage) -> None:
    await stage.show_html(DESELECTS)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#field"), "Nobody Here", timeout=8)
    assert refused.value.code == "option_not_found"
    assert await stage.eval("field.blur(), [chosen, field.value]") == ["Mira", "Mira"]


RADIOS = """
<label><input type=radio name=plan value=a checked>Basic</label> <label><input type=radio name=plan value=b>Pro</label>
<div role=radiogroup id=stars>
  <i role=radio aria-checked=false tabindex=0>☆</i><i role=radio aria-checked=false>☆</i></div>
<div class=toggle>
  <button id=live role=switch aria-checked=false style="position:absolute;width:1px;height:1px"></button>
  <label for=live id=said>Live</label></div>
<script>
  window.presses = 0;
  for (const star of stars.children) star.onclick = () => {
    presses += 1;
    for (const one of stars.children) one.ariaChecked = String(one === star);
  };
  live.onclick = () => { live.ariaChecked = String(live.ariaChecked !== "true"); };
</script>"""


async def test_a_radio_button_is_chosen_by_any_of_its_group_and_nothing_else_pressed(stage: Stage) -> None:
    await stage.show_html(RADIOS)
    done = await select(stage.tab, await stage.ref("[value=a]"), "Pro")
    assert (done.as_wanted, done.chosen) == (True, ("Pro",))
    assert await stage.eval("document.querySelector('[value=b]').checked")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("[value=a]"), "Platinum")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("document.querySelector('[value=b]').checked")
    assert (await select(stage.tab, await stage.ref("#stars i"), "2")).as_wanted
    assert await stage.eval("[stars.children[1].ariaChecked, presses]") == ["true", 1]


async def test_the_label_of_a_switch_that_is_a_button_sets_it(stage: Stage) -> None:
    await stage.show_html(RADIOS)
    assert (await check(stage.tab, await stage.ref("#said"))).as_wanted
    assert await stage.eval("live.ariaChecked") == "true"


# As Semantic UI's dropdown: the field calls itself a list, and opens one within it.
FOLDED = """
<div id=field role=listbox aria-expanded=false tabindex=0 style="width:200px;border:1px solid;position:relative">
  <div id=said role=alert aria-live=polite>Pick one</div><i aria-hidden=true style="cursor:pointer">▾</i>
  <div id=menu style="display:none;position:absolute;top:24px;left:0;width:200px;background:#fff"></div></div>
<script>
  window.chosen = null;
  const set = (open) => { menu.style.display = open ? "block" : "none"; field.ariaExpanded = String(open); };
  menu.innerHTML = ["Eva", "Mira"].map((name) => `<div role=option aria-checked=false>${name}</div>`).join("");
  for (const one of menu.children) one.onclick = (event) => {
    chosen = said.textContent = one.textContent;
    set(false);
    event.stopPropagation();
  };
  field.onclick = () => set(menu.style.display === "none");
  field.onkeydown = (event) => { if (event.key === "Escape") set(false); };
</script>"""


async def test_a_field_that_calls_itself_a_list_is_opened(stage: Stage) -> None:
    await stage.show_html(FOLDED)
    for name in ("Mira", "Eva"):
        done = await select(stage.tab, await stage.ref("#field"), name, timeout=6)
        assert (done.as_wanted, await stage.eval("chosen")) == (True, name), done


TABS = """
<div role=tablist><div role=tab aria-selected=true>First</div><div role=tab aria-selected=false>Second</div></div>
<script>
  window.presses = 0;
  const tabs = [...document.querySelectorAll("[role=tab]")];
  for (const tab of tabs) tab.onclick = () => {
    presses += 1;
    for (const one of tabs) one.ariaSelected = String(one === tab);
  };
</script>"""


async def test_an_item_means_the_list_that_it_is_in(stage: Stage) -> None:
    await stage.show_html(TABS)
    second = await stage.ref("[role=tab]:last-child")
    assert (await select(stage.tab, second, "Second", timeout=6)).as_wanted
    assert await stage.eval("presses") == 1
    assert (await select(stage.tab, second, "First", timeout=6)).as_wanted
    assert await stage.eval("tabs[0].ariaSelected") == "true"


EMPTIED = """<button id=b aria-haspopup=listbox aria-expanded=false>a, b</button>
<ul id=u role=listbox aria-multiselectable=true hidden><li role=option>a<li role=option>b</ul><script>
  let chosen = ['a', 'b'];
  const draw = () => { b.textContent = chosen.join(', ') || 'Choose tags';
    for (const one of u.children) one.ariaSelected = chosen.includes(one.textContent); };
  b.onclick = () => { u.hidden = !u.hidden; b.ariaExpanded = !u.hidden; };
  u.onclick = ({ target: { textContent: text } }) => {
    chosen = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text]; draw(); };
  draw();</script>"""


async def test_the_hint_of_an_emptied_field_is_nothing_that_it_holds(stage: Stage) -> None:
    await stage.show_html(EMPTIED)
    for _ in range(2):
        done = await select(stage.tab, await stage.ref("#b"))
        assert (done.value_after, done.as_wanted, await stage.eval("chosen")) == ("", True, [])


# As react-select does it: a list that stays open after a choice says "None left" while its choices are asked for again.
STAYS = """<style>#u { position: absolute; top: 40px; left: 0; width: 200px; height: 60px }</style>
<div id=w><span id=s></span><input id=f role=combobox aria-label=Tags aria-autocomplete=list aria-expanded=false></div>
<div id=u role=listbox aria-multiselectable=true hidden></div><script>
  const all = ['t1', 't2', 't3'], chosen = [];
  let soon = 0;
  const show = (open) => { u.hidden = !open; f.ariaExpanded = open; if (open) f.setAttribute('aria-controls', 'u'); };
  const draw = () => {
    u.innerHTML = ''; s.innerHTML = chosen.map((one) => `<span class=chip>${one}</span>`).join('');
    const left = all.filter((one) => f.value && one.includes(f.value) && !chosen.includes(one));
    if (!left.length) u.textContent = 'None left';
    for (const one of left) {
      u.insertAdjacentHTML('beforeend', `<div role=option>${one}</div>`);
      u.lastChild.onclick = () => { chosen.push(one); u.textContent = 'None left'; f.value = ''; clearTimeout(soon);
        s.innerHTML += `<span class=chip>${one}</span>`; soon = setTimeout(draw, 600); };
    }
  };
  f.onfocus = f.onmousedown = () => { draw(); show(true); };
  f.oninput = () => { draw(); show(true); };
  f.onkeydown = (event) => { if (event.key === 'Escape') show(false); };
</script>"""


@pytest.mark.parametrize("wanted", [["t2"], ["t1", "t3"]])
async def test_a_list_that_says_nothing_is_left_is_closed(stage: Stage, wanted: list[str]) -> None:
    await stage.show_html(STAYS)
    done = await select(stage.tab, await stage.ref("#f"), *wanted)
    assert (await stage.eval("chosen"), done.as_wanted) == (wanted, True)
    assert await stage.eval("[u.hidden, f.ariaExpanded]") == [True, "false"]


@pytest.mark.req("RA-04")
@pytest.mark.parametrize(
    "then", ["", "draw()", "u.textContent = 'None left'", "show(false)", "setTimeout(draw, 400)"]
)
async def test_a_text_that_was_typed_to_find_a_choice_is_no_choice(stage: Stage, then: str) -> None:
    lost = f"if (one === 't3') {{ {then}; return; }}"
    await stage.show_html(
        STAYS.replace("u.lastChild.onclick = () => {", f"u.lastChild.onclick = () => {{ {lost}")
    )
    done = await select(stage.tab, await stage.ref("#f"), "t1", "t3")
    assert (await stage.eval("chosen"), done.as_wanted) == (["t1"], False)


async def test_a_list_is_closed_that_has_no_such_choice_and_takes_no_tag(stage: Stage) -> None:
    await stage.show_html(STAYS)
    await stage.eval("chosen.push('t1'); draw()")
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#f"), "t1", "t9")
    assert await stage.eval("[u.hidden, f.ariaExpanded, chosen, f.value]") == [True, "false", ["t1"], ""]


# As Selectize in Shiny: a field beside its choice; its list is drawn for each text, hidden where nothing fits.
SEARCHED = """<select hidden tabindex=-1><option>Cairo</select>
<div id=c style="position:relative;width:260px"><div id=f style="border:1px solid;padding:6px">
<span class=item>Cairo</span><input id=i style="width:40px;border:0"></div>
<div id=u style="position:absolute;top:40px;width:260px;background:#fff" hidden></div></div><script>
  let refused = 0;
  const draw = () => {
    const fit = ['Berlin', 'Cairo', 'Denver'].filter((one) => one.includes(i.value));
    u.hidden = !fit.length || document.activeElement !== i;
    u.innerHTML = fit.map((one) => `<div class=option>${one}</div>`).join('');
  };
  f.onclick = () => { i.focus(); draw(); };
  i.oninput = i.onfocus = draw;
  i.onkeydown = (event) => {
    if (event.key === 'Escape') u.hidden = true;
    if (event.key === 'Enter' && !refused++) i.value = '';
  };
  i.onblur = () => { i.value = ''; u.hidden = true; };
</script>"""


async def test_a_list_that_a_deleted_text_opens_again_is_closed(stage: Stage) -> None:
    await stage.show_html(SEARCHED)
    with pytest.raises(NotActionable, match="Paris"):
        await select(stage.tab, await stage.ref("#i"), "Paris")
    assert await stage.eval("[u.hidden, i.value, f.innerText.trim()]") == [True, "", "Cairo"]


# As vue-multiselect: the field is a box of chips, each with a cross that a style draws; its list closes at each choice,
# fading out, and comes late.
FADES = """<style>
  #f { width: 300px; border: 1px solid; min-height: 30px; position: relative } .my__tag { margin-right: 4px }
  .my__tag-icon { display: inline-block; width: 60px; height: 20px; background: red; cursor: pointer }
  #u { position: absolute; top: 40px; left: 0; width: 200px; margin: 0; background: #fff; transition: opacity .15s }
</style><div id=f role=combobox tabindex=0 aria-expanded=false aria-haspopup=listbox><span id=s></span>
<ul id=u role=listbox aria-multiselectable=true style="display:none"><li role=option>Ada<li role=option>Eva<li
role=option>Ken<li role=option>Pia</ul></div><script>
  let chosen = CHOSEN, open = false, soon = 0, times = 0;
  const toggle = (one) => { times++;
    chosen = chosen.includes(one) ? chosen.filter((at) => at !== one) : [...chosen, one]; draw(); };
  const draw = () => {
    s.innerHTML = chosen.slice(0, 2).map((one) =>
      `<span class=my__tag><span>${one}</span><i tabindex=1 class=my__tag-icon></i></span>`).join('') || 'Choose';
    if (chosen.length > 2) s.innerHTML += `<strong>and ${chosen.length - 2} more</strong>`;
    for (const cross of s.querySelectorAll('i')) cross.onmousedown = (event) => { event.stopPropagation();
      toggle(cross.parentNode.textContent); };
    for (const one of u.children) one.ariaSelected = chosen.includes(one.textContent);
  };
  const show = (now) => { open = now; f.ariaExpanded = now; clearTimeout(soon);
    if (now) soon = setTimeout(() => { u.style.display = ''; u.style.opacity = 1; }, 150);
    else { u.style.opacity = 0; soon = setTimeout(() => { u.style.display = 'none'; }, 150); } };
  f.onmousedown = (event) => { if (!u.contains(event.target)) show(!open); };
  u.onclick = (event) => { toggle(event.target.textContent); show(false); };
  f.onkeydown = (event) => { if (event.key === 'Escape') show(false); };
  draw();
</script>"""


@pytest.mark.parametrize(
    ("before", "wanted", "times"),
    [
        ([], ["Ada", "Eva", "Pia"], 3),
        (["Ada", "Eva"], ["Ada", "Eva", "Pia"], 1),
        (["Ada", "Eva", "Pia"], ["Eva"], 2),
        (["Ada", "Eva", "Pia"], [], 3),
    ],
)
async def test_chips_with_drawn_crosses_beside_a_list_that_fades(
    stage: Stage, before: list[str], wanted: list[str], times: int
) -> None:
    await stage.show_html(FADES.replace("CHOSEN", repr(before)))
    done = await select(stage.tab, await stage.ref("#f"), *wanted)
    assert await stage.eval("[chosen.sort(), times]") == [wanted, times]
    assert done.as_wanted is not False


# As virtual-select: the list lies in the field's own box, whose class speaks of tags, and a style draws its boxes.
WITHIN = """<style>i { display: inline-block; width: 12px; height: 12px; cursor: pointer; border: 1px solid }
  #u { position: absolute; top: 60px; width: 200px }</style>
<div class=show-as-tags><div id=f role=combobox tabindex=0 aria-haspopup=listbox aria-controls=u aria-expanded=false
class="show-as-tags multiple" style="width:200px;height:30px;border:1px solid"><span id=s>Select</span>
<div id=u role=listbox aria-multiselectable=true hidden></div></div></div><script>
  const chosen = new Set();
  for (const one of ['Ada', 'Eva', 'Ken', 'Pia']) {
    u.insertAdjacentHTML('beforeend', `<div role=option aria-selected=false><i></i><b>${one}</b></div>`);
    u.lastChild.onclick = ({ currentTarget: item }) => {
      if (!chosen.delete(one)) chosen.add(one);
      item.ariaSelected = chosen.has(one); s.textContent = [...chosen].join(', ') || 'Select';
    };
  }
  f.onclick = ({ target }) => { if (!u.contains(target)) { u.hidden = !u.hidden; f.ariaExpanded = !u.hidden; } };
  f.onkeydown = ({ key }) => { if (key === 'Escape') { u.hidden = true; f.ariaExpanded = false; } };
</script>"""


async def test_the_boxes_in_a_list_within_the_field_are_no_chips(stage: Stage) -> None:
    await stage.show_html(WITHIN)
    for wanted in (["Eva"], ["Ada", "Pia"], []):
        done = await select(stage.tab, await stage.ref("#f"), *wanted)
        assert (await stage.eval("[...chosen]"), done.as_wanted) == (wanted, True)


TAGBOX = """<div class="x-tagbox" style="width:260px;border:1px solid"><span id=t></span>
<input role=combobox id=f readonly aria-controls=l aria-expanded=false aria-label=Languages size=1></div>
<ul id=l role=listbox hidden style="margin:0">OPTIONS</ul><script>
  const open = (on) => { l.hidden = !on; f.ariaExpanded = String(on); };
  document.querySelector('.x-tagbox').onclick = () => open(l.hidden);
  window.held = () => [...l.querySelectorAll('[aria-selected=true]')].map((one) => one.innerText);
  l.onclick = ({ target }) => { target.ariaSelected = String(target.ariaSelected !== 'true');
    t.innerHTML = held().map((one) => `<b class=x-tag>${one}</b> `).join(''); };
  f.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
</script>""".replace(
    "OPTIONS",
    "".join(f"<li role=option aria-selected=false>{one}</li>" for one in ("Dutch", "Greek", "Irish")),
)


async def test_a_tag_box_takes_several_though_its_list_does_not_say_so(stage: Stage) -> None:
    """As in SurveyJS, whose field takes no keys on a screen for fingers."""
    await stage.show_html(TAGBOX)
    done = await select(stage.tab, await stage.ref("#f"), "Dutch", "Irish")
    assert (done.as_wanted, await stage.eval("held()")) == (True, ["Dutch", "Irish"])


# As Awesomplete's field of several words: a choice ends with a sign, and the list is for the last word alone.
WORDS = """<label>Tags <input id=f role=combobox aria-expanded=false aria-controls=l></label><ul id=l role=listbox
hidden style="position:absolute"></ul><script>
  const sign = '%s', rest = () => f.value.slice(0, f.value.lastIndexOf(sign) + 1);
  const show = (open) => { l.hidden = !open; f.ariaExpanded = String(open); };
  f.oninput = () => { const last = f.value.slice(rest().length).trim();
    const found = ['help', 'music', 'shade'].filter((one) => last && one.includes(last));
    l.innerHTML = found.map((one) => `<li role=option>${one}</li>`).join(''); show(found.length > 0); };
  l.onmousedown = (event) => { event.preventDefault();
    f.value = `${rest()}${rest() && sign !== ' ' ? ' ' : ''}${event.target.textContent}${sign.trim()} `; show(false); };
</script>"""


@pytest.mark.parametrize(("sign", "held"), [(" ", "help shade "), (",", "help, shade, ")])
async def test_a_choice_is_written_behind_the_sign_that_ends_the_one_before(
    stage: Stage, sign: str, held: str
) -> None:
    await stage.show_html(WORDS % sign)
    done = await select(stage.tab, await stage.ref("#f"), "help", "shade")
    assert (done.as_wanted, await stage.eval("f.value")) == (True, held)
