"""`cdp-engine run`, as a process of its own, with a model server that speaks Chat Completions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.agent import TaskEvent
from cdp_engine.serve.run_talk import line_of
from tests.serve.command import call, environment, is_one_complaint
from tests.support.models import ModelServer, fault, model_server
from tests.support.site import Site

PASSWORD = "correct-horse-7"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def calling(name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": function}]}
    return {"id": "x", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}


DONE = calling("complete_task", status="success", reason="it is over")


def run(model: ModelServer, *args: str, typed: str = "", **env: str) -> Any:
    named = ("--model", "chat:test", "--model-url", f"{model.origin}/v1")
    return call("run", *args, *named, typed=typed, env=environment(OPENAI_API_KEY="key-of-the-test", **env))


@pytest.mark.live
@pytest.mark.req("AL-05", "AL-08", "EX-09", "EX-11")
@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_task_is_run_told_and_traced(
    backend: str, model: ModelServer, site: Site, chromium_endpoint: str, tmp_path: Path
) -> None:
    model.answers = [
        calling("find", role="textbox"),
        calling("navigate", url=site.url("services/streaming/cancelled.html")),
        DONE,
    ]
    done = run(
        model,
        *("--service", "streaming-cancellation", "--connect", chromium_endpoint, "--backend", backend),
        *("--url", site.url("services/streaming/login.html"), "--report", str(tmp_path / "report")),
        *("--secret", f"STREAM_PASSWORD@{site.origin()}"),
        STREAM_PASSWORD=PASSWORD,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("done, 3 turns")
    assert "[2] > navigate" in done.stderr
    assert "success claimed, accepted" in done.stderr
    report = tmp_path / "report"
    events = [json.loads(line) for line in (report / "trace.jsonl").read_bytes().splitlines()]
    assert [event["kind"] for event in events if event["turn"] == 3] == [
        "model",
        "tool",
        "completion",
        "answer",
        "end",
    ]
    assert json.loads((report / "result.json").read_bytes())["verified"] is True
    assert "has been cancelled" in (report / "view.txt").read_text(encoding="utf-8")
    shown = (report / "report.html").read_text(encoding="utf-8")
    assert shown.count("data:image/webp;base64,") == 3
    for told in (
        "Turn 1: &gt; find",
        "Turn 3: &gt; complete_task",
        "untrusted content",
        "Came of it",
        "<h2>Done",
    ):
        assert told in shown
    assert "<script" not in shown
    assert "${secret:STREAM_PASSWORD}" in json.dumps(model.bodies()[0])
    everything = done.stdout + done.stderr + json.dumps(model.bodies())
    everything += "".join(file.read_text(encoding="utf-8") for file in report.iterdir())
    for hidden in (PASSWORD, "key-of-the-test"):
        assert hidden not in everything


@pytest.mark.live
@pytest.mark.req("AL-06")
@pytest.mark.parametrize(("typed", "reason"), [("too soon\n", "too soon"), ("", "rejected at the terminal")])
def test_a_person_at_the_terminal_can_stop_it(
    typed: str, reason: str, model: ModelServer, site: Site, chromium_endpoint: str
) -> None:
    model.answers = [calling("navigate", url=site.url("services/streaming/confirm.html")), DONE]
    begin = site.url("services/streaming/account.html")
    service = ("--service", "streaming-cancellation", "--connect", chromium_endpoint)
    done = run(model, *service, "--url", begin, typed=typed)
    assert done.returncode == 1
    assert done.stdout.startswith("failed: human_rejected, 1 turns")
    assert reason in done.stdout
    assert "approve?" in done.stderr


@pytest.mark.live
@pytest.mark.req("AL-05")
def test_a_model_that_is_refused_ends_in_a_result(
    model: ModelServer, site: Site, chromium_endpoint: str
) -> None:
    model.answers = [fault(401, "wrong key")]
    begin = site.url("services/booking/")
    done = run(model, "Book it.", "--url", begin, "--connect", chromium_endpoint)
    assert done.returncode == 1
    assert done.stdout.startswith("failed: model_failed, 1 turns")
    assert "wrong key" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("Buy.", "--model", "chat:x"), "--url"),
        (("--url", "http://127.0.0.1:9/", "--model", "chat:x"), "GOAL"),
        (("Buy.", "--url", "http://127.0.0.1:9/"), "--model"),
        (("Buy.", "--url", "http://127.0.0.1:9/", "--model", "mystery"), "mystery"),
        (
            ("Buy.", "--url", "http://127.0.0.1:9/", "--model", "chat:x", "--service", "none"),
            "streaming-cancellation",
        ),
        (("Buy.", "--url", "http://127.0.0.1:9/", "--model", "chat:x", "--secret", "WORD"), "ORIGIN|origin"),
    ],
)
def test_what_is_missing_is_said(args: tuple[str, ...], said: str) -> None:
    env = {name: value for name, value in environment().items() if name != "CDP_ENGINE_MODEL"}
    done = call("run", *args, env=env)
    assert done.returncode == 2
    assert is_one_complaint(done.stderr)
    assert any(word in done.stderr for word in said.split("|"))


def test_every_event_has_its_line() -> None:
    def line(kind: Any, **data: Any) -> str:
        return line_of(TaskEvent(at=0.0, turn=1, kind=kind, data=data))

    assert line("start", goal="Buy", model="m") == "Buy (m)"
    assert line("answer", text="ok (v1 full)\nthe page") == "< ok (v1 full)"
    assert line("checkpoint", reason="dear") == "checkpoint: dear"
    assert line("approval", approved=False, message="no") == "rejected: no"
    assert line("completion", status="success", accepted=False) == "success claimed, not what the page shows"
    assert line("end", success=True) == ""
