"""Fields that keep only a choice of their list: as Tryton's, which searches for another one once a key deleted it."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FIELD = """<!doctype html><label for=a>Unit</label><div id=box style="position:relative;width:200px">
<input id=a type=input autocomplete=off></div><input id=b aria-label=Name>
<script>
const all = ['Gram', 'Kilogram', 'Litre'];
let id = %s, menu = null;
a.value = id === null ? '' : all[id];
const close = () => { menu?.remove(); menu = null; };
const show = (names) => {
  close();
  menu = document.createElement('ul');
  menu.setAttribute('role', 'listbox');
  menu.style.cssText = 'position:absolute;top:100%%;left:0;margin:0;background:#fff;border:1px solid;width:200px';
  for (const name of [...names, 'Search...', 'Create...']) {
    const item = document.createElement('li');
    item.innerHTML = '<a href=#></a>';
    item.firstChild.textContent = name;
    item.onclick = (event) => {
      event.preventDefault();
      if (all.includes(name)) { id = all.indexOf(name); a.value = name; } else a.value = '';
      close();
    };
    menu.append(item);
  }
  box.append(menu);
};
a.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') { close(); return; }
  if (id !== null && (a.value !== all[id] || key === 'Delete' || key === 'Backspace')) { id = null; a.value = ''; }
});
a.addEventListener('input', () => {
  const text = a.value;
  setTimeout(() => {
    if (text !== a.value || !text) return;
    show(id === null ? all.filter((name) => name.toLowerCase().startsWith(text.toLowerCase())) : []);
  }, 250);
});
a.addEventListener('blur', () => {
  if (menu) return;
  if (id === null || a.value !== all[id]) { id = null; a.value = ''; }
});
</script>"""
HELD = "[a.value, id]"


@pytest.mark.parametrize("first", ["null", "1"])
async def test_another_choice_is_found_once_a_key_deleted_the_first(
    page: Page, site: Site, first: str
) -> None:
    site.route("/act/kept", FIELD % first)
    await page.goto(site.url("act/kept"))
    await page.observe()
    result = await page.select('textbox "Unit"', "Gram")
    assert result.success, result.message
    assert await page.evaluate(HELD) == ["Gram", 0]


async def test_a_refused_choice_leaves_the_first_one(page: Page, site: Site) -> None:
    site.route("/act/kept", FIELD % "1")
    await page.goto(site.url("act/kept"))
    await page.observe()
    result = await page.select('textbox "Unit"', "Ounce")
    assert result.error is not None
    assert result.error.code == "option_not_found"
    assert await page.evaluate(HELD) == ["Kilogram", 1]


async def test_a_text_that_is_gone_once_the_field_is_left_is_not_confirmed(page: Page, site: Site) -> None:
    site.route("/act/kept", FIELD % "1")
    await page.goto(site.url("act/kept"))
    await page.observe()
    result = await page.fill('textbox "Unit"', "Ounce")
    assert (result.success, result.effect.kind) == (False, "value_mismatch"), result.message
    assert await page.evaluate(HELD) == ["", None]


async def test_a_text_that_stays_keeps_the_focus(page: Page, site: Site) -> None:
    free = (FIELD % "null").replace("id = null; a.value = '';", "")
    site.route("/act/kept", free)
    await page.goto(site.url("act/kept"))
    await page.observe()
    result = await page.fill('textbox "Unit"', "Ounce")
    assert result.success, result.message
    assert await page.evaluate("[a.value, document.activeElement.id]") == ["Ounce", "a"]
