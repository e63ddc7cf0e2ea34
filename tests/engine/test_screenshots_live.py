"""Pictures of elements, of pages behind others, of clips: scrolled to, waited for, cut at whole pixels."""

from __future__ import annotations

import io

import anyio
import pytest
from PIL import Image

from cdp_engine import Browser
from cdp_engine.engine import controller_of
from cdp_engine.errors import InvalidInput, NotActionable
from cdp_engine.protocol import emulation
from tests.engine.conftest import Bench
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

RED, WHITE = (255, 0, 0), (255, 255, 255)


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def corners(image: Image.Image) -> set[object]:
    right, bottom = image.width - 1, image.height - 1
    return {image.getpixel(at) for at in ((0, 0), (right, 0), (0, bottom), (right, bottom))}


async def test_an_element_below_the_fold_is_scrolled_to(bench: Bench) -> None:
    await bench.show(
        "<style>canvas, button { background: red; border: 0; display: block }</style><body style='margin:0'>"
        "<div style='height:3000px'></div><canvas id=far width=40 height=30 style='margin-left:10px'></canvas>"
        "<div style='height:100px;overflow:auto'><div style='height:900px'></div>"
        "<button id=deep style='width:50px;height:20px'></button></div><div style='height:3000px'></div>"
        "<canvas id=tall width=30 height=2500></canvas>"
    )
    for name, size in (("#far", (40, 30)), ("#deep", (50, 20)), ("#tall", (30, 2500))):
        image = picture(await bench.page.screenshot(ref=await bench.ref(name)))
        assert (name, image.size, corners(image)) == (name, size, {RED})


async def test_a_part_that_a_container_hides_is_scrolled_to(bench: Bench) -> None:
    """Its place may well be inside the viewport, where something else is drawn."""
    await bench.show(
        "<style>button { background: red; border: 0; display: block; width: 60px; height: 40px }</style>"
        "<div style='width:200px;height:100px;overflow:auto'>"
        "<button id=half style='margin-top:80px'></button>"
        "<button id=aside style='margin:300px 0 0 400px'></button></div>"
    )
    for name in ("#aside", "#half"):
        image = picture(await bench.page.screenshot(ref=await bench.ref(name)))
        assert (name, image.size, corners(image)) == (name, (60, 40), {RED})


async def test_a_page_zoomed_by_two_fingers(browser: Browser, site: Site) -> None:
    """Boxes are relative to the whole viewport, of which a part is shown then."""
    site.route(
        "/engine/zoomed",
        "<meta name=viewport content='width=device-width'><body style='margin:0'>"
        "<button aria-label=Near style='position:absolute;"
        "left:150px;top:300px;width:100px;height:60px;background:red;border:0'></button><div style='height:2000px'>",
    )
    async with browser.new_context(viewport=(400, 700), mobile=True, touch=True, scale=2) as context:
        page = await context.new_page(site.url("engine/zoomed"))
        for zoom in (1, 3):
            await page.session.send(emulation.set_page_scale_factor(zoom))
            image = picture(await page.screenshot(ref='button "Near"'))
            assert (zoom, image.size, corners(image)) == (zoom, (200, 120), {RED})


async def test_a_picture_is_cut_at_whole_pixels(bench: Bench) -> None:
    await bench.show(
        "<body style='margin:0'><button id=b style='position:absolute;left:10.4px;top:20.6px;width:30px;height:20px;"
        "border:0;background:red'></button>"
    )
    image = picture(await bench.page.screenshot(ref=await bench.ref("#b")))
    assert image.size == (31, 21)


async def test_what_is_hidden_is_waited_for_and_then_refused(bench: Bench) -> None:
    await bench.show(
        "<button id=late style='visibility:hidden;background:red;border:0;width:40px;height:40px'></button>"
        "<button id=never style='visibility:hidden'>Never</button>"
        "<script>onclick = () => setTimeout(() => late.style.visibility = 'visible', 300)</script>"
    )
    seen = await bench.page.snapshot()
    refs = {node.attributes.get("id"): node.ref for node in seen.nodes() if node.tag == "button"}
    await bench.run("document.body.click()")
    assert corners(picture(await bench.page.screenshot(ref=refs["late"]))) == {RED}
    with pytest.raises(NotActionable, match="not visible"):
        await bench.page.screenshot(ref=refs["never"], timeout=0.5)


