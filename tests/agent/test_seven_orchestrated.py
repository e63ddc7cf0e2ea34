"""The seven tools led by the orchestrator: every row of their source on a real page, and no ref but their own."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import cdp_engine
from cdp_engine.agent import (
    SNAPSHOT_SCHEMA,
    Approval,
    ApprovalRequest,
    Callback,
    Checkpoint,
    Conversation,
    Indicator,
    Orchestrator,
    Recorder,
    Reply,
    Service,
    TaskEvent,
    TaskResult,
    ToolBox,
    ToolCall,
    ToolResult,
    Workspace,
    everyday,
    open_workspace,
    read_steps,
    seven,
)
from cdp_engine.agent.models import ScriptedModel
from cdp_engine.agent.models.scripted import Turn as Line
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

READABLE = jsonschema.Draft7Validator(SNAPSHOT_SCHEMA, format_checker=jsonschema.FormatChecker())
SECRET = "hunter2-and-more"
SHOP = """<!doctype html><meta charset=utf-8><title>Shop</title>
<style>#cookies { position: fixed; inset: 0; background: #fffe }</style>
<button onclick="deleted = 1">Delete all orders</button>
<button onclick="document.title = 'Thanks'">Read more</button>
<label>Password <input type=password></label>
<label>Size <select><option>Small<option>Large</select></label>
<button disabled>Locked</button>
<form action=/agent/paid><button>Pay now</button></form>
<div style="height: 3000px"></div><button>At the end</button>"""
COVER = """<div id=cookies role=dialog aria-label=Cookies>We use cookies
<button onclick="this.parentElement.remove()">Close</button></div>"""


@pytest.fixture
async def workspace(browser: cdp_engine.Browser, site: Site) -> AsyncIterator[Workspace]:
    site.route("/agent/paid", "<title>Paid</title>Thank you")
    async with open_workspace(browser, isolated=True) as opened:
        yield opened


async def show(workspace: Workspace, site: Site, html: str = SHOP) -> None:
    site.route("/agent/seven", html)
    await (await workspace.page()).goto(site.url("agent/seven"))


def snapshot_in(text: str) -> dict[str, Any]:
    """The newest snapshot in a text that a model reads."""
    return json.loads(re.findall(r"^\{\"snapshot_id\".*\}$", text, re.MULTILINE)[-1])


def newest(talk: Conversation) -> dict[str, Any]:
    return snapshot_in(talk.messages[-1].text)


def ref_of(snapshot: dict[str, Any], name: str) -> str:
    return next(one["ref"] for one in snapshot["elements"] if one["name"] == name)


def on(tool: str, name: str, **more: Any) -> Callable[[Conversation], Line]:
    return lambda talk: (tool, {"ref": ref_of(newest(talk), name), **more})


def click(name: str) -> Callable[[Conversation], Line]:
    return on("browser_click", name)


def done(status: str = "success") -> Line:
    return ("complete_task", {"status": status, "reason": "as I see it"})


class Run:
    """One task: its result, its events, what the model read, and the sevens' own answers."""

    def __init__(self, workspace: Workspace, lines: list[Any], **options: Any) -> None:
        self.events: list[TaskEvent] = []
        self.model = ScriptedModel(lines)
        self.box: ToolBox = seven(workspace)
        self.task = Orchestrator(self.model, self.box, listeners=[self.events.append], **options)

    async def go(self) -> TaskResult:
        return await self.task.run("Do it.")

    def data(self, kind: str) -> list[dict[str, Any]]:
        return [event.data for event in self.events if event.kind == kind]

    def answers(self) -> list[str]:
        """The text of each answer as the model read it first."""
        return [talk.messages[-1].text for talk in self.model.heard[1:]]

    def errors(self) -> list[str | None]:
        return [data.get("error") for data in self.data("answer")]


@pytest.mark.req("AL-01", "AL-02", "AL-03", "AL-05")
async def test_the_task_opens_with_a_snapshot_whose_refs_the_tools_accept(
    workspace: Workspace, site: Site
) -> None:
    await show(workspace, site)
    run = Run(workspace, [click("Read more"), done()])
    result = await run.go()
    opening = run.model.heard[0]
    first = opening.messages[0]
    snapshot = snapshot_in(first.text)
    READABLE.validate({**snapshot, "screenshot": ""})
    assert [one["ref"] for one in snapshot["elements"]] == [
        f"@e{n}" for n in range(len(snapshot["elements"]))
    ]
    assert first.pictures[0].data.startswith(b"\x89PNG")
    assert (result.success, run.errors()) == (True, [None, None])
    assert result.title == "Thanks"
    assert [tool["name"] for tool in opening.tools] == [tool.name for tool in run.box]
    assert not opening.several
    assert "valid for ONE action" in opening.system
    assert "@e" in run.answers()[0]
    assert snapshot["omitted"] == {"outside_the_viewport": 1}


