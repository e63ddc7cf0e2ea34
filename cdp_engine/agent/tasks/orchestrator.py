"""A model and a browser, turn by turn, until the indicators say that the task is done (AL-05, AL-06, AL-07).

Nothing that a model, a page or a person does makes `run` raise: it ends with a `TaskResult`. Only cancellation is
raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import anyio
import msgspec

from cdp_engine.agent.models import (
    Conversation,
    Model,
    Reply,
    Said,
    StreamingModel,
)
from cdp_engine.agent.secrets import Secret
from cdp_engine.agent.services import Service
from cdp_engine.agent.tasks.approval import Approver
from cdp_engine.agent.tasks.completion import check_claim
from cdp_engine.agent.tasks.consent import Consent, rejection
from cdp_engine.agent.tasks.history import History, Turn
from cdp_engine.agent.tasks.instructions import CALL_A_TOOL, CUT_OFF, Approve, Complete, system_prompt
from cdp_engine.agent.tasks.limits import Limits
from cdp_engine.agent.tasks.progress import Progress
from cdp_engine.agent.tasks.result import Listener, TaskResult
from cdp_engine.agent.tasks.turns import Turns
from cdp_engine.agent.tool_result import HUMAN_REJECTED, ToolResult
from cdp_engine.agent.toolbox import Tool, ToolBox
from cdp_engine.agent.workspace import VIEW_TOKENS, Workspace
from cdp_engine.errors import ConnectionLost, EngineError

HISTORY_TOKENS = 10_000
WORDS_SECONDS = 1.0
"""How often listeners get the text of a streamed answer."""


class Orchestrator:
    """Runs tasks, one at a time, with the tools of a box.

    `service` brings guidance, checkpoints and indicators. `approver` None: checkpoints are reported to listeners and
    not enforced, and a model that asks may go on. A person's no reaches the model with their words and the task goes
    on; with `stop_on_rejection` it ends the task. `limits` bounds turns, tokens, seconds, money and repetition
    (`max_turns` is short for `limits=Limits(turns=…)`), `budget` the tokens of the conversation. `secrets` may be named
    by the model. `listeners` get every event. With `consequences` the approver is also asked before every action that
    pays, deletes, sends or submits a form (EX-09).

    Raises `InvalidInput` for a limit in money where the model's price is not known.
    """

    def __init__(
        self,
        model: Model,
        tools: ToolBox,
        *,
        service: Service | None = None,
        approver: Approver | None = None,
        max_turns: int | None = None,
        limits: Limits | None = None,
        budget: int = HISTORY_TOKENS,
        secrets: Iterable[Secret] = (),
        listeners: Iterable[Listener] = (),
        consequences: bool = False,
        stop_on_rejection: bool = False,
    ) -> None:
        self.model = model
        self.tools = tools
        self.service = service if service is not None else Service(name="any")
        given = limits if limits is not None else Limits()
        self.limits = given if max_turns is None else msgspec.structs.replace(given, turns=max_turns)
        self.budget = budget
        self.vault = tools.workspace.vault
        self.vault.add(secrets)
        self._price = self.limits.price_for(model.name)
        self._progress = Progress(self.vault, listeners)
        self._consent = Consent(
            tools,
            self.service,
            approver,
            self._progress,
            consequences=consequences,
            stop_on_rejection=stop_on_rejection,
        )
        self._own = {tool.name: tool for tool in self._task_tools()}

    @property
    def workspace(self) -> Workspace:
        """Where the tools work."""
        return self.tools.workspace

    @property
    def max_turns(self) -> int:
        """Turns that the model has."""
        return self.limits.turns

    async def run(self, goal: str = "") -> TaskResult:
        """Pursue a goal (or the service's own) from the page that is open now."""
        self._progress.begin()
        self._consent.begin()
        wanted = goal.strip() or self.service.goal
        self._progress.tell("start", goal=wanted, model=self.model.name, service=self.service.name)
        seconds = self.limits.seconds
        try:
            with anyio.move_on_after(seconds) as time:
                await self._take_turns(wanted)
            if time.cancelled_caught and seconds is not None:
                self._progress.end("max_seconds_exceeded", f"{seconds:g} s were not enough")
        except ConnectionLost as error:
            self._progress.end("browser_lost", error.message)
        return await self._result()

    async def _take_turns(self, goal: str) -> None:
        progress = self._progress
        opening = await self.tools.view()
        history = History(goal, opening.text, pictures=opening.pictures, budget=self.budget)
        turns = Turns(self.tools, self._own, self._consent, progress, self.limits)
        while not progress.over:
            passed = self.limits.passed(progress.turn, progress.usage, self._cost)
            if passed is not None:
                progress.end(*passed)
                return
            progress.turn += 1
            reply = await self._ask(history)
            if reply is None:
                return
            if reply.stop == "refusal" and not reply.calls:
                progress.end("model_refused", reply.text or "the model will not go on")
            elif reply.calls:
                history.add(await turns.carry_out(reply))
            else:
                asked = CUT_OFF if reply.stop == "length" else CALL_A_TOOL
                history.add(Turn(Said(text=reply.text), asked=asked))

    async def _ask(self, history: History) -> Reply | None:
        """The model's next turn; None when there is none and the task has ended."""
        if history.wants_view():
            history.refresh((await self.tools.view()).text)
        history.trim()
        conversation = Conversation(
            system=system_prompt(self.tools, self.service, self.vault.names),
            messages=history.messages(),
            tools=tuple(self._schemas()),
            several=self.tools.several,
        )
        try:
            reply = await self._reply_to(conversation)
        except Exception as error:
            description = (
                error.message if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
            )
            self._progress.end("model_failed", description)
            return None
        self._progress.usage += reply.usage
        shown = self.tools.fit_to_show
        calls = [
            {**msgspec.to_builtins(call), "arguments": shown(call.name, call.arguments)}
            for call in reply.calls
        ]
        usage = msgspec.to_builtins(reply.usage)
        self._progress.tell("model", text=reply.text, calls=calls, stop=reply.stop, usage=usage)
        return reply

    async def _reply_to(self, conversation: Conversation) -> Reply:
        model, reported = self.model, anyio.current_time()

        def heard(words: str) -> None:
            nonlocal reported
            if anyio.current_time() - reported >= WORDS_SECONDS:
                reported = anyio.current_time()
                self._progress.tell("words", text=f"{words}…")

        if isinstance(model, StreamingModel) and model.streams:
            return await model.stream(conversation, heard)
        return await model.answer(conversation)

    def _schemas(self) -> list[dict[str, Any]]:
        """The tools of the box, and those of the task that it has no words of its own for."""
        own = (tool for tool in self._own.values() if tool.name not in self.tools)
        return [*self.tools.schemas(), *ToolBox(self.workspace, own).schemas()]

    def _task_tools(self) -> tuple[Tool[Any], ...]:
        """The tools that the task itself answers; where the box has tools of these names, with its parameters."""
        names = ("request_human_approval", "complete_task")
        words = ("Ask a person before a step.", "End the task: the goal is reached, or cannot be.")
        structs = (Approve, Complete)
        answers = (self._asked_by_model, self._completed)
        return tuple(
            Tool(
                name,
                description,
                self.tools[name].params if name in self.tools else params,
                run,
                changes=False,
            )
            for name, description, params, run in zip(names, words, structs, answers, strict=True)
        )

    async def _asked_by_model(self, _workspace: Workspace, question: Any) -> ToolResult:
        if not self._consent.asks:
            return await self.tools.tell("no approval is needed")
        answer = await self._consent.ask(question.action, question.reason, "model")
        if not answer.approved:
            return await self.tools.tell(rejection(answer), error=HUMAN_REJECTED)
        return await self.tools.tell(f"approved\n{answer.message}".strip())

    async def _completed(self, workspace: Workspace, claim: Any) -> ToolResult:
        accepted, words = await check_claim(
            claim.status, claim.reason, self.service, workspace, self._progress
        )
        return await self.tools.tell(words, error=None if accepted else "not_verified")

    @property
    def _cost(self) -> float | None:
        return None if self._price is None else self._price.of(self._progress.usage)

    async def _result(self) -> TaskResult:
        progress = self._progress
        reason, message, verified = progress.outcome or ("max_turns_exceeded", "", False)
        masked = self.vault.masked
        url = title = view = ""
        with suppress(EngineError):
            seen = await (await self.workspace.page()).snapshot()
            url, title = seen.context.url, seen.context.title
            view = seen.render("outline", max_tokens=VIEW_TOKENS)
        result = TaskResult(
            success=reason == "completed",
            reason=reason,
            message=message,
            turns=progress.turn,
            verified=verified,
            url=masked(url),
            title=masked(title),
            view=masked(view),
            usage=progress.usage,
            cost=self._cost,
            seconds=progress.seconds,
        )
        progress.tell("end", **msgspec.to_builtins(result))
        return result
