"""Cases that the suites of other browser libraries hold, on the public surface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import Path as AsyncPath

import cdp_engine
from cdp_engine import Browser
from cdp_engine.errors import DialogBlocking, InvalidInput, InvalidURL, NavigationReplaced
from tests.engine.conftest import Bench
from tests.support.site import Request, Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


def _slow(request: Request) -> str:
    request.hold(5.0)
    return "<title>slow</title>slow"


async def test_a_goto_that_another_one_replaced_says_so(bench: Bench) -> None:
    slow, quick = bench.site.url("engine/slow"), bench.site.url("engine/quick")
    bench.site.route("/engine/slow", _slow)
    bench.site.route("/engine/quick", "<title>quick</title>quick")
    caught: list[NavigationReplaced] = []

    async def first() -> None:
        try:
            await bench.page.goto(slow)
        except NavigationReplaced as error:
            caught.append(error)

    await bench.page.goto(quick)
    bench.site.forget_requests()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(first)
        await anyio.to_thread.run_sync(bench.site.wait_for_request, "/engine/slow")
        await bench.page.goto(f"{quick}?other")
    assert [error.shown for error in caught] == [f"{quick}?other"]
    await bench.run("void setTimeout(() => location.href = '?script', 300)")
    await first()
    assert [error.shown for error in caught[1:]] == [f"{quick}?script"]
    assert "another navigation" in str(caught[1])
    # The call fails once the other document is committed, which may be before its title is parsed.
    await bench.page.wait_for(state="load")
    assert await bench.page.title() == "quick"


async def test_a_page_that_sends_on_is_not_replaced(bench: Bench) -> None:
    bench.site.route("/engine/onwards", "<script>location.href = '/engine/quick?onwards'</script>")
    bench.site.route("/engine/quick", "<title>quick</title>quick")
    for wait_until in ("ready", "load", "domcontentloaded"):
        arrived = await bench.page.goto(bench.site.url("engine/onwards"), wait_until=wait_until)
        assert arrived.outcome == "document"


async def test_a_referer_is_sent_and_shown(bench: Bench) -> None:
    bench.site.route("/engine/referer", lambda request: f"<p>{request.headers.get('referer', 'none')}")
    comes_from = "http://elsewhere.test/deep?x=1"
    await bench.page.goto(bench.site.url("engine/referer"), referer=comes_from)
    assert await bench.run("[document.body.innerText, document.referrer]") == [comes_from, comes_from]
    await bench.page.goto(bench.site.url("engine/referer"))
    assert await bench.run("document.body.innerText") == "none"
    with pytest.raises(InvalidURL):
        await bench.page.goto(bench.site.url("engine/referer"), referer="elsewhere")


async def test_headers_of_a_page_go_over_those_of_its_context(browser: Browser, site: Site) -> None:
    site.route(
        "/engine/headers",
        lambda request: " ".join(request.headers.get(name, "-") for name in ("x-a", "x-b", "x-c")),
    )

    async def sent(page: Any) -> str:
        await page.goto(site.url("engine/headers"))
        return str(await page.evaluate("document.body.innerText"))

    async with browser.new_context(headers={"X-A": "context", "X-B": "context"}) as context:
        page, other = await context.new_page(), await context.new_page()
        await page.emulate(headers={"x-a": "page", "X-C": "page"})
        assert await sent(page) == "page context page"
        assert await sent(other) == "context context -"
        await context.emulate(headers={"X-A": "later", "X-B": "later"})
        assert await sent(page) == "page later page"
        await page.emulate(headers=None)
        assert await sent(page) == "later later -"


CONTENTS = (
    "<div style='height:{above}px'></div><button id=b style='display:contents' onclick='b.hit=1'><span>Go</span>"
    "</button><div><a id=a href='#there' style='display:contents'>only a text</a></div>"
    "<div style='height:2000px'></div>"
)


@pytest.mark.parametrize("above", [10, 3000])
async def test_display_contents_is_clicked_through_what_it_draws(bench: Bench, above: int) -> None:
    await bench.show(CONTENTS.format(above=above))
    for name in ("#a", "#b"):
        for act in (bench.page.hover, bench.page.click):
            result = await act(await bench.ref(name))
            assert result.success, result.message
    assert await bench.run("[location.hash, b.hit]") == ["#there", 1]


async def test_a_scroll_waits_for_what_is_not_drawn_yet(bench: Bench) -> None:
    await bench.show(
        "<div style='height:3000px'></div><button id=b style='display:none'>B</button>"
        "<script>onscroll = null; later = () => setTimeout(() => b.style.display = '', 400)</script>"
    )
    ref = await bench.ref("#b")
    await bench.run("later()")
    assert (await bench.page.scroll(ref)).success
    assert await bench.run("b.getBoundingClientRect().top < innerHeight")


async def test_a_download_by_a_link_to_a_new_tab(browser: Browser, site: Site, tmp_path: Path) -> None:
    headers = {"Content-Disposition": "attachment; filename=own.bin"}
    site.route(
        "/engine/own.bin", Response(b"hello", content_type="application/octet-stream", headers=headers)
    )
    site.route(
        "/engine/download",
        "<a href=/engine/own.bin target=_blank>One</a> <a href=/engine/own.bin target=_blank rel=noopener>Two</a>",
    )
    async with browser.new_context() as context:
        await context.save_downloads(tmp_path)
        page = await context.new_page(site.url("engine/download"))
        for count, name in enumerate(("One", "Two"), 1):
            [link] = (await page.snapshot()).find(role="link", name=name)
            clicked = await page.click(link.ref)
            assert clicked.success, clicked.message
            waited = await page.wait_for(download="own.bin")
            assert waited.success, waited.message
            assert len(page.downloads) == count
            path = page.downloads[-1].path
            assert path is not None
            assert await AsyncPath(path).read_bytes() == b"hello"


@pytest.mark.parametrize("viewport", [None, (1000, 700)])
async def test_a_popup_has_the_size_that_was_asked_for(
    browser: Browser, site: Site, viewport: tuple[int, int] | None
) -> None:
    site.route(
        "/engine/opens",
        "<button onclick=\"window.open('/engine/quick', 'small', 'width=420,height=310,left=9')\">Small</button>"
        "<button onclick=\"window.open('/engine/quick')\">Tab</button>",
    )
    site.route("/engine/quick", "<title>quick</title>quick")
    async with browser.new_context(viewport=viewport) as context:
        page = await context.new_page(site.url("engine/opens"))
        whole = await page.evaluate("[innerWidth, innerHeight]")
        for name, size in (("Small", [420, 310]), ("Tab", whole)):
            [button] = (await page.snapshot()).find(role="button", name=name)
            assert (await page.click(button.ref)).success
            popup = (await page.wait_for(popup=True)).raise_for_error().popup
            assert await popup.evaluate("[innerWidth, innerHeight]") == size


async def test_form_factors_are_those_of_the_device(browser: Browser, site: Site) -> None:
    site.route("/engine/quick", "<title>quick</title>quick")
    script = (
        "navigator.userAgentData.getHighEntropyValues(['formFactors'])"
        ".then(found => [found.mobile, found.formFactors])"
    )
    async with browser.new_context(device="Pixel 7") as context:
        page = await context.new_page(site.url("engine/quick"))
        assert await page.evaluate(script) == [True, ["Mobile"]]


@pytest.mark.parametrize(
    "content", ["{bad", "[]", '{"cookies": [{"name": 1}]}', '{"origins": [{"origin": "nowhere"}]}']
)
async def test_a_broken_state_file_is_named(browser: Browser, tmp_path: Path, content: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(content)
    with pytest.raises(InvalidInput, match=r"state\.json"):
        async with browser.new_context(storage_state=state):
            pass


async def test_what_a_field_cannot_take_has_a_code_or_words_of_its_own(bench: Bench, tmp_path: Path) -> None:
    await bench.show(
        "<select id=s><option>One<option>Two</select><div id=r role=radio tabindex=0 aria-checked=true>R</div>"
        "<input type=file webkitdirectory id=folder><input type=file id=file>"
    )
    chosen = await bench.page.select(await bench.ref("#s"), "One", "Two")
    unchecked = await bench.page.uncheck(await bench.ref("#r"))
    assert [result.error and result.error.code for result in (chosen, unchecked)] == [
        "takes_one",
        "cannot_uncheck",
    ]
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(InvalidInput, match="is a file; this field takes a folder"):
        await bench.page.upload(await bench.ref("#folder"), tmp_path / "a.txt")
    with pytest.raises(InvalidInput, match="is a folder; this field takes files"):
        await bench.page.upload(await bench.ref("#file"), tmp_path)


async def test_a_page_that_asks_before_it_is_left_stalls_no_other_call(browser: Browser, site: Site) -> None:
    site.route(
        "/engine/asks",
        "<input id=i><a href=/engine/quick>Away</a><script>onbeforeunload = (e) => e.preventDefault()</script>",
    )
    site.route("/engine/quick", "<title>quick</title>quick")
    async with browser.new_context() as context:
        page, other = [await context.new_page(site.url(path)) for path in ("engine/asks", "engine/quick")]
        [field] = (await page.snapshot()).find(role="textbox")
        [link] = (await page.snapshot()).find(role="link")
        await page.fill(field.ref, "text")
        page.dialogs.policy = "hold"
        assert (await page.click(link.ref)).success
        assert page.dialogs.open is not None
        for call in (page.observe, page.screenshot, page.title):
            with pytest.raises(DialogBlocking):
                await call()
        assert "quick" in (await other.observe()).text
        assert (await context.storage_state())["cookies"] == []
        await page.dialogs.accept()
        assert "quick" in (await page.observe()).text


async def test_headers_and_scripts_name_the_same_device(browser: Browser, site: Site) -> None:
    site.route("/engine/quick", "<title>quick</title>quick")
    for device, mobile in (("Pixel 7", True), ("Galaxy S9+", True), (None, False)):
        site.forget_requests()
        async with browser.new_context(**({"device": device} if device else {})) as context:
            page = await context.new_page(site.url("engine/quick"))
            sent = site.requests_to("/engine/quick")[0].headers
            agent, data = await page.evaluate("[navigator.userAgent, navigator.userAgentData.toJSON()]")
        assert sent["user-agent"] == agent
        assert sent["sec-ch-ua-mobile"] == ("?1" if mobile else "?0")
        assert data["mobile"] is mobile
        assert sent["sec-ch-ua-platform"] == f'"{data["platform"]}"'
        assert [brand["brand"] in sent["sec-ch-ua"] for brand in data["brands"]] == [True] * len(
            data["brands"]
        )


@pytest.mark.req("EX-02")
@pytest.mark.parametrize("place", ["page", "frame"])
async def test_a_click_that_asks_for_a_new_tab_tells_of_it(browser: Browser, site: Site, place: str) -> None:
    shown = "<a href=/engine/quick?a>Link</a><form action=/engine/quick><button>Send</button></form>"
    framed = f"<iframe src={site.url('engine/inner', host='b.test')}>"
    site.route("/engine/links", shown if place == "page" else framed)
    site.route("/engine/inner", shown)
    site.route("/engine/quick", "<title>quick</title>quick")
    async with browser.new_context() as context, browser.new_context() as other:
        page, beside = [await one.new_page(site.url("engine/links")) for one in (context, other)]
        for name in ("Link", "Send"):
            [control] = (await page.snapshot()).find(name=name)
            for held in (["Control"], ["Shift"], []):
                if name == "Send" and not held:
                    continue
                result = await page.click(control.ref, button="left" if held else "middle", modifiers=held)
                waited = await page.wait_for(popup="/engine/quick")
                assert result.effect.kind == "new_tab", (held, result.message)
                assert result.changes.new_tabs == (waited.popup.target_id,)
                assert "quick" in (await waited.popup.observe()).text
        assert len(page.popups) == 5
        assert not beside.popups


@pytest.mark.req("EX-02")
async def test_a_tab_of_a_browser_attached_to_is_a_popup_once_it_has_its_address(
    chromium_endpoint: str, site: Site
) -> None:
    site.route("/engine/links", "<a href=/engine/quick?later>Link</a>")
    site.route("/engine/quick", "<title>quick</title>quick")
    async with cdp_engine.connect(chromium_endpoint) as attached:
        page = await attached.new_page(site.url("engine/links"))
        await page.click('link "Link"', modifiers=["Control"])
        popup = (await page.wait_for(popup="?later")).raise_for_error().popup
        assert [one.target_id for one in page.popups] == [popup.target_id]
        await popup.close()
        await page.close()


@pytest.mark.req("EX-02")
@pytest.mark.parametrize("host", ["a.test", "b.test"])
async def test_a_frame_that_a_click_outside_it_changes_is_an_effect(bench: Bench, host: str) -> None:
    site = bench.site
    site.route(
        "/engine/preview",
        "<p id=p>Before<script>onmessage = () => p.textContent = `Now ${performance.now()}`</script>",
    )
    site.route(
        "/engine/around",
        "<button onclick='frames[0].postMessage(1, \"*\")'>Run</button><button>Idle</button>"
        f"<iframe src={site.url('engine/preview', host=host)}></iframe>",
    )
    await bench.page.goto(site.url("engine/around", host="a.test"))
    await bench.page.wait_for(function="performance.now() > 1500")
    shown = await bench.page.observe()
    result = await bench.page.click('button "Run"', since=shown.version)
    assert result.observation is not None
    assert "Now" in result.observation.text
    assert (result.effect.kind, result.message.endswith("done: a frame on the page changed")) == (
        "confirmed",
        True,
    )
    await bench.page.wait_for(function="performance.now() > 3000")
    assert (await bench.page.click('button "Idle"')).effect.kind == "no_effect"


async def test_a_frame_that_is_given_the_attributes_it_has_is_no_effect(bench: Bench) -> None:
    """As Etherpad does with `contenteditable` of its editor, whatever button is pressed."""
    bench.site.route("/engine/pad", "<body contenteditable=true><p>Shopping</p>")
    bench.site.route(
        "/engine/around-pad",
        "<button onclick='frames[0].document.body.setAttribute(`contenteditable`, `true`)'>Bold</button>"
        "<iframe src=/engine/pad></iframe>",
    )
    await bench.page.goto(bench.site.url("engine/around-pad"))
    await bench.page.wait_for(function="performance.now() > 1500")
    assert (await bench.page.click('button "Bold"')).effect.kind == "no_effect"


DRAGGED = (
    "<style>.over {{ outline: 2px solid }}</style><div draggable=true id=d style='width:9em'>Source</div>"
    "<div id=t style='height:40px;margin-top:20px;background:#eee'>Target</div>"
    "<script>d.ondragstart = (e) => {{ e.dataTransfer.effectAllowed = 'copy' }};{script}</script>"
)
REFUSING = {
    "nobody listens": "",
    "another effect": "t.ondragover = (e) => { e.preventDefault(); e.dataTransfer.dropEffect = 'move' }",
    "highlights": "t.ondragenter = () => t.className = 'over'; t.ondragleave = () => t.className = '';"
    "d.addEventListener('dragstart', () => d.style.opacity = 0.4); d.ondragend = () => d.style.opacity = ''",
}
TAKING = {
    "nothing shown": "t.ondragover = (e) => e.preventDefault(); t.ondrop = () => window.got = true",
    "before any drop": "t.ondragenter = () => t.append(d)",
    "after none": "d.ondragend = (e) => d.style = 'position:absolute; left:' + e.clientX + 'px'",
}


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("script", "taken"),
    [*((one, False) for one in REFUSING.values()), *((one, True) for one in TAKING.values())],
)
async def test_a_refused_drop_is_no_success(bench: Bench, script: str, taken: bool) -> None:
    await bench.show(DRAGGED.format(script=script))
    result = await bench.page.drag(await bench.ref("#d"), await bench.ref("#t"))
    assert result.success is taken, result.message
    assert result.error is None or result.error.code == "not_dropped"
