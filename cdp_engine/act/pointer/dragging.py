"""Drag and drop, for pages that follow the pointer and for pages that use the browser's own drags."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.act.actionability import Facts
from cdp_engine.act.dispatch import ask_after, burst
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.performed import Ending, Performed
from cdp_engine.act.pointer.aftermath import Aftermath, stop_watching
from cdp_engine.act.pointer.drop_place import DropPlace, from_where_it_lay
from cdp_engine.act.pointer.geometry import Point, bounding
from cdp_engine.act.pointer.hit_target import Aim, is_in_view, take_aim
from cdp_engine.act.pointer.mouse import arm_until_still, press_token
from cdp_engine.act.pointer.position import Place, Position, offset_of, read_position
from cdp_engine.act.pointer.press_guard import PressGuard, guard_next_documents
from cdp_engine.act.pointer.presses import PRESSED_FORCE, held_for_timer
from cdp_engine.errors import EngineError, InvalidInput, NotActionable
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain
from cdp_engine.rpc import Subscription

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_STEPS = 5
_PULL = 6.0
_INTERCEPT_SECONDS = 2.0
_HOLDS = 2
_HOLD_SECONDS = 0.06
_ROOM_SECONDS = 0.6
"""How long lists may take to make room for what is dragged over them."""
_PUT_BACK_SECONDS = 2.0
_AHEAD, _AHEAD_SHARE = 4.0, 1 / 8
"""How far a drag goes beyond the middle: in px, and as a share of the destination where that is less."""


class _Drag(msgspec.Struct, frozen=True):
    began: bool = False
    prevented: bool = False


class _Carried(msgspec.Struct, frozen=True):
    ending: Ending
    end: Aim
    method: str = "pointer"
    refused: bool = False


async def drag(
    tab: Tab,
    source: ScopedRef,
    destination: ScopedRef,
    *,
    source_position: Position | None = None,
    position: Position | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Press on one element, move to another, release there.

    Both must be drawn by the same process, and visible at the same time; else nothing is pressed.
    `source_position` and `position` are points of source and destination (see `Position`); `position` may lie
    outside the destination, as when a corner is dragged to resize something, or in a hole of it; without it the path
    goes a little past the middle and ends on it, so that a row dragged down comes after the row it is dropped on. Where
    the page starts a drag of the browser (`draggable`), its data is transferred by drag events (`method` says `html5`).
    `received` is whether the press reached the source.

    Raises NotActionable for either element, StaleRef, InvalidInput for elements of two processes.
    """
    grip, place = read_position(source_position), read_position(position)
    deadline = Deadline(timeout)
    async with located(tab, source, deadline) as taken, located(tab, destination, deadline) as target:
        if target.session is not taken.session:
            raise InvalidInput(
                "source and destination are in frames of different sites",
                hint="The browser gives no way to drag between them.",
            )
        # The main session reports the drags of all frames, and leads drag events to the frame at their point.
        whole = tab.session
        # Bring both into view first, so that measuring one does not scroll the other away.
        await take_aim(tab, target, enabled=False)
        # A place is where the button is released: a drawing has holes, and an element need not be on top there.
        if place is not None and not await _is_beyond(target, place):
            await take_aim(tab, target, enabled=False, position=place, covered=True)
        token, start = await _arm_with_both_in_view(tab, taken, target, grip, place)
        kept = await DropPlace.of(tab, target, start.facts, place)
        guard = PressGuard(tab, taken, start.facts.tag, target)
        await guard.begin()
        await whole.send(input_domain.set_intercept_drags(True), timeout=deadline.remaining)
        try:
            async with whole.subscribe(input_domain.DragIntercepted) as drags:
                with guard_next_documents(tab, taken):
                    carried = await _carry(tab, taken, target, start, drags, place, kept)
                seen, ending = await ask_after(taken, carried.ending, "disarm", token, into=Aftermath)
        except BaseException:
            stop_watching(taken, token)
            raise
        finally:
            guard.end()
            if whole.closed is None:
                with whole.start(input_domain.set_intercept_drags(False)):
                    pass
        at, begun = carried.end.main, start.main
        if carried.method == "html5" and not ending:
            # A source that was drawn again hears of no end: such pages end the drag when the mouse moves on.
            ending = await burst(whole, [_hover(at), _hover(Point(at.x + 1, at.y))], deadline)
        return Performed(
            action="drag",
            ref=source,
            point=at,
            carried=Point(at.x - begun.x, at.y - begun.y),
            received=None if seen is None else bool(seen.received),
            events=seen.events if seen is not None else (),
            method=carried.method,
            refused=carried.refused,
            scrolled=start.scrolled,
            ending=ending,
            seconds=deadline.elapsed,
        )


