"""Touch gestures: tap, swipe and pinch, as fingers on the screen (`Input.dispatchTouchEvent`; CD-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.act.actionability import Refusal, second_look
from cdp_engine.act.dispatch import ask_after, burst, is_mac
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.keyboard.keys import modifier_mask
from cdp_engine.act.performed import ActionName, Ending, Performed
from cdp_engine.act.pointer.arrival import comes_to_document
from cdp_engine.act.pointer.geometry import Point, Rect
from cdp_engine.act.pointer.hit_target import take_aim
from cdp_engine.act.pointer.mouse import performed, strike_element
from cdp_engine.act.pointer.position import Position, read_position
from cdp_engine.act.scrolling import Direction, ScrollFacts
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_STEPS = 12
_STILL_SECONDS = 0.1
"""How long the finger of a swipe rests before it is lifted: Chrome flings where it moved in the last 80 ms."""

_SHARE = 0.7
_LONGEST_REACH = 300.0
"""The largest distance of a pinch's finger from the middle, CSS px."""

_EDGE_SHARE = 0.9
_LEAST_REACH = 2.0
_REST_MS = 1500
_DRAWN_MS = 300
_WAYS: dict[str, tuple[str, int, int]] = {
    "up": ("y", 0, -1),
    "down": ("y", 0, 1),
    "left": ("x", -1, 0),
    "right": ("x", 1, 0),
}
_PINCH_SLOP = 15.0
"""The distance, screen px, that each finger of a pinch moves before Chrome zooms (fact 45)."""


class _VisibleArea(msgspec.Struct, frozen=True):
    """The page's zoom, and the part of it that is on the screen, CSS px."""

    zoom: float
    size: tuple[float, float]


