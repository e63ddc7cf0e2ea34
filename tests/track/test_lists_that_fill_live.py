"""A list in a column of the page that gets its first items lies over nothing; one that opens over the page does."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-05", "FP-06")]

PAGE = """<!doctype html><title>Contacts</title><style>
body { display: flex; margin: 0; } #column { flex: 0 0 300px; height: 500px; position: relative; }
table { width: 100%%; border-collapse: collapse; } ul { margin: 0; padding: 0; list-style: none; }
#over { position: absolute; top: 60px; left: 320px; width: 200px; %s background: #fff; }
#grip { position: absolute; top: 0; bottom: 0; right: -3px; width: 6px; cursor: col-resize; z-index: 2; }
main { flex: 1; }
</style><div id=column><table id=inside role=listbox aria-label=Contacts tabindex=0></table>
<div id=grip onmousedown="0"></div></div>
<ul id=over role=listbox aria-label=Offers></ul>
<main><p id=out>Nothing</p>%s</main><script>
const fill = (list, html) => { list.innerHTML = html; out.textContent = 'Saved.'; };
</script>"""
BUTTONS = "".join(f"<button>Button {number}</button>" for number in range(60))
ROW = "fill(inside, '<tr role=option aria-selected=false><td>Grace Hopper</td></tr>')"
ITEM = "fill(over, '<li role=option tabindex=0>Grace Hopper</li>')"


@pytest.mark.parametrize(
    ("style", "script", "kind"),
    [("", ROW, "delta"), ("", ITEM, "overlay_opened"), ("z-index: 5;", ITEM, "overlay_opened")],
)
async def test_a_list_with_its_first_items(
    page: Page, site: Site, style: str, script: str, kind: str
) -> None:
    site.route("/track/fills", PAGE % (style, BUTTONS))
    await page.goto(site.url("track/fills"))
    before = await page.observe()
    await page.evaluate(script)
    after = await page.observe(since=before.version)
    assert after.kind == kind
    assert "Grace Hopper" in after.text
    assert ("Saved." in after.text) is (kind == "delta")
