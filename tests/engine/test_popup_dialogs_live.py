"""Dialogs of tabs that were just opened are answered by the page that opened them (EX-07)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cdp_engine import Browser, Page
from cdp_engine.errors import DialogBlocking
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-07")]

ASKING = (
    "<title>asks</title><script>opener ? opener.v = prompt('hey?') : prompt('hey?'); window.v = 1</script>"
)
OPENERS = {
    "at once": "<button onclick=\"window.v = window.open('').prompt('hey?')\">Go</button>",
    "first script": "<button onclick=\"window.open('/engine/asks')\">Go</button>",
    "link": "<a href=/engine/asks target=_blank rel=opener>Go</a>",
    "closed": "<button onclick=\"const p = window.open(''); window.v = p.prompt('hey?'); p.close()\">Go</button>",
}


@pytest.fixture(params=[None, "de"], ids=["plain", "emulated"])
async def page(request: pytest.FixtureRequest, browser: Browser) -> AsyncIterator[Page]:
    async with browser.new_context(locale=request.param) as context:
        yield await context.new_page()


async def show(page: Page, site: Site, html: str) -> str:
    site.route("/engine/opens-asking", html)
    site.route("/engine/asks", ASKING)
    await page.goto(site.url("engine/opens-asking"))
    [control] = (await page.snapshot()).find(name="Go")
    return control.ref


@pytest.mark.parametrize("html", OPENERS.values(), ids=OPENERS)
async def test_a_dialog_of_a_new_tab_is_answered_by_its_opener(page: Page, site: Site, html: str) -> None:
    button = await show(page, site, html)
    page.dialogs.answer_next(accept=True, text="hello")
    result = await page.click(button)
    await page.wait_for(function="window.v !== undefined")
    assert result.success, result.message
    assert result.changes.dialogs == ("prompt: hey?",)
    assert await page.evaluate("v") == "hello"
    assert [dialog.handled for dialog in page.dialogs.history] == ["accepted"]
    for popup in page.popups:
        await popup.evaluate("setTimeout(() => { alert('late'); window.told = 1 }); 0")
        await popup.wait_for(function="window.told")
        assert [dialog.message for dialog in popup.dialogs.history] == ["late"], "used, it has its own"
    assert len(page.dialogs.history) == 1


async def test_a_tab_without_an_opener_of_its_own_asks_the_page_as_well(page: Page, site: Site) -> None:
    button = await show(page, site, "<a href=/engine/asks target=_blank rel=noopener>Go</a>")
    page.dialogs.answer_next(accept=True)
    result = await page.click(button)
    assert result.success, result.message
    assert await page.wait_for(dialog="hey?")
    popup = (await page.wait_for(popup=True)).raise_for_error().popup
    assert await popup.wait_for(function="window.v")


async def test_a_held_dialog_of_a_new_tab_waits_for_its_answer(browser: Browser, site: Site) -> None:
    async with browser.new_context() as context:
        page = await context.new_page()
        button = await show(page, site, OPENERS["at once"])
        page.dialogs.policy = "hold"
        result = await page.click(button)
        assert result.changes.dialogs == ("prompt: hey?",), result.message
        assert page.dialogs.open is not None
        [popup] = page.popups
        with pytest.raises(DialogBlocking, match="hey"):
            await popup.attach()
        await page.dialogs.accept("later")
        assert await page.evaluate("v") == "later"
        assert await popup.evaluate("1") == 1
        assert popup.dialogs.policy == "hold"


async def test_a_tab_that_closes_over_its_dialog_frees_its_opener(browser: Browser, site: Site) -> None:
    async with browser.new_context() as context:
        page = await context.new_page()
        button = await show(page, site, OPENERS["first script"])
        page.dialogs.policy = "hold"
        await page.click(button)
        await page.wait_for(dialog="hey?")
        await page.popups[0].close()
        assert page.dialogs.open is None
        assert await page.evaluate("1") == 1


async def test_keys_are_not_pressed_while_a_dialog_holds_the_page(browser: Browser, site: Site) -> None:
    async with browser.new_context() as context:
        page = await context.new_page()
        button = await show(page, site, "<button onclick=\"alert('wait')\">Go</button>")
        page.dialogs.policy = "hold"
        await page.click(button)
        result = await page.press("Enter")
        assert not result.success
        assert result.error is not None
        assert result.error.code == "dialog"
        await page.dialogs.accept()
