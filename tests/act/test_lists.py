"""Lists that a page draws itself: opened, searched, scrolled, chosen from, and read back."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

STYLE = """<style>[role=listbox],[role=menu],.pop{position:absolute;border:1px solid;background:#fff;max-height:120px;
overflow:auto;width:180px} [role=option],[role=menuitem],.row{height:24px}</style>"""

DRAWN = (
    STYLE
    + """
<label id=l>City</label>
<button id=c role=combobox aria-expanded=false aria-controls=list aria-labelledby=l>Choose…</button>
<div id=list role=listbox hidden>
  <div role=option>Berlin<small><br>Germany</small></div><div role=option data-value=par>Paris</div>
  <div role=option aria-disabled=true>Rome</div></div>
<script>
  window.picked = [];
  c.onclick = () => { list.hidden = !list.hidden; c.setAttribute('aria-expanded', String(!list.hidden)); };
  for (const o of list.children) o.onclick = () => { if (o.getAttribute('aria-disabled')) return;
    picked.push(o.innerText); c.textContent = o.innerText.split('\\n')[0]; list.hidden = true;
    c.setAttribute('aria-expanded', 'false'); };
  addEventListener('keydown', e => { if (e.key === 'Escape') { list.hidden = true;
    c.setAttribute('aria-expanded', 'false'); } });
</script>"""
)


@pytest.mark.parametrize(
    ("wish", "shown"), [("Paris", "Paris"), ("par", "Paris"), ("Berlin", "Berlin"), (1, "Paris")]
)
async def test_a_combobox_is_opened_and_its_choice_read_back(
    stage: Stage, wish: str | int, shown: str
) -> None:
    await stage.show_html(DRAWN)
    done = await select(stage.tab, await stage.ref("#c"), wish)
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "Choose…", shown)
    assert (done.method, done.chosen) == ("list", (shown,))
    assert await stage.eval("list.hidden")
    assert len(await stage.eval("picked")) == 1


@pytest.mark.parametrize(("wish", "code"), [("Oslo", "option_not_found"), ("Rome", "disabled")])
async def test_a_choice_that_is_not_there_leaves_the_list_closed(stage: Stage, wish: str, code: str) -> None:
    await stage.show_html(DRAWN)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), wish, timeout=0.8)
    assert refused.value.code == code
    if wish == "Oslo":
        assert "Paris" in refused.value.hint
    assert await stage.eval("[picked.length, list.hidden]") == [0, True]


async def test_a_list_that_is_drawn_elsewhere_when_it_opens(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<div id=c tabindex=0 aria-haspopup=listbox>Size</div><script>c.onmousedown = () => setTimeout(() => {"
        "const p = document.body.appendChild(document.createElement('div')); p.setAttribute('role', 'listbox');"
        "p.innerHTML = '<div role=option>Small</div><div role=option>Large</div>';"
        "for (const o of p.children) o.onclick = () => { c.textContent = o.textContent; p.remove(); };"
        "}, 80)</script>"
    )
    assert (await select(stage.tab, await stage.ref("#c"), "Large")).as_wanted
    assert await stage.eval("c.textContent") == "Large"


async def test_a_list_without_any_roles(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<p>Large</p><div id=c class=dropdown>Size</div><div class=pop hidden id=p><div class=row>Small</div>"
        "<div class=row>Large</div></div><script>c.onclick = () => p.hidden = false;"
        "for (const o of p.children) o.onclick = () => { c.textContent = o.textContent; p.hidden = true; }</script>"
    )
    assert (await select(stage.tab, await stage.ref("#c"), "Large")).as_wanted
    assert await stage.eval("[c.textContent, p.hidden]") == ["Large", True]


async def test_a_list_over_a_body_without_height(stage: Stage) -> None:
    """Editors that fill the window: all is positioned, and the body's `overflow: hidden` is that of the window."""
    await stage.show_html(
        """<style>body { margin: 0; overflow: hidden } body > * { position: absolute } a { display: block }</style>
<button id=kind type=button style="top:20px">string</button>
<div id=menu style="top:50px;display:none"><a href="#" value=num>number</a><a href="#" value=date>timestamp</a></div>
<script>
  kind.onclick = () => { menu.style.display = 'block'; };
  for (const row of menu.children) row.onclick = e => { e.preventDefault(); kind.textContent = row.textContent;
    menu.style.display = 'none'; };
</script>"""
    )
    assert await stage.eval("document.body.offsetHeight") == 0
    done = await select(stage.tab, await stage.ref("#kind"), "timestamp")
    assert done.chosen == ("timestamp",)
    assert await stage.eval("[kind.textContent, menu.style.display]") == ["timestamp", "none"]


async def test_a_select_in_one_box_with_another_field_is_its_own_list(stage: Stage) -> None:
    # flatpickr draws the list of months and the field of the year in one box
    await stage.show_html(
        "<div style='border:1px solid'><select id=m><option>January<option>February<option>March</select>"
        "<input id=y type=number value=2026 style='border:0;background:none'></div>"
    )
    assert (await select(stage.tab, await stage.ref("#m"), "March")).as_wanted
    assert await stage.eval("[m.value, y.value]") == ["March", "2026"]


async def test_a_menu_shows_nothing_of_what_was_chosen(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<button id=c aria-haspopup=menu>File</button><div role=menu hidden id=m><div role=menuitem>Open</div>"
        "<div role=menuitem>Save</div></div><script>c.onclick = () => m.hidden = false;"
        "for (const o of m.children) o.onclick = () => { window.done = o.textContent; m.hidden = true; }</script>"
    )
    chosen = await select(stage.tab, await stage.ref("#c"), "save")
    assert (chosen.received, chosen.as_wanted) == (True, None)
    assert await stage.eval("done") == "Save"


async def test_a_search_field_that_offers_what_fits(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<div><input id=c role=combobox aria-expanded=false></div><div role=listbox id=m hidden></div><script>"
        "c.oninput = () => setTimeout(() => { m.hidden = false;"
        "m.innerHTML = ['Ada Lovelace', 'Adam Smith'].filter(n => n.toLowerCase().includes(c.value.toLowerCase()))"
        ".map(n => `<div role=option>${n}</div>`).join('');"
        "for (const o of m.children) o.onmousedown = () => { c.value = o.textContent; m.hidden = true; }"
        "}, 100)</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Ada Lovelace")
    assert (done.as_wanted, done.value_after) == (True, "Ada Lovelace")


