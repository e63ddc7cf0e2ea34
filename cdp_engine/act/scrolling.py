"""Scrolling: by wheel events over the right container where possible, with the offset read back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import msgspec

from cdp_engine.act.actionability import Facts, Refusal, judge
from cdp_engine.act.dispatch import burst
from cdp_engine.act.element import Deadline, Element, hold, located
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.arrival import comes_to_document
from cdp_engine.act.pointer.geometry import Point, Rect, bounding
from cdp_engine.act.pointer.hit_target import may_pass, stir, through_frames
from cdp_engine.errors import CommandTimeout, InvalidInput, SessionDetached, StaleRef
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

Direction = Literal["up", "down", "left", "right", "top", "bottom"]
Unit = Literal["px", "pages"]

_AXES: dict[str, tuple[str, int]] = {
    "up": ("y", -1),
    "down": ("y", 1),
    "left": ("x", -1),
    "right": ("x", 1),
    "top": ("y", -1),
    "bottom": ("y", 1),
}
_PAGE_SHARE = 0.85
_REST_MS = 1500
_END_LOOKS = 6
_END_BACK_OFF = 3

SEEK_SECONDS = 15.0
"""How many seconds scrolling to a text may take."""


class ScrollFacts(msgspec.Struct, frozen=True):
    """The container to scroll: its offset, its scroll range and its extent along one axis, CSS px."""

    connected: bool = False
    own: bool = False
    page: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    room: float = 0.0
    extent: float = 0.0
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    viewport: tuple[float, float] = (0.0, 0.0)
    visual_offset: tuple[float, float] = (0.0, 0.0)
    visual_size: tuple[float, float] = (0.0, 0.0)
    visible: bool = False


async def scroll(
    tab: Tab,
    ref: ScopedRef | None = None,
    direction: Direction = "down",
    amount: float | None = None,
    *,
    unit: Unit = "px",
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Scroll the page (`ref` None), a container, or an element into view.

    Where the document itself does not scroll, or an open dialog keeps it still, the page is its main box: that in the
    middle of the window, else the largest. An element that scrolls itself is moved by `amount` (px, or `unit="pages"`;
    None: most of a page; `top` and `bottom` go all the way). An element that does not is brought into view when no
    amount is given; else the container around it is scrolled. Sends real wheel events; only where a wheel cannot reach
    the container, or the page ignores it, the offset is set by script (`method` says `script`). `as_wanted` is False
    when the offset did not change.

    Raises NotActionable, StaleRef, InvalidInput.
    """
    axis, sign = _axis(direction)
    if unit not in ("px", "pages"):
        raise InvalidInput(f"unit must be px or pages; got {unit!r}")
    if amount is not None and amount < 0:
        raise InvalidInput("amount must not be negative; set the direction instead")
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        facts = await element.ask("scrollFacts", axis, into=ScrollFacts)
        if not facts.connected:
            raise Refusal("detached", "the element was removed from the page").error()
        if ref is not None and not facts.own and amount is None and direction not in ("top", "bottom"):
            return await _into_view(element, deadline)
        if not facts.page and not _in_sight(facts):
            await element.ask("bring", "center", into=object)
            facts = await element.ask("scrollFacts", axis, into=ScrollFacts)
        distance = sign * _distance(facts, direction, amount, unit)
        after, method = await _turn(tab, element, facts, axis, distance)
        return Performed(
            action="scroll",
            ref=ref,
            offset_before=Point(*facts.offset),
            offset_after=after,
            as_wanted=after != Point(*facts.offset),
            method=method,
            seconds=deadline.elapsed,
        )


async def scroll_to_text(
    tab: Tab,
    text: str,
    ref: ScopedRef | None = None,
    direction: Direction = "down",
    *,
    timeout: float = SEEK_SECONDS,
) -> Performed:
    """Scroll the page (`ref` None), its frames included, or a container until it shows a text; bring it into view.

    Scrolls one page at a time, so that lists which load or draw more on the way do so. `as_wanted` is False where the
    end or the deadline was reached without finding the text; case and white space are ignored.

    Raises NotActionable, StaleRef, InvalidInput.
    """
    axis, sign = _axis(direction)
    if not text.strip():
        raise InvalidInput("text must not be empty")
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        began = facts = await element.ask("scrollFacts", axis, into=ScrollFacts)
        rests = 0
        found = False
        while facts.connected:
            found = await element.ask("bringText", axis, text, into=bool)
            if not found and ref is None:
                found = await _in_a_frame(element, axis, text)
            if found or deadline.passed:
                break
            before = Point(*facts.offset)
            after, _ = await _turn(tab, element, facts, axis, sign * facts.extent * _PAGE_SHARE)
            if after == before:
                # The end, unless more is loading.
                if rests >= _END_LOOKS:
                    break
                await stir(element, _END_BACK_OFF + rests)
                rests += 1
            else:
                rests = 0
            facts = await element.ask("scrollFacts", axis, into=ScrollFacts)
        if not facts.connected:
            raise Refusal("detached", "the element was removed from the page").error()
        last = await element.ask("scrollFacts", axis, into=ScrollFacts)
        return Performed(
            action="scroll",
            ref=ref,
            offset_before=Point(*began.offset),
            offset_after=Point(*last.offset),
            value_after=text if found else None,
            as_wanted=found,
            method="text",
            seconds=deadline.elapsed,
        )


