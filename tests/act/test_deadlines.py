"""No action outlives its deadline, whatever has happened to the page; each says what it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from cdp_engine import act
from cdp_engine.errors import CommandTimeout, DialogBlocking, EngineError, TargetClosed, TargetCrashed
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import page as page_domain
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

PAGE = """<input id=i><select id=s><option>a<option>b</select><input type=checkbox id=c><input type=file id=f>
<button id=b>Go</button><p id=d draggable=true>drag</p><div id=o role=combobox tabindex=0>open</div>
<div style='height:3000px'></div>"""

SECONDS = 1.0
GRACE = 3.0
"""Generous: the machine may be busy. What outlives its deadline does so by far more."""

Step = Callable[[Stage, dict[str, ScopedRef], float], Awaitable[Any]]
HERE = Path(__file__)

STEPS: dict[str, Step] = {
    "click": lambda s, r, t: act.click(s.tab, r["b"], timeout=t),
    "hover": lambda s, r, t: act.hover(s.tab, r["b"], timeout=t),
    "fill": lambda s, r, t: act.fill(s.tab, r["i"], "x", timeout=t),
    "type": lambda s, r, t: act.type_text(s.tab, r["i"], "x", timeout=t),
    "press": lambda s, r, t: act.press(s.tab, "a", r["i"], timeout=t),
    "select": lambda s, r, t: act.select(s.tab, r["s"], "b", timeout=t),
    "choose": lambda s, r, t: act.select(s.tab, r["o"], "b", timeout=t),
    "check": lambda s, r, t: act.check(s.tab, r["c"], timeout=t),
    "scroll": lambda s, r, t: act.scroll(s.tab, timeout=t),
    "scroll to a text": lambda s, r, t: act.scroll_to_text(s.tab, "nowhere", timeout=t),
    "scroll into view": lambda s, r, t: act.scroll_into_view(s.tab, r["b"], timeout=t),
    "drag": lambda s, r, t: act.drag(s.tab, r["d"], r["b"], timeout=t),
    "upload": lambda s, r, t: act.upload(s.tab, r["f"], HERE, timeout=t),
    "focus": lambda s, r, t: act.focus(s.tab, r["i"], timeout=t),
    "blur": lambda s, r, t: act.blur(s.tab, r["i"], timeout=t),
}


async def refs(stage: Stage) -> dict[str, ScopedRef]:
    await stage.show_html(PAGE)
    return {name: await stage.ref(f"#{name}") for name in "iscfbdo"}


async def failure(step: Awaitable[Any]) -> EngineError | None:
    try:
        await step
    except EngineError as error:
        return error
    return None


async def each(
    stage: Stage, named: dict[str, ScopedRef], wanted: tuple[type[EngineError], ...], seconds: float = SECONDS
) -> None:
    """Every action ends in time, with the right error."""
    for name, step in STEPS.items():
        began = anyio.current_time()
        with anyio.fail_after(seconds + GRACE):
            error = await failure(step(stage, named, seconds))
        assert isinstance(error, wanted), (name, error)
        assert anyio.current_time() - began < seconds + GRACE, name


async def test_an_endless_script(stage: Stage) -> None:
    named = await refs(stage)
    await stage.eval("setTimeout(() => { for (;;); }, 0); 1")
    await each(stage, named, (CommandTimeout,), seconds=0.4)  # the script keeps a processor busy meanwhile
    await stage.tab.unstick()
    assert (await act.click(stage.tab, named["b"])).received


async def test_a_dialog_that_is_held(stage: Stage) -> None:
    named = await refs(stage)
    stage.tab.dialogs.policy = "hold"
    await stage.eval("setTimeout(() => alert('held'), 0); 1")
    while stage.tab.dialogs.open is None:
        await stage.tab.changed(1.0)
    await each(stage, named, (DialogBlocking,))
    await stage.tab.dialogs.dismiss()
    assert (await act.click(stage.tab, named["b"])).received


async def test_a_crashed_page(stage: Stage) -> None:
    named = await refs(stage)
    with pytest.raises(TargetCrashed):
        await stage.tab.session.send(page_domain.crash())
    await each(stage, named, (TargetCrashed,))
    await stage.tab.reload(wait_until="load")
    await stage.show_html(PAGE)
    assert (await act.click(stage.tab, await stage.ref("#b"))).received


async def test_a_closed_tab(stage: Stage) -> None:
    named = await refs(stage)
    await stage.tab.close()
    await each(stage, named, (TargetClosed,))


async def test_a_tab_in_the_background(stage: Stage) -> None:
    named = await refs(stage)
    other = await stage.tab.chrome.create_page()
    try:
        with anyio.fail_after(20.0):
            await act.click(stage.tab, named["b"])
            await act.fill(stage.tab, named["i"], "x")
            await act.select(stage.tab, named["s"], "b")
            await act.check(stage.tab, named["c"])
            await act.scroll(stage.tab)
        assert await stage.eval("[i.value, s.value, c.checked, scrollY > 0]") == ["x", "b", True, True]
    finally:
        await stage.tab.chrome.close_target(other)


@pytest.mark.parametrize("what", ["onclick", "onmousedown", "onmousemove"])
async def test_a_page_that_hangs_because_of_the_action(stage: Stage, what: str) -> None:
    await stage.show_html(f"<button id=b {what}='for (;;);'>Go</button>")
    named = await stage.ref("#b")
    began = anyio.current_time()
    try:
        with anyio.fail_after(SECONDS + GRACE):
            assert (await act.click(stage.tab, named, timeout=SECONDS)).ending == "busy"
    except CommandTimeout:
        assert what == "onmousemove"
    assert anyio.current_time() - began < SECONDS + GRACE
    await stage.tab.unstick()
