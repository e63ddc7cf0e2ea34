"""Tabs of one browser side by side: each as if it were in front."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.tab import Tab, open_tab
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EN-07")]

STATE = "[document.visibilityState, document.hidden, document.hasFocus()]"
NEXT_FRAMES = """() => new Promise(done => {
  let left = 5;
  const next = () => --left ? requestAnimationFrame(next) : done('drawn');
  requestAnimationFrame(next);
})"""


async def test_a_tab_behind_another_is_visible_focused_and_draws(tab: Tab, pages: Site, chrome: Chrome):
    hidden = "addEventListener('visibilitychange', () => document.title += '!')"
    undo = pages.route("/tab/behind", f"<title>t</title><script>{hidden}</script><p>behind")
    await tab.goto(pages.url("tab/behind"))
    front = await chrome.create_page()
    async with open_tab(chrome, front) as other:
        await other.goto(pages.url("tab/plain.html"))
        for each in (tab, other):
            assert await each.evaluate(STATE) == ["visible", False, True]
            assert await each.evaluate(NEXT_FRAMES, timeout=10) == "drawn"
        assert await tab.evaluate("document.title") == "t"
        await other.close()
    undo()


async def test_frames_of_other_processes_draw_behind_another_tab(tab: Tab, pages: Site, chrome: Chrome):
    inner = pages.url("tab/plain.html", host="b.test")
    undo = pages.route("/tab/with-oopif", f"<iframe src='{inner}'></iframe>")
    await tab.goto(pages.url("tab/with-oopif"))
    front = await chrome.create_page()
    async with open_tab(chrome, front) as other:
        (frame,) = tab.frames.children(tab.frames.main.id)
        assert await tab.evaluate("document.visibilityState", frame=frame) == "visible"
        assert await tab.evaluate(NEXT_FRAMES, frame=frame, timeout=10) == "drawn"
        await other.close()
    undo()


async def test_screenshots_of_many_tabs_at_once(pages: Site, chrome: Chrome):
    targets = [await chrome.create_page() for _ in range(4)]
    sizes: list[int] = []
    async with anyio.create_task_group() as tasks:
        for number, target_id in enumerate(targets):

            async def take(target_id=target_id, number=number) -> None:
                async with open_tab(chrome, target_id) as one:
                    await one.goto(pages.url("tab/colours.html"))
                    sizes.append(len(await one.screenshot(full_page=number % 2 == 0, timeout=20)))
                    await one.close()

            tasks.start_soon(take)
    assert len(sizes) == 4
