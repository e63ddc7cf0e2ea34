"""Carries out recorded steps, each once, and verifies each by its effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anyio
import msgspec

from cdp_engine.agent.models import Asked, Conversation, Model
from cdp_engine.agent.replay.described import Found, describe, find
from cdp_engine.agent.replay.steps import Step, StepTarget, filled, values_for
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.agent.untrusted_text import EXPLANATION, fence
from cdp_engine.agent.workspace import VIEW_TOKENS
from cdp_engine.engine import controller_of
from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot
from cdp_engine.track import element_of

FIND_SECONDS = 10.0
_AGAIN = 0.25
_STRONG = frozenset(("navigated", "new_tab", "download", "dialog"))
"""Effects that a replayed step must have, too, where the recorded one had them."""


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How far a replay came. `notes` are the elements that were found by resemblance, `steps` those of the file, with
    healed ones replaced."""

    success: bool
    done: int
    of: int
    stopped: str = ""
    """The step that could not be done, and what is different."""
    notes: tuple[str, ...] = ()
    healed: int = 0
    steps: tuple[Step, ...] = ()


class StepReplay:
    """Steps in a workspace. `healer` is asked for an element that was not found; None: the replay stops there."""

    def __init__(
        self,
        tools: ToolBox,
        steps: Sequence[Step],
        *,
        values: Mapping[str, Any] | None = None,
        healer: Model | None = None,
        tell: Callable[[str], None] | None = None,
        seconds: float = FIND_SECONDS,
    ) -> None:
        self._tools = tools
        self._steps = list(steps)
        self._values = values_for(self._steps, values or {})
        self._healer = healer
        self._tell = tell
        self._seconds = seconds
        self._notes: list[str] = []
        self._healed = 0

    async def run(self) -> Replayed:
        """Do all steps, up to the first that cannot be done or has another effect. No step is done twice."""
        for number, step in enumerate(self._steps):
            problem = await self._do(number, step)
            if problem:
                return self._result(number, f"step {number + 1}, {step}: {problem}")
            if self._tell is not None:
                self._tell(f"{number + 1}. {step}")
        return self._result(len(self._steps), "")

    def _result(self, done: int, stopped: str) -> Replayed:
        return Replayed(
            success=not stopped,
            done=done,
            of=len(self._steps),
            stopped=stopped,
            notes=tuple(self._notes),
            healed=self._healed,
            steps=tuple(self._steps),
        )

    async def _do(self, number: int, step: Step) -> str:
        """Do one step; returns the reason where it is not done or not as recorded."""
        arguments: dict[str, Any] = filled(step.arguments, self._values)
        refs: dict[StepTarget, str] = {}
        for target in step.targets():
            found = await self._find(target)
            if found.node is None:
                healed = await self._heal(number, step, target, found.problem)
                if healed is None:
                    return found.problem
                refs[target] = healed
                continue
            refs[target] = found.node.ref
            if found.note:
                self._notes.append(f"step {number + 1}: {found.note}")
        if step.target is not None:
            arguments["ref"] = refs[step.target]
        if step.to is not None:
            arguments["to"] = refs[step.to]
        if step.fields:
            entered = {refs[target]: filled(value, self._values) for target, value in step.fields}
            arguments["fields"] = entered
        answer = await self._tools.call(step.do, arguments)
        if not answer.success:
            return f"{answer.error}: {answer.text.partition(chr(10))[0]}"
        now = "" if answer.result is None else answer.result.effect.kind
        if step.effect in _STRONG and now != step.effect:
            return f"its effect was {step.effect} when it was recorded, and is {now} now"
        if step.effect not in ("", "no_effect") and now == "no_effect":
            return f"its effect was {step.effect} when it was recorded, and it has none now"
        return ""

    async def _find(self, target: StepTarget) -> Found:
        """The element, waited for where the page is still being drawn."""
        others = [one for step in self._steps for one in step.targets()]
        found = Found(None, problem="the page cannot be seen")
        exact: Found | None = None
        with anyio.move_on_after(self._seconds):
            while True:
                try:
                    found = find(target, await self._snapshot(), others)
                except EngineError as error:
                    found = Found(None, problem=error.message)
                if found.node is not None and (not found.note or exact is not None):
                    return found
                exact = found if found.node is not None else None
                await (await self._tools.workspace.page()).wait_for(
                    role=target.role or None, name=target.name or None, timeout=_AGAIN
                )
        return found

    async def _snapshot(self) -> Snapshot:
        return await controller_of(await self._tools.workspace.page()).observer.capture(fresh=True)

    async def _heal(self, number: int, step: Step, target: StepTarget, problem: str) -> str | None:
        """Have a model name the element; the step is rewritten with what it chose. None where it names none."""
        if self._healer is None:
            return None
        snapshot = await self._snapshot()
        text = snapshot.render("outline", max_tokens=VIEW_TOKENS)
        tool = {
            "name": "choose",
            "description": "Name the element, or an empty ref where it is not there.",
            "input_schema": {
                "type": "object",
                "properties": {"ref": {"type": "string", "description": "e12"}},
                "required": ["ref"],
            },
        }
        question = f"A recorded step is {step}. {problem} Which element does the same now?\n{fence(text)}"
        reply = await self._healer.answer(
            Conversation(
                system="A page has changed since steps on it were recorded. Call choose once. " + EXPLANATION,
                messages=(Asked(question),),
                tools=(tool,),
            )
        )
        for call in reply.calls:
            try:
                given = json.loads(call.arguments or "{}")
                node = element_of(snapshot, str(given.get("ref", "")))
            except (ValueError, AttributeError, EngineError):
                continue
            described = describe(node)
            self._steps[number] = _with_target(self._steps[number], target, described)
            self._healed += 1
            self._notes.append(
                f"step {number + 1}: {target} is now {described} (chosen by {self._healer.name})"
            )
            return node.ref
        return None


def _with_target(step: Step, old: StepTarget, new: StepTarget) -> Step:
    return msgspec.structs.replace(
        step,
        target=new if step.target == old else step.target,
        to=new if step.to == old else step.to,
        fields=tuple((new if target == old else target, value) for target, value in step.fields),
    )
