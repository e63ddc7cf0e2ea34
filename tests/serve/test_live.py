"""The live page, driven in a real Chromium as a person drives it: watch, take over, hand back, answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
import pytest

from cdp_engine import Browser, Page
from cdp_engine.agent import (
    ApprovalRequest,
    Handover,
    Orchestrator,
    ScriptedModel,
    ToolBox,
    ToolResult,
    everyday,
    open_workspace,
    seven,
)
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.live.live_page import LivePage, live_page
from cdp_engine.serve.live.person_input import command_of, read_events
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.req("AG-08")]

PAGE = """<!doctype html><meta charset=utf-8><title>Gate</title><h1>Gate</h1>
<button id=open onclick="said.textContent = 'opened by hand'" style="width:300px;height:80px">Open</button>
<input id=code aria-label=Code style="display:block;width:300px;height:60px;font-size:30px">
<button id=ask onclick="said.textContent = confirm('Sure?')" style="width:300px;height:80px">Ask</button>
<p id=said></p>"""


class Person:
    """A person at the live page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def press(self, name: str) -> None:
        assert await self.page.wait_for(role="button", name=name)
        result = await self.page.click(f'button "{name}"')
        assert result.success, result.message

    async def sees(self, text: str) -> None:
        waited = await self.page.wait_for(text, timeout=20)
        assert waited.success, (await self.page.observe()).text

    async def point(self, agents: Page, css: str) -> None:
        """Click an element of the agent's page at its place in the live picture."""
        x, y = await agents.evaluate(
            "css => { const b = document.querySelector(css).getBoundingClientRect();"
            " return [(b.x + b.width / 2) / innerWidth, (b.y + b.height / 2) / innerHeight]; }",
            css,
        )
        await self.page.evaluate(
            "() => new Promise(end => { const i = document.getElementById('picture');"
            " const on = () => i.naturalWidth ? end() : setTimeout(on, 20); on(); })"
        )
        result = await self.page.click('image "The agent\'s browser"', position=f"{x:.4%},{y:.4%}")
        assert result.success, result.message


class Watched:
    def __init__(self, box: ToolBox, live: LivePage, address: str, person: Person, agents: Page) -> None:
        self.box, self.live, self.address, self.person, self.agents = box, live, address, person, agents

    async def said(self) -> str:
        return await self.agents.evaluate("said.textContent")


@asynccontextmanager
async def watched(browser: Browser, site: Site, *, make: Any = everyday) -> AsyncIterator[Watched]:
    site.route("/live/gate", PAGE)
    addresses: list[str] = []
    async with (
        open_workspace(browser, isolated=True) as workspace,
        browser.new_context() as own,
        live_page(workspace, tell=addresses.append) as live,
    ):
        agents = await workspace.open(site.url("/live/gate"))
        page = await own.new_page(addresses[0])
        yield Watched(make(workspace), live, addresses[0], Person(page), agents)
        await page.goto("about:blank")


async def until(page: Page, expression: str, wanted: str) -> None:
    """Wait until a script of the page has that value, polled in the page itself."""
    shown = await page.evaluate(
        f"wanted => new Promise(end => {{ const on = () => String({expression}) === wanted"
        " ? end(wanted) : setTimeout(on, 20); on(); })",
        wanted,
        timeout=20,
    )
    assert shown == wanted


@pytest.mark.live
async def test_a_person_takes_over_acts_and_hands_back(browser: Browser, site: Site) -> None:
    async with watched(browser, site) as at:
        await at.person.sees("the agent works")
        assert (await at.box.call("observe", {})).success
        await at.person.sees("observe {}")
        before = await at.said()
        await at.person.point(at.agents, "#open")
        assert await at.said() == before  # a picture to look at, until they take over
        await at.person.press("Take over")
        await at.person.sees("you have taken over")
        answers: list[ToolResult] = []

        async def click() -> None:
            answers.append(await at.box.call("click", {"ref": 'button "Open"'}))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(click)
            await at.person.point(at.agents, "#open")
            await until(at.agents, "said.textContent", "opened by hand")
            await at.person.point(at.agents, "#code")
            await at.person.page.press("4")
            await at.person.page.press("2")
            await until(at.agents, "code.value", "42")
            await at.agents.evaluate("said.textContent = 'only by hand'")
            assert answers == []
            filled = await at.person.page.fill('textbox "For the agent"', "the gate is open")
            assert filled.success
            await at.person.press("Hand back")
        (answer,) = answers
        assert answer.error == "person_acted"
        assert "the gate is open" in answer.text
        assert "only by hand" in answer.text
        assert await at.said() == "only by hand"  # the click that was planned before was not carried out
        assert (await at.box.call("click", {"ref": 'button "Open"'})).success
        assert await at.said() == "opened by hand"


