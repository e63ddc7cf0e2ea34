"""A press goes to its target also right after scrolling, where frames of other processes were (fact 40)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.act import click, drag, hover, scroll, tap
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.hit_target import move_to
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


DRAWN = """<button id=b style='width:200px;height:80px'>Go</button><p id=said></p><script>
let drawn = 0, moved = 0;
window.between = [];
(function frame() { drawn += 1; requestAnimationFrame(frame); })();
b.addEventListener("mousemove", (event) => { if (event.movementX) moved = drawn; });
b.addEventListener("pointerdown", () => between.push(drawn - moved));
</script>"""
"""Counts the frames between the move onto the button and the press, with which on a busy machine its twin may come."""
TURNS = 10


async def frames_before_presses(stage: Stage) -> list[int]:
    for turn in range(TURNS):
        await stage.tab.session.send_all(*[move_to(Point(400.0, 300.0))] * 2)
        # An action ends with a frame, so without this all presses would come at the same distance from one.
        await stage.eval(f"new Promise(done => setTimeout(done, {2 * turn}))")
        assert (await click(stage.tab, await stage.ref("#b"))).received
    between: list[int] = await stage.eval("between")
    assert len(between) == TURNS
    return between


async def test_the_first_of_two_moves_waits_for_no_frame(stage: Stage) -> None:
    await stage.show_html(
        "<body style='height:300px'><script>window.first = []; onmousemove = () => {"
        "const { port1, port2 } = new MessageChannel(); let told = false;"
        "const tell = (what) => { if (!told) first.push(what); told = true; };"
        "requestAnimationFrame(() => tell('frame')); port1.onmessage = () => tell('task'); port2.postMessage(0); }"
        "</script>"
    )
    tasks: list[int] = []
    for times in (1, 2):
        await stage.eval("first.length = 0")
        for turn in range(2 * TURNS):
            await stage.tab.session.send_all(*[move_to(Point(20.0 + turn, 20.0))] * times)
            # Frames come one after the other: the one of this move is over.
            await stage.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        tasks.append((await stage.eval("first")).count("task"))
    assert tasks[0] < tasks[1], tasks


async def test_a_still_page_is_pressed_without_waiting_for_a_frame(stage: Stage) -> None:
    await stage.show_html(DRAWN)
    await stage.eval("new Promise(done => setTimeout(done, 50))")
    between = await frames_before_presses(stage)
    assert min(between) == 0, between


@pytest.mark.parametrize(
    "change",
    [
        "setInterval(() => { said.textContent += '.'; }, 5)",
        "b.addEventListener('mousemove', () => { said.textContent += '.'; })",
        "b.animate([{ left: 0 }, { left: '1px' }], { duration: 1e6 })",
    ],
    ids=["changes by itself", "changes by the move", "is animated"],
)
async def test_a_page_that_moves_is_pressed_a_frame_after_the_move(stage: Stage, change: str) -> None:
    await stage.show_html(f"{DRAWN}<script>{change}</script>")
    between = await frames_before_presses(stage)
    assert min(between) > 0, between


async def test_what_a_framework_draws_again_under_the_pointer_takes_the_click(stage: Stage) -> None:
    await stage.show_html(
        "<div id=b style='width:200px;height:80px'><span>Go</span></div><script>window.clicks = [];"
        "const draw = () => { b.innerHTML = '<span style=\"display:block;height:80px\">Sure?</span>';"
        "b.firstChild.onclick = (event) => clicks.push(event.target.textContent); };"
        "const { port1, port2 } = new MessageChannel(); port1.onmessage = draw;"
        "b.addEventListener('mouseenter', () => port2.postMessage(0));</script>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("clicks") == ["Sure?"]
