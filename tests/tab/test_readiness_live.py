"""Pages that are never quite done: ready says when it is enough, and what it still waited for."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.tab import Tab
from cdp_engine.tab.navigation import navigate
from cdp_engine.tab.navigation.rest_at_load import rests_at_load
from cdp_engine.tab.state.load_state import WaitUntil
from cdp_engine.tab.state.tab_state import TabState
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("page", ["long-poll", "event-stream", "websocket"])
@pytest.mark.parametrize("wait_until", ["networkidle", "ready"])
async def test_streams_and_long_polls_do_not_block(tab: Tab, pages: Site, page: str, wait_until: WaitUntil):
    result = await tab.goto(pages.url(f"tab/{page}.html"), wait_until=wait_until, timeout=15)
    assert result.waited_for == ()
    assert result.status == 200
    assert tab.network.pending() != ()


@pytest.mark.req("SX-03")
async def test_a_page_that_never_gets_quiet_is_ready_all_the_same(tab: Tab, pages: Site):
    result = await tab.goto(pages.url("tab/chatty.html"), timeout=30)
    assert result.outcome == "document"
    assert result.waited_for != ()


@pytest.mark.req("SX-03")
async def test_idle_without_cap_says_what_it_still_waited_for(tab: Tab, pages: Site):
    result = await tab.goto(pages.url("tab/chatty.html"), wait_until="networkidle", timeout=3)
    assert result.waited_for != ()


@pytest.mark.req("SX-03")
async def test_requests_of_cross_process_frames_are_waited_for(tab: Tab, pages: Site):
    inner = pages.url("tab/hang?in-a-frame", host="b.test")
    text = "This page has contents of its own, so that nobody waits for the first of them."
    page = f"<p>{text}</p><iframe src='data:text/html,<h1>x</h1><img src={inner}>'></iframe>"
    undo = pages.route("/tab/slow-frame", page)
    result = await tab.goto(pages.url("tab/slow-frame"), timeout=2)
    undo()
    assert result.waited_for == ("load", f"image {inner}")


@pytest.mark.req("SX-04", "CD-14")
async def test_marks_tell_the_requests_an_action_triggered(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    mark = tab.network.mark()
    assert tab.network.since(mark) == []
    await tab.evaluate("fetch('/tab/500', {method: 'POST', body: 'x'}).then(r => r.text())")
    with anyio.fail_after(10):
        while not all(request.ended for request in tab.network.since(mark)):
            await tab.changed(1)
    (request,) = tab.network.since(mark)
    assert (request.url, request.method, request.status) == (pages.url("tab/500"), "POST", 500)
    assert request.resource_type == "Fetch"


@pytest.mark.req("SX-03")
async def test_requests_of_workers_are_seen(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    mark = tab.network.mark()
    await tab.evaluate(
        """(url) => new Promise((done) => {
            const source = `fetch("${url}").then((r) => r.text()).then(() => postMessage(1))`;
            new Worker(URL.createObjectURL(new Blob([source]))).onmessage = done;
        }).then(() => true)""",
        pages.url("tab/plain.html?worker"),
    )
    with anyio.fail_after(10):
        while not any(r.url.endswith("?worker") and r.ended for r in tab.network.since(mark)):
            await tab.changed(1)


@pytest.mark.req("SX-03")
@pytest.mark.parametrize("source", ["'/tab/shared.js'", "URL.createObjectURL(new Blob(['1']))"])
async def test_a_shared_worker_keeps_nobody_waiting(tab: Tab, pages: Site, source: str):
    pages.route("/tab/shared.js", Response("onconnect = () => {}", content_type="text/javascript"))
    pages.route("/tab/shared", f"<h1>page</h1><script>new SharedWorker({source})</script>")
    for _ in range(2):
        result = await tab.goto(pages.url("tab/shared"))
        assert (result.status, result.waited_for) == (200, ())


BUSY = "const end = Date.now() + 400; while (Date.now() < end);"
FULL = f"<h1>Orders</h1><p>{'All of the words that the page had when it was loaded. ' * 3}</p>"


@pytest.mark.req("SX-03", "RA-03")
@pytest.mark.parametrize(
    ("script", "rests"),
    [
        ("", True),
        ("navigator.sendBeacon('/tab/echo', 'seen')", True),
        ("setTimeout(() => document.body.animate({opacity: [0, 1]}, 900), 0)", False),
        ("document.body.innerHTML = ''", False),
    ],
    ids=["nothing", "beacon", "animation", "empty"],
)
async def test_a_page_that_is_done_at_its_load_is_watched_no_longer(
    tab: Tab, pages: Site, monkeypatch: pytest.MonkeyPatch, script: str, rests: bool
):
    judged: list[bool] = []

    async def noted(state: TabState, deadline: float) -> bool:
        judged.append(await rests_at_load(state, deadline))
        return judged[-1]

    monkeypatch.setattr(navigate, "rests_at_load", noted)
    undo = pages.route("/tab/done", f"<script>onload = () => {{ {script} }}</script>{FULL}")
    result = await tab.goto(pages.url("tab/done"))
    undo()
    assert (judged, result.waited_for) == ([rests], ())


@pytest.mark.req("SX-03", "RA-03")
@pytest.mark.parametrize(
    "script",
    [
        "setTimeout(() => document.body.append('late'), 90)",
        f"setTimeout(() => {{ {BUSY} }}, 60); setTimeout(() => document.body.append('late'), 90)",
        "setTimeout(() => fetch('/tab/late.txt').then(r => r.text()).then(t => document.body.append(t)), 90)",
    ],
    ids=["text", "busy", "request"],
)
async def test_what_a_page_does_just_after_its_load_is_waited_for(tab: Tab, pages: Site, script: str):
    pages.route("/tab/late.txt", "late")
    undo = pages.route("/tab/done", f"<script>onload = () => {{ {script} }}</script>{FULL}")
    result = await tab.goto(pages.url("tab/done"))
    undo()
    assert result.waited_for == ()
    assert (await tab.evaluate("document.body.innerText")).endswith("late")
