"""The recipes for agent frameworks (`examples/`), with the frameworks themselves and a server of their wire format."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.models import Answer, ModelServer, model_server
from tests.support.site import Site

if TYPE_CHECKING:
    from openai import AsyncOpenAI

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AG-05")]
_numbers = count(1)
EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = """<!doctype html><title>Order</title><label>Name <input id=who></label>
<button onclick="this.after('Thanks, ' + who.value)">Send</button>"""


@pytest.fixture
def anyio_backend() -> str:
    """These frameworks run on asyncio alone."""
    return "asyncio"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


# A test imports its framework itself: as imports of this module, they would cost every worker seconds.


def of_langchain(client: AsyncOpenAI) -> object:
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    return ChatOpenAI(
        model="test", api_key=SecretStr("key"), root_async_client=client, async_client=client.chat.completions
    )


def of_pydantic_ai(client: AsyncOpenAI) -> object:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIChatModel("test", provider=OpenAIProvider(openai_client=client))


def of_openai_agents(client: AsyncOpenAI) -> object:
    from agents import OpenAIChatCompletionsModel, set_tracing_disabled

    set_tracing_disabled(True)
    return OpenAIChatCompletionsModel("test", client)


def message(**parts: Any) -> Answer:
    reply = {"role": "assistant", "content": None, **parts}
    reason = "tool_calls" if "tool_calls" in parts else "stop"
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [{"index": 0, "finish_reason": reason, "message": reply}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def calling(*calls: tuple[str, dict[str, Any]]) -> Answer:
    return message(
        tool_calls=[
            {
                "id": f"call_{next(_numbers)}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for name, arguments in calls
        ]
    )


def by_refs(asked: dict[str, Any]) -> Answer:
    """Fill and send in one turn, by the refs of the last answer."""
    read = str(asked["messages"])
    name, send = re.findall(r"(e\d+) textbox Name", read)[-1], re.findall(r"(e\d+) button Send", read)[-1]
    return calling(("fill", {"ref": name, "text": "Ada"}), ("click", {"ref": send}), ("screenshot", {}))


@pytest.mark.parametrize(
    ("example", "model"),
    [
        ("langchain_agent", of_langchain),
        ("pydantic_ai_agent", of_pydantic_ai),
        ("openai_agents", of_openai_agents),
    ],
)
async def test_a_framework_drives_a_page_by_the_tool_table(
    example: str, model: Callable[[AsyncOpenAI], object], server: ModelServer, site: Site
) -> None:
    from openai import AsyncOpenAI

    site.route("/frameworks/order", PAGE)
    url = site.url("/frameworks/order")
    wrong = calling(("click", {"ref": "e999"}))
    server.answers = [calling(("navigate", {"url": url})), wrong, by_refs, message(content="It is sent.")]
    main: Callable[..., Awaitable[str]] = runpy.run_path(str(EXAMPLES / f"{example}.py"))["main"]

    async with AsyncOpenAI(base_url=f"{server.origin}/v1", api_key="key") as client:
        assert await main(model(client), url, "Send an order as Ada.") == "It is sent."

    first, *_, last = server.bodies()
    tools = {tool["function"]["name"]: tool["function"] for tool in first["tools"]}
    assert set(tools) >= {"navigate", "observe", "click", "fill", "screenshot"}
    assert tools["fill"]["parameters"]["required"] == ["ref", "text"]
    said = json.dumps(last["messages"])
    assert "Thanks, Ada" in said  # the click came after the fill of its turn
    assert "ref_invalid" in said  # a failure is an answer, not an exception
    assert "screenshot, " in said
    if model is not of_openai_agents:  # its Chat Completions client sends only the text of an answer
        assert "data:image/png;base64," in said