async def test_a_list_that_draws_only_what_is_in_sight(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<button id=c role=combobox aria-expanded=false>None</button><div id=m role=listbox hidden><div id=in "
        "style='height:24000px;position:relative'></div></div><script>"
        "const inside = document.getElementById('in'), draw = () => { const from = Math.floor(m.scrollTop / 24);"
        "inside.innerHTML = ''; for (let i = from; i < from + 6; i++) { const o = inside.appendChild("
        "document.createElement('div')); o.setAttribute('role', 'option'); o.textContent = 'Row ' + i;"
        "o.style = `position:absolute;top:${i * 24}px`; o.onclick = () => { c.textContent = o.textContent;"
        "m.hidden = true; c.setAttribute('aria-expanded', 'false') } } };"
        "m.onscroll = draw; c.onclick = () => { m.hidden = false; draw();"
        "c.setAttribute('aria-expanded', 'true') }</script>"
    )
    assert (await select(stage.tab, await stage.ref("#c"), "Row 57", timeout=15)).as_wanted
    assert await stage.eval("c.textContent") == "Row 57"


async def test_a_list_that_was_not_read_to_its_end_is_not_said_to_lack_the_option(stage: Stage) -> None:
    row = "<div role=option>Row ${m.children.length}</div>"
    rows = f"for (let i = 0; i < 6; i++) m.insertAdjacentHTML('beforeend', `{row}`)"
    await stage.show_html(
        STYLE + "<button id=c role=combobox aria-expanded=false aria-controls=m>None</button>"
        f"<div id=m role=listbox hidden></div><script>{rows}; m.onscroll = () => {{ {rows} }};"
        "c.onclick = () => { m.hidden = !m.hidden; c.setAttribute('aria-expanded', String(!m.hidden)); };</script>"
    )
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Row X", timeout=6)
    assert "in the part of the list that was read, which ends with 'Row " in str(refused.value)
    assert "longer timeout" in refused.value.hint


