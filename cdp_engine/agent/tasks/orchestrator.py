"""A model and a browser, turn by turn, until the indicators say that the task is done (AL-05, AL-06, AL-07).

Nothing that a model, a page or a person does makes `run` raise: it ends in a `TaskResult`. Only cancellation goes
through.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Literal

import anyio
import msgspec

from cdp_engine.agent.consequence import consequence_of
from cdp_engine.agent.models import (
    Answered,
    Conversation,
    Model,
    Reply,
    Said,
    StreamingModel,
    ToolCall,
    Usage,
)
from cdp_engine.agent.secrets import Secret
from cdp_engine.agent.services import Checkpoint, Service, Verdict, judge
from cdp_engine.agent.tasks.approval import Approval, ApprovalRequest, Approver
from cdp_engine.agent.tasks.history import History, Turn
from cdp_engine.agent.tasks.instructions import CALL_A_TOOL, CUT_OFF, Approve, Complete, system_prompt
from cdp_engine.agent.tasks.result import EventKind, Listener, Reason, TaskEvent, TaskResult
from cdp_engine.agent.toolbox import Tool, ToolBox, ToolResult, answer_to, failed
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.agent.workspace import VIEW_TOKENS, Workspace
from cdp_engine.engine import controller_of
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.observe import Snapshot

MAX_TURNS = 20
HISTORY_TOKENS = 30_000
WORDS_SECONDS = 1.0
"""How often listeners hear of the words of a streamed answer."""


class Orchestrator:
    """Runs tasks, one at a time, with the tools of a box.

    `service` brings guidance, checkpoints and indicators. `approver` None: checkpoints are told to listeners and not
    enforced, and a model that asks is told to go on. `budget` bounds the tokens of the conversation. `secrets` may be
    named by the model. `listeners` hear every event. With `consequences` the approver is also asked before every action
    that pays, deletes, sends or hands a form in (EX-09).
    """

    def __init__(
        self,
        model: Model,
        tools: ToolBox,
        *,
        service: Service | None = None,
        approver: Approver | None = None,
        max_turns: int = MAX_TURNS,
        budget: int = HISTORY_TOKENS,
        secrets: Iterable[Secret] = (),
        listeners: Iterable[Listener] = (),
        consequences: bool = False,
    ) -> None:
        self.model = model
        self.service = service if service is not None else Service(name="any")
        self.approver = approver
        self.consequences = consequences
        self.max_turns = max_turns
        self.budget = budget
        self.vault = tools.workspace.vault
        self.vault.add(secrets)
        own = (
            Tool(
                "request_human_approval",
                "Ask a person before a step.",
                Approve,
                self._asked_by_model,
                changes=False,
            ),
            Tool(
                "complete_task", "End the task: the goal is reached, or cannot be.", Complete, self._complete
            ),
        )
        names = {tool.name for tool in own}
        self.tools = ToolBox(tools.workspace, [*(tool for tool in tools if tool.name not in names), *own])
        self._listeners = tuple(listeners)
        self._turn = 0
        self._began = 0.0
        self._usage = Usage()
        self._outcome: tuple[Reason, str, bool] | None = None
        self._passed: set[Checkpoint] = set()

    @property
    def workspace(self) -> Workspace:
        """Where the tools work."""
        return self.tools.workspace

    async def run(self, goal: str = "") -> TaskResult:
        """Pursue a goal (or the service's own) from the page that is open now."""
        self._turn, self._began, self._usage = 0, anyio.current_time(), Usage()
        self._outcome, self._passed = None, set()
        wanted = goal.strip() or self.service.goal
        self._tell("start", goal=wanted, model=self.model.name, service=self.service.name)
        try:
            await self._take_turns(wanted)
        except ConnectionLost as error:
            self._end("browser_lost", error.message)
        return await self._result()

    async def _take_turns(self, goal: str) -> None:
        history = History(goal, await self._view(), budget=self.budget)
        while self._outcome is None:
            if self._turn == self.max_turns:
                self._end("max_turns_exceeded", f"{self.max_turns} turns were not enough")
                return
            self._turn += 1
            reply = await self._ask(history)
            if reply is None:
                return
            if reply.stop == "refusal" and not reply.calls:
                self._end("model_refused", reply.text or "the model will not go on")
            elif reply.calls:
                history.add(await self._turn_of(reply.text, reply.calls[0]))
            else:
                asked = CUT_OFF if reply.stop == "length" else CALL_A_TOOL
                history.add(Turn(Said(text=reply.text), asked=asked))

    async def _ask(self, history: History) -> Reply | None:
        """The model's next turn; None when there is none and the task has ended."""
        if history.wants_view():
            history.refresh(await self._view())
        history.trim()
        conversation = Conversation(
            system=system_prompt(self.service, self.vault.names),
            messages=history.messages(),
            tools=tuple(self.tools.schemas()),
        )
        try:
            reply = await self._reply_to(conversation)
        except Exception as error:
            said = error.message if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
            self._end("model_failed", said)
            return None
        self._usage += reply.usage
        calls = [{**msgspec.to_builtins(call), "arguments": self._shown(call)} for call in reply.calls]
        self._tell(
            "model", text=reply.text, calls=calls, stop=reply.stop, usage=msgspec.to_builtins(reply.usage)
        )
        return reply

    async def _reply_to(self, conversation: Conversation) -> Reply:
        model, told = self.model, anyio.current_time()

        def heard(words: str) -> None:
            nonlocal told
            if anyio.current_time() - told >= WORDS_SECONDS:
                told = anyio.current_time()
                self._tell("words", text=f"{words}…")

        if isinstance(model, StreamingModel) and model.streams:
            return await model.stream(conversation, heard)
        return await model.answer(conversation)

    async def _turn_of(self, text: str, call: ToolCall) -> Turn:
        """Carry out the one tool call of a turn."""
        self._tell("tool", name=call.name, arguments=self._shown(call))
        answer = await self._carry_out(call)
        if self._outcome is None and call.name in self.tools and self.tools[call.name].changes:
            await self._check_checkpoints()
        pictures = answer.pictures
        self._tell("answer", text=answer.text, **answer.summary(), pictures=len(pictures))
        return Turn(
            Said(text=text, calls=(call,)),
            (Answered(call=call, text=answer.text, pictures=pictures, success=answer.success),),
            (None if answer.observation is None else answer.observation.kind,),
        )

    async def _carry_out(self, call: ToolCall) -> ToolResult:
        try:
            if self.consequences and self.approver is not None:
                found = await consequence_of(self.tools, call.name, call.arguments)
                if found is not None:
                    answer = await self._approval(found.action, found.reason, "consequence")
                    if not answer.approved:
                        return failed("human_rejected", answer.message)
            return await self.tools.call(call.name, call.arguments)
        except ConnectionLost:
            raise
        except EngineError as error:
            return answer_to(error)
        except Exception as error:  # a fault of a tool ends no task
            return failed("action_failed", type(error).__name__)

    def _shown(self, call: ToolCall) -> str:
        return self.tools.fit_to_show(call.name, call.arguments)

    async def _check_checkpoints(self) -> None:
        """Ask a person when the page has come into a state of the service's; once as long as it stays in it."""
        if not self.service.checkpoints:
            return
        page = await self._snapshot()
        if page is None:
            return
        holding = {checkpoint for checkpoint in self.service.checkpoints if checkpoint.holds(page)}
        entered = [one for one in self.service.checkpoints if one in holding and one not in self._passed]
        self._passed = holding
        for checkpoint in entered:
            self._tell(
                "checkpoint",
                reason=checkpoint.reason,
                url=page.context.url,
                enforced=self.approver is not None,
            )
            if self.approver is None:
                continue
            action = f"go on from {page.context.title or page.context.url}"
            if not (await self._approval(action, checkpoint.reason, "checkpoint")).approved:
                return

    async def _asked_by_model(self, _workspace: Workspace, asked: Approve) -> ToolResult:
        if self.approver is None:
            return ToolResult(success=True, text="ok: nobody has to be asked")
        answer = await self._approval(asked.action, asked.reason, "model")
        if not answer.approved:
            return failed("human_rejected", answer.message)
        return ToolResult(success=True, text=f"ok: approved\n{answer.message}".strip())

    async def _approval(
        self, action: str, reason: str, source: Literal["checkpoint", "model", "consequence"]
    ) -> Approval:
        """What the person says; no ends the task."""
        picture, url, title = None, "", ""
        with suppress(EngineError):
            page = await self.workspace.page()
            seen = await controller_of(page).observer.capture()
            url, title = seen.context.url, seen.context.title
            if not self.workspace.shows_secret(seen):
                picture = await page.screenshot()
        masked = self.vault.masked
        request = ApprovalRequest(
            action=masked(action),
            reason=masked(reason),
            source=source,
            url=masked(url),
            title=masked(title),
            screenshot=picture,
        )
        answer = Approval(False, "nobody can be asked")
        if self.approver is not None:
            try:
                answer = await self.approver.ask(request)
            except Exception as error:
                answer = Approval(False, f"nobody could be asked: {type(error).__name__}: {error}")
        self._tell("approval", action=action, source=source, approved=answer.approved, message=answer.message)
        if not answer.approved:
            self._end("human_rejected", answer.message or "the step was rejected")
        return answer

    async def _complete(self, _workspace: Workspace, claim: Complete) -> ToolResult:
        """The end, if the page agrees."""
        if claim.status == "failed":
            self._tell("completion", status=claim.status, reason=claim.reason, accepted=True)
            self._end("task_failed", claim.reason)
            return ToolResult(success=True, text="ok: ended as failed")
        if not (self.service.success or self.service.failure):
            self._tell("completion", status=claim.status, reason=claim.reason, accepted=True, verified=False)
            self._end("completed", claim.reason)
            return ToolResult(success=True, text="ok: ended; no indicators to check it by")
        page = await self._snapshot()
        verdict = (
            Verdict(kind="open") if page is None else judge(page, self.service.success, self.service.failure)
        )
        accepted = verdict.kind == "success" or (
            verdict.kind == "open" and not self.service.success and page is not None
        )
        self._tell(
            "completion",
            status=claim.status,
            reason=claim.reason,
            accepted=accepted,
            verdict=verdict.kind,
            held=[str(one) for one in verdict.held],
        )
        if accepted:
            self._end("completed", claim.reason, verified=True)
            return ToolResult(success=True, text="ok: the page agrees")
        why = "the page shows a failure" if verdict.kind == "failure" else "the page does not show it"
        if page is None:
            why = "the page cannot be seen"
        return failed("not_verified", f"Not done yet: {why}. Look at the page and go on.")

    async def _snapshot(self) -> Snapshot | None:
        """The page in front as it is now; None where it cannot be seen."""
        try:
            return await (await self.workspace.page()).snapshot()
        except ConnectionLost:
            raise
        except EngineError:
            return None

    async def _view(self) -> str:
        """The whole page, fenced."""
        try:
            observation = await (await self.workspace.page()).observe(max_tokens=VIEW_TOKENS)
        except ConnectionLost:
            raise
        except EngineError as error:
            return self.vault.masked(f"The page cannot be seen now.\n{fence(error.message)}")
        self.workspace.told(observation)
        return self.vault.masked(fence(observation.text))

    def _end(self, reason: Reason, message: str, *, verified: bool = False) -> None:
        self._outcome = (reason, self.vault.masked(message), verified)

    def _tell(self, kind: EventKind, **data: Any) -> None:
        at = round(anyio.current_time() - self._began, 3)
        event = TaskEvent(at=at, turn=self._turn, kind=kind, data=self.vault.masked_data(data))
        for listener in self._listeners:
            listener(event)

    async def _result(self) -> TaskResult:
        reason, message, verified = self._outcome or ("max_turns_exceeded", "", False)
        masked = self.vault.masked
        url = title = view = ""
        with suppress(EngineError):
            seen = await (await self.workspace.page()).snapshot()
            url, title, view = (
                seen.context.url,
                seen.context.title,
                seen.render("outline", max_tokens=VIEW_TOKENS),
            )
        result = TaskResult(
            success=reason == "completed",
            reason=reason,
            message=message,
            turns=self._turn,
            verified=verified,
            url=masked(url),
            title=masked(title),
            view=masked(view),
            usage=self._usage,
            seconds=round(anyio.current_time() - self._began, 3),
        )
        self._tell("end", **msgspec.to_builtins(result))
        return result
