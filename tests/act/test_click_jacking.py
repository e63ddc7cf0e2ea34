"""A frame of another site that flickers over a target never gets the press that was meant for the target."""

from __future__ import annotations

from contextlib import suppress

import pytest

from cdp_engine.act import Performed, click, drag, tap
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-04", "CD-06")]

PAGE = """<title>play</title>
<style>body{{margin:0}} button{{position:absolute;left:200px;top:200px;width:200px;height:80px}}
iframe{{position:absolute;left:150px;top:150px;width:300px;height:200px;border:0;opacity:.01;z-index:9;display:none}}
</style><button id=b onclick="n += 1">Play</button><p id=far style="position:absolute;top:500px">here</p>
<iframe src="{frame}"></iframe><script>n = 0; const frame = document.querySelector("iframe");
const over = (now) => {{ frame.style.display = now ? "block" : "none"; }};{script}</script>"""
SCRIPTS = {
    "every-frame": "(function next() { over(Math.random() < .5); requestAnimationFrame(next) })()",
    "timer": "setInterval(() => over(Math.random() < .5), 9)",
    "on-the-way": "b.onmousemove = () => setTimeout(() => { over(true); setTimeout(over, 50) }, Math.random() * 40)",
}
HOSTS = ("b.test", "sub.a.test")
"""Another process, and another origin of the same process."""


async def show(stage: Stage, script: str, host: str) -> None:
    frame = stage.site.url("act/crowd.html", host=host)
    await stage.show_html(PAGE.format(frame=frame, script=script), host="a.test")


async def pressed(stage: Stage, done: Performed | None) -> bool:
    """Whether the target got the press; nothing else may have got any of it, and the outcome agrees."""
    assert await stage.eval("log", await stage.frame("crowd.html")) == []
    got = await stage.eval("n") > 0
    assert got == bool(done and done.received)
    return got


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("how", SCRIPTS)
async def test_the_frame_over_the_target_never_gets_the_press(stage: Stage, how: str, host: str) -> None:
    for act in (click, tap):
        await show(stage, SCRIPTS[how], host)
        done: Performed | None = None
        refused = ""
        try:
            done = await act(stage.tab, await stage.ref("#b"), timeout=0.7)
        except NotActionable as error:
            refused = error.code
        await pressed(stage, done)
        assert refused in ("", "obscured")


@pytest.mark.parametrize("host", HOSTS)
async def test_a_transparent_frame_over_the_target_is_no_target(stage: Stage, host: str) -> None:
    await show(stage, "", host)
    await stage.eval("over(true); frame.style.pointerEvents = 'none'")
    assert await pressed(stage, await click(stage.tab, await stage.ref("#b")))
    await stage.eval("n = 0; frame.style.pointerEvents = 'auto'")
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=1.0)
    assert refused.value.code == "obscured"
    assert not await pressed(stage, None)


async def test_the_frame_can_be_clicked_when_it_is_meant(stage: Stage) -> None:
    for host in HOSTS:
        await show(stage, "", host)
        assert await pressed(stage, await click(stage.tab, await stage.ref("#b")))
        await stage.eval("over(true)")
        frame = await stage.frame("crowd.html")
        assert (await click(stage.tab, await stage.ref("#wrong", frame))).received
        assert await stage.eval("log", frame) == ["mousedown:wrong", "mouseup:wrong"]


async def test_a_drag_does_not_begin_in_another_frame(stage: Stage) -> None:
    await show(stage, SCRIPTS["every-frame"], "sub.a.test")
    with suppress(NotActionable):
        await drag(stage.tab, await stage.ref("#b"), await stage.ref("#far"), timeout=1.0)
    log = await stage.eval("log", await stage.frame("crowd.html"))
    assert "mousedown:wrong" not in log
