"""get_snapshot, browser_click, browser_fill, browser_select, browser_scroll, request_human_approval, complete_task.

Every answer's `data` is `{"success", "snapshot", "error", "message"}` as in the source of these tools (AL-01, AL-04);
its text says the same to a model, the page's words fenced and the screenshot as a picture.

None of the seven answers a dialog: alerts are closed, questions are answered with Cancel and told; who then clicks
the same again agrees.
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.one_shot_tools.snapshot_factory import take_snapshot
from cdp_engine.agent.toolbox import (
    DISMISSED,
    INVALID_PARAMS,
    Tool,
    ToolBox,
    ToolImage,
    ToolResult,
    answer_to,
    code_of,
)
from cdp_engine.agent.untrusted_text import EXPLANATION, fence
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import ActionResult, Page
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput

ErrorCode = Literal[
    "ref_invalid",
    "element_disabled",
    "element_obscured",
    "element_not_visible",
    "action_failed",
    "timeout",
    "human_rejected",
    "invalid_params",
]
ERROR_CODES: tuple[str, ...] = get_args(ErrorCode)
_CODES: Mapping[str, ErrorCode] = {
    "ref_invalid": "ref_invalid",
    "stale": "ref_invalid",
    "stale_state": "ref_invalid",
    "detached": "ref_invalid",
    "disabled": "element_disabled",
    "obscured": "element_obscured",
    "not_visible": "element_not_visible",
    "timeout": "timeout",
    "unstable": "timeout",
    INVALID_PARAMS: "invalid_params",
    "unknown_tool": "action_failed",
}
APPROVAL_REQUESTED = "APPROVAL_REQUESTED"
SCROLL_PX = 300

SEVEN_INSTRUCTIONS = (
    "Refs like @e7 come from the newest snapshot and are valid for ONE action; every action answers with a new "
    "snapshot. Call one tool at a time. End with complete_task. " + EXPLANATION
)

Ref = Annotated[
    str, Meta(pattern=r"^@e\d+$", description="Ref of an element in the newest snapshot, e.g. @e7")
]
Words = Annotated[str, Meta(min_length=1)]


class GetSnapshot(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `get_snapshot`."""

    viewport_only: Annotated[bool, Meta(description="Only elements in the viewport")] = True


