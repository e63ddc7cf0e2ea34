"""Actions inside frames: same process, other process, nested, transformed, covered from outside."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, click, drag, fill, hover, press, scroll, select, type_text
from cdp_engine.errors import InvalidInput, NotActionable, StaleRef
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-04", "VD-09")]

FRAMES = ["near", "turned", "inner", "far", "tfar", "homecoming", "beside"]


async def test_every_kind_of_frame(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    for name in FRAMES:
        frame = await stage.frame(f"leaf.html?{name}")
        done = await click(stage.tab, await stage.ref("#b", frame))
        assert done.received, name
        assert await stage.eval("seen.filter(e => e.startsWith('click'))", frame) == ["click:b"], name
        assert done.point is not None
        assert 0 <= done.point.x <= 1280
        assert 0 <= done.point.y <= 900


async def test_fields_in_frames(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    for name in ("inner", "far", "homecoming", "near"):
        frame = await stage.frame(f"leaf.html?{name}")
        field = await stage.ref("#i", frame)
        assert (await fill(stage.tab, field, name)).value_after == name
        assert (await type_text(stage.tab, field, "!", clear=True)).value_after == "!"
        assert (await press(stage.tab, "Shift+X", field)).value_after == "!X"
        assert (await check(stage.tab, await stage.ref("#c", frame))).as_wanted, name
        assert (await select(stage.tab, await stage.ref("#s", frame), "two")).as_wanted
        assert (await hover(stage.tab, await stage.ref("#b", frame))).received


async def test_scrolling_a_frame(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    for name in ("near", "far"):
        frame = await stage.frame(f"leaf.html?{name}")
        done = await scroll(stage.tab, await stage.ref("html", frame), "down", 300)
        assert await stage.eval("scrollY", frame) == 300, name
        assert done.offset_after is not None
        assert done.offset_after.y == 300


@pytest.mark.parametrize("name", ["near", "far"])
async def test_a_fixed_element_of_a_frame_below_the_fold(stage: Stage, name: str) -> None:
    await stage.show("act/frames.html", host="a.test")
    frame = await stage.frame(f"leaf.html?{name}")
    await stage.eval("b.style.cssText = 'position:fixed;bottom:2px'", frame)
    await stage.eval("document.body.style.padding = '3000px 0', scrollTo(0, 0)")
    assert (await click(stage.tab, await stage.ref("#b", frame))).received
    assert await stage.eval("scrollY > 1000")
    assert await stage.eval("seen.filter(e => e.startsWith('click'))", frame) == ["click:b"]


@pytest.mark.req("CD-06")
async def test_a_cover_in_the_page_around_an_oopif(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    await stage.eval(
        "document.body.insertAdjacentHTML('beforeend', '"
        '<div id=veil style="position:fixed;inset:0;background:#fff8"></div>\')'
    )
    for name in ("far", "homecoming", "inner"):
        frame = await stage.frame(f"leaf.html?{name}")
        with pytest.raises(NotActionable) as refused:
            await click(stage.tab, await stage.ref("#b", frame), timeout=2.5)
        assert refused.value.code == "obscured", name
        assert refused.value.covered_by == (await stage.ref("#veil")).text(stage.tab.frames.main.id)
        assert await stage.eval("seen", frame) == []


async def test_a_frame_that_navigates_makes_its_refs_stale(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    frame = await stage.frame("leaf.html?far")
    ref = await stage.ref("#b", frame)
    await stage.eval("document.querySelector('[name=far]').src += '2'")
    await stage.frame("leaf.html?far2")
    with pytest.raises(StaleRef):
        await click(stage.tab, ref, timeout=0.8)


async def test_a_frame_that_is_removed(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    for name in ("near", "far"):
        frame = await stage.frame(f"leaf.html?{name}")
        ref = await stage.ref("#b", frame)
        await stage.eval(f"document.querySelector('[name={name}]').remove(), 0")
        with pytest.raises(StaleRef):
            await click(stage.tab, ref, timeout=0.8)


async def test_dragging_between_processes_is_refused(stage: Stage) -> None:
    await stage.show("act/frames.html", host="a.test")
    far = await stage.frame("leaf.html?far")
    near = await stage.frame("leaf.html?near")
    with pytest.raises(InvalidInput):
        await drag(stage.tab, await stage.ref("#b", near), await stage.ref("#b", far))


async def test_a_pinched_page_with_a_frame(stage: Stage) -> None:
    from cdp_engine.protocol import emulation

    await stage.show("act/frames.html", host="a.test")
    await stage.tab.session.send(emulation.set_page_scale_factor(1.5))
    for name in ("near", "far"):
        frame = await stage.frame(f"leaf.html?{name}")
        assert (await click(stage.tab, await stage.ref("#b", frame))).received, name
