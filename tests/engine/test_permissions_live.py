"""A permission that is set for every site holds for each of them (CD-15)."""

from __future__ import annotations

import pytest

from cdp_engine import Browser
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-15")]

STATE = "(async name => (await navigator.permissions.query({ name })).state)"


async def test_what_is_set_for_every_site_outweighs_what_one_was_granted(
    browser: Browser, site: Site
) -> None:
    site.route("/permissions", "<!doctype html><title>Permissions</title>")
    name = "clipboard-read"
    async with browser.new_context() as context:
        page = await context.new_page(site.url("/permissions", host="localhost"))
        await context.grant(name, origin=await page.evaluate("origin"))
        assert await page.evaluate(STATE, name) == "granted"
        await context.deny(name)
        assert await page.evaluate(STATE, name) == "denied"
        await context.grant(name)
        assert await page.evaluate(STATE, name) == "granted"