class Click(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_click`."""

    ref: Ref


class Fill(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_fill`."""

    ref: Ref
    value: Annotated[str, Meta(description="Text to enter")]
    clear_first: Annotated[bool, Meta(description="Replace what the field holds")] = True


class Select(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_select`."""

    ref: Ref
    value: Annotated[str, Meta(description="Value or visible text of the option")]


class Scroll(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_scroll`."""

    ref: Annotated[str, Meta(pattern=r"^@e\d+$", description="Element to bring into view")] | None = None
    direction: Annotated[
        Literal["up", "down", "top", "bottom"] | None, Meta(description="Where to; needed without ref")
    ] = None
    amount: Annotated[int, Meta(description="Pixels, with direction")] = SCROLL_PX


class Approval(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `request_human_approval`."""

    action: Annotated[str, Meta(description="What is to be done")]
    reason: Annotated[str, Meta(description="Why a person should agree to it")]


class Complete(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `complete_task`."""

    status: Annotated[Literal["success", "failed"], Meta(description="Whether the goal was reached")]
    reason: Annotated[str, Meta(description="How it ended")]


class SevenTools(ToolBox):
    """The seven at one workspace, with the registry of its newest snapshot."""

    def __init__(self, workspace: Workspace) -> None:
        self.registry = ElementRegistry()
        self._refused = ""
        workspace.dialogs = "dismiss"
        super().__init__(workspace, self._all())

    async def call(self, name: str, arguments: Mapping[str, Any] | str | bytes | None = None) -> ToolResult:
        """As of every box; a failure, too, comes with a fresh snapshot where the page can be seen."""
        answer = await super().call(name, arguments)
        if answer.data is not None or name in ("request_human_approval", "complete_task"):
            return answer if answer.data is not None else _with_data(answer, None)
        async with self.workspace.turn:
            return await self.sealed(await self._told(False, error=answer.error, said=answer.text))

    def engine_ref(self, ref: str) -> str:
        """The registry knows."""
        return self.registry.resolve(ref)

    async def snapshot(self, *, viewport_only: bool = True) -> dict[str, Any]:
        """A fresh snapshot; all refs given out before are void."""
        return await take_snapshot(self.workspace, self.registry, viewport_only=viewport_only)

    async def _get(self, _workspace: Workspace, asked: GetSnapshot) -> ToolResult:
        return await self._told(True, viewport_only=asked.viewport_only)

    async def _click(self, _workspace: Workspace, asked: Click) -> ToolResult:
        return await self._do(lambda page: page.click(self.registry.resolve(asked.ref)), asked.ref)

    async def _fill(self, _workspace: Workspace, asked: Fill) -> ToolResult:
        async def deed(page: Page) -> ActionResult:
            ref = self.registry.resolve(asked.ref)
            return await (page.fill(ref, asked.value) if asked.clear_first else page.type(ref, asked.value))

        return await self._do(deed)

    async def _select(self, _workspace: Workspace, asked: Select) -> ToolResult:
        return await self._do(lambda page: page.select(self.registry.resolve(asked.ref), asked.value))

    async def _scroll(self, _workspace: Workspace, asked: Scroll) -> ToolResult:
        if asked.ref is None and asked.direction is None:
            raise InvalidInput("browser_scroll needs a ref or a direction", hint="Give one of them.")

        async def deed(page: Page) -> ActionResult:
            if asked.ref is not None:
                return await page.scroll(self.registry.resolve(asked.ref))
            direction = asked.direction or "down"
            far = direction in ("top", "bottom")
            return await page.scroll(None, direction, None if far else asked.amount)

        return await self._do(deed)

    async def _approval(self, _workspace: Workspace, asked: Approval) -> ToolResult:
        marker = {"success": True, "message": APPROVAL_REQUESTED}
        return ToolResult(success=True, text=f"Approval requested: {asked.action}", data=marker)

    async def _complete(self, _workspace: Workspace, asked: Complete) -> ToolResult:
        marker = {"success": True, "message": f"COMPLETION_{asked.status.upper()}"}
        return ToolResult(success=True, text=f"The task ends: {asked.status}", data=marker)

    async def _do(
        self, deed: Callable[[Page], Awaitable[ActionResult]], clicked: str | None = None
    ) -> ToolResult:
        page = await self.workspace.page()
        element = self.registry.resolve(clicked) if clicked is not None else ""
        if element and element == self._refused:
            page.dialogs.policy = "accept"
        try:
            result = await deed(page)
        finally:
            self.registry.invalidate()
            page.dialogs.policy = self.workspace.dialogs
            self._refused = ""
        error, said = None if result.error is None else result.error.code, result.message
        if error == DISMISSED and result.error is not None:
            self._refused = element
            said = f"{said.removesuffix(result.error.hint)}{_AGREE if element else ''}".rstrip()
        return await self._told(result.success, error=error, said=said, result=result)

    async def _told(
        self,
        success: bool,
        *,
        error: str | None = None,
        said: str = "",
        result: ActionResult | None = None,
        viewport_only: bool = True,
    ) -> ToolResult:
        """The answer with a fresh snapshot."""
        try:
            snapshot = await self.snapshot(viewport_only=viewport_only)
        except ConnectionLost:
            raise
        except EngineError as unseen:
            self.registry.invalidate()
            if success and result is None:
                return _with_data(answer_to(unseen), None)
            return _answer(success, error, f"{said} (no snapshot: {code_of(unseen)})", None, result)
        return _answer(success, error, said, snapshot, result)

    def _all(self) -> list[Tool[Any]]:
        return [
            Tool("get_snapshot", _GET, GetSnapshot, self._get, changes=False),
            Tool("browser_click", _CLICK, Click, self._click),
            Tool("browser_fill", _FILL, Fill, self._fill, secret="value"),
            Tool("browser_select", _SELECT, Select, self._select, secret="value"),
            Tool("browser_scroll", _SCROLL, Scroll, self._scroll, changes=False),
            Tool("request_human_approval", _APPROVAL, Approval, self._approval, changes=False),
            Tool("complete_task", _COMPLETE, Complete, self._complete, changes=False),
        ]


def seven(workspace: Workspace) -> SevenTools:
    """The seven tools at a workspace."""
    return SevenTools(workspace)


def _answer(
    success: bool, error: str | None, said: str, snapshot: dict[str, Any] | None, result: ActionResult | None
) -> ToolResult:
    code = None if success else _CODES.get(error or "", "action_failed")
    data: dict[str, Any] = {"success": success}
    lines = ["ok" if code is None else f"failed: {code}"]
    pictures: tuple[ToolImage, ...] = ()
    if said:
        data["message"] = said
        lines.append(fence(said))
    if code is not None:
        data["error"] = code
    if snapshot is not None:
        data["snapshot"] = snapshot
        shown = {name: value for name, value in snapshot.items() if name != "screenshot"}
        lines.append(fence(msgspec.json.encode(shown).decode()))
        if snapshot["screenshot"]:
            pictures = (ToolImage(base64.b64decode(snapshot["screenshot"])),)
    return ToolResult(
        success=success, error=code, text="\n".join(lines), pictures=pictures, result=result, data=data
    )


def _with_data(answer: ToolResult, snapshot: dict[str, Any] | None) -> ToolResult:
    return _answer(False, answer.error, answer.text, snapshot, None)


_AGREE = "To agree, click the same element again (its ref is new)."
_GET = (
    "Show the page: elements with refs, and a screenshot. Use it at the start or when unsure; every action answers "
    "with a fresh snapshot anyway."
)
_CLICK = (
    "Click an element. Its state should hold visible and enabled. Fails with ref_invalid, element_disabled, "
    "element_obscured, element_not_visible, timeout or action_failed, each with a fresh snapshot."
)
_FILL = "Enter text in a field (textbox, textarea, editable text)."
_SELECT = "Choose an option of a dropdown, combobox or listbox."
_SCROLL = "Bring an element into view (ref), or scroll the page (direction); one of them is needed."
_APPROVAL = (
    "Ask a person before an irreversible or doubtful step. The task waits for the answer; a refusal comes back as "
    "human_rejected."
)
_COMPLETE = "Say that the task is over, whether it succeeded or not. Always call this at the end."
