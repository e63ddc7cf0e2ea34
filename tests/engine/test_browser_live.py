"""`Browser` and `Page` as a program uses them: pages, contexts, their end, several engines on one browser."""

from __future__ import annotations

import anyio
import httpx
import pytest

import cdp_engine
from cdp_engine import Browser, Page
from cdp_engine.errors import (
    ConnectionLost,
    InvalidInput,
    InvalidURL,
    NavigationFailed,
    TargetClosed,
    TargetCrashed,
    UnknownFormat,
    UnknownRef,
)
from cdp_engine.protocol import dom, network, target
from cdp_engine.protocol import page as page_domain
from tests.support.chromium import RunningChromium
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.windows]

PAGE = """<!doctype html><title>One</title><h1>Hello</h1>
<button onclick="document.title = 'Pressed'; this.textContent = 'Pressed'">Press</button>
<input aria-label=Name>"""


async def open_tabs(endpoint: str) -> dict[str, str]:
    async with httpx.AsyncClient(trust_env=False) as client:
        tabs = (await client.get(f"{endpoint}/json/list")).json()
    return {tab["id"]: tab["url"] for tab in tabs if tab["type"] == "page"}


async def attached(browser: Browser, page: Page) -> bool:
    infos = (await browser.session.send(target.get_targets())).target_infos
    return next(info.attached for info in infos if info.target_id == page.target_id)


async def until_detached(browser: Browser, page: Page) -> None:
    with anyio.fail_after(30):
        while await attached(browser, page):
            await anyio.lowlevel.checkpoint()


async def test_a_page_is_opened_read_acted_on_and_closed(browser: Browser, site: Site) -> None:
    remove = site.route("/engine/one", PAGE)
    page = await browser.new_page(site.url("engine/one"))
    assert page.url == site.url("engine/one")
    assert await page.title() == "One"
    view = await page.observe()
    assert (view.kind, view.version, view.text == str(view)) == ("full", 1, True)
    [button] = view.snapshot.find(role="button")
    result = await page.click(button.ref)
    assert result.success, result
    assert result.raise_for_error() is result
    assert await page.title() == "Pressed"
    assert result.observation is not None
    assert result.observation.version > view.version
    assert result.observation.snapshot.get(button.ref).name == "Pressed"
    assert await page.evaluate("(a, b) => a + b", 2, 3) == 5
    assert (await page.screenshot()).startswith(b"\x89PNG")
    assert (await page.screenshot(ref=button.ref)).startswith(b"\x89PNG")
    assert (await page.pdf()).startswith(b"%PDF")
    assert page in await browser.pages()
    await page.close()
    await page.close()
    assert page.closed
    assert page not in await browser.pages()
    remove()


@pytest.mark.req("EN-06", "EX-08")
async def test_leaving_changes_nothing_in_the_browser(chromium_endpoint: str) -> None:
    before = await open_tabs(chromium_endpoint)
    async with cdp_engine.connect(chromium_endpoint) as browser:
        page = await browser.new_page("data:text/html,kept")
        async with browser.new_context() as context:
            await context.new_page("data:text/html,gone")
    after = await open_tabs(chromium_endpoint)
    assert after.keys() - before.keys() == {page.target_id}
    async with cdp_engine.connect(chromium_endpoint) as browser:
        [again] = [known for known in await browser.pages() if known.target_id == page.target_id]
        assert await again.evaluate("document.body.textContent") == "kept"
        await again.close()
    assert await open_tabs(chromium_endpoint) == before


async def test_contexts_do_not_share_cookies(browser: Browser, site: Site) -> None:
    remove = site.route("/engine/cookie", PAGE)
    async with browser.new_context() as one, browser.new_context() as two:
        first = await one.new_page(site.url("engine/cookie"))
        await first.evaluate("document.cookie = 'who=first'")
        second = await two.new_page(site.url("engine/cookie"))
        assert await second.evaluate("document.cookie") == ""
        third = await one.new_page(site.url("engine/cookie"))
        assert await third.evaluate("document.cookie") == "who=first"
        assert set(await one.pages()) == {first, third}
        assert await two.pages() == [second]
    assert first.closed
    assert second.closed
    remove()


@pytest.mark.req("CD-08")
async def test_tabs_of_others_are_attached_to_by_their_first_use(
    browser: Browser, chromium_endpoint: str
) -> None:
    async with cdp_engine.connect(chromium_endpoint) as other:
        made = (await other.session.send(target.create_target("data:text/html,<title>theirs"))).target_id
        [page] = [known for known in await browser.pages() if known.target_id == made]
        assert not await attached(browser, page)
        with pytest.raises(InvalidInput):
            _ = page.session
        assert await page.title() == "theirs"
        assert await attached(browser, page)
        assert page.session.id is not None
        [same] = [known for known in await other.pages() if known.target_id == made]
        await same.close()
        with pytest.raises(TargetClosed):
            await page.title()


