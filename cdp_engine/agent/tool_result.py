"""The result of a tool: text for the model, images, and the typed answer behind it (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from cdp_engine.agent.untrusted_text import fence
from cdp_engine.engine import ActionResult, Observation
from cdp_engine.errors import DialogBlocking, EngineError

ANSWER_IT = "A dialog holds the page: answer it with `dialog`."
DISMISSED = "dialog_dismissed"
"""The code of an action whose question to the person in front was answered with Cancel."""
INVALID_PARAMS, UNKNOWN_TOOL = "invalid_params", "unknown_tool"
HUMAN_REJECTED = "human_rejected"
PERSON_ACTED = "person_acted"
"""The code of a call that was not carried out because a person had the browser before it."""
NOT_CARRIED_OUT = "not_carried_out"
"""The code of a call that was skipped because an earlier call of its turn failed."""


class ToolImage(msgspec.Struct, frozen=True):
    """An image of an answer."""

    data: bytes
    mime: str = "image/png"


class ToolResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a tool.

    `text` is for the model; every word of a page in it is fenced. `error` is a stable code, None for a success.
    `result` is the typed answer behind an action (its effect, its verification), `observation` the one whose view is in
    the text, `data` what else the tool has for a program; `whole` says that the text shows the whole page. `reported`
    is what `summary` returns where secrets had to be taken out of it; `result` and `observation` are for the program
    that runs the workspace and are never masked.
    """

    success: bool
    text: str
    error: str | None = None
    pictures: tuple[ToolImage, ...] = ()
    result: ActionResult | None = None
    observation: Observation | None = None
    data: Any = None
    whole: bool = False
    reported: dict[str, Any] | None = None

    @property
    def view(self) -> str | None:
        """The kind of view in the text: `full`, `delta`, …; None where there is none."""
        if self.whole:
            return "full"
        return None if self.observation is None else self.observation.kind

    def summary(self) -> dict[str, Any]:
        """For programs: success, error, effect, verification, kind and version of the observation."""
        if self.reported is not None:
            return self.reported
        reported: dict[str, Any] = {"success": self.success}
        if self.error is not None:
            reported["error"] = self.error
        if self.result is not None:
            reported["effect"] = msgspec.to_builtins(self.result.effect)
            if self.result.verification is not None and self.result.verification.expected:
                reported["verification"] = msgspec.to_builtins(self.result.verification)
        if self.observation is not None:
            reported["observation"] = {"kind": self.observation.kind, "version": self.observation.version}
        return reported


def without_pictures(data: Any) -> Any:
    """An answer's data with empty screenshots."""
    if not isinstance(data, Mapping):
        return data
    plain = cast("Mapping[str, Any]", data)
    return {name: "" if name == "screenshot" else without_pictures(value) for name, value in plain.items()}


def failed(code: str, reason: str, *, data: Any = None) -> ToolResult:
    """A failure in our own words."""
    return ToolResult(success=False, error=code, text=f"failed: {code}. {reason}", data=data)


def answer_to(error: EngineError) -> ToolResult:
    """An error as an answer; its message may quote the page or the model, so it is fenced."""
    return ToolResult(
        success=False,
        error=code_of(error),
        text=f"failed: {code_of(error)}. {hint_of(error)}\n{fence(error.message)}",
    )


def hint_of(error: EngineError) -> str:
    """The next step for a model, which has only tools."""
    return ANSWER_IT if isinstance(error, DialogBlocking) else error.hint


def code_of(error: EngineError) -> str:
    """The stable code of an error."""
    return error.code
