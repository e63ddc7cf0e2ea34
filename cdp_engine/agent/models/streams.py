"""Assembles streamed answers: events in; the text so far and at the end an unstreamed answer out (pure).

Each class takes the `data:` of one vendor's server-sent events. An answer without a reported end is not used: half a
tool call must not be carried out.

Ours and not the SDKs' stream classes for two reasons. Those leave asynchronous generators open after an error event and
after `[DONE]`, which trio warns of; and they insist on fields that compatible servers leave out (the index of a tool
call, the kind of a chunk, the place of a piece of text).
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec
from msgspec import Struct, field

from cdp_engine.agent.models.retry import LASTING, BrokenAnswer


class Pieces(Protocol):
    """One streamed answer."""

    text: str
    """The text so far."""
    done: bool
    """Whether the vendor has reported the end."""

    def add(self, data: bytes) -> bool:
        """One event; whether it brings something of the answer.

        Raises `BrokenAnswer` for an error of the maker's, `msgspec.MsgspecError` for anything but an event.
        """
        ...

    def body(self) -> bytes:
        """The whole as an unstreamed answer."""
        ...


class _Fault(Struct):
    type: str | None = None
    code: str | int | None = None
    message: str | None = None


class _Delta(Struct):
    text: str = ""
    partial_json: str = ""
    stop_reason: str | None = None


class _Block(Struct, omit_defaults=True):
    type: str = ""
    text: str = ""
    id: str = ""
    name: str = ""
    input: Any = None


class _Message(Struct):
    usage: dict[str, Any] | None = None


class _MessagesEvent(Struct):
    type: str = ""
    index: int = 0
    message: _Message | None = None
    content_block: _Block | None = None
    delta: _Delta | None = None
    usage: dict[str, Any] | None = None
    error: _Fault | None = None


class AnthropicPieces:
    """`message_start`, `content_block_…`, `message_delta`, `message_stop`."""

    def __init__(self) -> None:
        self.text = ""
        self.done = False
        self._blocks: dict[int, _Block] = {}
        self._arguments: dict[int, str] = {}
        self._usage: dict[str, Any] = {}
        self._stop: str | None = None

    def add(self, data: bytes) -> bool:
        """Other kinds of events (`ping`, …) bring nothing."""
        event = msgspec.json.decode(data, type=_MessagesEvent)
        delta = event.delta or _Delta()
        match event.type:
            case "message_start":
                self._usage |= (event.message.usage if event.message is not None else None) or {}
            case "content_block_start":
                self._blocks[event.index] = event.content_block or _Block()
            case "content_block_delta":
                self._blocks.setdefault(event.index, _Block()).text += delta.text
                self._arguments[event.index] = self._arguments.get(event.index, "") + delta.partial_json
                self.text += delta.text
            case "message_delta":
                self._stop = delta.stop_reason or self._stop
                self._usage |= event.usage or {}
            case "message_stop":
                self.done = True
            case "error":
                raise _failed(event.error)
            case _:
                return False
        return True

    def body(self) -> bytes:
        """A message; the arguments of a call as the text that came."""
        for index, arguments in self._arguments.items():
            if arguments:
                self._blocks[index].input = arguments
        blocks = [block for _index, block in sorted(self._blocks.items())]
        return msgspec.json.encode({"content": blocks, "stop_reason": self._stop, "usage": self._usage})


class _Function(Struct):
    name: str | None = None
    arguments: str | None = None


class _Call(Struct):
    index: int | None = None
    id: str | None = None
    function: _Function = field(default_factory=_Function)


class _Words(Struct):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(Struct):
    delta: _Words = field(default_factory=_Words)
    finish_reason: str | None = None


class _Chunk(Struct):
    choices: list[_Choice] | None = None
    usage: Any = None
    error: _Fault | str | None = None


class ChatPieces:
    """`chat.completion.chunk`s, then `[DONE]`."""

    def __init__(self) -> None:
        self.text = ""
        self.done = False
        self._refusal = ""
        self._calls: dict[int, _Call] = {}
        self._finish: str | None = None
        self._usage: Any = None

    def add(self, data: bytes) -> bool:
        """The first choice only."""
        if data == b"[DONE]":
            self.done = True
            return True
        chunk = msgspec.json.decode(data, type=_Chunk)
        if chunk.error is not None:
            raise _failed(chunk.error)
        self._usage = chunk.usage or self._usage
        for choice in (chunk.choices or [])[:1]:
            self.text += choice.delta.content or ""
            self._refusal += choice.delta.refusal or ""
            for call in choice.delta.tool_calls or ():
                self._grow(call)
            if choice.finish_reason:
                self._finish, self.done = choice.finish_reason, True
        return True

    def _grow(self, piece: _Call) -> None:
        at = piece.index
        if at is None:  # a new call where it brings an id or a name, else more of the last one
            begins = bool(piece.id or piece.function.name)
            at = len(self._calls) if begins else max(len(self._calls) - 1, 0)
        known = self._calls.setdefault(at, _Call(index=at))
        known.id = piece.id or known.id
        known.function.name = (known.function.name or "") + (piece.function.name or "")
        known.function.arguments = (known.function.arguments or "") + (piece.function.arguments or "")

    def body(self) -> bytes:
        """A completion."""
        calls = [call for _index, call in sorted(self._calls.items())]
        for call in calls:
            call.function.arguments = call.function.arguments or "{}"
        message = _Words(self.text, self._refusal or None, calls)
        choice = {"message": message, "finish_reason": self._finish}
        return msgspec.json.encode({"choices": [choice], "usage": self._usage})


class _ResponsesEvent(Struct):
    type: str = ""
    delta: Any = None
    response: Any = None
    error: _Fault | None = None
    message: str | None = None
    code: str | int | None = None


class ResponsesPieces:
    """`response.output_text.delta`s, then the whole response in `response.completed`."""

    def __init__(self) -> None:
        self.text = ""
        self.done = False
        self._response: Any = None

    def add(self, data: bytes) -> bool:
        """The last event repeats everything else."""
        event = msgspec.json.decode(data, type=_ResponsesEvent)
        match event.type:
            case "response.output_text.delta":
                self.text += str(event.delta or "")
            case "response.completed" | "response.incomplete" | "response.failed":
                self._response, self.done = event.response, True
            case "error":
                raise _failed(event.error or _Fault(code=event.code, message=event.message))
            case _:
                pass
        return True

    def body(self) -> bytes:
        """A response."""
        return msgspec.json.encode(self._response)


def _failed(fault: _Fault | str | None) -> BrokenAnswer:
    if not isinstance(fault, _Fault):
        return BrokenAnswer(fault or "the server reports a failure")
    lasts = fault.type in LASTING or fault.code in LASTING
    return BrokenAnswer(fault.message or "the server reports a failure", lasting=lasts)
