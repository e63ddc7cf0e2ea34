"""When a person must approve a step, and the effect of their answer (AL-06, EX-09).

The model gets a rejection with the person's words and the task goes on, unless it must stop on a rejection. While the
page stays in a rejected state, no further action is carried out there without asking again; nor in a state that the
page was in from the beginning, or came into by itself.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from cdp_engine.agent.consequence import consequence_of
from cdp_engine.agent.models import ToolCall
from cdp_engine.agent.services import Checkpoint, Service
from cdp_engine.agent.tasks.approval import Approval, ApprovalRequest, Approver
from cdp_engine.agent.tasks.progress import Progress
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.engine import controller_of
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.observe import Snapshot

Source = Literal["checkpoint", "model", "consequence"]

LEAVING = frozenset({"navigate", "back", "tabs"})
"""Tools that lead away from a page: they need no consent to its state."""
MOST_QUESTIONS = 3
"""How often a person is asked about one call."""


class Consent:
    """Asks `approver` on behalf of one task; with None no approval is enforced."""

    def __init__(
        self,
        tools: ToolBox,
        service: Service,
        approver: Approver | None,
        progress: Progress,
        *,
        consequences: bool,
        stop_on_rejection: bool,
    ) -> None:
        self._tools = tools
        self._service = service
        self._approver = approver
        self._progress = progress
        self._consequences = consequences
        self._stop = stop_on_rejection
        self.begin()

    def begin(self) -> None:
        """Drop earlier requests."""
        self._passed: set[Checkpoint] = set()
        self._rejected: set[Checkpoint] = set()

    @property
    def asks(self) -> bool:
        """Whether there is an approver."""
        return self._approver is not None

    async def before(self, call: ToolCall) -> Approval | None:
        """The answer for a call that needs approval before it is carried out; None where it needs none."""
        if self._approver is None:
            return None
        shown = f"{call.name} {self._tools.fit_to_show(call.name, call.arguments)}"
        for checkpoint in await self._unapproved(call):
            approval = await self.ask(shown, checkpoint.reason, "checkpoint")
            if not approval.approved:
                self._rejected.add(checkpoint)
                return approval
            self._rejected.discard(checkpoint)
            self._passed.add(checkpoint)
        return await self._before_consequences(call) if self._consequences else None

    async def _before_consequences(self, call: ToolCall) -> Approval | None:
        """The answer about what a call would bring about; asked again where the page changed that meanwhile."""
        found = await consequence_of(self._tools, call.name, call.arguments)
        for _ in range(MOST_QUESTIONS):
            if found is None:
                return None
            approval = await self.ask(found.action, found.reason, "consequence")
            agreed, found = found, await consequence_of(self._tools, call.name, call.arguments)
            if not approval.approved or found == agreed:
                return approval
        return Approval(False, "the page keeps changing what this would do")

    async def _unapproved(self, call: ToolCall) -> tuple[Checkpoint, ...]:
        """The states of the service's that the page is in and nobody agreed to, where a call would act on it."""
        tool = self._tools.get(call.name)
        if not self._service.checkpoints or tool is None or not tool.changes or tool.name in LEAVING:
            return ()
        page = await self._snapshot()
        if page is not None:
            holding = {one for one in self._service.checkpoints if one.holds(page)}
            for entered in holding - self._passed - self._rejected:
                self._enter(entered, page.context.url)
            self._passed &= holding
            self._rejected = holding - self._passed
        return tuple(one for one in self._service.checkpoints if one in self._rejected)

    def _enter(self, checkpoint: Checkpoint, url: str) -> None:
        self._progress.tell("checkpoint", reason=checkpoint.reason, url=url, enforced=self.asks)

    async def after(self) -> Approval | None:
        """The refusal where the page has come into a state of the service's that a person rejects.

        A state is asked about once, as long as the page stays in it.
        """
        page = await self._snapshot() if self._service.checkpoints else None
        if page is None:
            return None
        holding = {checkpoint for checkpoint in self._service.checkpoints if checkpoint.holds(page)}
        known = self._passed | self._rejected
        entered = [one for one in self._service.checkpoints if one in holding and one not in known]
        self._passed = (self._passed & holding) | set(entered)
        self._rejected &= holding
        for checkpoint in entered:
            url = page.context.url
            self._enter(checkpoint, url)
            if self._approver is None:
                continue
            approval = await self.ask(
                f"go on from {page.context.title or url}", checkpoint.reason, "checkpoint"
            )
            if not approval.approved:
                self._passed.discard(checkpoint)
                self._rejected.add(checkpoint)
                return approval
        return None

    async def ask(self, action: str, reason: str, source: Source) -> Approval:
        """The person's answer. An approver that fails rejects."""
        picture, url, title = None, "", ""
        workspace, masked = self._tools.workspace, self._progress.vault.masked
        with suppress(EngineError):
            page = await workspace.page()
            seen = await controller_of(page).observer.capture()
            url, title = seen.context.url, seen.context.title
            if not workspace.shows_secret(seen):
                picture = await page.screenshot()
        request = ApprovalRequest(
            action=masked(action),
            reason=masked(reason),
            source=source,
            url=masked(url),
            title=masked(title),
            screenshot=picture,
        )
        answer = Approval(False, "there is no approver")
        if self._approver is not None:
            try:
                answer = await self._approver.ask(request)
            except Exception as error:
                answer = Approval(False, f"the approver failed: {type(error).__name__}: {error}")
        answered = {"approved": answer.approved, "message": answer.message}
        self._progress.tell("approval", action=action, source=source, **answered)
        if not answer.approved and self._stop:
            self._progress.end("human_rejected", answer.message or "the step was rejected")
        return answer

    async def _snapshot(self) -> Snapshot | None:
        """The page in front as it is now; None where it cannot be seen."""
        try:
            return await (await self._tools.workspace.page()).snapshot()
        except ConnectionLost:
            raise
        except EngineError:
            return None


def rejection(answer: Approval) -> str:
    """A rejection as a model reads it."""
    return f"A person rejected this: {answer.message}" if answer.message else "A person rejected this."
