"""Where to point, and how frames lie in frames."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.act.pointer.geometry import (
    FrameMap,
    Point,
    Rect,
    bounding,
    candidate_points,
    position_point,
    quad_of,
    visible_parts,
)

VIEW = Rect(0, 0, 800, 600)
lengths = st.floats(-2000, 2000, allow_nan=False)
sizes = st.floats(0, 2000, allow_nan=False)
rects = st.builds(Rect, lengths, lengths, sizes, sizes)


def test_the_middle_comes_first() -> None:
    assert candidate_points([Rect(10, 10, 100, 50)])[0] == Point(60, 35)


def test_an_element_is_cut_by_the_viewport_and_by_what_clips_it() -> None:
    assert visible_parts([Rect(-50, 0, 100, 20)], VIEW) == [Rect(0, 0, 50, 20)]
    assert visible_parts([Rect(0, 0, 500, 20)], VIEW, [Rect(0, 0, 100, 100)]) == [Rect(0, 0, 100, 20)]
    assert visible_parts([Rect(0, 700, 500, 20)], VIEW) == []


def test_the_largest_part_is_tried_first() -> None:
    parts = visible_parts([Rect(0, 0, 10, 10), Rect(0, 20, 100, 10)], VIEW)
    assert candidate_points(parts)[0] == Point(50, 25)


@given(st.lists(rects, max_size=5), st.lists(rects, max_size=3))
def test_every_candidate_lies_in_the_element_and_in_sight(boxes: list[Rect], clips: list[Rect]) -> None:
    points = candidate_points(visible_parts(boxes, VIEW, clips))
    assert len(points) == len(set(points)) <= 24
    for point in points:
        assert VIEW.contains(point)
        assert all(clip.contains(point) for clip in clips)
        assert any(box.contains(point) for box in boxes)


def test_a_position_counts_from_the_top_left_of_all_boxes() -> None:
    boxes = [Rect(10, 10, 10, 10), Rect(5, 30, 10, 10)]
    assert position_point(boxes, 3, 4) == Point(8, 14)
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