async def _arm_with_both_in_view(
    tab: Tab, taken: Element, target: Element, grip: Place | None, place: Place | None
) -> tuple[int, Aim]:
    """Watch the source where the destination is in view as well, so that nothing is pressed where it is not."""
    for alignment in (None, "end", "start"):
        if alignment is not None:
            await taken.ask("bring", alignment, into=object)
        token = press_token()
        start = await arm_until_still(tab, taken, token, position=grip)
        if await is_in_view(tab, target, place):
            return token, start
        stop_watching(taken, token)
    raise NotActionable(
        "not_visible",
        f"the destination is not in view together with {start.facts.description}",
        hint="Nothing was pressed. Make the window larger or zoom out, or move it in steps or by other controls.",
    )


async def _carry(
    tab: Tab,
    taken: Element,
    target: Element,
    start: Aim,
    drags: Subscription[input_domain.DragIntercepted],
    position: Place | None,
    kept: DropPlace,
) -> _Carried:
    """The path from the press to the drop."""
    session, deadline = taken.session, taken.deadline
    await taken.ask("watchDrag", into=object)
    pulled = Point(start.dispatch.x + _PULL, start.dispatch.y + _PULL)
    ending = await burst(session, [_mouse("mousePressed", start.dispatch, click_count=1)], deadline)
    if ending:
        return _Carried(ending, start)
    data: input_domain.DragData | None = None
    try:
        moves = [Point(start.dispatch.x + 1, start.dispatch.y + 1), pulled]
        ending = await held_for_timer(taken)
        ending = ending or await burst(session, [_mouse("mouseMoved", at) for at in moves], deadline)
        if ending:
            return _Carried(ending, start)
        data = await _begun(taken, drags)
        return await _drop(tab, taken, target, start, pulled, data, position, kept)
    except BaseException as error:
        # Whatever failed on the way, the button must not stay down; what follows the pointer goes back with it.
        if isinstance(error, NotActionable):
            error.sent = True
            error.message += "; it was pressed already, and let go where the drag began"
        await _put_back(tab, taken, start, data, waits=isinstance(error, EngineError))
        raise


async def _put_back(
    tab: Tab, taken: Element, start: Aim, data: input_domain.DragData | None, *, waits: bool
) -> None:
    """Release the button where the drag began; `waits`: until the page has taken that.

    A script that asks the page sooner can overtake it: input goes through other threads of the browser.
    """
    release = [
        _mouse("mouseMoved", start.dispatch),
        _mouse("mouseReleased", start.dispatch, click_count=1),
    ]
    cancel = (
        [input_domain.dispatch_drag_event("dragCancel", start.main.x, start.main.y, data)] if data else []
    )
    # The cancel goes first: the browser gives the page no pointer before its drag has ended.
    for session, commands in ((tab.session, cancel), (taken.session, release)):
        if waits and commands:
            with suppress(EngineError):
                await burst(session, commands, Deadline(_PUT_BACK_SECONDS))
        elif session.closed is None:
            for command in commands:
                with session.start(command):
                    pass


async def _begun(
    taken: Element, drags: Subscription[input_domain.DragIntercepted]
) -> input_domain.DragData | None:
    """The data of the drag of the browser that the page has started; None where it follows the pointer itself."""
    state, _ = await ask_after(taken, "", "dragState", into=_Drag)
    if state is not None and state.began and not state.prevented:
        with anyio.move_on_after(min(_INTERCEPT_SECONDS, taken.deadline.remaining)):
            return (await drags.receive()).data
    return None


