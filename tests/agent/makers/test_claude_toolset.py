"""Claude's browser toolset over our engine, driven by its SDK against a server of its wire format."""

from __future__ import annotations

import base64
import re
import struct
from pathlib import Path
from typing import Any, cast

import pytest

from cdp_engine.agent import Workspace, makers
from tests.agent.makers.office_page import asked, found_in, middle
from tests.support.models import ModelServer
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AG-05")]


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


class Claude:
    """Calls members as Claude does, and reads the results as its API gets them."""

    def __init__(self, toolset: makers.ClaudeBrowserToolset) -> None:
        self.toolset = toolset
        self._number = 0

    async def __call__(self, name: str, **arguments: Any) -> dict[str, Any]:
        from anthropic.types.beta import BetaToolUseBlock

        self._number += 1
        block = BetaToolUseBlock.model_validate(tool_use(self._number, name, arguments))
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


def at(x: float, y: float) -> dict[str, Any]:
    return {"type": "coordinate", "x": round(x), "y": round(y)}


async def test_claude_drives_through_its_own_runner(
    server: ModelServer, workspace: Workspace, site: Site
) -> None:
    shown: list[str] = []

    def click(body: dict[str, Any]) -> dict[str, Any]:
        result = body["messages"][-1]["content"][0]
        shown.append(texts(result))
        return claude_turn(tool_use(3, "left_click", {"target": {"type": "ref", "ref": found_in(shown[-1])}}))

    server.answers = [
        claude_turn(tool_use(1, "navigate", {"url": site.url("/makers/page")})),
        claude_turn(tool_use(2, "find", {"query": "button to go on"})),
        click,
        claude_turn(
            tool_use(4, "left_click", {"target": {"type": "ref", "ref": "e9999"}}),
            tool_use(5, "screenshot", {}),
        ),
        claude_turn(),
    ]
    from anthropic import AsyncAnthropic

    client = AsyncAnthropic(api_key="key-of-the-test", base_url=server.origin, max_retries=0)
    async with client:
        runner = client.beta.messages.tool_runner(
            model="m",
            max_tokens=100,
            tools=[makers.ClaudeBrowserToolset(workspace)],
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
    claude = Claude(makers.ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/page"))
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
    claude = Claude(makers.ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/page"))
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
    claude = Claude(makers.ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/page"))
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
    claude = Claude(makers.ClaudeBrowserToolset(workspace))
    await claude.text("navigate", url=site.url("/makers/page"))
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
    from anthropic.tools.browser import BetaLocalFilePolicy

    (tmp_path / "cv.txt").write_text("Ada")
    claude = Claude(
        makers.ClaudeBrowserToolset(
            workspace,
            configs={
                "file_upload": {"enabled": True},
                "javascript_exec": {"enabled": True},
                "read_console": {"enabled": True},
                "read_network": {"enabled": True},
            },
            confirm=lambda context: (
                context.member != "javascript_exec" or "forbidden" not in str(context.input)
            ),
            file_policy=BetaLocalFilePolicy(upload_roots=[tmp_path]),
        )
    )
    await claude.text("navigate", url=site.url("/makers/page"))
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
