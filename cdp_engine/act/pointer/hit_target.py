"""Waits until an element can take a pointer action and says where to point, through every frame around it.

One question to the element's document (injected/elements/pointing.js), and, for elements in frames, one hit test in
each frame above: the point must not be covered there either (facts 15 and 24; CD-06).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import anyio
import msgspec

from cdp_engine.act.actionability import ALIGNMENTS, Facts, Refusal, back_off, judge, obscured
from cdp_engine.act.element import Deadline, Element, hold, page_errors, ref_text
from cdp_engine.act.pointer.geometry import FrameMap, Point, quad_of
from cdp_engine.act.pointer.position import Place
from cdp_engine.errors import ProtocolError, StaleRef
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command, dom
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab


T = TypeVar("T")

_STIR_GRACE = 1.0


class _Aimed(msgspec.Struct, frozen=True):
    index: int = -1
    cover: str | None = None


class _Taken(msgspec.Struct, frozen=True):
    facts: Facts
    alignments: tuple[str, ...]
    """The ways to bring the element into view that were not tried."""
    point: tuple[float, float] | None = None
    cover: str | None = None
    ignores_pointer: bool = False


class Aim(msgspec.Struct, frozen=True):
    """A point that reaches an element: in its frame's viewport, for its session's input, and in the main viewport."""

    local: Point
    dispatch: Point
    main: Point
    facts: Facts
    attempts: int
    scrolled: bool


class _Missed(msgspec.Struct, frozen=True):
    """No point reaches the element now; `outside` means that a frame around it is only out of view, not covered."""

    refusal: Refusal
    cover: ScopedRef | None = None
    outside: bool = False


async def take_aim(
    tab: Tab,
    element: Element,
    *,
    enabled: bool = True,
    position: Place | None = None,
    first_attempt: int = 0,
    covered: bool = False,
) -> Aim:
    """Check, scroll and check again until a point of the element can be hit, or the deadline passes.

    `position` is a specific point of the element. `covered` skips the hit tests.

    Raises NotActionable with the reason of the last check, StaleRef when the document goes away.
    """
    attempt = first_attempt
    scrolled = frames_brought = hovered = False
    alignments = ALIGNMENTS
    while True:
        options = {
            "enabled": enabled,
            "position": position,
            "covered": covered,
            "alignments": alignments,
            "frames": len(tab.frames) > 1,
        }
        taken = await element.ask("takeAim", options, into=_Taken)
        scrolled = scrolled or len(taken.alignments) < len(alignments)
        alignments = taken.alignments
        facts = taken.facts
        refusal = judge(facts, enabled=enabled)
        cover: ScopedRef | None = None
        if refusal is None:
            found = await _through(tab, element, taken)
            if not isinstance(found, _Missed):
                local, dispatch, main = found
                if tab.action_overlay is not None:
                    show_people(tab, facts, local, main, ripple=enabled)
                return Aim(local, dispatch, main, facts, attempt + 1, scrolled)
            if alignments and not taken.ignores_pointer:
                # Under something in a frame above: another place on the screen may do, at once.
                await element.ask("bring", alignments[0], into=object)
                alignments, scrolled = alignments[1:], True
                continue
            if found.outside and not frames_brought:
                await _bring_frames(tab, element)
                frames_brought = scrolled = True
                continue
            refusal, cover = found.refusal, found.cover
        elif refusal.code == "not_visible" and not hovered:
            hovered = True
            if await _hover_row(tab, element):
                continue
        if not await may_pass(element, refusal):
            raise refusal.error(ref_text(tab, cover) if cover is not None else None)
        await stir(element, attempt)
        attempt += 1
        if attempt % 4 == 0:
            alignments = ALIGNMENTS


async def _hover_row(tab: Tab, element: Element) -> bool:
    """Move the pointer over the row or the card that draws an element only then; False where no rule says so."""
    handle = await element.handle("rowThatDraws")
    if handle is None:
        return False
    row = element.beside(handle)
    try:
        aim = await take_aim(tab, row, enabled=False)
        move = move_to(aim.dispatch)
        await element.send(move, move)
    finally:
        row.release()
    return True


def move_to(point: Point, modifiers: int = 0) -> Command[None]:
    """A mouse move to a point with no button held."""
    return input_domain.dispatch_mouse_event(
        "mouseMoved", point.x, point.y, modifiers=modifiers, button="none", buttons=0
    )


async def is_in_view(tab: Tab, element: Element, position: Place | None = None) -> bool:
    """Whether a point of the element, or the one at a position, is in view as the page is scrolled now."""
    options = {"enabled": False, "position": position, "covered": True, "alignments": (), "frames": False}
    taken = await element.ask("takeAim", options, into=_Taken)
    return not isinstance(await _through(tab, element, taken), _Missed)


def show_people(tab: Tab, facts: Facts, local: Point, main: Point, *, ripple: bool) -> None:
    """Show the pointer's destination, where effects are shown (CD-12)."""
    if tab.action_overlay is None:
        return
    box = None
    if facts.boxes:
        x, y, width, height = facts.boxes[0]
        box = (x + main.x - local.x, y + main.y - local.y, width, height)
    tab.action_overlay.point_at((main.x, main.y), box, ripple=ripple)


