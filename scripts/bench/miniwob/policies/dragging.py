"""Lists to sort and boxes to move, by dragging one element onto another."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy


async def _rows(hand: Hand) -> list[tuple[str, str]]:
    """Name and ref of each row of a list; rows that only their list listens for have their refs from `find`."""
    rows = [(line.split()[-1], ref) for ref, line in await hand.find(role="listitem")]
    if not rows:
        raise Stuck("no rows are found")
    return rows


@policy("drag-items")
async def drag_item(hand: Hand) -> None:
    """One row to another place."""
    (name,) = hand.heard(r"Drag (\S+)")
    rows = await _rows(hand)
    at = [row for row, _ in rows].index(name)
    place = re.search(r"the (\d)\w\w position", hand.goal)
    to = (
        int(place[1]) - 1
        if place
        else 0
        if "to the top" in hand.goal
        else len(rows) - 1
        if "to the bottom" in hand.goal
        else at + (1 if "down" in hand.goal else -1)
    )
    await hand.drag(rows[at][1], rows[to][1])


@policy("drag-items-grid")
async def drag_in_grid(hand: Hand) -> None:
    """One cell of nine to another place."""
    (name,) = hand.heard(r"Drag (\S+)")
    cells = await _rows(hand)
    at = [cell for cell, _ in cells].index(name)
    row = 0 if "top" in hand.goal else 2 if "bottom" in hand.goal else 1
    column = 0 if "left" in hand.goal else 2 if "right" in hand.goal else 1
    step = re.search(r"(up|down|left|right) by one", hand.goal)
    to = at + {"up": -3, "down": 3, "left": -1, "right": 1}[step[1]] if step else row * 3 + column
    await hand.drag(cells[at][1], cells[to][1])


@policy("drag-sort-numbers")
async def sort_numbers(hand: Hand) -> None:
    """The greatest number to the end, then the next one before it, and so on."""
    rows = await _rows(hand)
    for end in range(len(rows) - 1, 0, -1):
        numbers = [int(name) for name, _ in rows]
        at = numbers.index(max(numbers[: end + 1]))
        if at != end:
            await hand.drag(rows[at][1], rows[end][1])
            rows = await _rows(hand)
    await hand.press_button()


@policy("drag-box")
async def drag_box(hand: Hand) -> None:
    """The small box into the large one."""
    await hand.drag(hand.one(name="s"), hand.one(name="L"))
    await hand.press_button()
