"""A link that only runs a script copies no other such link, so one under `aria-hidden` is shown."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

DIALOG = """<!doctype html><a href="javascript:void(0)">Settings</a> <a href="/news">News</a>
<a href="/news" aria-hidden=true>Picture of the news</a>
<div role=dialog tabindex=-1><a href="javascript:void(0)" aria-hidden=true>×</a><h3>Please acknowledge</h3>
<a href="javascript:void(0)" aria-hidden=true>Close</a></div>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_buttons_of_a_dialog_are_shown(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/acknowledge", DIALOG)
    await tab.goto(site.url("acknowledge"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    names = [node.name for node in snapshot.interactive() if node.tag == "a"]
    assert names == ["Settings", "News", "×", "Close"]
