"""What a tool is, and a box of them: one definition for Python, MCP and the orchestrator.

A `Tool` has a name, a description for a model, a struct that its parameters must fit, and a function that runs it in a
`Workspace`. A `ToolBox` lists their schemas and calls them by name. Calling never raises for what a model or a page did
wrong: that is a `ToolResult` with an error code and the reason. It raises `ConnectionLost` when the browser is gone.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

import msgspec

from cdp_engine.agent.schema import parameters_schema
from cdp_engine.agent.secrets import HIDDEN
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import ActionResult, Observation, controller_of
from cdp_engine.errors import (
    ConnectionLost,
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    EvaluationFailed,
    InvalidInput,
    NavigationBlocked,
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

_REFS = ("ref", "to")
_IN_A_LINE = re.compile(r"\s*\[?(?:ref=)?(@?e\d+)(?:\s[^\n]*)?\]?\s*")

ANSWER_IT = "A dialog holds the page: answer it with `dialog`."
DISMISSED = "dialog_dismissed"
"""The code of an action whose question to the person in front was answered with Cancel."""
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
    (NavigationBlocked, "not_allowed"),
    (NavigationFailed, "navigation_failed"),
    (EvaluationFailed, "script_failed"),
    (PageRefused, "page_refused"),
    (ProtocolError, "refused"),
)


class ToolImage(msgspec.Struct, frozen=True):
    """An image of an answer."""

    data: bytes
    mime: str = "image/png"


class ToolResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a tool answers.

    `text` is for the model; every word of a page in it stands within a fence. `error` is a stable code, None for a
    success. `result` is the typed answer behind an action (its effect, its verification), `observation` the one whose
    view is in the text, `data` what else the tool has for a program. `told` is what `summary` says where secrets had to
    be taken out of it; `result` and `observation` are for the program that runs the workspace and are never masked.
    """

    success: bool
    text: str
    error: str | None = None
    pictures: tuple[ToolImage, ...] = ()
    result: ActionResult | None = None
    observation: Observation | None = None
    data: Any = None
    told: dict[str, Any] | None = None

    def summary(self) -> dict[str, Any]:
        """For programs: success, error, effect, verification, kind and version of the observation."""
        if self.told is not None:
            return self.told
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
    """One tool. `changes` says whether it can alter a page or the browser; `off` that it must be asked for by name.

    `secret` is the parameter in which `${secret:NAME}` may stand; empty: none.
    """

    name: str
    description: str
    params: type[P]
    run: Callable[[Workspace, P], Awaitable[ToolResult]]
    changes: bool = True
    off: bool = False
    secret: str = ""

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the parameters."""
        return parameters_schema(self.params)

    def read(self, arguments: Mapping[str, Any] | str | bytes | None) -> P:
        """The arguments as the struct. Raises `InvalidInput` with the reason.

        Null counts as left out, and a number or truth value written as text is understood: models do both. A ref may
        come with the brackets and words that a view writes around it.
        """
        given: Any = arguments if arguments is not None else {}
        try:
            if isinstance(given, str | bytes):
                given = msgspec.json.decode(given or b"{}")
            if not isinstance(given, Mapping):
                raise InvalidInput(f"{self.name}: the parameters must be an object")
            named = cast("Mapping[str, Any]", given)
            known = {
                name: bare_ref(value) if name in _REFS else value
                for name, value in named.items()
                if value is not None
            }
            return msgspec.convert(known, self.params, strict=False)
        except msgspec.MsgspecError as error:
            raise InvalidInput(
                f"{self.name}: {error}", hint=f"{self.name} takes: {self._takes()}."
            ) from error

    def _takes(self) -> str:
        """The parameters in words, with the choices where there are some."""
        needed: list[str] = self.schema.get("required", [])
        words = [
            name
            + (f" ({'|'.join(map(str, of['enum']))})" if "enum" in of else "")
            + (" (needed)" if name in needed else "")
            for name, of in self.schema["properties"].items()
        ]
        return ", ".join(words) or "nothing"


class ToolBox:
    """Tools that work at one workspace."""

    def __init__(self, workspace: Workspace, tools: Iterable[Tool[Any]]) -> None:
        self.workspace = workspace
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

    async def call(self, name: str, arguments: Mapping[str, Any] | str | bytes | None = None) -> ToolResult:
        """Check the arguments and run the tool; one call at a time per workspace. Raises `ConnectionLost`."""
        if name not in self:
            return failed(UNKNOWN_TOOL, f"There is no tool {name!r}. There are: {', '.join(self._tools)}.")
        tool = self._tools[name]
        try:
            params = tool.read(arguments)
            async with self.workspace.turn:
                params = await self._ready(tool, params)
                return await self.sealed(await tool.run(self.workspace, params))
        except ConnectionLost:
            raise
        except EngineError as error:
            return await self.sealed(answer_to(error))

    def engine_ref(self, ref: str) -> str:
        """The engine's own ref of the element that these tools call `ref`. Raises `UnknownRef`."""
        return ref

    def fit_to_show(self, name: str, arguments: str) -> str:
        """A call's arguments as they may be shown and kept: without a password that the model wrote out itself."""
        try:
            known = msgspec.json.decode(arguments or "{}", type=dict[str, Any])
        except msgspec.MsgspecError:
            return self.workspace.vault.masked(arguments)
        if self._hidden(name, known):
            known[self._tools[name].secret] = HIDDEN
            arguments = msgspec.json.encode(known).decode()
        return self.workspace.vault.masked(arguments)

    def _hidden(self, name: str, given: Mapping[str, Any]) -> bool:
        """Whether a call's text is for a password field; it is masked from then on."""
        tool = self._tools.get(name)
        text, ref = given.get(tool.secret) if tool is not None else None, given.get("ref")
        if not isinstance(text, str) or not isinstance(ref, str) or self.workspace.vault.named_in(text):
            return False
        try:
            secret = self.workspace.is_secret(self.engine_ref(ref))
        except EngineError:
            return False
        if secret:
            self.workspace.vault.hide(text)
        return secret

    async def _ready(self, tool: Tool[Any], params: Any) -> Any:
        """The parameters with values for the names of secrets.

        Raises `NotAllowed`, `InvalidInput`; `TargetClosed` for a ref of a tab that is no more: another has its own e5.
        """
        given: dict[str, Any] = msgspec.to_builtins(params)
        if given.get("ref") and self.workspace.has_lost_its_tab:
            await self.workspace.page()
            raise TargetClosed("the tab of that ref has closed", hint="Observe the tab that is in front now.")
        vault = self.workspace.vault
        if not vault.named_in(msgspec.json.encode(given).decode()):
            self._hidden(tool.name, given)
            return params
        return msgspec.convert(vault.filled(given, tool.secret, await self._bound_for(given)), tool.params)

    async def _bound_for(self, given: Mapping[str, Any]) -> str:
        """The address of the document that a call's text is for; empty where that is unknown."""
        page = await self.workspace.page()
        ref = given.get("ref")
        if ref:
            controller = controller_of(page)
            tab = controller.tab
            frame = tab.frames.get(controller.observer.resolve(tab, self.engine_ref(ref)).frame_id)
            return "" if frame is None else frame.url
        asking = page.dialogs.open
        return "" if asking is None else asking.url

    async def sealed(self, answer: ToolResult) -> ToolResult:
        """An answer without any secret; a picture of a page that shows one is withheld."""
        vault = self.workspace.vault
        text, data, pictures = vault.masked(answer.text), vault.masked_data(answer.data), answer.pictures
        if pictures and vault.guards and await self._shows_secret():
            text, pictures = f"{text}\nThe picture is withheld: it shows a secret.", ()
            data = without_pictures(data)
        return msgspec.structs.replace(
            answer, text=text, data=data, pictures=pictures, told=vault.masked_data(answer.summary())
        )

    async def _shows_secret(self) -> bool:
        try:
            return self.workspace.shows_secret(await (await self.workspace.page()).snapshot())
        except ConnectionLost:
            raise
        except EngineError:
            return True  # what cannot be looked at may show anything


def bare_ref(value: Any) -> Any:
    """`e7` out of `[e7 button Save +disabled]`; anything else as it is."""
    found = _IN_A_LINE.fullmatch(value) if isinstance(value, str) else None
    return value if found is None else found[1]


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
    """The next step for one who has nothing but tools."""
    return ANSWER_IT if isinstance(error, DialogBlocking) else error.hint


def code_of(error: EngineError) -> str:
    """The stable code of an error."""
    if isinstance(error, NotActionable):
        return error.code
    return next((code for kind, code in _CODES if isinstance(error, kind)), "action_failed")
