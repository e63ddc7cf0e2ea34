"""A control without a name is called as the plain box that holds only it, as the cross of a chip."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

CROSS = "<svg viewBox='0 0 24 24' width=20 height=20><path d='M1 1L9 9'/></svg>"
CHIPS = f"""<!doctype html><span>Ada <span aria-label="Remove Ada"><span role=button>{CROSS}</span></span></span>
<div aria-label="Tools"><button>{CROSS}</button> <button>{CROSS}</button></div>
<div aria-label="Note">Written <button>{CROSS}</button></div>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_control_alone_in_a_box_has_its_label(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/boxes", CHIPS)
    await tab.goto(site.url("boxes"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    names = [node.name for node in snapshot.interactive() if node.role == "button"]
    assert names == ["Remove Ada", "", "", ""]
