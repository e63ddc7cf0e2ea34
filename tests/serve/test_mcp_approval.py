"""Who approves over MCP: the client's person, and nobody else."""

from __future__ import annotations

from typing import Any, cast

import mcp_types as types
import pytest
from mcp import Client
from mcp.client import ClientRequestContext

import cdp_engine
from cdp_engine.agent import Rules, ToolBox, Workspace, everyday, open_workspace, seven
from cdp_engine.serve.mcp.server import Context, tool_server
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.req("AL-10")]

WISH = {"action": "Cancel the plan", "reason": "It cannot be undone"}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("result", "error"),
    [
        (types.ElicitResult(action="accept", content={"approve": True}), None),
        (
            types.ElicitResult(action="accept", content={"approve": False, "feedback": "not today"}),
            "not today",
        ),
        (types.ElicitResult(action="accept", content={}), "refused"),
        (types.ElicitResult(action="decline"), "refused"),
        (types.ElicitResult(action="cancel"), "refused"),
        (None, "nobody has approved"),
    ],
)
async def test_only_a_persons_yes_is_a_yes(
    mode: str, result: types.ElicitResult | None, error: str | None
) -> None:
    asked: list[str] = []

    async def person(_context: ClientRequestContext, params: Any) -> types.ElicitResult:
        asked.append(params.message)
        assert result is not None
        return result

    box = seven(Workspace(cast("Any", None), cast("Any", None), Rules()))

    async def box_of(_context: Context) -> ToolBox:
        return box

    server = tool_server(tuple(box), "", box_of)
    callback = None if result is None else person
    async with Client(server, mode=mode, elicitation_callback=cast("Any", callback)) as client:
        answer = await client.call_tool("request_human_approval", WISH)
        text = cast("types.TextContent", answer.content[0]).text
        assert answer.is_error == (error is not None)
        assert (error or "A person has approved") in text
        assert len(asked) == (result is not None)
        assert all("Cancel the plan" in question for question in asked)
        wrong = await client.call_tool("request_human_approval", {"action": "x"})
        assert wrong.is_error
        assert len(asked) == (result is not None)


@pytest.mark.live
@pytest.mark.req("EX-09")
async def test_a_person_is_asked_before_what_has_consequences(
    browser: cdp_engine.Browser, site: Site
) -> None:
    site.route(
        "/serve/shop",
        "<a href=#more>More</a><form method=post action=/serve/sold><button>Buy</button></form>",
    )
    site.route("/serve/sold", "Thank you")
    site.forget_requests()
    asked: list[str] = []

    async def person(_context: ClientRequestContext, params: Any) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={"approve": len(asked) % 2 == 0})

    async with open_workspace(browser, rules=Rules(consequences=True), isolated=True) as workspace:
        box = everyday(workspace)

        async def box_of(_context: Context) -> ToolBox:
            return box

        server = tool_server(tuple(box), "", box_of)
        for mode in ("auto", "legacy"):
            page = await workspace.page()
            await page.goto(site.url("serve/shop"))
            refs = {node.name: node.ref for node in (await page.snapshot()).interactive()}
            before = len(site.requests_to("/serve/sold"))
            async with Client(server, mode=mode, elicitation_callback=cast("Any", person)) as client:
                assert not (await client.call_tool("click", {"ref": refs["More"]})).is_error
                assert (await client.call_tool("click", {"ref": refs["Buy"]})).is_error
                assert len(site.requests_to("/serve/sold")) == before
                assert not (await client.call_tool("click", {"ref": refs["Buy"]})).is_error
            assert len(site.requests_to("/serve/sold")) == before + 1
        async with Client(server) as client:
            await page.goto(site.url("serve/shop"))
            alone = await client.call_tool("click", {"ref": (await page.snapshot()).interactive()[-1].ref})
            assert "nobody has approved" in cast("types.TextContent", alone.content[0]).text
    assert len(asked) == 4
    assert all("click “Buy”" in question and "spend money" in question for question in asked)


@pytest.mark.live
@pytest.mark.req("EX-09", "AL-06")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_yes_is_for_what_the_person_was_asked_alone(
    browser: cdp_engine.Browser, site: Site, mode: str
) -> None:
    site.route("/serve/swap", "<button onclick=\"document.title = 'done'\">Delete photo</button>")
    asked: list[str] = []
    async with open_workspace(browser, rules=Rules(consequences=True), isolated=True) as workspace:
        page, box = await workspace.page(), everyday(workspace)

        async def box_of(_context: Context) -> ToolBox:
            return box

        async def person(_context: ClientRequestContext, params: Any) -> types.ElicitResult:
            asked.append(params.message)
            await page.evaluate("document.querySelector('button').textContent = 'Delete account'")
            return types.ElicitResult(action="accept", content={"approve": len(asked) == 1})

        await page.goto(site.url("serve/swap"))
        (button,) = (await page.snapshot()).interactive()
        server = tool_server(tuple(box), "", box_of)
        async with Client(server, mode=mode, elicitation_callback=cast("Any", person)) as client:
            assert (await client.call_tool("click", {"ref": button.ref})).is_error
        assert await page.title() != "done"
    assert "Delete photo" in asked[0]
    assert all("Delete account" in question for question in asked[1:])