async def _drop(
    tab: Tab,
    taken: Element,
    target: Element,
    start: Aim,
    pulled: Point,
    data: input_domain.DragData | None,
    position: Place | None,
    kept: DropPlace,
) -> _Carried:
    """Move to the destination and release there."""
    session, deadline = taken.session, taken.deadline
    # The dragged element may cover the destination or have moved it: measure again, without a hit test.
    end = await kept.kept() or await take_aim(tab, target, enabled=False, position=position, covered=True)
    if target.ref == taken.ref:
        end = from_where_it_lay(start, end)
    if data is None:
        for point in _way(pulled, end.dispatch, end, position):
            # Sent together they would reach the page as one move; a sortable list needs the intermediate moves.
            ending = await burst(session, [_mouse("mouseMoved", point)], deadline)
            if ending:
                return _Carried(ending, end)
        # Libraries look at the pointer on a clock of their own, ignore it while they make room, and take the exact
        # middle of an element for neither half of it.
        for point in (Point(end.dispatch.x + 1, end.dispatch.y + 1), end.dispatch):
            await tab.changes.settle(quiet=_HOLD_SECONDS, limit=min(_ROOM_SECONDS, deadline.remaining))
            ending = await burst(session, [_mouse("mouseMoved", point)], deadline)
            if ending:
                return _Carried(ending, end)
        release = _mouse("mouseReleased", end.dispatch, click_count=1)
        return _Carried(await burst(session, [release], deadline), end)
    begun = Point(start.main.x + _PULL, start.main.y + _PULL)
    ending = await _hold_over(tab, deadline, begun, _way(begun, end.main, end, position), data)
    if ending:
        return _Carried(ending, end, "html5")
    await target.ask("watchDrop", into=object)
    commands = [
        input_domain.dispatch_drag_event("drop", end.main.x, end.main.y, data),
        _mouse("mouseReleased", end.main, click_count=1),
    ]
    ending = await burst(tab.session, commands, deadline)
    dropped, ending = await ask_after(target, ending, "dropCame", into=bool)
    refused = dropped is False and await _is_where_it_was(taken, start)
    return _Carried(ending, end, "html5", refused)


async def _is_where_it_was(taken: Element, start: Aim) -> bool:
    """Whether nothing placed the source elsewhere; some pages do so without a drop."""
    facts, _ = await ask_after(taken, "", "look", into=Facts)
    return facts is not None and facts.connected and facts.boxes == start.facts.boxes


def _way(start: Point, to: Point, end: Aim, position: Place | None) -> list[Point]:
    """The moves of the pointer; `to` is the end in the viewport that the moves are given in."""
    if position is not None:
        return _path(start, to)
    return [*_path(start, past_the_middle(start, to, end)), to]


async def _hold_over(
    tab: Tab, deadline: Deadline, start: Point, path: list[Point], data: input_domain.DragData
) -> Ending:
    """Carry a drag of the browser to the end of its path, and hold it there until what makes room for it has moved.

    Sortable lists ignore drags over them while they animate; a hand that holds still goes on being reported.
    """
    over = [_drag_over(path[-1], data)] * 2
    carried = [_drag_over(point, data) for point in path]
    begin = input_domain.dispatch_drag_event("dragEnter", start.x, start.y, data)
    ending = await burst(tab.session, [begin, *carried, *over], deadline)
    for _ in range(_HOLDS):
        if ending:
            break
        await tab.changes.settle(limit=min(_ROOM_SECONDS, deadline.remaining))
        ending = await burst(tab.session, over, deadline)
    return ending


def past_the_middle(start: Point, middle: Point, end: Aim) -> Point:
    """A point a little beyond the middle of the destination, in the direction of the movement (EX-12).

    Sortable lists insert before or after a row by the half of the row that the pointer is in; the exact middle is
    ambiguous, so the path goes past it and back, as a hand does. An axis along which the movement is shorter than half
    of the destination's size has no direction.
    """
    box = bounding(end.facts.rects)
    return Point(
        middle.x + _ahead(middle.x - start.x, box.width), middle.y + _ahead(middle.y - start.y, box.height)
    )


def _ahead(way: float, size: float) -> float:
    return math.copysign(min(size * _AHEAD_SHARE, _AHEAD), way) if abs(way) > size / 2 else 0.0


async def _is_beyond(target: Element, position: Place) -> bool:
    """Whether a position lies outside the element it is relative to."""
    box = bounding((await target.ask("look", into=Facts)).rects)
    x, y = offset_of(position, box.width, box.height)
    return not (0 <= x < box.width and 0 <= y < box.height)  # its right and lower edges are no longer its own


def _path(start: Point, end: Point) -> list[Point]:
    return [
        Point(start.x + (end.x - start.x) * step / _STEPS, start.y + (end.y - start.y) * step / _STEPS)
        for step in range(1, _STEPS + 1)
    ]


def _mouse(kind: str, point: Point, *, click_count: int | None = None) -> Command[None]:
    return input_domain.dispatch_mouse_event(
        kind,
        point.x,
        point.y,
        button="left",
        buttons=0 if kind == "mouseReleased" else 1,
        click_count=click_count,
        force=None if kind == "mouseReleased" else PRESSED_FORCE,
    )


def _hover(point: Point) -> Command[None]:
    return input_domain.dispatch_mouse_event("mouseMoved", point.x, point.y, buttons=0)


def _drag_over(point: Point, data: input_domain.DragData) -> Command[None]:
    return input_domain.dispatch_drag_event("dragOver", point.x, point.y, data)
