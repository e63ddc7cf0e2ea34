"""Tools that a page registers are listed and can be called (EX-10)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import cdp_engine
from cdp_engine.errors import InvalidInput
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-10")]

TOOLS = """<!doctype html><title>Shop</title>
<form toolname=search toolautosubmit tooldescription="Search the shop" action=/verify/found>
<input name=q toolparamdescription="what to look for"><button>Go</button></form><ul id=cart></ul><script>
const number = {type: 'number'}, none = {type: 'object'};
const offer = (name, description, inputSchema, execute) =>
  document.modelContext.registerTool({name, description, inputSchema, execute});
offer('add', 'Adds two numbers', {type: 'object', properties: {a: number, b: number}, required: ['a', 'b']},
  async ({a, b}) => ({content: [{type: 'text', text: String(a + b)}]}));
offer('put', 'Puts a thing into the cart', {type: 'object', properties: {thing: {type: 'string'}}},
  async ({thing}) => { cart.innerHTML += `<li>${thing}</li>`; return 'done'; });
offer('fail', 'Fails', none, async () => { throw new Error('sold out'); });
offer('hang', 'Never ends', none, () => new Promise(() => {}));
</script>"""


@pytest.fixture
async def shop(site: Site, anyio_backend: str) -> AsyncIterator[cdp_engine.Page]:
    removes = [site.route("/verify/shop", TOOLS), site.route("/verify/found", "<h1>Three things found</h1>")]
    async with cdp_engine.launch() as browser:
        yield await browser.new_page(site.url("verify/shop"))
    for remove in removes:
        remove()


async def test_tools_are_listed_and_called(shop: cdp_engine.Page, site: Site) -> None:
    tools = await shop.tools()
    assert {tool.name for tool in tools} == {"search", "add", "put", "fail", "hang"}
    assert tools["add"].signature == "add(a: number, b: number)"
    assert tools["search"].autosubmit
    assert tools["search"].url == site.url("verify/shop")

    view = await shop.observe()
    assert "add(a: number, b: number) – Adds two numbers" in view.text
    assert {tool.name for tool in view.tools} == {tool.name for tool in tools}

    added = await shop.call_tool("add", {"a": 2, "b": 40})
    assert added.success
    assert added.text == "42"

    assert (await shop.call_tool("put", {"thing": "Blue mug"})).text == "done"
    after = await shop.observe(since=view.version)
    assert "Blue mug" in after.text

    failed = await shop.call_tool("fail")
    assert failed.status == "error"
    assert "sold out" in failed.error
    assert (await shop.call_tool("hang", timeout=0.3)).status == "timeout"
    with pytest.raises(InvalidInput, match="there are: "):
        await shop.call_tool("nothing")

    found = await shop.call_tool("search", {"q": "things"})
    assert found.success
    await shop.goto(site.url("verify/found"))
    assert len(await shop.tools()) == 0
    assert (await shop.observe()).tools == ()


async def test_a_browser_without_page_tools_says_so(page: cdp_engine.Page, site: Site) -> None:
    await page.goto("data:text/html,<p>plain")
    assert len(await page.tools()) == 0
    with pytest.raises(InvalidInput, match="there are: none"):
        await page.call_tool("add", {})
