"""Streamed answers of every maker: words as they come, faults in the middle, servers that do not stream."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import anyio
import pytest

from cdp_engine.agent.models import Patience, Reply, StreamingModel, ToolCall, Usage
from cdp_engine.agent.models.sdk_client import MakersModel
from cdp_engine.errors import ModelFailed
from scripts.webserver import Response
from tests.agent.test_models import KINDS, QUICK, TALK
from tests.support.models import ModelServer, model_server, streamed

pytestmark = [pytest.mark.anyio, pytest.mark.req("AL-09")]

CALL = ToolCall(id="tu_1", name="click", arguments='{"ref":"e9"}')
WANTED = {
    kind: Reply(text="I try", calls=(CALL,), stop="tools", usage=Usage(100, 5, cached))
    for kind, cached in (("anthropic", 90), ("chat", 0), ("responses", 0))
}


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"id": "c1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def called(**function: str) -> dict[str, Any]:
    return {"index": 0, "function": function, **({"id": "tu_1"} if "name" in function else {})}


STREAMS: dict[str, list[dict[str, Any] | str]] = {
    "anthropic": [
        {"type": "message_start", "message": {**KINDS["anthropic"][2], "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "I "}},
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "try"}},
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "tool_use", "id": "tu_1", "name": "click", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": '{"ref"'},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": ':"e9"}'},
        },
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ],
    "chat": [
        chunk(role="assistant", content="I "),
        chunk(content="try"),
        chunk(tool_calls=[called(name="click", arguments="")]),
        chunk(tool_calls=[called(arguments='{"ref"')]),
        chunk(tool_calls=[called(arguments=':"e9"}')]),
        chunk("tool_calls"),
        {"id": "c1", "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 5}},
        "[DONE]",
    ],
    "responses": [
        {"type": "response.created", "response": {"status": "in_progress", "output": []}},
        {"type": "response.output_text.delta", "delta": "I "},
        {"type": "response.output_text.delta", "delta": "try"},
        {"type": "response.function_call_arguments.delta", "delta": '{"ref"'},
        {"type": "response.completed", "response": KINDS["responses"][3]},
    ],
}
CUT = {"anthropic": 7, "chat": 4, "responses": 4}
"""After so many events a stream is in the middle of its tool call."""
MISTAKES: dict[str, dict[str, Any]] = {
    "anthropic": {"type": "error", "error": {"type": "overloaded_error", "message": "too busy"}},
    "chat": {"error": {"message": "too busy", "type": "server_error"}},
    "responses": {"type": "error", "code": "server_error", "message": "too busy"},
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def model_of(kind: str, server: ModelServer) -> MakersModel:
    cls, path, _plain, _calling = KINDS[kind]
    patience = Patience(tries=4, attempt=QUICK.attempt, first=QUICK.first)
    made = cls("m", key="key-of-the-test", url=server.origin + path, patience=patience, stream=True)
    assert isinstance(made, StreamingModel)
    return made


@pytest.mark.parametrize("kind", STREAMS)
async def test_a_stream_that_breaks_is_asked_for_again(kind: str, server: ModelServer) -> None:
    events, cut = STREAMS[kind], CUT[kind]
    server.answers = [
        streamed(*events[:cut], breaks=True),
        streamed(*events[:cut]),  # its end was never reported
        streamed(*events[:3], MISTAKES[kind]),
        streamed(*events),
    ]
    heard: list[str] = []
    async with model_of(kind, server) as model:
        reply = await model.stream(TALK, heard.append)
    assert reply == WANTED[kind]
    assert [body["stream"] for body in server.bodies()] == [True] * 4
    assert heard.count("I try") == 4 - (kind == "anthropic")
    assert heard[:2] == ["I ", "I try"]


@pytest.mark.parametrize("kind", STREAMS)
async def test_what_does_not_stream_and_what_is_refused(kind: str, server: ModelServer) -> None:
    async with model_of(kind, server) as model:
        server.answers = [Response(json.dumps(KINDS[kind][3], indent=1), content_type="application/json")]
        assert await model.answer(TALK) == WANTED[kind]
        lasting = {"type": "invalid_request_error", "message": "no such tool"}
        server.answers = [streamed({"type": "error", "error": lasting})]
        with pytest.raises(ModelFailed, match="no such tool"):
            await model.answer(TALK)
        assert not server.answers
        server.answers = [streamed("no json") for _ in range(4)]
        with pytest.raises(ModelFailed, match="cannot be read"):
            await model.answer(TALK)


async def test_an_answer_that_goes_on_has_time_again(server: ModelServer) -> None:
    events = STREAMS["anthropic"]

    def slowly() -> Iterator[bytes]:
        for event in events:
            time.sleep(0.4)
            assert isinstance(event, dict)
            yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()

    server.answers = [Response(slowly(), content_type="text/event-stream", headers={"Connection": "close"})]
    cls, path, _plain, _calling = KINDS["anthropic"]
    patience = Patience(tries=1, attempt=2.5)
    async with cls("m", key="k", url=server.origin + path, patience=patience, stream=True) as model:
        assert await model.answer(TALK) == WANTED["anthropic"], (
            "each piece is in time, the whole takes longer than one may"
        )


async def test_an_answer_that_falls_silent_is_given_up(server: ModelServer) -> None:
    ping = b'event: ping\ndata: {"type": "ping"}\n\n'
    over = threading.Event()

    def pinging() -> Iterator[bytes]:
        while not over.wait(0.05):
            yield ping

    server.answers = [Response(pinging(), content_type="text/event-stream", headers={"Connection": "close"})]
    cls, path, _plain, _calling = KINDS["anthropic"]
    patience = Patience(tries=1, attempt=0.5)
    try:
        async with cls("m", key="k", url=server.origin + path, patience=patience, stream=True) as model:
            with anyio.fail_after(30), pytest.raises(ModelFailed, match="no answer within"):
                await model.answer(TALK)
    finally:
        over.set()


async def test_calls_without_an_index_are_distinguished(server: ModelServer) -> None:
    first = {"id": "a", "function": {"name": "click", "arguments": '{"ref":'}}
    rest = {"function": {"arguments": '"e1"}'}}
    second = {"id": "b", "function": {"name": "click", "arguments": '{"ref":"e2"}'}}
    server.answers = [
        streamed(*(chunk(tool_calls=[call]) for call in (first, rest, second)), chunk("tool_calls"))
    ]
    async with model_of("chat", server) as model:
        calls = (await model.answer(TALK)).calls
    assert [(call.id, call.arguments) for call in calls] == [("a", '{"ref":"e1"}'), ("b", '{"ref":"e2"}')]
