"""Cells of grids: their own editor is opened, filled or chosen from and left, and the cell is read back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cdp_engine.act import Performed, click, fill, fill_field, select, type_text
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-04", "VD-10")]

Act = Callable[..., Awaitable[Performed]]


@pytest.mark.parametrize(
    ("cell", "text", "shown", "held"), [("c00", "Screw", "Screw", "Screw"), ("c11", "77", "$77.00", "77")]
)
async def test_a_cell_is_filled_through_its_editor(
    stage: Stage, cell: str, text: str, shown: str, held: str
) -> None:
    await stage.show("act/sheet.html")
    done = await fill(stage.tab, await stage.ref(f"#{cell}"), text)
    assert (done.method, done.value_after) == ("cell", shown)
    assert done.as_wanted is (shown == text)
    assert await stage.eval(f"data[{cell[1]}][{cell[2]}]") == held
    assert await stage.eval("[commits, open]") == [1, None]


async def test_a_value_that_the_grid_refuses_is_read_back(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    done = await fill(stage.tab, await stage.ref("#c01"), "many")
    assert (done.as_wanted, done.value_after) == (False, "$10.00")


@pytest.mark.parametrize("way", ["select", "fill", "fill_form"])
async def test_a_choice_of_a_cell_comes_from_the_list_of_its_editor(stage: Stage, way: str) -> None:
    await stage.show("act/sheet.html")
    ref = await stage.ref("#c02")
    done = await {"select": select, "fill": fill, "fill_form": fill_field}[way](stage.tab, ref, "green")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "blue", "green")
    assert await stage.eval("[data[0][2], commits, open]") == ["green", 1, None]


async def test_a_choice_that_is_not_offered_leaves_the_cell_as_it_was(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c02"), "mauve")
    assert refused.value.code == "option_not_found"
    assert "It offers 'red', 'blue', 'green'" in str(refused.value) + refused.value.hint
    assert await stage.eval("[data[0][2], commits, open]") == ["blue", 0, None]


async def test_a_cell_for_text_offers_no_choices(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c00"), "Screw")
    assert refused.value.code == "not_editable"
    assert await stage.eval("[data[0][0], commits, open]") == ["Bolt", 0, None]


async def test_a_cell_without_an_editor_says_what_was_tried(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#c03"), "B-2")
    assert refused.value.code == "not_editable"
    assert "double-clicked" in str(refused.value)
    assert await stage.eval("[data[0][3], commits, open]") == ["B-1", 0, None]


async def test_cells_of_a_table_without_roles_are_edited_and_no_form_is_sent(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    assert (await fill(stage.tab, await stage.ref("#c"), "Rod")).as_wanted
    assert (await fill(stage.tab, await stage.ref("#s"), "paid")).as_wanted
    assert (await select(stage.tab, await stage.ref("#s"), "new")).as_wanted
    assert await stage.eval("[cell.innerText, state.innerText, sent]") == ["Rod", "new", 0]


async def test_an_editor_that_keeps_what_it_refuses_is_closed(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    assert (await fill(stage.tab, await stage.ref("#d"), "7")).as_wanted
    done = await fill(stage.tab, await stage.ref("#d"), "12")
    assert (done.as_wanted, done.value_after) == (False, "7")
    assert await stage.eval("limited.innerHTML") == "7"


async def test_a_cell_of_a_plain_table_is_not_touched(stage: Stage) -> None:
    await stage.show("act/editable-table.html")
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#plain"), "4")
    assert refused.value.code == "not_editable"
    assert await stage.eval("presses") == 0


@pytest.mark.parametrize("focusable", [False, True])
async def test_keys_go_to_the_cell_that_is_meant_not_to_the_one_clicked_before(
    stage: Stage, focusable: bool
) -> None:
    await stage.show("act/sheet.html")
    await click(stage.tab, await stage.ref("#c00"))
    if focusable:
        await stage.eval("for (const cell of rows.querySelectorAll('td')) cell.tabIndex = -1")
    done = await type_text(stage.tab, await stage.ref("#c10"), "Pin", enter=True)
    assert (done.as_wanted, done.value_after) == (True, "Pin")
    assert await stage.eval("[data[0][0], data[1][0], commits]") == ["Bolt", "Pin", 1]


async def test_keys_that_a_cell_does_not_take_are_told(stage: Stage) -> None:
    await stage.show("act/sheet.html")
    done = await type_text(stage.tab, await stage.ref("#c01"), "many", enter=True)
    assert (done.as_wanted, done.value_after) == (False, "$10.00")
    done = await type_text(stage.tab, await stage.ref("#c01"), "12", enter=True)
    assert (done.as_wanted, done.value_after) == (None, "$12.00")


async def test_a_grid_that_follows_the_focus_gets_no_click(stage: Stage) -> None:
    await stage.show_html(
        """<div role=grid><div role=row><div role=gridcell tabindex=-1 id=c style="width:90px;height:24px">A</div>
        </div></div><script>window.presses = 0; onmousedown = () => presses++;
        c.onfocus = () => c.classList.add('current');
        c.onkeydown = (event) => { if (event.key.length === 1) c.innerText = event.key; };</script>"""
    )
    done = await type_text(stage.tab, await stage.ref("#c"), "B", enter=True)
    assert (done.as_wanted, await stage.eval("presses")) == (True, 0)


PICKER = """<div role=grid><div role=row><div role=gridcell tabindex=0 id=c style="width:160px;height:30px">2026-11-24
</div></div></div><script>
  c.ondblclick = () => {
    const held = c.innerText.trim();
    c.innerHTML = '<input type=date>';
    const field = c.firstChild;
    field.value = held; field.focus(); field.showPicker();
    field.onkeydown = (event) => { if (event.key === 'Enter') { c.innerText = field.value; c.focus(); } };
  };</script>"""


@pytest.mark.parametrize("act", [fill, select], ids=["fill", "select"])
async def test_a_cell_whose_editor_opens_the_calendar_of_the_browser(stage: Stage, act: Act) -> None:
    """As Handsontable does it: the open calendar takes the first key, and gives the field the day that it marks."""
    await stage.show_html(PICKER)
    done = await act(stage.tab, await stage.ref("#c"), "2026-03-14")
    assert (await stage.eval("c.innerText"), done.as_wanted) == ("2026-03-14", True)


ELSEWHERE = """<div role=grid><div role=row><div role=gridcell tabindex=0 id=c style="width:120px;height:24px">Ops</div>
</div></div><div id=m role=listbox hidden style="position:fixed;top:200px;left:300px"></div><script>
  const end = (text) => { c.innerHTML = text; m.hidden = true; c.focus(); };
  c.ondblclick = () => { const was = c.innerText; m.hidden = false;
    c.innerHTML = '<div role=combobox tabindex=0 aria-expanded=true aria-controls=m>' + was + '</div>';
    m.innerHTML = ['Dev', 'Ops', 'QA'].map((t) => '<div role=option tabindex=-1>' + t + '</div>').join('');
    m.onclick = (event) => { const field = c.firstChild; field.innerText = event.target.innerText;
      field.ariaExpanded = 'false'; m.hidden = true; field.focus(); };
    m.onkeydown = (event) => { if (event.key === 'Escape') end(was); };
    c.firstChild.onkeydown = (event) => { if (event.key === 'Enter') end(c.innerText);
      else if (event.key === 'Escape') end(was); };
    m.children[1].focus(); };
