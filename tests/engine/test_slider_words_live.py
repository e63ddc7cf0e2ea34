"""A slider that says words instead of numbers is shown, moved and reported by them."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SLIDERS = """<!doctype html><title>Plan</title>
<input id=pace type=range aria-label=Pace min=0 max=3 value=1 aria-valuetext=steady>
<input type=range aria-label=Heat min=0 max=30 value=20 aria-valuetext="20 degrees">
<script>pace.oninput = () =>
  pace.setAttribute('aria-valuetext', ['slow', 'steady', 'fast', 'mad'][pace.value])</script>"""


async def shown(page: Page, site: Site, html: str) -> None:
    remove = site.route("/engine/words", html)
    try:
        await page.goto(site.url("engine/words"), wait_until="load")
    finally:
        remove()


@pytest.mark.req("VD-09", "VD-10")
async def test_a_slider_is_shown_and_moved_by_its_words(lent_page: Page, site: Site) -> None:
    await shown(lent_page, site, SLIDERS)
    view = (await lent_page.observe()).text
    assert 'slider Pace ="steady"' in view
    assert 'slider Heat ="20"' in view, "the number is enough where the words repeat it"
    (pace,) = (await lent_page.snapshot()).find(role="slider", name="Pace")
    assert (pace.value, pace.shown_value) == ("1", "steady")
    moved = await lent_page.fill(pace.ref, "fast")
    assert moved.success, moved.message
    assert "'fast'" in moved.message
    assert 'slider Pace ="fast"' in (await lent_page.observe(format="outline")).snapshot.render()
    refused = await lent_page.fill(pace.ref, "brisk")
    assert refused.error is not None
    assert refused.error.code == "option_not_found"
    assert await lent_page.evaluate("() => pace.value") == "2"
    numbered = await lent_page.fill(pace.ref, "3")
    assert numbered.success, numbered.message
    form = await lent_page.fill_form({pace.ref: "slow"})
    assert form.success, form.message
    assert await lent_page.evaluate("() => pace.value") == "0"
