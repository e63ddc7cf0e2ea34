from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from cdp_engine.chrome import Chrome
from cdp_engine.errors import DeadlineExceeded, InvalidInput, ProtocolError
from cdp_engine.tab import Tab, open_tab
from cdp_engine.tab.media import screenshots
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.fixture
async def colours(tab: Tab, pages: Site) -> Tab:
    """A red square above a blue one, each 400 wide and 1000 high, at the left edge."""
    await tab.goto(pages.url("tab/colours.html"))
    return tab


async def test_the_viewport_is_taken_where_it_is_scrolled(colours: Tab):
    size = await colours.evaluate("[innerWidth, innerHeight]")
    top = picture(await colours.screenshot())
    assert top.getpixel((10, 10)) == RED
    assert top.getpixel((450, 10)) == WHITE
    assert abs(top.width - size[0]) < 20
    await colours.evaluate("scrollTo(0, 1000)")
    assert picture(await colours.screenshot()).getpixel((10, 10)) == BLUE


async def test_the_whole_page_is_taken(colours: Tab):
    whole = picture(await colours.screenshot(full_page=True))
    assert whole.height == 2000
    assert (whole.getpixel((10, 10)), whole.getpixel((10, 1990))) == (RED, BLUE)


async def test_a_clip_is_relative_to_the_viewport(colours: Tab):
    await colours.evaluate("scrollTo(0, 950)")
    clip = picture(await colours.screenshot(clip=(390, 40, 20, 20)))
    assert clip.size == (20, 20)
    assert [clip.getpixel(p) for p in ((2, 2), (2, 17), (17, 2))] == [RED, BLUE, WHITE]


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp"])
async def test_each_format(colours: Tab, kind):
    data = await colours.screenshot(format=kind, quality=None if kind == "png" else 50)
    assert Image.open(io.BytesIO(data)).format == kind.upper()


async def test_wrong_pictures_are_refused(tab: Tab):
    for wrong in (
        {"format": "gif"},
        {"quality": 50},
        {"format": "jpeg", "quality": 101},
        {"clip": (0, 0, 0, 5)},
        {"clip": (0, 0, 5, 5), "full_page": True},
    ):
        with pytest.raises(InvalidInput):
            await tab.screenshot(**wrong)


async def test_a_tab_in_the_background_is_drawn(colours: Tab, chrome: Chrome):
    front = await chrome.create_page()
    async with open_tab(chrome, front) as other:
        assert picture(await colours.screenshot()).getpixel((10, 10)) == RED
        await other.close()


async def test_a_scrolled_tab_behind_another_is_drawn_as_it_is_seen(colours: Tab, chrome: Chrome):
    bar = "<div style='position:fixed;left:0;top:0;width:100px;height:20px;background:lime'></div>"
    await colours.evaluate(f"document.body.insertAdjacentHTML('beforeend', `{bar}`); scrollTo(0, 950)")
    before = picture(await colours.screenshot())
    front = await chrome.create_page()
    async with open_tab(chrome, front) as other:
        for _ in range(2):
            behind = picture(await colours.screenshot(timeout=5))
            assert behind.size == before.size
            at = ((5, 5), (200, 30), (200, 70), (450, 100))
            assert [behind.getpixel(p) for p in at] == [before.getpixel(p) for p in at]
            clip = picture(await colours.screenshot(clip=(190, 40, 20, 20), timeout=5))
            assert [clip.getpixel(p) for p in ((2, 2), (2, 17))] == [RED, BLUE]
        assert await colours.evaluate("scrollY") == 950
        await other.close()


async def test_the_page_is_printed(colours: Tab):
    data = await colours.pdf()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")


async def test_a_large_document_is_printed_in_pieces(tab: Tab):
    await tab.evaluate(
        """() => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 1200;
            const context = canvas.getContext('2d');
            const pixels = context.createImageData(1200, 1200);
            for (let i = 0; i < pixels.data.length; i++) pixels.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
            context.putImageData(pixels, 0, 0);
            document.body.append(canvas);
        }"""
    )
    data = await tab.pdf()
    assert len(data) > 1 << 20
    assert data.rstrip().endswith(b"%%EOF")


async def test_a_picture_between_two_documents(colours: Tab, monkeypatch: pytest.MonkeyPatch):
    """Chrome refuses while the renderer is replaced; a picture comes as soon as there is something to draw."""
    take, refusals = screenshots.screenshot, [1, 1]

    async def between(*args: Any, **options: Any) -> bytes:
        if refusals:
            refusals.pop()
            raise ProtocolError("Page.captureScreenshot", -32000, "Not attached to an active page")
        return await take(*args, **options)

    monkeypatch.setattr(screenshots, "screenshot", between)
    assert picture(await colours.screenshot()).getpixel((10, 10)) == RED
    refusals += [1] * 1000
    with pytest.raises(DeadlineExceeded, match="document to take a picture of"):
        await colours.screenshot(timeout=0.3)