async def test_a_clip_outside_the_page_is_refused(bench: Bench) -> None:
    await bench.show("<p>Small")
    tab = controller_of(bench.page).tab
    for clip in ((50_000.0, 0.0, 10.0, 10.0), (0.0, 50_000.0, 10.0, 10.0), (-50.0, 0.0, 20.0, 20.0)):
        with pytest.raises(InvalidInput, match="outside the page"):
            await tab.screenshot(clip=clip)
    assert picture(await tab.screenshot(clip=(-10.0, 0.0, 20.0, 20.0))).size == (20, 20)


@pytest.mark.parametrize("fit", [(0, 100), (100, -1)])
async def test_a_size_without_pixels_is_refused(bench: Bench, fit: tuple[int, int]) -> None:
    await bench.show("<p>Here</p>")
    with pytest.raises(InvalidInput, match="leaves no picture"):
        await bench.page.screenshot(fit=fit)


async def test_pages_behind_others_are_taken_in_every_way(browser: Browser, site: Site) -> None:
    site.route(
        "/engine/behind",
        "<body style='margin:0'><button style='background:red;border:0;width:99px'>Go</button>",
    )
    async with browser.new_context() as one, browser.new_context() as other:
        pages = [await home.new_page(site.url("engine/behind")) for home in (one, one, other, other)]
        for _ in range(2):
            for page in pages:
                [button] = (await page.snapshot()).find(role="button")
                for full, marks in ((False, False), (True, False), (False, True), (True, True)):
                    data = await page.screenshot(full_page=full, marks=marks, timeout=10.0)
                    assert picture(data).width > 500
                assert picture(await page.screenshot(ref=button.ref, timeout=10.0)).width == 99


async def test_a_whole_page_while_it_reloads(bench: Bench) -> None:
    await bench.show("<body style='margin:0'><div style='height:4000px;background:red'>x</div>")
    with anyio.fail_after(60):
        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(bench.page.reload)
                assert picture(await bench.page.screenshot(full_page=True)).width > 500


async def test_fonts_are_waited_for(bench: Bench) -> None:
    asked: list[str] = []

    def font(request: object) -> str:
        asked.append("font")
        return "no font at all"

    bench.site.route("/engine/own.woff2", font)
    await bench.show("<body>x")
    await bench.run(
        "() => { const face = new FontFace('own', 'url(/engine/own.woff2)'); document.fonts.add(face);"
        " face.load().catch(() => { document.body.style.background = 'red' }) }"
    )
    assert corners(picture(await bench.page.screenshot())) == {RED}
    assert asked


async def test_the_caret_is_not_in_a_picture(bench: Bench) -> None:
    style = "caret-color:red;caret-animation:manual;font-size:40px;width:200px;height:60px;border:0;outline:0"
    await bench.show(
        f"<body style='margin:0'><input id=i style='{style}'>"
        "<script>changes = 0; new MutationObserver(() => changes++).observe(document,"
        " { subtree: true, childList: true, attributes: true })</script>"
    )
    assert (await bench.page.click(await bench.ref("#i"))).success
    before = await bench.run("changes")
    shown = picture(await bench.page.screenshot())
    colours = {shown.getpixel((x, y)) for x in range(40) for y in range(60)}
    assert colours == {WHITE}
    assert await bench.run("[changes, document.adoptedStyleSheets.length]") == [before, 0]


async def test_a_clip_is_rounded_outwards(bench: Bench) -> None:
    await bench.show("<p>Clip")
    tab = controller_of(bench.page).tab
    assert picture(await tab.screenshot(clip=(10.4, 20.6, 30.0, 20.0))).size == (31, 21)
    assert picture(await tab.screenshot(clip=(10.0, 20.0, 30.0, 20.0))).size == (30, 20)
