"""Screenshots and PDFs of a tab."""

from __future__ import annotations

import base64
import math
from typing import Literal

import anyio

from cdp_engine.errors import DeadlineExceeded, EngineError, InvalidInput, ProtocolError
from cdp_engine.protocol import Command, io, page
from cdp_engine.rpc import Session

ImageFormat = Literal["png", "jpeg", "webp"]
Clip = tuple[float, float, float, float]
IMAGE_FORMATS: tuple[ImageFormat, ...] = ("png", "jpeg", "webp")

NOTHING_DRAWN = "Not attached to an active page"
"""Chrome's words for a tab whose renderer is being replaced."""

_DRAWN_SECONDS = 0.7
"""After how long without a picture a tab is taken for one that another covers (fact 43) …"""
_LONGER = 2.0
"""… and by what factor longer each time that it is brought to the front, for a machine that is slow."""
REDRAWN_SECONDS = 0.5
"""The longest time after which a screenshot of a tab with nothing to draw is tried again."""

_CHUNK_BYTES = 1 << 20


async def screenshot(
    session: Session,
    *,
    full_page: bool,
    clip: Clip | None,
    format: ImageFormat,
    quality: int | None,
    fit: tuple[int, int] | None = None,
    timeout: float,
) -> bytes:
    """Take a screenshot; see `Tab.screenshot`."""
    if format not in IMAGE_FORMATS:
        raise InvalidInput(f"unknown image format {format!r}", hint=f"Use one of {', '.join(IMAGE_FORMATS)}.")
    if quality is not None and (format == "png" or not 0 <= quality <= 100):
        raise InvalidInput("quality must be from 0 to 100, and is for jpeg and webp only")
    if clip is not None and (full_page or clip[2] <= 0 or clip[3] <= 0):
        raise InvalidInput("clip needs a width and a height above 0, and cannot be combined with full_page")
    if fit is not None and min(fit) < 1:
        raise InvalidInput(
            f"fit={fit} leaves no picture", hint="Give a width and a height of at least 1 pixel."
        )
    if clip is not None:
        clip = outwards(clip)
    viewport, beyond = await _area(session, clip, full_page=full_page, fit=fit, timeout=timeout)
    command = page.capture_screenshot(
        format=format,
        quality=quality,
        clip=viewport,
        capture_beyond_viewport=True if beyond else None,
        optimize_for_speed=True if format == "png" else None,
    )
    return await _picture(session, command, timeout)


async def _picture(session: Session, command: Command[page.CaptureScreenshotReply], timeout: float) -> bytes:
    """What one capture shows; the tab is brought to the front where it draws nothing.

    It stays one capture: a second one beside it would be drawn while Chrome moves the page for the first one's clip.
    """
    patience = _DRAWN_SECONDS
    deadline = anyio.current_time() + timeout
    with session.start(command, timeout=timeout) as reply:
        while patience < deadline - anyio.current_time():
            with anyio.move_on_after(patience):
                return (await reply.result()).data
            await session.send(page.bring_to_front(), timeout=max(0.1, deadline - anyio.current_time()))
            patience *= _LONGER
        return (await reply.result()).data


def outwards(clip: Clip) -> Clip:
    """A clip rounded outwards to whole pixels (pure)."""
    left, top = math.floor(clip[0]), math.floor(clip[1])
    return (left, top, math.ceil(clip[0] + clip[2]) - left, math.ceil(clip[1] + clip[3]) - top)


async def _area(
    session: Session,
    clip: Clip | None,
    *,
    full_page: bool,
    fit: tuple[int, int] | None,
    timeout: float,
) -> tuple[page.Viewport | None, bool]:
    """The part of the document to show, in CSS px of the document, and whether it exceeds what is in view."""
    if clip is None and not full_page and fit is None:
        return None, False
    metrics = await session.send(page.get_layout_metrics(), timeout=timeout)
    seen = metrics.css_visual_viewport
    if full_page:
        size = metrics.css_content_size
        if not size.width or not size.height:  # the next document has no layout yet
            raise ProtocolError("Page.getLayoutMetrics", -32000, NOTHING_DRAWN)
        left, top, width, height = 0.0, 0.0, max(1.0, size.width), max(1.0, size.height)
    else:
        # A page that is zoomed by two fingers shows a part of its viewport, to whose whole boxes are relative.
        whole = metrics.css_layout_viewport
        if clip is None:
            left, top, width, height = seen.page_x, seen.page_y, seen.client_width, seen.client_height
        else:
            left, top, width, height = whole.page_x + clip[0], whole.page_y + clip[1], clip[2], clip[3]
        size = metrics.css_content_size
        if clip is not None and not (
            left < size.x + size.width
            and top < size.y + size.height
            and left + width > size.x
            and top + height > size.y
        ):
            raise InvalidInput(
                f"the clip {clip} lies outside the page", hint="Give CSS px of the viewport; scroll first."
            )
    scale = 1.0
    if fit is not None:
        ratio = metrics.visual_viewport.client_width / max(1.0, seen.client_width)
        scale = min(1.0, fit[0] / (width * ratio), fit[1] / (height * ratio))
    beyond = full_page or width > seen.client_width or height > seen.client_height
    return page.Viewport(x=left, y=top, width=width, height=height, scale=scale), beyond


async def pdf(session: Session, *, landscape: bool, background: bool, scale: float, timeout: float) -> bytes:
    """Print the page; see `Tab.pdf`."""
    command = page.print_to_pdf(
        landscape=landscape, print_background=background, scale=scale, transfer_mode="ReturnAsStream"
    )
    try:
        reply = await session.send(command, timeout=timeout)
    except ProtocolError as error:
        if "not implemented" in error.reason or "headless" in error.reason.lower():
            raise EngineError(
                "this browser cannot print to PDF", hint="Launch it headless; only a headless browser prints."
            ) from error
        raise
    if reply.stream is None:
        return reply.data
    try:
        return await _read(session, reply.stream, timeout)
    finally:
        session.start(io.close(reply.stream)).abandon()


async def _read(session: Session, stream: io.StreamHandle, timeout: float) -> bytes:
    """The whole stream; each chunk may take `timeout` seconds."""
    parts: list[bytes] = []
    while True:
        chunk = await session.send(io.read(stream, size=_CHUNK_BYTES), timeout=timeout)
        parts.append(base64.b64decode(chunk.data) if chunk.base64_encoded else chunk.data.encode())
        if chunk.eof:
            return b"".join(parts)
        if not chunk.data:
            raise DeadlineExceeded("rest of the document", timeout)