@pytest.mark.req("CD-08")
async def test_idle_tabs_are_let_go_and_taken_up_again_with_their_refs(
    chromium_endpoint: str, site: Site, anyio_backend: str
) -> None:
    remove = site.route("/engine/idle", PAGE)
    async with (
        cdp_engine.connect(chromium_endpoint, idle_seconds=0.5) as browser,
        browser.new_context() as context,
    ):
        page = await context.new_page(site.url("engine/idle"))
        [button] = (await page.snapshot()).find(role="button")
        ref = button.ref
        await until_detached(browser, page)
        assert page.url == site.url("engine/idle")
        result = await page.click(ref)
        assert result.success, result.message
        assert await page.title() == "Pressed"
        await until_detached(browser, page)
        assert (await page.observe()).snapshot.get(ref).name == "Pressed"
        await until_detached(browser, page)
        await page.goto("data:text/html,<title>other")
        assert await page.title() == "other"
    remove()


@pytest.mark.req("CD-08")
async def test_a_tab_in_use_is_not_idle(chromium_endpoint: str) -> None:
    async with (
        cdp_engine.connect(chromium_endpoint, idle_seconds=0.3) as browser,
        browser.new_context() as context,
    ):
        page = await context.new_page("data:text/html,x")
        slow = "new Promise(done => setTimeout(() => done('done'), 1500))"
        assert await page.evaluate(slow) == "done"
        async with page.session.subscribe(network.RequestWillBeSent) as requests:
            await page.session.send(network.enable())
            await page.evaluate("setTimeout(() => fetch('data:text/plain,late'), 1500); 1")
            with anyio.fail_after(30):
                assert (await requests.receive()).request.url == "data:text/plain,late"


@pytest.mark.req("EN-06", "CD-08")
async def test_a_frozen_tab_harms_nobody_and_can_be_closed(chromium_endpoint: str) -> None:
    async with cdp_engine.connect(chromium_endpoint) as theirs:
        stuck = await theirs.session.send(target.create_target("data:text/html,<script>for(;;);</script>"))
        async with cdp_engine.connect(chromium_endpoint) as browser:
            [frozen] = [page for page in await browser.pages() if page.target_id == stuck.target_id]
            well = await browser.new_page("data:text/html,<title>well")
            assert await well.title() == "well"
            await well.close()
            await frozen.close()
            assert frozen.closed
            await frozen.close()


async def test_closed_and_crashed_pages_answer_actions_with_a_code(browser: Browser) -> None:
    page = await browser.new_page("data:text/html,<button>x</button>")
    [button] = (await page.snapshot()).find(role="button")
    with pytest.raises(NavigationFailed):
        await page.goto("chrome://no-such-page-at-all/")
    await page.goto("data:text/html,<button>y</button>")
    stale = await page.click(button.ref)
    assert not stale.success
    assert stale.error is not None
    assert stale.error.code == "stale"
    assert stale.observation is not None

    with pytest.raises(TargetCrashed):
        await page.session.send(page_domain.crash())
    crashed = await page.press("Enter")
    assert crashed.error is not None
    assert crashed.error.code == "crashed"
    with pytest.raises(TargetCrashed):
        await page.observe()
    await page.goto("data:text/html,<button>z</button>")
    assert (await page.observe()).snapshot.find(name="z")

    await page.close()
    closed = await page.press("Enter")
    assert closed.error is not None
    assert closed.error.code == "closed"
    assert closed.error.hint
    with pytest.raises(TargetClosed):
        await page.observe()


async def test_a_page_that_closes_itself_is_known_to_be_closed(browser: Browser) -> None:
    opener = await browser.new_page(
        "data:text/html,<button onclick=\"window.open('about:blank')\">open</button>"
    )
    [button] = (await opener.snapshot()).find(role="button")
    result = await opener.click(button.ref)
    [popup_id] = result.changes.new_tabs
    [popup] = [page for page in await browser.pages() if page.target_id == popup_id]
    assert await popup.title() == ""
    await popup.evaluate("setTimeout(close)")
    with anyio.fail_after(30):
        while not popup.closed or popup in await browser.pages():
            await anyio.lowlevel.checkpoint()
    assert popup_id not in {page.target_id for page in await browser.pages()}
    await opener.close()


