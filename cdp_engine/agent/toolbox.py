"""Tools and toolboxes: one definition for Python, MCP and the orchestrator.

A `Tool` has a name, a description for a model, a struct that its parameters must fit, and a function that runs it in a
`Workspace`. A `ToolBox` calls them by name. Errors of a model or a page are a `ToolResult` with a code and the reason.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from cdp_engine.agent.person import beside_person
from cdp_engine.agent.schema import parameters_schema
from cdp_engine.agent.tab_parameter import tab_of
from cdp_engine.agent.tool_arguments import as_taken, bare_ref, misnamed, stated
from cdp_engine.agent.tool_result import (
    UNKNOWN_TOOL,
    ToolResult,
    answer_to,
    code_of,
    failed,
    without_pictures,
)
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.agent.workspace import VIEW_TOKENS, Workspace
from cdp_engine.engine import controller_of
from cdp_engine.errors import (
    CaptureFailed,
    ConnectionLost,
    DialogBlocking,
    EngineError,
    InvalidInput,
    PageRefused,
    TargetClosed,
    TargetError,
)
from cdp_engine.observe import HIDDEN
from cdp_engine.track import field_name, read_name

P = TypeVar("P", bound=msgspec.Struct)
Arguments = Mapping[str, Any] | str | bytes | None

REFS = ("ref", "to")
"""The parameters that name an element."""
RECORDED_READS = ("wait", "browser_scroll")
"""Tools that change nothing, and are steps of a recording all the same."""


@dataclass(frozen=True)
class Tool(Generic[P]):
    """One tool. `changes` says whether it can alter a page or the browser; `off` that it must be enabled by name.

    `secret` is the parameter that may contain `${secret:NAME}`; empty: none.
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

    def read(self, arguments: Arguments) -> P:
        """The arguments as the struct. Raises `InvalidInput`.

        Null counts as left out; a number or truth value written as text is understood, and a text written as one of
        them: models do all that. A ref may come with the brackets and words that a view writes around it.
        """
        given: Any = arguments if arguments is not None else {}
        try:
            if isinstance(given, str | bytes):
                given = msgspec.json.decode(given or b"{}")
            if not isinstance(given, Mapping):
                raise InvalidInput(f"{self.name}: the parameters must be an object")
            named = cast("Mapping[str, Any]", given)
            fields: Mapping[str, Mapping[str, Any]] = self.schema["properties"]
            known = {
                name: bare_ref(value) if name in REFS else as_taken(value, fields.get(name, {}))
                for name, value in named.items()
                if value is not None
            }
            return msgspec.convert(known, self.params, strict=False)
        except msgspec.MsgspecError as error:
            hint = f"{misnamed(given, self.schema)}{self.name} takes: {self._takes()}."
            raise InvalidInput(f"{self.name}: {error}", hint=hint) from error

    def _takes(self) -> str:
        """The parameters in words, with the choices where there are some."""
        needed: list[str] = self.schema.get("required", [])
        choices = {
            name: f" ({'|'.join(map(str, of['enum']))})" if "enum" in of else ""
            for name, of in self.schema["properties"].items()
        }
        words = [name + choice + " (needed)" * (name in needed) for name, choice in choices.items()]
        return ", ".join(words) or "nothing"


