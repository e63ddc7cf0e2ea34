"""A press that is meant for one document never takes effect in the one that replaces it in that moment."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager

import pytest

from cdp_engine.act import Performed, click, drag, tap
from cdp_engine.act.element import Deadline, located
from cdp_engine.act.pointer import press_guard
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.presses import presses
from cdp_engine.tab import Tab, Toolkit
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-01", "FP-02")]

PAGE = """<style>body{margin:0} button{position:absolute;left:20px;width:200px;height:80px}</style>
<button id=a style="top:20px" onclick="n += 1">Save</button>
<button id=b style="top:120px" onclick="n += 1">Pay</button><p>there</p><script>n = 0</script>"""
PAY = Point(120, 160)


async def press_blindly(tab: Tab) -> int:
    """Press where the second button is, as input that comes late would be; how many clicks the page heard."""
    await tab.session.send_all(*presses(PAY, "left", 1, 0))
    return await tab.evaluate("n")


@pytest.fixture
async def address(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Where the page is, whatever its parameters; guards do not end by themselves."""
    monkeypatch.setattr(press_guard, "NEXT_GUARD_MS", 600_000)
    remove = stage.site.route("/act/pay", "<!doctype html>" + PAGE)
    address = stage.site.url("act/pay")
    await stage.tab.goto(address, wait_until="load")
    yield address
    remove()


async def test_a_document_that_comes_during_a_press_stops_it(stage: Stage, address: str) -> None:
    async with located(stage.tab, await stage.ref("#a"), Deadline(10.0)) as element:
        with press_guard.guard_next_documents(stage.tab, element):
            await stage.tab.goto(address + "?next", wait_until="load")
    assert await press_blindly(stage.tab) == 0
    # an action that is meant for the new document takes effect at once, and later presses do, too
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await press_blindly(stage.tab) == 2


@pytest.mark.parametrize("act", [click, tap, drag])
async def test_every_press_has_its_guard_and_takes_it_along(
    stage: Stage, address: str, monkeypatch: pytest.MonkeyPatch, act: Callable[..., Awaitable[Performed]]
) -> None:
    guarded: list[str] = []
    within = Toolkit.in_new_documents

    def counted(self: Toolkit, name: str, *arguments: object) -> AbstractContextManager[None]:
        guarded.append(name)
        return within(self, name, *arguments)

    monkeypatch.setattr(Toolkit, "in_new_documents", counted)
    refs = [await stage.ref("#a"), *([await stage.ref("#b")] if act is drag else [])]
    assert (await act(stage.tab, *refs)).received
    assert guarded == ["guardPress"]
    await stage.tab.goto(address + "?later", wait_until="load")
    assert await press_blindly(stage.tab) == 1