async def _in_a_frame(page: Element, axis: str, text: str) -> bool:
    """Bring a text of a frame into view; a frame that does not answer or goes away shows none."""
    for frame in page.tab.frames.all():
        if frame.id == page.frame.id:
            continue
        with suppress(StaleRef, CommandTimeout, SessionDetached):
            inner = await hold(page.tab, frame, None, page.deadline)
            if await inner.ask("bringText", axis, text, into=bool):
                return True
    return False


async def scroll_into_view(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Scroll an element to the middle of every frame and container around it, once it is visible.

    Raises as `scroll`.
    """
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        return await _into_view(element, deadline, drawn=True)


async def is_cut(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> bool:
    """Whether a container around an element hides a part of it, as a list does with its rows further down."""
    async with located(tab, ref, Deadline(timeout)) as element:
        return (await element.ask("position", into=_Shown)).cut


class _Shown(msgspec.Struct, frozen=True):
    box: tuple[float, float, float, float]
    page: tuple[float, float]
    inside: bool
    cut: bool


def _axis(direction: str) -> tuple[str, int]:
    if direction not in _AXES:
        raise InvalidInput(f"direction must be one of {', '.join(_AXES)}; got {direction!r}")
    return _AXES[direction]


def _distance(facts: ScrollFacts, direction: str, amount: float | None, unit: str) -> float:
    """The unsigned distance to scroll, in px."""
    if direction in ("top", "bottom"):
        return facts.room
    if amount is None:
        return facts.extent * _PAGE_SHARE
    return amount * facts.extent if unit == "pages" else amount


def _in_sight(facts: ScrollFacts) -> bool:
    """Whether any part of the container lies in its frame's viewport."""
    return Rect(*facts.box).intersect(Rect(0, 0, *facts.viewport)).area > 0


async def _turn(
    tab: Tab, element: Element, facts: ScrollFacts, axis: str, distance: float
) -> tuple[Point, str]:
    """Turn the wheel and wait until the container rests; set the offset where the wheel moved nothing."""
    across, down = (distance, 0.0) if axis == "x" else (0.0, distance)
    before = Point(*facts.offset)
    at = before.x if axis == "x" else before.y
    if distance == 0:
        return before, "wheel"
    if (distance < 0 and at <= 0) or (distance > 0 and at >= facts.room):
        # Nothing scrolls there; maps and lists with their own wheel handlers still get the event, over the element.
        return await _spin(tab, element, facts, axis, distance, await _own_part(element, facts)), "wheel"
    part = Rect(*facts.box).intersect(Rect(0, 0, *facts.viewport))
    after = await _spin(tab, element, facts, axis, distance, part)
    if after != before:
        return after, "wheel"
    moved = await element.ask("scrollByScript", axis, across, down, into=tuple[float, float])
    return Point(*moved), "script"


async def _spin(
    tab: Tab, element: Element, facts: ScrollFacts, axis: str, distance: float, part: Rect
) -> Point:
    """Turn the wheel at a point where it moves only the container; returns the offset afterwards."""
    point = await _wheel_point(tab, element, facts, axis, 1 if distance > 0 else -1, part)
    if point is None or not await comes_to_document(tab, element, point):
        return Point(*facts.offset)
    across, down = (distance, 0.0) if axis == "x" else (0.0, distance)
    command = input_domain.dispatch_mouse_event(
        "mouseWheel", point.x, point.y, delta_x=across, delta_y=down, modifiers=0
    )
    await burst(element.session, [command], element.deadline)
    patience = min(_REST_MS, element.deadline.remaining * 1000)
    return Point(*await element.ask("rested", axis, facts.offset, patience, into=tuple[float, float]))


async def _own_part(element: Element, facts: ScrollFacts) -> Rect:
    """The visible part of the element itself, which need not be the container that scrolls."""
    box = Rect(*facts.box) if element.ref is None else bounding((await element.ask("look", into=Facts)).rects)
    return box.intersect(Rect(0, 0, *facts.viewport))


async def _wheel_point(
    tab: Tab, element: Element, facts: ScrollFacts, axis: str, sign: int, part: Rect
) -> Point | None:
    """A point where the wheel moves exactly this container, in its session's input coordinates, or None."""
    if not facts.visible or part.area <= 0:
        return None
    box = [part.x, part.y, part.width, part.height]
    found = await element.ask("wheelPoint", axis, sign, box, into=list[float])
    if not found:
        return None
    view = Facts(connected=True, viewport=facts.viewport, visual_offset=facts.visual_offset)
    through = await through_frames(tab, element, view, Point(*found))
    return through[1] if isinstance(through, tuple) else None


async def _into_view(element: Element, deadline: Deadline, *, drawn: bool = False) -> Performed:
    """Bring the middle of an element into view; one that must be `drawn` is waited for until it is."""
    before = await element.ask("position", into=_Shown)
    attempt = 0
    # What has a place is brought into view, also where nothing is drawn there: an empty mark, a hidden element.
    while refusal := judge(facts := await element.ask("look", into=Facts), enabled=False):
        if facts.placed and not drawn:
            break
        if not await may_pass(element, refusal):
            raise refusal.error()
        await stir(element, attempt)
        attempt += 1
    await element.ask("bring", "center", into=object)
    after = await element.ask("position", into=_Shown)
    return Performed(
        action="scroll",
        ref=element.ref,
        offset_before=Point(*before.page),
        offset_after=Point(*after.page),
        as_wanted=after.inside,
        method="into-view",
        scrolled=before.box != after.box,
        seconds=deadline.elapsed,
    )
