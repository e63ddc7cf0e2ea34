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
from cdp_engine.agent import Limits, Price, Usage, everyday, open_workspace
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
from cdp_engine.errors import InvalidInput, ModelFailed
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
    assert "not to be trusted" in model.heard[0].system


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


def no_because(words: str, asked: list[ApprovalRequest] | None = None) -> Callback:
    async def ask(request: ApprovalRequest) -> Approval:
        if asked is not None:
            asked.append(request)
        return Approval(False, words)

    return Callback(ask)


@pytest.mark.req("AL-06", "AG-09")
async def test_a_rejected_checkpoint_reaches_the_model_and_guards_its_page(
    workspace: Workspace, site: Site
) -> None:
    await start(workspace, site)
    asked: list[ApprovalRequest] = []
    lines: list[Any] = [
        *CANCEL,
        ("observe", {}),
        ("navigate", {"url": site.url("services/streaming/account.html")}),
    ]
    result, events, model = await run(
        workspace, [*lines, done("failed")], approver=no_because("I changed my mind", asked)
    )
    assert (result.success, result.reason, result.turns) == (False, "task_failed", 10)
    assert result.title == "Account - Streamland", (
        "the membership was not cancelled, and the way back is free"
    )
    answers = kinds(events, "answer")
    assert [answer.get("error") for answer in answers] == [None] * 4 + ["human_rejected"] * 3 + [None] * 3
    for heard in model.heard[5:8]:
        assert "human_rejected. A person rejected this: I changed my mind" in heard.messages[-1].text
    assert "Finish cancellation" in model.heard[5].messages[-1].text, "what the click did is not withheld"
    assert [request.source for request in asked] == ["checkpoint"] * 3, (
        "once on arrival, then before each action"
    )


@pytest.mark.req("AL-06")
@pytest.mark.parametrize("script", ["", "setTimeout(() => document.title = 'Finish cancellation', 50)"])
async def test_a_state_that_no_action_led_to_is_asked_about_before_an_action(
    workspace: Workspace, site: Site, script: str
) -> None:
    await start(workspace, site)
    page = await workspace.page()
    await page.evaluate(script or "document.title = 'Finish cancellation'")
    await page.wait_for(function="document.title == 'Finish cancellation'")
    asked: list[ApprovalRequest] = []
    lines: list[Any] = [("observe", {}), CANCEL[0], CANCEL[0], done("failed")]
    result, events, _model = await run(workspace, lines, approver=no_because("not now", asked))
    assert result.title == "Finish cancellation", "nothing was done there"
    errors = [data.get("error") for data in kinds(events, "answer")]
    assert errors == [None, "human_rejected", "human_rejected", None]
    assert [request.source for request in asked] == ["checkpoint"] * 2
    assert len(kinds(events, "checkpoint")) == 1


@pytest.mark.req("AL-06")
async def test_a_rejected_checkpoint_ends_the_task_where_that_is_wanted(
    workspace: Workspace, site: Site
) -> None:
    await start(workspace, site)
    result, _events, model = await run(
        workspace, [*CANCEL, done()], approver=no_because("I changed my mind"), stop_on_rejection=True
    )
    assert (result.success, result.reason, result.message) == (False, "human_rejected", "I changed my mind")
    assert result.title == "Finish cancellation - Streamland"
    assert len(model.heard) == 5


