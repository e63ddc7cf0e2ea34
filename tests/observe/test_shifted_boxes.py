"""Boxes of which ranges have moved are what a plain list of them is, whatever is done to them."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe.model.geometry import Rectangle, ShiftedBoxes, copied, overlapping


def some_boxes(dice: random.Random, size: int) -> list[Rectangle | None]:
    """Boxes, some of which are none."""
    return [
        None
        if dice.random() < 0.2
        else (dice.randrange(90) / 4, dice.randrange(90) / 4, 5.0, dice.randrange(9))
        for _ in range(size)
    ]


def shift(plain: list[Rectangle | None], first: int, end: int, right: float, down: float) -> None:
    """Move the boxes of a plain list."""
    for row in range(first, end):
        box = plain[row]
        plain[row] = None if box is None else (box[0] + right, box[1] + down, box[2], box[3])


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_to_shifted_boxes_they_are_those_of_a_list(seed: int) -> None:
    dice = random.Random(seed)
    plain = some_boxes(dice, 60)
    boxes = ShiftedBoxes(plain)
    for _ in range(40):
        first, end = sorted((dice.randrange(len(plain) + 1), dice.randrange(len(plain) + 1)))
        step = dice.randrange(5)
        if step == 0 and first < end:
            right, down = dice.choice((0.0, 2.25)), dice.randrange(-20, 20) / 4
            boxes.shift(first, end, right, down)
            shift(plain, first, end, right, down)
        elif step == 1:
            new = some_boxes(dice, dice.randrange(4))
            end = min(end, first + 5)
            boxes[first:end] = new
            plain[first:end] = new
        elif step == 2 and first < len(plain):
            plain[first] = boxes[first] = dice.choice((None, (1.0, 2.0, 3.0, 4.0)))
        elif step == 3:
            boxes = boxes.copy()
        else:
            boxes = ShiftedBoxes(boxes[:]) if dice.random() < 0.1 else boxes
        rows = sorted(dice.sample(range(len(plain)), min(len(plain), 20)))
        edges = (3.0, 2.0, 9.0, 8.0)
        assert boxes == plain
        assert list(boxes) == plain
        assert boxes[first:end] == plain[first:end]
        assert [boxes[row] for row in rows] == [plain[row] for row in rows]
        assert boxes.drawn(rows) == [row for row in rows if plain[row]]
        assert boxes.overlapping(rows, edges) == [*overlapping(rows, [plain[row] for row in rows], edges)]


def test_sealed_boxes_are_read_only_and_their_copy_is_not() -> None:
    boxes = ShiftedBoxes([(0.0, 0.0, 1.0, 1.0), None])
    boxes.shift(0, 2, 0.0, 5.0)
    sealed = boxes.sealed()
    for write in (lambda: sealed.shift(0, 1, 1.0, 1.0), lambda: sealed.__setitem__(0, None)):
        with pytest.raises(TypeError, match="read-only"):
            write()
    again = copied(sealed)
    again[0] = None
    assert sealed[0] == (0.0, 5.0, 1.0, 1.0)
    assert again == [None, None]
