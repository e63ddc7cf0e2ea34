"""Where to point, and how frames lie in frames."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.act.pointer.geometry import (
    FrameMap,
    Point,
    Rect,
    bounding,
    quad_of,
)
from cdp_engine.tab.injected.source import page_function
from tests.act.conftest import Stage

VIEW = Rect(0, 0, 800, 600)
lengths = st.floats(-2000, 2000, allow_nan=False)
Case = tuple[list[Rect], list[Rect], tuple[float, float] | None]
"""Boxes, clips, and a position that is asked for."""


async def points_of(stage: Stage, cases: Iterable[Case]) -> list[list[Point]]:
    """The points that the page side would try for elements with these boxes, clips and positions."""
    given = [
        [
            {
                "boxes": [box_of(box) for box in boxes],
                "clips": [box_of(clip) for clip in clips],
                "viewport": [800, 600],
            }
        ]
        + ([position] if position else [])
        for boxes, clips, position in cases
    ]
    ask = page_function("candidate_points")
    found = await stage.eval(f"{json.dumps(given)}.map(([facts, at]) => ({ask}).call(facts, 'pointsOf', at))")
    return [[Point(*point) for point in points] for points in found]


def box_of(box: Rect) -> list[float]:
    return [box.x, box.y, box.width, box.height]


@pytest.mark.anyio
@pytest.mark.live
async def test_where_an_element_is_tried_first(stage: Stage) -> None:
    small, wide = Rect(0, 0, 10, 10), Rect(0, 20, 100, 10)
    middle, cut, clipped, out, largest = await points_of(
        stage,
        [
            ([Rect(10, 10, 100, 50)], [], None),
            ([Rect(-50, 0, 100, 20)], [], None),
            ([Rect(0, 0, 500, 20)], [Rect(0, 0, 100, 100)], None),
            ([Rect(0, 700, 500, 20)], [], None),
            ([small, wide], [], None),
        ],
    )
    assert middle[0] == Point(60, 35)
    assert cut[0] == Point(25, 10)
    assert clipped[0] == Point(50, 10)
    assert out == []
    assert largest[0] == Point(50, 25)


@pytest.mark.anyio
@pytest.mark.live
async def test_every_candidate_lies_in_the_element_and_in_sight(stage: Stage) -> None:
    rolls = random.Random(11)

    def rect() -> Rect:
        x, y = rolls.uniform(-2000, 2000), rolls.uniform(-2000, 2000)
        return Rect(x, y, rolls.uniform(0, 2000), rolls.uniform(0, 2000))

    cases: list[Case] = [
        ([rect() for _ in range(rolls.randrange(6))], [rect() for _ in range(rolls.randrange(3))], None)
        for _ in range(300)
    ]
    found = await points_of(stage, cases)
    assert sum(map(bool, found)) > 30
    for (boxes, clips, _), points in zip(cases, found, strict=True):
        assert len(points) == len(set(points)) <= 24
        for point in points:
            assert VIEW.contains(point)
            assert all(clip.contains(point) for clip in clips)
            assert any(box.contains(point) for box in boxes)


@pytest.mark.anyio
@pytest.mark.live
async def test_a_position_counts_from_the_top_left_of_all_boxes(stage: Stage) -> None:
    boxes = [Rect(10, 10, 10, 10), Rect(5, 30, 10, 10)]
    assert await points_of(stage, [(boxes, [], (3, 4)), (boxes, [], (-20, 0)), ([], [], (1, 1))]) == [
        [Point(8, 14)],
        [],
        [],
    ]
    assert bounding([]).area == 0


def test_a_shifted_and_scaled_frame() -> None:
    frame = FrameMap(400, 300, quad_of([100, 50, 300, 50, 300, 200, 100, 200]))
    assert frame.outward(Point(200, 150)) == Point(200, 125)
    assert frame.inward(Point(200, 125)) == Point(200, 150)


@given(
    st.floats(0, 400),
    st.floats(0, 300),
    st.floats(-3, 3),
    st.floats(0.2, 3),
    st.floats(-0.3, 0.3),
    st.floats(-0.3, 0.3),
)
def test_a_frame_map_and_its_inverse_agree(
    x: float, y: float, angle: float, scale: float, lean: float, tilt: float
) -> None:
    """Rotation, scale, skew and perspective: whatever convex quad the iframe takes."""
    corners: list[float] = []
    for cx, cy in ((0, 0), (400, 0), (400, 300), (0, 300)):
        depth = 1 + tilt * cx / 400 + lean * cy / 300 * 0.5
        dx, dy = (cx + lean * cy) * scale / depth, cy * scale / depth
        corners += [
            50 + dx * math.cos(angle) - dy * math.sin(angle),
            70 + dx * math.sin(angle) + dy * math.cos(angle),
        ]
    frame = FrameMap(400, 300, quad_of(corners))
    back = frame.inward(frame.outward(Point(x, y)))
    assert (back.x, back.y) == pytest.approx((x, y), abs=1e-3)


def test_a_frame_squeezed_to_nothing_has_no_inside() -> None:
    point = FrameMap(400, 300, quad_of([0.0] * 8)).inward(Point(10, 10))
    assert not Rect(0, 0, 400, 300).contains(point)
