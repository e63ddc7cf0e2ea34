"""Scrolling turns a wheel over the right container and reads back where it came to rest."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.act import scroll, scroll_into_view, scroll_to_text
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.errors import InvalidInput, NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LOG = "<script>window.wheels = 0; addEventListener('wheel', () => wheels++, {passive: true})</script>"
BOX = """<div style='height:300px'></div>
<div id=outer style='height:300px;width:300px;overflow:auto'><div id=inner style='height:200px;overflow:auto'>
<div style='height:2000px;width:2000px'></div><p id=last>last</p></div><div style='height:1500px'></div></div>
<div style='height:3000px;width:3000px'></div><p id=end>end</p>"""


async def test_the_page(stage: Stage) -> None:
    await stage.show_html(LOG + BOX)
    done = await scroll(stage.tab, None, "down", 250)
    assert await stage.eval("scrollY") == 250
    assert (done.offset_before, done.offset_after, done.method) == (Point(0, 0), Point(0, 250), "wheel")
    assert done.as_wanted
    await scroll(stage.tab, None, "right", 120)
    assert await stage.eval("scrollX") == 120
    await scroll(stage.tab, None, "up", 50)
    assert await stage.eval("scrollY") == 200
    assert await stage.eval("wheels") >= 3


async def test_pages_and_ends(stage: Stage) -> None:
    await stage.show_html(LOG + BOX)
    await scroll(stage.tab)
    assert 0.5 < await stage.eval("scrollY / innerHeight") < 1
    await scroll(stage.tab, None, "bottom")
    assert await stage.eval(
        "Math.abs(scrollY + document.documentElement.clientHeight - document.documentElement.scrollHeight) <= 1"
    )
    await scroll(stage.tab, None, "top")
    assert await stage.eval("scrollY") == 0
    await scroll(stage.tab, None, "down", 2, unit="pages")
    assert await stage.eval("scrollY === 2 * document.documentElement.clientHeight")


SHELL = """<style>html, body { margin: 0; height: 100%; overflow: hidden } body { display: flex }
#side { width: 200px; overflow: auto } #main { flex: 1; overflow: auto }</style>
<nav id=side><p style='height:2000px'>side</p></nav>
<main id=main><p style='height:3000px'>main</p><p id=last>the last row</p></main>"""
DIALOG = """<dialog id=box style='height:200px;overflow:auto'><p style='height:900px'>terms</p></dialog>
<script>box.showModal(); box.scrollTop = 0; document.body.style.overflow = 'hidden'</script>"""


async def test_a_page_whose_document_does_not_scroll_is_its_main_box(stage: Stage) -> None:
    await stage.show_html(LOG + SHELL)
    done = await scroll(stage.tab, None, "down", 400)
    assert (done.method, done.offset_after) == ("wheel", Point(0, 400))
    assert await stage.eval("[main.scrollTop, side.scrollTop]") == [400, 0]
    assert (await scroll_to_text(stage.tab, "the last row")).as_wanted
    await scroll(stage.tab, None, "top")
    assert await stage.eval("main.scrollTop") == 0
    # What covers the middle has no room: then the largest box that is not covered.
    await stage.eval(
        "document.body.insertAdjacentHTML('beforeend',"
        " '<p style=\"position:fixed;inset:0 0 0 200px;background:#fff\">above</p>')"
    )
    await scroll(stage.tab, None, "down", 300)
    assert await stage.eval("[main.scrollTop, side.scrollTop]") == [0, 300]


async def test_a_dialog_over_a_page_that_it_keeps_still(stage: Stage) -> None:
    await stage.show_html(f"{DIALOG}<p style='height:4000px'>beneath</p>")
    done = await scroll(stage.tab, None, "down", 150)
    assert done.as_wanted
    assert await stage.eval("[box.scrollTop, scrollY]") == [150, 0]


@pytest.mark.req("EX-02")
async def test_at_the_end_nothing_moves_and_that_is_said(stage: Stage) -> None:
    await stage.show_html("<p>short</p>")
    done = await scroll(stage.tab, None, "down", 100)
    assert done.as_wanted is False
    assert done.offset_after == done.offset_before


async def test_what_is_not_drawn_is_brought_into_view(stage: Stage) -> None:
    await stage.show_html(
        "<div style='height:3000px'></div><div id=mark></div><div style='height:3000px'></div>"
        "<p id=unseen style='visibility:hidden'>unseen</p><p id=clear style='opacity:0;height:0'></p>"
        "<div style='height:3000px'></div><p id=late style='display:none'>late</p>"
        "<script>addEventListener('click', () => late.style.display = '')</script>"
    )
    for target in ("#mark", "#unseen", "#clear"):
        done = await scroll(stage.tab, await stage.ref(target))
        top = await stage.eval(f"document.querySelector('{target}').getBoundingClientRect().top")
        assert 0 < top < await stage.eval("innerHeight"), target
        assert (done.as_wanted, done.method) == (True, "into-view")
    late = await stage.ref("#late")
    with pytest.raises(NotActionable, match="display: none"):
        await scroll(stage.tab, late, timeout=0.3)
    await stage.eval("setTimeout(() => document.body.click(), 200)")
    assert (await scroll(stage.tab, late)).as_wanted


@pytest.mark.req("SX-10")
async def test_a_container_and_no_other_one(stage: Stage) -> None:
    await stage.show_html(LOG + BOX)
    assert (await scroll(stage.tab, await stage.ref("#inner"), "down", 150)).as_wanted
    assert await stage.eval("[inner.scrollTop, outer.scrollTop, scrollY]") == [150, 0, 0]
    assert (await scroll(stage.tab, await stage.ref("#outer"), "down", 90)).as_wanted
    assert await stage.eval("[inner.scrollTop, outer.scrollTop, scrollY]") == [150, 90, 0]


async def test_a_container_below_the_fold(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div style='height:3000px'></div><div id=box style='height:100px;overflow:auto'>"
        "<p style='height:900px'></div>"
    )
    done = await scroll(stage.tab, await stage.ref("#box"), "down", 70)
    assert await stage.eval("box.scrollTop") == 70
    assert (done.as_wanted, done.method) == (True, "wheel")


async def test_to_an_element(stage: Stage) -> None:
    await stage.show_html(LOG + BOX)
    done = await scroll(stage.tab, await stage.ref("#last"))
    assert (done.as_wanted, done.method) == (True, "into-view")
    assert await stage.eval("(r => r.top >= 0 && r.bottom <= innerHeight)(last.getBoundingClientRect())")
    assert (await scroll_into_view(stage.tab, await stage.ref("#end"))).as_wanted


async def test_a_page_that_swallows_the_wheel(stage: Stage) -> None:
    await stage.show_html(
        "<div style='height:4000px'></div><script>addEventListener('wheel', e => "
        "e.preventDefault(), {passive: false})</script>"
    )
    done = await scroll(stage.tab, None, "down", 200)
    assert done.method == "script"
    assert await stage.eval("scrollY") == 200


async def test_a_page_with_smooth_scrolling_comes_to_rest_first(stage: Stage) -> None:
    await stage.show_html("<style>html{scroll-behavior:smooth}</style><div style='height:9000px'></div>")
    done = await scroll(stage.tab, None, "down", 1500)
    assert done.offset_after == Point(0, 1500)


async def test_in_a_tab_in_the_background(stage: Stage) -> None:
    await stage.show_html(LOG + BOX)
    other = await stage.tab.chrome.create_page()
    await scroll(stage.tab, None, "down", 200)
    await stage.tab.chrome.close_target(other)
    assert await stage.eval("scrollY") == 200


async def test_directions_and_amounts_that_make_no_sense(stage: Stage) -> None:
    wrongs: list[dict[str, Any]] = [{"direction": "sideways"}, {"amount": -5}, {"unit": "miles"}]
    for wrong in wrongs:
        with pytest.raises(InvalidInput):
            await scroll(stage.tab, None, **wrong)


FEED = """<style>#l{height:200px;overflow:auto}</style><div id=l></div><script>let n = 0; const more = () => {
for (let i = 0; i < 10; i++) l.insertAdjacentHTML('beforeend', `<p>Item <b>number</b> ${n++}</p>`) }; more();
l.onscroll = () => { if (n < 60 && l.scrollTop + l.clientHeight > l.scrollHeight - 20) setTimeout(more, 60)}</script>"""


@pytest.mark.req("SX-10")
async def test_until_a_text_that_loads_on_the_way(stage: Stage) -> None:
    await stage.show_html(FEED)
    done = await scroll_to_text(stage.tab, "item number  42", await stage.ref("#l"))
    assert done.as_wanted
    assert await stage.eval(
        "(p => p.top >= 0 && p.bottom <= 200 + l.offsetTop)(l.children[42].getBoundingClientRect())"
    )


async def test_a_text_that_never_comes_ends_at_the_end(stage: Stage) -> None:
    await stage.show_html(FEED)
    done = await scroll_to_text(stage.tab, "item number 99", await stage.ref("#l"))
    assert done.as_wanted is False
    assert await stage.eval("n") == 60


@pytest.mark.parametrize("gone", ["document.body", "document.documentElement"])
async def test_until_a_text_beside_a_frame_without_contents(stage: Stage, gone: str) -> None:
    await stage.show_html(
        f"<div style='height:4000px'>tall</div><iframe srcdoc='<script>{gone}.remove()</script>'></iframe>"
        "<iframe srcdoc='<p>below'></iframe>"
    )
    done = await scroll_to_text(stage.tab, "below")
    assert done.as_wanted
    assert await stage.eval("scrollY > 0")


@pytest.mark.req("SX-10")
@pytest.mark.parametrize("host", ["a.test", "b.test"])
async def test_until_a_text_in_a_frame(stage: Stage, host: str) -> None:
    await stage.show_html(
        "<div style='height:4000px'>tall</div>"
        f"<iframe loading=lazy src='{stage.site.url('act/leaf.html', host=host)}'></iframe>",
        host="a.test",
    )
    done = await scroll_to_text(stage.tab, "below")
    assert done.as_wanted
    frame = await stage.frame("leaf.html")
    assert await stage.eval("scrollY > 0", frame)
    assert await stage.eval(
        "(f => f.top < innerHeight && f.bottom > 0)(document.querySelector('iframe').getBoundingClientRect())"
    )
