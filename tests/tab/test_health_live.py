"""Tabs that crash, close, freeze or are taken away."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.errors import DeadlineExceeded, ProtocolError, TargetClosed, TargetCrashed
from cdp_engine.protocol import page, runtime, target
from cdp_engine.tab import DocumentChange, Tab, open_tab
from cdp_engine.tab.attachment import ATTACH_ATTEMPTS, ATTACH_SECONDS, attach_pauses
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def crash(tab: Tab) -> None:
    tab.session.start(page.crash()).abandon()
    with anyio.fail_after(20):
        while not isinstance(tab.failure, TargetCrashed):
            await tab.changed(0.2)


@pytest.mark.req("EX-07")
async def test_a_crash_is_reported_to_every_waiter_and_to_later_calls(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    reported: list[type[Exception]] = []

    async def wait() -> None:
        try:
            await tab.evaluate("new Promise(() => {})", timeout=60)
        except TargetCrashed as error:
            reported.append(type(error))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        await anyio.wait_all_tasks_blocked()
        await crash(tab)
    assert reported == [TargetCrashed]
    for attempt in (lambda: tab.evaluate("1"), lambda: tab.screenshot(), lambda: tab.wait_for_load()):
        with pytest.raises(TargetCrashed):
            await attempt()


@pytest.mark.req("EX-07")
async def test_a_crashed_tab_works_again_after_a_navigation(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    await crash(tab)
    result = await tab.goto(pages.url("tab/frames", host="a.test"), timeout=30)
    assert (result.status, result.waited_for) == (200, ())
    assert len(tab.frames) == 4
    assert await tab.evaluate("document.querySelector('h1').textContent") == "outer"
    assert len(await tab.screenshot()) > 100
    assert await tab.evaluate("confirm('?')") is False


@pytest.mark.req("EX-07")
async def test_a_crashed_tab_works_again_after_a_reload(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    await crash(tab)
    result = await tab.reload(timeout=30)
    assert (result.url, result.status) == (pages.url("tab/plain.html"), 200)
    assert await tab.evaluate("document.title") == "plain"


@pytest.mark.req("EX-07")
async def test_a_crashed_frame_leaves_the_page_usable(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    far = tab.frames.children(tab.frames.main.id)[0]
    far.session.start(page.crash()).abandon()
    with anyio.fail_after(20):
        while (left := tab.frames.get(far.id)) is not None and left.session.closed is None:
            await tab.changed(0.2)
    assert await tab.evaluate("document.querySelector('h1').textContent") == "outer"
    await tab.reload()
    assert len(tab.frames) == 4


@pytest.mark.req("EX-07")
async def test_closing_is_reported_to_every_waiter(chrome: Chrome, pages: Site):
    target_id = await chrome.create_page()
    reported: list[str] = []

    async def wait(tab: Tab) -> None:
        with pytest.raises(TargetClosed):
            await tab.evaluate("new Promise(() => {})", timeout=60)
        reported.append("evaluate")

    async def go(tab: Tab) -> None:
        with pytest.raises(TargetClosed):
            await tab.goto(pages.url("tab/hang?closing"), timeout=60)
        reported.append("goto")

    async with open_tab(chrome, target_id) as tab:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait, tab)
            tasks.start_soon(go, tab)
            await anyio.wait_all_tasks_blocked()
            await tab.close()
        assert sorted(reported) == ["evaluate", "goto"]
        assert tab.closed
        await tab.close()
        with pytest.raises(TargetClosed):
            await tab.evaluate("1")
        with pytest.raises(TargetClosed):
            _ = tab.session
    assert target_id not in chrome.targets


@pytest.mark.req("EX-07", "FP-02")
async def test_a_tab_that_somebody_else_closes_is_closed_for_us(chrome: Chrome):
    target_id = await chrome.create_page()
    changes: list[DocumentChange] = []
    async with open_tab(chrome, target_id) as tab:
        tab.on_document_change(changes.append)
        await chrome.close_target(target_id)
        with anyio.fail_after(20):
            while not tab.closed:
                await tab.changed(0.5)
        with pytest.raises(TargetClosed):
            await tab.goto("about:blank")
    assert changes[-1].kind == "detached"
    assert len(tab.frames) == 0


async def test_a_tab_that_does_not_exist_is_reported(chrome: Chrome):
    with pytest.raises(TargetClosed):
        async with open_tab(chrome, target.TargetID("0" * 32)):
            pass


@pytest.mark.req("CD-07")
async def test_a_session_that_is_taken_away_is_opened_again(tab: Tab, chrome: Chrome, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    before = {f.id: f.loader_id for f in tab.frames}
    session = tab.session
    changes: list[DocumentChange] = []
    tab.on_document_change(changes.append)
    await chrome.root.send(target.detach_from_target(session_id=session.id))
    with anyio.fail_after(20):
        while session.closed is None or tab.failure is not None:
            await tab.changed(0.5)
    assert tab.session is not session
    assert await tab.evaluate("document.querySelector('h1').textContent") == "outer"
    assert {f.id: f.loader_id for f in tab.frames} == before
    # The same documents, so refs into them are good again.
    assert {c.new_loader for c in changes if c.kind == "restored"} == set(before.values())


@pytest.mark.req("CD-07")
async def test_an_attach_that_fails_is_tried_again(chrome: Chrome, monkeypatch: pytest.MonkeyPatch):
    """The first attempt is refused, as it is while another debugger holds the tab."""
    target_id = await chrome.create_page()
    attach_page = chrome.attach_page
    refused: list[float] = []

    async def flaky(*args: Any, **kwargs: Any) -> object:
        if not refused:
            refused.append(anyio.current_time())
            raise ProtocolError("Target.attachToTarget", -32000, "Cannot attach now")
        return await attach_page(*args, **kwargs)

    monkeypatch.setattr(chrome, "attach_page", flaky)
    async with open_tab(chrome, target_id, timeout=30) as tab:
        assert anyio.current_time() - refused[0] >= attach_pauses()[0]
        assert await tab.evaluate("1 + 1") == 2
        await tab.close()
    refused.clear()
    with pytest.raises(ProtocolError):  # no time for a second attempt
        async with open_tab(chrome, target_id, timeout=0.5):
            pass


@pytest.mark.req("CD-07")
def test_the_pauses_between_attempts_are_those_of_the_source():
    assert attach_pauses() == (2.0, 4.0, 8.0, 10.0)
    assert attach_pauses(ATTACH_SECONDS * 5) == (2.0, 4.0, 8.0, 10.0)
    assert attach_pauses(ATTACH_SECONDS) == (2.0, 2.0, 2.0, 2.0)
    assert attach_pauses(0.5) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.req("CD-07")
async def test_the_fifth_attempt_lies_within_the_default_deadline(
    chrome: Chrome, monkeypatch: pytest.MonkeyPatch
):
    target_id = await chrome.create_page()
    attach_page = chrome.attach_page
    refused: list[float] = []

    async def flaky(*args: Any, **kwargs: Any) -> object:
        if len(refused) < ATTACH_ATTEMPTS - 1:
            refused.append(anyio.current_time())
            raise ProtocolError("Target.attachToTarget", -32000, "Cannot attach now")
        return await attach_page(*args, **kwargs)

    monkeypatch.setattr(chrome, "attach_page", flaky)
    async with open_tab(chrome, target_id) as tab:
        assert await tab.evaluate("1 + 1") == 2
        assert len(refused) == ATTACH_ATTEMPTS - 1
        await tab.close()


@pytest.mark.req("CD-07")
async def test_the_next_call_attaches_a_tab_that_was_let_go(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    await tab.detach()
    assert not tab.closed
    assert await tab.evaluate("document.title") == "plain"
    await tab.detach()
    assert (await tab.goto(pages.url("tab/plain.html?again"))).status == 200


@pytest.mark.req("FP-02")
async def test_attaching_is_safe_to_repeat_and_to_do_at_once(tab: Tab):
    await tab.detach()
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(tab.attach)
    session = tab.session
    await tab.attach()
    assert tab.session is session
    assert await tab.evaluate("1 + 1") == 2


@pytest.mark.req("FP-02", "EN-06")
async def test_a_stuck_tab_costs_the_attach_its_deadline_and_can_be_tried_again(tab: Tab, chrome: Chrome):
    await tab.evaluate("setTimeout(() => { while (true) {} }, 0)")
    with pytest.raises(DeadlineExceeded):
        async with open_tab(chrome, tab.target_id, timeout=2):
            pass
    await tab.unstick()
    async with open_tab(chrome, tab.target_id, timeout=20) as other:
        assert await other.evaluate("1 + 1") == 2


@pytest.mark.req("EX-02")
async def test_tabs_that_the_page_opens_are_reported(tab: Tab, chrome: Chrome, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    seen: list[str] = []
    stop = tab.on_opened(lambda info: seen.append(info.target_id))
    await tab.evaluate("(url) => { window.other = window.open(url) }", pages.url("tab/plain.html?popup"))
    with anyio.fail_after(20):
        while not tab.opened:
            await tab.changed(0.5)
    stop()
    (info,) = tab.opened
    assert seen == [info.target_id]
    async with open_tab(chrome, info.target_id) as popup:
        await popup.wait_for_load()
        assert popup.url == pages.url("tab/plain.html?popup")
        assert await popup.evaluate("window.opener !== null") is True
        await popup.close()
    with anyio.fail_after(20):
        while not await tab.evaluate("window.other.closed"):
            await tab.changed(0.1)


@pytest.mark.req("EX-07")
async def test_many_tabs_do_not_disturb_each_other(chrome: Chrome, pages: Site):
    async with anyio.create_task_group() as tasks:
        targets = [await chrome.create_page() for _ in range(3)]
        tabs = [await Tab.open(chrome, t, tasks) for t in targets]
        tabs[0].session.start(runtime.evaluate("while (true) {}")).abandon()
        await crash(tabs[1])
        assert (await tabs[2].goto(pages.url("tab/plain.html"))).status == 200
        assert await tabs[2].evaluate("document.title") == "plain"
        for tab in tabs:
            await tab.close()
