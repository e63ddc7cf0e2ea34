"""Every tool of every group over stdio and over HTTP, each call a success on a small page; two agents on one server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import stdio_client

from cdp_engine.agent import GROUP_TOOLS
from tests.serve.command import started
from tests.serve.test_mcp_http import TOKEN, client
from tests.serve.test_mcp_stdio import server, text_of
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("AG-04")]
ROWS = "".join(f"<li><b>Thing {number}</b> <i>{number} €</i></li>" for number in range(3))
PAGE = f"""<!doctype html><title>All</title><h1>Everything</h1><label>Name <input></label>
<label>Size <select><option>Small<option>Large</select></label><label>File <input type=file></label>
<button onclick="out.textContent = 'Saved'; console.log('saved')">Save</button><p id=out></p>
<span draggable=true id=a role=button>Card</span> <span id=b role=button>Place</span><ul>{ROWS}</ul>
<table><tr><th>Thing<th>Price<tr><td>Pear<td>3</table><script>
b.ondragover = event => event.preventDefault(); b.ondrop = () => {{ b.textContent = 'Dropped' }};
</script><div style="height:3000px"></div><p>The end"""
NAME, SAVE = 'textbox "Name"', 'button "Save"'
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("observe", {}),
    ("find", {"text": "Save"}),
    ("expand", {"ref": "e1"}),
    ("screenshot", {}),
    ("click", {"ref": SAVE, "expect": {"type": "element_appears", "text": "Saved"}}),
    ("fill", {"ref": NAME, "text": "Ada"}),
    ("fill_form", {"fields": {NAME: "Eva", 'combobox "Size"': "Large"}}),
    ("type", {"ref": NAME, "text": "!"}),
    ("press", {"keys": "Tab"}),
    ("select", {"ref": 'combobox "Size"', "values": "Small"}),
    ("hover", {"ref": SAVE}),
    ("drag", {"ref": 'button "Card"', "to": 'button "Place"'}),
    ("upload", {"ref": 'button "File"', "files": "cv.txt"}),
    ("scroll", {"direction": "bottom"}),
    ("console", {}),
    ("back", {"go": "reload"}),
    ("wait", {"text": "Everything"}),
    ("network", {"all": True}),
    ("request", {"number": 1}),
    ("mock", {"do": "list"}),
    ("cookies", {"do": "set", "name": "who", "value": "me"}),
    ("storage", {"do": "set", "key": "k", "value": "v"}),
    ("mouse", {"x": 5, "y": 5}),
    ("markdown", {}),
    ("save_page", {"kind": "md"}),
    ("tables", {}),
    ("items", {}),
    ("resize", {"width": 800, "height": 600}),
    ("emulate", {"locale": "de-DE"}),
    ("downloads", {}),
    ("page_tools", {}),
    ("evaluate", {"expression": "document.title"}),
    ("cdp", {"method": "DOM.getDocument"}),
    ("dialog", {"accept": True}),
    ("tabs", {}),
]
OPTIONS = ("--tools", "all", "--cdp", "safe", "--files")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # of the client


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    remove = site.route("/all/tools", PAGE)
    yield site.url("/all/tools")
    remove()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "cv.txt").write_text("me")
    return str(tmp_path)


def ref_of(text: str, label: str) -> str:
    line = next(line for line in text.splitlines() if label in line and "[e" in line)
    return line.partition("[")[2].split()[0]


async def call_all(agent: Client, url: str) -> None:
    """Call every tool that is listed; none may fail."""
    listed = {tool.name for tool in (await agent.list_tools()).tools}
    assert listed == {tool.name for tool in GROUP_TOOLS} == {"navigate", *(name for name, _ in CALLS)}
    shown = text_of(await agent.call_tool("navigate", {"url": url}))
    for name, given in CALLS:
        if name == "expand":
            given = {"ref": ref_of(shown, "Name")}
        answer = await agent.call_tool(name, given)
        assert not answer.is_error, f"{name}: {text_of(answer)}"
        if name == "drag":
            assert "Dropped" in text_of(answer)


async def test_every_tool_over_stdio(chromium_endpoint: str, url: str, folder: str) -> None:
    chosen = server(chromium_endpoint, "trio", *OPTIONS, folder)
    async with Client(stdio_client(chosen), mode="legacy", read_timeout_seconds=60) as agent:
        await call_all(agent, url)


async def test_every_tool_over_http_and_no_agent_sees_or_moves_the_tab_of_another(
    chromium_endpoint: str, url: str, folder: str
) -> None:
    with started(
        "mcp", "--http", "--connect", chromium_endpoint, "--token", TOKEN, *OPTIONS, folder
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        async with client(address) as one, client(address) as two:
            await two.call_tool("navigate", {"url": f"{url}?two"})
            await two.call_tool("fill", {"ref": NAME, "text": "of two"})
            await call_all(one, url)
            await one.call_tool("tabs", {"do": "new", "url": f"{url}?second"})
            there = text_of(await one.call_tool("tabs", {}))
            assert "2 tabs" in there
            assert "?two" not in there
            theirs = text_of(await two.call_tool("tabs", {}))
            assert "1 tabs" in theirs
            assert "?second" not in theirs
            for name, given in (("observe", {"tab": 2}), ("tabs", {"do": "close", "tab": 2})):
                assert (await two.call_tool(name, given)).is_error
            assert "of two" in text_of(await two.call_tool("observe", {}))
            assert "no cookies" in (
                text_of(await two.call_tool("cookies", {})).replace("0 cookies", "no cookies")
            )
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
