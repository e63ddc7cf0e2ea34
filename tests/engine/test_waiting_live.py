"""Waiting for what the page does, and what opens beside it: dialogs, popups, downloads."""

from __future__ import annotations

import signal
from pathlib import Path

import anyio
import pytest

import cdp_engine
from cdp_engine import Browser, Page
from cdp_engine.engine import controller_of
from cdp_engine.engine.waiting.wait_conditions import pattern
from cdp_engine.errors import ConnectionLost, EvaluationFailed, InvalidInput, UnknownRef
from scripts.webserver import Response
from tests.support.site import Request, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.fixture
def page(lent_page: Page) -> Page:
    """The module's page, as every test shows a page of its own first."""
    return lent_page


@pytest.fixture
async def shown(page: Page, site: Site):
    async def show(html: str) -> Page:
        remove = site.route("/waiting/one-off", "<!doctype html><meta charset=utf-8>" + html)
        try:
            await page.goto(site.url("waiting/one-off"), wait_until="load")
        finally:
            remove()
        return page

    return show


async def ref(page: Page, **what: str) -> str:
    found = (await page.snapshot()).find(**what)
    assert found, what
    return found[0].ref


LATER = "<body><script>setTimeout(() => { %s }, 250)</script>"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (LATER % "document.body.innerHTML = '<p>All  saved now</p>'", {"text": "all saved"}),
        (LATER % "document.body.innerHTML = '<button>Go on</button>'", {"role": "button", "name": "Go on"}),
        (
            "<p id=p>Loading</p><script>setTimeout(() => p.remove(), 250)</script>",
            {"text": "Loading", "gone": True},
        ),
        (
            "<p id=p>Loading</p><script>setTimeout(() => p.style.display = 'none', 250)</script>",
            {"text": "Loading", "gone": True},
        ),
        (
            "<button id=p>x</button><script>setTimeout(() => p.remove(), 250)</script>",
            {"role": "button", "gone": True},
        ),
        (LATER % "history.pushState({}, '', '/waiting/there?x=1')", {"url": "/there"}),
        (LATER % "history.pushState({}, '', '/waiting/there?x=1')", {"url": "*/there*x=1"}),
        (LATER % "fetch('/waiting/data?q=1')", {"request": "/waiting/data"}),
        (LATER % "window.ready = 1", {"function": "window.ready"}),
        (LATER % "window.total = 3", {"function": "window.total === 3"}),
        (LATER % "alert('Are you there?')", {"dialog": "are you"}),
        (
            "<div id=h></div><script>const r = h.attachShadow({mode: 'closed'});"
            "setTimeout(() => r.innerHTML = '<p>deep inside</p>', 250)</script>",
            {"text": "deep inside"},
        ),
        (
            "<iframe srcdoc=\"<script>setTimeout(() => document.write('framed text')"
            ', 250)</script>"></iframe>',
            {"text": "framed text"},
        ),
        ("<p>here already</p>", {"text": "here", "state": "networkidle"}),
        (
            "<label>Result <input id=r disabled></label>" + LATER % "r.value = 'Stored Ada'",
            {"text": "stored ada"},
        ),
        ("<label>Sum <input readonly value='Total 7'></label>", {"text": "Total 7"}),
    ],
)
async def test_what_comes_later(shown, html: str, wanted: dict[str, str]) -> None:
    page = await shown(html)
    waited = await page.wait_for(**wanted, timeout=10)
    assert waited, waited.message
    assert waited.missing == ()
    if "request" in wanted:
        assert waited.request is not None
        assert waited.request.url.endswith("/waiting/data?q=1")
        assert waited.request.status == 404
    assert waited.message.startswith("it was gone" if "gone" in wanted else "it came")
    if "role" in wanted and "gone" not in wanted:
        assert waited.ref is not None
        assert (await page.click(waited.ref)).success


