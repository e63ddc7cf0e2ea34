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
