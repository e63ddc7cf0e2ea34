"""Several agents on one server: every tool takes `tab`; numbers stay; nobody's tab comes in front of another's."""

from __future__ import annotations

import json

import msgspec
import pytest

import cdp_engine
from cdp_engine.agent import EVERYDAY, SEVEN_INSTRUCTIONS, consequence_of, everyday, open_workspace, seven
from cdp_engine.agent.tab_parameter import tab_of, with_tab
from cdp_engine.agent.toolbox import Tool
from cdp_engine.errors import InvalidInput
from tests.agent.conftest import Bench
from tests.support.site import Site

pytestmark = pytest.mark.req("AG-04")
BY_NAME = {tool.name: tool for tool in EVERYDAY}
FORM = "<h1>Tab {n}</h1><label>Name <input></label>" + (
    "<button onclick=\"out.textContent='saved {n}'\">Save</button><p id=out>"
)


def test_the_number_of_a_tab_is_taken_out_of_any_call() -> None:
    click, tabs = BY_NAME["click"].params, BY_NAME["tabs"].params
    assert tab_of(click, {"ref": "e1", "tab": "2"}) == (2, {"ref": "e1"})
    assert tab_of(click, b'{"ref":"e1","tab":2}') == (2, {"ref": "e1"})
    assert tab_of(click, {"ref": "e1", "tab": None}) == (None, {"ref": "e1"})
    assert tab_of(click, {"ref": "e1"}) == (None, {"ref": "e1"})
    assert tab_of(tabs, {"do": "close", "tab": 2}) == (None, {"do": "close", "tab": 2})
    assert tab_of(with_tab(click), {"ref": "e1", "tab": 2}) == (2, {"ref": "e1"})
    with pytest.raises(InvalidInput, match="number of a tab"):
        tab_of(click, {"tab": "second"})


@pytest.mark.parametrize("tool", EVERYDAY, ids=lambda tool: tool.name)
def test_a_schema_shows_it_where_that_is_wanted(tool: Tool[msgspec.Struct]) -> None:
    if tool.name != "tabs":
        assert "tab" not in tool.schema["properties"]
    shown = msgspec.structs.fields(with_tab(tool.params))
    assert "tab" in [field.name for field in shown]


@pytest.mark.anyio
@pytest.mark.live
async def test_calls_in_different_tabs_leave_each_other_alone(bench: Bench) -> None:
    await bench.show(FORM.replace("{n}", "one"))
    there = await bench.done("tabs", do="new", url=bench.url(FORM.replace("{n}", "two")))
    assert "Tab two" in there.text
    front = await bench.workspace.page()
    for number, name in ((1, "one"), (2, "two")):
        view = await bench.done("observe", tab=number)
        assert f"Tab {name}" in view.text
        ref = view.text.partition(" textbox Name")[0].rpartition("[")[2]
        filled = await bench.done("fill", ref=ref, text=f"for {name}", tab=number)
        assert "other tab" not in filled.text
        found = (await bench.done("find", text="Save", tab=number)).text
        save = next(line for line in found.splitlines() if line.endswith("button Save")).split()[0]
        assert f"saved {name}" in (await bench.done("click", ref=save, tab=number)).text
        assert await bench.workspace.page() is front
    assert "Tab two" in (await bench.done("observe")).text
    await bench.done("navigate", url=bench.url("<h1>Elsewhere</h1>"), tab=1)
    listed = (await bench.done("tabs")).text
    assert "2 (in front)" in listed
    assert "Tab two" in (await bench.done("observe")).text


@pytest.mark.anyio
@pytest.mark.live
async def test_numbers_are_never_given_again(bench: Bench) -> None:
    await bench.show("<h1>One</h1>")
    await bench.done("tabs", do="new", url=bench.url("<h1>Two</h1>"))
    await bench.done("tabs", do="close", tab=1)
    new = await bench.done("tabs", do="new")
    assert "tab 3" in new.text
    gone = await bench.call("observe", tab=1)
    assert gone.error == "invalid_params"
    assert "2, 3" in gone.text
    assert "Two" in (await bench.done("observe", tab=2)).text


@pytest.mark.anyio
@pytest.mark.live
async def test_what_is_asked_first_and_kept_secret_counts_in_every_tab(bench: Bench) -> None:
    await bench.show("<h1>Nothing to buy</h1><button>Fine</button>")
    shop = "<button>Pay now</button><label>Password <input type=password></label>"
    await bench.done("tabs", do="new", url=bench.url(shop))
    await bench.done("tabs", do="select", tab=1)
    found = (await bench.done("find", role="button", tab=2)).text
    pay = next(line for line in found.splitlines() if "Pay now" in line).split()[0]
    consequence = await consequence_of(bench.box, "click", {"ref": pay, "tab": 2})
    assert consequence is not None
    assert consequence.kind == "pay"
    field = next(
        line for line in (await bench.done("find", tab=2)).text.splitlines() if "Password" in line
    ).split()[0]
    call = {"ref": field, "text": "hunter2-and-more", "tab": 2}
    assert "hunter2" not in bench.box.fit_to_show("fill", json.dumps(call))
    filled = await bench.done("fill", **call)
    assert "hunter2" not in filled.text


@pytest.mark.anyio
@pytest.mark.live
async def test_the_seven_take_no_tab(bench: Bench) -> None:
    assert SEVEN_INSTRUCTIONS
    answer = await seven(bench.workspace).call("get_snapshot", {"tab": 2})
    assert answer.error == "invalid_params"


@pytest.mark.anyio
@pytest.mark.live
async def test_a_browser_of_ours_has_no_empty_tab_beside_that_of_the_model(site: Site) -> None:
    site.route("/tab/one", "<title>One</title><h1>One</h1>")
    async with cdp_engine.launch() as browser:
        [empty] = await browser.pages()
        async with open_workspace(browser) as first, open_workspace(browser) as second:
            listed = await everyday(first).call("tabs")
            assert listed.text.startswith("1 tabs"), listed.text
            assert (await everyday(first).call("navigate", {"url": site.url("/tab/one")})).success
            assert await browser.pages() == [empty]
            assert (await everyday(second).call("navigate", {"url": site.url("/tab/one")})).success
            assert len(await browser.pages()) == 2
            assert await second.page() is not empty
        assert await browser.pages() == [empty]
        assert empty.url == "about:blank"
