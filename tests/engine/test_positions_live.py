"""Actions at a point of an element: pixels from its top left corner, or shares of its size."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.errors import InvalidInput
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-09", "RA-06")]

PAD = """
<style>body { margin: 0 } #pad { position: absolute; left: 40px; top: 30px; touch-action: none }</style>
<canvas id=pad width=200 height=100 style="background:#eee" role=img aria-label=Pad tabindex=0></canvas>
<script>
const seen = [], log = (e, p = e) => seen.push([e.type, Math.round(p.clientX - 40), Math.round(p.clientY - 30)]);
for (const type of ['mousedown', 'mouseup', 'mousemove']) pad.addEventListener(type, (e) => log(e));
pad.addEventListener('touchstart', (e) => log(e, e.touches[0]));
const last = (type) => seen.filter(([name]) => name === type).at(-1).slice(1);
</script>
"""


@pytest.mark.parametrize(
    ("position", "at"),
    [
        ((30, 12), [30, 12]),
        (("50%", "20%"), [100, 20]),
        ("30,12", [30, 12]),
        ("25%,75%", [50, 75]),
        (["0%", 5], [0, 5]),
        ("100% 100%", [199, 99]),
    ],
)
async def test_a_click_at_a_point(bench: Bench, position: Any, at: list[int]) -> None:
    await bench.show(PAD)
    pad = await bench.ref("#pad")
    result = await bench.page.click(pad, position=position)
    assert result.success, result.message
    assert await bench.run("last('mousedown')") == at


async def test_a_hover_and_a_tap_at_a_point(bench: Bench) -> None:
    await bench.show(PAD)
    pad = await bench.ref("#pad")
    assert (await bench.page.hover(pad, position="75%,50%")).success
    assert await bench.run("last('mousemove')") == [150, 50]
    assert (await bench.page.tap(pad, position=("10%", 60))).success
    assert await bench.run("last('touchstart')") == [20, 60]


async def test_both_ends_of_a_drag(bench: Bench) -> None:
    await bench.show(PAD)
    pad = await bench.ref("#pad")
    result = await bench.page.drag(pad, pad, source_position="10%,10%", position="90%,60%")
    assert result.success, result.message
    assert await bench.run("[last('mousedown'), last('mouseup')]") == [[20, 10], [180, 60]]


@pytest.mark.parametrize("position", ["middle", "10", "10,20,30", "a,b", (1,)])
async def test_what_is_no_position(bench: Bench, position: Any) -> None:
    await bench.show(PAD)
    with pytest.raises(InvalidInput, match="is not a position"):
        await bench.page.click(await bench.ref("#pad"), position=position)
    assert await bench.run("seen.length") == 0


MAP = """
<style>body { margin: 0 } #map { position: relative; width: 400px; height: 240px; overflow: hidden }
 #map > * { position: absolute } #map img { width: 200px; height: 240px }</style>
<div id=map tabindex=0><img alt="" src=data:,><img alt="" src=data:, style="left: 200px">
  <button style="left: 4px">+</button><button style="left: 40px">-</button>
  <p style="bottom: 0">OpenMap | by us</p></div>
<i id=bin aria-hidden=true class="fa fa-trash" style="display: block; width: 20px; height: 20px; cursor: pointer"></i>
<i id=bare aria-hidden=true class="fa fa-star" style="display: block; width: 20px; height: 20px; cursor: pointer"></i>
<style>.fa::before { content: "\\f1f8" }</style>
<script>
let pin = null, binned = 0;
map.addEventListener('click', (e) => { pin = [e.clientX, e.clientY]; });
bin.addEventListener('click', () => { binned += 1; });
</script>
"""


@pytest.mark.req("VD-05", "SX-06")
async def test_a_map_with_controls_on_it_and_a_silent_icon_have_refs(bench: Bench) -> None:
    """Pictures fill a tab stop that listens; an icon under `aria-hidden` has a ref where it listens itself."""
    await bench.show(MAP)
    offered = {node.html_id: node for node in (await bench.page.snapshot()).interactive() if node.html_id}
    assert {html_id: node.name for html_id, node in offered.items()} == {"map": "map", "bin": "trash"}
    assert (await bench.page.click(offered["map"].ref, position=(300, 100))).success
    assert await bench.run("pin") == [300, 100]
    assert (await bench.page.click(offered["bin"].ref)).success
    assert await bench.run("binned") == 1
