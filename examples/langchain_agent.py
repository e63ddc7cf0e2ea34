"""A LangChain agent that drives a page by the tools of `cdp_engine.agent`: one `StructuredTool` for each.

pip install 'cdp-engine' langchain langchain-openai
python examples/langchain_agent.py https://example.com "Say what this page is about."
"""

from __future__ import annotations

import base64
import sys
from typing import Any, cast

import anyio
from langchain import agents
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import StructuredTool

import cdp_engine
from cdp_engine.agent import INSTRUCTIONS, Tool, ToolBox, everyday, open_workspace


def langchain_tools(box: ToolBox) -> list[StructuredTool]:
    """The tools of a box; calls of one turn are carried out one after the other."""
    return [_adapted(box, tool) for tool in box]


def _adapted(box: ToolBox, tool: Tool[Any]) -> StructuredTool:
    async def run(**arguments: Any) -> list[dict[str, Any]]:
        answer = await box.call(tool.name, arguments)
        pictures = [
            {"type": "image", "base64": base64.b64encode(one.data).decode(), "mime_type": one.mime}
            for one in answer.pictures
        ]
        return [{"type": "text", "text": answer.text}, *pictures]

    return StructuredTool(
        name=tool.name, description=tool.description, args_schema=tool.schema, coroutine=run
    )


async def main(model: BaseChatModel, url: str, goal: str) -> str:
    """Pursue a goal from `url` on; the model's last words."""
    async with cdp_engine.launch() as browser, open_workspace(browser) as workspace:
        tools = everyday(workspace)
        agent = cast("Any", agents).create_agent(model, langchain_tools(tools), system_prompt=INSTRUCTIONS)
        task = {"role": "user", "content": f"Begin at {url}. {goal}"}
        done = await agent.ainvoke({"messages": [task]})
        return done["messages"][-1].text


if __name__ == "__main__":
    from langchain_openai import ChatOpenAI

    print(anyio.run(main, ChatOpenAI(model="gpt-5.1"), sys.argv[1], sys.argv[2]))
