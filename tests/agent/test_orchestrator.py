"""Tasks on a real browser with a scripted model: the two services, and everything that can go wrong."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

import cdp_engine
from cdp_engine.agent import everyday, open_workspace
from cdp_engine.agent.models import Conversation, Reply, ScriptedModel, ToolCall
from cdp_engine.agent.models.scripted import Turn as Line
from cdp_engine.agent.services import Indicator, Service, bundled
from cdp_engine.agent.tasks import (
    Always,
    Approval,
    ApprovalRequest,
    Callback,
    Never,
    Orchestrator,
    Secret,
    TaskEvent,
    TaskLog,
    TaskResult,
    orchestrator,
)
from cdp_engine.agent.workspace import Workspace
from cdp_engine.errors import ModelFailed
from cdp_engine.protocol import page as page_domain
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

STREAMING = bundled().get("streaming-cancellation")
PASSWORD = "correct-horse-7"


@pytest.fixture
async def workspace(browser: cdp_engine.Browser) -> AsyncIterator[Workspace]:
    async with open_workspace(browser, isolated=True) as opened:
        yield opened


def ref_in(talk: Conversation, label: str) -> str:
    """The newest ref of an element in what the model has read."""
    read = "\n".join(message.text for message in talk.messages)
    return re.findall(rf"(e\d+) (?:[a-z]+ )?{re.escape(label)}", read)[-1]


def on(tool: str, label: str, **more: Any) -> Callable[[Conversation], Line]:
    return lambda talk: (tool, {"ref": ref_in(talk, label), **more})


def click(label: str) -> Callable[[Conversation], Line]:
    return on("click", label)


class Speaking(ScriptedModel):
    """Says its words one after the other."""

    streams = True

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        heard("I look")
        heard(f"I look for {PASSWORD[:9]}")
        return await self.answer(conversation)


def done(status: str = "success") -> Line:
    return ("complete_task", {"status": status, "reason": "as I see it"})


CANCEL = (
    click("Cancel membership"),
    click("No thanks, continue to cancel"),
    click("Decline offer"),
    click("I rarely watch"),
    click("Continue"),
    click("I understand"),
    click("Finish cancellation"),
)


async def start(workspace: Workspace, site: Site, path: str = "streaming/account.html") -> None:
    await (await workspace.page()).goto(site.url(f"services/{path}"))


async def run(
    workspace: Workspace, lines: Any, **options: Any
) -> tuple[TaskResult, list[TaskEvent], ScriptedModel]:
    events: list[TaskEvent] = []
    model = ScriptedModel(lines)
    options.setdefault("service", STREAMING)
    task = Orchestrator(model, everyday(workspace), listeners=[events.append], **options)
    return await task.run("End my membership."), events, model


def kinds(events: list[TaskEvent], kind: str) -> list[dict[str, Any]]:
    return [event.data for event in events if event.kind == kind]


@pytest.mark.req("AL-05", "AL-06", "AL-07", "AL-08")
async def test_a_membership_is_cancelled_through_every_stage(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    asked: list[ApprovalRequest] = []

    async def ask(request: ApprovalRequest) -> bool:
        asked.append(request)
        return True

    result, events, model = await run(workspace, [*CANCEL, done()], approver=Callback(ask))
    assert (result.success, result.reason, result.verified, result.turns) == (True, "completed", True, 8)
    assert result.title == "Membership cancelled - Streamland"
    assert "has been cancelled" in result.view
    assert [request.source for request in asked] == ["checkpoint"], (
        "once, though three turns stayed on that page"
    )
    assert asked[0].title == "Finish cancellation - Streamland"
    assert (asked[0].screenshot or b"").startswith(b"\x89PNG")
    assert [data["approved"] for data in kinds(events, "approval")] == [True]
    assert [event.kind for event in events][-1] == "end"
    assert "untrusted" in model.heard[0].messages[0].text


@pytest.mark.req("AL-08")
async def test_an_appointment_is_booked_by_another_data_file(workspace: Workspace, site: Site) -> None:
    await start(workspace, site, "booking/")
    lines = [click("9:30"), on("fill", "Your name", text="Ada"), click("Book now"), done()]
    result, _events, _model = await run(
        workspace, lines, service=bundled().get("appointment-booking"), approver=Always()
    )
    assert (result.success, result.verified, result.turns) == (True, True, 4)
    assert "4711" in result.view


@pytest.mark.req("AL-07")
async def test_success_claimed_too_early_is_not_believed(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    result, events, model = await run(workspace, [done(), done(), done("failed")], approver=Always())
    assert (result.success, result.reason, result.turns) == (False, "task_failed", 3)
    assert [data["accepted"] for data in kinds(events, "completion")] == [False, False, True]
    assert "not_verified" in model.heard[1].messages[-1].text


@pytest.mark.req("AL-07")
async def test_a_failure_on_the_page_outweighs_the_models_word(workspace: Workspace, site: Site) -> None:
    await start(workspace, site, "streaming/account.html?case=error")
    result, events, _model = await run(workspace, [*CANCEL, done()], approver=Always(), max_turns=8)
    assert (result.success, result.reason) == (False, "max_turns_exceeded")
    assert kinds(events, "completion")[0]["verdict"] == "failure"


@pytest.mark.req("AL-06")
async def test_a_rejected_checkpoint_stops_before_the_last_step(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)

    async def ask(request: ApprovalRequest) -> Approval:
        return Approval(False, "I changed my mind")

    result, _events, model = await run(workspace, [*CANCEL, done()], approver=Callback(ask))
    assert (result.success, result.reason, result.message) == (False, "human_rejected", "I changed my mind")
    assert result.title == "Finish cancellation - Streamland"
    assert len(model.heard) == 5


@pytest.mark.req("AL-06")
async def test_a_model_may_ask_and_no_ends_the_task(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    question = ("request_human_approval", {"action": "cancel", "reason": "cannot be undone"})
    result, events, _model = await run(workspace, [question, done("failed")], approver=Always())
    assert result.reason == "task_failed"
    assert kinds(events, "approval")[0]["source"] == "model"
    result, _events, _model = await run(workspace, [question, done()], approver=Never())
    assert (result.reason, result.turns) == ("human_rejected", 1)


@pytest.mark.req("AL-06")
async def test_an_approver_that_breaks_approves_nothing(workspace: Workspace, site: Site) -> None:
    await start(workspace, site, "streaming/survey.html")

    async def ask(request: ApprovalRequest) -> bool:
        raise OSError("no terminal")

    lines = [click("I rarely watch"), click("Continue"), done()]
    result, _events, _model = await run(workspace, lines, approver=Callback(ask))
    assert result.reason == "human_rejected"
    assert "no terminal" in result.message


@pytest.mark.req("AL-05")
async def test_a_model_that_calls_no_tool_is_asked_to_and_ends_with_its_turns(
    workspace: Workspace, site: Site
) -> None:
    await start(workspace, site)
    cut = Reply(text="so", stop="length")
    result, _events, model = await run(workspace, ["hm", cut, *(["hm"] * 20)])
    assert (result.success, result.reason, result.turns) == (False, "max_turns_exceeded", 20)
    assert "complete_task" in model.heard[1].messages[-1].text
    assert "cut off" in model.heard[2].messages[-1].text


@pytest.mark.req("AL-05")
async def test_one_tool_per_turn_and_faults_of_a_model_are_answered(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    two = Reply(
        calls=(
            ToolCall(id="a", name="observe"),
            ToolCall(id="b", name="complete_task", arguments='{"status":"success","reason":"x"}'),
        )
    )
    broken = Reply(calls=(ToolCall(id="c", name="click", arguments='{"ref": "e'),))
    lines = [two, broken, ("dance", {}), ("click", {"ref": "e999"}), ("complete_task", {}), done("failed")]
    result, events, model = await run(workspace, lines)
    assert (result.reason, result.turns) == ("task_failed", 6)
    errors = [data.get("error") for data in kinds(events, "answer")]
    assert errors == [None, "invalid_params", "unknown_tool", "ref_invalid", "invalid_params", None]
    assert [m.call.id for m in model.heard[1].messages if getattr(m, "call", None)] == ["a", "a"]


@pytest.mark.parametrize("fault", [ModelFailed("down", status=503), ValueError("a bug")])
@pytest.mark.req("AL-05")
async def test_a_model_that_fails_ends_the_task(workspace: Workspace, site: Site, fault: Exception) -> None:
    await start(workspace, site)
    result, _events, _model = await run(workspace, [click("Cancel membership"), fault])
    assert (result.success, result.reason, result.turns) == (False, "model_failed", 2)
    assert result.title == "Before you go - Streamland"


async def test_a_model_that_refuses_ends_the_task(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    result, _events, _model = await run(workspace, [Reply(text="I won't", stop="refusal")])
    assert (result.reason, result.message) == ("model_refused", "I won't")


@pytest.mark.req("AL-05")
async def test_a_page_that_crashes_in_the_middle_can_be_reopened(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    page = await workspace.page()

    def crash(_talk: Conversation) -> Line:
        page.session.start(page_domain.crash()).__enter__()
        return ("wait", {"text": "never", "seconds": 1})

    url = site.url("services/streaming/account.html")
    lines = [crash, click("Cancel membership"), done(), ("navigate", {"url": url}), done("failed")]
    result, events, _model = await run(workspace, lines, approver=Always())
    assert (result.success, result.reason, result.turns) == (False, "task_failed", 5)
    answers = kinds(events, "answer")
    assert [answer["success"] for answer in answers[:3]] == [False, False, False]
    assert answers[3]["success"] is True


async def test_without_indicators_the_models_word_is_told_as_such(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    result, _events, _model = await run(workspace, [done()], service=None)
    assert (result.success, result.verified) == (True, False)


async def test_the_history_stays_within_its_budget(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    service = Service(name="any", success=(Indicator(title="never"),))
    lines = [("observe", {})] * 9 + [done("failed")]
    result, _events, model = await run(workspace, lines, service=service, budget=150)
    assert result.reason == "task_failed"
    last = model.heard[-1].messages
    assert "superseded" in last[0].text
    assert "Your earlier turns" in last[0].text
    assert sum("Your membership is active" in message.text for message in last) == 1


@pytest.mark.req("EX-09")
async def test_a_secret_reaches_its_origin_and_nothing_else(
    workspace: Workspace, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(workspace, site, "streaming/account.html?case=expired")
    origin = site.origin()
    secret = Secret("streaming", PASSWORD, (origin,))
    words: list[str] = []
    seen: list[ApprovalRequest] = []

    def hear(event: TaskEvent) -> None:
        if event.kind == "words":
            words.append(event.data["text"])

    async def ask(request: ApprovalRequest) -> bool:
        seen.append(request)
        return True

    lines = [
        click("Cancel membership"),
        on("fill", "Email", text="${secret:streaming}"),  # a field that shows what it holds
        ("screenshot", {}),
        on("fill", "Email", text="a@b.test"),
        on("fill", "Password", text="${secret:streaming}"),
        ("wait", {"text": "${secret:streaming}"}),
        on("fill", "Email", text="${secret:none}"),
        ("request_human_approval", {"action": f"say {PASSWORD}", "reason": "test"}),
        click("Sign in"),
        done("failed"),
    ]
    monkeypatch.setattr(orchestrator, "WORDS_SECONDS", 0.0)
    model = Speaking(lines)
    with (tmp_path / "trace.jsonl").open("wb") as file:
        task = Orchestrator(
            model,
            everyday(workspace),
            service=STREAMING,
            approver=Callback(ask),
            secrets=[secret],
            listeners=[TaskLog(file), hear],
        )
        result = await task.run("End it.")
    assert result.title == "Account - Streamland", "the password was right"
    assert words == ["I look…", "I look for [secret streaming]…"] * 10
    told = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_bytes().splitlines()]
    assert "words" not in {line["kind"] for line in told}
    answers = [line["data"] for line in told if line["kind"] == "answer"]
    assert "withheld" in answers[2]["text"]
    assert [answers[5]["error"], answers[6]["error"]] == ["not_allowed", "invalid_params"]
    heard = [
        (
            heard.system,
            [message.text for message in heard.messages],
            [getattr(m, "call", None) for m in heard.messages],
        )
        for heard in model.heard
    ]
    everything = (
        (tmp_path / "trace.jsonl").read_bytes()
        + msgspec.json.encode(result)
        + msgspec.json.encode([part[:2] for part in heard])
        + msgspec.json.encode(seen)
        + repr(task.vault).encode()
        + repr(secret).encode()
    )
    for form in (PASSWORD, quote(PASSWORD), base64.b64encode(PASSWORD.encode()).decode().rstrip("=")):
        assert form.encode() not in everything
    assert b"[secret streaming]" in everything


@pytest.mark.req("EX-09")
async def test_a_secret_is_not_typed_on_another_origin(workspace: Workspace, site: Site) -> None:
    await start(workspace, site, "streaming/login.html")
    secret = Secret("streaming", PASSWORD, ("https://streamland.example",))
    lines = [on("fill", "Password", text="${secret:streaming}"), done("failed")]
    _result, events, _model = await run(workspace, lines, secrets=[secret])
    assert kinds(events, "answer")[0]["error"] == "not_allowed"
    page = await workspace.page()
    assert await page.evaluate("document.querySelector('[type=password]').value") == ""
