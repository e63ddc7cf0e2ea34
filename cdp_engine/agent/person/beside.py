"""A tool call in a browser that a person can take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from cdp_engine.agent.person.handover import Handover
from cdp_engine.agent.tool_result import PERSON_ACTED, ToolResult

Arguments = Mapping[str, Any] | str | bytes | None


class _Tool(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def changes(self) -> bool: ...


T = TypeVar("T", bound=_Tool, contravariant=True)


class _Box(Protocol[T]):
    """The part of a `ToolBox` that is needed here."""

    aims: ClassVar[bool]

    def fit_to_show(self, name: str, arguments: str) -> str: ...

    async def carried_out(self, tool: T, arguments: Arguments) -> ToolResult: ...

    async def tell(self, words: str, *, error: str | None = None) -> ToolResult: ...

    async def view(self) -> ToolResult: ...


async def beside_person(handover: Handover, box: _Box[T], tool: T, arguments: Arguments) -> ToolResult:
    """Wait while a person has the browser, then carry the call out.

    Where they have acted or said something, a call that can change the page is not carried out: its answer is what
    they said, and the page as they left it. Raises what the call raises, and `ServerBusy`.
    """
    words = await handover.admit()
    if words and (tool.changes or not box.aims):
        note = f"not carried out: {words} Choose from what the page shows now."
        answer = await box.tell(note, error=PERSON_ACTED)
        if not box.aims:
            return answer  # with a snapshot already
        seen = await box.view()
        return msgspec.structs.replace(
            seen, success=False, error=PERSON_ACTED, text=f"{answer.text}\n{seen.text}", reported=None
        )
    given = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments or {}).decode()
    handover.began(f"{tool.name} {box.fit_to_show(tool.name, given)}")
    said = "no answer"
    try:
        answer = await box.carried_out(tool, arguments)
        said = answer.text
    finally:
        handover.ended(said)
    return msgspec.structs.replace(answer, text=f"{words}\n{answer.text}") if words else answer
