"""A text under `aria-hidden` whose words are written once more out of sight, and labels of a page behind a dialog."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

UNSEEN = "position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden"
FILES = f"""<!doctype html><ul><li><fieldset><legend style="{UNSEEN}">report.pdf</legend>
<button>Remove</button><span aria-hidden=true>report.pdf</span><span>6 bytes</span></fieldset>
<li><span aria-hidden=true>decoration</span><span>7 bytes</span></ul>"""
BEHIND = """<!doctype html><section aria-hidden=true><label for=a>Phone</label><input id=a><label for=b>Files
<span tabindex=0>Browse</span></label><input id=b type=file></section>
<div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"><div role=dialog aria-modal=true
style="background:#fff;width:300px;margin:100px auto"><button>OK</button></div></div>"""


async def text_of(tab: Tab, site: Site, page: str, mode: CaptureMode) -> str:
    site.route("/twice", page)
    await tab.goto(site.url("twice"), wait_until="load", timeout=20)
    return (await capture(tab, CaptureOptions(capture=mode), RefTable())).render()


@pytest.mark.req("RA-03")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_drawn_name_of_a_file_is_shown(tab: Tab, site: Site, mode: CaptureMode) -> None:
    text = await text_of(tab, site, FILES, mode)
    assert text.count("report.pdf") == 1
    assert "decoration" not in text


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_labels_of_covered_fields_are_not_shown(tab: Tab, site: Site, mode: CaptureMode) -> None:
    text = await text_of(tab, site, BEHIND, mode)
    assert "OK" in text
    assert "Phone" not in text
    assert "Files" not in text
