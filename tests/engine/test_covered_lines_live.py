"""A drawer that covers many elements costs one line, and the answers put together are still the page."""

from __future__ import annotations

import pytest

from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("FP-07", "FP-08")]

PAGE = """
<style>button { width: 90px; height: 30px; display: block } #drawer { position: absolute; left: 0; top: 0; width: 300px;
height: 300px; background: white; padding-left: 150px } #drawer[hidden] { display: none }</style>
<button>One</button><button>Two "]</button><button disabled>Three [x]</button><button>Four</button>
<button id=open style="margin-top: 400px" onclick="drawer.hidden = !drawer.hidden">Settings</button>
<div id=drawer hidden><p>Colours</p><button onclick="drawer.hidden = true">Close</button></div>
"""


async def test_covered_elements_share_a_line(bench: Bench) -> None:
    await bench.show(PAGE)
    replay = Replay()
    first = await bench.page.observe()
    replay.take(first.kind, first.text)
    for mark in ("under ", "no longer under: e1-e4"):
        done = await bench.page.click('button "Settings"')
        assert done.observation is not None
        replay.take(done.observation.kind, done.observation.text)
        lines = done.observation.text.split("\n")
        assert sum(line.startswith(mark) and line.endswith(": e1-e4") for line in lines) == 1, lines
        assert not any(line.startswith("~ [e1 ") for line in lines)
        whole = await bench.page.observe(format="outline", since=None)
        assert replay.text == whole.text
        assert replay.lines == whole.snapshot.render().split("\n")
        said = [line for line in whole.text.split("\n") if "under" in line]
        assert [line.endswith(": e1-e4") for line in said] == ([True] if mark == "under " else [])
        again = Replay()
        again.take(whole.kind, whole.text)
        assert again.lines == replay.lines


async def test_a_button_drawn_over_the_end_of_its_field_is_free(bench: Bench) -> None:
    """The search of DokuWiki: `margin-left: -20px` after a field, neither with a position."""
    await bench.show(
        """<style>button { margin-left: -40px; width: 30px; height: 20px }</style>
        <p><input aria-label=Words style="width: 200px"><button>Go</button></p>
        <p><span tabindex=0 style="display: inline-block; overflow: hidden; width: 200px; height: 30px">Box</span
        ><button>In</button></p>
        <p><input aria-label=Placed style="width: 200px; position: relative"><button>Out</button></p>
        <div style="position: relative">x</div>"""
    )
    whole = await bench.page.observe()
    lines = {
        name: line
        for line in whole.text.split("\n")
        for name in ("Go", "In", "Out")
        if f"button {name}" in line
    }
    assert [" +under:" in lines[name] for name in ("Go", "In", "Out")] == [False, False, True], whole.text
    drawn = "document.elementFromPoint({x}, {y}).localName"
    for name, top in (("Go", "button"), ("In", "button"), ("Out", "input")):
        box = whole.snapshot.find(text=name, role="button")[0].box
        assert box is not None
        at = drawn.format(x=box.x + box.width / 2, y=box.y + box.height / 2)
        assert await bench.page.evaluate(at) == top
