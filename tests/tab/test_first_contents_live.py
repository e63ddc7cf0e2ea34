"""Splash screens, skeletons and empty roots are waited for; small pages that are done are not."""

from __future__ import annotations

import pytest

from cdp_engine.tab import Tab
from cdp_engine.tab.navigation.first_contents import awaits_contents
from tests.support.site import Response, Site

SPIN = "<style>@keyframes t{to{transform:rotate(1turn)}} .x{animation:t 1s infinite}</style>"
LARGE = "style='position:fixed;inset:0;background:#fff'"
BUILD = "root.innerHTML = '<h1>Orders</h1><label>Customer <input></label>'"


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab


@pytest.mark.parametrize(
    ("seen", "idle", "talks", "awaits"),
    [
        (("full", True, True), None, True, False),
        (("bare", False, True), 0.5, False, False),
        (("empty", False, False), 0.5, False, False),
        (("bare", False, True), None, False, True),
        (("bare", False, True), 0.5, True, True),
        (("bare", True, True), 9.0, False, True),
        (("empty", False, True), 0.6, False, True),
        (("empty", False, True), 1.1, False, False),
    ],
)
def test_only_a_page_at_work_is_waited_for(seen, idle, talks, awaits):
    assert awaits_contents(seen, idle, talks=talks) is awaits


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("RA-03", "SX-03")
@pytest.mark.parametrize(
    "splash",
    [
        # an empty root of an application whose scripts are being run
        "<div id=root></div>",
        # a spinner and a word, while neither a request nor a websocket is open
        f"{SPIN}<div id=root><div class=app-splash {LARGE}><i class='x spinner'>o</i> Loading…</div></div>",
        # bars where texts will be
        f"{SPIN}<div id=root><div class=appSkeleton style='height:400px'><p class=x style='height:9em'></div></div>",
        # a cover over what is built beneath it
        f"<p>{'words ' * 30}</p><div id=root><div role=progressbar {LARGE}></div></div>",
    ],
    ids=["empty", "spinner", "skeleton", "cover"],
)
async def test_the_first_contents_are_waited_for(tab: Tab, pages: Site, splash: str):
    script = f"setTimeout(() => {{ {BUILD} }}, 700)"
    undo = [
        pages.route("/tab/app.js", Response(script, content_type="text/javascript")),
        pages.route("/tab/app", f"<title>App</title>{splash}<script src=/tab/app.js></script>"),
    ]
    result = await tab.goto(pages.url("tab/app"))
    assert (result.lacks_contents, await tab.evaluate("document.querySelector('h1')?.innerText")) == (
        False,
        "Orders",
    )
    for one in undo:
        one()


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("RA-03", "SX-03")
async def test_contents_that_do_not_come_are_said_to_be_missing(tab: Tab, pages: Site):
    page = f"{SPIN}<div class=loading {LARGE}><i class=x>o</i> Loading…</div><script></script>"
    undo = pages.route("/tab/never", page)
    result = await tab.goto(pages.url("tab/never"), timeout=2)
    undo()
    assert result.lacks_contents
