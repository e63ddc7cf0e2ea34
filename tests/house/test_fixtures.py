"""The engine's fixtures: attached, on both loops, with a page of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cdp_engine.protocol import browser as browser_domain

if TYPE_CHECKING:
    import cdp_engine
    from cdp_engine.chrome import Chrome
    from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.mark.req("EN-02", "EN-06")
async def test_chrome_is_attached(chrome: Chrome) -> None:
    answer = await chrome.root.send(browser_domain.get_version())
    assert "Chrome" in answer.product


async def test_the_page_is_fresh_and_cookies_of_another_test_are_not_seen(
    page: cdp_engine.Page, site: Site
) -> None:
    await page.goto(site.url("/house/absent"))
    assert await page.evaluate("document.cookie") == ""
    await page.evaluate("document.cookie = 'left=behind'")


async def test_the_page_is_fresh_for_the_next_test_too(page: cdp_engine.Page, site: Site) -> None:
    await page.goto(site.url("/house/absent"))
    assert await page.evaluate("document.cookie") == ""
    await page.evaluate("document.cookie = 'left=behind'")