</script>"""


async def test_the_list_of_an_editor_may_open_elsewhere_and_take_the_focus(stage: Stage) -> None:
    await stage.show_html(ELSEWHERE)
    done = await select(stage.tab, await stage.ref("#c"), "QA")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "Ops", "QA")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Art")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[c.innerHTML, m.hidden]") == ["QA", True]


LAYER = """<style>#g div{height:24px;width:120px} .over{position:fixed;width:120px;background:#fff}</style>
<div role=grid id=g><div role=row><div role=gridcell tabindex=0 id=c>Ops</div></div></div><script>
  // A list without roles under what has the focus over the cell, or under a field in the cell that has none.
  c.ondblclick = () => { const was = c.innerText, layer = document.createElement('div');
    const end = (text) => { layer.remove(); c.innerText = text; c.focus(); };
    if (INSIDE) c.innerHTML = '<input readonly value=' + was + ' style="width:110px">';
    const top = c.getBoundingClientRect().top + (INSIDE ? 26 : 0);
    layer.className = 'over'; layer.style.top = top + 'px';
    layer.innerHTML = (INSIDE ? '' : '<div tabindex=-1>' + was + '</div>') + '<ul>' +
      ['Dev', 'Ops', 'QA'].map((t) => '<li>' + t + '</li>').join('') + '</ul>';
    layer.lastChild.onclick = (event) => end(event.target.innerText);
    window.onkeydown = (event) => { if (event.key === 'Escape') end(was); };
    document.body.append(layer); if (!INSIDE) layer.firstChild.focus(); };