async def test_a_list_of_many_ends_with_exactly_the_named_ones(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<div id=c role=listbox aria-multiselectable=true tabindex=0 style='position:static'>"
        + "".join(
            f"<div role=option aria-selected={s}>{n}</div>"
            for n, s in (("A", "true"), ("B", "false"), ("C", "true"), ("D", "false"))
        )
        + "</div><script>for (const o of c.children) o.onclick = () => o.setAttribute('aria-selected',"
        " String(o.getAttribute('aria-selected') !== 'true'))</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "A", "D")
    assert await stage.eval("Array.from(c.children, o => o.getAttribute('aria-selected')).join()") == (
        "true,false,false,true"
    )
    assert done.as_wanted


async def test_a_list_that_does_not_take_the_choice_is_not_as_wanted(stage: Stage) -> None:
    await stage.show_html(DRAWN.replace("c.textContent = o.innerText.split('\\n')[0];", ""))
    assert (await select(stage.tab, await stage.ref("#c"), "Paris")).as_wanted is False


@pytest.mark.parametrize(
    "html", ["<form><button id=c>Send</button></form>", "<a id=c href=#x>x</a>", "<p id=c>x</p>"]
)
async def test_what_opens_no_list_is_not_clicked_to_find_out(stage: Stage, html: str) -> None:
    await stage.show_html(html + "<script>clicks = 0; addEventListener('click', () => clicks++)</script>")
    with pytest.raises(NotActionable, match="opens no list"):
        await select(stage.tab, await stage.ref("#c"), "x")
    assert await stage.eval("clicks") == 0


async def test_a_tree_whose_levels_are_drawn_long_after_the_press(stage: Stage) -> None:
    """The first level is expanded at once, and its items, which expand too, come half a second later."""
    await stage.show_html(
        STYLE
        + """
<label id=l>Place</label>
<button id=c role=combobox aria-expanded=false aria-controls=tree aria-labelledby=l>Choose…</button>
<div id=tree role=tree class=pop hidden></div>
<script>
  c.onclick = () => { tree.hidden = false; c.setAttribute('aria-expanded', 'true'); };
  const shut = () => { tree.hidden = true; c.setAttribute("aria-expanded", "false"); };
  const add = (parent, label, ...below) => {
    const node = Object.assign(document.createElement('div'), { role: 'treeitem' });
    node.innerHTML = '<span class=row>' + (below.length ? '<i class=expand-icon>+</i>' : '') + label + '</span>';
    if (below.length) {
      node.setAttribute('aria-expanded', 'false');
      const group = node.appendChild(Object.assign(document.createElement('div'), { role: 'group' }));
      node.querySelector('i').onclick = event => { event.stopPropagation(); node.setAttribute('aria-expanded', 'true');
        setTimeout(() => add(group, ...below), 500); };
    } else node.onclick = () => { c.textContent = label; shut(); };
    parent.append(node);
  };
  add(tree, 'Europe', 'France', 'Paris');
</script>"""
    )
    done = await select(stage.tab, await stage.ref("#c"), "Paris")
    assert (done.as_wanted, done.value_after) == (True, "Paris")


TREE = (
    STYLE
    + """<style>.expander-icon, .expander-icon-stub { display: inline-block; width: 22px; height: 22px }
.expander-icon::before { content: '+' }</style>
<button id=c role=combobox aria-expanded=false aria-controls=tree aria-label=Route>HELD</button>
<div id=tree role=tree class=pop hidden></div>
<script>
  const open = (is) => { tree.hidden = !is; c.setAttribute('aria-expanded', String(is)); };
  c.onclick = () => open(tree.hidden);
  addEventListener('keydown', e => { if (e.key === 'Escape') open(false); });
  window.picked = [];
  const add = (parent, label, ...below) => {
    const node = Object.assign(document.createElement('div'), { role: 'treeitem' });
    const arrow = below.length ? 'expander-icon' : 'STUB';
    node.innerHTML = `<span class=row><i class=${arrow}></i>${label}</span>`;
    if (below.length) {
      node.setAttribute('aria-expanded', 'false');
      const group = node.appendChild(Object.assign(document.createElement('div'), { role: 'group' }));
      node.querySelector('i').onclick = () => { if (node.ariaExpanded === 'false') {
        node.setAttribute('aria-expanded', 'true'); group.hidden = false; group.replaceChildren();
        below.forEach(one => add(group, one)); } };
    } else node.onclick = () => { picked.push(label); c.textContent = label; open(false); };
    parent.append(node);
  };
  add(tree, 'North', 'Lofoten', 'Senja');
  add(tree, 'South', 'Kristiansand', 'Arendal');
</script>"""
)


async def test_the_leaf_of_a_tree_keeps_room_for_an_arrow_and_is_not_pressed(stage: Stage) -> None:
    await stage.show_html(TREE.replace("STUB", "expander-icon-stub").replace("HELD", "Choose…"))
    done = await select(stage.tab, await stage.ref("#c"), "Lofoten")
    assert (done.as_wanted, done.value_after) == (True, "Lofoten")
    assert await stage.eval("picked") == ["Lofoten"]


@pytest.mark.parametrize(("wish", "held"), [("Lofoten", "Lofoten"), ("Nowhere", "Senja")])
async def test_a_choice_that_was_made_on_the_way_does_not_stay(stage: Stage, wish: str, held: str) -> None:
    """Here the leaves draw an arrow, and a press on it chooses them."""
    await stage.show_html(TREE.replace("STUB", "expander-icon").replace("HELD", "Senja"))
    ref = await stage.ref("#c")
    if wish == held:
        assert (await select(stage.tab, ref, wish, timeout=10)).as_wanted
    else:
        with pytest.raises(NotActionable) as refused:
            await select(stage.tab, ref, wish, timeout=10)
        assert refused.value.code == "option_not_found"
    assert await stage.eval("c.textContent") == held
    assert await stage.eval("tree.hidden")


async def test_a_choice_made_on_the_way_that_cannot_be_undone_is_reported(stage: Stage) -> None:
    await stage.show_html(TREE.replace("STUB", "expander-icon").replace("HELD", "Choose…"))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Nowhere", timeout=10)
    held = await stage.eval("c.textContent")
    assert f"It holds {held!r} now" in refused.value.hint


@pytest.mark.req("RA-04")
@pytest.mark.parametrize("shut", ["group.hidden = true", "group.replaceChildren()"])
async def test_a_branch_that_closes_before_its_choice_is_pressed_is_opened_again(
    stage: Stage, shut: str
) -> None:
    """Trees draw themselves again after each choice, and may close a branch then."""
    await stage.show_html(
        TREE.replace("STUB", "none").replace("HELD", "Choose…")
        + f"""<script>
  let shuts = 1;
  tree.onmouseover = event => {{
    const group = event.target.closest('[role=group]');
    if (!group?.textContent.includes('Arendal') || !shuts--) return;
    group.parentElement.setAttribute('aria-expanded', 'false');
    {shut};
  }};
</script>"""
    )
    done = await select(stage.tab, await stage.ref("#c"), "Arendal")
    assert (done.as_wanted, done.value_after) == (True, "Arendal")


BOXED = """<style>#w { position: relative } .box { width: 200px; border: 1px solid; cursor: pointer }
.item { display: inline-block } .box input { width: 90px; border: 0; background: none }
.drop { position: absolute; top: 100%; left: 0; width: 200px; background: #fff; border: 1px solid }</style>
<label for=s>Harbour</label><p><select id=city hidden><option>Oslo</select>
<div id=w><div class=box id=b><div class=item id=it>Oslo</div><input id=s></div><div class=drop id=d hidden></div></div>
<script>
  const draw = () => { d.hidden = false; d.replaceChildren(...['Oslo', 'Bodo', 'Hamar']
    .filter(one => one.toLowerCase().startsWith(s.value.toLowerCase()))
    .map(one => Object.assign(document.createElement('div'), { className: 'option', textContent: one,
      onmousedown: event => { event.preventDefault(); event.stopPropagation(); s.value = ''; d.hidden = true;
        city.options[0].text = one;
        document.querySelector('.item').outerHTML = `<div class=item>${one}</div>`; } }))) };
  b.onmousedown = () => { d.hidden ? draw() : d.hidden = true; setTimeout(() => s.focus()); };
  s.oninput = draw;
  s.onkeydown = event => { if (event.key === 'ArrowDown' && d.hidden) draw(); };
  s.onblur = () => { s.value = ''; d.hidden = true; };
</script>"""
"""As selectize draws its lists: no roles, the choice beside the field that searches, the list in their box."""


async def test_a_text_that_a_list_of_no_roles_offers_is_chosen(stage: Stage) -> None:
    """It only searched the list, and was called what the field holds."""
    await stage.show_html(BOXED)
    for wish in ("Hamar", "Bodo"):
        done = await fill_field(stage.tab, await stage.ref("#s"), wish)
        assert done.as_wanted
        assert await stage.eval("city.value") == wish


async def test_the_choice_that_a_field_shows_is_replaced_by_the_next_one(stage: Stage) -> None:
    await stage.show_html(BOXED)
    ref = await stage.ref("#it")
    done = await select(stage.tab, ref, "Bodo")
    assert (done.as_wanted, done.value_after, done.ref) == (True, "Bodo", ref)
    assert await stage.eval("city.value") == "Bodo"


async def test_a_value_that_is_drawn_a_little_above_its_box_is_what_the_field_holds(stage: Stage) -> None:
    """It was taken for a list that hangs out of the box, and the choice for one that the page had refused."""
    above = ".drop.drop { top: 120% } .item { position: absolute; top: -3px; left: 100px }</style>"
    await stage.show_html(BOXED.replace("</style>", above))
    done = await select(stage.tab, await stage.ref("#s"), "Hamar")
    assert (done.as_wanted, done.value_after) == (True, "Hamar")
    assert await stage.eval("city.value") == "Hamar"


@pytest.mark.parametrize("path", ["Europe/France", "Europe > France"])
async def test_a_path_through_a_cascade_is_one_value(stage: Stage, path: str) -> None:
    """Only an item that opens a level begins a path: `km` of `km/h` is a choice of its own, and is not taken."""
    await stage.show_html(
        STYLE
        + """
<button id=c role=combobox aria-expanded=false aria-controls=p aria-label=Place>Choose…</button>
<div id=p hidden>
<ul role=menu id=a><li role=menuitemradio aria-haspopup=true class=row>Europe<li role=menuitemradio class=row>km</ul>
<ul role=menu id=b style='left:300px'></ul></div>
<script>
  const open = (is) => { p.hidden = !is; c.ariaExpanded = String(is); };
  const choose = (text) => { c.textContent = text; open(false); };
  c.onclick = () => open(p.hidden);
  a.children[1].onclick = () => choose('km');
  a.children[0].onclick = () => { b.innerHTML = '<li role=menuitemradio class=row>France';
    b.firstChild.onclick = () => choose('Europe / France'); };
</script>"""
    )
    ref = await stage.ref("#c")
    with pytest.raises(NotActionable) as error:
        await select(stage.tab, ref, "km/h", timeout=3)
    assert error.value.code == "option_not_found"
    assert await stage.eval("c.textContent") == "Choose…"
    await select(stage.tab, ref, path)
    assert await stage.eval("c.textContent") == "Europe / France"


ROLELESS = """<style>.pop { position: fixed; top: 60px; left: 10px; background: #fff; border: 1px solid }
.tree-node, .cell { display: flex; gap: 6px; width: 200px; padding: 6px; cursor: pointer }
.column { display: inline-block; vertical-align: top; height: 170px; width: 210px }</style>
<div id=c tabindex=0 style="width:200px;cursor:pointer">Please Select</div><div id=p class=pop hidden></div>
<script>
  const choose = (text) => { c.textContent = text; p.hidden = true; p.innerHTML = ''; };
  const row = (text, kind, press, arrow) => { const one = document.createElement('div'); one.className = kind;
    if (arrow) { const part = document.createElement('span'); part.className = 'node-switcher';
      part.innerHTML = '<svg width=12 height=12><path d="M0 0L8 4L0 8z"/></svg>';
      part.onclick = (event) => { event.stopPropagation(); arrow(one); }; one.append(part); }
    one.append(Object.assign(document.createElement('span'), { textContent: text }));
    one.onclick = () => press(one); return one; };
</script>"""
"""A control and a popup without roles, as Naive UI draws its tree selects and cascaders."""


@pytest.mark.parametrize("values", [("EMEA",), ("Sales", "EMEA")])
async def test_a_tree_without_roles_is_opened_by_its_arrows(stage: Stage, values: tuple[str, ...]) -> None:
    """A press on the branch itself chose the branch, and the option was said to be missing."""
    await stage.show_html(
        ROLELESS
        + """<script>c.onclick = () => { p.hidden = false;
  p.replaceChildren(...['Engineering', 'Sales'].map((name) => row(name, 'tree-node', () => choose(name), (one) =>
    one.after(row(name === 'Sales' ? 'EMEA' : 'Backend', 'tree-node', () => choose('EMEA')))))) };</script>"""
    )
    done = await select(stage.tab, await stage.ref("#c"), *values)
    assert (done.as_wanted is not False, done.value_after) == (True, "EMEA")


async def test_the_only_choice_of_a_column_is_pressed_itself(stage: Stage) -> None:
    """The column has the same text: its middle was pressed, where nothing is, and the choice called done."""
    await stage.show_html(
        ROLELESS
        + """<script>const column = (name) => { const one = document.createElement('div'); one.className = 'column';
    one.append(row(name, 'cell', () => choose(name))); return one; };
  c.onclick = () => { p.hidden = false; p.replaceChildren(column('Tokyo')); };</script>"""
    )
    await select(stage.tab, await stage.ref("#c"), "Tokyo")
    assert await stage.eval("c.textContent") == "Tokyo"


async def test_a_list_whose_search_field_opens_with_it(stage: Stage) -> None:
    """A link opens it; the field that holds the focus beside the link is a button, and off while the list is open."""
    await stage.show_html(
        STYLE + "<div style='display:inline-block'><a id=c href='javascript:void 0'>Nobody</a>"
        "<input id=f type=text role=button aria-haspopup=true "
        "style='position:absolute;opacity:0;width:1px'></div><div id=p class=pop hidden><input id=s type=text>"
        "<ul role=listbox id=m><li role=option class=row>Enter 1 or more letters</ul></div><script>"
        "c.onmousedown = () => { p.hidden = false; f.disabled = true; s.focus(); return false };"
        "s.oninput = () => { m.innerHTML = '<li role=option class=row>Searching…'; setTimeout(() => {"
        "m.innerHTML = '<li role=option class=row>Hana Dubois'; m.firstChild.onclick = () => {"
        "c.textContent = 'Hana Dubois'; p.hidden = true; f.disabled = false } }, 100) }</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Hana Dubois")
    assert done.as_wanted is not False
    assert await stage.eval("[c.textContent, p.hidden]") == ["Hana Dubois", True]


TAGS = """<style>#p { position: fixed; top: 60px; left: 10px; width: 200px; background: #fff; border: 1px solid }
[hidden] { display: none !important }</style>
<button id=c type=button style="width:200px;height:24px"></button>
<div id=p hidden><input id=s role=combobox aria-expanded=false aria-label="Add tag"><ul id=m></ul></div>
<script>
  const made = [];
  const close = () => { p.hidden = true; s.value = ''; draw(); };
  c.onclick = () => { p.hidden = false; s.focus(); };
  addEventListener('keydown', e => { if (e.key === 'Escape') close(); });
  const draw = () => {
    const names = [...new Set([...made, ...(s.value ? [s.value] : [])])];
    m.innerHTML = '';
    for (const name of names.filter(n => n.includes(s.value))) {
      const row = m.appendChild(document.createElement('li'));
      row.setAttribute('role', 'option');
      row.innerHTML = '<input type=checkbox ' + (made.includes(name) ? 'checked' : '') + '> ' + name;
      row.onclick = () => {
        made.includes(name) ? made.splice(made.indexOf(name), 1) : made.push(name);
        c.textContent = made.join(', '); s.value = ''; draw();
      };
    }
  };
  s.oninput = draw;
</script>"""


@pytest.mark.req("VD-10")
async def test_a_button_opens_a_search_field_whose_list_is_empty_until_something_is_typed(
    stage: Stage,
) -> None:
    await stage.show_html(TAGS)
    done = await select(stage.tab, await stage.ref("#c"), "sea", "cold")
    assert (done.as_wanted, done.chosen) == (True, ("sea", "cold"))
    assert await stage.eval("[c.textContent, p.hidden]") == ["sea, cold", True]


async def test_a_field_in_a_dialog_of_its_own_is_no_search_field_of_a_button(stage: Stage) -> None:
    await stage.show_html(
        "<button id=c type=button>New folder</button><div id=p hidden style='position:fixed;top:60px'>"
        "<input id=s aria-label=Name></div><script>typed = 0; c.onclick = () => { p.hidden = false };"
        "s.oninput = () => { typed++ }</script>"
    )
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "sea")
    assert refused.value.code == "not_editable"
    assert await stage.eval("typed") == 0


