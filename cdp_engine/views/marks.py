"""Numbered marks on a screenshot: the number 12 marks the element whose ref is e12 (SX-12).

Pure drawing: a PNG and the boxes of one snapshot in, a PNG out. Needs Pillow (extra `vision`).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Box, Snapshot

COLOURS = ("#d81b60", "#1e88e5", "#00796b", "#e65100", "#6a1b9a", "#37474f")
"""Dark enough for white numbers; neighbours differ."""
FONT_SIZE = 12
PADDING = 2


class Mark(NamedTuple):
    """A number and its box, in CSS px of the viewport."""

    label: str
    box: Box


def marks_of(snapshot: Snapshot, *, whole_page: bool = False) -> list[Mark]:
    """The marks of a snapshot: interactive elements that are in view (or anywhere) and not covered."""
    found: list[Mark] = []
    for node in snapshot.interactive():
        box = node.box
        if box is None or box.area <= 0 or node.covered_by is not None:
            continue
        if whole_page or not node.offscreen:
            found.append(Mark(node.ref.removeprefix("e"), box))
    return found


def draw_marks(
    png: bytes,
    marks: Sequence[Mark],
    *,
    scale: float = 1.0,
    origin: tuple[float, float] = (0, 0),
    format: Literal["png", "jpeg", "webp"] = "png",
    fit: tuple[int, int] | None = None,
) -> bytes:
    """The image with a frame and a number for every mark.

    `scale` is the number of image pixels per CSS px, `format` that of the result. `origin` is the image's top left
    corner in CSS px of the viewport (for an image of the whole page: minus the scroll offset); `fit` the largest size
    of the result, to which it is scaled down. Raises `InvalidInput`
    where Pillow is not installed or the image cannot be read.
    """
    if find_spec("PIL") is None:
        raise InvalidInput("marks need Pillow", hint="Install cdp-engine[vision].")
    imaging: Any = import_module("PIL.Image")
    drawing: Any = import_module("PIL.ImageDraw")
    fonts: Any = import_module("PIL.ImageFont")
    try:
        picture = imaging.open(io.BytesIO(png)).convert("RGB")
    except OSError as error:
        raise InvalidInput(f"the image cannot be read: {error}") from None
    pen: Any = drawing.Draw(picture)
    font: Any = fonts.load_default(max(9, round(FONT_SIZE * scale)))
    placed: list[Box] = []
    for position, mark in enumerate(marks):
        box = Box(
            (mark.box.x - origin[0]) * scale,
            (mark.box.y - origin[1]) * scale,
            mark.box.width * scale,
            mark.box.height * scale,
        )
        if box.right <= 0 or box.bottom <= 0 or box.x >= picture.width or box.y >= picture.height:
            continue
        colour = COLOURS[position % len(COLOURS)]
        line = max(1, round(1.5 * scale))
        pen.rectangle(
            (box.x, box.y, max(box.x, box.right - 1), max(box.y, box.bottom - 1)), outline=colour, width=line
        )
        left, top, right, bottom = pen.textbbox((0, 0), mark.label, font=font)
        size: tuple[float, float] = (right - left + 2 * PADDING * scale, bottom - top + 2 * PADDING * scale)
        tag = place_of_tag(box, size, placed, (picture.width, picture.height))
        placed.append(tag)
        pen.rectangle((tag.x, tag.y, tag.right, tag.bottom), fill=colour)
        pen.text(
            (tag.x + PADDING * scale - left, tag.y + PADDING * scale - top),
            mark.label,
            fill="white",
            font=font,
        )
    if fit is not None:
        picture.thumbnail(fit)
    made = io.BytesIO()
    picture.save(made, format.upper())
    return made.getvalue()


def place_of_tag(box: Box, size: tuple[float, float], taken: Sequence[Box], picture: tuple[int, int]) -> Box:
    """The place of a number: at a corner of its box, outside if possible, where there is no other number."""
    width, height = size
    spots = (
        (box.x, box.y - height),
        (box.right - width, box.y - height),
        (box.x, box.bottom),
        (box.x - width, box.y),
        (box.right, box.y),
        (box.x, box.y),
        (box.right - width, box.bottom - height),
    )
    best: Box | None = None
    for x, y in spots:
        spot = Box(min(max(0, x), picture[0] - width), min(max(0, y), picture[1] - height), width, height)
        if not any(spot.intersection(other).area for other in taken):
            return spot
        best = best or spot
    return best or Box(box.x, box.y, width, height)
