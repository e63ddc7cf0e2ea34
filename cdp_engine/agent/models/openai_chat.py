"""OpenAI's Chat Completions format, which most other servers support, too; through the SDK `openai`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from cdp_engine.agent.models.retry import BrokenAnswer
from cdp_engine.agent.models.sdk_client import MakersModel, data_url
from cdp_engine.agent.models.streams import ChatPieces

_STOPS: dict[str, Stop] = {"tool_calls": "tools", "length": "length", "content_filter": "refusal"}


class _Function(msgspec.Struct):
    name: str = ""
    arguments: Any = "{}"


class _Call(msgspec.Struct):
    id: str | None = None
    function: _Function = msgspec.field(default_factory=_Function)


class _Words(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(msgspec.Struct):
    message: _Words
    finish_reason: str | None = None


class _Cached(msgspec.Struct):
    cached_tokens: int | None = None


class _Tokens(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _Cached | None = None


class _Body(msgspec.Struct):
    choices: list[_Choice]
    usage: _Tokens | None = None


class OpenAIChat(MakersModel):
    """A model of OpenAI, or of a server with Chat Completions."""

    sdk: Literal["anthropic", "openai"] = "openai"
    client_class: ClassVar[str] = "AsyncOpenAI"
    base_error: ClassVar[str] = "OpenAIError"
    key_variable: ClassVar[str] = "OPENAI_API_KEY"
    streamed: ClassVar[Mapping[str, Any]] = {"stream": True, "stream_options": {"include_usage": True}}

    def request(self, conversation: Conversation) -> dict[str, Any]:
        """Pictures follow their tool answer in a message of the user: tool messages take text only."""
        messages: list[dict[str, Any]] = [{"role": "system", "content": conversation.system}]
        messages.extend(_turns(conversation.messages))
        request: dict[str, Any] = {
            "model": self.name,
            "max_completion_tokens": self.most,
            "messages": messages,
        }
        if conversation.tools:
            request["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool["name"],
                        "description": tool["description"],
                        "parameters": tool["input_schema"],
                    },
                }
                for tool in conversation.tools
            ]
            request["parallel_tool_calls"] = conversation.several
        return request

    async def send(self, client: Any, request: Mapping[str, Any]) -> Any:
        """`POST /v1/chat/completions`."""
        return await client.chat.completions.with_raw_response.create(**request)

    def open_stream(self, client: Any, request: Mapping[str, Any]) -> AbstractAsyncContextManager[Any]:
        """The same, streamed."""
        return client.chat.completions.with_streaming_response.create(**request)

    def pieces(self) -> ChatPieces:
        """Its server-sent events."""
        return ChatPieces()

    def read(self, body: bytes) -> Reply:
        """The first choice."""
        answer = msgspec.json.decode(body, type=_Body)
        if not answer.choices:
            raise BrokenAnswer("the answer holds no choice")
        choice = answer.choices[0]
        used = answer.usage or _Tokens()
        cached = used.prompt_tokens_details or _Cached()
        calls = tuple(
            ToolCall(
                id=call.id or f"call_{number}",
                name=call.function.name,
                arguments=as_arguments(call.function.arguments),
            )
            for number, call in enumerate(choice.message.tool_calls or ())
        )
        refused = choice.message.refusal
        return Reply(
            text=choice.message.content or refused or "",
            calls=calls,
            stop="refusal" if refused else _STOPS.get(choice.finish_reason or "", "end"),
            usage=Usage(used.prompt_tokens, used.completion_tokens, cached.cached_tokens or 0),
        )


def _turns(messages: Iterable[Message]) -> Iterator[dict[str, Any]]:
    """Messages of the format. Images follow all answers of their turn, which must be contiguous."""
    for answers, group in groupby(messages, key=lambda message: isinstance(message, Answered)):
        if answers:
            answered = [message for message in group if isinstance(message, Answered)]
            for message in answered:
                yield {"role": "tool", "tool_call_id": message.call.id, "content": message.text}
            yield from (_shown(message) for message in answered if message.pictures)
        else:
            yield from map(_words, group)


def _words(message: Message) -> dict[str, Any]:
    if not isinstance(message, Said):
        text = {"type": "text", "text": message.text}
        content = [text, *_pictures(message)] if message.pictures else message.text
        return {"role": "user", "content": content}
    plain: dict[str, Any] = {"role": "assistant", "content": message.text}
    if message.calls:
        plain["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    return plain


def _shown(message: Answered) -> dict[str, Any]:
    text = {"type": "text", "text": f"The picture of {message.call.name}; untrusted content."}
    return {"role": "user", "content": [text, *_pictures(message)]}


def _pictures(message: Asked | Answered) -> list[dict[str, Any]]:
    return [{"type": "image_url", "image_url": {"url": data_url(picture)}} for picture in message.pictures]
