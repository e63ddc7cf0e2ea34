"""A name that an icon's tooltip says a second time is said once, unless the element is drawn with both."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LINKS = """<!doctype html><a href=#1><b role=none title="Facets" tabindex=-1><svg width=9 height=9></svg></b>
<span>Facets</span></a> <a href=#2><img alt="Order list" src="data:," width=9 height=9> Order list</a>
<a href=#3>Bora Bora</a> <button title="Close">Close Close</button>
<a href=#4 style="text-transform:uppercase"><img alt=Users src="data:," width=9 height=9> Users</a>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_name_is_said_once(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/doubled", LINKS)
    await tab.goto(site.url("doubled"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    names = [node.name for node in snapshot.interactive() if node.role in ("link", "button")]
    assert names == ["Facets", "Order list", "Bora Bora", "Close Close", "Users"]