@pytest.mark.req("AL-02", "AL-04")
async def test_an_obscured_click_names_the_way_out_by_a_ref_of_its_own_snapshot(
    workspace: Workspace, site: Site
) -> None:
    await show(workspace, site, SHOP + COVER)

    def as_it_says(talk: Conversation) -> Line:
        (ref,) = re.findall(r"Click (@e\d+) to close what covers it", talk.messages[-1].text)
        return ("browser_click", {"ref": ref})

    run = Run(workspace, [click("Read more"), as_it_says, click("Read more"), done()])
    result = await run.go()
    assert run.errors() == ["element_obscured", None, None, None]
    assert result.title == "Thanks"
    assert await (await workspace.page()).evaluate("typeof deleted") == "undefined"


@pytest.mark.req("AL-04")
async def test_every_failure_comes_with_a_fresh_snapshot_and_no_ref_of_the_engine(
    workspace: Workspace, site: Site
) -> None:
    await show(workspace, site)
    page = await workspace.page()
    engine = {node.ref for node in (await page.snapshot()).interactive()}

    async def away() -> None:
        await page.evaluate("document.querySelectorAll('button')[1].remove()")

    lines = [
        click("Locked"),
        ("browser_click", {"ref": "@e999"}),
        ("browser_click", {"ref": "e1"}),
        ("browser_scroll", {}),
        ("browser_dance", {}),
        Reply(calls=(ToolCall(id="x", name="browser_click", arguments="{"),), stop="tools"),
        done("failed"),
    ]
    run = Run(workspace, lines)
    await run.go()
    expected = ["element_disabled", "ref_invalid", "invalid_params", "invalid_params", "action_failed"]
    assert run.errors() == [*expected, "invalid_params", None]
    for text in run.answers():
        READABLE.validate({**snapshot_in(text), "screenshot": ""})
        own_words = re.sub(r"(?m)^\{\"snapshot_id\".*$", "", text)
        assert not engine & set(re.findall(r"(?<![@\w])e\d+(?!\w)", own_words.replace("`e1`", ""))), own_words
    await away()
    box = seven(workspace)
    seen = await box.call("get_snapshot")
    await page.evaluate("document.querySelector('button').remove()")
    gone = await box.call("browser_click", {"ref": ref_of(seen.data["snapshot"], "Delete all orders")})
    assert gone.error == "ref_invalid"
    said = set(re.findall(r"@?e\d+", gone.data["message"]))
    assert said <= {one["ref"] for one in gone.data["snapshot"]["elements"]}, gone.data["message"]


@pytest.mark.req("AL-06", "EX-09")
async def test_what_pays_is_asked_before_and_a_no_reaches_the_model(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)
    site.forget_requests()
    asked: list[ApprovalRequest] = []
    answers = iter([Approval(False, "too expensive"), Approval(True)])

    async def person(request: ApprovalRequest) -> Approval:
        asked.append(request)
        return next(answers)

    run = Run(
        workspace, [click("Pay now"), click("Pay now"), done()], approver=Callback(person), consequences=True
    )
    result = await run.go()
    assert [request.source for request in asked] == ["consequence", "consequence"]
    assert "Pay now" in asked[0].action
    assert run.errors() == ["human_rejected", None, None]
    assert "A person rejected this: too expensive" in run.answers()[0]
    READABLE.validate({**snapshot_in(run.answers()[0]), "screenshot": ""})
    assert result.title == "Paid"
    assert len(site.requests_to("/agent/paid")) == 1


@pytest.mark.req("EX-09")
async def test_a_password_that_the_model_types_is_in_no_event(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)
    again = ("browser_fill", {"ref": "@e777", "value": SECRET})
    run = Run(workspace, [on("browser_fill", "Password", value=SECRET), again, done("failed")])
    result = await run.go()
    assert run.errors()[:2] == [None, "ref_invalid"]
    assert SECRET not in msgspec.json.encode(run.events).decode() + msgspec.json.encode(result).decode()
    assert (
        await (await workspace.page()).evaluate("document.querySelector('[type=password]').value") == SECRET
    )


@pytest.mark.req("AL-05", "AL-02")
async def test_one_tool_per_turn_and_the_others_are_answered(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)

    def two(talk: Conversation) -> Line:
        refs = [ref_of(newest(talk), name) for name in ("Read more", "Delete all orders")]
        calls = [ToolCall(id=ref, name="browser_click", arguments=json.dumps({"ref": ref})) for ref in refs]
        return Reply(calls=tuple(calls), stop="tools")

    run = Run(workspace, [two, "hm", done("failed")])
    await run.go()
    assert run.errors() == [None, "not_carried_out", None]
    assert await (await workspace.page()).evaluate("typeof deleted") == "undefined"
    assert "complete_task" in run.answers()[1]