async def test_what_does_not_come_is_named_in_time(shown) -> None:
    page = await shown("<p>Hello</p>")
    waited = await page.wait_for(text="Goodbye", url="/elsewhere", role="button", timeout=0.6)
    assert not waited
    assert waited.seconds < 4
    assert waited.error is not None
    assert waited.error.code == "timeout"
    assert len(waited.missing) == 2
    assert "Goodbye" in waited.message


async def test_what_was_typed_before_is_no_text_that_comes_or_stays(shown) -> None:
    page = await shown("<label>Item <input id=i></label>")
    await page.fill(await ref(page, name="Item"), "Clock")
    assert not await page.wait_for(text="Clock", timeout=0.5)
    assert await page.wait_for(text="Clock", gone=True, timeout=5)


async def test_an_element_comes_and_goes(shown) -> None:
    page = await shown("<button id=b>Go</button><button id=c>Hide</button>")
    go = await ref(page, name="Go")
    await page.evaluate("b.style.visibility = 'hidden'; setTimeout(() => b.style.visibility = '', 200)")
    assert (await page.wait_for(ref=go)).ref == go
    await page.evaluate("setTimeout(() => b.remove(), 200)")
    assert await page.wait_for(gone=go)
    assert not await page.wait_for(ref=go, timeout=0.3)
    with pytest.raises(UnknownRef):
        await page.wait_for(ref="e999")
    with pytest.raises(InvalidInput):
        await page.wait_for()
    with pytest.raises(InvalidInput):
        await page.wait_for(gone=True)


@pytest.mark.req("SX-04")
async def test_what_the_last_action_set_off_is_not_missed(shown, site: Site) -> None:
    site.route("/waiting/quick", "ok")
    page = await shown("<button onclick=\"fetch('/waiting/quick')\">Go</button>")
    await page.click(await ref(page, name="Go"))
    await page.wait_for(state="networkidle")
    waited = await page.wait_for(request="/waiting/quick", timeout=2)
    assert waited
    assert waited.request is not None
    assert waited.request.status == 200


async def test_a_popup_is_a_page(shown, site: Site, browser: Browser) -> None:
    site.route("/waiting/popup", "<title>popup</title><p>Hello from here</p>")
    page = await shown(
        "<a href=/waiting/popup target=_blank>plain</a> <a href=/waiting/popup "
        "target=_blank rel=noopener>apart</a>"
        "<button onclick=\"open('/waiting/popup', '', 'width=300,height=200')\">window</button>"
    )
    for number, name in enumerate(("plain", "apart", "window"), 1):
        result = await page.click(await ref(page, name=name))
        waited = await page.wait_for(popup="/waiting/popup")
        assert waited, waited.message
        assert result.changes.new_tabs == (waited.popup.target_id,)
        assert await waited.popup.wait_for(text="Hello from here")
        assert page.popups[-1] is waited.popup
        assert len(page.popups) == number
    await page.popups[0].close()
    assert await page.wait_for(function="true")
    assert len(page.popups) == 2


async def test_downloads_have_their_names_and_a_path(shown, site: Site, tmp_path: Path) -> None:
    site.route(
        "/waiting/file",
        Response(b"a,b\n1,2\n", headers={"Content-Disposition": 'attachment; filename="my report.csv"'}),
    )
    page = await shown(
        "<a href=/waiting/file>get</a> <a download=made.txt href='data:text/plain,made%20here'>made</a>"
    )
    await page.click(await ref(page, name="get"))
    canceled = await page.wait_for(download="file", timeout=100.0)
    assert canceled.error is not None
    assert canceled.error.code == "download_canceled"
    assert "save_downloads(folder)" in canceled.error.hint
    await page.save_downloads(tmp_path / "new" / "folder")
    for name, leaf, content in (
        ("get", "my report.csv", "a,b\n1,2\n"),
        ("get", "my report (1).csv", "a,b\n1,2\n"),
        ("made", "made.txt", "made here"),
    ):
        result = await page.click(await ref(page, name=name))
        assert result.success
        waited = await page.wait_for(download=True)
        assert waited, waited.message
        assert waited.download is not None
        assert waited.download.path == str(tmp_path / "new" / "folder" / leaf)
        assert await anyio.Path(waited.download.path).read_text() == content
    assert [d.state for d in page.downloads] == ["canceled", *["completed"] * 3]