async def test_the_value_drawn_over_a_field_is_pressed_in_its_place(stage: Stage) -> None:
    await stage.show_html(
        STYLE
        + "<table><tr><td><div id=w style='position:relative;width:170px;height:34px'><span id=v style='position:"
        "absolute;inset:0'>Apples</span><div style='width:30px;height:34px'><input id=c role=combobox size=1 "
        "aria-expanded=false style='width:5px;border:0'></div></div></table>"
        "<div id=m role=listbox hidden><div role=option>Apples</div><div role=option>Melons</div></div><script>"
        "w.onmousedown = (event) => { event.preventDefault(); m.hidden = false; c.ariaExpanded = 'true' };"
        "for (const o of m.children) o.onclick = () => { v.textContent = o.textContent; m.hidden = true;"
        "c.ariaExpanded = 'false' }</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Melons")
    assert done.as_wanted
    assert await stage.eval("v.textContent") == "Melons"


OPEN_ENDED = (
    STYLE
    + """<button id=c aria-haspopup=dialog aria-expanded=false>Select…</button>
<div id=p class=pop role=dialog hidden><input role=combobox aria-expanded=true aria-controls=m>
<div id=m role=listbox><div role=option>Blue</div><div role=option>Green</div><div role=option>Violet</div></div></div>
<script>
  let held = ['Blue'];
  const show = (open) => { p.hidden = !open; c.ariaExpanded = String(open); c.textContent = held.join(', '); };
  c.onclick = () => show(p.hidden);
  addEventListener('keydown', (event) => { if (event.key === 'Escape') show(false); });
  for (const o of m.children) o.onclick = () => { const at = held.indexOf(o.textContent), take = '%s';
    if (take === 'two') held = [...held, o.textContent].slice(-2);
    else if (take !== 'several') held = [o.textContent];
    else if (at < 0) held.push(o.textContent); else held.splice(at, 1);
    show(take !== 'one'); };
</script>"""
)


