"""A menu that only lies in a part of the page, or beneath a handle of it, covers nothing: the page does not wait."""

from __future__ import annotations

import pytest

from cdp_engine.engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-05", "FP-06")]

PAGE = """<!doctype html><title>Files</title><style>
body { margin: 0; } #part { height: 400px; overflow: auto; position: relative; } #long { height: 900px; }
#menu { position: absolute; top: 200px; left: 40px; width: 200px; margin: 0; }
#grip { position: absolute; top: 150px; left: 230px; width: 20px; height: 200px; cursor: col-resize; %s }
</style><button onclick="menu.hidden = false; out.textContent = 'Saved.'">Open</button><p id=out>Nothing</p>
<div id=part tabindex=0 role=region aria-label=Files><div id=long>%s</div>
<ul id=menu role=menu hidden><li role=menuitem tabindex=0>Rename<li role=menuitem tabindex=0>Delete</ul>%s</div>"""
GRIP = "<div id=grip role=separator tabindex=0 aria-label=Width aria-valuenow=40></div>"


@pytest.mark.parametrize(
    ("style", "beneath", "grip", "kind"),
    [
        ("", "", "", "delta"),
        ("z-index: 3;", "", GRIP, "delta"),
        ("", "<button style='margin: 210px 60px'>Report.pdf</button>", "", "overlay_opened"),
    ],
    ids=["in a part", "beneath a handle", "over a control"],
)
async def test_a_menu_waits_for_nothing_that_it_does_not_cover(
    page: Page, site: Site, style: str, beneath: str, grip: str, kind: str
) -> None:
    site.route("/track/menus", PAGE % (style, beneath, grip))
    await page.goto(site.url("track/menus"))
    before = await page.observe()
    await page.evaluate("document.querySelector('button').click()")
    after = await page.observe(since=before.version)
    assert after.kind == kind
    assert "Rename" in after.text
    assert ("Saved." in after.text) is (kind == "delta")
