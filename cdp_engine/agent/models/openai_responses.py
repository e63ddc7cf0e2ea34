"""OpenAI's Responses format, through the SDK `openai`. The vendor stores nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
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
from cdp_engine.agent.models.streams import ResponsesPieces


class _Part(msgspec.Struct):
    type: str = ""
    text: str = ""
    refusal: str = ""


class _Item(msgspec.Struct):
    type: str = ""
    content: list[_Part] | None = None
    call_id: str = ""
    name: str = ""
    arguments: Any = "{}"


class _Reason(msgspec.Struct):
    reason: str | None = None


class _Fault(msgspec.Struct):
    message: str = ""


class _Cached(msgspec.Struct):
    cached_tokens: int | None = None


class _Tokens(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    input_tokens_details: _Cached | None = None


class _Body(msgspec.Struct):
    output: list[_Item]
    status: str | None = None
    incomplete_details: _Reason | None = None
    error: _Fault | None = None
    usage: _Tokens | None = None


class OpenAIResponses(MakersModel):
    """A model of OpenAI, or of a server with Responses."""

    sdk: Literal["anthropic", "openai"] = "openai"
    client_class: ClassVar[str] = "AsyncOpenAI"
    base_error: ClassVar[str] = "OpenAIError"
    key_variable: ClassVar[str] = "OPENAI_API_KEY"

    def request(self, conversation: Conversation) -> dict[str, Any]:
        """The whole conversation every time: we shorten it ourselves."""
        request: dict[str, Any] = {
            "model": self.name,
            "instructions": conversation.system,
            "input": [item for message in conversation.messages for item in _items(message)],
            "max_output_tokens": self.most,
            "store": False,
        }
        if conversation.tools:
            request["tools"] = [
                {
                    "type": "function",
                    "name": tool["name"],
                    "description": tool["description"],
                    "parameters": tool["input_schema"],
                    "strict": False,
                }
                for tool in conversation.tools
            ]
            request["parallel_tool_calls"] = conversation.several
        return request

    async def send(self, client: Any, request: Mapping[str, Any]) -> Any:
        """`POST /v1/responses`."""
        return await client.responses.with_raw_response.create(**request)

    def open_stream(self, client: Any, request: Mapping[str, Any]) -> AbstractAsyncContextManager[Any]:
        """The same, streamed."""
        return client.responses.with_streaming_response.create(**request)

    def pieces(self) -> ResponsesPieces:
        """Its server-sent events."""
        return ResponsesPieces()

    def read(self, body: bytes) -> Reply:
        """Words, calls and refusals of all items."""
        answer = msgspec.json.decode(body, type=_Body)
        if answer.status == "failed":
            raise BrokenAnswer(answer.error.message if answer.error is not None else "the answer failed")
        parts = [part for item in answer.output if item.type == "message" for part in item.content or ()]
        refused = "\n".join(part.refusal for part in parts if part.type == "refusal")
        used = answer.usage or _Tokens()
        cached = used.input_tokens_details or _Cached()
        calls = tuple(
            ToolCall(id=item.call_id, name=item.name, arguments=as_arguments(item.arguments))
            for item in answer.output
            if item.type == "function_call"
        )
        return Reply(
            text="\n".join(part.text for part in parts if part.type == "output_text") or refused,
            calls=calls,
            stop="refusal" if refused else _stop(answer, calls),
            usage=Usage(used.input_tokens, used.output_tokens, cached.cached_tokens or 0),
        )


def _stop(answer: _Body, calls: tuple[ToolCall, ...]) -> Stop:
    if answer.status == "incomplete":
        why = answer.incomplete_details.reason if answer.incomplete_details is not None else None
        return "refusal" if why == "content_filter" else "length"
    return "tools" if calls else "end"


def _items(message: Message) -> Iterator[dict[str, Any]]:
    match message:
        case Asked():
            text = {"type": "input_text", "text": message.text}
            yield {"role": "user", "content": [text, *_pictures(message)]}
        case Said():
            if message.text.strip() or not message.calls:
                words = [{"type": "output_text", "text": message.text}]
                yield {"type": "message", "role": "assistant", "content": words}
            for call in message.calls:
                yield {
                    "type": "function_call",
                    "call_id": call.id,
                    "name": call.name,
                    "arguments": call.arguments,
                }
        case Answered():
            output: str | list[dict[str, Any]] = message.text
            if message.pictures:
                output = [{"type": "input_text", "text": message.text}, *_pictures(message)]
            yield {"type": "function_call_output", "call_id": message.call.id, "output": output}


def _pictures(message: Asked | Answered) -> list[dict[str, Any]]:
    return [
        {"type": "input_image", "image_url": data_url(picture), "detail": "auto"}
        for picture in message.pictures
    ]
