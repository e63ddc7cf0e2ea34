"""The makers' own browser toolsets over our engine, driven by the makers' SDKs against servers of their wire format."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import anthropic
import openai
import pytest
from anthropic.tools.browser import BetaLocalFilePolicy
from openai.lib import browser as openai_browser
from openai.lib.responses_tool_runner import AsyncResponsesToolRunner
from openai.types.responses import ResponseFunctionToolCall

from cdp_engine import Browser
from cdp_engine.act import parse_chord
from cdp_engine.agent import Rules, Secret, Workspace, open_workspace
from cdp_engine.agent.makers import ClaudeBrowserToolset, FileGrant, OpenAIBrowserDriver, openai_toolset
from cdp_engine.agent.makers.key_names import chord_of, chords_of, modifiers_of
from tests.support.models import ModelServer, model_server
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AG-05")]

PAGE = """<!doctype html><meta charset=utf-8><title>Desk</title>
<h1>Desk</h1>
<button id=go onclick="said.textContent += ' went'">Go on</button>
<button id=dead>Nothing here</button>
<div style="position:relative;width:220px;height:60px"><button id=under>Below</button>
<div id=wall style="position:absolute;inset:0;background:#eee">Cookie wall</div></div>
<label>Name <input id=name></label>
<label>Colour <select id=colour><option>red</option><option>green</option></select></label>
<label><input type=checkbox id=agree> I agree</label>
<label>Password <input type=password id=secret></label>
<button onclick="if (confirm('Delete it?')) said.textContent += ' deleted'">Delete</button>
<a href="/makers/other">Other page</a> <a href="/makers/other" target=_blank>In a tab</a>
<a href="/makers/report.csv" download>Report</a>
<label>File <input type=file id=file onchange="said.textContent += ' ' + this.files[0].name"></label>
<p id=said></p>
<canvas id=board width=200 height=100 style="background:#ddd"></canvas>
<script>
const said = document.getElementById('said');
for (const kind of ['mousedown', 'mousemove', 'mouseup', 'click', 'dblclick', 'contextmenu'])
  board.addEventListener(kind, e => { board.title += ` ${kind}:${e.button}:${e.shiftKey ? 'S' : ''}`; });
