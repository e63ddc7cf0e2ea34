"""The tool of a browser that a person watches: a person does what the model cannot, or answers it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cdp_engine.agent.tool_result import HUMAN_REJECTED, ToolResult, failed
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import with_news
from cdp_engine.agent.workspace import Workspace


class AskPerson(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `ask_person`."""

    question: Annotated[str, Meta(description="what to do or to answer", min_length=1)]
    seconds: Annotated[float, Meta(description="how long to wait", gt=0, le=3600)] = 300


async def ask_person(workspace: Workspace, params: AskPerson) -> ToolResult:
    """Wait for a person, who may take the browser over meanwhile."""
    handover = workspace.handover
    if handover is None:
        return failed("nobody", "No person is there; go on without one. (The program offers it with --live.)")
    answer = await handover.ask(params.question, params.seconds)
    if answer is None:
        return failed("timeout", f"Nobody answered within {params.seconds:g} s. Go on without, or ask again.")
    head = ("the person says: done" if answer.agreed else "the person says: no") + (
        f". {answer.words}" if answer.words else ""
    )
    page = await workspace.page()
    return await with_news(workspace, page, head, error=None if answer.agreed else HUMAN_REJECTED)


ASKING = (
    Tool(
        "ask_person",
        "Ask the person who watches to do something in this browser (captcha, code, payment) or to answer.",
        AskPerson,
        ask_person,
        changes=False,
    ),
)
"""In the order in which they are listed."""
