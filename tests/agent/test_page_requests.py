"""Requests to a backend of one's own: every field filled, the negotiation, the fallback for an empty view."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import cdp_engine
from cdp_engine import AgentRequest, PageRequests
from cdp_engine.errors import ModelFailed
from cdp_engine.views import fallback_mode, json_schema
from tests.support.site import Site

ROOT = Path(__file__).resolve().parents[2]
PAGE = """<!doctype html><meta charset=utf-8><title>Shop</title>
<button onclick="fetch('/requests/ping'); history.pushState(0, '', '/requests/menu');
 list.innerHTML = `<div role=menu><div role=menuitem tabindex=0>Small</div>
 <div role=menuitem tabindex=0>Large</div></div>`">Sizes</button><div id=list></div><button disabled>Locked</button>"""
VALID = jsonschema.Draft202012Validator(json_schema("payload"))


def body_of(request: AgentRequest) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(request))
    VALID.validate(body)
    return body


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("Click Save", "skeleton"),
        ("Click the gear icon in the top right corner", "hybrid"),
        ("Search for SpaceX", "skeleton"),
        ("Wie spät ist es", "hybrid"),
        ("Reopen it", "hybrid"),
    ],
)
@pytest.mark.req("SX-02")
def test_words_choose_what_stands_in(query: str, mode: str) -> None:
    assert fallback_mode(query) == mode


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("SX-16")
async def test_every_field_of_a_request_is_filled(page: cdp_engine.Page, site: Site) -> None:
    site.route("/requests/ping", "pong")
    site.route("/requests/shop", PAGE)
    await page.goto(site.url("requests/shop"))
    requests = PageRequests(page, "Choose a size", task_id="t1", session_id="s1")
    first = body_of(await requests.build())
    assert (first["domMode"], first["dom"], first["taskId"], first["sessionId"]) == (
        "semantic",
        "",
        "t1",
        "s1",
    )
    assert "lastActionStatus" not in first
    assert "skeletonDom" not in first
    assert "screenshot" not in first
    refs = {node.name: node.ref for node in (await page.snapshot()).interactive()}
    requests.note(await page.click(refs["Sizes"]), refs["Sizes"])
    second = body_of(await requests.build())
    assert second["lastActionStatus"] == "success"
    assert second["lastActionResult"]["success"] is True
    changes = second["domChanges"]
    assert changes["addedCount"] == 4, "the menu, its items, and what holds them, which was empty"
    assert changes["removedCount"] == 0
    assert changes["dropdownDetected"] is True
    assert changes["dropdownOptions"] == ["Small", "Large"]
    assert changes["stabilizationTime"] > 0
    assert changes["previousUrl"].endswith("/requests/shop")
    assert (changes["urlChanged"], changes["didNetworkOccur"]) == (True, True)
    seen = {"didNetworkOccur": True, "didDomMutate": True, "didUrlChange": True}
    assert second["clientObservations"] == seen
    requests.note(await page.click(refs["Locked"], timeout=1.0), refs["Locked"])
    third = body_of(await requests.build())
    assert third["lastActionStatus"] == "failure"
    error = third["lastActionError"]
    assert (error["code"], error["action"], error["elementId"]) == ("disabled", "click", refs["Locked"])
    assert third["clientObservations"] == dict.fromkeys(seen, False)
    assert "lastActionStatus" not in body_of(await requests.build()), "an action is reported once"


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("SX-02")
async def test_a_backend_gets_exactly_what_it_asks_for(page: cdp_engine.Page, site: Site) -> None:
    site.route("/requests/shop", PAGE)
    await page.goto(site.url("requests/shop"))
    got: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = [
        {"status": "needs_context", "requestedDomMode": "skeleton"},
        {"needsScreenshot": True},
        {"status": "needs_full_dom", "needsFullDomReason": "nothing found"},
        {"status": "ok"},
    ]

    async def ask(request: AgentRequest) -> Mapping[str, Any]:
        got.append(body_of(request))
        return answers[len(got) - 1]

    assert await PageRequests(page, "Choose a size").negotiate(ask) == {"status": "ok"}
    modes = [
        (body["domMode"], "skeletonDom" in body, "screenshot" in body, bool(body["dom"])) for body in got
    ]
    assert modes == [
        ("semantic", False, False, False),
        ("skeleton", True, False, False),
        ("hybrid", False, True, False),
        ("full", False, False, True),
    ]

    async def never(_request: AgentRequest) -> Mapping[str, Any]:
        return {"status": "needs_context"}

    with pytest.raises(ModelFailed, match="requested more context"):
        await PageRequests(page, "Choose a size").negotiate(never)


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("SX-02")
async def test_a_page_without_controls_is_sent_in_another_mode(page: cdp_engine.Page, site: Site) -> None:
    site.route("/requests/text", "<!doctype html><title>Text</title><p>Only words here")
    await page.goto(site.url("requests/text"))
    plain = body_of(await PageRequests(page, "Press the button").build())
    assert plain["domMode"] == "skeleton"
    pictured = body_of(await PageRequests(page, "What is in the picture").build())
    assert pictured["domMode"] == "hybrid"
    assert pictured["screenshot"]


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("SX-02", "SX-16")
async def test_the_worked_example_works(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "own_backend.py"))
    planner = example["Planner"]()
    await example["main"](planner)
    assert [body["domMode"] for body in planner.read] == ["semantic", "full", "semantic"]
    assert planner.read[2]["lastActionStatus"] == "success"
    assert "Blue shirt added" in str(planner.read[2]["recent_events"])
    assert "semantic success" in capsys.readouterr().out
