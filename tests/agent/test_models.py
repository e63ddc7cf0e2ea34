"""Every client against a server that speaks its maker's format: words, calls, pictures, faults."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from cdp_engine.agent.models import (
    Answered,
    AnthropicMessages,
    Asked,
    Conversation,
    OpenAIChat,
    OpenAIResponses,
    Patience,
    Reply,
    Said,
    ScriptedModel,
    ToolCall,
    model_named,
)
from cdp_engine.agent.models.sdk_client import MakersModel
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.errors import InvalidInput, ModelFailed
from scripts.webserver import Response
from tests.support.models import ModelServer, fault, model_server, streamed

pytestmark = [pytest.mark.anyio, pytest.mark.req("AL-09")]

QUICK = Patience(tries=3, attempt=20.0, first=0.01)
CALL = ToolCall(id="call_7", name="click", arguments='{"ref":"e3"}')
PIXEL = ToolImage(b"\x89PNG not really")
TOOL: dict[str, Any] = {
    "name": "click",
    "description": "Click an element.",
    "input_schema": {"type": "object", "properties": {"ref": {"type": "string"}}, "required": ["ref"]},
}
TALK = Conversation(
    system="Drive a browser.",
    messages=(
        Asked("Buy it."),
        Said(text="I click.", calls=(CALL,)),
        Answered(call=CALL, text="failed: stale", pictures=(PIXEL,), success=False),
        Said(text="Hm."),
        Asked("Call a tool."),
    ),
    tools=(TOOL,),
)


def anthropic_body(*blocks: dict[str, Any], stop: str = "end_turn") -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": list(blocks),
        "stop_reason": stop,
        "usage": {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 5},
    }


def chat_body(stop: str = "stop", **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": stop, "message": {"role": "assistant", **message}}
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
    return {"id": "c1", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage}


def responses_body(*items: dict[str, Any], status: str = "completed", **more: Any) -> dict[str, Any]:
    usage = {"input_tokens": 100, "output_tokens": 5, "total_tokens": 105}
    return {"id": "r1", "object": "response", "status": status, "output": list(items), "usage": usage, **more}


def spoken(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


KINDS: dict[str, tuple[type[MakersModel], str, dict[str, Any], dict[str, Any]]] = {
    "anthropic": (
        AnthropicMessages,
        "",
        anthropic_body({"type": "text", "text": "done"}),
        anthropic_body(
            {"type": "text", "text": "I try"},
            {"type": "tool_use", "id": "tu_1", "name": "click", "input": {"ref": "e9"}},
            stop="tool_use",
        ),
    ),
    "chat": (
        OpenAIChat,
        "/v1",
        chat_body(content="done"),
        chat_body(
            "tool_calls",
            content="I try",
            tool_calls=[
                {"id": "tu_1", "type": "function", "function": {"name": "click", "arguments": '{"ref":"e9"}'}}
            ],
        ),
    ),
    "responses": (
        OpenAIResponses,
        "/v1",
        responses_body(spoken("done")),
        responses_body(
            {"type": "reasoning", "id": "rs_1", "summary": []},
            spoken("I try"),
            {"type": "function_call", "call_id": "tu_1", "name": "click", "arguments": '{"ref":"e9"}'},
        ),
    ),
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def made(kind: str, server: ModelServer, patience: Patience = QUICK) -> MakersModel:
    cls, path, _plain, _calling = KINDS[kind]
    return cls("m", key="key-of-the-test", url=server.origin + path, patience=patience)


@pytest.mark.parametrize("kind", KINDS)
async def test_words_calls_and_usage_are_read(kind: str, server: ModelServer) -> None:
    _cls, _path, plain, calling = KINDS[kind]
    server.answers = [plain, calling]
    async with made(kind, server) as model:
        first = await model.answer(TALK)
        second = await model.answer(TALK)
    assert (first.text, first.calls, first.stop) == ("done", (), "end")
    assert (first.usage.read, first.usage.written) == (100, 5)
    assert second.text == "I try"
    assert second.stop == "tools"
    (call,) = second.calls
    assert (call.id, call.name, json.loads(call.arguments)) == ("tu_1", "click", {"ref": "e9"})


async def test_anthropic_is_asked_in_its_format(server: ModelServer) -> None:
    server.answers = [KINDS["anthropic"][2]]
    async with made("anthropic", server) as model:
        await model.answer(TALK)
    ((path, headers, body),) = server.asked
    assert path == "/v1/messages"
    assert "key-of-the-test" in (headers.get("x-api-key", "") + headers.get("authorization", ""))
    assert body["system"][0]["text"] == "Drive a browser."
    assert body["tools"] == [TOOL]
    assert body["tool_choice"] == {"type": "auto", "disable_parallel_tool_use": True}
    image = {
        "type": "image",
        "source": {
            "type": "base64",
            "media_type": "image/png",
            "data": base64.b64encode(PIXEL.data).decode(),
        },
    }
    assert body["messages"] == [
        {"role": "user", "content": "Buy it."},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I click."},
                {"type": "tool_use", "id": "call_7", "name": "click", "input": {"ref": "e3"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "call_7",
                    "is_error": True,
                    "content": [{"type": "text", "text": "failed: stale"}, image],
                }
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Hm."}]},
        {"role": "user", "content": "Call a tool."},
    ]


async def test_chat_is_asked_in_its_format(server: ModelServer) -> None:
    server.answers = [KINDS["chat"][2]]
    async with made("chat", server) as model:
        await model.answer(TALK)
    ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer key-of-the-test"
    assert body["parallel_tool_calls"] is False
    assert body["tools"][0]["function"]["parameters"] == TOOL["input_schema"]
    system, goal, said, answered, picture, words, asked = body["messages"]
    assert system == {"role": "system", "content": "Drive a browser."}
    assert goal == {"role": "user", "content": "Buy it."}
    function = {"name": "click", "arguments": '{"ref":"e3"}'}
    assert said["tool_calls"] == [{"id": "call_7", "type": "function", "function": function}]
    assert answered == {"role": "tool", "tool_call_id": "call_7", "content": "failed: stale"}
    assert picture["role"] == "user"
    assert picture["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert words == {"role": "assistant", "content": "Hm."}
    assert asked == {"role": "user", "content": "Call a tool."}


async def test_responses_is_asked_in_its_format(server: ModelServer) -> None:
    server.answers = [KINDS["responses"][2]]
    async with made("responses", server) as model:
        await model.answer(TALK)
    ((path, _headers, body),) = server.asked
    assert path == "/v1/responses"
    assert body["instructions"] == "Drive a browser."
    assert body["store"] is False
    assert body["tools"][0]["parameters"] == TOOL["input_schema"]
    goal, said, call, output, words, asked = body["input"]
    assert goal["content"] == [{"type": "input_text", "text": "Buy it."}]
    assert said["content"] == [{"type": "output_text", "text": "I click."}]
    assert call == {
        "type": "function_call",
        "call_id": "call_7",
        "name": "click",
        "arguments": '{"ref":"e3"}',
    }
    assert (output["type"], output["call_id"]) == ("function_call_output", "call_7")
    assert [part["type"] for part in output["output"]] == ["input_text", "input_image"]
    assert words["content"][0]["text"] == "Hm."
    assert asked["role"] == "user"


@pytest.mark.parametrize("kind", KINDS)
async def test_what_passes_is_asked_again(kind: str, server: ModelServer) -> None:
    server.answers = [fault(529, "overloaded"), fault(429, "slow down", retry_after="0.01"), KINDS[kind][2]]
    async with made(kind, server) as model:
        reply = await model.answer(TALK)
    assert reply.text == "done"
    assert len(server.asked) == 3


@pytest.mark.parametrize("kind", KINDS)
async def test_a_model_that_stays_down_fails_with_its_status(kind: str, server: ModelServer) -> None:
    server.answers = [fault(503), fault(503), fault(503), KINDS[kind][2]]
    async with made(kind, server) as model:
        with pytest.raises(ModelFailed, match="503") as raised:
            await model.answer(TALK)
    assert raised.value.status == 503
    assert len(server.asked) == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [400, 401])
async def test_what_does_not_pass_is_asked_once(kind: str, status: int, server: ModelServer) -> None:
    server.answers = [fault(status, "never"), KINDS[kind][2]]
    async with made(kind, server) as model:
        with pytest.raises(ModelFailed, match="never"):
            await model.answer(TALK)
    assert len(server.asked) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("body", ["<html>a proxy's page</html>", '{"output": 3, "content": "x"}'])
async def test_an_answer_that_cannot_be_read_is_a_failure(kind: str, body: str, server: ModelServer) -> None:
    server.answers = [Response(body, content_type="application/json")] * 3
    async with made(kind, server) as model:
        with pytest.raises(ModelFailed):
            await model.answer(TALK)


@pytest.mark.parametrize("kind", KINDS)
async def test_nobody_at_the_address_is_a_failure(kind: str, server: ModelServer) -> None:
    model = made(kind, server)
    server.close()
    async with model:
        with pytest.raises(ModelFailed, match=r"no connection.*3 attempts"):
            await model.answer(TALK)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_model_that_never_answers_is_given_up(kind: str, server: ModelServer) -> None:
    def held(request: Any) -> Response:
        request.hold()
        return Response()

    server._server._answer = held
    async with made(kind, server, Patience(tries=1, attempt=0.3)) as model:
        with anyio.fail_after(15), pytest.raises(ModelFailed):
            await model.answer(TALK)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("anthropic", anthropic_body({"type": "text", "text": "I won't"}, stop="refusal")),
        ("chat", chat_body(refusal="I won't", content=None)),
        ("chat", chat_body("content_filter", content="I won't")),
        (
            "responses",
            responses_body(
                {
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "refusal", "refusal": "I won't"}],
                }
            ),
        ),
        (
            "responses",
            responses_body(
                spoken("I won't"), status="incomplete", incomplete_details={"reason": "content_filter"}
            ),
        ),
    ],
)
async def test_a_refusal_is_distinguished(kind: str, body: dict[str, Any], server: ModelServer) -> None:
    server.answers = [body]
    async with made(kind, server) as model:
        reply = await model.answer(TALK)
    assert (reply.stop, reply.text) == ("refusal", "I won't")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("anthropic", anthropic_body({"type": "text", "text": "and so"}, stop="max_tokens")),
        ("chat", chat_body("length", content="and so")),
        (
            "responses",
            responses_body(
                spoken("and so"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}
            ),
        ),
    ],
)
async def test_an_answer_cut_off_is_distinguished(
    kind: str, body: dict[str, Any], server: ModelServer
) -> None:
    server.answers = [body]
    async with made(kind, server) as model:
        assert (await model.answer(TALK)).stop == "length"


@pytest.mark.parametrize("kind", ["chat", "responses"])
async def test_malformed_arguments_come_through_as_they_are_and_go_back(
    kind: str, server: ModelServer
) -> None:
    broken = '{"ref": "e9'
    body = json.loads(json.dumps(KINDS[kind][3]).replace(json.dumps('{"ref":"e9"}'), json.dumps(broken)))
    server.answers = [body, KINDS[kind][2]]
    async with made(kind, server) as model:
        reply = await model.answer(TALK)
        assert reply.calls[0].arguments == broken
        again = Conversation(system="s", messages=(Asked("go"), Said(calls=reply.calls)))
        await model.answer(again)
    assert broken in json.dumps(server.bodies()[1]).replace('\\"', '"')


async def test_malformed_arguments_become_an_object_for_anthropic() -> None:
    model = AnthropicMessages("m", key="k")
    said = Said(calls=(ToolCall(id="1", name="click", arguments="{oops"),))
    request = model.request(Conversation(system="s", messages=(said,)))
    assert request["messages"][0]["content"][0]["input"] == {"malformed": "{oops"}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_that_asks_for_an_hour_is_not_waited_for(kind: str, server: ModelServer) -> None:
    server.answers = [fault(429, "slow down", retry_after="3600"), KINDS[kind][2]]
    async with made(kind, server) as model:
        with pytest.raises(ModelFailed, match="slow down"):
            await model.answer(TALK)
    assert len(server.asked) == 1


SECOND = ToolCall(id="call_8", name="fill", arguments='{"ref":"e4","text":"x"}')
SEVERAL = Conversation(
    system="s",
    messages=(
        Asked("go"),
        Said(calls=(CALL, SECOND)),
        Answered(call=CALL, text="ok", pictures=(PIXEL,)),
        Answered(call=SECOND, text="not carried out", success=False),
    ),
    tools=(TOOL,),
    several=True,
)


async def test_several_calls_of_a_turn_are_reported_in_each_format() -> None:
    request = AnthropicMessages("m", key="k").request(SEVERAL)
    assert request["tool_choice"]["disable_parallel_tool_use"] is False
    assert [message["role"] for message in request["messages"]] == ["user", "assistant", "user"]
    assert [block["id"] for block in request["messages"][1]["content"]] == ["call_7", "call_8"]
    assert [block["tool_use_id"] for block in request["messages"][2]["content"]] == ["call_7", "call_8"]
    request = OpenAIChat("m", key="k").request(SEVERAL)
    assert request["parallel_tool_calls"] is True
    roles = [message["role"] for message in request["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool", "user"], "no picture between two answers"
    assert [call["id"] for call in request["messages"][2]["tool_calls"]] == ["call_7", "call_8"]
    request = OpenAIResponses("m", key="k").request(SEVERAL)
    assert request["parallel_tool_calls"] is True
    kinds = [item.get("type", item.get("role")) for item in request["input"]]
    assert kinds == ["user", "function_call", "function_call", "function_call_output", "function_call_output"]


@pytest.mark.req("AG-09")
@pytest.mark.parametrize("kind", KINDS)
async def test_tokens_from_the_cache_are_counted_apart(kind: str, server: ModelServer) -> None:
    body = json.loads(json.dumps(KINDS[kind][2]))
    details = {"chat": "prompt_tokens_details", "responses": "input_tokens_details"}.get(kind)
    if details is not None:
        body["usage"][details] = {"cached_tokens": 90}
    server.answers = [body]
    async with made(kind, server) as model:
        usage = (await model.answer(TALK)).usage
    assert (usage.read, usage.cached, usage.written) == (100, 90, 5)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_call_that_the_limit_cut_short_is_not_carried_out(stream: bool, server: ModelServer) -> None:
    blocks = [{"type": "text", "text": "so"}, {"type": "tool_use", "id": "t", "name": "fill", "input": {}}]
    body = anthropic_body(*blocks, stop="max_tokens")
    server.answers = [body]
    if stream:
        piece = {"type": "input_json_delta", "partial_json": '{"ref":"e1","text":"abc'}
        server.answers = [
            streamed(
                {"type": "message_start", "message": {**body, "content": [], "stop_reason": None}},
                {"type": "content_block_start", "index": 0, "content_block": blocks[0]},
                {"type": "content_block_start", "index": 1, "content_block": blocks[1]},
                {"type": "content_block_delta", "index": 1, "delta": piece},
                {
                    "type": "message_delta",
                    "delta": {"stop_reason": "max_tokens"},
                    "usage": {"output_tokens": 5},
                },
                {"type": "message_stop"},
            )
        ]
    model = AnthropicMessages("m", key="k", url=server.origin, patience=QUICK, stream=stream)
    async with model:
        reply = await model.answer(TALK)
    assert (reply.text, reply.calls, reply.stop) == ("so", (), "length")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_missing_key_is_a_failure_that_names_its_variable(
    kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_CONFIG_DIR", str(tmp_path))
    variable = "ANTHROPIC_API_KEY" if kind == "anthropic" else "OPENAI_API_KEY"
    async with KINDS[kind][0]("m", url="http://127.0.0.1:9/", patience=QUICK) as model:
        with pytest.raises(ModelFailed, match=variable):
            await model.answer(TALK)
        with pytest.raises(ModelFailed, match=variable):
            model.check_key()


def test_models_are_found_by_name() -> None:
    assert isinstance(model_named("claude-sonnet"), AnthropicMessages)
    assert isinstance(model_named("gpt-5"), OpenAIResponses)
    assert isinstance(model_named("chat:llama3:8b"), OpenAIChat)
    assert model_named("chat:llama3:8b").name == "llama3:8b"
    assert isinstance(model_named("qwen", url="http://127.0.0.1:11434/v1"), OpenAIChat)
    for wrong in ("qwen", "openai:", ""):
        with pytest.raises(InvalidInput):
            model_named(wrong)


async def test_a_script_is_played_line_by_line() -> None:
    model = ScriptedModel(["hm", ("click", {"ref": "e1"}), lambda talk: talk.system, ValueError("boom")])
    assert (await model.answer(TALK)).text == "hm"
    assert (await model.answer(TALK)).calls[0].arguments == '{"ref":"e1"}'
    assert await model.answer(TALK) == Reply(text="Drive a browser.")
    with pytest.raises(ValueError, match="boom"):
        await model.answer(TALK)
    with pytest.raises(ModelFailed, match="ended"):
        await model.answer(TALK)
    assert model.heard == [TALK] * 5