async def test_a_list_that_stays_open_and_keeps_both_takes_several(stage: Stage) -> None:
    """Its attributes do not say so, as in lists of cmdk."""
    await stage.show_html(OPEN_ENDED % "several")
    done = await select(stage.tab, await stage.ref("#c"), "Green", "Violet")
    assert (done.as_wanted, done.chosen) == (True, ("Green", "Violet"))
    assert await stage.eval("[held.includes('Green'), held.includes('Violet'), p.hidden]") == [
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("takes", ["one", "the last"])
async def test_a_list_that_closes_or_keeps_the_last_takes_one(stage: Stage, takes: str) -> None:
    await stage.show_html(OPEN_ENDED % takes)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Green", "Violet")
    assert refused.value.code == "takes_one"
    assert f"may hold {'Green' if takes == 'one' else 'Violet'!r} now" in refused.value.hint


async def test_a_list_that_takes_two_is_not_said_to_take_one(stage: Stage) -> None:
    await stage.show_html((OPEN_ENDED % "two").replace("let held = ['Blue']", "let held = []"))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Green", "Violet", "Blue")
    assert refused.value.code == "takes_one"
    assert "kept 2 options of 3" in refused.value.message
    assert "hold 'Violet', 'Blue' now" in refused.value.hint


WITHIN = (
    STYLE
    + """<style>#c { position: relative; border: 1px solid; width: 200px; height: 24px }
#m { top: 24px; left: 0 } #m[hidden] { display: none }</style>
<div id=c class='search multiple dropdown'><select multiple id=s hidden><option>Ink<option>Oil<option>Wax</select>
<span id=chips></span><input id=i style='width:60px'><div id=m class=pop hidden></div></div><script>
  const show = open => { m.hidden = !open; draw(); };
  const draw = () => {
    const left = Array.from(s.options).filter(o => !o.selected);
    m.innerHTML = left.map((o, at) => `<div class='item ${at === mark ? 'selected' : ''}'>${o.label}</div>`).join('');
    const held = Array.from(s.selectedOptions, o => `<a class=chip>${o.label}<i class='delete icon'></i></a>`);
    chips.innerHTML = held.join('');
  };
  let mark = 0;
  c.onclick = e => { if (m.hidden && !m.contains(e.target)) show(true); };
  m.onmousedown = e => e.preventDefault();
  m.onclick = e => {
    const items = Array.from(m.children), at = items.indexOf(e.target);
    if (at < 0) return;
    Array.from(s.options).find(o => o.label === e.target.innerText).selected = true;
    mark = Math.min(at, items.length - 2);
    draw();
  };
  addEventListener('keydown', e => { if (e.key === 'Escape') show(false); });
</script>"""
)


async def test_what_a_list_marks_for_the_keys_is_not_what_its_field_holds(stage: Stage) -> None:
    """The list opens inside the field's own box, and calls the item that Enter would take `selected`."""
    await stage.show_html(WITHIN)
    chosen = "Array.from(s.selectedOptions, o => o.label)"
    for wishes in (["Ink"], ["Ink", "Wax"]):
        done = await select(stage.tab, await stage.ref("#i"), *wishes)
        assert (done.as_wanted, await stage.eval(chosen)) == (True, wishes)


BOXES_LISTED = (
    STYLE
    + """<button id=c type=button>Choose</button><div id=m class=pop hidden><ul></ul></div><script>
  const row = name => `<li><label><input type=checkbox><span>${name}</span></label>`;
  m.firstChild.innerHTML = ['Ann', 'Bob', 'Cy'].map(row).join('');
  c.onclick = () => { m.hidden = !m.hidden };
  m.onchange = () => {
    c.textContent = Array.from(m.querySelectorAll(':checked'), b => b.parentElement.innerText).join(', ');
  };
  addEventListener('keydown', e => { if (e.key === 'Escape') m.hidden = true; });
</script>"""
)


async def test_a_list_that_only_a_press_elsewhere_closes_is_closed(stage: Stage) -> None:
    """TDesign's: neither a key nor its field closes it, and a card around the field would take a click."""
    page = BOXES_LISTED.replace("m.hidden = !m.hidden", "m.hidden = false").replace("e.key === 'Escape'", "0")
    beside = "<script>onmousedown = e => { if (!m.contains(e.target) && e.target !== c) m.hidden = true; };"
    await stage.show_html(
        page + beside + "onclick = e => { window.card = e.target === document.body; };</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Ann", "Cy")
    assert (done.as_wanted, await stage.eval("[m.hidden, card]")) == (True, [True, False])


async def test_a_way_of_closing_a_list_at_which_a_page_does_nothing_is_not_waited_for(stage: Stage) -> None:
    """Only a click on the page closes it, which came a second and a half after the first key."""
    page = BOXES_LISTED.replace("m.hidden = !m.hidden", "m.hidden = false").replace("e.key === 'Escape'", "0")
    await stage.show_html(
        page + "<script>onkeydown = () => window.began ??= performance.now();"
        "onclick = e => { if (e.target === document.body) { m.hidden = true; took = performance.now() - began; } };"
        "</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Ann", "Cy")
    assert (done.as_wanted, await stage.eval("m.hidden")) == (True, True)
    assert await stage.eval("took") < 900


async def test_a_list_that_a_key_closes_by_a_timer_is_waited_for(stage: Stage) -> None:
    page = BOXES_LISTED.replace("m.hidden = true;", "setTimeout(() => { m.hidden = true; }, 250);")
    await stage.show_html(
        page + "<script>beside = 0; addEventListener('pointerdown', e => beside += !e.isTrusted)</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Ann", "Cy")
    assert (done.as_wanted, await stage.eval("[m.hidden, beside]")) == (True, [True, 0])


async def test_the_labels_of_check_boxes_are_the_choices_of_a_list(stage: Stage) -> None:
    await stage.show_html(BOXES_LISTED)
    for wishes in (["Ann", "Cy"], ["Bob"]):
        done = await select(stage.tab, await stage.ref("#c"), *wishes)
        assert (done.as_wanted, await stage.eval("c.innerText")) == (True, ", ".join(wishes))
    assert await stage.eval("m.hidden")


SLOW = (
    STYLE
    + """<button id=c role=combobox aria-expanded=false aria-controls=m>None</button>
<div id=m role=listbox aria-multiselectable=true hidden></div><script>
  const held = [], show = open => { m.hidden = !open; c.ariaExpanded = String(open); };
  const draw = () => { m.innerHTML = ['Blue', 'Green', 'Violet'].map(name =>
    `<div role=option aria-selected=${held.includes(name)}>${name}</div>`).join(''); };
  c.onclick = () => { show(true); m.innerHTML = ''; setTimeout(draw, 350); };
  m.onclick = event => { const name = event.target.innerText; setTimeout(() => {
    for (const end = performance.now() + 900; performance.now() < end;);
    held.push(name); c.textContent = held.join(', '); draw(); show(false); %s; }); };
  addEventListener('keydown', event => { if (event.key === 'Escape') show(false); });
</script>"""
)


async def test_each_of_several_choices_has_the_whole_time(stage: Stage) -> None:
    """The first one has used it up, on a page that is busy with each."""
    await stage.show_html(SLOW % "0")
    done = await select(stage.tab, await stage.ref("#c"), "Green", "Violet", timeout=1.2)
    assert (done.as_wanted, done.chosen, done.ending) == (True, ("Green", "Violet"), "")
    assert await stage.eval("held.join()") == "Green,Violet"


async def test_choices_that_could_not_be_made_any_more_are_a_failure(stage: Stage) -> None:
    await stage.show_html(SLOW % "location = 'about:blank'")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Green", "Violet")
    assert refused.value.code == "not_done"
    assert str(refused.value) == "the page went away before 'Violet' was chosen; chosen: 'Green'"


async def test_a_choice_that_a_button_shows_by_an_icon_and_its_title(stage: Stage) -> None:
    """Node-RED's types of a value: the button has the icon of the type, and its name as a title."""
    await stage.show_html(
        STYLE
        + """<style>i { display: inline-block; width: 13px; height: 13px; background: red }</style>
<button id=c title=timestamp><i></i></button>
<input id=v><script>
  let menu = null;
  const choose = (label) => { c.title = label; menu.remove(); menu = null; v.focus(); };
  c.onclick = () => {
    menu = document.createElement("div");
    menu.className = "pop";
    for (const label of ["timestamp", "string", "number"]) {
      const row = menu.appendChild(document.createElement("a"));
      row.href = "#";
      row.className = "row";
      row.style.display = "block";
      row.textContent = label;
      row.onclick = (event) => { event.preventDefault(); choose(label); };
    }
    document.body.append(menu);
  };
</script>"""
    )
    done = await select(stage.tab, await stage.ref("#c"), "number")
    assert await stage.eval("c.title") == "number"
    assert done.as_wanted, done
    assert done.value_after == "number"


SLOW_TO_OPEN = (
    STYLE
    + """<div id=c class='multiple' style='border:1px solid;width:300px;height:30px'><span id=chips></span>
<input id=i role=combobox aria-expanded=false style='width:60px'></div><div id=m class=pop hidden></div><script>
  const held = ['Ink'];
  const draw = () => {
    chips.innerHTML = held.map(n => `<b class=chip>${n} <i class='remove' aria-label='Remove ${n}'>×</i></b>`).join('');
    const left = ['Ink', 'Oil', 'Wax'].filter(n => !held.includes(n));
    m.innerHTML = left.map(n => `<div role=option>${n}</div>`).join('');
  };
  let open = false;
  c.onmousedown = e => { if (e.target.className === 'remove') return;
    open = !open; setTimeout(() => { m.hidden = !open; i.ariaExpanded = String(open); }, 250); };
  m.onclick = e => { held.push(e.target.textContent); draw(); };
  chips.onclick = e => { if (e.target.className !== 'remove') return;
    held.splice(held.indexOf(e.target.ariaLabel.slice(7)), 1); draw(); %s };
  addEventListener('keydown', e => { if (e.key !== 'Escape') return;
    open = false; m.hidden = true; i.ariaExpanded = 'false'; });
  draw();
</script>"""
)


async def test_a_list_that_is_still_opening_is_not_pressed_again(stage: Stage) -> None:
    """The first of the named choices is there already, so that nothing was pressed since the list was opened."""
    await stage.show_html(SLOW_TO_OPEN % "")
    done = await select(stage.tab, await stage.ref("#i"), "Ink", "Wax", timeout=3)
    assert (done.as_wanted, await stage.eval("held.join()")) == (True, "Ink,Wax")


async def test_a_field_that_goes_while_choices_are_taken_away_is_no_success(stage: Stage) -> None:
    """A panel that closes by a press on what is gone by then, as the crosses of chips are."""
    await stage.show_html((SLOW_TO_OPEN % "c.remove(); m.remove();").replace("['Ink']", "['Ink', 'Oil']"))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#i"), "Wax", timeout=3)
    assert refused.value.code == "not_done"
    assert "still chosen: 'Ink', 'Wax'" in str(refused.value)


NAMED_WITHIN = """<my-select></my-select><style>my-select { display: block }</style><script>
  customElements.define('my-select', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = `<style>.anchor { position: relative; width: 200px; height: 50px;
      border: 1px solid } .label { position: absolute; top: 0 } .menu { position: absolute; background: #fff }</style>
      <div class=anchor role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=m
        aria-labelledby=name tabindex=0>
      <span id=name class=label>Country *</span><span class=holds><span class=text></span></span></div>
      <div id=m class=menu role=listbox hidden><div role=option>France</div><div role=option>Germany</div></div>`;
    const at = (one) => this.shadowRoot.querySelector(one), menu = at('.menu'), anchor = at('.anchor');
    const show = (open) => { menu.hidden = !open; anchor.ariaExpanded = String(open); };
    anchor.onclick = () => show(menu.hidden);
    menu.onclick = (event) => { at('.text').textContent = event.target.textContent; show(false); };
  } });
</script>"""


async def test_the_name_within_a_combobox_is_no_part_of_what_it_holds(stage: Stage) -> None:
    """As Material's web components draw it: the label floats within the control that it names."""
    await stage.show_html(NAMED_WITHIN)
    ref = await stage.ref("(document.querySelector('my-select').shadowRoot.querySelector('.anchor'))")
    done = await select(stage.tab, ref, "Germany")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "", "Germany")