async def until_ready(
    element: Element, name: str, refusal_of: Callable[[T], Refusal | None], into: type[T], *, cover: str = ""
) -> T:
    """What the page side reports of an element, once nothing refuses it. Raises NotActionable at the deadline.

    `cover` asks the page side for what lies over an element that is obscured.
    """
    attempt = 0
    while True:
        facts = await element.ask(name, into=into)
        refusal = refusal_of(facts)
        if refusal is None:
            return facts
        if not await may_pass(element, refusal):
            over = await cover_of(element, cover) if cover and refusal.code == "obscured" else None
            raise refusal.error(ref_text(element.tab, over) if over is not None else None)
        await stir(element, attempt)
        attempt += 1


async def may_pass(element: Element, refusal: Refusal) -> bool:
    """Whether waiting may mend what refuses an action: the time is not over, and something happens on the page.

    A page on which nothing happens gets the grace of the refusal, because its timers cannot be seen.
    """
    deadline, grace = element.deadline, refusal.grace
    if not refusal.passing or deadline.passed:
        return False
    if grace is None:
        return True
    at_work = await element.ask("isAtWork", into=bool)
    if at_work or deadline.elapsed < grace:
        return True
    if refusal.longest is not None and deadline.elapsed >= refusal.longest:
        if refusal.code != "obscured":
            return refusal.code == "not_visible" and _awaits_answer(element.tab)
        if await element.ask("awaitsPerson", into=bool):
            return False
    return await element.tab.changes.still_for() < grace


def _awaits_answer(tab: Tab) -> bool:
    now = anyio.current_time()
    return any(tab.network.is_blocking(one, now) for one in tab.network.pending())


async def stir(element: Element, attempt: int) -> None:
    """Wait in the page until something changes around the element, at most for the back-off of this attempt."""
    limit = min(back_off(attempt), element.deadline.left * 1000)
    if limit > 0:
        await element.ask("stir", limit, into=object, seconds=limit / 1000 + _STIR_GRACE)


async def _through(tab: Tab, element: Element, taken: _Taken) -> tuple[Point, Point, Point] | _Missed:
    """The point that was found, through the frames above; else what lies over the element."""
    if taken.point is not None:
        return await through_frames(tab, element, taken.facts, Point(*taken.point))
    cover = await cover_of(element) if taken.cover is not None else None
    refusal = obscured(taken.facts.description, taken.cover, ignores_pointer=taken.ignores_pointer)
    return _Missed(refusal, cover=cover)


