"""Carries out recorded steps, each once, and verifies each by its effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cdp_engine.agent.models import Asked, Conversation, Model
from cdp_engine.agent.replay.described import Found, describe
from cdp_engine.agent.replay.locating import FIND_SECONDS, find_when_there, snapshot_of
from cdp_engine.agent.replay.steps import Step, StepTarget, filled, values_for
from cdp_engine.agent.replay.tab_numbers import TabNumbers
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.agent.untrusted_text import EXPLANATION, fence
from cdp_engine.agent.workspace import VIEW_TOKENS
from cdp_engine.errors import EngineError, ModelFailed
from cdp_engine.track import element_of

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
        self._tabs: TabNumbers | None = None

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
        tab = await self._tab(arguments)
        if tab is None:
            return f"tab {arguments['tab']} of the recording is not there"
        async with self._tools.workspace.at(tab or None if step.do != "tabs" else None):
            problem, refs = await self._elements(number, step)
        if problem:
            return problem
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

    async def _elements(self, number: int, step: Step) -> tuple[str, dict[StepTarget, str]]:
        """The refs of the elements that a step names, or the reason why one has none."""
        refs: dict[StepTarget, str] = {}
        for target in step.targets():
            found = await self._find(target)
            if found.node is None:
                healed = await self._heal(number, step, target, found.problem)
                if healed is None:
                    return found.problem, refs
                refs[target] = healed
                continue
            refs[target] = found.node.ref
            if found.note:
                self._notes.append(f"step {number + 1}: {found.note}")
        return "", refs

    async def _tab(self, arguments: dict[str, Any]) -> int | None:
        """The workspace's number of the tab that a step names, put into its arguments; 0 where it names none."""
        workspace = self._tools.workspace
        front = await workspace.page()
        there = [workspace.number_of(page) for page in await workspace.pages()]
        if self._tabs is None:
            self._tabs = TabNumbers(there, workspace.number_of(front))
        self._tabs.see(there)
        if "tab" not in arguments:
            return 0
        number = self._tabs.in_workspace(int(arguments["tab"]))
        if number in there:
            arguments["tab"] = number
            return number
        return None

    async def _find(self, target: StepTarget) -> Found:
        others = [one for step in self._steps for one in step.targets()]
        return await find_when_there(self._tools.workspace.page, target, others, seconds=self._seconds)

    async def _heal(self, number: int, step: Step, target: StepTarget, problem: str) -> str | None:
        """Have a model name the element; the step is rewritten with what it chose. None where it names none."""
        if self._healer is None:
            return None
        snapshot = await snapshot_of(await self._tools.workspace.page())
        text = self._tools.workspace.vault.masked(snapshot.render("outline", max_tokens=VIEW_TOKENS))
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
        conversation = Conversation(
            system="A page has changed since steps on it were recorded. Call choose once. " + EXPLANATION,
            messages=(Asked(question),),
            tools=(tool,),
        )
        try:
            reply = await self._healer.answer(conversation)
        except ModelFailed as error:
            self._notes.append(f"step {number + 1}: {self._healer.name} was asked: {error.message}")
            return None
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
