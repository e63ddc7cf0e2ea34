"""`cdp-engine run`, as a process of its own, with a model server that speaks Chat Completions."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.agent import TaskEvent
from cdp_engine.serve.reports.run_output import line_of
from tests.serve.command import call, environment, is_one_error_report
from tests.support.models import Answer, ModelServer, fault, model_server, streamed
from tests.support.site import Site

PASSWORD = "correct-horse-7"
WRITTEN_OUT = "Battery.Staple-9"
"""A password that the model writes out itself."""


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def calling(name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": function}]}
    return {"id": "x", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}


def filling(label: str, text: str) -> Callable[[dict[str, Any]], Answer]:
    """Fill the field of that name, by the ref in the model's last answer."""

    def answer(asked: dict[str, Any]) -> Answer:
        read = "\n".join(str(message["content"]) for message in asked["messages"])
        return calling("fill", ref=re.findall(rf"(e\d+) textbox {label}", read)[-1], text=text)

    return answer


def as_stream(turn: Answer | Callable[[dict[str, Any]], Answer]) -> Callable[[dict[str, Any]], Answer]:
    """The same answer as server-sent events."""

    def answer(asked: dict[str, Any]) -> Answer:
        whole = turn(asked) if callable(turn) else turn
        assert isinstance(whole, dict)
        choice = whole["choices"][0]
        calls = [{"index": 0, **call} for call in choice["message"]["tool_calls"]]
        delta = {"index": 0, "delta": {"role": "assistant", "content": "So", "tool_calls": calls}}
        end = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
        return streamed({"choices": [delta]}, {"choices": [end]}, "[DONE]")

    return answer


DONE = calling("complete_task", status="success", reason="it is over")


def run(model: ModelServer, *args: str, typed: str = "", **env: str) -> Any:
    named = ("--model", "chat:test", "--model-url", f"{model.origin}/v1")
    return call("run", *args, *named, typed=typed, env=environment(OPENAI_API_KEY="key-of-the-test", **env))


