"""What a tool is, and a box of them: one definition for Python, MCP and the orchestrator.

A `Tool` has a name, a description for a model, a struct that its parameters must fit, and a function that does it at
a `Desk`. A `ToolBox` lists their schemas and calls them by name. Calling never raises for what a model or a page did
wrong: that is a `ToolAnswer` with an error code and the reason. It raises `ConnectionLost` when the browser is gone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

import msgspec

from cdp_engine.agent.desk import Desk
from cdp_engine.agent.fence import fence
from cdp_engine.agent.schema import parameters_schema
from cdp_engine.engine import ActionResult, Observation
from cdp_engine.errors import (
    ConnectionLost,
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    EvaluationFailed,
    InvalidInput,
    NavigationFailed,
    NotActionable,
    NotAllowed,
    PageRefused,
    ProtocolError,
    StaleRef,
    TargetClosed,
    TargetCrashed,
    UnknownRef,
)

P = TypeVar("P", bound=msgspec.Struct)

INVALID_PARAMS, UNKNOWN_TOOL = "invalid_params", "unknown_tool"

_CODES: tuple[tuple[type[EngineError], str], ...] = (
    (ConnectionLost, "browser_gone"),
    (UnknownRef, "ref_invalid"),
    (NotAllowed, "not_allowed"),
    (InvalidInput, INVALID_PARAMS),
    (StaleRef, "stale"),
    (DialogBlocking, "dialog"),
    (TargetCrashed, "crashed"),
    (TargetClosed, "closed"),
    (DeadlineExceeded, "timeout"),
    (NavigationFailed, "navigation_failed"),
    (EvaluationFailed, "script_failed"),
    (PageRefused, "page_refused"),
    (ProtocolError, "refused"),
)


class Picture(msgspec.Struct, frozen=True):
    """An image of an answer."""

    data: bytes
    mime: str = "image/png"


class ToolAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a tool answers.

    `text` is for the model; every word of a page in it stands within a fence. `error` is a stable code, None for a
    success. `result` is the typed answer behind an action (its effect, its verification), `observation` the one whose
    view is in the text, `data` what else the tool has for a program.
    """

    success: bool
    text: str
    error: str | None = None
    pictures: tuple[Picture, ...] = ()
    result: ActionResult | None = None
    observation: Observation | None = None
    data: Any = None

    def summary(self) -> dict[str, Any]:
        """For programs: success, error, effect, verification, kind and version of the observation."""
        told: dict[str, Any] = {"success": self.success}
        if self.error is not None:
            told["error"] = self.error
        if self.result is not None:
            told["effect"] = msgspec.to_builtins(self.result.effect)
            if self.result.verification is not None and self.result.verification.expected:
                told["verification"] = msgspec.to_builtins(self.result.verification)
        if self.observation is not None:
            told["observation"] = {"kind": self.observation.kind, "version": self.observation.version}
        return told


@dataclass(frozen=True)
class Tool(Generic[P]):
    """One tool. `changes` says whether it can alter a page or the browser; `off` that it must be asked for by name."""

    name: str
    description: str
    params: type[P]
    run: Callable[[Desk, P], Awaitable[ToolAnswer]]
    changes: bool = True
    off: bool = False

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the parameters."""
        return parameters_schema(self.params)

    def read(self, arguments: Mapping[str, Any] | str | bytes | None) -> P:
        """The arguments as the struct. Raises `InvalidInput` with the reason.

        Null counts as left out, and a number or truth value written as text is understood: models do both.
        """
        given: Any = arguments if arguments is not None else {}
        try:
            if isinstance(given, str | bytes):
                given = msgspec.json.decode(given or b"{}")
            if not isinstance(given, Mapping):
                raise InvalidInput(f"{self.name}: the parameters must be an object")
            named = cast("Mapping[str, Any]", given)
            known = {name: value for name, value in named.items() if value is not None}
            return msgspec.convert(known, self.params, strict=False)
        except msgspec.MsgspecError as error:
            takes = ", ".join(self.schema["properties"]) or "nothing"
            raise InvalidInput(f"{self.name}: {error}", hint=f"{self.name} takes: {takes}.") from error


class ToolBox:
    """Tools that work at one desk."""

    def __init__(self, desk: Desk, tools: Iterable[Tool[Any]]) -> None:
        self.desk = desk
        self._tools = {tool.name: tool for tool in tools}

    def __iter__(self) -> Iterator[Tool[Any]]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __getitem__(self, name: str) -> Tool[Any]:
        """The tool of that name. Raises `InvalidInput` where there is none."""
        tool = self._tools.get(name)
        if tool is None:
            raise InvalidInput(f"there is no tool {name!r}", hint=f"There are: {', '.join(self._tools)}.")
        return tool

    def schemas(self) -> list[dict[str, Any]]:
        """Name, description and `input_schema` of every tool, as model interfaces take them."""
        return [
            {"name": tool.name, "description": tool.description, "input_schema": tool.schema} for tool in self
        ]

    async def call(self, name: str, arguments: Mapping[str, Any] | str | bytes | None = None) -> ToolAnswer:
        """Check the arguments and run the tool; one call at a time per desk. Raises `ConnectionLost`."""
        if name not in self:
            return failed(UNKNOWN_TOOL, f"There is no tool {name!r}. There are: {', '.join(self._tools)}.")
        tool = self._tools[name]
        try:
            params = tool.read(arguments)
            async with self.desk.turn:
                return await tool.run(self.desk, params)
        except ConnectionLost:
            raise
        except EngineError as error:
            return answer_to(error)


def failed(code: str, reason: str, *, data: Any = None) -> ToolAnswer:
    """A failure in our own words."""
    return ToolAnswer(success=False, error=code, text=f"failed: {code}. {reason}", data=data)


def answer_to(error: EngineError) -> ToolAnswer:
    """An error as an answer; its message may quote the page or the model, so it is fenced."""
    return ToolAnswer(
        success=False,
        error=code_of(error),
        text=f"failed: {code_of(error)}. {error.hint}\n{fence(error.message)}",
    )


def code_of(error: EngineError) -> str:
    """The stable code of an error."""
    if isinstance(error, NotActionable):
        return error.code
    return next((code for kind, code in _CODES if isinstance(error, kind)), "action_failed")