@pytest.mark.req("AL-06", "AL-07", "AL-08")
async def test_checkpoints_and_indicators_decide(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)
    service = Service(
        name="shop",
        guidance="The button is at the top.",
        checkpoints=(Checkpoint(reason="it was read", when=(Indicator(title="Thanks"),)),),
        success=(Indicator(title="Paid"),),
        failure=(Indicator(url="error"),),
    )
    asked: list[ApprovalRequest] = []

    async def person(request: ApprovalRequest) -> Approval:
        asked.append(request)
        return Approval(True, "all right")

    question = ("request_human_approval", {"action": "pay", "reason": "it costs money"})
    lines = [done(), click("Read more"), question, click("Pay now"), done()]
    run = Run(workspace, lines, service=service, approver=Callback(person))
    result = await run.go()
    assert (result.success, result.verified, result.turns) == (True, True, 5)
    assert [request.source for request in asked] == ["checkpoint", "model"]
    assert "not_verified" in run.answers()[0] or "Not done yet" in run.answers()[0]
    READABLE.validate({**snapshot_in(run.answers()[0]), "screenshot": ""})
    assert "all right" in run.answers()[2]
    assert "The button is at the top." in run.model.heard[0].system


@pytest.mark.req("AL-09", "AL-03")
async def test_old_snapshots_are_superseded_and_the_budget_is_kept(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)
    run = Run(workspace, [("get_snapshot", {})] * 14 + [done("failed")], budget=1500)
    await run.go()
    last = run.model.heard[-1].messages
    assert sum('"snapshot_id"' in message.text for message in last) == 1
    assert "Your earlier turns" in last[0].text
    pictured = [message for message in last if getattr(message, "pictures", ())]
    assert len(pictured) == 1
    assert pictured[0] is last[-1]


@pytest.mark.req("AL-02", "AL-03")
async def test_the_limits_of_a_snapshot_are_reported(workspace: Workspace, site: Site) -> None:
    deep = "<ul><li>" * 12 + "<button>Deep</button>" + "</ul>" * 12
    rows = "".join(f"<button>Row {number}</button>" for number in range(130))
    await show(workspace, site, f"<!doctype html><title>Many</title>{deep}{rows}")
    box = seven(workspace)
    answer: ToolResult = await box.call("get_snapshot", {"viewport_only": False})
    snapshot = answer.data["snapshot"]
    READABLE.validate(snapshot)
    assert len(snapshot["elements"]) == 100
    assert snapshot["omitted"] == {"after_the_first_100": 30, "deeper_than_10": 1}
    assert box.list_refs() == [one["ref"] for one in snapshot["elements"]]
    await box.call("browser_click", {"ref": "@e3"})
    assert len(box.list_refs()) > 0


@pytest.mark.req("AL-03")
async def test_the_picture_fits_into_1024_by_768(workspace: Workspace, site: Site) -> None:
    await show(workspace, site)
    page = await workspace.page()
    for width, height in ((1600, 900), (800, 1400), (640, 480)):
        await page.emulate(viewport=(width, height))
        answer = await seven(workspace).call("get_snapshot")
        picture = answer.pictures[0].data
        size = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        shown = await page.evaluate(
            "document.documentElement.clientWidth"
        )  # less than the width: a scroll bar
        scale = min(1.0, 1024 / shown, 768 / height)
        assert size == pytest.approx((shown * scale, height * scale), abs=1)


@pytest.mark.req("AG-09", "AG-07")
async def test_the_seven_and_every_group_work_one_after_the_other_and_are_recorded(
    workspace: Workspace, site: Site, tmp_path: Path
) -> None:
    await show(workspace, site)
    workspace.recorder = Recorder(tmp_path / "steps.jsonl")
    calls: list[Line] = [
        ("resize", {"width": 900, "height": 700}),
        ("cookies", {"do": "set", "name": "who", "value": "me"}),
        ("storage", {}),
        ("markdown", {}),
        ("find", {"role": "link"}),
        ("mock", {"do": "list"}),
        ("mouse", {"x": 1, "y": 1, "do": "move"}),
        ("evaluate", {"expression": "document.title"}),
        done(),
    ]
    box = everyday(workspace, groups=["all"])
    heard: list[TaskEvent] = []
    first = await Orchestrator(ScriptedModel(calls), box, listeners=[heard.append]).run("Look around.")
    assert first.success
    assert [one.data.get("error") for one in heard if one.kind == "answer"] == [None] * len(calls)
    run = Run(workspace, [click("Read more"), done()])
    assert (await run.go()).success
    assert run.errors() == [None, None]
    lines = (tmp_path / "steps.jsonl").read_text().splitlines()
    steps = read_steps("\n".join(lines))
    assert [step.do for step in steps] == ["resize", "click"]
    assert steps[-1].target is not None
    assert steps[-1].target.name == "read more"
    left_out = [line.split()[3] for line in lines if line.startswith("#")]
    assert left_out == ["cookies", "storage", "mock", "mouse", "evaluate"]