PLACEHOLDER = """<select id=s style="display:none"><option value=""></option><option>Acme<option>Cito</select>
<div style="position:relative;width:200px"><a id=a style="display:block;border:1px solid;cursor:pointer"><span>Choose a
supplier</span></a><input style="position:absolute;left:-9999px;width:60px">
<ul id=u hidden style="position:absolute;background:#fff"><li>Acme<li>Cito</ul></div><script>
  a.onmousedown = () => { u.hidden = !u.hidden };
  u.onmouseup = (event) => { s.value = a.firstChild.innerText = event.target.innerText.trim(); u.hidden = true; };
</script>"""


async def test_a_form_chooses_from_a_drawn_list_that_shows_a_placeholder(stage: Stage) -> None:
    """As Chosen draws it: a link without an address beside a hidden `<select>` in which nothing is chosen."""
    await stage.show_html(PLACEHOLDER)
    done = await fill_field(stage.tab, await stage.ref("#a"), "Cito")
    assert (done.as_wanted, done.value_after, await stage.eval("s.value")) == (True, "Cito", "Cito")


LIST_BUTTON = """<my-button id=b role=button tabindex=0 aria-haspopup=listbox aria-expanded=false
 style="display:block;width:120px;height:24px">-</my-button><div id=m role=listbox hidden style="position:absolute">
<div role=option>Junior</div><div role=option>Lead</div></div><script>
  const show = (is) => { m.hidden = !is; b.ariaExpanded = String(is); };
  b.onclick = () => show(m.hidden);
  m.onclick = (event) => { b.innerText = event.target.innerText; show(false); };
</script>"""


