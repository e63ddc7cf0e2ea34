"""Lists that are on the screen from the beginning, whose items have several parts, or whose page draws itself again."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Actual's dialog to choose a category, over a table with a search field, which the dialog puts out of use.
DIALOG = """
<div id=app aria-hidden=true><input id=search placeholder=Search><table id=table></table></div>
<div role=dialog aria-modal=true style="position:fixed;inset:60px 200px;background:#fff;border:1px solid">
  <p id=l>Category</p>
  <div role=combobox aria-expanded=true aria-haspopup=listbox aria-owns=menu-1 aria-labelledby=l>
    <input id=field aria-autocomplete=list aria-controls=menu-1 aria-labelledby=l>
    <div id=auto style="overflow:auto;height:200px"></div></div></div>
<script>
  window.chosen = null;
  const rows = ["Garden centre", "Garden centre", "Notes", "Garden tools"];
  const draw = () => { table.innerHTML = rows.map((row) => `<tr><td>${row}<td>note</tr>`).join(""); };
  search.oninput = field.onfocus = draw;
  const offer = () => {
    const fits = (name) => name.toLowerCase().includes(field.value.toLowerCase());
    const amount = (name) => `<span style="float:right">${name.length}.50</span>`;
    auto.innerHTML = ["Garden", "Clothes", "Food"].filter(fits)
      .map((name) => `<div role=option><span>${name}</span> ${amount(name)}</div>`).join("");
    for (const one of auto.children) one.onclick = () => {
      chosen = one.firstChild.textContent;
      document.querySelector("[role=dialog]").remove();
      app.removeAttribute("aria-hidden");
    };
  };
  field.oninput = offer;
  draw();
  offer();
  field.focus();
</script>"""


@pytest.mark.parametrize("wish", ["Garden", "Garden 6.50", "Clothes"])
async def test_a_list_that_a_dialog_shows_is_chosen_from_and_the_page_behind_it_left_alone(
    stage: Stage, wish: str
) -> None:
    await stage.show_html(DIALOG)
    done = await select(stage.tab, await stage.ref("#field"), wish, timeout=3)
    assert done.as_wanted is not False
    assert await stage.eval("[chosen, search.value]") == [wish.removesuffix(" 6.50"), ""]


async def test_a_choice_that_only_the_page_behind_a_dialog_has_is_not_found(stage: Stage) -> None:
    await stage.show_html(DIALOG)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#field"), "Garden tools", timeout=1.5)
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[chosen, search.value]") == [None, ""]


# As Home Assistant's lists: custom elements that put each of their parts on a line; their field shows one of these.
ITEMS = """
<label id=l>Device</label>
<div id=box style="width:300px;border:1px solid"></div>
<div id=pop hidden style="position:absolute;border:1px solid;background:#fff;width:300px"></div>
<script>
  class TwoLines extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: "open" }).innerHTML =
        "<div><slot></slot></div><div><slot name=second></slot></div>";
    }
  }
  customElements.define("two-lines", TwoLines);
  class TextField extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: "open" }).innerHTML =
        "<input role=combobox aria-label=Device aria-autocomplete=list aria-expanded=false aria-controls=none>";
    }
    get input() { return this.shadowRoot.firstChild; }
  }
  customElements.define("text-field", TextField);
  const button = "<span id=clear role=button aria-label=Clear class=clear-button hidden>x</span>";
  box.innerHTML = `<text-field></text-field>${button}`;
  document.body.append(Object.assign(document.createElement("p"), { textContent: "Press e on any page" }));
  window.chosen = null;
  const field = box.firstChild.input;
  const things = [["Hall Fan", "fan.hall"], ["Hall Light", "light.hall"], ["Porch", "light.porch"]];
  const offer = () => {
    const fits = (thing) => thing.join(" ").toLowerCase().includes(field.value.toLowerCase());
    const lines = ([name, id]) => `<span>${name}</span><span slot=second>${id}</span>`;
    pop.innerHTML = things.filter(fits)
      .map((thing) => `<two-lines role=option style="display:block">${lines(thing)}</two-lines>`).join("");
    for (const one of pop.children) one.onclick = () => {
      chosen = one.lastChild.textContent;
      field.value = window.byName ? one.firstChild.textContent : chosen;
      close_();
      clear.hidden = false;
    };
  };
  const close_ = () => { pop.hidden = true; field.setAttribute("aria-expanded", "false"); };
  field.onclick = () => {
    const kept = field.value;
    field.value = "";
    offer();
    field.value = kept;
    field.select();
    pop.hidden = false;
    field.setAttribute("aria-expanded", "true");
  };
  field.oninput = offer;
  field.onkeydown = (event) => { if (event.key === "Escape") close_(); };
