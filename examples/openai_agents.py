"""An agent of OpenAI's Agents SDK that drives a page by the tools of `cdp_engine.agent`: one `FunctionTool` for each.

pip install 'cdp-engine' openai-agents
python examples/openai_agents.py https://example.com "Say what this page is about."
"""

from __future__ import annotations

import base64
import sys
from typing import Any

import anyio
from agents import (
    Agent,
    FunctionTool,
    Model,
    ModelSettings,
    Runner,
    ToolOutputImage,
    ToolOutputText,
)

import cdp_engine
from cdp_engine.agent import INSTRUCTIONS, ToolBox, everyday, open_workspace


def openai_agents_tools(box: ToolBox) -> list[FunctionTool]:
    """The tools of a box; calls of one turn are carried out one after the other."""
    return [_adapted(box, tool.name, tool.description, tool.schema) for tool in box]


def _adapted(box: ToolBox, name: str, description: str, schema: dict[str, Any]) -> FunctionTool:
    async def run(_context: object, arguments: str) -> list[ToolOutputText | ToolOutputImage]:
        answer = await box.call(name, arguments)
        pictures = [
            ToolOutputImage(image_url=f"data:{one.mime};base64,{base64.b64encode(one.data).decode()}")
            for one in answer.pictures
        ]
        return [ToolOutputText(text=answer.text), *pictures]

    return FunctionTool(name, description, schema, run, strict_json_schema=False)


async def main(model: Model | str, url: str, goal: str) -> str:
    """Pursue a goal from `url` on; the model's last words."""
    async with cdp_engine.launch() as browser, open_workspace(browser) as workspace:
        agent = Agent(
            name="browser",
            instructions=INSTRUCTIONS,
            model=model,
            model_settings=ModelSettings(parallel_tool_calls=False),
            tools=[*openai_agents_tools(everyday(workspace))],
        )
        done = await Runner.run(agent, f"Begin at {url}. {goal}", max_turns=40)
        return str(done.final_output)


if __name__ == "__main__":
    print(anyio.run(main, "gpt-5.1", sys.argv[1], sys.argv[2]))