class ToolBox:
    """Tools that work in one workspace.

    A box with refs or answers of its own overrides `engine_ref`, `agrees_to`, `view`, `tell` and `overrule`; `several`
    says whether a model may call more than one tool in a turn, `aims` whether a call may name a `tab` other than the
    one in front, `instructions` what it should know of them.
    """

    several: ClassVar[bool] = True
    aims: ClassVar[bool] = True
    instructions: ClassVar[str] = ""

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

    def get(self, name: str) -> Tool[Any] | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    def schemas(self) -> list[dict[str, Any]]:
        """Name, description and `input_schema` of every tool, as model interfaces take them."""
        named = ((tool.name, tool.description, tool.schema) for tool in self)
        return [dict(zip(("name", "description", "input_schema"), one, strict=True)) for one in named]

    async def call(self, name: str, arguments: Arguments = None) -> ToolResult:
        """Check the arguments and run the tool; one call at a time per workspace. Raises `ConnectionLost`."""
        try:
            if name not in self:
                return await self.tell(
                    f"There is no tool {name!r}. There are: {', '.join(self._tools)}.", error=UNKNOWN_TOOL
                )
            tool = self._tools[name]
            if self.workspace.handover is None:
                return await self.carried_out(tool, arguments)
            return await beside_person(self.workspace.handover, self, tool, arguments)
        except ConnectionLost:
            raise
        except EngineError as error:
            return await self.answer_to(error)

    async def _run(self, tool: Tool[Any], params: Any, tab: int | None) -> ToolResult:
        """Run a tool; where steps are recorded, with the page as it was before."""
        ready = await self._ready(tool, params)

        async def act() -> ToolResult:
            return await self.sealed(await tool.run(self.workspace, ready))

        recorder = self.workspace.recorder
        if recorder is None or not (tool.changes or tool.name in RECORDED_READS):
            return await act()
        await self._see_again()
        shown = self.fit_to_show(tool.name, msgspec.json.encode(stated(params)).decode())
        return await recorder.record(
            self.workspace, self.as_step(tool.name, msgspec.json.decode(shown)), tab, act
        )

    async def carried_out(self, tool: Tool[Any], arguments: Arguments) -> ToolResult:
        """Check the arguments and run the tool. Raises what is wrong with them, and what it raises."""
        tab, own = tab_of(tool.params, arguments) if self.aims else (None, arguments)
        params = tool.read(own)
        async with self.workspace.turn, self.workspace.at(tab):
            return await self._run(tool, params, tab)

    async def answer_to(self, error: EngineError) -> ToolResult:
        """An error as an answer of this box."""
        return await self.sealed(answer_to(error))

    async def tell(self, words: str, *, error: str | None = None) -> ToolResult:
        """An answer without a tool, in our words or a person's: a refusal, an approval, the end."""
        done = ToolResult(success=True, text=f"ok: {words}" if words else "ok")
        return await self.sealed(done if error is None else failed(error, words))

    async def overrule(self, answer: ToolResult, words: str, *, error: str) -> ToolResult:
        """A tool's answer turned into a failure: what it did has been done, and `words` say why to stop there."""
        text = f"failed: {error}. {words}\nIt came after this:\n{answer.text}"
        overruled = msgspec.structs.replace(answer, success=False, error=error, text=text, reported=None)
        return await self.sealed(overruled)

    async def view(self) -> ToolResult:
        """The whole page as these tools show it; a page that cannot be seen says why. Raises `ConnectionLost`."""
        try:
            observation = await (await self.workspace.page()).observe(max_tokens=VIEW_TOKENS)
        except ConnectionLost:
            raise
        except EngineError as error:
            text = f"The page cannot be seen now.\n{fence(error.message)}"
            return await self.sealed(ToolResult(success=False, error=code_of(error), text=text))
        self.workspace.reported(observation)
        return await self.sealed(
            ToolResult(success=True, text=fence(observation.text), observation=observation)
        )

    def engine_ref(self, ref: str) -> str:
        """The engine's own ref of what these tools call `ref`. Raises `UnknownRef`."""
        return ref

    def agrees_to(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """The questions of the page that a call agrees to. Raises `UnknownRef`."""
        return ()

    def as_step(self, name: str, shown: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """A call of these tools as one of the everyday tools, with refs of the engine."""
        return name, shown

    def fit_to_show(self, name: str, arguments: str) -> str:
        """A call's arguments as they may be shown and kept: without a password that the model wrote out itself.

        What is meant for an element that is not known any more is left out, too.
        """
        try:
            known = msgspec.json.decode(arguments or "{}", type=dict[str, Any])
        except msgspec.MsgspecError:
            return self.workspace.vault.masked(arguments)
        secret: dict[str | None, Any] = {}
        if name in self and self.aims and tab_of(self._tools[name].params, known)[0] is not None:
            secret = self._unnamed(self._texts(self._tools[name], known))  # another tab is not asked
        elif name in self:
            secret = self._hide(name, known, unknown=True)
        if secret:
            place = self._tools[name].secret
            shown = known[place]
            known[place] = {**shown, **dict.fromkeys(secret, HIDDEN)} if isinstance(shown, dict) else HIDDEN
            arguments = msgspec.json.encode(known).decode()
        return self.workspace.vault.masked(arguments)

    def _texts(self, tool: Tool[Any], given: Mapping[str, Any]) -> list[tuple[str | None, Any]]:
        """What a call enters, each text with the ref (None: the focus) of the field that it is for."""
        entered = given.get(tool.secret)
        if isinstance(entered, dict):
            return list(cast("dict[str, Any]", entered).items())
        return [(given.get("ref"), entered)] if entered and "ref" in tool.params.__struct_fields__ else []

    def _is_for_a_secret_field(self, ref: str | None, text: Any, *, unknown: bool) -> bool:
        """Whether a text is for a password field; `unknown` where that cannot be said."""
        if self.workspace.vault.named_in(msgspec.json.encode(text).decode()):
            return False  # the name of a secret, not its value
        try:
            target = self.engine_ref(field_name(str(bare_ref(ref)))) if ref else None
            secret = self.workspace.is_secret(target)
        except EngineError:
            secret = None
        return unknown if secret is None else secret

    def _unnamed(self, texts: list[tuple[str | None, Any]]) -> dict[str | None, Any]:
        """The texts that are not names of secrets."""
        named_in = self.workspace.vault.named_in
        return {ref: text for ref, text in texts if not named_in(msgspec.json.encode(text).decode())}

    def _hide(self, name: str, given: Mapping[str, Any], *, unknown: bool = False) -> dict[str | None, Any]:
        """Mask a call's texts from now on, where they are known to be passwords; those that must not be shown."""
        secret = {
            ref: text
            for ref, text in self._texts(self._tools[name], given)
            if self._is_for_a_secret_field(ref, text, unknown=unknown)
        }
        for ref, text in secret.items():
            if isinstance(text, str) and self._is_for_a_secret_field(ref, text, unknown=False):
                self.workspace.vault.hide(text)
        return secret

    async def _ready(self, tool: Tool[Any], params: Any) -> Any:
        """The parameters with values for the names of secrets.

        Raises `NotAllowed`, `InvalidInput`; `TargetClosed` for a ref of a tab that has closed: another has its own e5.
        """
        given: dict[str, Any] = msgspec.to_builtins(params)
        texts = self._texts(tool, given)
        refs = [ref for ref in (given.get("ref"), *(ref for ref, _ in texts)) if ref]
        if any(read_name(ref) is None for ref in refs) and self.workspace.has_lost_its_tab:
            await self.workspace.page()
            raise TargetClosed("the tab of that ref has closed", hint="Observe the tab that is in front now.")
        if any(not ref or read_name(ref) is not None for ref, _ in texts):
            await self._see_again()
        if not self.workspace.vault.named_in(msgspec.json.encode(given).decode()):
            self._hide(tool.name, given)
            return params
        return msgspec.convert(await self._with_secrets(tool, given), tool.params)

    async def _with_secrets(self, tool: Tool[Any], given: dict[str, Any]) -> dict[str, Any]:
        """Arguments with the values of secrets, and with the refs of the very elements that may get them."""
        vault, texts = self.workspace.vault, given.get(tool.secret)
        if isinstance(texts, dict):
            fields = cast("dict[str, Any]", texts)
            vault.refuse_names_in({**given, tool.secret: list(fields)})
            bound = {ref: await self._bound_for(tool, ref) for ref in fields}
            entered = {bound[ref][0]: vault.entered(text, bound[ref][1]) for ref, text in fields.items()}
            return {**given, tool.secret: entered}
        ref, url = await self._bound_for(tool, given.get("ref"))
        return vault.filled({**given, "ref": ref} if ref else given, tool.secret, url)

    async def _bound_for(self, tool: Tool[Any], ref: str | None) -> tuple[str, str]:
        """The element that a text is for, and the address of its document; empty where that is unknown."""
        page = await self.workspace.page()
        observer, tab = controller_of(page).observer, controller_of(page).tab
        if ref:
            target = await observer.found(self.engine_ref(ref))
        else:
            asking = page.dialogs.open
            if asking is not None or "ref" not in tool.params.__struct_fields__:
                return "", "" if asking is None else asking.url
            target = await observer.focused()
        if target is None:
            return "", ""
        frame = tab.frames.get(observer.resolve(tab, target).frame_id)
        named = ref if ref and read_name(ref) is None else str(target)
        return named, "" if frame is None else frame.url

    async def _see_again(self) -> None:
        """Capture the page, so that names mean what is there now; what cannot be captured says so when it is used."""
        with suppress(CaptureFailed, DialogBlocking, PageRefused, TargetError):
            self.workspace.seen = await controller_of(await self.workspace.page()).observer.capture()

    async def sealed(self, answer: ToolResult) -> ToolResult:
        """An answer with all secrets masked; a picture of a page that shows one is withheld."""
        vault = self.workspace.vault
        if answer.observation is None:
            await self.workspace.learn_typed()
        text, data, pictures = vault.masked(answer.text), vault.masked_data(answer.data), answer.pictures
        if pictures and vault.guards and await self.workspace.front_shows_secret():
            text, pictures = f"{text}\nThe picture is withheld: it shows a secret.", ()
            data = without_pictures(data)
        return msgspec.structs.replace(
            answer, text=text, data=data, pictures=pictures, reported=vault.masked_data(answer.summary())
        )
