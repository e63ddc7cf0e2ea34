"""What style sheets draw: marks with a tooltip and the crosses of chips are on the screen, so they are in the view."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

# As Roundcube has both: glyphs of an icon font, one of them beside an element without a width.
MARKS = """<!doctype html><style>.m { position: relative } .dot::before { position: absolute; left: -20px; width: 12px;
content: '\\f0e0'; font-family: Icons } .in::before { content: '\\f0e1'; font-family: Icons }</style><ul>
<li><span class=m><span class=dot title="Unread "></span><a href=/1>Mail one</a></span>
<li><span class=m><span title="Not unread"></span><a href=/2>Mail two</a></span>
<li><i class=in title=Flagged></i><a href=/3>Mail three</a></ul>"""
CHIPS = """<!doctype html><style>.x { display: block; cursor: pointer }
.x::before { content: '\\f00d'; font-family: Icons }
ul { border: 1px solid } li { display: inline-flex; border: 1px solid }</style>
<ul><li><span>Bob</span><a class="button icon remove x" id=h></a></li>
<li><input role=combobox aria-expanded=false></li>
</ul><script>h.addEventListener("click", () => h.parentNode.remove())</script>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_mark_with_a_tooltip_is_in_the_view(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/marks", MARKS)
    await tab.goto(site.url("marks"), wait_until="load", timeout=20)
    text = (await capture(tab, CaptureOptions(capture=mode), RefTable())).render("outline")
    assert "![Unread]" in text
    assert "![Flagged]" in text
    assert "Not unread" not in text


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_cross_of_a_chip_before_a_field_is_a_control(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/chips", CHIPS)
    await tab.goto(site.url("chips"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    assert [(node.tag, node.name) for node in snapshot.interactive()] == [("a", "remove"), ("input", "")]


ARROWS = """<!doctype html><style>.fold::before { content: ""; display: block; width: 8px; height: 8px; top: 1.2em;
  border: solid; border-width: 0 2px 2px 0; transform: rotate(45deg); position: absolute }
  .box { position: relative; margin: 10px; padding: 14px 15px } b { padding-left: 20px }</style>
<div class=box><span class=fold data-toggle=collapse title="Fold people"></span><b>People</b><p id=p>Ann</div>
<div class=box><span class=fold title="Fold dates" id=d></span><b>Dates</b></div>
<div class=box><span class=fold title="Only drawn"></span><b>Links</b></div><script>
  document.onclick = (e) => { if (e.target.matches('[data-toggle]')) p.hidden = !p.hidden; };
  d.addEventListener('click', () => { d.parentNode.append('Folded'); });</script>"""


async def test_an_arrow_of_an_element_without_a_size_takes_a_press(lent_page: Page, site: Site) -> None:
    site.route("/observe/arrows", ARROWS)
    await lent_page.goto(site.url("observe/arrows"), wait_until="load")
    text = (await lent_page.observe()).text
    assert all(part in text for part in ("clickable Fold people]", "clickable Fold dates]")), text
    assert "clickable Only drawn" not in text
    done = await lent_page.click('text "Fold people"')
    assert done.success, done.message
    assert done.observation is not None
    assert "Ann" not in done.observation.text
    done = await lent_page.click('text "Fold dates"')
    assert done.success, done.message
    assert done.observation is not None
    assert "Folded" in done.observation.text
