"""A Pydantic-AI agent that drives a page by the tools of `cdp_engine.agent`: one `Tool` for each.

pip install 'cdp-engine' 'pydantic-ai-slim[openai]'
python examples/pydantic_ai_agent.py https://example.com "Say what this page is about."
"""

from __future__ import annotations

import sys
from typing import Any

import anyio
from pydantic_ai import Agent, BinaryContent, Tool, ToolReturn
from pydantic_ai.models import Model

import cdp_engine
from cdp_engine.agent import INSTRUCTIONS, ToolBox, everyday, open_workspace


def pydantic_ai_tools(box: ToolBox) -> list[Tool[Any]]:
    """The tools of a box; calls of one turn are carried out one after the other."""
    return [_adapted(box, tool.name, tool.description, tool.schema) for tool in box]


def _adapted(box: ToolBox, name: str, description: str, schema: dict[str, Any]) -> Tool[Any]:
    async def run(**arguments: Any) -> ToolReturn:
        answer = await box.call(name, arguments)
        pictures = [BinaryContent(one.data, media_type=one.mime) for one in answer.pictures]
        return ToolReturn(answer.text, content=pictures or None)

    return Tool[Any].from_schema(run, name, description, schema, sequential=True)


async def main(model: Model | str, url: str, goal: str) -> str:
    """Pursue a goal from `url` on; the model's last words."""
    async with cdp_engine.launch() as browser, open_workspace(browser) as workspace:
        tools = pydantic_ai_tools(everyday(workspace))
        agent: Agent[None, str] = Agent(model, deps_type=type(None), tools=tools, instructions=INSTRUCTIONS)
        return (await agent.run(f"Begin at {url}. {goal}")).output


if __name__ == "__main__":
    print(anyio.run(main, "openai:gpt-5.1", sys.argv[1], sys.argv[2]))
