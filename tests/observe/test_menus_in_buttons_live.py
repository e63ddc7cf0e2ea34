"""Menus that a page draws in the element of the button that opens them: what is in them is pressed for itself."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-06")]

PAGE = """<!doctype html><style>#m { position: absolute; top: 100%%; left: 0; background: #fff }</style>
<%(tag)s id=b style="position:relative"><b>Actions</b> <i>▾</i><ul id=m hidden><li>Rename<li>Delete</ul></%(tag)s>
<p id=log>Nothing done</p><script>
  const close = () => { m.hidden = true; };
  b.onclick = (event) => { if (!m.contains(event.target)) m.hidden = !m.hidden; };
  for (const one of m.children) one.onclick = () => { log.textContent = one.textContent + ' done'; close(); };
</script>"""


@pytest.mark.parametrize("tag", ["button", "a href='#'"])
async def test_the_items_of_a_menu_in_a_button_have_refs(lent_page: Page, site: Site, tag: str) -> None:
    site.route("/observe/menu-in-button", PAGE.replace("</%(tag)s>", f"</{tag.split()[0]}>") % {"tag": tag})
    await lent_page.goto(site.url("observe/menu-in-button"), wait_until="load")
    await lent_page.observe()
    opened = await lent_page.click('text "Actions"')
    assert opened.success, opened.message
    assert opened.observation is not None
    assert "listitem Delete]" in opened.observation.text, opened.observation.text
    done = await lent_page.click('text "Delete"')
    assert done.success, done.message
    assert done.observation is not None
    assert "Delete done" in done.observation.text
    assert "listitem" not in (await lent_page.observe(capture="hybrid")).text
