"""A press goes to its target also right after scrolling, where frames of other processes were (fact 40)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.act import click, drag, hover, scroll, tap
from cdp_engine.observe import ScopedRef
from cdp_engine.tab import Frame
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-01", "CD-04")]

BOX = '<div id="box" style="height:60px;overflow:auto"><p style="height:900px">x</p></div>'
FRAME_TOPS = (0, 1700, 3400, 5100)
"""Where the frames begin on crowded.html; each fills the screen when the page is scrolled there."""


async def frames_of(stage: Stage) -> list[Frame]:
    return [await stage.frame(f"crowd.html?{number}") for number in (1, 2, 3, 4)]


async def scroll_to_a_frame(stage: Stage, rolls: random.Random) -> None:
    """Fill the screen with a frame of another process, until the screen shows it."""
    await stage.eval(
        f"scrollTo(0, {rolls.choice(FRAME_TOPS) + rolls.randrange(-40, 40)});"
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


async def act_at_random(stage: Stage, times: int, seed: int) -> None:
    """Clicks, double clicks, drags and taps on targets that are out of sight; the log of each document after it."""
    await stage.show("act/crowded.html", host="a.test")
    frames = await frames_of(stage)
    rolls = random.Random(seed)
    refs: dict[str, ScopedRef] = {
        f"t{band}{place}": await stage.ref(f"#t{band}{place}") for band in range(4) for place in range(6)
    }
    for turn in range(times):
        await scroll_to_a_frame(stage, rolls)
        band, place = rolls.randrange(4), rolls.randrange(6)
        name = f"t{band}{place}"
        kind = rolls.choice(("click", "click", "double", "drag", "tap"))
        if kind == "drag":
            other = f"t{band}{(place + 1) % 6}"
            done = await drag(stage.tab, refs[name], refs[other])
            wanted = [f"mousedown:{name}", f"mouseup:{other}"]
        elif kind == "tap":
            done = await tap(stage.tab, refs[name])
            wanted = [f"touchstart:{name}", f"mousedown:{name}", f"mouseup:{name}"]
        else:
            count = 2 if kind == "double" else 1
            done = await click(stage.tab, refs[name], count=count)
            wanted = [f"mousedown:{name}", f"mouseup:{name}"] * count
        where = f"turn {turn}: {kind} {name} at {done.point}"
        assert done.received, where
        for frame in frames:
            assert await stage.eval("log.splice(0)", frame) == [], where
        assert await stage.eval("log.splice(0)") == wanted, where


@pytest.mark.parametrize("seed", [1, 2])
async def test_forty_presses_right_after_scrolling_all_reach_their_target(stage: Stage, seed: int) -> None:
    await act_at_random(stage, 20, seed)


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_five_hundred_presses_right_after_scrolling_all_reach_their_target(stage: Stage) -> None:
    await act_at_random(stage, 500, 7)


async def test_the_mouse_hovers_and_the_wheel_turns_over_their_target(stage: Stage) -> None:
    await stage.show("act/crowded.html", host="a.test")
    frames = await frames_of(stage)
    for turn in range(8):
        await scroll_to_a_frame(stage, random.Random(turn))
        assert (await hover(stage.tab, await stage.ref("#t12"))).received
        await scroll_to_a_frame(stage, random.Random(turn + 100))
        await stage.eval(
            't21.innerHTML = \'<div id=box style="height:60px;overflow:auto"><p style="height:900px">x\''
        )
        await scroll(stage.tab, await stage.ref("#box"), "down", 50)
        assert await stage.eval("box.scrollTop") == 50
    for frame in frames:
        assert await stage.eval("log", frame) == []


async def test_targets_inside_the_frames(stage: Stage) -> None:
    await stage.show("act/crowded.html", host="a.test")
    frames = await frames_of(stage)
    rolls = random.Random(5)
    for _ in range(12):
        await scroll_to_a_frame(stage, rolls)
        frame = rolls.choice(frames)
        assert (await click(stage.tab, await stage.ref("#wrong", frame))).received
        for other in frames:
            found = await stage.eval("log.splice(0)", other)
            assert found == (["mousedown:wrong", "mouseup:wrong"] if other.id == frame.id else [])
        assert await stage.eval("log") == []