async def test_a_form_chooses_from_the_list_that_a_button_opens(stage: Stage) -> None:
    """As Vaadin's select is: a custom element that calls itself a button with a listbox."""
    await stage.show_html(LIST_BUTTON)
    done = await fill_field(stage.tab, await stage.ref("#b"), "Lead")
    assert (done.as_wanted, done.value_after, await stage.eval("b.innerText")) == (True, "Lead", "Lead")


TOKENS = """<my-multi></my-multi><script>
  const TOKEN = `<style>:host { display: inline-flex } </style><div role=option><span class=text></span></div>`;
  customElements.define('my-token', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = TOKEN;
    this.shadowRoot.querySelector('.text').innerText = this.getAttribute('text'); } });
  customElements.define('my-tokens', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<div role=listbox><slot></slot></div>'; } });
  customElements.define('my-multi', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = `<style>:host { display: inline-flex; border: 1px solid;
      width: 300px }
      .root { display: flex; width: 100% } input { border: 0; flex: 1; min-width: 60px; background: transparent }
      .menu { position: absolute; top: 60px; background: #fff; border: 1px solid } [hidden] { display: none }</style>
      <div class=root><my-tokens></my-tokens>
      <input role=combobox aria-haspopup=dialog aria-expanded=false aria-controls=m></div>
      <div id=m class=menu hidden><div role=listbox aria-multiselectable=true></div></div>`;
    const at = (one) => this.shadowRoot.querySelector(one), field = at('input');
    const menu = at('.menu'), list = at('.menu [role=listbox]');
    list.innerHTML = ['New', 'Sale', 'Heavy'].map((one) => `<div role=option>${one}</div>`).join('');
    const show = (open) => { menu.hidden = !open; field.ariaExpanded = String(open); };
    const draw = () => {
      window.chosen = Array.from(list.querySelectorAll('[aria-selected=true]'), (one) => one.innerText);
      at('my-tokens').innerHTML = chosen.map((one) => `<my-token text="${one}"></my-token>`).join(''); };
    field.onclick = () => show(true);
    field.onkeydown = (event) => { if (event.key === 'Escape') show(false); };
    field.onblur = () => setTimeout(() => show(false), 50);
    list.onmousedown = (event) => event.preventDefault();
    list.onclick = (event) => { const one = event.target;
      one.ariaSelected = String(one.ariaSelected !== 'true'); draw(); }; } });
</script>"""


async def test_choices_that_components_draw_in_slots_are_what_the_field_holds(stage: Stage) -> None:
    """As UI5's multi combo box draws its tokens: each in the slot of a list, with a shadow root of its own."""
    await stage.show_html(TOKENS)
    ref = await stage.ref("(document.querySelector('my-multi').shadowRoot.querySelector('input'))")
    for values in (("Sale", "Heavy"), ("New",), ()):
        done = await select(stage.tab, ref, *values)
        assert (done.as_wanted, done.value_after) == (True, ", ".join(values))
        assert await stage.eval("chosen") == list(values)


PLACED = (
    STYLE
    + """<input id=c style="display:block;width:200px"><input id=next style="margin-top:160px">
<div id=p hidden style="position:absolute;top:40px;left:8px;width:200px"><div>Ghent</div><div>Namur</div></div><script>
  let held = '';
  c.oninput = () => { p.hidden = false; };
  for (const one of p.children) one.onmousedown = (event) => {
    event.preventDefault(); held = c.value = one.textContent; p.hidden = true; };
  c.onblur = () => { c.value = held; p.hidden = true; };</script>"""
)


async def test_a_text_is_chosen_from_a_list_that_nothing_names(stage: Stage) -> None:
    """Arco: no roles, the list at the end of the page; a text that is not chosen is gone once the field is left."""
    await stage.show_html(PLACED)
    done = await fill_field(stage.tab, await stage.ref("#c"), "Ghent")
    await stage.eval("document.getElementById('next').focus()")
    assert await stage.eval("[held, c.value]") == ["Ghent", "Ghent"]
    assert done.as_wanted


CHECKS = (
    STYLE
    + """<div role=combobox id=c aria-haspopup=listbox style="display:inline-block">
<input id=f style="width:200px"></div>
<div class=pop id=p hidden></div><script>
  const held = new Set();
  for (const name of ['Antwerp', 'Bruges', 'Leuven'])
    p.innerHTML += `<div role=option aria-selected=false><input type=checkbox aria-label=${name}>${name}</div>`;
  for (const one of p.children) one.onclick = (event) => {
    const name = one.textContent; held.has(name) ? held.delete(name) : held.add(name);
    one.ariaSelected = String(held.has(name)); one.firstChild.checked = held.has(name);
    one.firstChild.focus(); c.title = [...held].join(); };
  f.onclick = () => { p.hidden = false; };
  f.onkeydown = (event) => { if (event.key === 'Escape') p.hidden = true; };</script>"""
)


async def test_a_list_that_only_its_own_field_closes(stage: Stage) -> None:
    """The focus is in the list after the choice, and the list stayed over the fields that follow."""
    await stage.show_html(CHECKS)
    await select(stage.tab, await stage.ref("#f"), "Bruges", "Leuven")
    assert await stage.eval("[[...held].join(), p.hidden]") == ["Bruges,Leuven", True]


async def test_a_text_for_a_box_without_a_role_is_chosen_from_its_list(stage: Stage) -> None:
    """Naive UI draws its selects of boxes; a box that opens nothing takes no text, and a button is not pressed."""
    await stage.show_html(
        STYLE
        + "<div id=c class=select tabindex=0>Role</div><div class=pop hidden id=p><div class=row>Cook</div>"
        "<div class=row>Driver</div></div><p id=q>Text</p><div role=button id=b tabindex=0>Send</div><script>"
        "c.onclick = () => p.hidden = false; b.onclick = () => window.sent = true;"
        "for (const o of p.children) o.onclick = () => { c.textContent = o.textContent; p.hidden = true; }</script>"
    )
    assert (await fill_field(stage.tab, await stage.ref("#c"), "Driver")).as_wanted
    assert await stage.eval("[c.textContent, p.hidden]") == ["Driver", True]
    for other in ("#q", "#b"):
        with pytest.raises(NotActionable) as caught:
            await fill_field(stage.tab, await stage.ref(other), "Driver")
        assert caught.value.code == "not_editable"
    assert await stage.eval("window.sent ?? false") is False


NOTED = """<div id=editor><input id=f value=text/html><div id=l class=dropdown hidden><div role=listbox>
<div role=option>HTML markup (text/html)</div><div role=option>Plain text (text/plain)</div></div></div></div><script>
discarded = false; editor.onkeydown = (event) => { discarded ||= event.key === 'Escape' };
f.onfocus = () => { l.hidden = false }; f.onblur = () => { l.hidden = true };
for (const one of l.querySelectorAll('[role=option]')) one.onmousedown = (event) => { event.preventDefault();
f.value = one.textContent.match(/\\((.*)\\)/)[1]; f.blur(); l.hidden = true }</script>"""