</script>"""


@pytest.mark.parametrize("by_name", [False, True])
@pytest.mark.parametrize("wish", ["Hall Light", "light.hall", "Hall Light light.hall"])
async def test_a_choice_is_known_by_any_of_its_lines_and_shown_by_one(
    stage: Stage, wish: str, *, by_name: bool
) -> None:
    await stage.show_html(ITEMS)
    await stage.eval(f"window.byName = {str(by_name).lower()}")
    for choice, held in (("Porch", "light.porch"), (wish, "light.hall")):
        field = await stage.ref("(document.querySelector('text-field').input)")
        done = await select(stage.tab, field, choice, timeout=5)
        assert done.as_wanted, done
        assert await stage.eval("chosen") == held


# As a date picker whose month is a list without roles: the days are drawn again as it is chosen, and Escape closes all.
MONTHS = """
<div id=picker><div id=month style="position:relative;width:120px;cursor:pointer"><span id=now>November</span>
  <div id=list style="display:none;position:absolute;top:20px;background:#fff">
    <div class=option>September</div><div class=option>October</div><div class=option>November</div></div></div>
  <table id=days></table></div>
<script>
  window.chosen = null;
  const days = document.getElementById("days");
  const cells = () => [1, 2, 3, 4, 5].map((day) => `<td><div>${day}</div></td>`).join("");
  const draw = () => { days.innerHTML = `<tr>${cells()}</tr>`; };
  now.onclick = () => { list.style.display = "block"; };
  for (const one of list.children) one.onmousedown = (event) => {
    chosen = now.textContent = one.textContent;
    list.style.display = "none";
    draw();
    event.stopPropagation();
  };
  addEventListener("keydown", (event) => { if (event.key === "Escape") picker.style.display = "none"; });
  draw();
</script>"""


async def test_a_list_without_roles_is_not_taken_for_open_by_what_else_is_drawn_again(stage: Stage) -> None:
    await stage.show_html(MONTHS)
    done = await select(stage.tab, await stage.ref("#month"), "October", timeout=5)
    assert done.as_wanted is not False
    assert done.value_after == "October"
    assert await stage.eval("[chosen, picker.style.display]") == ["October", ""]


# As the months of xdsoft's picker: the list shows four, and its wheel moves them by a margin, one at a time.
WHEELED = """
<div id=month style="position:relative;width:120px;cursor:pointer"><span id=now>November</span>
  <div id=list style="display:none;position:absolute;top:20px;height:80px;overflow:hidden;background:#fff">
    <div id=all style="margin-top:-160px"></div></div></div>
<script>
  window.chosen = null;
  window.turns = 0;
  const names = "January February March April May June July August September October November December".split(" ");
  all.innerHTML = names.map((name) => `<div class=option style="height:20px">${name}</div>`).join("");
  now.onclick = () => { list.style.display = "block"; };
  list.onwheel = (event) => {
    event.preventDefault();
    turns += 1;
    const at = parseFloat(all.style.marginTop) - Math.sign(event.deltaY) * 20;
    all.style.marginTop = `${Math.max(-160, Math.min(0, at))}px`;
  };
  for (const one of all.children) one.onclick = (event) => {
    chosen = now.textContent = one.textContent;
    list.style.display = "none";
    event.stopPropagation();
  };
</script>"""


async def test_an_option_that_only_the_wheel_of_its_page_brings_into_view_is_chosen(stage: Stage) -> None:
    await stage.show_html(WHEELED)
    done = await select(stage.tab, await stage.ref("#month"), "March", timeout=8)
    assert done.as_wanted is not False
    assert await stage.eval("[chosen, turns > 0]") == ["March", True]


async def test_an_option_that_no_wheel_brings_into_view_is_refused(stage: Stage) -> None:
    await stage.show_html(WHEELED)
    await stage.eval("list.onwheel = null")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#month"), "March", timeout=8)
    assert refused.value.code == "not_visible"
    assert await stage.eval("chosen") is None
