"""A field that looks like one of tags, and edits a cell of a table whose rows have buttons that delete them."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

# As phpMyAdmin: the editor floats over the cell, Enter stores its text, takes the editor away and draws the rows again.
GRID = """<!doctype html><style>td { border: 1px solid; padding: 4px }</style>
<div class=grid style="position:relative"><table id=rows></table>
<div class=editor style="position:absolute;left:160px;top:4px;background:#fff">
<input id=f class=edit_box aria-label=Added value="2026-05-05">
<select id=n aria-label=Year><option>2026</select></div></div><script>
const names = ['Apple', 'Pear', 'Plum'], deleted = [], stored = [];
const draw = () => { rows.innerHTML = names.map((name) => `<tr><td><a href="#" class=delete_row>Delete</a>
  <td>${name}<td>${stored.at(-1) || '2026-05-05'}`).join(''); };
rows.onclick = (event) => { event.preventDefault();
  if (event.target.matches('a')) deleted.push(event.target.closest('tr').innerText); };
f.onkeydown = ({ key }) => {
  if (key !== 'Enter') return;
  stored.push(f.value); n.remove(); GONE; draw();
};
draw();
</script>"""


@pytest.fixture(params=["f.parentElement.style.display = 'none'", "f.remove()"], ids=["hidden", "removed"])
async def shown(page: Page, site: Site, request: pytest.FixtureRequest) -> Page:
    site.route("/act/tags-in-grid", GRID.replace("GONE", request.param))
    await page.goto(site.url("act/tags-in-grid"))
    await page.observe()
    return page


async def test_no_row_is_deleted_for_a_text_that_became_no_tag(shown: Page) -> None:
    result = await shown.select('textbox "Added"', "2026-05-20")
    assert await shown.evaluate("deleted") == []
    assert not result.success, result.message
    if await shown.evaluate("stored.length"):  # Enter has stored it
        assert result.error is not None
        assert "Enter closed" in result.message
