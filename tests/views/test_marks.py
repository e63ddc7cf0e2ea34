"""Numbers on a picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Box
from cdp_engine.views import Mark, draw_marks, marks_of
from cdp_engine.views.marks import place_of_tag
from tests.observe.drawn import N, snapshot_of


def blank(width: int = 200, height: int = 100) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(made, "PNG")
    return made.getvalue()


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.req("SX-12")
def test_frames_lie_on_their_boxes() -> None:
    drawn = pixels(draw_marks(blank(), [Mark("7", Box(50, 40, 60, 30))], scale=1))
    assert drawn.getpixel((50, 55)) != (255, 255, 255)
    assert drawn.getpixel((80, 40)) != (255, 255, 255)
    assert drawn.getpixel((80, 55)) == (255, 255, 255)
    assert drawn.getpixel((150, 80)) == (255, 255, 255)


@pytest.mark.req("SX-12")
def test_scale_and_origin() -> None:
    drawn = pixels(draw_marks(blank(400, 200), [Mark("7", Box(60, 50, 60, 30))], scale=2, origin=(10, 10)))
    assert drawn.getpixel((100, 110)) != (255, 255, 255)
    assert drawn.getpixel((90, 110)) == (255, 255, 255)


@pytest.mark.req("SX-12")
def test_numbers_are_the_refs_of_what_can_be_seen() -> None:
    snapshot = snapshot_of(N("button", "In", box=(0, 0, 50, 20)), N("button", "Below", box=(0, 900, 50, 20)))
    inside, below = snapshot.interactive()
    assert [mark.label for mark in marks_of(snapshot)] == [inside.ref[1:]]
    assert [mark.label for mark in marks_of(snapshot, whole_page=True)] == [inside.ref[1:], below.ref[1:]]
    assert marks_of(snapshot)[0].box == inside.box


def test_numbers_keep_apart() -> None:
    taken: list[Box] = []
    for _ in range(5):
        tag = place_of_tag(Box(50, 50, 40, 20), (16, 14), taken, (200, 100))
        assert not any(tag.intersection(other).area for other in taken)
        taken.append(tag)


def test_no_picture() -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        draw_marks(b"no picture", [])
