"""A picture of a page for people: with marks where they can be drawn, or why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cdp_engine.engine import Page
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.observe import Snapshot

PICTURE_SECONDS = 10.0


class PageImage(NamedTuple):
    """A page at one moment; `missing` says why there is no picture."""

    snapshot: Snapshot | None
    picture: bytes | None
    missing: str = ""


async def page_image_of(
    page: Page, *, shows_secret: Callable[[Snapshot], bool] = lambda _: False
) -> PageImage:
    """The page now. A picture that would show a secret is not taken. Raises `ConnectionLost`."""
    try:
        snapshot = await page.snapshot()
    except ConnectionLost:
        raise
    except EngineError as error:
        return PageImage(None, None, error.message)
    if shows_secret(snapshot):
        return PageImage(snapshot, None, "withheld: it shows a secret")
    try:
        try:
            picture = await page.screenshot(marks=True, format="webp", timeout=PICTURE_SECONDS)
        except InvalidInput:  # Pillow is not installed
            picture = await page.screenshot(format="webp", timeout=PICTURE_SECONDS)
    except ConnectionLost:
        raise
    except EngineError as error:
        return PageImage(snapshot, None, error.message)
    return PageImage(snapshot, picture)
