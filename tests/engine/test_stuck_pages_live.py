"""Pages that never come to an end: every call says what keeps the page, and what can be done."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine import Browser
from cdp_engine.errors import CaptureFailed, DeadlineExceeded
from cdp_engine.protocol import Command
from cdp_engine.rpc import Session
from cdp_engine.verify.evidence import action_watcher
from tests.support.site import Request, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-07")]

LOOPS = {
    "while (true) alert('again')": "one dialog after another .* an alert: 'again'",
    "while (true) prompt('your name')": "one dialog after another .* a prompt: 'your name'",
    "while (true);": "still being loaded",
}


@pytest.mark.parametrize("script", LOOPS)
async def test_what_keeps_the_page_is_said(browser: Browser, site: Site, script: str) -> None:
    site.route("/engine/stuck", f"<title>stuck</title><h1>hello</h1><script>{script}</script>")
    page = await browser.new_page()
    try:
        arrived = await page.goto(site.url("engine/stuck"), timeout=1.5)
        assert ("the end of its dialogs" in arrived.waited_for) == ("dialog" in LOOPS[script])
        with pytest.raises(DeadlineExceeded, match=LOOPS[script]) as raised:
            await page.screenshot(timeout=1.0)
        assert "another address" in raised.value.hint
        with pytest.raises(CaptureFailed, match=LOOPS[script]):
            await page.observe(timeout=1.0)
    finally:
        await page.close()


async def test_a_picture_of_a_page_that_answers_nothing_is_given_up_early(
    browser: Browser, site: Site
) -> None:
    site.route("/engine/stuck", "<p>hello<script>setTimeout(() => { while (true); })</script>")
    page = await browser.new_page()
    try:
        await page.goto(site.url("engine/stuck"), wait_until="commit")
        with pytest.raises(DeadlineExceeded) as raised:
            await page.screenshot(timeout=60)
        assert raised.value.seconds < 60
        with pytest.raises(DeadlineExceeded):
            await page.evaluate("1", timeout=0.3)  # stops the script
        assert await page.screenshot()
    finally:
        await page.close()


async def test_a_click_on_a_link_whose_server_does_not_answer(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action_watcher, "LOAD_SECONDS", 0.5)
    monkeypatch.setattr(action_watcher, "ANSWER_SECONDS", 1.5)
    served: list[Request] = []

    def slow(request: Request) -> str:
        served.append(request)
        request.hold(1.0 if len(served) > 1 else 30.0)
        return "<p>The next page"

    site.route("/engine/unanswered", slow)
    site.route("/engine/leaving", "<a href=/engine/unanswered>Next</a>")
    page = await browser.new_page()
    try:
        await page.goto(site.url("engine/leaving"))
        left = await page.click('link "Next"')
        assert left.success
        assert left.observation is None
        assert "leaving for" in left.message
        assert "whose server has not answered" in left.message
        with pytest.raises(CaptureFailed, match="whose server has not answered"):
            await page.observe(timeout=0.5)
        site.release()
        await page.wait_for("The next page")
        await page.goto(site.url("engine/leaving"))
        arrived = await page.click('link "Next"')  # its server answers later than the load may take
        assert arrived.observation is not None
        assert "The next page" in arrived.observation.text
    finally:
        await page.close()


async def test_a_look_asks_a_frame_that_hung_before_for_its_contents_alone(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.route("/engine/hangs", "<p>busy</p><script>setTimeout(() => { for (;;); })</script>")
    inner = site.url("engine/hangs", host="b.test")
    site.route("/engine/around", f"<button>Buy</button><iframe src='{inner}'></iframe>")
    page = await browser.new_page(site.url("engine/around", host="a.test"))
    asked: list[str] = []
    send = Session.send

    async def noted(session: Session, command: Command[Any], *, timeout: float | None = None) -> Any:
        if session is not page.session:
            asked.append(command.method)
        return await send(session, command, timeout=timeout)

    try:
        first = await page.observe(timeout=0.5)
        assert [one.reason for one in first.snapshot.context.left_out] == ["did not answer in time"]
        monkeypatch.setattr(Session, "send", noted)
        again = await page.observe()
        assert "Buy" in again.text
        assert asked == ["Page.createIsolatedWorld"], "each of these waits for its deadline"
    finally:
        monkeypatch.undo()
        await page.close()


@pytest.mark.parametrize("action", ["fill", "type", "press", "click"])
async def test_input_to_a_frame_that_hangs_is_not_confirmed_by_the_focus(
    browser: Browser, site: Site, action: str
) -> None:
    site.route(
        "/engine/hanging-field",
        "<input aria-label=Name><button>Go</button><script>const hang = () => { for (;;); };"
        "addEventListener('input', hang); addEventListener('click', (e) => e.target.type === 'submit' && hang())"
        "</script>",
    )
    inner = site.url("engine/hanging-field", host="b.test")
    site.route("/engine/around-field", f"<button>Buy</button><iframe src='{inner}'></iframe>")
    page = await browser.new_page(site.url("engine/around-field", host="a.test"))
    try:
        await page.observe()
        if action == "click":
            hung = await page.click('button "Go"', timeout=1.0)
        elif action == "press":
            hung = await page.press("a", 'textbox "Name"', timeout=1.0)
        else:
            hung = await getattr(page, action)('textbox "Name"', "Ada", timeout=1.0)
        assert not hung.success, hung.message
        assert hung.error is not None
        assert hung.error.code == "busy"
        assert "its frame has not answered since" in hung.message
        assert "Buy" in (hung.observation.text if hung.observation is not None else "")
        assert hung.duration < 6, "a capture gave the frame its whole 10 s again"
    finally:
        await page.close()
