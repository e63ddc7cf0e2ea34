"""get_snapshot, browser_click, browser_fill, browser_select, browser_scroll, request_human_approval, complete_task.

Every answer's `data` is `{"success", "snapshot", "error", "message"}` as in the source of these tools (AL-01, AL-04);
its text says the same to a model, the page's words fenced and the screenshot as a picture.

None of the seven answers a dialog: alerts are closed, questions are answered with Cancel and reported; a second click
on the same element agrees to these questions, and to no other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar

from cdp_engine.agent.one_shot_tools import params
from cdp_engine.agent.one_shot_tools.answers import NO_WORDS, Words, answered, words_of, words_of_error
from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.one_shot_tools.snapshot_factory import TakenSnapshot, take_snapshot
from cdp_engine.agent.tool_result import DISMISSED, ToolResult, code_of, hint_of
from cdp_engine.agent.toolbox import Tool, ToolBox
from cdp_engine.agent.untrusted_text import EXPLANATION
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import ActionResult, Page
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput

APPROVAL_REQUESTED = "APPROVAL_REQUESTED"
SECONDS = 2.0
"""How long an action may wait for its element."""
CHARACTERS_PER_SECOND = 200
"""The slowest page that is typed into in time."""
QUESTIONS = frozenset(("confirm", "prompt"))
"""The dialogs that can be agreed to."""

_REFS = (
    "Refs like @e7 come from the newest snapshot and are valid for ONE action; every action answers with a new "
    "snapshot."
)
SEVEN_INSTRUCTIONS = f"{_REFS} Call one tool at a time. End with complete_task. {EXPLANATION}"


class SevenTools(ToolBox):
    """The seven in one workspace, with the registry of its newest snapshot."""

    several: ClassVar[bool] = False
    aims: ClassVar[bool] = False
    instructions: ClassVar[str] = _REFS

    def __init__(self, workspace: Workspace) -> None:
        self.registry = ElementRegistry()
        self._refused = ""
        self._questions: tuple[str, ...] = ()
        workspace.dialogs = "dismiss"
        super().__init__(workspace, self._all())

    def engine_ref(self, ref: str) -> str:
        """The engine's ref, from the registry."""
        return self.registry.resolve(ref)

    def agrees_to(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """The questions that a second click on the same element agrees to."""
        again = name == "browser_click" and self.registry.resolve(arguments["ref"]) == self._refused
        return self._questions if again else ()

    def as_step(self, name: str, shown: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The everyday tool that does the same."""
        given = dict(shown)
        if given.get("ref"):
            given["ref"] = self.registry.resolve(given["ref"])
        if name == "browser_fill":
            given["text"] = given.pop("value", "")
            return ("fill" if given.pop("clear_first", True) else "type"), given
        if name == "browser_select":
            given["values"] = given.pop("value", "")
        if name == "browser_scroll" and (given.get("ref") or given.get("direction") in ("top", "bottom")):
            given.pop("amount", None)
        elif name == "browser_scroll":
            given.setdefault("amount", params.SCROLL_PX)
        return name.removeprefix("browser_"), given

    def list_refs(self) -> list[str]:
        """The refs that are valid now."""
        return self.registry.list_refs()

    async def snapshot(self, *, viewport_only: bool = True) -> dict[str, Any]:
        """A fresh snapshot; all earlier refs become invalid."""
        return (await take_snapshot(self.workspace, self.registry, viewport_only=viewport_only)).data

    async def view(self) -> ToolResult:
        """A snapshot."""
        async with self.workspace.turn:
            return await self.sealed(await self._answer(True))

    async def tell(self, words: str, *, error: str | None = None) -> ToolResult:
        """The words with a fresh snapshot."""
        async with self.workspace.turn:
            return await self.sealed(await self._answer(error is None, Words(own=words), error=error))

    async def answer_to(self, error: EngineError) -> ToolResult:
        """The error with a fresh snapshot."""
        async with self.workspace.turn:
            taken = await self._snapshot()
            words = words_of_error(error, hint_of(error), "", taken)
            return await self.sealed(answered(False, words, error=code_of(error), taken=taken))

    async def overrule(self, answer: ToolResult, words: str, *, error: str) -> ToolResult:
        """The words with a fresh snapshot: an action was carried out before."""
        return await self.tell(words, error=error)

    async def _get(self, _workspace: Workspace, options: params.GetSnapshot) -> ToolResult:
        return await self._answer(True, viewport_only=options.viewport_only)

    async def _click(self, _workspace: Workspace, options: params.Click) -> ToolResult:
        element = self.registry.resolve(options.ref)
        agreed = self._questions if element == self._refused else ()

        async def click(page: Page) -> ActionResult:
            with page.dialogs.agreeing_to(agreed):
                return await page.click(element, timeout=SECONDS)

        return await self._do(click, element)

    async def _fill(self, _workspace: Workspace, options: params.Fill) -> ToolResult:
        element = self.registry.resolve(options.ref)
        if options.clear_first:
            return await self._do(lambda page: page.fill(element, options.value, timeout=SECONDS), element)
        seconds = SECONDS + len(options.value) / CHARACTERS_PER_SECOND
        return await self._do(lambda page: page.type(element, options.value, timeout=seconds), element)

    async def _select(self, _workspace: Workspace, options: params.Select) -> ToolResult:
        element = self.registry.resolve(options.ref)
        seen = self.workspace.seen
        native = seen is not None and seen.get(element).tag == "select"
        seconds = SECONDS if native else None  # a list that the page draws is opened and searched, too
        return await self._do(lambda page: page.select(element, options.value, timeout=seconds), element)

    async def _scroll(self, _workspace: Workspace, options: params.Scroll) -> ToolResult:
        if options.ref is not None:
            element = self.registry.resolve(options.ref)
            return await self._do(lambda page: page.scroll(element, timeout=SECONDS), element)
        if options.direction is None:
            raise InvalidInput("browser_scroll needs a ref or a direction", hint="Give one of them.")
        direction, far = options.direction, options.direction in ("top", "bottom")
        return await self._do(lambda page: page.scroll(None, direction, None if far else options.amount), "")

    async def _approval(self, _workspace: Workspace, question: params.ApprovalQuestion) -> ToolResult:
        marker = {"success": True, "message": APPROVAL_REQUESTED}
        return ToolResult(success=True, text=f"Approval requested: {question.action}", data=marker)

    async def _complete(self, _workspace: Workspace, claim: params.Completion) -> ToolResult:
        marker = {"success": True, "message": f"COMPLETION_{claim.status.upper()}"}
        return ToolResult(success=True, text=f"The task ends: {claim.status}", data=marker)

    async def _do(self, act: Callable[[Page], Awaitable[ActionResult]], element: str) -> ToolResult:
        """Carry out an action on the element of that engine ref (empty: on the page), then take a snapshot."""
        page = await self.workspace.page()
        before = max((dialog.number for dialog in page.dialogs.history), default=0)
        try:
            result = await act(page)
        finally:
            self.registry.invalidate()
            self._refused, self._questions = "", ()
        error = None if result.error is None else result.error.code
        if error == DISMISSED and result.action == "click":
            new = [one for one in page.dialogs.history if one.number > before and one.type in QUESTIONS]
            self._refused, self._questions = element, tuple(one.message for one in new)
        taken = await self._snapshot()
        words = words_of(result, element if result.action == "click" or error != DISMISSED else "", taken)
        return answered(result.success, words, error=error, taken=taken, result=result)

    async def _answer(
        self, success: bool, words: Words = NO_WORDS, *, error: str | None = None, viewport_only: bool = True
    ) -> ToolResult:
        """An answer of which the snapshot is the point: without one it says why."""
        try:
            taken = await take_snapshot(self.workspace, self.registry, viewport_only=viewport_only)
        except ConnectionLost:
            raise
        except EngineError as unseen:
            self.registry.invalidate()
            if not success:
                return answered(False, words, error=error)
            return answered(False, words_of_error(unseen, hint_of(unseen), "", None), error=code_of(unseen))
        return answered(success, words, error=error, taken=taken)

    async def _snapshot(self) -> TakenSnapshot | None:
        """A fresh snapshot; None where the page cannot be seen."""
        try:
            return await take_snapshot(self.workspace, self.registry)
        except ConnectionLost:
            raise
        except EngineError:
            self.registry.invalidate()
            return None

    def _all(self) -> list[Tool[Any]]:
        return [
            Tool("get_snapshot", params.GET, params.GetSnapshot, self._get, changes=False),
            Tool("browser_click", params.CLICK, params.Click, self._click),
            Tool("browser_fill", params.FILL, params.Fill, self._fill, secret="value"),
            Tool("browser_select", params.SELECT, params.Select, self._select, secret="value"),
            Tool("browser_scroll", params.SCROLL, params.Scroll, self._scroll, changes=False),
            Tool(
                "request_human_approval",
                params.APPROVAL,
                params.ApprovalQuestion,
                self._approval,
                changes=False,
            ),
            Tool("complete_task", params.COMPLETE, params.Completion, self._complete, changes=False),
        ]


def seven(workspace: Workspace) -> SevenTools:
    """The seven tools in a workspace."""
    return SevenTools(workspace)
