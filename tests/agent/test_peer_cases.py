"""Cases that the suites of other tools for models hold, on ours."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from cdp_engine import Browser
from cdp_engine.agent import everyday, open_workspace
from tests.agent.conftest import Bench
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.fixture
async def all_tools(browser: Browser, site: Site) -> AsyncIterator[Bench]:
    async with open_workspace(browser, isolated=True) as workspace:
        yield Bench(everyday(workspace, groups=["all"]), site)


async def test_the_answer_to_a_dialog_says_what_the_next_one_asks(bench: Bench) -> None:
    await bench.show("<button onclick=\"alert('First'); alert('Second')\">Ask</button>")
    assert "First" in (await bench.call("click", ref=await bench.ref("Ask"))).text
    after = await bench.done("dialog", accept=True)
    assert "alert 'Second'" in after.text
    assert "Open now" not in (await bench.done("dialog", accept=True)).text


async def test_a_tab_that_opens_and_closes_is_not_said_to_be_open(bench: Bench) -> None:
    await bench.show("<button onclick=\"window.open('about:blank').close()\">Blink</button>")
    said = (await bench.call("click", ref=await bench.ref("Blink"))).text
    assert "is open" not in said
    assert (await bench.done("tabs")).text.startswith("1 tabs")


async def test_a_press_or_a_drag_that_moves_a_slider_says_so(bench: Bench) -> None:
    await bench.show("<input type=range min=0 max=100 value=10 aria-label=Loud style='width: 200px'>")
    slider = await bench.ref("Loud")
    page = await bench.workspace.page()
    for call in (
        {"name": "click", "ref": slider, "position": "90%,50%"},
        {"name": "drag", "ref": slider, "to": slider, "position": "90%,50%", "to_position": "30%,50%"},
    ):
        answer = await bench.call(**call)
        held = await page.evaluate("document.querySelector('input').value")
        assert f"it holds '{held}'" in answer.text, answer.text


async def test_what_a_prompt_suggests_is_shown(bench: Bench) -> None:
    await bench.show("<button onclick=\"document.title = prompt('Name?', 'Ada')\">Ask</button>")
    assert "Its field holds 'Ada'." in (await bench.call("click", ref=await bench.ref("Ask"))).text
    assert "'Ada' in its field" in (await bench.call("observe")).text
    await bench.done("dialog", accept=True)
    assert await (await bench.workspace.page()).title() == "Ada"


async def test_progress_bars_and_meters_are_shown_with_their_values(bench: Bench) -> None:
    shown = await bench.show(
        "<p>Sending <progress aria-label=Files value=30 max=90 id=bar></progress></p><meter value=.4></meter>"
        "<div role=progressbar aria-valuenow=42 style='height: 9px'></div><div role=progressbar>42 %</div>"
        "<div role=meter aria-valuenow=3 aria-valuetext='[e9 three]' style='height: 9px'></div>"
    )
    assert "Sending ![progressbar Files 30 of 90]" in shown.text
    assert "![meter .4 of 1]" in shown.text
    assert "![progressbar 42]" in shown.text
    assert shown.text.count("42 %") == 1
    assert "[e9" not in shown.text
    await (await bench.workspace.page()).evaluate("document.getElementById('bar').value = 60")
    changed = (await bench.done("observe", since=1)).text
    assert "![progressbar Files 60 of 90]" in changed
    assert "meter" not in changed.partition("Files")[0]


async def test_a_wait_for_seconds_alone_reports_what_came(bench: Bench) -> None:
    await bench.show("<p id=p>Before</p><script>setTimeout(() => p.textContent = 'After', 400)</script>")
    waited = await bench.done("wait", seconds=0.8)
    assert waited.text.startswith("waited 0.8 s")
    assert "After" in waited.text or "After" in (await bench.done("observe")).text
    assert (await bench.call("wait")).error == "invalid_params"


async def test_a_wait_for_a_text_finds_it_in_names(bench: Bench) -> None:
    add = "document.body.innerHTML = '<button aria-label=\"Close the cart\">×</button>'"
    await bench.show(f"<p>Empty</p><script>setTimeout(() => {{ {add} }}, 300)</script>")
    await bench.done("wait", text="close the cart", seconds=5)
    assert (await bench.call("wait", text="Close the", gone=True, seconds=0.3)).error == "timeout"
    assert (await bench.call("wait", text="cart the", seconds=0.3)).error == "timeout"


async def test_values_that_scripts_throw_and_log(bench: Bench) -> None:
    await bench.show(
        "<script>console.warn('%cshort of %s by %d%%', 'color: red', 'tea', 5, undefined);"
        "Promise.reject('no tea'); setTimeout(() => { throw {code: 7} })</script>"
    )
    await bench.done("wait", seconds=0.3)
    said = (await bench.done("console")).text
    assert "warning: short of tea by 5% undefined" in said
    assert "error: Uncaught (in promise) no tea" in said
    assert "error: Uncaught {code: 7}" in said


async def test_requests_of_the_page_before_are_not_of_the_last_navigation(bench: Bench) -> None:
    await bench.show("<p>One</p><script>fetch('/agent/first')</script>")
    await bench.show("<p>Two</p><script>fetch('/agent/second')</script>")
    await bench.done("wait", request="/agent/second")
    listed = (await bench.done("network")).text
    assert "/agent/second" in listed
    assert "/agent/first" not in listed
    assert "/agent/first" in (await bench.done("network", all=True)).text


async def test_a_geolocation_is_granted_to_pages(all_tools: Bench) -> None:
    await all_tools.show("<p>Here</p>")
    await all_tools.done("emulate", geolocation=[48.1, 11.5])
    place = await (await all_tools.workspace.page()).evaluate(
        "new Promise(done => navigator.geolocation.getCurrentPosition("
        "at => done(at.coords.latitude), error => done(error.message)))"
    )
    assert place == 48.1


@pytest.mark.parametrize("marks", [False, True])
async def test_pictures_of_long_pages_have_sides_that_models_take(bench: Bench, marks: bool) -> None:
    await bench.show("<div style='height: 12000px'>Long</div><button>End</button>")
    answer = await bench.done("screenshot", full_page=True, marks=marks)
    head = answer.pictures[0].data[16:24]
    assert int.from_bytes(head[:4]) < int.from_bytes(head[4:]) <= 8_000
    assert "scaled down" in answer.text
    assert "scaled down" not in (await bench.done("screenshot", marks=marks)).text


async def test_a_response_body_that_the_page_never_read(all_tools: Bench) -> None:
    all_tools.site.route("/agent/unread", Response('{"left": "unread"}', content_type="application/json"))
    await all_tools.show("<button onclick=\"fetch('/agent/unread')\">Fetch</button>")
    await all_tools.done("click", ref=await all_tools.ref("Fetch"))
    await all_tools.done("wait", request="/agent/unread")
    listed = re.search(r"(\d+) GET 200 fetch", (await all_tools.done("network")).text)
    assert listed is not None
    assert '{"left": "unread"}' in (await all_tools.done("request", number=int(listed[1]))).text


DELETE = (
    "<p id=out>kept</p><button>Other</button>"
    "<button onclick=\"out.textContent = confirm('Delete?')\">Delete</button>"
)


async def test_an_agreement_given_beforehand_holds_for_the_next_action_alone(bench: Bench) -> None:
    await bench.show(DELETE)
    page = await bench.workspace.page()
    said = (await bench.done("dialog", accept=True)).text
    assert "next one will be accepted" in said
    assert "next action alone" in said
    await bench.done("click", ref=await bench.ref("Delete"))
    assert await page.evaluate("out.textContent") == "true"
    await bench.done("dialog", accept=True)
    await bench.done("observe")
    await bench.done("click", ref=await bench.ref("Other"))
    assert "Delete?" in (await bench.call("click", ref=await bench.ref("Delete"))).text
    assert page.dialogs.open is not None, "it is asked again"
    await bench.done("dialog", accept=False)
    assert await page.evaluate("out.textContent") == "false"


async def test_an_agreement_given_beforehand_ends_with_the_document(bench: Bench) -> None:
    await bench.show(DELETE)
    await bench.done("dialog", accept=True)
    await bench.show(DELETE)
    assert "Delete?" in (await bench.call("click", ref=await bench.ref("Delete"))).text
    assert (await bench.workspace.page()).dialogs.open is not None
    await bench.done("dialog", accept=False)