@pytest.mark.parametrize("wish", ["text/plain", "Plain text", "Plain text (text/plain)"])
async def test_a_field_that_holds_what_its_option_has_in_brackets(stage: Stage, wish: str) -> None:
    await stage.show_html(NOTED)
    done = await select(stage.tab, await stage.ref("#f"), wish)
    assert (done.as_wanted, await stage.eval("f.value")) == (True, "text/plain")
    assert await stage.eval("discarded") is False


async def test_a_list_of_a_field_that_says_nothing_of_it_is_closed_without_a_key(stage: Stage) -> None:
    """Escape would reach the editor around the field, which discards its contents at that key."""
    await stage.show_html(NOTED)
    with pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#f"), "image/png")
    assert caught.value.code == "option_not_found"
    assert await stage.eval("[f.value, discarded, l.hidden]") == ["text/html", False, True]


TICKED_ALONE = (
    STYLE
    + """<div id=c role=combobox aria-controls=p aria-expanded=false tabindex=0 style="width:200px;height:40px">
</div>
<ul class=pop role=listbox aria-multiselectable=true id=p hidden></ul><script>
  let works = true;
  const names = ['Python', 'Java', 'Kotlin', 'Rust'], held = new Set();
  const token = one => `<span class=token>${one}<button aria-label=Remove>×</button></span>`;
  const option = one => `<li role=option aria-label=${one} aria-selected=${held.has(one)}>` +
    `<div style="${held.has(one) ? '' : 'visibility:hidden'}">✓</div>` + `<div>${one}</div>`;
  const draw = () => { c.innerHTML = [...held].map(token).join(''); p.innerHTML = names.map(option).join(''); };
  p.onmousedown = (event) => {
    event.preventDefault();
    const one = names[[...p.children].indexOf(event.target.closest('li'))];
    if (works) held.has(one) ? held.delete(one) : held.add(one);
    draw(); };
  const show = open => { p.hidden = !open; c.ariaExpanded = String(open); };
  c.onclick = ({ target }) => {
    if (!target.ariaLabel) return show(true);
    if (works) held.delete(target.parentElement.firstChild.data);
    draw(); };
  c.onblur = () => show(false);
  c.onkeydown = (event) => { if (event.key === 'Escape') show(false); };
  draw();</script>"""
)


@pytest.mark.parametrize("wishes", [["Java", "Rust"], ["Rust", "Python", "Kotlin"], ["Kotlin"], ["Python"]])
async def test_a_choice_with_a_tick_on_a_line_of_its_own_is_called_by_its_text(
    stage: Stage, wishes: list[str]
) -> None:
    """Gradio: the first that had a tick was taken away, in place of the one that was not wanted any more."""
    await stage.show_html(TICKED_ALONE)
    field = await stage.ref("#c")
    assert (await select(stage.tab, field, "Java", "Kotlin")).as_wanted
    done = await select(stage.tab, field, *wishes)
    assert (done.as_wanted, set(await stage.eval("[...held]"))) == (True, set(wishes))


async def test_a_choice_that_cannot_be_taken_away_is_told(stage: Stage) -> None:
    await stage.show_html(TICKED_ALONE)
    field = await stage.ref("#c")
    assert (await select(stage.tab, field, "Java", "Kotlin")).as_wanted
    await stage.eval("works = false")
    assert (await select(stage.tab, field, "Java")).as_wanted is False


# As Directus does it: the menu of a field in a drawer, and behind the drawer texts that fade out.
BEHIND = """<div id=behind></div><div style="position:fixed;left:300px;top:0;width:400px;height:400px;background:white">
  <div id=f tabindex=0 style="width:200px;border:1px solid">String</div></div><script>
  window.done = []; onmousedown = () => done.push('press'); onkeydown = (event) => done.push(event.key);
  f.onclick = () => {
    const menu = document.createElement('div');
    menu.innerHTML = '<div>Text</div><div>Integer</div>';
    menu.onclick = (event) => { f.textContent = event.target.textContent; menu.remove();
      behind.style.opacity = 0; };
    f.after(menu);
    behind.innerHTML = '<p>Input</p>'.repeat(3);
  };</script>"""


@pytest.mark.req("VD-10")
async def test_transparent_texts_that_came_with_a_list_do_not_keep_it_open(stage: Stage) -> None:
    await stage.show_html(BEHIND)
    done = await select(stage.tab, await stage.ref("#f"), "Integer")
    assert (done.as_wanted, done.value_after) == (True, "Integer")
    assert await stage.eval("[f.textContent, ...done]") == ["Integer", "press", "press"]


# As Strapi does it: a choice goes to a list below the field, which is empty again.
RELATIONS = (
    STYLE
    + """<div><label for=c>Tags</label><span><input id=c role=combobox aria-autocomplete=list aria-expanded=false
  aria-controls=list></span></div><ol id=chosen></ol>
<div id=list role=listbox hidden style="top:200px"></div><script>
  const all = ['Festive', 'Winter', 'Vegan'], held = [];
  const open = (now) => { list.hidden = !now; c.setAttribute('aria-expanded', String(now)); };
  const draw = () => {
    list.innerHTML = all.filter(one => !held.includes(one) && one.toLowerCase().includes(c.value.toLowerCase()))
      .map(one => `<div role=option>${one}</div>`).join('');
    chosen.innerHTML = held.map(one => `<li><button>${one}</button> <button>Remove</button>`).join('');
  };
  c.onfocus = c.onclick = () => { draw(); open(true); };
  c.oninput = () => { draw(); open(true); };
  c.onblur = () => setTimeout(open, 20, false);
  list.onmousedown = (event) => event.preventDefault();
  list.onclick = (event) => {
    if (!LOST) { held.push(event.target.innerText); c.value = ''; draw(); }
    open(false);
  };
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') open(false); });
</script>"""
)


@pytest.mark.parametrize("wanted", [["Winter"], ["Festive", "Vegan"]])
async def test_choices_that_a_field_adds_to_a_list_beside_it_are_seen(
    stage: Stage, wanted: list[str]
) -> None:
    await stage.show_html(RELATIONS.replace("LOST", "false"))
    done = await select(stage.tab, await stage.ref("#c"), *wanted)
    assert await stage.eval("held") == wanted
    assert done.as_wanted is not False
    done = await fill_field(stage.tab, await stage.ref("#c"), ["Winter" if "Vegan" in wanted else "Vegan"])
    assert done.as_wanted is not False


async def test_a_choice_that_a_field_lost_is_not_seen(stage: Stage) -> None:
    await stage.show_html(RELATIONS.replace("LOST", "true"))
    done = await select(stage.tab, await stage.ref("#c"), "Winter")
    assert done.as_wanted is False
