"""A screenshot with numbered marks, from an image and a snapshot of the same page (SX-12)."""

from __future__ import annotations

from anyio import to_thread

from cdp_engine.observe import Snapshot
from cdp_engine.tab import ImageFormat, Tab
from cdp_engine.views import draw_marks, marks_of


async def marked_screenshot(
    tab: Tab,
    snapshot: Snapshot,
    *,
    full_page: bool = False,
    clip: tuple[float, float, float, float] | None = None,
    format: ImageFormat = "png",
    fit: tuple[int, int] | None = None,
    timeout: float = 15.0,
) -> bytes:
    """The image with a number on every element in it. Raises `InvalidInput` where Pillow is not installed."""
    ratio = float(await tab.evaluate("devicePixelRatio", world="isolated", timeout=timeout))
    picture = await tab.screenshot(full_page=full_page, clip=clip, format="png", timeout=timeout)
    marks = marks_of(snapshot, whole_page=full_page)
    if full_page:
        origin = (-snapshot.context.scroll[0], -snapshot.context.scroll[1])
    else:
        origin = (0.0, 0.0) if clip is None else clip[:2]

    def draw() -> bytes:
        return draw_marks(picture, marks, scale=ratio, origin=origin, format=format, fit=fit)

    return await to_thread.run_sync(draw)
