"""A page that hid itself from assistive technology for a dialog, and never took it back."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

PAGE = (
    "<!doctype html><body style='margin:0'><div id=page style='min-height:100vh'><h1>Accounts</h1>"
    "<p>Two of them</p><table><tr><td><a href='/ann'>ann</a><td>Ann Lee</table>"
    "<button onclick=\"page.setAttribute('aria-hidden', 'true'); box.hidden = false\">New</button></div>"
    "<div role=status style='position:absolute;width:1px;height:1px;overflow:hidden'>A dialog has opened</div>"
    "<div id=box role=dialog aria-label='New one' hidden style='position:fixed;inset:10px 10px auto;background:#fff'>"
    "Its name <input aria-label=Name><button onclick='box.hidden = true'>Cancel</button></div>"
)


async def test_what_stays_hidden_after_a_dialog_is_shown_again(lent_page: Page, site: Site) -> None:
    site.route("/observe/left-hidden", PAGE)
    await lent_page.goto(site.url("observe/left-hidden"), wait_until="load")
    opened = await lent_page.click('button "New"')
    assert opened.success, opened.message
    text = (await lent_page.observe()).text
    assert "Its name" in text
    assert "Two of them" not in text
    closed = await lent_page.click('button "Cancel"')
    assert closed.success, closed.message
    for capture in ("fast", "hybrid"):
        text = (await lent_page.observe(capture=capture)).text
        assert all(part in text for part in ("Accounts", "Two of them", "ann]", "Ann Lee")), text
        assert "aria-hidden" not in text
