"""`request_human_approval` over MCP: the client's person is asked (elicitation). Nobody to ask counts as a refusal."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import mcp_types as types
from mcp.server import ServerRequestContext

from cdp_engine.agent import ToolResult, failed

APPROVAL = "request_human_approval"
REJECTED = "human_rejected"
CHANGED = "The page changed what this would do while the person was asked. Look at it and call again."
_QUESTION = "approval"
_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "approve": {"type": "boolean", "title": "Approve", "default": False},
        "feedback": {"type": "string", "title": "What should be done instead?"},
    },
    "required": ["approve"],
}


async def ask_person(
    context: ServerRequestContext[Any, Any],
    params: types.CallToolRequestParams,
    *,
    action: str | None = None,
    reason: str = "",
) -> ToolResult | types.InputRequiredResult:
    """The person's answer; for clients of the newer protocol, the question that they bring back answered.

    The question is about `action` and `reason`, or what the call itself says of them.
    """
    able = context.session.client_capabilities
    if able is None or able.elicitation is None:
        return failed(REJECTED, "This client cannot ask a person, so nobody has approved.")
    question_about = {"action": action, "reason": reason} if action is not None else params.arguments or {}
    question = f"Approve? {question_about.get('action', '')}\nBecause: {question_about.get('reason', '')}"
    if context.session.can_send_request:
        return _answer(await context.session.elicit_form(question, _FORM, context.request_id))
    key = (
        f"{_QUESTION}-{sha256(question.encode()).hexdigest()[:12]}"  # an answer is for its own question alone
    )
    given = (params.input_responses or {}).get(key)
    if isinstance(given, types.ElicitResult):
        return _answer(given)
    form = types.ElicitRequestFormParams(message=question, requested_schema=_FORM)
    return types.InputRequiredResult(input_requests={key: types.ElicitRequest(params=form)})


def _answer(result: types.ElicitResult) -> ToolResult:
    content = result.content or {}
    if result.action == "accept" and content.get("approve") is True:
        return ToolResult(success=True, text="A person has approved.", data={"success": True})
    feedback = content.get("feedback")
    return failed(REJECTED, f"The person says: {feedback}" if feedback else "A person has refused.")
