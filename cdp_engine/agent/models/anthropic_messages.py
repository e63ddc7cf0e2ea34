"""Anthropic's Messages format, through the SDK `anthropic`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from itertools import groupby
from typing import Any, ClassVar, Literal

import msgspec

from cdp_engine.agent.models.messages import (
    Answered,
    Asked,
    Conversation,
    Message,
    Reply,
    Said,
    Stop,
    ToolCall,
    Usage,
    as_arguments,
)
from cdp_engine.agent.models.sdk_client import MakersModel, encoded
from cdp_engine.agent.models.streams import AnthropicPieces

_STOPS: dict[str, Stop] = {
    "tool_use": "tools",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


class _Block(msgspec.Struct):
    type: str = ""
    text: str = ""
    id: str = ""
    name: str = ""
    input: Any = None


class _Tokens(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _Body(msgspec.Struct):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Tokens | None = None


class AnthropicMessages(MakersModel):
    """A model of Anthropic, or of a server with the Messages format."""

    sdk: Literal["anthropic", "openai"] = "anthropic"
    client_class: ClassVar[str] = "AsyncAnthropic"
    base_error: ClassVar[str] = "AnthropicError"
    key_variable: ClassVar[str] = "ANTHROPIC_API_KEY"

    def request(self, conversation: Conversation) -> dict[str, Any]:
        """The system prompt and the tools are marked for the vendor's cache: they stay the same from turn to turn."""
        request: dict[str, Any] = {
            "model": self.name,
            "max_tokens": self.most,
            "system": [{"type": "text", "text": conversation.system, "cache_control": {"type": "ephemeral"}}],
            "messages": list(_turns(conversation.messages)),
        }
        if conversation.tools:
            request["tools"] = list(conversation.tools)
            request["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": not conversation.several}
        return request

    async def send(self, client: Any, request: Mapping[str, Any]) -> Any:
        """`POST /v1/messages`."""
        return await client.messages.with_raw_response.create(**request)

    def open_stream(self, client: Any, request: Mapping[str, Any]) -> AbstractAsyncContextManager[Any]:
        """The same, streamed."""
        return client.messages.with_streaming_response.create(**request)

    def pieces(self) -> AnthropicPieces:
        """Its server-sent events."""
        return AnthropicPieces()

    def read(self, body: bytes) -> Reply:
        """Text and calls, in the order of the blocks; a call that the token limit cut short is left out."""
        answer = msgspec.json.decode(body, type=_Body)
        stop = _STOPS.get(answer.stop_reason or "", "end")
        blocks = answer.content
        if stop == "length" and blocks and blocks[-1].type == "tool_use":
            blocks = blocks[:-1]
        used = answer.usage or _Tokens()
        cached, stored = used.cache_read_input_tokens or 0, used.cache_creation_input_tokens or 0
        return Reply(
            text="\n".join(block.text for block in blocks if block.type == "text"),
            calls=tuple(
                ToolCall(id=block.id, name=block.name, arguments=as_arguments(block.input))
                for block in blocks
                if block.type == "tool_use"
            ),
            stop=stop,
            usage=Usage(used.input_tokens + cached + stored, used.output_tokens, cached, stored),
        )


def _turns(messages: Iterable[Message]) -> Iterable[dict[str, Any]]:
    """Messages of the format; the answers to all calls of one turn are in one message."""
    for answers, group in groupby(messages, key=lambda message: isinstance(message, Answered)):
        if answers:
            results = [_result(message) for message in group if isinstance(message, Answered)]
            yield {"role": "user", "content": results}
        else:
            yield from map(_words, group)


def _words(message: Message) -> dict[str, Any]:
    if not isinstance(message, Said):
        return {"role": "user", "content": _content(message) if message.pictures else message.text}
    blocks: list[dict[str, Any]] = []
    if message.text.strip() or not message.calls:
        blocks.append({"type": "text", "text": message.text.strip() or "(no words)"})
    blocks += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call.arguments)}
        for call in message.calls
    ]
    return {"role": "assistant", "content": blocks}


def _result(message: Answered) -> dict[str, Any]:
    return {
        "type": "tool_result",
        "tool_use_id": message.call.id,
        "content": _content(message),
        "is_error": not message.success,
    }


def _content(message: Asked | Answered) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = [{"type": "text", "text": message.text}]
    for picture in message.pictures:
        source = {"type": "base64", "media_type": picture.mime, "data": encoded(picture)}
        content.append({"type": "image", "source": source})
    return content


def _object(arguments: str) -> dict[str, Any]:
    """Arguments as the object that the format requires, even where the model wrote none."""
    try:
        return msgspec.json.decode(arguments or "{}", type=dict[str, Any])
    except msgspec.MsgspecError:
        return {"malformed": arguments}