@pytest.mark.live
@pytest.mark.req("AL-05", "AL-08", "EX-09", "EX-11")
def test_a_task_is_run_reported_and_traced(
    model: ModelServer, site: Site, chromium_endpoint: str, tmp_path: Path
) -> None:
    turns: list[Answer | Callable[[dict[str, Any]], Answer]] = [
        calling("find", role="textbox"),
        filling("Email", "${secret:STREAM_PASSWORD}"),  # a field that shows what it holds
        calling("screenshot"),
        filling("Email", "ada@example.com"),
        filling("Password", "${secret:STREAM_PASSWORD}"),
        filling("Password", WRITTEN_OUT),
        calling("navigate", url=site.url("services/streaming/cancelled.html")),
        DONE,
    ]
    model.answers = [as_stream(turn) for turn in turns]
    done = run(
        model,
        *("--service", "streaming-cancellation", "--connect", chromium_endpoint, "--stream"),
        *("--url", site.url("services/streaming/login.html"), "--report", str(tmp_path / "report")),
        *("--secret", f"STREAM_PASSWORD@{site.origin()}"),
        STREAM_PASSWORD=PASSWORD,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("done, 8 turns")
    assert "[7] > navigate" in done.stderr
    assert [body.get("stream", False) for body in model.bodies()] == [True] * 8
    assert "withheld" in json.dumps(model.bodies()[3])
    assert "success claimed, accepted" in done.stderr
    report = tmp_path / "report"
    events = [json.loads(line) for line in (report / "trace.jsonl").read_bytes().splitlines()]
    assert [event["kind"] for event in events if event["turn"] == 8] == [
        "model",
        "tool",
        "completion",
        "answer",
        "end",
    ]
    assert json.loads((report / "result.json").read_bytes())["verified"] is True
    assert "has been cancelled" in (report / "view.txt").read_text(encoding="utf-8")
    shown = (report / "report.html").read_text(encoding="utf-8")
    assert shown.count("data:image/webp;base64,") == 6
    for reported in (
        "Turn 1: &gt; find",
        "Turn 8: &gt; complete_task",
        "[end ",
        "Came of it",
        "<h2>Done",
    ):
        assert reported in shown
    assert "<script" not in shown
    assert "${secret:STREAM_PASSWORD}" in json.dumps(model.bodies()[0])
    kept = b"".join(
        [done.stdout.encode(), done.stderr.encode(), *(file.read_bytes() for file in report.iterdir())]
    )
    asked = json.dumps(model.bodies()).encode()
    for hidden in (PASSWORD, WRITTEN_OUT, "key-of-the-test"):
        for form in forms_of(hidden):
            assert form not in kept, (hidden, form)
            assert hidden == WRITTEN_OUT or form not in asked, (hidden, form)


def forms_of(value: str) -> Iterator[bytes]:
    """How a value may lie in a file: as it is, in other encodings, and in base64 wherever it begins there."""
    for data in (value.encode(), value.encode("utf-16-le"), value[::-1].encode()):
        yield data
        yield data.hex().encode()
        for before in range(3):
            yield base64.b64encode(b" " * before + data)[4 : -4 if (before + len(data)) % 3 else None]


@pytest.mark.live
@pytest.mark.req("AL-06")
@pytest.mark.parametrize(
    ("typed", "reason", "backend"),
    [("too soon\n", "too soon", "asyncio"), ("", "rejected at the terminal", "trio")],
)
def test_a_person_at_the_terminal_can_stop_it(
    typed: str, reason: str, backend: str, model: ModelServer, site: Site, chromium_endpoint: str
) -> None:
    model.answers = [calling("navigate", url=site.url("services/streaming/confirm.html")), DONE]
    begin = site.url("services/streaming/account.html")
    service = ("--service", "streaming-cancellation", "--connect", chromium_endpoint, "--backend", backend)
    done = run(model, *service, "--url", begin, "--stop-on-no", typed=typed)
    assert done.returncode == 1
    assert done.stdout.startswith("failed: human_rejected, 1 turns")
    assert reason in done.stdout
    assert "approve?" in done.stderr


@pytest.mark.live
@pytest.mark.req("AL-06")
def test_a_no_at_the_terminal_reaches_the_model(
    model: ModelServer, site: Site, chromium_endpoint: str
) -> None:
    ended = calling("complete_task", status="failed", reason="as the person wants")
    model.answers = [calling("navigate", url=site.url("services/streaming/confirm.html")), ended]
    begin = site.url("services/streaming/account.html")
    service = ("--service", "streaming-cancellation", "--connect", chromium_endpoint)
    done = run(model, *service, "--url", begin, typed="too soon\n")
    assert done.stdout.startswith("failed: task_failed, 2 turns")
    assert "A person rejected this: too soon" in json.dumps(model.bodies()[1])


@pytest.mark.live
@pytest.mark.req("AL-05", "EX-09")
def test_the_seven_are_run_and_ask_before_they_buy(
    model: ModelServer, site: Site, chromium_endpoint: str
) -> None:
    def buying(asked: dict[str, Any]) -> Answer:
        read = str(asked["messages"][-1]["content"])
        return calling(
            "browser_click", ref=re.findall(r'"ref":"(@e\d+)","role":"button","name":"Buy"', read)[-1]
        )

    site.route("/run/shop7", "<title>Shop</title><form action=/run/sold7><button>Buy</button></form>")
    site.route("/run/sold7", "<title>Sold</title>Thank you")
    site.forget_requests()
    model.answers = [buying, DONE]
    begin = site.url("run/shop7")
    done = run(
        model, "Buy it.", "--url", begin, "--tools", "seven", "--connect", chromium_endpoint, typed="y\n"
    )
    assert done.returncode == 0, done.stderr
    assert "approve? click “Buy”" in done.stderr
    assert len(site.requests_to("/run/sold7")) == 1
    assert {tool["function"]["name"] for tool in model.bodies()[0]["tools"]} >= {
        "get_snapshot",
        "browser_click",
    }


@pytest.mark.req("AL-09")
@pytest.mark.req("AG-09")
def test_a_missing_key_is_named_before_a_browser_starts() -> None:
    env = environment()
    env.pop("OPENAI_API_KEY", None)
    begin = ("Buy.", "--url", "http://127.0.0.1:9/", "--model", "chat:x")
    done = call("run", *begin, "--executable", "/nowhere/chromium", env=env)
    assert done.returncode == 2
    assert "OPENAI_API_KEY" in done.stderr
    assert "chromium" not in done.stderr
    assert is_one_error_report(done.stderr)


@pytest.mark.live
@pytest.mark.req("EX-09")
def test_a_task_keeps_to_its_domains_and_asks_before_it_buys(model: ModelServer, site: Site) -> None:
    """In a browser of its own, where Chrome holds the lists, too."""

    def buying(asked: dict[str, Any]) -> Answer:
        read = "\n".join(str(message["content"]) for message in asked["messages"])
        return calling("click", ref=re.findall(r"(e\d+) button Buy", read)[-1])

    site.route(
        "/run/shop", "<title>Shop</title><form method=post action=/run/sold><button>Buy</button></form>"
    )
    site.route("/run/sold", "<title>Sold</title>Thank you")
    site.forget_requests()
    away = f"http://127.0.0.2:{site.port}/run/shop"
    model.answers = [calling("navigate", url=away), buying, DONE]
    done = run(
        model,
        *("Buy it.", "--url", site.url("run/shop"), "--allow-domain", f"127.0.0.1:{site.port}"),
        typed="y\n",
    )
    assert done.returncode == 0, done.stderr
    assert "< failed: not_allowed. Go on within the allowed domains" in done.stderr
    assert "approve? click “Buy” (it may spend money or bind to a purchase)" in done.stderr
    assert len(site.requests_to("/run/sold")) == 1


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
    assert is_one_error_report(done.stderr)
    assert any(word in done.stderr for word in said.split("|"))


def test_every_event_has_its_line() -> None:
    def line(kind: Any, **data: Any) -> str:
        return line_of(TaskEvent(at=0.0, turn=1, kind=kind, data=data))

    assert line("start", goal="Buy", model="m") == "Buy (m)"
    assert line("words", text="So I\nlook…") == "So I; look…"
    assert len(line("words", text="word " * 100)) < 100
    assert line("answer", text="ok (v1 full)\nthe page") == "< ok (v1 full)"
    assert line("checkpoint", reason="dear") == "checkpoint: dear"
    assert line("approval", approved=False, message="no") == "rejected: no"
    assert line("completion", status="success", accepted=False) == "success claimed, not what the page shows"
    assert line("end", success=True) == ""