@pytest.mark.req("AL-06")
async def test_what_is_agreed_to_after_a_no_is_carried_out(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    answers = iter([Approval(False, "not yet"), Approval(True)])

    async def ask(request: ApprovalRequest) -> Approval:
        return next(answers)

    result, events, _model = await run(workspace, [*CANCEL, done()], approver=Callback(ask))
    assert result.success
    assert [data["approved"] for data in kinds(events, "approval")] == [False, True]


@pytest.mark.req("AL-06")
async def test_a_model_may_ask_and_hears_a_no(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    question = ("request_human_approval", {"action": "cancel", "reason": "cannot be undone"})
    result, events, _model = await run(workspace, [question, done("failed")], approver=Always())
    assert result.reason == "task_failed"
    assert kinds(events, "approval")[0]["source"] == "model"
    result, _events, model = await run(workspace, [question, done("failed")], approver=Never())
    assert (result.reason, result.turns) == ("task_failed", 2)
    assert "human_rejected" in model.heard[1].messages[-1].text
    result, _events, _model = await run(
        workspace, [question, done()], approver=Never(), stop_on_rejection=True
    )
    assert (result.reason, result.turns) == ("human_rejected", 1)


@pytest.mark.req("AL-06")
async def test_without_a_person_checkpoints_are_reported_and_not_enforced(
    workspace: Workspace, site: Site
) -> None:
    await start(workspace, site)
    question = ("request_human_approval", {"action": "cancel", "reason": "cannot be undone"})
    result, events, _model = await run(workspace, [question, *CANCEL, done()], approver=None)
    assert result.success
    assert [data["enforced"] for data in kinds(events, "checkpoint")] == [False]
    assert kinds(events, "approval") == []


@pytest.mark.req("AL-06")
async def test_an_approver_that_breaks_approves_nothing(workspace: Workspace, site: Site) -> None:
    await start(workspace, site, "streaming/survey.html")

    async def ask(request: ApprovalRequest) -> bool:
        raise OSError("no terminal")

    lines = [click("I rarely watch"), click("Continue"), done("failed")]
    result, _events, model = await run(workspace, lines, approver=Callback(ask))
    assert result.reason == "task_failed"
    assert "no terminal" in model.heard[2].messages[-1].text


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
async def test_faults_of_a_model_are_answered(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    broken = Reply(calls=(ToolCall(id="c", name="click", arguments='{"ref": "e'),))
    lines: list[Any] = [
        broken,
        ("dance", {}),
        ("click", {"ref": "e999"}),
        ("complete_task", {}),
        done("failed"),
    ]
    result, events, _model = await run(workspace, lines)
    assert (result.reason, result.turns) == ("task_failed", 5)
    errors = [data.get("error") for data in kinds(events, "answer")]
    assert errors == ["invalid_params", "unknown_tool", "ref_invalid", "invalid_params", None]


FORM = """<!doctype html><meta charset=utf-8><title>Form</title>
<label>Name <input></label><label>Town <input></label>
<button onclick="this.remove()">Remove me</button><button disabled>Locked</button>
<a href="/services/streaming/account.html">Away</a><output></output>
<button onclick="document.querySelector('output').textContent += 'x'">Count</button>"""


def several(*calls: tuple[str, dict[str, Any]]) -> Reply:
    made = (
        ToolCall(id=f"c{number}", name=name, arguments=json.dumps(arguments))
        for number, (name, arguments) in enumerate(calls)
    )
    return Reply(calls=tuple(made), stop="tools")


@pytest.mark.req("AL-05")
async def test_several_calls_of_a_turn_are_carried_out_in_order(workspace: Workspace, site: Site) -> None:
    site.route("/agent/several", FORM)
    await (await workspace.page()).goto(site.url("agent/several"))

    def all_at_once(talk: Conversation) -> Line:
        return several(
            ("fill", {"ref": ref_in(talk, "Name"), "text": "Ada"}),
            ("fill", {"ref": ref_in(talk, "Town"), "text": "Rome"}),
            ("click", {"ref": ref_in(talk, "Count")}),
        )

    def up_to_a_failure(talk: Conversation) -> Line:
        return several(
            ("click", {"ref": ref_in(talk, "Locked")}),
            ("click", {"ref": ref_in(talk, "Count")}),
        )

    def up_to_a_ref_that_is_gone(talk: Conversation) -> Line:
        ref = ref_in(talk, "Remove me")
        return several(
            ("click", {"ref": ref}), ("click", {"ref": ref}), ("click", {"ref": ref_in(talk, "Count")})
        )

    def away(talk: Conversation) -> Line:
        return several(
            ("click", {"ref": ref_in(talk, "Away")}), ("press", {"keys": "Enter"}), ("observe", {})
        )

    lines = [all_at_once, up_to_a_failure, up_to_a_ref_that_is_gone, away, done("failed")]
    result, events, model = await run(workspace, lines, service=None)
    assert result.turns == 5
    errors = [data.get("error") for data in kinds(events, "answer")]
    gone = "not_carried_out"
    assert errors == [None] * 3 + ["disabled", gone] + [None, gone, gone] + [None, gone, gone] + [None]
    told: tuple[Any, ...] = tuple(model.heard[1].messages[1:])
    said, *answered = told
    assert [call.id for call in said.calls] == ["c0", "c1", "c2"]
    assert [one.call.id for one in answered] == ["c0", "c1", "c2"], "each call has its answer"
    assert "is gone since the call before it" in model.heard[3].messages[-2].text
    assert "led to another page" in model.heard[4].messages[-2].text
    assert model.heard[0].several
    assert result.title == "Account - Streamland"


@pytest.mark.req("AG-09")
async def test_a_task_ends_at_its_limits(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    thought = Reply(text="hm", usage=Usage(read=900, written=100, cached=500))
    price = Price(read=10.0, written=100.0, cached=2.0)

    async def ends(lines: Any, **limits: Any) -> TaskResult:
        result, _events, _model = await run(workspace, lines, service=None, limits=Limits(**limits))
        return result

    result = await ends([thought] * 9, turns=2, price=price)
    assert (result.reason, result.turns) == ("max_turns_exceeded", 2)
    assert result.usage == Usage(read=1800, written=200, cached=1000)
    assert result.cost == pytest.approx(2 * (400 * 10 + 500 * 2 + 100 * 100) / 1_000_000)
    result = await ends([thought] * 9, tokens=2500)
    assert (result.reason, result.turns, result.cost) == ("max_tokens_exceeded", 3, None)
    result = await ends([thought] * 9, money=0.02, price=price)
    assert (result.reason, result.turns) == ("max_money_exceeded", 2)
    result = await ends([("wait", {"text": "never", "seconds": 60})], seconds=1.0)
    assert (result.reason, result.turns) == ("max_seconds_exceeded", 1)
    with pytest.raises(InvalidInput, match="price of the model 'scripted'"):
        Orchestrator(ScriptedModel([]), everyday(workspace), limits=Limits(money=1.0))


@pytest.mark.req("AG-09")
async def test_the_same_step_in_vain_is_warned_of_and_ends_the_task(workspace: Workspace, site: Site) -> None:
    html = "<!doctype html><title>Dead</title><button>Dead</button><button onclick=this.textContent+='.'>Alive</button>"
    site.route("/agent/dead", html)
    await (await workspace.page()).goto(site.url("agent/dead"))
    lines = [click("Dead")] * 9
    result, events, _model = await run(workspace, lines, service=None)
    assert (result.reason, result.turns) == ("repetition", 6)
    warned = ["exactly this" in data["text"] for data in kinds(events, "answer")]
    assert warned == [False, False, True, True, True, True]
    result, events, _model = await run(workspace, [click("Alive")] * 9 + [done("failed")], service=None)
    assert result.turns == 10, "a step that changes the page may be taken as often as it takes"


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


async def test_without_indicators_the_models_word_is_reported_as_such(
    workspace: Workspace, site: Site
) -> None:
    await start(workspace, site)
    result, _events, _model = await run(workspace, [done()], service=None)
    assert (result.success, result.verified) == (True, False)


async def test_the_history_stays_within_its_budget(workspace: Workspace, site: Site) -> None:
    await start(workspace, site)
    service = Service(name="any", success=(Indicator(title="never"),))
    looking: list[Any] = [("observe", {})] * 9
    lines: list[Any] = [*looking, done("failed")]
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

    lines: list[Any] = [
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
    reported = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_bytes().splitlines()]
    assert "words" not in {line["kind"] for line in reported}
    answers = [line["data"] for line in reported if line["kind"] == "answer"]
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
