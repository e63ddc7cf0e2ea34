"""Writes the steps of tools into a file while they are taken."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

from cdp_engine.agent.replay.described import describe
from cdp_engine.agent.replay.steps import Step, StepTarget, line_of
from cdp_engine.agent.replay.tab_numbers import TabNumbers
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.workspace import Workspace
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import HIDDEN, Snapshot
from cdp_engine.track import element_of

RECORDED = frozenset(
    (
        "navigate", "back", "wait", "dialog", "tabs", "click", "fill", "fill_form", "type", "press", "select", "check",
        "uncheck", "clear", "scroll", "hover", "drag", "upload", "tap", "swipe", "pinch", "focus", "blur", "resize",
        "emulate",
    )
)  # fmt: skip
_ENTERED = {"fill": "text", "type": "text"}
_LEFT_OUT = ("expect", "ref", "to", "fields")
_WITHOUT_INPUT = ("no_effect", "blocked")
"""Effects of an action that failed before it did anything; any other failure is a step, as it changed the page."""
_LONGEST_REMARK = 200


class Recorder:
    """One file. Raises `InvalidInput` where it cannot be written."""

    def __init__(self, path: Path, url: str | None = None) -> None:
        self.path = path
        self._names: dict[str, Any] = {}
        self._tabs: TabNumbers | None = None
        try:
            path.write_text("", encoding="utf-8")
        except OSError as error:
            raise InvalidInput(
                f"--record {path}: {error.strerror}", hint="Name a file in a folder that you can write to."
            ) from error
        if url is not None:
            self.begin_at(url)

    def begin_at(self, url: str) -> None:
        """Write down the address of the page that is there already."""
        self._write(Step(do="navigate", arguments={"url": url}))

    async def record(
        self,
        workspace: Workspace,
        step: tuple[str, Mapping[str, Any]],
        tab: int | None,
        act: Callable[[], Awaitable[ToolResult]],
    ) -> ToolResult:
        """Carry out a call and write it down, if it did something.

        `step` is an everyday tool and its arguments as they may be kept, with refs of the engine; `tab` is the tab that
        was named. What cannot be replayed is a comment in the file; the answer is that of the tool all the same.
        """
        name, given = step
        shown = dict(given) if tab is None else {**given, "tab": tab}
        there = {workspace.number_of(page): page for page in await workspace.pages()}
        if self._tabs is None:
            front = next((number for number, page in there.items() if workspace.shows(page)), 0)
            self._tabs = TabNumbers(there, front or workspace.number_of(await workspace.page()))
        self._tabs.see(there)
        before = workspace.seen
        answer = await act()
        effect = "" if answer.result is None else answer.result.effect.kind
        if not answer.success and (not effect or effect in _WITHOUT_INPUT):
            return answer
        try:
            self._add(name, shown, before, effect)
        except EngineError as error:
            self._line(_remark(name, shown, error.message))
        return answer

    def _add(self, name: str, given: Mapping[str, Any], before: Snapshot | None, effect: str) -> None:
        if name == "tabs" and given.get("do", "list") == "list":
            return
        if name not in RECORDED:
            self._line(_remark(name, given, "a replay has no such step"))
            return
        values: dict[str, Any] = {}
        target = _target(before, given.get("ref"))
        arguments = {key: value for key, value in given.items() if key not in _LEFT_OUT and value is not None}
        if "tab" in arguments:
            arguments["tab"] = self._number(arguments["tab"])
        place = _ENTERED.get(name)
        if place is not None and isinstance(arguments.get(place), str):
            arguments[place] = self._parameter(arguments[place], target, values)
        entered = given.get("fields")
        fields = [
            (described, self._parameter(value, described, values))
            for ref, value in (cast("dict[str, Any]", entered).items() if isinstance(entered, dict) else ())
            if (described := _target(before, ref)) is not None
        ]
        to = _target(before, given.get("to"))
        self._write(
            Step(
                do=name, target=target, to=to, fields=tuple(fields), arguments=arguments, values=values, effect=effect
            )
        )  # fmt: skip

    def _number(self, tab: int) -> int:
        known = None if self._tabs is None else self._tabs.in_file(tab)
        if known is None:
            raise InvalidInput(f"tab {tab} was open before the recording began")
        return known

    def _parameter(self, text: Any, target: StepTarget | None, values: dict[str, Any]) -> Any:
        """A text as a parameter that is called as its field; names of secrets stay, masked ones have no value."""
        if not isinstance(text, str) or "${secret:" in text:
            return text
        called = "text" if target is None else target.name or target.kind.replace("|", " ") or "text"
        base = "_".join(re.findall(r"[a-z0-9]+", called.lower()))[:40] or "text"
        kept = None if HIDDEN in text else text
        name, number = base, 1
        while name in self._names and self._names[name] != kept:
            number += 1
            name = f"{base}_{number}"
        self._names[name] = kept
        if kept is not None:
            values[name] = kept
        return f"{{{{{name}}}}}"

    def _write(self, step: Step) -> None:
        self._line(line_of(step))

    def _line(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text + "\n")


def _remark(name: str, given: Mapping[str, Any], why: str) -> str:
    """A comment for a call that is not a step."""
    shown = " ".join(f"{key}={value}" for key, value in given.items())
    return f"# not recorded: {' '.join(f'{name} {shown}: {why}'.split())[:_LONGEST_REMARK]}"


def _target(before: Snapshot | None, ref: Any) -> StepTarget | None:
    if before is None or not isinstance(ref, str):
        return None
    return describe(element_of(before, ref))
