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
