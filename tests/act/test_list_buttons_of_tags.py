"""A list button beside a field of tags offers what its list has; a new tag is made in the field."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FIELD = """<!doctype html><div id=tags></div><div style="position:relative"><input id=t placeholder="tag name">
<button id=b aria-label="tag list" aria-expanded=false>v</button><button id=add>add</button>
<div id=m hidden style="position:absolute;background:#fff;border:1px solid"></div></div><script>
const held = [];
const add = (text) => { if (!text || held.includes(text)) return; held.push(text); t.value = ''; draw(); show(false); };
const tag = (one) => `<span class=tag>${one} <button aria-label=remove>x</button></span>`;
const draw = () => { tags.innerHTML = held.map(tag).join(''); };
const show = (open) => { m.hidden = !open; b.setAttribute('aria-expanded', open);
  const fits = ['home', 'inbox', 'spring'].filter((one) => one.includes(t.value));
  m.innerHTML = fits.map((one) => `<a href=#>${one}</a><br>`).join('') || '<i>no such tag</i>'; };
b.onclick = () => show(m.hidden);
t.oninput = () => show(true);
t.onkeydown = ({ key }) => { if (key === 'Enter') add(t.value); if (key === 'Escape') show(false); };
add.onclick = () => add(t.value);
m.onclick = (event) => { event.preventDefault(); if (event.target.matches('a')) add(event.target.textContent); };
</script>"""


@pytest.fixture
async def shown(page: Page, site: Site) -> Page:
    site.route("/act/tag-list", FIELD)
    await page.goto(site.url("act/tag-list"))
    await page.observe()
    return page


async def test_a_list_button_makes_no_tag_of_what_its_list_does_not_have(shown: Page) -> None:
    result = await shown.select('button "tag list"', "nosuch")
    assert result.error is not None, result.message
    assert result.error.code == "option_not_found"
    assert "'home'" in result.message
    assert await shown.evaluate("[held, t.value, m.hidden]") == [[], "", True]


async def test_a_list_button_makes_a_tag_of_what_its_list_has(shown: Page) -> None:
    result = await shown.select('button "tag list"', "spring")
    assert result.success, result.message
    assert await shown.evaluate("held") == ["spring"]
