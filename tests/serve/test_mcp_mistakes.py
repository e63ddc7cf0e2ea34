"""What a client may do wrong over MCP, and what a page may do to it: every answer is a text with a way on."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from cdp_engine import Browser
from cdp_engine.agent import Secret, ToolBox, Workspace, everyday, open_workspace, seven
from cdp_engine.serve.mcp.server import Context, tool_server
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AL-10", "AL-04")]

PAGE = """<!doctype html><title>Traps</title><label>Word <input></label>
<button onclick="this.textContent = 'Deleted: ' + confirm('Sure?')">Delete</button>
<button onclick="setTimeout(() => this.remove())">Vanish</button>
<button onclick="window.open('/mistakes/popup')">Popup</button>
<button onclick="alert('hello')">Greet</button>
<button onclick="document.title = prompt('Who?') == 's3cret-Word' ? 'Known' : 'Unknown'">Ask</button>"""
SECRET, NAMED = "s3cret-Word", "${secret:word}"
POPUP = (
    "<!doctype html><title>Popup</title><button onclick='window.close()'>Done</button><button>Word</button>"
)
MORE = {
    "fill": {"text": "x"},
    "type": {"text": "x"},
    "press": {"keys": "a"},
    "select": {"values": "x"},
    "drag": {"to": "e1"},
    "upload": {"files": "x"},
}


class Caller:
    """A client of a workspace in this process; keeps the refs that it read."""

    def __init__(self, client: Client, workspace: Workspace) -> None:
        self.client = client
        self.workspace = workspace
        self.read = ""

    async def call(self, tool: str, **arguments: Any) -> tuple[bool, str]:
        answer = await self.client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in answer.content if isinstance(block, types.TextContent))
        assert "Traceback" not in text
        assert SECRET not in answer.model_dump_json()
        self.read = text if re.search(r"\[e\d", text) else self.read
        return not answer.is_error, text

    async def fails(self, tool: str, code: str, hint: str, **arguments: Any) -> str:
        done, text = await self.call(tool, **arguments)
        assert not done, (tool, arguments, text)
        assert code in text, text
        assert hint in text, text
        return text

    async def does(self, tool: str, **arguments: Any) -> str:
        done, text = await self.call(tool, **arguments)
        assert done, text
        return text

    def ref(self, name: str) -> str:
        line = next(line for line in self.read.splitlines() if name in line and re.search(r"\[e\d", line))
        return line.partition("[")[2].partition(" ")[0]


@pytest.fixture
async def caller(browser: Browser, site: Site, request: pytest.FixtureRequest) -> AsyncIterator[Caller]:
    site.route("/mistakes/", PAGE)
    site.route("/mistakes/popup", POPUP)
    make = getattr(request, "param", everyday)
    async with AsyncExitStack() as stack:
        workspace = await stack.enter_async_context(
            open_workspace(browser, isolated=True, secrets=[Secret("word", SECRET, (site.origin(),))])
        )
        box: ToolBox = make(workspace)

        async def box_of(_context: Context) -> ToolBox:
            return box

        client = await stack.enter_async_context(Client(tool_server(tuple(box), "", box_of)))
        yield Caller(client, workspace)


async def test_every_mistake_has_a_way_on(caller: Caller, site: Site) -> None:
    url = site.url("/mistakes/")
    assert "about:blank" in await caller.does("observe")
    await caller.does("navigate", url=url)
    tools = (await caller.client.list_tools()).tools
    for tool in tools:
        await caller.fails(tool.name, "invalid_params", f"{tool.name} takes: ", nonsense=1)
        properties, needed = tool.input_schema["properties"], tool.input_schema.get("required", [])
        if "ref" in properties and tool.name != "upload":
            given = {"ref": "e999", **MORE.get(tool.name, {})}
            await caller.fails(tool.name, "ref_invalid", "use a ref that the view shows", **given)
        if needed:
            await caller.fails(tool.name, "invalid_params", f"{needed[0]}")
    await caller.fails("press", "invalid_params", "Use 'keys' for 'key'. press takes:", key="Enter")
    meant = "Use 'ref' for 'target'. Use 'text' for 'value'. fill takes:"
    await caller.fails("fill", "invalid_params", meant, target="e1", value="x")
    await caller.fails("nosuch", "unknown_tool", "There are: observe")
    for address in ("file:///etc/passwd", "javascript:alert(1)", "chrome://version", "mailto:a@b.test"):
        await caller.fails("navigate", "not_allowed", "ask the operator", url=address)
    for address in ("", "http://", "http://[::1", "not an address", "http://a b/"):
        await caller.fails("navigate", "invalid_params", "", url=address)
    broken = "http://nobody.invalid/"
    assert "ERR_NAME" in await caller.fails("navigate", "navigation_failed", "Check the address", url=broken)
    await caller.does("navigate", url=url)
    await caller.fails("wait", "invalid_params", "Name a text")
    await caller.fails("press", "invalid_params", "Enter", keys=[])
    await caller.fails("press", "invalid_params", "", keys="Nokey")
    await caller.fails("observe", "invalid_params", "outline|semantic", format="json")
    await caller.fails("tabs", "invalid_params", "Name one of 1", do="select", tab=99)
    await caller.fails("back", "nothing", "nothing to go forward to", go="forward")
    word, vanish = caller.ref("textbox Word"), caller.ref("button Vanish")
    await caller.fails("click", "invalid_params", "element_appears", ref=word, expect="wonder")
    for written in (f"[{word}]", f"@{word}", f"[{word} textbox Word]", f"{word} textbox Word"):
        await caller.does("fill", ref=written, text="x")
    await caller.does("fill_form", fields=[{"name": "Word", "type": "textbox", "ref": word, "value": "y"}])
    assert "6 found" in await caller.does("find")
    assert "part of a text is enough" in await caller.does("find", text="nowhere")
    await caller.does("click", ref=vanish, expect={"type": "element_disappears", "name": "Vanish"})
    await caller.fails("click", "stale", "bserve the page", ref=vanish)


async def test_dialogs_and_tabs_that_close(caller: Caller, site: Site) -> None:
    await caller.does("navigate", url=site.url("/mistakes/"))
    word, greet, delete = (caller.ref(name) for name in ("textbox Word", "button Greet", "button Delete"))
    popup, ask = caller.ref("button Popup"), caller.ref("button Ask")
    assert "answer it with `dialog`" in await caller.does("click", ref=greet)
    for tool, arguments in (("observe", {}), ("fill", {"ref": word, "text": "x"}), ("screenshot", {})):
        await caller.fails(tool, "dialog", "answer it with `dialog`", **arguments)
    await caller.does("dialog", accept=True)
    await caller.does("dialog", accept=False)
    await caller.fails("click", "dialog_dismissed", "call `dialog`", ref=delete)
    await caller.does("dialog", accept=True)
    assert "Deleted: true" in await caller.does("click", ref=delete)

    # nobody knows yet whose dialog it will be
    await caller.fails("dialog", "not_allowed", "operator", accept=True, text=NAMED)
    await caller.does("click", ref=ask)
    assert "Known" in await caller.does("dialog", accept=True, text=NAMED)
    assert "A new tab is open: 2; `tabs` selects" in await caller.does("click", ref=popup)
    assert "Popup" in await caller.does("tabs", do="select", tab=2)
    done, word = caller.ref("button Done"), caller.ref("button Word")
    assert "This tab has closed" in await caller.does("click", ref=done)
    await caller.fails(
        "click", "closed", "Observe the tab", ref=word
    )  # not what that ref names in the other tab
    assert "Known" in await caller.does("observe")
    await caller.does("tabs", do="close")
    assert "about:blank" in await caller.does("observe")


@pytest.mark.parametrize("caller", [seven], indirect=True)
async def test_the_seven_close_questions_and_agree_when_asked_again(caller: Caller, site: Site) -> None:
    await caller.workspace.open(site.url("/mistakes/"))

    def ref(text: str, name: str) -> str:
        return text.partition(f'"name":"{name}')[0].rpartition('"ref":"')[2].partition('"')[0]

    text = await caller.does("get_snapshot")
    text = await caller.does("browser_fill", ref=ref(text, "Word"), value=NAMED)
    assert "[secret word]" in text
    assert "withheld" in text
    text = await caller.does("browser_fill", ref=ref(text, "Word"), value="")
    text = await caller.does("browser_click", ref=ref(text, "Greet"))
    reported = await caller.fails(
        "browser_click", "action_failed", "click the same element again", ref=ref(text, "Delete")
    )
    assert "Deleted: false" in reported
    assert "Deleted: true" in await caller.does("browser_click", ref=ref(reported, "Deleted"))