</script>"""


@pytest.mark.parametrize("inside", ["true", "false"])
async def test_the_list_of_an_editor_may_have_no_roles(stage: Stage, inside: str) -> None:
    await stage.show_html(LAYER.replace("INSIDE", inside))
    done = await select(stage.tab, await stage.ref("#c"), "QA")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "Ops", "QA")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Art")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[c.innerHTML, document.querySelectorAll('.over').length]") == ["QA", 0]


POPUP = """<div role=grid><div role=row><div role=gridcell tabindex=0 id=c style="width:120px;height:24px">Ops</div>
</div></div><script>
  c.ondblclick = () => {
    const box = document.createElement('div');
    box.style.cssText = 'position:absolute;top:0;left:0;width:260px;height:150px;background:#fff';
    box.innerHTML = '<textarea style="display:block;height:60px"></textarea><button>Cancel</button><button>OK</button>';
    const field = box.firstChild;
    document.body.append(box);
    field.value = c.innerText;
    field.onkeydown = (event) => { if (!['Enter', 'Escape'].includes(event.key)) return;
      if (event.key === 'Enter') c.innerText = field.value;
      box.remove(); c.focus(); };
    field.focus(); };
  document.querySelector('[role=grid]').style.marginTop = '100px';
</script>"""


async def test_the_editor_of_a_cell_may_be_a_box_over_it_with_the_field_above(stage: Stage) -> None:
    await stage.show_html(POPUP)
    done = await fill(stage.tab, await stage.ref("#c"), "QA")
    assert (done.as_wanted, done.method, done.value_after) == (True, "cell", "QA")
    assert await stage.eval("document.querySelectorAll('textarea').length") == 0


READ_ONLY = """<table role=grid><tr role=row><td role=gridcell tabindex=0 id=c style="width:120px">Brass</table><script>
  c.ondblclick = () => {
    c.innerHTML = '<input readonly><div role=listbox style="position:absolute;background:#fff"></div>';
    const close = (text) => { c.textContent = text; };
    for (const one of ['Steel', 'Brass', 'Zinc']) {
      const option = Object.assign(document.createElement('div'), { role: 'option', textContent: one });
      option.onclick = () => close(one);
      c.lastChild.append(option);
    }
    c.firstChild.onkeydown = (e) => { if (e.key === 'Escape') close('Brass'); };
    c.firstChild.focus();
  };</script>"""


async def test_the_field_of_a_cell_that_takes_no_keys_is_filled_from_its_list(stage: Stage) -> None:
    await stage.show_html(READ_ONLY)
    ref = await stage.ref("#c")
    done = await fill(stage.tab, ref, "Zinc")
    assert (await stage.eval("c.textContent"), done.as_wanted) == ("Zinc", True)
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, ref, "Gold")
    assert refused.value.code == "option_not_found"


@pytest.mark.parametrize("takes_text", [True, False])
async def test_a_cell_that_takes_text_itself_is_filled_in_the_editor_that_its_grid_opens(
    stage: Stage, takes_text: bool
) -> None:
    await stage.show("act/sheet.html")
    await stage.eval(
        "for (const cell of document.querySelectorAll('td')) { cell.contentEditable = true; cell.tabIndex = 0; }"
    )
    if not takes_text:  # a table without an editor of its own
        await stage.eval("g.replaceWith(g.cloneNode(true))")
    done = await fill(stage.tab, await stage.ref("#c00"), "Screw")
    assert (done.as_wanted, done.value_after) == (True, "Screw")
    assert await stage.eval("c00.innerText") == "Screw"
    assert await stage.eval("[data[0][0], commits]") == (["Screw", 1] if takes_text else ["Bolt", 0])


# As the date cells of tui-grid: a text field, and below it a calendar whose days do not name their dates.
DATED = """<div role=grid><div role=row><div role=gridcell tabindex=0 id=c style="width:160px">2026-12-01</div></div>
</div><div id=p hidden style="position:absolute;top:60px"><b>December 2026</b><table><tbody id=t></table></div><script>
  t.innerHTML = [0, 1, 2, 3, 4].map((row) => '<tr>' + [1, 2, 3, 4, 5, 6, 7].map((at) => row * 7 + at)
    .map((day) => `<td>${day < 32 ? day : ''}</td>`).join('')).join('');
  c.ondblclick = () => {
    c.innerHTML = `<input value="${c.innerText.trim()}">`; p.hidden = false;
    const field = c.firstChild;
    field.focus();
    field.onkeydown = ({ key }) => { if (key === 'Enter') { c.innerText = field.value; c.focus(); p.hidden = true; } };
  };</script>"""


async def test_a_date_is_chosen_in_a_cell_whose_editor_has_a_calendar(stage: Stage) -> None:
    await stage.show_html(DATED)
    done = await select(stage.tab, await stage.ref("#c"), "2027-01-15")
    assert (await stage.eval("[c.innerText, p.hidden]"), done.as_wanted) == (["2027-01-15", True], True)
