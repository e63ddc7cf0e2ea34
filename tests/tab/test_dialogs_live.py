"""Dialogs of a real page: none of them holds the engine."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.errors import DeadlineExceeded, DialogBlocking, InvalidInput
from cdp_engine.protocol import input as chrome_input
from cdp_engine.protocol import page, runtime
from cdp_engine.tab import Tab, open_tab
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def click(tab: Tab, x: float, y: float) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        await tab.session.send(
            chrome_input.dispatch_mouse_event(kind, x, y, button="left", click_count=1), timeout=10
        )


async def opened(tab: Tab) -> None:
    with anyio.fail_after(10):
        while tab.dialogs.open is None:
            await tab.changed(1)


@pytest.mark.req("EX-07")
@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("alert('hi')", None),
        ("confirm('sure?')", False),
        ("prompt('name?', 'nobody')", None),
    ],
)
async def test_a_dialog_of_a_script_is_dismissed_and_recorded(tab: Tab, script: str, value: object):
    assert await tab.evaluate(script, timeout=10) == value
    (dialog,) = tab.dialogs.history
    assert dialog.type == script.split("(")[0]
    assert dialog.handled == "dismissed"


@pytest.mark.req("EX-07")
async def test_accepting_answers_with_the_proposal(tab: Tab):
    tab.dialogs.policy = "accept"
    assert await tab.evaluate("[confirm('?'), prompt('?', 'proposal')]", timeout=10) == [True, "proposal"]
    assert [d.handled for d in tab.dialogs.history] == ["accepted", "accepted"]


@pytest.mark.req("EX-07")
async def test_a_click_that_opens_a_dialog_ends(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/dialogs.html", host="a.test"))
    x, y = await tab.evaluate(
        "() => { const r = document.querySelector('button').getBoundingClientRect(); return [r.x + 5, r.y + 5] }"
    )
    await click(tab, x, y)
    assert await tab.evaluate("document.title") == "confirmed false"


@pytest.mark.req("EX-07")
async def test_a_dialog_while_loading_does_not_hold_the_navigation(tab: Tab, pages: Site):
    result = await tab.goto(pages.url("tab/alert-while-loading.html"))
    assert result.waited_for == ()
    assert await tab.evaluate("document.getElementById('after').textContent") == "after"
    assert tab.dialogs.history[-1].message == "while loading"


@pytest.mark.req("EX-07")
async def test_a_dialog_of_a_cross_process_frame_is_answered_too(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/dialogs.html", host="a.test"))
    far = next(frame for frame in tab.frames if frame.is_oopif)
    for _ in range(2):
        assert await tab.evaluate("confirm('from the frame')", frame=far, timeout=10) is False
    assert [d.message for d in tab.dialogs.history] == ["from the frame"] * 2
    assert await tab.evaluate("1 + 1", timeout=10) == 2


@pytest.mark.req("EX-07")
async def test_a_page_that_asks_before_it_is_left_is_left(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/keeper.html"))
    await click(tab, 30, 15)  # Chrome asks only after the user did something
    result = await tab.goto(pages.url("tab/plain.html"))
    assert result.url == pages.url("tab/plain.html")
    assert [(d.type, d.handled) for d in tab.dialogs.history] == [("beforeunload", "accepted")]


ENDLESS = ("while (true) alert('again')", "(function ask() { confirm('again'); setTimeout(ask) })()")


@pytest.mark.req("EX-07")
@pytest.mark.parametrize("script", ENDLESS)
async def test_a_page_that_opens_dialogs_for_ever_is_left(tab: Tab, pages: Site, script: str):
    first, second = pages.url("tab/plain.html"), pages.url("tab/keeper.html")
    for leave in (lambda: tab.goto(first), tab.back):
        await tab.goto(first)
        await tab.goto(second)
        await tab.evaluate(f"setTimeout(() => {{ {script} }})")
        with anyio.fail_after(20):
            while tab.dialogs.recent(5) < 5:
                await tab.changed(1)
        result = await leave()
        assert (result.url, tab.dialogs.open, tab.dialogs.recent(5)) == (first, None, 0)
        assert await tab.evaluate("1 + 1") == 2


@pytest.mark.req("EX-07")
async def test_a_held_dialog_fails_every_command_at_once(tab: Tab):
    tab.dialogs.policy = "hold"
    with pytest.raises(DialogBlocking, match="first"):
        await tab.evaluate("alert('first')", timeout=60)
    for attempt in (
        lambda: tab.evaluate("1"),
        lambda: tab.screenshot(),
        lambda: tab.goto("about:blank"),
        lambda: tab.session.send(page.get_layout_metrics()),
    ):
        with pytest.raises(DialogBlocking, match="first"):
            await attempt()
    dialog = await tab.dialogs.dismiss()
    assert dialog.handled == "dismissed"
    assert await tab.evaluate("1 + 1") == 2
    with pytest.raises(InvalidInput):
        await tab.dialogs.accept()


@pytest.mark.req("EX-07")
async def test_a_held_prompt_takes_a_text(tab: Tab):
    tab.dialogs.policy = "hold"
    with pytest.raises(DialogBlocking):
        await tab.evaluate("window.answer = prompt('name?', 'nobody')", timeout=60)
    assert tab.dialogs.open.default_prompt == "nobody"
    await tab.dialogs.accept("somebody")
    assert await tab.evaluate("window.answer") == "somebody"


@pytest.mark.req("EX-07")
async def test_a_held_dialog_while_loading_ends_the_wait(tab: Tab, pages: Site):
    tab.dialogs.policy = "hold"
    with pytest.raises(DialogBlocking, match="while loading"):
        await tab.goto(pages.url("tab/alert-while-loading.html"), timeout=60)
    await tab.dialogs.accept()
    assert await tab.wait_for_load() == ()


@pytest.mark.req("EX-07", "EN-06")
async def test_two_clients_answer_the_same_dialog(tab: Tab, chrome: Chrome):
    async with open_tab(chrome, tab.target_id) as other:
        assert await tab.evaluate("confirm('both')", timeout=10) is False
        assert await other.evaluate("1 + 1", timeout=10) == 2
        assert len(tab.dialogs.history) == len(other.dialogs.history) == 1


@pytest.mark.req("EX-07", "EN-06")
async def test_a_dialog_that_another_client_closes_frees_us(tab: Tab, chrome: Chrome):
    tab.dialogs.policy = "hold"
    async with open_tab(chrome, tab.target_id, dialog_policy="hold") as other:
        with pytest.raises(DialogBlocking):
            await tab.evaluate("confirm('either')", timeout=60)
        await opened(other)
        await other.dialogs.accept()
        with anyio.fail_after(10):
            while tab.dialogs.open is not None:
                await tab.changed(1)
        assert await tab.evaluate("1 + 1", timeout=10) == 2
        assert tab.dialogs.history[-1].handled == "accepted"


@pytest.mark.req("EX-07", "EN-06")
async def test_a_tab_with_an_open_dialog_costs_the_attach_its_deadline(tab: Tab, chrome: Chrome):
    """Chrome lets only those clients answer a dialog who were there when it opened."""
    tab.dialogs.policy = "hold"
    with tab.session.start(runtime.evaluate("setTimeout(() => alert('already there'))"), timeout=10) as reply:
        await reply.result()
    await opened(tab)
    with pytest.raises(DeadlineExceeded):
        async with open_tab(chrome, tab.target_id, timeout=1):
            pass
    await tab.dialogs.dismiss()
    async with open_tab(chrome, tab.target_id, timeout=20) as other:
        assert await other.evaluate("1 + 1", timeout=10) == 2