@pytest.mark.live
async def test_the_agent_asks_and_waits(browser: Browser, site: Site) -> None:
    async with watched(browser, site) as at:
        answers: list[ToolResult] = []

        async def ask(seconds: float) -> None:
            answers.append(
                await at.box.call("ask_person", {"question": "Please solve the captcha", "seconds": seconds})
            )

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask, 60.0)
            await at.person.sees("Please solve the captcha")
            await at.person.press("Take over")
            await at.person.sees("you have taken over")
            await at.person.point(at.agents, "#open")
            await until(at.agents, "said.textContent", "opened by hand")
            await at.person.page.fill('textbox "Answer"', "it was a bus")
            await at.person.press("Done")
        assert answers[-1].success
        assert "it was a bus" in answers[-1].text
        assert "opened by hand" in answers[-1].text
        await at.person.sees("the agent works")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask, 60.0)
            await at.person.sees("Please solve")
            await at.person.press("No")
        assert answers[-1].error == "human_rejected"
        await ask(0.2)
        assert answers[-1].error == "timeout"
        assert "ask_person" in {tool["name"] for tool in at.box.schemas()}


@pytest.mark.live
async def test_dialogs_and_approvals_come_to_the_person(browser: Browser, site: Site) -> None:
    async with watched(browser, site) as at:
        await at.person.press("Take over")
        await at.person.sees("you have taken over")
        await at.person.point(at.agents, "#ask")
        await at.person.sees("confirm: Sure?")
        await at.person.press("OK")
        await until(at.agents, "said.textContent", "true")
        await at.person.press("Hand back")
        request = ApprovalRequest(action="pay 12 €", reason="it costs money", source="consequence")
        decided: list[Any] = []
        async with anyio.create_task_group() as tasks:

            async def approve() -> None:
                decided.append(await at.live.ask(request))

            tasks.start_soon(approve)
            await at.person.sees("Approve? pay 12 €")
            await at.person.page.fill('textbox "Answer"', "too dear")
            await at.person.press("No")
        assert (decided[0].approved, decided[0].message) == (False, "too dear")


@pytest.mark.live
async def test_strangers_are_refused(browser: Browser, site: Site) -> None:
    async with watched(browser, site) as at, httpx.AsyncClient(trust_env=False, timeout=30) as client:
        origin = f"http://{urlsplit(at.address).netloc}"
        assert (await client.get(f"{origin}/")).status_code == 404
        assert (await client.get(f"{origin}/wrong/picture")).status_code == 404
        assert (await client.get(at.address, headers={"Host": "evil.test"})).status_code == 421
        take = f"{at.address}take"
        assert (await client.post(take)).status_code == 403
        assert (await client.post(take, headers={"Origin": "http://evil.test"})).status_code == 403
        assert at.live.handover.holder == "agent"
        mine = {"Origin": origin}
        events = '[{"type": "text", "text": "x"}]'
        refused = await client.post(f"{at.address}input", data={"events": events}, headers=mine)
        assert refused.status_code == 409
        assert (await client.post(take, headers=mine)).status_code == 200
        wrong = await client.post(f"{at.address}input", data={"events": "[{}]"}, headers=mine)
        assert wrong.status_code == 409
        page = await client.get(at.address)
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert (await client.get(f"{at.address}view")).text.startswith("Gate")
        assert (await client.get(f"{at.address}picture")).content[:2] == b"\xff\xd8"


@pytest.mark.live
async def test_the_seven_and_a_run_wait_for_the_person_too(browser: Browser, site: Site) -> None:
    async with watched(browser, site, make=seven) as at:
        at.live.handover.take()
        at.live.handover.acted()
        at.live.handover.give_back("look again")
        first = next(tool.name for tool in at.box if tool.changes)
        answer = await at.box.call(first, {"ref": "@1"})
        assert not answer.success
        assert "look again" in answer.text
    async with watched(browser, site) as at:
        model = ScriptedModel(
            [
                ("click", {"ref": 'button "Open"'}),
                ("click", {"ref": 'button "Open"'}),
                ("complete_task", {"status": "success", "reason": "open"}),
            ]
        )
        at.live.handover.take()
        at.live.handover.acted()
        at.live.handover.give_back()
        result = await Orchestrator(model, at.box).run("Open the gate.")
        assert result.success
        assert await at.said() == "opened by hand"
        assert "not carried out" in str(model.heard[1].messages)


async def test_the_handover_alone() -> None:
    handover = Handover()
    handover.take()
    handover.give_back()
    assert "without acting" not in await handover.admit()
    handover.pause()
    handover.give_back("faster")
    assert "faster" in await handover.admit()
    assert await handover.admit() == ""
    with pytest.raises(InvalidInput):
        handover.answer(agreed=True)
    assert await handover.ask("Anybody?", 0.01) is None
    assert handover.question is None


def test_input_is_checked_and_scaled() -> None:
    (move, down, key, text) = read_events(
        '[{"type":"mouse","do":"move","x":0.5,"y":1},'
        '{"type":"mouse","do":"down","x":0,"y":0,"button":"left","held":1,"count":1},'
        '{"type":"key","do":"down","key":"a","code":"KeyA","number":65,"modifiers":2},'
        '{"type":"text","text":"ü"}]'
    )
    assert command_of(move, 800, 600).params["x"] == 400
    assert command_of(move, 800, 600).params["y"] == 599
    assert command_of(down, 800, 600).params["buttons"] == 1
    assert command_of(key, 800, 600).params["type"] == "rawKeyDown"
    assert "text" not in command_of(key, 800, 600).params
    assert command_of(text, 800, 600).params == {"text": "ü"}
    for wrong in ("{}", "[1]", '[{"type":"mouse","do":"move","x":2,"y":0}]', '[{"type":"key"}]'):
        with pytest.raises(InvalidInput):
            read_events(wrong)
