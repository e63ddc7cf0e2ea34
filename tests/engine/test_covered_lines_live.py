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
