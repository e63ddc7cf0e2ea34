"""A first letter that a style sheet draws in a way of its own is a part of its text."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05")]

# As the notes of Element Plus, whose titles begin with a capital, and the first letter of an article.
PAGE = """<!doctype html><style>h2::first-letter, button::first-letter { text-transform: uppercase }
.article::first-letter { font-size: 3em; float: left } button { display: block }</style>
<h2>saved successfully</h2><h2>a</h2><h2></h2><p>Once</p><p class=article><b>once</b> upon a time</p>
<button>"add" a row</button>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_first_letter_of_its_own_style_is_in_the_text(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/letters", PAGE)
    await tab.goto(site.url("letters"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    lines = snapshot.render().splitlines()[1:]
    assert lines == [
        "## Saved successfully", "## A", "Once", "once upon a time", '[e1 button "\\"Add\\" a row"]',
    ]  # fmt: skip