async def tap(
    tab: Tab,
    ref: ScopedRef,
    *,
    modifiers: Sequence[str] = (),
    position: Position | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Touch an element with one finger and lift it. Waits, checks and raises as `click` does."""
    modifier_mask(modifiers, mac=is_mac(tab))
    place = read_position(position)
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        strike = await strike_element(tab, element, modifiers=modifiers, position=place, touch=True)
    return performed("tap", ref, strike, deadline)


async def swipe(
    tab: Tab,
    ref: ScopedRef | None = None,
    direction: Direction = "up",
    distance: float | None = None,
    *,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Move one finger over an element, or the page, by `distance` CSS px (None: most of its visible part).

    `direction` is the finger's; it rests before it is lifted. The offset of the scroll container is read back.

    Raises NotActionable, StaleRef, InvalidInput.
    """
    if direction not in _WAYS:
        raise InvalidInput(f"direction must be one of {', '.join(_WAYS)}; got {direction!r}")
    if distance is not None and distance <= 0:
        raise InvalidInput(f"distance must be more than 0, got {distance:g}; set the direction instead")
    axis, across, down = _WAYS[direction]
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        before = await element.ask("scrollFacts", axis, into=ScrollFacts)
        main, start = await _place(tab, element, before)
        await _refuse_elsewhere(tab, element, start)
        box = Rect(*before.box).intersect(Rect(0, 0, *before.viewport))
        length = distance if distance is not None else (box.width if axis == "x" else box.height) * _SHARE
        # Start on the side the finger comes from, so that it has room.
        begin = Point(start.x - across * length / 2, start.y - down * length / 2)
        path = [
            Point(begin.x + across * length * step / _STEPS, begin.y + down * length * step / _STEPS)
            for step in range(_STEPS + 1)
        ]
        ending = await _draw(element, [[point] for point in path], still=_STILL_SECONDS)
        patience = min(_REST_MS, deadline.remaining * 1000)
        after, ending = await ask_after(
            element, ending, "rested", axis, before.offset, patience, into=tuple[float, float]
        )
        return _performed(
            "swipe",
            ref,
            main,
            ending,
            deadline,
            offset_before=Point(*before.offset),
            offset_after=Point(*after) if after is not None else None,
        )


async def pinch(
    tab: Tab, ref: ScopedRef | None = None, scale: float = 2.0, *, timeout: float = DEFAULT_TIMEOUT
) -> Performed:
    """Move two fingers apart (`scale` above 1) or together (below 1) on an element, or on the page.

    The page is zoomed by `scale`, within the limits that it sets. The values are its zoom before and after; a page that
    handles the gesture itself keeps its zoom.

    Raises NotActionable, StaleRef, InvalidInput.
    """
    if not 0.1 <= scale <= 10 or scale == 1:
        raise InvalidInput(f"scale must be between 0.1 and 10 and not 1; got {scale:g}")
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element, located(tab, None, deadline) as page:
        facts = await element.ask("scrollFacts", "y", into=ScrollFacts)
        main, centre = await _place(tab, element, facts)
        await _refuse_elsewhere(tab, element, centre)
        area = await page.ask("visibleArea", _DRAWN_MS, into=_VisibleArea)
        # A frame of another process has coordinates, and a zoom to multiply them by, of its own.
        size = area.size if element.session is page.session else facts.viewport
        zoom = now = area.zoom
        path = pinch_path(_times(centre, zoom), (size[0] * zoom, size[1] * zoom), scale)
        ending: Ending = ""
        for number, fingers in enumerate(path):
            # Chrome multiplies the places of fingers by the zoom that it has reached.
            points = [_times(point, 1 / now) for point in fingers]
            kind = "touchMove" if number else "touchStart"
            ending = await burst(element.session, [_fingers(kind, points)], deadline)
            drawn, ending = await ask_after(page, ending, "visibleArea", _DRAWN_MS, into=_VisibleArea)
            if drawn is None:
                break
            now = drawn.zoom
        else:
            ending = await burst(element.session, [_fingers("touchEnd", ())], deadline)
        zoomed = None if ending else f"{now:g}"
        return _performed("pinch", ref, main, ending, deadline, value_before=f"{zoom:g}", value_after=zoomed)


def pinch_path(centre: Point, viewport: tuple[float, float], scale: float) -> list[list[Point]]:
    """Two fingers on the longer side of the screen, that spread `scale`-fold from where the zoom begins (pure).

    As wide as there is room: browsers do not recognise a pinch of fingers that are close together.
    """
    across = min(centre.x, viewport[0] - centre.x)
    down = min(centre.y, viewport[1] - centre.y)
    widest = min(_LONGEST_REACH, max(across, down) * _EDGE_SHARE)
    if scale > 1:
        first, last = max(widest / scale - _PINCH_SLOP, _LEAST_REACH), widest
    else:
        first, last = widest, (widest - _PINCH_SLOP) * scale
    path: list[list[Point]] = []
    for step in range(_STEPS + 1):
        reach = first + (last - first) * step / _STEPS
        x, y = (reach, 0.0) if across >= down else (0.0, reach)
        path.append([Point(centre.x - x, centre.y - y), Point(centre.x + x, centre.y + y)])
    return path


def _times(point: Point, factor: float) -> Point:
    return Point(point.x * factor, point.y * factor)


async def _place(tab: Tab, element: Element, facts: ScrollFacts) -> tuple[Point, Point]:
    """Where the fingers meet: in the main viewport, and in the session's input coordinates."""
    if element.ref is not None:
        aim = await take_aim(tab, element, enabled=False)
        return aim.main, aim.dispatch
    width, height = facts.visual_size
    middle = Point(width / 2, height / 2)
    if not width or not height:
        raise Refusal("not_visible", "the page has no size").error()
    return middle, middle


async def _refuse_elsewhere(tab: Tab, element: Element, point: Point) -> None:
    """Raise where a finger would touch a frame of another process instead of the element."""
    if element.ref is not None and not await comes_to_document(tab, element, point):
        raise second_look("elsewhere", "the place").error()


async def _draw(element: Element, path: Sequence[Sequence[Point]], *, still: float = 0.0) -> Ending:
    """Put the fingers down, move them along the path, one frame after the other, and lift them `still` s later."""
    kind = "touchStart"
    for fingers in path:
        ending = await burst(element.session, [_fingers(kind, fingers)], element.deadline)
        if ending:
            return ending
        kind = "touchMove"
    await anyio.sleep(still)
    return await burst(element.session, [_fingers("touchEnd", ())], element.deadline)


def _fingers(kind: str, points: Sequence[Point]) -> Command[None]:
    fingers = [
        input_domain.TouchPoint(x=point.x, y=point.y, id=number) for number, point in enumerate(points)
    ]
    return input_domain.dispatch_touch_event(kind, fingers)


def _performed(
    action: ActionName,
    ref: ScopedRef | None,
    point: Point,
    ending: Ending,
    deadline: Deadline,
    *,
    offset_before: Point | None = None,
    offset_after: Point | None = None,
    value_before: str | None = None,
    value_after: str | None = None,
) -> Performed:
    return Performed(
        action=action,
        ref=ref,
        point=point,
        ending=ending,
        seconds=deadline.elapsed,
        offset_before=offset_before,
        offset_after=offset_after,
        value_before=value_before,
        value_after=value_after,
    )
