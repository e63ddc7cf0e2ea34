"""`select` on one of a row of toggle buttons presses none of them in search of a list, and says which to click."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

ROW = """<!doctype html><style>[aria-pressed=true] { background: navy; color: white; }</style>
<div><button type=button aria-pressed=false>Day</button><button type=button aria-pressed=false>Week</button><button
type=button aria-pressed=false>Month</button></div><output></output><script>
const toggles = [...document.querySelectorAll('button')];
let pressed = 0;
for (const one of toggles) one.onclick = () => {
  pressed += 1;
  for (const other of toggles) other.setAttribute('aria-pressed', other === one);
  document.querySelector('output').textContent = one.textContent;
};
</script>"""
MENU = """<!doctype html><div><button type=button aria-pressed=false>List</button><button type=button aria-pressed=false
onclick="menu.hidden = !menu.hidden">Sort</button></div>
<div id=menu role=menu hidden style="position:absolute;background:#fff;border:1px solid">
<div role=menuitem tabindex=0 onclick="out.value = 'Price'; menu.hidden = true">Price</div>
<div role=menuitem tabindex=0 onclick="out.value = 'Name'; menu.hidden = true">Name</div></div>
<output id=out></output>"""


@pytest.mark.parametrize("wanted", ["Week", "DAY", "month"])
async def test_no_toggle_of_a_row_is_pressed_in_search_of_a_list(page: Page, site: Site, wanted: str) -> None:
    site.route("/act/toggles", ROW)
    await page.goto(site.url("act/toggles"))
    await page.observe()
    result = await page.select('button "Day"', wanted)
    assert result.error is not None
    assert result.error.code == "not_editable"
    assert f"click {wanted.title()!r}" in result.message
    assert await page.evaluate("pressed") == 0


async def test_a_toggle_that_opens_a_menu_is_a_list_still(page: Page, site: Site) -> None:
    site.route("/act/toggles", MENU)
    await page.goto(site.url("act/toggles"))
    await page.observe()
    result = await page.select('button "Sort"', "Name")
    assert result.success, result.message
    assert await page.evaluate("out.value") == "Name"


LAYERED = """<!doctype html><style>button { position: relative; cursor: pointer; padding: 6px 16px; border: 0; }
.layer { position: absolute; inset: 0; %s } .on { background: navy; color: white; }</style>
<div class=group><button type=button class=btn-item><span class=layer></span><span>Day</span></button><button
type=button class=btn-item><span class=layer></span><span>Week</span></button><button type=button class=btn-item><span
class=layer></span><span>Month</span></button></div><script>
const buttons = [...document.querySelectorAll('button')];
const pressed = [];
for (const one of buttons) one.onclick = () => {
  pressed.push(one.textContent);
  for (const other of buttons) other.classList.toggle('on', other === one);
};
</script>"""


@pytest.mark.parametrize("style", ["", "pointer-events: none;"])
async def test_a_layer_over_a_whole_button_is_no_cross_that_takes_it_away(
    page: Page, site: Site, style: str
) -> None:
    site.route("/act/layers", LAYERED % style)
    await page.goto(site.url("act/layers"))
    await page.observe()
    result = await page.select('button "Day"', "Week")
    assert not result.success, result.message
    assert not {"Week", "Month"} & set(await page.evaluate("pressed"))


# As the colours of a label: each is drawn by a box that says its name, and takes effect as it is pressed.
SWATCHES = """<!doctype html><div id=row></div><div id=field></div><script>
let pressed = 0;
const add = (box, html) => {
  const one = document.createElement('div');
  one.className = 'button';
  one.style = 'display:inline-block;min-width:20px;height:20px;background:#ccd;cursor:pointer';
  one.innerHTML = html;
  one.onclick = () => { pressed += 1; };
  box.append(one);
};
for (let at = 1; at <= 4; at++) add(row, `<span aria-label="Color ${at} of 4" style="display:block">&nbsp;</span>`);
for (const name of ['Paris', 'Rome', 'Oslo']) add(field, name);
</script>"""


async def test_no_button_of_a_row_without_roles_is_pressed_in_search_of_a_list(
    page: Page, site: Site
) -> None:
    site.route("/act/swatches", SWATCHES)
    await page.goto(site.url("act/swatches"))
    await page.observe()
    refs = {node.name: node.ref for node in (await page.snapshot()).interactive()}
    result = await page.select(refs["Color 1 of 4"], "Color 3 of 4")
    assert result.error is not None
    assert result.error.code == "not_editable"
    assert "click 'Color 3 of 4'" in result.message
    assert await page.evaluate("pressed") == 0
    assert (
        "row of buttons" not in (await page.select(refs["Paris"], "Rome")).message
    )  # fields may show their values
