"""Writes the steps of tools into a file while they are taken."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from cdp_engine.agent.replay.described import describe
from cdp_engine.agent.replay.steps import Step, StepTarget, line_of
from cdp_engine.agent.secrets import HIDDEN
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.track import element_of

RECORDED = frozenset(
    (
        "navigate", "back", "wait", "dialog", "tabs", "click", "fill", "fill_form", "type", "press", "select", "check",
        "uncheck", "clear", "scroll", "hover", "drag", "upload", "tap", "swipe", "focus", "blur",
    )
)  # fmt: skip
_ENTERED = {"fill": "text", "type": "text"}
_LEFT_OUT = ("expect", "ref", "to", "fields")


class Recorder:
    """One file. Raises `InvalidInput` where it cannot be written."""

    def __init__(self, path: Path, url: str | None = None) -> None:
        self.path = path
        self._names: dict[str, Any] = {}
        try:
            path.write_text("", encoding="utf-8")
        except OSError as error:
            raise InvalidInput(f"--record {path}: {error.strerror}") from error
        if url is not None:
            self._write(Step(do="navigate", arguments={"url": url}))

    def add(self, name: str, shown: str, before: Snapshot | None, answer: ToolResult) -> None:
        """Record a call that succeeded; `shown` are its arguments without secrets, `before` the page it acted on."""
        if name not in RECORDED or not answer.success:
            return
        given: dict[str, Any] = msgspec.json.decode(shown or "{}")
        if name == "tabs" and given.get("do", "list") == "list":
            return
        values: dict[str, Any] = {}
        target = _target(before, given.get("ref"))
        arguments = {key: value for key, value in given.items() if key not in _LEFT_OUT and value is not None}
        place = _ENTERED.get(name)
        if place is not None and isinstance(arguments.get(place), str):
            arguments[place] = self._parameter(arguments[place], target, values)
        entered = given.get("fields")
        fields = [
            (described, self._parameter(value, described, values))
            for ref, value in (cast("dict[str, Any]", entered).items() if isinstance(entered, dict) else ())
            if (described := _target(before, ref)) is not None
        ]
        self._write(
            Step(
                do=name,
                target=target,
                to=_target(before, given.get("to")),
                fields=tuple(fields),
                arguments=arguments,
                values=values,
                effect="" if answer.result is None else answer.result.effect.kind,
            )
        )

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
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line_of(step) + "\n")


def _target(before: Snapshot | None, ref: Any) -> StepTarget | None:
    if before is None or not isinstance(ref, str):
        return None
    try:
        return describe(element_of(before, ref))
    except EngineError as error:
        raise InvalidInput(f"the step cannot be recorded: {error.message}") from error


def arguments_of(params: msgspec.Struct) -> Mapping[str, Any]:
    """The parameters of a call as they are recorded."""
    return cast("Mapping[str, Any]", msgspec.to_builtins(params))