async def test_dialogs_are_answered_as_ordered(shown) -> None:
    page = await shown(
        "<button onclick=\"got = prompt('Name?', 'nobody')\">ask</button>"
        "<button onclick=\"got = confirm('Sure?')\">confirm</button>"
    )
    ask, sure = await ref(page, name="ask"), await ref(page, name="confirm")
    await page.click(ask)
    assert await page.evaluate("got") is None
    page.dialogs.answer_next(accept=True, text="Ada")
    await page.click(ask)
    assert await page.evaluate("got") == "Ada"
    await page.click(ask)
    assert await page.evaluate("got") is None
    page.dialogs.policy = "accept"
    await page.click(sure)
    assert await page.evaluate("got") is True
    page.dialogs.policy = "hold"
    result = await page.click(ask, timeout=3)
    assert result.changes.dialogs == ("prompt: Name?",)
    waited = await page.wait_for(dialog="Name")
    assert waited.dialog is not None
    assert waited.dialog.handled == "open"
    assert not await page.wait_for(text="x", timeout=1)
    await page.dialogs.accept("Grace")
    assert await page.evaluate("got") == "Grace"
    assert [d.handled for d in page.dialogs.history[-5:]] == [
        "dismissed", "accepted", "dismissed", "accepted", "accepted",
    ]  # fmt: skip


def test_addresses_fit_by_part_or_by_pattern() -> None:
    assert pattern("/a/")("http://x/a/b")
    assert not pattern("/c")("http://x/a/b")
    assert pattern("*/a/*")("http://x/a/b")
    assert not pattern("*/a")("http://x/a/b")
    assert pattern("a?b*")("http://x/a?b=1")


async def test_the_end_of_the_browser_ends_a_wait_in_its_own_name() -> None:
    async with cdp_engine.launch() as browser:
        page = await browser.new_page("data:text/html,<p>Here</p>")

        async def kill() -> None:
            await page.wait_for("Here")
            process = controller_of(browser).chrome.process
            assert process is not None
            process.signal(signal.SIGKILL)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(kill)
            with pytest.raises(ConnectionLost):
                await page.wait_for("never", timeout=60)


async def test_a_function_may_return_a_node_and_says_what_it_threw(shown, page: Page) -> None:
    await shown("<p>x</p>")
    for expression in ("document.body", "window", "() => document.querySelector('p')", "() => NaN || 1"):
        assert (await page.wait_for(function=expression, timeout=2.0)).success, expression
    for wrong, said in (
        ("1 +", "SyntaxError"),
        ("() => { throw new Error('bad') }", "bad"),
        ("nope.nope", "ReferenceError: nope is not defined"),
        ("document.querySelector('#none').id", "TypeError: Cannot read properties of null"),
    ):
        with pytest.raises(EvaluationFailed, match=said):
            await page.wait_for(function=wrong, timeout=60.0)
    waited = await page.wait_for(function="document.querySelector('#none')?.id", timeout=0.2)
    assert waited.missing


async def test_an_address_and_a_state_are_those_of_one_document(shown, page: Page, site: Site) -> None:
    def held(request: Request) -> str:
        request.hold()
        return ""

    site.route("/waiting/held.png", held)
    site.route("/waiting/next", "<title>Next</title><img src=/waiting/held.png>")
    await shown("<a href=/waiting/next>Go</a>")
    await page.evaluate("setTimeout(() => location.href = '/waiting/next', 300)")
    early = await page.wait_for(url="*/waiting/next", state="load", timeout=1.5)
    assert not early.success
    assert page.url.endswith("/waiting/next")
    site.release()
    assert (await page.wait_for(url="*/waiting/next", state="load", timeout=10.0)).success
