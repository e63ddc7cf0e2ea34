"""The conversation with a model, independent of vendors' formats (pure)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from cdp_engine.agent.tool_result import ToolImage

Stop = Literal["end", "tools", "length", "refusal"]


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """A tool call of a model. `arguments` is the JSON text as received: it may be malformed."""

    id: str
    name: str
    arguments: str = "{}"


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Our message to the model, with images of the page."""

    text: str
    pictures: tuple[ToolImage, ...] = ()


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said"):
    """The model's text and the tool calls of its turn, in order. Each has an `Answered` after it."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag="answered"):
    """The answer to one tool call."""

    call: ToolCall
    text: str
    pictures: tuple[ToolImage, ...] = ()
    success: bool = True


Message = Asked | Said | Answered


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a model gets. `tools` are the result of `ToolBox.schemas`.

    `several` allows more than one tool call in the model's turn.
    """

    system: str
    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    several: bool = False


class Usage(msgspec.Struct, frozen=True):
    """Token counts of the vendor.

    `read` counts all input tokens; of these, `cached` came from the vendor's cache and `stored` were added to it.
    """

    read: int = 0
    written: int = 0
    cached: int = 0
    stored: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.read + other.read,
            self.written + other.written,
            self.cached + other.cached,
            self.stored + other.stored,
        )


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A model's turn. `stop` is why it ended: `length` was cut off, `refusal` will not go on."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = "end"
    usage: Usage = Usage()


class Model(Protocol):
    """The interface of models."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        ...

    async def answer(self, conversation: Conversation) -> Reply:
        """The model's next turn. Raises `ModelFailed` when it gives none."""
        ...


@runtime_checkable
class StreamingModel(Model, Protocol):
    """A model that can stream its answer."""

    @property
    def streams(self) -> bool:
        """Whether to stream."""
        ...

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        """As `answer`; `heard` is called with the text so far, whenever it grows."""
        ...


def as_arguments(value: object) -> str:
    """Arguments as JSON text, whether the vendor sends text or an object."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
