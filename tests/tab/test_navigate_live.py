"""Going places with a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import anyio
import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.errors import DeadlineExceeded, InvalidInput, InvalidURL, NavigationFailed, NavigationReplaced
from cdp_engine.tab import DocumentChange, Tab, WaitUntil
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.windows]


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("wait_until", ["commit", "domcontentloaded", "load", "networkidle", "ready"])
async def test_a_page_is_reached(tab: Tab, pages: Site, wait_until: WaitUntil):
    address = pages.url("tab/plain.html", host="a.test")
    result = await tab.goto(address, wait_until=wait_until)
    assert (result.url, result.status, result.outcome, result.waited_for) == (address, 200, "document", ())
    assert tab.url == address
    assert tab.frames.main.loader_id == result.loader_id


async def test_redirects_end_at_the_last_address(tab: Tab, pages: Site):
    mark = tab.network.mark()
    last = pages.url("tab/plain.html", host="b.test")
    result = await tab.goto(pages.url(f"tab/redirect?to={last}", host="a.test"))
    assert (result.url, result.status) == (last, 200)
    hops = [r for r in tab.network.since(mark) if r.is_document]
    assert [(r.status, r.redirected_to) for r in hops] == [(302, last), (200, None)]


async def test_a_page_that_leaves_at_once_is_followed(tab: Tab, pages: Site):
    result = await tab.goto(pages.url("tab/leaving.html"))
    assert result.url == pages.url("tab/plain.html")
    assert await tab.evaluate("document.title") == "plain"


async def test_an_address_that_nobody_answers_fails_with_chromes_error(tab: Tab, pages: Site):
    with pytest.raises(NavigationFailed) as caught:
        await tab.goto("http://127.0.0.1:9/")
    assert caught.value.reason in ("net::ERR_CONNECTION_REFUSED", "net::ERR_UNSAFE_PORT")
    assert tab.frames.main.unreachable
    assert tab.url == "http://127.0.0.1:9/"
    assert await tab.evaluate("1 + 1") == 2  # the error page is a page
    assert (await tab.goto(pages.url("tab/plain.html"))).status == 200


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://no-such-host.invalid/", "net::ERR_NAME_NOT_RESOLVED"),
        ("file:///no/such/file", "net::ERR_FILE_NOT_FOUND"),
    ],
)
async def test_unreachable_addresses_are_named(tab: Tab, url: str, reason: str):
    with pytest.raises(NavigationFailed) as caught:
        await tab.goto(url)
    assert caught.value.reason == reason


async def test_an_error_status_is_a_page_like_any_other(tab: Tab, pages: Site):
    result = await tab.goto(pages.url("tab/500"))
    assert (result.status, result.outcome) == (500, "document")


async def test_an_error_status_without_a_page_is_an_answer_too(tab: Tab, pages: Site):
    address = pages.url("tab/empty-500")
    for _ in range(2):
        result = await tab.goto(address)
        assert (result.status, result.outcome, result.url) == (500, "document", address)
    again = await tab.reload()
    assert (again.status, again.outcome, again.url) == (500, "document", address)
    await tab.goto(pages.url("tab/plain.html"))
    back = await tab.back()
    assert (back.status, back.url) == (500, address)
    assert (await tab.goto(pages.url("tab/plain.html"))).status == 200


async def test_no_content_leaves_the_page_as_it_was(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    loader = tab.frames.main.loader_id
    result = await tab.goto(pages.url("tab/204"))
    assert (result.outcome, result.status, result.url) == ("no_content", 204, pages.url("tab/plain.html"))
    assert result.loader_id == tab.frames.main.loader_id == loader


async def test_a_download_is_reported_and_leaves_the_page_as_it_was(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    result = await tab.goto(pages.url("tab/file.bin"))
    assert result.is_download
    assert result.url == pages.url("tab/plain.html")
    with anyio.fail_after(10):
        while not tab.downloads:
            await tab.changed(1)
    assert tab.downloads[-1].filename == "file.bin"


async def test_a_fragment_stays_in_the_document(tab: Tab, pages: Site):
    first = await tab.goto(pages.url("tab/plain.html"))
    for fragment in ("#one", "#two", "#two"):
        result = await tab.goto(pages.url("tab/plain.html" + fragment))
        assert result.same_document
        assert result.loader_id == first.loader_id
        assert tab.url.endswith(fragment)


async def test_a_state_pushed_by_the_page_changes_the_url(tab: Tab, pages: Site):
    changes: list[DocumentChange] = []
    await tab.goto(pages.url("tab/plain.html"))
    stop = tab.on_document_change(changes.append)
    await tab.evaluate("history.pushState({}, '', '/tab/pushed')")
    assert tab.url == pages.url("tab/pushed")
    assert [change.kind for change in changes] == ["same-document"]
    stop()
    result = await tab.back()
    assert result.same_document
    assert tab.url == pages.url("tab/plain.html")
    assert len(changes) == 1


@pytest.mark.parametrize("url", ["about:blank", "data:text/html,<title>data</title>", "chrome://version/"])
async def test_addresses_without_a_server(tab: Tab, url: str):
    result = await tab.goto(url)
    assert (result.url, result.status, result.outcome) == (url, None, "document")


async def test_a_file_is_shown(tab: Tab, tmp_path: Path):
    (tmp_path / "page.html").write_text("<title>a file</title>")
    result = await tab.goto((tmp_path / "page.html").as_uri())
    assert (result.outcome, result.status) == ("document", None)
    assert await tab.evaluate("document.title") == "a file"


async def test_wrong_addresses_never_reach_the_browser(own_tab: Tab):
    tab = own_tab
    for url in ("", "example.com", "javascript:alert(1)", "http://", "http://x:99999/"):
        with pytest.raises(InvalidURL):
            await tab.goto(url)
    with pytest.raises(InvalidInput, match="sometime"):
        await tab.goto("about:blank", wait_until=cast("WaitUntil", "sometime"))
    assert tab.url == "about:blank"


async def test_reload_makes_a_new_document(tab: Tab, pages: Site):
    first = await tab.goto(pages.url("tab/plain.html"))
    again = await tab.reload()
    assert again.url == first.url
    assert again.status == 200
    assert again.loader_id != first.loader_id


@pytest.mark.req("EX-06")
async def test_back_and_forward_bring_cached_documents_with_their_loaders(tab: Tab, pages: Site):
    one = await tab.goto(pages.url("tab/cached?name=one", host="a.test"))
    two = await tab.goto(pages.url("tab/cached?name=two", host="a.test"))
    changes: list[DocumentChange] = []
    tab.on_document_change(changes.append)
    back = await tab.back()
    assert (back.outcome, back.loader_id, back.url, back.status) == ("restored", one.loader_id, one.url, 200)
    forward = await tab.forward()
    assert (forward.outcome, forward.loader_id) == ("restored", two.loader_id)
    assert [(c.kind, c.new_loader) for c in changes] == [
        ("restored", one.loader_id),
        ("restored", two.loader_id),
    ]
    assert await tab.evaluate("document.title") == "two"


@pytest.mark.req("EX-06", "EN-07")
async def test_a_cached_document_brings_its_frames_of_all_processes_back(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    before = {f.id: f.loader_id for f in tab.frames}
    assert len(before) == 4
    await tab.goto(pages.url("tab/cached?name=two", host="a.test"))
    assert len(tab.frames) == 1
    result = await tab.back()
    assert result.outcome == "restored"
    with anyio.fail_after(10):
        while {f.id: f.loader_id for f in tab.frames} != before:
            await tab.changed(1)
    for frame in tab.frames:
        assert await tab.evaluate("location.href", frame=frame) == frame.url


async def test_the_ends_of_the_history_are_said(own_tab: Tab):
    tab = own_tab
    loader = tab.frames.main.loader_id
    for result in (await tab.back(), await tab.forward()):
        assert (result.outcome, result.url, result.loader_id) == ("nothing", "about:blank", loader)


@pytest.mark.req("SX-03", "EX-07")
async def test_a_server_that_never_answers_costs_the_deadline_only(tab: Tab, pages: Site):
    with pytest.raises(DeadlineExceeded) as caught:
        await tab.goto(pages.url("tab/hang?silent"), timeout=1)
    assert "commit" in caught.value.waited_for
    assert "hang?silent" in str(caught.value)
    assert (await tab.goto(pages.url("tab/plain.html"))).status == 200


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("wait_until", ["load", "networkidle", "ready"])
async def test_a_page_that_never_finishes_is_given_at_the_deadline(
    tab: Tab, pages: Site, wait_until: WaitUntil
):
    result = await tab.goto(pages.url("tab/never-loads.html"), timeout=2, wait_until=wait_until)
    assert (result.outcome, result.status) == ("document", 200)
    assert result.waited_for == ("load", f"image {pages.url('tab/hang')}")
    assert await tab.evaluate("document.querySelector('h1').textContent") == "here"
    assert (await tab.goto(pages.url("tab/plain.html"))).waited_for == ()


async def test_a_navigation_gives_way_to_a_later_one(tab: Tab, pages: Site):
    results: list[str] = []
    running = 1 + len(pages.requests_to("/tab/hang"))

    async def first() -> None:
        try:
            await tab.goto(pages.url("tab/hang?first"))
        except NavigationReplaced as replaced:
            results.append(replaced.shown)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(first)
        await anyio.to_thread.run_sync(lambda: pages.wait_for_request("/tab/hang", count=running))
        results.append((await tab.goto(pages.url("tab/plain.html"))).url)
    assert results == [pages.url("tab/plain.html")] * 2


async def test_a_navigation_can_be_cancelled(tab: Tab, pages: Site):
    with anyio.move_on_after(0.5) as scope:
        await tab.goto(pages.url("tab/hang?cancelled"))
    assert scope.cancelled_caught
    assert (await tab.goto(pages.url("tab/plain.html"))).status == 200


@pytest.mark.req("EN-07")
async def test_frames_of_all_processes_are_one_tree(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    main, far, inner, near = tab.frames.all()
    assert [f.parent_id for f in (main, far, inner, near)] == [None, main.id, far.id, main.id]
    assert [f.is_oopif for f in (main, far, inner, near)] == [False, True, True, False]
    assert far.url == pages.url("tab/middle.html", host="b.test")
    assert inner.url == pages.url("tab/plain.html", host="a.test")
    assert near.session is main.session
    assert len({main.session, far.session, inner.session}) == 3


@pytest.mark.req("EN-07")
async def test_a_frame_moves_between_processes_and_back(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    frame_id = tab.frames.children(tab.frames.main.id)[0].id

    async def send_to(host: str, oopif: bool) -> None:
        address = pages.url("tab/plain.html?" + host, host=host)
        await tab.evaluate("(url) => { document.getElementById('far').src = url }", address)
        with anyio.fail_after(10):
            while not ((f := tab.frames.get(frame_id)) and f.url == address):
                await tab.changed(1)
        assert f.is_oopif is oopif
        assert tab.frames.children(frame_id) == ()
        assert await tab.evaluate("location.href", frame=frame_id) == address

    await send_to("a.test", False)
    await send_to("b.test", True)
    await send_to("c.test", True)
    await send_to("a.test", False)
    await tab.evaluate("document.getElementById('far').remove()")
    assert tab.frames.get(frame_id) is None


async def test_a_referrer_is_sent(tab: Tab, pages: Site):
    pages.forget_requests()
    await tab.goto(pages.url("tab/plain.html"), referrer=pages.url("from-here"))
    assert pages.requests_to("/tab/plain.html")[0].headers["referer"] == pages.url("from-here")


@pytest.mark.req("EN-06")
async def test_a_tab_that_has_loaded_long_ago_is_taken_up_with_its_frames(chrome: Chrome, pages: Site):
    from cdp_engine.tab import open_tab

    target_id = await chrome.create_page(pages.url("tab/frames", host="a.test"))
    async with open_tab(chrome, target_id) as first:
        await first.wait_for_load()
        before = {f.id: (f.loader_id, f.url) for f in first.frames}
        assert len(before) == 4
    async with open_tab(chrome, target_id) as second:
        assert await second.wait_for_load(timeout=10) == ()
        assert {f.id: (f.loader_id, f.url) for f in second.frames} == before
    await chrome.close_target(target_id)


async def test_a_location_header_to_a_download_is_a_download(tab: Tab, pages: Site):
    undo = pages.route("/tab/to-file", Response(status=302, headers={"Location": "/tab/file.bin"}))
    result = await tab.goto(pages.url("tab/to-file"))
    undo()
    assert result.is_download
