"""One choice replaces all others, also where only a summary or the text of a button shows those."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# A chip beside the field sums up all choices of the open list.
SUMMARY = """<div class=field><span class=tag></span>
<input id=field role=combobox aria-label=Filter aria-expanded=true aria-controls=list></div>
<ul id=list role=listbox><li role=option><label style="display:block"><input type=checkbox checked>Red</label>
<li role=option><label style="display:block"><input type=checkbox checked>Blue</label>
<li role=option><label style="display:block"><input type=checkbox>Green</label></ul><script>
const boxes = [...document.querySelectorAll("input[type=checkbox]")];
const chosen = () => boxes.filter(box => box.checked).map(box => box.parentElement.innerText);
const draw = () => document.querySelector(".tag").innerHTML = "<span>Status is any of</span> " +
  chosen().map(name => `<b>${name}</b>`).join(" , ") + "<button aria-label='Remove filter'>x</button>";
draw(); list.onchange = draw;
</script>"""

# A button shows its choices side by side; its list says of none whether it is chosen.
SIDE_BY_SIDE = """<style>#button span{margin:2px}</style>
<button id=button aria-haspopup=dialog aria-expanded=false aria-label='Filter by tags'></button>
<div id=popup role=dialog hidden><input role=combobox aria-label=Search aria-expanded=true aria-controls=list>
<div id=list role=listbox></div></div><script>
let on = ["prod"]; const chosen = () => on;
const draw = () => {
  button.innerHTML = on.map(tag => `<span>${tag}</span>`).join("") || "All";
  const rest = ["dev", "prod", "x"].filter(tag => !on.includes(tag));
  list.innerHTML = [...on, ...rest].map(tag => `<div role=option data-tag=${tag}>${on.includes(tag) ?
    "<button aria-label=Remove><svg width=8 height=8></svg></button>" : ""}<span>${tag}</span></div>`).join("");
};
draw();
const show = shown => { popup.hidden = !shown; button.setAttribute("aria-expanded", shown); };
button.onclick = () => show(popup.hidden);
onkeydown = event => { if (event.key === "Escape") show(false) };
list.onclick = event => {
  const tag = event.target.closest("[role=option]").dataset.tag;
  on = on.includes(tag) ? on.filter(one => one !== tag) : [...on, tag];
  draw(); history.replaceState(0, "", "#" + on);
};
</script>"""


async def test_a_chip_that_sums_up_several_choices_is_not_that_of_one(stage: Stage) -> None:
    await stage.show_html(SUMMARY)
    performed = await select(stage.tab, await stage.ref("#field"), "Blue")
    assert await stage.eval("chosen().join()") == "Blue"
    assert performed.as_wanted is not False
    await select(stage.tab, await stage.ref("#field"), "Red", "Green")
    assert await stage.eval("chosen().join()") == "Red,Green"


async def test_what_a_button_shows_beside_the_choice_is_taken_away(stage: Stage) -> None:
    await stage.show_html(SIDE_BY_SIDE)
    performed = await select(stage.tab, await stage.ref("#button"), "dev")
    assert await stage.eval("chosen().join()") == "dev"
    assert performed.as_wanted is not False


@pytest.mark.parametrize("caption", ["Sort by", "dev prod"])
async def test_a_button_that_shows_its_caption_before_the_choice_holds_that_choice(
    stage: Stage, caption: str
) -> None:
    await stage.show_html(
        f"<button id=button aria-haspopup=listbox aria-expanded=false>{caption}</button>"
        "<div id=list role=listbox hidden><div role=option>Name</div><div role=option>Date</div></div><script>"
        "window.presses = 0; button.onclick = () => { list.hidden = !list.hidden };"
        "list.onclick = event => { presses++; list.hidden = true;"
        f" button.textContent = '{caption} ' + event.target.textContent }}</script>"
    )
    performed = await select(stage.tab, await stage.ref("#button"), "Date")
    assert await stage.eval("[button.textContent, presses]") == [f"{caption} Date", 1]
    assert performed.as_wanted is not False


# A drawn choice with a role of its own holds the radio button of the form.
DRAWN_RADIOS = """<div id=group role=radiogroup aria-label=Type tabindex=0>
<label role=radio aria-checked=true tabindex=-1><input type=radio name=type role=presentation tabindex=-1 checked>
<span>All<span style="display:block">Blocks everything</span></span></label>
<label role=radio aria-checked=false tabindex=-1><input type=radio name=type role=presentation tabindex=-1>
<span>Some<span style="display:block">Lets you choose pages</span></span></label></div><script>
group.onmousedown = event => { for (const one of group.querySelectorAll("label")) {
  const on = one.contains(event.target);
  one.setAttribute("aria-checked", on); one.querySelector("input").checked = on;
} };
</script>"""


async def test_a_drawn_choice_and_the_radio_button_in_it_are_one(stage: Stage) -> None:
    await stage.show_html(DRAWN_RADIOS)
    performed = await select(stage.tab, await stage.ref("#group"), "Some")
    assert (
        await stage.eval("[...document.querySelectorAll('input')].map(one => one.checked).join()")
        == "false,true"
    )
    assert performed.as_wanted is not False


# The first press only gives the list the focus; the others choose one, or one more with Control.
EXTENDED = """<ul id=list role=listbox aria-label=Box aria-multiselectable=true tabindex=0>
<li role=option aria-selected=false>Red<li role=option aria-selected=false>Blue
<li role=option aria-selected=false>Green</ul><script>
let pressed = 0;
list.onclick = event => {
  if (!pressed++) return;
  const add = event.ctrlKey || event.metaKey;
  for (const one of list.children)
    if (one === event.target) one.ariaSelected = String(!add || one.ariaSelected !== "true");
    else if (!add) one.ariaSelected = "false";
};
</script>"""


async def test_a_choice_that_only_a_later_press_takes_is_made(stage: Stage) -> None:
    await stage.show_html(EXTENDED)
    performed = await select(stage.tab, await stage.ref("#list"), "Red", "Green")
    assert await stage.eval("[...list.children].map(one => one.ariaSelected).join()") == "true,false,true"
    assert performed.as_wanted is True
