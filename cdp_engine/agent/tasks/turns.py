"""One turn of a task: the model's tool calls, carried out in order up to the first that fails (AL-05, AG-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from cdp_engine.agent.models import Answered, Reply, Said, ToolCall
from cdp_engine.agent.tab_parameter import TAB
from cdp_engine.agent.tasks.consent import LEAVING, Consent, rejection
from cdp_engine.agent.tasks.history import Turn
from cdp_engine.agent.tasks.limits import Limits, Repetition
from cdp_engine.agent.tasks.progress import Progress
from cdp_engine.agent.tool_arguments import bare_ref
from cdp_engine.agent.tool_result import HUMAN_REJECTED, NOT_CARRIED_OUT, ToolResult, failed
from cdp_engine.agent.toolbox import REFS, Tool, ToolBox
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.track import content_digest, element_of

ONE_PER_TURN = "One tool is carried out per turn; call this one again if it is still needed."


class Turns:
    """Carries out turns. `own` are the tools that the task itself answers."""

    def __init__(
        self,
        tools: ToolBox,
        own: Mapping[str, Tool[Any]],
        consent: Consent,
        progress: Progress,
        limits: Limits,
    ) -> None:
        self._tools = tools
        self._own = own
        self._consent = consent
        self._progress = progress
        self._repetition = Repetition(limits.repeats)

    async def carry_out(self, reply: Reply) -> Turn:
        """All calls of a reply; those after one that failed, or whose element is gone by then, are answered so."""
        answers: list[Answered] = []
        views: list[str | None] = []
        lines: list[str] = []
        why_not = ""
        moved = False
        for number, call in enumerate(reply.calls):
            if number and not why_not:
                why_not = self._obstacle(call, moved)
            shown = self._tools.fit_to_show(call.name, call.arguments)
            self._progress.tell("tool", name=call.name, arguments=shown)
            answer = failed(NOT_CARRIED_OUT, why_not) if why_not else await self._answer(call)
            if not why_not and not answer.success:
                why_not = f"{call.name} before it failed."
            moved = moved or _moved(call, answer)
            pictures = answer.pictures
            self._progress.tell("answer", text=answer.text, **answer.summary(), pictures=len(pictures))
            answers.append(Answered(call=call, text=answer.text, pictures=pictures, success=answer.success))
            views.append(answer.view)
            lines.append(f"{call.name} {shown}")
            if self._progress.over:
                break
        carried = reply.calls[: len(answers)]
        return Turn(Said(text=reply.text, calls=carried), tuple(answers), tuple(views), tuple(lines))

    def _obstacle(self, call: ToolCall, moved: bool) -> str:
        """Why a call that is not the first of its turn cannot be carried out; empty where it can."""
        if not self._tools.several:
            return ONE_PER_TURN
        refs = _refs_in(call)
        seen = self._tools.workspace.seen
        for ref in refs:
            try:
                if seen is not None:
                    element_of(seen, self._tools.engine_ref(ref))
            except EngineError:
                return f"{ref} is gone since the call before it. Choose from what the page shows now."
        tool = self._tools.get(call.name)
        acts = tool is not None and tool.changes and call.name not in LEAVING
        if moved and acts and not refs:
            return "The call before it led to another page. Look at that first."
        return ""

    async def _answer(self, call: ToolCall) -> ToolResult:
        """Carry out one call, with a person's consent where that is needed."""
        try:
            if call.name in self._own:
                own = self._own[call.name]
                return await own.run(self._tools.workspace, own.read(call.arguments))
            refused = await self._consent.before(call)
            if refused is not None and not refused.approved:
                return await self._tools.tell(rejection(refused), error=HUMAN_REJECTED)
            answer = await self._tools.call(call.name, call.arguments)
            answer = self._watched(call, answer)
            tool = self._tools.get(call.name)
            if not self._progress.over and tool is not None and tool.changes:
                refused = await self._consent.after()
                if refused is not None:
                    return await self._tools.overrule(answer, rejection(refused), error=HUMAN_REJECTED)
            return answer
        except ConnectionLost:
            raise
        except EngineError as error:
            return await self._tools.answer_to(error)
        except Exception as error:  # a fault of a tool ends no task
            return await self._tools.tell(type(error).__name__, error="action_failed")

    def _watched(self, call: ToolCall, answer: ToolResult) -> ToolResult:
        """The answer with a warning where the same call was made on the same page before and did nothing."""
        seen = self._tools.workspace.seen
        idle = not answer.success or (answer.result is not None and answer.result.effect.kind == "no_effect")
        if seen is None or not idle:
            return answer
        times = self._repetition.add(call.name, call.arguments, f"{seen.context.url} {content_digest(seen)}")
        if self._repetition.is_too_much(times):
            self._progress.end("repetition", f"{call.name} was called {times} times on the same page in vain")
        warning = self._repetition.warning(times)
        return msgspec.structs.replace(answer, text=f"{answer.text}\n{warning}") if warning else answer


def _refs_in(call: ToolCall) -> list[str]:
    """The refs that a call names; none where its arguments cannot be read."""
    try:
        given = msgspec.json.decode(call.arguments or "{}", type=dict[str, Any])
    except msgspec.MsgspecError:
        return []
    if given.get(TAB) is not None:
        return []  # refs of another tab; the call itself says whether they are valid there
    fields = given.get("fields")
    several: list[Any] = list(cast("dict[str, Any]", fields)) if isinstance(fields, dict) else []
    return [str(bare_ref(ref)) for ref in (*(given.get(name) for name in REFS), *several) if ref]


def _moved(call: ToolCall, answer: ToolResult) -> bool:
    """Whether another document is in front since a call."""
    if call.name in LEAVING:
        return True
    return answer.result is not None and answer.result.changes.navigated
