"""Who approves over MCP: the client's person, and nobody else."""

from __future__ import annotations

from typing import Any, cast

import mcp_types as types
import pytest
from mcp import Client
from mcp.client import ClientRequestContext

from cdp_engine.agent import Desk, Rules, ToolBox, seven
from cdp_engine.serve.mcp_server import Context, tool_server

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

    box = seven(Desk(cast("Any", None), cast("Any", None), Rules()))

    async def box_of(_context: Context) -> ToolBox:
        return box

    server = tool_server(tuple(box), "", box_of)
    callback = None if result is None else person
    async with Client(server, mode=mode, elicitation_callback=callback) as client:
        answer = await client.call_tool("request_human_approval", WISH)
        text = cast("types.TextContent", answer.content[0]).text
        assert answer.is_error == (error is not None)
        assert (error or "A person has approved") in text
        assert len(asked) == (result is not None)
        assert all("Cancel the plan" in question for question in asked)
        wrong = await client.call_tool("request_human_approval", {"action": "x"})
        assert wrong.is_error
        assert len(asked) == (result is not None)