async def test_what_a_program_does_wrong_is_raised(page: Page) -> None:
    await page.goto("data:text/html,<button>x</button>")
    with pytest.raises(UnknownRef):
        await page.click("e999")
    with pytest.raises(UnknownRef):
        await page.click("what")
    with pytest.raises(UnknownFormat):
        await page.observe(format="nope")
    with pytest.raises(InvalidInput, match="no_such_option"):
        await page.observe(no_such_option=1)
    with pytest.raises(InvalidInput, match="no_such_option"):
        await page.snapshot(no_such_option=1)
    with pytest.raises(InvalidURL):
        await page.goto("exa mple")


async def test_a_page_that_cannot_be_opened_leaves_no_tab(browser: Browser, chromium_endpoint: str) -> None:
    before = await open_tabs(chromium_endpoint)
    with pytest.raises(NavigationFailed):
        await browser.new_page("http://127.0.0.1:9/")
    with pytest.raises(InvalidURL):
        await browser.new_page("exa mple")
    assert await open_tabs(chromium_endpoint) == before


@pytest.mark.req("EN-06")
async def test_two_engines_share_a_browser_and_a_page(chromium: RunningChromium, site: Site) -> None:
    remove = site.route("/engine/shared", PAGE)
    endpoint = chromium.endpoint
    async with cdp_engine.connect(endpoint) as one, cdp_engine.connect(chromium.websocket_url) as two:
        mine = await one.new_page(site.url("engine/shared"))
        other = await one.new_page()
        theirs, unused = [
            page for page in await two.pages() if page.target_id in (mine.target_id, other.target_id)
        ]
        [button] = (await theirs.snapshot()).find(role="button")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(mine.observe)
            tasks.start_soon(theirs.observe)
        assert (await theirs.click(button.ref)).success
        assert await mine.title() == "Pressed"
        await two.close()
        # At once, attached or not; those of the other program stay.
        assert [page.closed for page in (theirs, unused, mine)] == [True, True, False]
        with pytest.raises(ConnectionLost):
            await theirs.title()
        assert await mine.title() == "Pressed"
        await mine.close()
        await other.close()
    assert chromium.process.poll() is None
    assert (
        await anyio.to_thread.run_sync(lambda: httpx.get(f"{endpoint}/json/version", trust_env=False))
    ).is_success
    remove()


async def test_a_browser_of_ours_ends_with_close(anyio_backend: str) -> None:
    async with cdp_engine.launch() as browser:
        page = await browser.new_page("data:text/html,x")
        assert browser.endpoint.startswith("pipe:")
        assert browser.version in repr(browser)
        await browser.close()
        await browser.close()
        assert page.closed
        with pytest.raises((ConnectionLost, TargetClosed)):  # whichever the browser reports first
            await page.title()
        with pytest.raises(ConnectionLost):
            await browser.new_page()


MOUSE = """[['hover', 'hover'], ['any-hover', 'hover'], ['pointer', 'fine'], ['any-pointer', 'fine']]
  .map(pair => matchMedia(`(${pair.join(': ')})`).matches)"""


@pytest.mark.req("RA-08")
async def test_a_browser_of_ours_has_a_mouse_unless_a_touch_device_is_emulated(anyio_backend: str) -> None:
    async with cdp_engine.launch() as browser:
        page = await browser.new_page("data:text/html,<iframe srcdoc='<p>inner'></iframe>")
        assert await page.evaluate(MOUSE) == [True] * 4
        await page.emulate(device="Pixel 7")
        assert not any(await page.evaluate(MOUSE))
        await page.emulate(device=None)
        await page.reload()  # Chromium takes the pointer of an emulated device back with the next document
        assert await page.evaluate(MOUSE) == [True] * 4


@pytest.mark.req("EX-02")
async def test_a_download_in_a_tab_of_its_own_is_reported(site: Site, anyio_backend: str) -> None:
    """In the context that a browser begins with, too; Chrome closes such a tab at once."""
    table = Response(
        "a,b", content_type="text/csv", headers={"Content-Disposition": "attachment; filename=orders.csv"}
    )
    undo = [
        site.route("/engine/orders.csv", table),
        site.route("/engine/orders", "<!doctype html><a href=/engine/orders.csv target=_blank>Export</a>"),
    ]
    async with cdp_engine.launch() as browser:
        page = await browser.new_page(site.url("engine/orders"))
        result = await page.click('link "Export"')
    for remove in undo:
        remove()
    assert (result.effect.kind, "orders.csv" in result.message) == ("download", True), result.message


async def test_the_raw_protocol_is_at_hand(page: Page) -> None:
    await page.goto("data:text/html,<p>raw")
    document = await page.session.send(dom.get_document(depth=-1, pierce=True))
    assert document.root.node_name == "#document"