async def through_frames(
    tab: Tab, element: Element, facts: Facts, point: Point
) -> tuple[Point, Point, Point] | _Missed:
    """(the point, in the session's input coordinates, in the main viewport), or what covers a frame above."""
    frame = element.frame
    dispatch: Point | None = None
    inner, view = point, facts
    if frame.parent_id is None:
        moved = Point(point.x - view.visual_offset[0], point.y - view.visual_offset[1])
        return point, moved, moved
    while frame.parent_id is not None:
        parent = tab.frames.get(frame.parent_id)
        if parent is None:
            raise StaleRef(
                ref_text(tab, element.ref) if element.ref else str(frame.id), "a frame around it has gone"
            )
        if frame.session is not parent.session and dispatch is None:
            dispatch = inner
        owner, map_out = await _owner(frame, parent, view, element)
        try:
            outer = map_out.outward(inner)
            if dispatch is None:
                dispatch = outer
            around, in_parent = await _into_frame(tab, owner, parent, outer, element.deadline)
            hit = await owner.ask("aim", [[in_parent.x, in_parent.y]], into=_Aimed)
            if hit.index < 0:
                cover = await cover_of(owner) if hit.cover is not None else None
                return _Missed(obscured(facts.description, hit.cover), cover=cover, outside=hit.cover is None)
        finally:
            owner.release()
        frame, inner, view = parent, in_parent, around
    main = Point(inner.x - view.visual_offset[0], inner.y - view.visual_offset[1])
    if dispatch is None:
        return point, main, main
    if element.session is not frame.session:
        # Measured: on the session of an out-of-process frame Chrome multiplies by the pinch zoom once more.
        dispatch = Point(dispatch.x / view.visual_scale, dispatch.y / view.visual_scale)
    return point, dispatch, main


async def _bring_frames(tab: Tab, element: Element) -> None:
    """Bring the frames around an element into view, as the browser does not for one of fixed position."""
    frame = element.frame
    while frame.parent_id is not None and (parent := tab.frames.get(frame.parent_id)) is not None:
        owner = await _owner_of(frame, parent, element)
        try:
            await owner.ask("bring", ALIGNMENTS[0], into=object)
        finally:
            owner.release()
        frame = parent


async def _owner(frame: Frame, parent: Frame, view: Facts, element: Element) -> tuple[Element, FrameMap]:
    """The `<iframe>` of a frame, and the map from the frame's viewport to its parent process's input coordinates."""
    owner = await _owner_of(frame, parent, element)
    return owner, await frame_map(frame, owner, view)


async def frame_owner(tab: Tab, element: Element) -> Element | None:
    """The `<iframe>` around an element, which the caller releases; None in a page of its own."""
    frame = element.frame
    parent = tab.frames.get(frame.parent_id) if frame.parent_id is not None else None
    return None if parent is None else await _owner_of(frame, parent, element)


async def _owner_of(frame: Frame, parent: Frame, element: Element) -> Element:
    with page_errors(element.ref, frame):
        reply = await parent.session.send(dom.get_frame_owner(frame.id), timeout=element.deadline.remaining)
    return await hold(element.tab, parent, reply.backend_node_id, element.deadline)


async def frame_map(frame: Frame, owner: Element, view: Facts) -> FrameMap:
    """The map from a frame's viewport to the viewport of the process that draws its `<iframe>`."""
    try:
        box = await owner.session.send(
            dom.get_box_model(object_id=owner.object_id), timeout=owner.deadline.remaining
        )
    except ProtocolError as error:
        raise StaleRef(f"frame {frame.id}", "its <iframe> is not drawn") from error
    return FrameMap(*view.viewport, quad_of(box.model.content))


async def _into_frame(
    tab: Tab, owner: Element, parent: Frame, outer: Point, deadline: Deadline
) -> tuple[Facts, Point]:
    """A point in a process's input coordinates → the viewport of the parent frame, which may be nested in it."""
    around = await owner.ask("look", into=Facts)
    grand = tab.frames.get(parent.parent_id) if parent.parent_id is not None else None
    if grand is None or grand.session is not parent.session:
        return around, Point(outer.x + around.visual_offset[0], outer.y + around.visual_offset[1])
    reply = await grand.session.send(dom.get_frame_owner(parent.id), timeout=deadline.remaining)
    above = await hold(tab, grand, reply.backend_node_id, deadline)
    try:
        return around, (await frame_map(parent, above, around)).inward(outer)
    finally:
        above.release()


async def cover_of(element: Element, name: str = "lastCover") -> ScopedRef | None:
    """The ref of the element that the last hit test found instead."""
    return await element.ref_of(name)