said.dataset.keys = '';
addEventListener('keydown', e => { said.dataset.keys += ' ' + e.key + (e.repeat ? '+' : ''); });
</script><div style="height:2500px"></div><button>At the end</button>"""


def tool_use(number: int, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "tool_use",
        "id": f"tu_{number}",
        "name": name,
        "toolset_name": "browser",
        "input": arguments,
    }


def claude_turn(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": list(blocks) or [{"type": "text", "text": "done"}],
        "stop_reason": "tool_use" if blocks else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture
async def workspace(browser: Browser, site: Site, tmp_path: Path) -> AsyncIterator[Workspace]:
    site.route("/makers/desk", PAGE)
    site.route("/makers/other", "<!doctype html><title>Other</title><h1>Other</h1>")
    site.route("/makers/report.csv", Response(b"a,b\n", content_type="text/csv"))
    rules = Rules(evaluate=True, files=str(tmp_path))
    async with open_workspace(
        browser, rules=rules, isolated=True, secrets=[Secret("pin", "hunter2", origins=(site.origin(),))]
    ) as opened:
        yield opened


class Claude:
    """Calls members as Claude does, and reads the results as its API gets them."""

    def __init__(self, toolset: ClaudeBrowserToolset) -> None:
        self.toolset = toolset
        self._number = 0

    async def __call__(self, name: str, **arguments: Any) -> dict[str, Any]:
        self._number += 1
        block = anthropic.types.beta.BetaToolUseBlock.model_validate(tool_use(self._number, name, arguments))
        return cast("dict[str, Any]", await self.toolset.tool_result(block))

    async def text(self, name: str, **arguments: Any) -> str:
        answer = await self(name, **arguments)
        assert not answer.get("is_error"), answer
        return texts(answer)

    async def refused(self, name: str, **arguments: Any) -> str:
        answer = await self(name, **arguments)
        assert answer["is_error"], answer
        return texts(answer)

    async def ref(self, label: str) -> dict[str, Any]:
        return {"type": "ref", "ref": found_in(await self.text("find", query=label))}


def texts(answer: dict[str, Any]) -> str:
    content = answer["content"]
    if isinstance(content, str):
        return content
    return "\n".join(block["text"] for block in content if block["type"] == "text")


def state(answer: dict[str, Any]) -> dict[str, Any]:
    return next(block for block in answer["content"] if block["type"] == "browser_state")


def found_in(text: str) -> str:
    match = re.search(r"^(e\d+) ", text, re.MULTILINE)
    assert match, text
    return match[1]


def at(x: float, y: float) -> dict[str, Any]:
    return {"type": "coordinate", "x": round(x), "y": round(y)}


async def middle(workspace: Workspace, css: str) -> tuple[float, float]:
    page = await workspace.page()
    x, y = await page.evaluate(
        "css => { const b = document.querySelector(css).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; }",
        css,
    )
    return x, y


async def asked(workspace: Workspace, expression: str) -> Any:
    return await (await workspace.page()).evaluate(expression)


async def test_claude_drives_through_its_own_runner(
    server: ModelServer, workspace: Workspace, site: Site
) -> None:
    shown: list[str] = []

    def click(body: dict[str, Any]) -> dict[str, Any]:
        result = body["messages"][-1]["content"][0]
        shown.append(texts(result))
        return claude_turn(tool_use(3, "left_click", {"target": {"type": "ref", "ref": found_in(shown[-1])}}))

    server.answers = [
        claude_turn(tool_use(1, "navigate", {"url": site.url("/makers/desk")})),
        claude_turn(tool_use(2, "find", {"query": "button to go on"})),
        click,
        claude_turn(
            tool_use(4, "left_click", {"target": {"type": "ref", "ref": "e9999"}}),
            tool_use(5, "screenshot", {}),
        ),
        claude_turn(),
    ]
    client = anthropic.AsyncAnthropic(api_key="key-of-the-test", base_url=server.origin, max_retries=0)
    async with client:
        runner = client.beta.messages.tool_runner(
            model="m",
            max_tokens=100,
            tools=[ClaudeBrowserToolset(workspace)],
            messages=[{"role": "user", "content": "Go on."}],
        )
        last = await runner.until_done()
    assert last.content[0].type == "text"
    bodies = server.bodies()
    (entry,) = bodies[0]["tools"]
    assert entry["type"] == "browser_toolset_20260801"
    assert set(entry["configs"]) == {"file_upload", "javascript_exec"}
    arrived = bodies[1]["messages"][-1]["content"][0]
    assert arrived["toolset_name"] == "browser"
    assert "Navigated to" in texts(arrived)
    assert "(HTTP 200)" in texts(arrived)
    (tab,) = state(arrived)["tabs"]
    assert tab["title"] == "Desk"
    assert tab["active"] is True
    clicked = bodies[3]["messages"][-1]["content"][0]
    assert "Clicked." in texts(clicked)
    assert "it now says “went”" in texts(clicked)
    stale, skipped = bodies[4]["messages"][-1]["content"]
    assert stale["is_error"]
    assert "e9999" in texts(stale)
    assert "Not executed" in texts(skipped)
    assert await asked(workspace, "said.textContent") == " went"


async def test_claude_reads_what_really_happened(workspace: Workspace, site: Site) -> None:
    claude = Claude(ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/desk"))
    covered = await claude.refused("left_click", target=await claude.ref("Below"))
    assert "covered by" in covered
    assert "Cookie wall" in covered
    assert re.search(r"in the way is e\d+", covered)
    dead = await claude.text("left_click", target=await claude.ref("Nothing here"))
    assert "nothing on the page was seen to change" in dead
    refused = await claude.refused("left_click", target=await claude.ref("Delete"))
    assert 'A confirm dialog "Delete it?" was dismissed.' in refused
    assert "policy" not in refused
    assert "deleted" not in await asked(workspace, "said.textContent")
    assert "there is no tab 99" in await claude.refused("find", query="x", tab_id="99")
    assert "tab" in await claude.refused("read_page", tab_id="abc")
    assert "disabled" not in await claude.text("list_tabs")
    assert "not permitted" in await claude.refused("javascript_exec", text="1")


async def test_claude_types_and_fills(workspace: Workspace, site: Site) -> None:
    claude = Claude(ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/desk"))
    name = await claude.ref("Name")
    assert "Set the value" in await claude.text("form_input", target=name, value="Ada")
    await claude.text("form_input", target=await claude.ref("I agree"), value=True)
    await claude.text("form_input", target=await claude.ref("Colour"), value="green")
    values = "[document.querySelector('#name').value, colour.value, agree.checked]"
    assert await asked(workspace, values) == ["Ada", "green", True]
    assert "purple" in await claude.refused("form_input", target=await claude.ref("Colour"), value="purple")
    await claude.text("left_click", target=name)
    await claude.text("key", text="ctrl+a BackSpace")
    await claude.text("type", text="Grace")
    await claude.text("key", text="BackSpace", repeat=2)
    assert await asked(workspace, "document.querySelector('#name').value") == "Gra"
    await claude.text("hold_key", text="shift+Page_Down", duration=0.1)
    assert "Shift PageDown" in await asked(workspace, "said.dataset.keys")
    assert "key" in (await claude.refused("key", text="NoSuchKey")).lower()
    secret = await claude.ref("Password")
    await claude.text("form_input", target=secret, value="${secret:pin}")
    assert await asked(workspace, "document.querySelector('#secret').value") == "hunter2"
    assert "hunter2" not in await claude.text("read_page", filter="all")


async def test_claude_points(workspace: Workspace, site: Site) -> None:
    claude = Claude(ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/desk"))
    x, y = await middle(workspace, "#board")
    await claude.text("left_click", target=at(x, y), modifiers="shift")
    await claude.text("double_click", target=at(x, y))
    await claude.text("right_click", target=at(x, y))
    events = await asked(workspace, "board.title")
    assert "click:0:S" in events
    assert "dblclick:0:" in events
    assert "contextmenu:2:" in events
    await asked(workspace, "board.title = ''")
    await claude.text("left_mouse_down", target=at(x - 20, y))
    await claude.text("mouse_move", target=at(x, y))
    await claude.text("left_mouse_up", target=at(x + 20, y))
    order = re.sub(r"( mousemove:0:)+", " mousemove:0:", await asked(workspace, "board.title"))
    assert order.split() == ["mousemove:0:", "mousedown:0:", "mousemove:0:", "mouseup:0:", "click:0:"]
    assert "not down" in await claude.refused("left_mouse_up", target=at(x, y))
    await claude.text("left_click_drag", **{"from": at(x - 20, y), "target": at(x + 30, y)})
    assert "outside of the viewport" in await claude.refused("left_click", target=at(9000, 5))
    before = await asked(workspace, "scrollY")
    await claude.text("scroll", target=at(x, y), scroll_direction="down", scroll_amount=5)
    assert await asked(workspace, "scrollY") > before
    end = await claude.ref("At the end")
    assert f"Scrolled to {end['ref']}" in await claude.text("scroll_to", target=end)
    hidden = await claude.text("read_page")
    assert "At the end" in hidden
    assert "Go on" not in hidden
    assert "Go on" in await claude.text("read_page", filter="all")


async def test_claude_sees_pixels_of_the_viewport(workspace: Workspace, site: Site) -> None:
    claude = Claude(ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/desk"))
    await (await workspace.page()).emulate(viewport=(800, 600), scale=2)
    shot = await claude("screenshot")
    assert picture_size(shot) == (800, 600)
    zoomed = await claude("zoom", region=[0, 0, 100, 50])
    assert picture_size(zoomed)[0] >= 400
    assert "empty" in await claude.refused("zoom", region=[5, 5, 5, 5])
    page = await workspace.page()
    await page.evaluate("said.textContent = 'hunter2'")
    assert "withheld" in await claude.refused("screenshot")
    assert "withheld" in await claude.refused("zoom", region=[0, 0, 100, 50])


def picture_size(answer: dict[str, Any]) -> tuple[int, int]:
    (image,) = [block for block in answer["content"] if block["type"] == "image"]
    assert image["source"]["media_type"] == "image/png"
    width, height = struct.unpack(">II", base64.b64decode(image["source"]["data"])[16:24])
    return width, height


async def test_claude_works_with_tabs_downloads_and_files(
    workspace: Workspace, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "cv.txt").write_text("Ada")
    claude = Claude(
        ClaudeBrowserToolset(
            workspace,
            configs={
                name: {"enabled": True}
                for name in ("file_upload", "javascript_exec", "read_console", "read_network")
            },
            confirm=lambda context: (
                context.member != "javascript_exec" or "forbidden" not in str(context.input)
            ),
            file_policy=BetaLocalFilePolicy(upload_roots=[tmp_path]),
        )
    )
    await claude.text("navigate", url=site.url("/makers/desk"))
    opened = state(await claude("left_click", target=await claude.ref("In a tab")))
    assert [change["type"] for change in opened["state_changes"]] == ["tab_opened"]
    other = opened["state_changes"][0]["tab_id"]
    assert [tab.get("active", False) for tab in opened["tabs"] if tab["tab_id"] == other] == [False]
    assert "Other" in await claude.text("get_page_text", tab_id=other)
    switched = state(await claude("switch_tab", tab_id=other))
    assert [tab["tab_id"] for tab in switched["tabs"] if tab.get("active")] == [other]
    await claude("close_tab", tab_id=other)
    new = state(await claude("new_tab"))
    assert [change["type"] for change in new["state_changes"]] == ["tab_opened"]
    await claude("close_tab", tab_id=new["state_changes"][0]["tab_id"])
    sent = state(await claude("left_click", target=await claude.ref("Report")))
    assert sent["state_changes"][-1]["type"] == "download_completed"
    assert sent["state_changes"][-1]["size_bytes"] == 4
    await claude.text("file_upload", target=await claude.ref("File"), paths=[str(tmp_path / "cv.txt")])
    assert "cv.txt" in await asked(workspace, "said.textContent")
    assert "outside" in await claude.refused(
        "file_upload", target=await claude.ref("File"), paths=["/etc/passwd"]
    )
    assert "42" in await claude.text("javascript_exec", text="const a = 40; a + 2")
    assert "permission" in await claude.refused("javascript_exec", text="forbidden")
    await asked(workspace, "console.warn('attention'); fetch('/makers/other?traced').then(r => r.text())")
    assert "attention" in await claude.text("read_console")
    assert "attention" not in await claude.text("read_console")
    assert "traced 200" in await claude.text("read_network")
    assert "traced" not in await claude.text("read_network")
    back = await claude.text("navigate", url=site.url("/makers/other"))
    assert "Other" in back
    assert "Desk" in await claude.text("navigate", url="back")


class Calls:
    """Calls members as OpenAI's models do, and reads the outputs that go back."""

    def __init__(self, toolset: openai_browser.AsyncBrowserToolset) -> None:
        self.toolset = toolset
        self._number = 0

    async def __call__(self, name: str, **arguments: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
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
    calls = Calls(openai_toolset(OpenAIBrowserDriver(workspace)))
    assert {tool["name"].removeprefix("browser_") for tool in calls.toolset.tools} == set(
        openai_browser.DEFAULT_BROWSER_MEMBERS
    )
    assert "200" in await calls.done("navigate", url=site.url("/makers/desk"), **HERE)
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
    (tmp_path / "cv.txt").write_text("Ada")
    driver = OpenAIBrowserDriver(
        workspace,
        grants={
            "up": FileGrant(target='button "File"', path="cv.txt"),
            "down": FileGrant(target='link "Report"'),
            "out": FileGrant(target='button "File"', path="/etc/passwd"),
        },
    )
    calls = Calls(openai_toolset(driver, members=openai_browser.BROWSER_MEMBERS))
    assert len(calls.toolset.tools) == len(openai_browser.BROWSER_MEMBERS)
    await calls.done("navigate", url=site.url("/makers/desk"), **HERE)
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

    calls = Calls(openai_toolset(OpenAIBrowserDriver(workspace), confirm=confirm, url_policy=policy))
    await calls.done("navigate", url=site.url("/makers/desk"), **HERE)
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

    words = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "done", "annotations": []}],
    }
    server.answers = [
        body(function("navigate", 1, url=site.url("/makers/desk"), **HERE)),
        body(function("find", 2, query="Go on", **HERE)),
        click,
        body(words),
    ]
    client = openai.AsyncOpenAI(api_key="key-of-the-test", base_url=f"{server.origin}/v1", max_retries=0)
    async with client:
        runner = AsyncResponsesToolRunner(browser=openai_toolset(OpenAIBrowserDriver(workspace)))
        last = await runner.run(client, {"model": "m", "input": [{"role": "user", "content": "Go on."}]})
    assert last.output_text == "done"
    assert await asked(workspace, "said.textContent") == " went"
    tools = {tool["name"] for tool in server.bodies()[0]["tools"]}
    assert "browser_click" in tools


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("Return", "Return"),
        ("Page_Down", "PageDown"),
        ("ctrl+shift+Prior", "ctrl+shift+PageUp"),
        ("ctrl++", "ctrl++"),
        ("a", "a"),
        ("BackSpace", "BackSpace"),
        ("Control_L+c", "Control+c"),
        ("KP_Enter", "NumpadEnter"),
    ],
)
def test_keys_of_other_toolsets(given: str, meant: str) -> None:
    assert chord_of(given) == meant
    assert parse_chord(chord_of(given))


def test_sequences_of_keys() -> None:
    assert chords_of("Tab Tab  Return") == ["Tab", "Tab", "Return"]
    assert chords_of(" ") == ["Space"]
    assert modifiers_of("ctrl+shift") == ["ctrl", "shift"]


def test_a_missing_sdk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from cdp_engine.agent import makers
    from cdp_engine.errors import InvalidInput

    def nothing(_name: str) -> None:
        return None

    find: Callable[[str], object] = nothing
    monkeypatch.setattr(makers, "find_spec", find)
    with pytest.raises(InvalidInput, match="anthropic") as wrong:
        makers.__getattr__("ClaudeBrowserToolset")
    assert "cdp-engine[anthropic]" in wrong.value.hint
