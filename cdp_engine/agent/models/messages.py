"""What is said between us and a model, in no maker's format (pure)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from cdp_engine.agent.tool_result import ToolImage

Stop = Literal["end", "tools", "length", "refusal"]


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """A tool that a model wants run. `arguments` is JSON text as it came: it may be malformed."""

    id: str
    name: str
    arguments: str = "{}"


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Our words to the model, with pictures of the page."""

    text: str
    pictures: tuple[ToolImage, ...] = ()


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said"):
    """What the model said, and the tool calls of its turn, in order. Each has an `Answered` after it."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag="answered"):
    """What the tool of one call answered."""

    call: ToolCall
    text: str
    pictures: tuple[ToolImage, ...] = ()
    success: bool = True


Message = Asked | Said | Answered


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a model is to read. `tools` are as `ToolBox.schemas` gives them.

    `several` allows more than one tool call in the model's turn.
    """

    system: str
    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    several: bool = False


class Usage(msgspec.Struct, frozen=True):
    """Tokens as the model's maker counts them.

    `read` counts all that the model was given; of these came `cached` from the maker's cache and `stored` went into it.
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
    """Anything that can answer a conversation."""

    @property
    def name(self) -> str:
        """How reports call it."""
        ...

    async def answer(self, conversation: Conversation) -> Reply:
        """The model's next turn. Raises `ModelFailed` when there is none to be had."""
        ...


@runtime_checkable
class StreamingModel(Model, Protocol):
    """A model whose answer can be heard while it comes."""

    @property
    def streams(self) -> bool:
        """Whether that is wanted."""
        ...

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        """As `answer`; `heard` gets the words so far, whenever there are more."""
        ...


def as_arguments(value: object) -> str:
    """Arguments as JSON text, whether a maker sends text or an object."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
