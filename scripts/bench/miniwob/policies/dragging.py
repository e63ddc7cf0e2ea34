"""Lists to sort and boxes to move, by dragging one element onto another."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy
from scripts.bench.miniwob.reading import Element


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


@policy("resize-textarea")
async def resize(hand: Hand) -> None:
    """A handle of the field: into the field for less, onto what lies beyond for more."""
    dimension, direction = hand.heard(r"so that the (\w+) is (\w+) than")
    page = await hand.read()
    handle = page.all(cls="ui-resizable-e" if dimension == "width" else "ui-resizable-s")[0]
    field = page.all("textarea")[0].ref
    if direction == "larger":
        beyond = "Last reward" if dimension == "width" else "Submit"
        field = (await hand.find(beyond))[-1][0]
    await hand.drag(handle, field)
    await hand.press_button()


@policy("daily-calendar")
async def calendar(hand: Hand) -> None:
    """Draw an event over so many half-hours that are free, and name it."""
    length, unit, name, first, last = hand.heard(
        r'Create a ([\d.]+) (hour|min)s? event named "(\w+)", between (\d+[AP]M) and (\d+[AP]M)'
    )
    halves = round(float(length) * 2) if unit == "hour" else int(length) // 30
    page = await hand.read()
    slots = page.all(cls="half-hour")
    taken = {half for event in page.all(cls="event") for half in _halves(event)}
    start = next(
        at for at in range(_half(first), _half(last) - halves) if not taken & set(range(at, at + halves))
    )
    await hand.drag(slots[start], slots[start + halves - 1])
    await hand.look()
    await hand.fill(hand.one("textbox"), name)
    await hand.press_button("Create")


def _half(hour: str) -> int:
    """Which half-hour of the day `8AM` begins."""
    return 2 * (int(hour[:-2]) % 12 + (12 if hour.endswith("PM") else 0))


def _halves(event: Element) -> range:
    """The half-hours that an event covers: they are a little over 20 px high."""
    top, height = (float(event.style(name).removesuffix("px")) for name in ("top", "height"))
    start = round((top - 4) / 20.42)
    return range(start, start + max(1, round(height / 20)))
