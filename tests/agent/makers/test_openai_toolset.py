"""OpenAI's browser toolset over our engine, driven by its SDK against a server of its wire format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from cdp_engine.agent import Workspace, makers
from tests.agent.makers.office_page import asked, found_in, middle
from tests.support.models import ModelServer
from tests.support.site import Site

if TYPE_CHECKING:
    from openai.lib import browser as openai_browser

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AG-05")]


class Calls:
    """Calls members as OpenAI's models do, and reads the outputs that go back."""

    def __init__(self, toolset: openai_browser.AsyncBrowserToolset) -> None:
        self.toolset = toolset
        self._number = 0

    async def __call__(self, name: str, **arguments: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        from openai.types.responses import ResponseFunctionToolCall

        self._number += 1
        call = ResponseFunctionToolCall(
            type="function_call",
            call_id=f"call_{self._number}",
            name=f"browser_{name}",
            arguments=json.dumps(arguments),
            status="completed",
        )
        output = cast("Any", await self.toolset.execute(call))["output"]
        return json.loads(output[0]["text"]), output[1:]

    async def done(self, name: str, **arguments: Any) -> Any:
        reported, _ = await self(name, **arguments)
        assert reported["ok"], reported
        return reported["result"]

    async def refused(self, name: str, **arguments: Any) -> str:
        reported, _ = await self(name, **arguments)
        assert not reported["ok"], reported
        return reported["error"]

    async def ref(self, label: str) -> str:
        return found_in(await self.done("find", query=label, tab_id=None))


HERE: dict[str, Any] = {"tab_id": None}


async def test_openai_reads_what_really_happened(workspace: Workspace, site: Site) -> None:
    from openai.lib import browser as openai_browser

    calls = Calls(makers.openai_toolset(makers.OpenAIBrowserDriver(workspace)))
    assert {tool["name"].removeprefix("browser_") for tool in calls.toolset.tools} == set(
        openai_browser.DEFAULT_BROWSER_MEMBERS
    )
    assert "200" in await calls.done("navigate", url=site.url("/makers/page"), **HERE)
    covered = await calls.refused("click", target=await calls.ref("Below"), **HERE)
    assert "covered by" in covered
    assert re.search(r"in the way is e\d+", covered)
    assert "nothing on the page was seen to change" in await calls.done(
        "click", target=await calls.ref("Nothing here"), **HERE
    )
    refused = await calls.refused("click", target=await calls.ref("Delete"), **HERE)
    assert "“Delete it?” was dismissed" in refused
    assert "policy" not in refused
    name = await calls.ref("Name")
    await calls.done("type", target=name, text="Ada", **HERE)
    await calls.done("key", keys=["ctrl", "a"], **HERE)
    await calls.done("type", target=None, text="Grace", **HERE)
    await calls.done("select_option", target=await calls.ref("Colour"), values=["green"], **HERE)
    assert await asked(workspace, "[document.querySelector('#name').value, colour.value]") == [
        "Grace",
        "green",
    ]
    assert "Go on" in await calls.done("read_page", filter="interactive", **HERE)
    assert "Desk" in await calls.done("get_page_text", **HERE)
    await calls.done("scroll", direction="down", amount=300, **HERE)
    assert await asked(workspace, "scrollY") == 300
    await calls.done("scroll_to", target=await calls.ref("At the end"), **HERE)
    assert "timeout" in await calls.refused("wait_for", text="never", timeout_ms=300, **HERE)
    reported, (image,) = await calls("screenshot", **HERE)
    assert reported["ok"]
    assert image["image_url"].startswith("data:image/png;base64,iVBOR")
    _, (part,) = await calls("zoom", region=[0, 0, 50, 50], **HERE)
    assert part["type"] == "input_image"
    await calls.done("new_tab", url=site.url("/makers/other"))
    reported, _ = await calls("list_tabs")
    assert [tab["active"] for tab in reported["state"]["tabs"]] == [False, True]
    first, second = (tab["id"] for tab in reported["state"]["tabs"])
    await calls.done("switch_tab", tab_id=first)
    await calls.done("close_tab", tab_id=second)
    assert "there is no tab 77" in await calls.refused("hover", target="e1", tab_id="77")


async def test_openai_members_that_are_on_request(workspace: Workspace, site: Site, tmp_path: Path) -> None:
    from openai.lib import browser as openai_browser

    (tmp_path / "cv.txt").write_text("Ada")
    driver = makers.OpenAIBrowserDriver(
        workspace,
        grants={
            "up": makers.FileGrant(target='button "File"', path="cv.txt"),
            "down": makers.FileGrant(target='link "Report"'),
            "out": makers.FileGrant(target='button "File"', path="/etc/passwd"),
        },
    )
    calls = Calls(makers.openai_toolset(driver, members=openai_browser.BROWSER_MEMBERS))
    assert len(calls.toolset.tools) == len(openai_browser.BROWSER_MEMBERS)
    await calls.done("navigate", url=site.url("/makers/page"), **HERE)
    x, y = map(round, await middle(workspace, "#board"))
    await calls.done("click_at", x=x, y=y, button="left", click_count=2, keys=["Shift"], **HERE)
    assert "dblclick:0:S" in await asked(workspace, "board.title")
    await asked(workspace, "board.title = ''")
    path = [{"x": x - 20, "y": y}, {"x": x, "y": y + 10}, {"x": x + 20, "y": y}]
    await calls.done("drag_path", path=path, keys=[], **HERE)
    order = re.sub(r"( mousemove:0:)+", " mousemove:0:", await asked(workspace, "board.title"))
    assert "mousedown:0: mousemove:0: mouseup:0:" in order
    await calls.done("hover_at", x=x, y=y, **HERE)
    await calls.done("hold_keys", keys=["Shift", "ArrowDown"], duration_ms=700, **HERE)
    assert "ArrowDown+" in await asked(workspace, "said.dataset.keys")
    agree = await calls.ref("I agree")
    await calls.done("set_checked", target=agree, checked=True, **HERE)
    scoped = await calls.done("read_page_scoped", root=None, depth=5, filter="all", **HERE)
    boxes = {one["label"]: one for one in scoped["elements"]}
    assert boxes["I agree"]["checked"] is True
    assert boxes["Go on"] == {"ref": boxes["Go on"]["ref"], "role": "button", "label": "Go on"}
    await asked(workspace, "console.error('broken'); fetch('/makers/other?traced').then(r => r.text())")
    reported = await calls.done("read_diagnostics", source="console", limit=5, **HERE)
    assert "broken" in reported["text"]
    reported = await calls.done("read_diagnostics", source="network", limit=1, **HERE)
    assert "traced" in reported["text"]
    assert reported["omitted"] == ["report_limit"]
    assert "42" in await calls.done("run_script", source="40 + 2", timeout_ms=1000, **HERE)
    assert (await calls.done("upload_file", grant_id="up"))["status"] == "completed"
    assert "cv.txt" in await asked(workspace, "said.textContent")
    assert (await calls.done("download_file", grant_id="down"))["status"] == "completed"
    refused, _ = await calls("upload_file", grant_id="up")
    assert refused["result"]["status"] == "refused"
    assert "folder" in await calls.refused("upload_file", grant_id="out")


async def test_openai_asks_before_it_acts(workspace: Workspace, site: Site) -> None:
    seen: list[str] = []

    async def confirm(context: openai_browser.BrowserConfirmContext) -> bool:
        seen.append(context["member"])
        return context["member"] == "navigate"

    async def policy(_context: openai_browser.BrowserConfirmContext, url: str) -> bool:
        return "other" not in url

    calls = Calls(
        makers.openai_toolset(makers.OpenAIBrowserDriver(workspace), confirm=confirm, url_policy=policy)
    )
    await calls.done("navigate", url=site.url("/makers/page"), **HERE)
    assert "not approved" in await calls.refused("navigate", url=site.url("/makers/other"), **HERE)
    assert "not approved" in await calls.refused("click", target=await calls.ref("Go on"), **HERE)
    assert seen == ["navigate", "click"]
    assert await asked(workspace, "said.textContent") == ""


async def test_openai_drives_through_its_own_runner(
    server: ModelServer, workspace: Workspace, site: Site
) -> None:

    def function(name: str, number: int, **arguments: Any) -> dict[str, Any]:
        return {
            "type": "function_call",
            "id": f"fc_{number}",
            "call_id": f"call_{number}",
            "name": f"browser_{name}",
            "arguments": json.dumps(arguments),
            "status": "completed",
        }

    def body(*items: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 0,
            "model": "m",
            "status": "completed",
            "output": list(items),
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "error": None,
            "incomplete_details": None,
        }

    def click(asked_for: dict[str, Any]) -> dict[str, Any]:
        output = next(item for item in reversed(asked_for["input"]) if item["type"] == "function_call_output")
        ref = found_in(json.loads(output["output"][0]["text"])["result"])
        return body(function("click", 3, target=ref, **HERE))

    words: dict[str, Any] = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "done", "annotations": []}],
    }
    server.answers = [
        body(function("navigate", 1, url=site.url("/makers/page"), **HERE)),
        body(function("find", 2, query="Go on", **HERE)),
        click,
        body(words),
    ]
    from openai import AsyncOpenAI
    from openai.lib.responses_tool_runner import AsyncResponsesToolRunner

    client = AsyncOpenAI(api_key="key-of-the-test", base_url=f"{server.origin}/v1", max_retries=0)
    async with client:
        runner = AsyncResponsesToolRunner(
            browser=makers.openai_toolset(makers.OpenAIBrowserDriver(workspace))
        )
        last = await runner.run(client, {"model": "m", "input": [{"role": "user", "content": "Go on."}]})
    assert last.output_text == "done"
    assert await asked(workspace, "said.textContent") == " went"
    tools = {tool["name"] for tool in server.bodies()[0]["tools"]}
    assert "browser_click" in tools
