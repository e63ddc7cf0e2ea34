"""Buttons of a form that show the present choice and open a menu of its alternatives: `10 per page`."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.engine import Page
from tests.act.conftest import Stage
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FORM = """<!doctype html><form id=f onsubmit="sent = true; return false"><input aria-label=Name>
<button id=b><span>%s</span> <i>⋮</i></button><button>Save</button></form>
<div id=menu hidden style="position:absolute;background:#fff;border:1px solid"></div><script>
let sent = false, pressed = 0;
for (const text of %s) {
  const item = document.createElement('button');
  item.textContent = text;
  item.onclick = () => { b.firstChild.textContent = text; menu.hidden = true; };
  menu.append(item);
}
b.onclick = () => { pressed += 1; menu.hidden = !menu.hidden; };
</script>"""
PAGES = ("10 per page", "['10 per page', '25 per page', '50 per page']")
ORDER = ("Newest first", "['Newest first', 'Oldest first']")
SAVES = ("Save", "['Save', 'Save as draft']")


async def show(page: Page, site: Site, how: tuple[str, str]) -> None:
    site.route("/act/shows", FORM % how)
    await page.goto(site.url("act/shows"))
    await page.observe()


@pytest.mark.parametrize(("how", "wanted"), [(PAGES, "25 per page"), (ORDER, "Oldest first")])
async def test_an_alternative_is_chosen(page: Page, site: Site, how: tuple[str, str], wanted: str) -> None:
    await show(page, site, how)
    result = await page.select(f'button "{how[0]} ⋮"', wanted)
    assert result.success, result.message
    assert await page.evaluate("[b.firstChild.textContent, sent]") == [wanted, False]


async def test_a_missing_alternative_names_those_there_are(page: Page, site: Site) -> None:
    await show(page, site, PAGES)
    result = await page.select(f'button "{PAGES[0]} ⋮"', "30 per page")
    assert result.error is not None
    assert result.error.code == "option_not_found"
    assert "'25 per page'" in result.message
    assert await page.evaluate("[b.firstChild.textContent, sent, menu.hidden]") == [
        "10 per page",
        False,
        True,
    ]


async def test_a_button_that_sends_its_form_is_not_pressed_in_search_of_a_list(
    page: Page, site: Site
) -> None:
    await show(page, site, SAVES)
    result = await page.select('button "Save ⋮"', "Save as draft")
    assert result.error is not None
    assert result.error.code == "not_editable"
    assert await page.evaluate("[pressed, sent]") == [0, False]


# As lists of React Aria: the focus goes into the list, where Escape takes all choices away; the list stays open.
SEVERAL = """<!doctype html>
<button id=b aria-haspopup=listbox aria-expanded=false>Colors <span id=shown></span></button>
<div id=list role=listbox aria-multiselectable=true tabindex=-1 hidden
 style="position:absolute;background:#fff;border:1px solid">
<div role=option aria-selected=false>Red</div><div role=option aria-selected=false>Green</div>
<div role=option aria-selected=false>Blue</div></div><script>
const options = [...list.children], chosen = [];
const draw = () => {
  shown.textContent = chosen.join(', ');
  for (const one of options) one.ariaSelected = String(chosen.includes(one.textContent));
};
const open = on => { list.hidden = !on; b.ariaExpanded = String(on); on ? list.focus() : b.focus(); };
b.onclick = () => open(list.hidden);
b.onkeydown = e => { if (e.key === 'Escape' && CLOSES) open(false); };
list.onkeydown = e => { if (e.key === 'Escape') { chosen.length = 0; draw(); } };
list.onmousedown = e => e.preventDefault();
list.onclick = ({ target }) => {
  const at = chosen.indexOf(target.textContent);
  at < 0 ? chosen.push(target.textContent) : chosen.splice(at, 1);
  draw();
};
</script>"""


@pytest.mark.parametrize("closes", ["true", "false"], ids=["closed by key", "closed by its button"])
async def test_choices_of_a_list_that_a_key_clears_are_kept(page: Page, site: Site, closes: str) -> None:
    site.route("/act/several", SEVERAL.replace("CLOSES", closes))
    await page.goto(site.url("act/several"))
    ref = next(node.ref for node in (await page.snapshot()).find(role="button"))
    assert (await page.select(ref, ["Red", "Blue"])).success
    assert await page.evaluate("[chosen.join(), list.hidden]") == ["Red,Blue", True]
    refused = await page.select(ref, ["Pink"])
    assert refused.error is not None
    assert refused.error.code == "option_not_found"
    assert await page.evaluate("[chosen.join(), list.hidden]") == ["Red,Blue", True]
    assert (await page.select(ref, ["Green"])).success
    assert await page.evaluate("[chosen.join(), list.hidden]") == ["Green", True]


async def test_choices_that_are_gone_once_the_list_is_closed_are_no_success(page: Page, site: Site) -> None:
    loses = SEVERAL.replace("CLOSES", "true").replace(
        "const open = on => {", "const open = on => { if (!on) { chosen.length = 0; draw(); }"
    )
    site.route("/act/several", loses)
    await page.goto(site.url("act/several"))
    ref = next(node.ref for node in (await page.snapshot()).find(role="button"))
    result = await page.select(ref, ["Red", "Blue"])
    assert result.error is not None
    assert await page.evaluate("chosen.length") == 0


NARROW = """<div id=around style="width:600px"><div><button id=c aria-haspopup=true aria-expanded=false
style="border:0;padding:0;background:none;font:10px sans-serif">Add</button></div></div><div role=menu id=m hidden
style="position:absolute;left:8px;top:60px;background:#fff;border:1px solid"><div role=menuitem>Agent</div>
<div role=menuitem>Probe</div></div><script>
c.onclick = () => { m.hidden = !m.hidden; c.ariaExpanded = String(!m.hidden); };
m.onclick = (event) => { document.title = event.target.textContent; m.hidden = true; c.ariaExpanded = "false"; };
around.onclick = (event) => { if (event.target !== c) window.beside = true; };</script>"""


async def test_a_narrow_button_that_opens_a_menu_is_pressed_itself(stage: Stage) -> None:
    """The box around it is not drawn as a field: in its middle lies something else."""
    await stage.show_html(NARROW)
    done = await select(stage.tab, await stage.ref("#c"), "Probe")
    assert done.chosen == ("Probe",)
    assert await stage.eval("[document.title, window.beside ?? false]") == ["Probe", False]


async def test_the_icon_in_a_choice_without_a_role_is_no_cross_of_a_chip(stage: Stage) -> None:
    """Toast UI's form of an event: a list below its button, an empty box for an icon before each text."""
    await stage.show_html(
        """<style>div{position:relative;width:109px}ul{position:absolute;width:100%;top:31px;margin:0;padding:4px 0;
list-style:none}button{height:32px;width:109px}li{cursor:pointer}i{display:inline-block;width:14px;height:14px}</style>
<div><button type=button id=b>Busy</button></div><p>Below</p><script>
  const close = () => document.querySelector('ul')?.remove();
  const row = (text) => `<li><i></i><span>${text}</span></li>`;
  b.onclick = () => { close(); b.insertAdjacentHTML('afterend', `<ul>${row('Busy')}${row('Free')}</ul>`);
    for (const one of document.querySelectorAll('li')) one.onclick = () => { b.textContent = one.innerText; close(); };
  };</script>"""
    )
    done = await select(stage.tab, await stage.ref("#b"), "Free")
    assert (done.as_wanted, await stage.eval("b.innerText")) == (True, "Free")
