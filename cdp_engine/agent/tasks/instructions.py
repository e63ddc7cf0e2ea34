"""What a model reads at the start and when it strays, and the two tools that only a task has (pure)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cdp_engine.agent.secrets import describe_secrets
from cdp_engine.agent.services import Service
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.agent.untrusted_text import EXPLANATION

CALL_A_TOOL = "No tool was called. Call one, or complete_task if the goal is reached or cannot be."
CUT_OFF = "Your answer was cut off before a tool was called. Be brief and call one tool."

_ONE = "Call one tool per turn; every answer shows what changed on the page. "
_SEVERAL = (
    "Call a tool in every turn; every answer shows what changed on the page. Several calls of one turn are carried out "
    "in order, up to the first that fails. "
)
_RULES = (
    "When the goal is reached, or cannot be, call complete_task. Its success is checked against the page, so do not "
    "claim what the page does not show. Ask request_human_approval before what cannot be undone. "
)


class Approve(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `request_human_approval`."""

    action: Annotated[str, Meta(description="what you are about to do")]
    reason: str


class Complete(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `complete_task`."""

    status: Literal["success", "failed"]
    reason: str


def system_prompt(tools: ToolBox, service: Service, secrets: Sequence[str]) -> str:
    """The rules, what is known of the tools and the service, and the names of the secrets that may be used."""
    rules = "You drive a web browser to reach a goal. " + (_SEVERAL if tools.several else _ONE) + _RULES
    parts = [f"{rules}{EXPLANATION}"]
    if tools.instructions:
        parts.append(tools.instructions)
    if service.guidance:
        parts.append(f"About {service.title or service.name}: {service.guidance.strip()}")
    if secrets:
        parts.append(describe_secrets(secrets))
    return "\n\n".join(parts)
