"""Click and hover: real mouse events at a point that two hit tests have shown to reach the element."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count as numbers
from typing import TYPE_CHECKING, Literal

import anyio
import msgspec

from cdp_engine.act.actionability import second_look
from cdp_engine.act.dispatch import burst, is_mac, stroke_command
from cdp_engine.act.element import Deadline, Element, located, ref_text
from cdp_engine.act.keyboard.keys import held_strokes, modifier_mask
from cdp_engine.act.performed import ActionName, Ending, Performed
from cdp_engine.act.pointer.aftermath import Aftermath, aftermath_of, pressed, stop_watching
from cdp_engine.act.pointer.arrival import ARRIVES_MS, may_go_elsewhere
from cdp_engine.act.pointer.closed_option import pick_option
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.hit_target import Aim, cover_of, may_pass, move_to, stir, take_aim
from cdp_engine.act.pointer.position import Place, Position, read_position
from cdp_engine.act.pointer.press_guard import PressGuard, guard_next_documents
from cdp_engine.act.pointer.presses import BUTTON_BITS, press_that_lasts, presses, touches
from cdp_engine.errors import InvalidInput, NotActionable
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

Button = Literal["left", "right", "middle", "back", "forward"]

DEFAULT_TIMEOUT = 5.0
"""Seconds that an action may take, waiting until the element is ready included."""

_SECOND_LOOK_MS = 60
_TIMERS_SECONDS = 0.06
"""After how long a document is asked whether its timers run at all: where scripts are off, they do not."""
_CALM_MS = 200
"""For how long nothing may have lain over a point that a frame of another site was seen to come over."""

_MOVE_SECONDS = 1.0
_tokens = numbers(1)


class _Armed(msgspec.Struct, frozen=True):
    ok: bool = False
    why: str | None = None
    cover: str | None = None
    lasts: bool = False
    """Whether the press has to last a moment before its release."""


_ELSEWHERE = _Armed(False, "elsewhere")


class Strike(msgspec.Struct, frozen=True):
    """One pointer action that was sent: where, and its outcome."""

    aim: Aim
    aftermath: Aftermath
    ending: Ending
    attempts: int


async def click(
    tab: Tab,
    ref: ScopedRef,
    *,
    button: Button = "left",
    count: int = 1,
    modifiers: Sequence[str] = (),
    position: Position | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Press and release a mouse button on an element, `count` times in a row (2: double click).

    `modifiers` are held keys (Shift, Control, Alt, Meta, ControlOrMeta); `position` is a `Position`, None for the
    best visible point. Waits up to `timeout` seconds until the element is attached, visible,
    still, enabled and not covered. `Input.dispatchMouseEvent`; VD-09, CD-06. An option of a closed `<select>`, which
    nothing on the page shows, is chosen instead (`method` says `option`).

    Raises NotActionable, StaleRef; TargetCrashed, ConnectionLost and similar errors where nothing was clicked.
    """
    if button not in BUTTON_BITS:
        raise InvalidInput(
            f"unknown mouse button {button!r}", hint="Use left, right, middle, back or forward."
        )
    if not 1 <= count <= 3:
        raise InvalidInput("count must be 1, 2 or 3")
    if modifiers:
        modifier_mask(modifiers, mac=is_mac(tab))
    place = read_position(position) if position is not None else None
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        try:
            strike = await strike_element(
                tab, element, button=button, count=count, modifiers=modifiers, position=place
            )
        except NotActionable as error:
            if error.code != "not_visible" or button != "left" or modifiers:
                raise
            picked = await pick_option(element)
            if picked is None:
                raise
            return picked
    return performed("click", ref, strike, deadline)


async def hover(
    tab: Tab,
    ref: ScopedRef,
    *,
    modifiers: Sequence[str] = (),
    position: Position | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Move the mouse over an element. A disabled element can be hovered. Arguments and errors as for `click`."""
    mask = modifier_mask(modifiers, mac=is_mac(tab))
    place = read_position(position)
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        for attempt in numbers():
            aim = await take_aim(tab, element, enabled=False, position=place, first_attempt=attempt)
            token = next(_tokens)
            armed = await _arm(tab, element, token, aim, kinds="hover")
            if not armed.ok:
                await _try_again(tab, element, armed, aim, attempt)
                continue
            ending = await burst(element.session, [move_to(aim.dispatch, mask)], element.deadline)
            aftermath, ending = await aftermath_of(element, token, ending)
            if not ending and not aftermath.received and may_go_elsewhere(tab, element):
                await _try_again(tab, element, _ELSEWHERE, aim, attempt)
                continue
            return performed("hover", ref, Strike(aim, aftermath, ending, attempt + 1), deadline)
    raise AssertionError("unreachable: the loop ends by returning or raising")


async def strike_element(
    tab: Tab,
    element: Element,
    *,
    button: Button = "left",
    count: int = 1,
    modifiers: Sequence[str] = (),
    position: Place | None = None,
    touch: bool = False,
) -> Strike:
    """Click a located element: aim, move there, check again a frame later, press and release back to back.

    A press that takes the focus from a text, or is on no control, lasts a moment: see `press_that_lasts`.

    The page side stops a press that goes to another element, so trying again is safe. With `touch` the element is
    tapped instead, with no move before it.
    """
    mask = modifier_mask(modifiers, mac=is_mac(tab)) if modifiers else 0
    down, up = held_strokes(modifiers, mac=is_mac(tab)) if modifiers else ((), ())
    calm = 0

    def commands_at(point: Point) -> list[Command[None]]:
        made = touches(point, mask) if touch else presses(point, button, count, mask)
        return [*map(stroke_command, down), *made, *map(stroke_command, up)]

    for attempt in numbers():
        aim = await take_aim(tab, element, position=position, first_attempt=attempt)
        guard = PressGuard(tab, element, aim.facts.tag) if len(tab.frames) > 1 else None
        token = next(_tokens)
        commands = commands_at(aim.dispatch)
        seen: tuple[Aftermath, Ending] | None = None
        stopped: str | None = None
        # Requested before the press: the answer is sent at the press, even if that makes the page go away.
        with element.start("received", token) as early, guard_next_documents(tab, element):
            try:
                kinds = "touch" if touch else "click"
                armed = await _arm(tab, element, token, aim, kinds=kinds, mask=mask, guard=guard, calm=calm)
                if armed.ok:
                    send = partial(burst, element.session, commands, element.deadline)
                    if armed.lasts:
                        send = partial(press_that_lasts, element, aim, commands_at, len(down) + 1)
                    seen = await pressed(element, token, send, early, clicks=0 if touch else count)
                    if guard and not seen[0].received:
                        stopped = await guard.stopped_by()
            except BaseException:
                stop_watching(element, token)
                raise
            finally:
                if guard is not None:
                    guard.end()
        if stopped is not None:
            calm = _CALM_MS
            await _try_again(tab, element, _Armed(False, "intercepted", stopped), aim, attempt)
            continue
        if seen is None:
            calm = _CALM_MS if armed.why == "obscured" and guard else calm
            await _try_again(tab, element, armed, aim, attempt)
            continue
        aftermath, ending = seen
        if aftermath.received is False and aftermath.blocked and not ending:
            await _try_again(tab, element, _Armed(False, "obscured"), aim, attempt)
            continue
        return Strike(aim, aftermath, ending, attempt + 1)
    raise AssertionError("unreachable: the loop ends by returning or raising")


def press_token() -> int:
    """A name for one pointer watch of the page side."""
    return next(_tokens)


async def arm_until_still(tab: Tab, element: Element, token: int, *, position: Place | None = None) -> Aim:
    """Move to an element and begin to watch it once it has stopped moving. Raises NotActionable at the deadline."""
    for attempt in numbers():
        aim = await take_aim(tab, element, position=position, first_attempt=attempt)
        armed = await _arm(tab, element, token, aim)
        if armed.ok:
            return aim
        await _try_again(tab, element, armed, aim, attempt)
    raise AssertionError("unreachable: the loop ends by returning or raising")


def seen_at_target(strike: Strike) -> bool | None:
    """Whether the event was seen at the element; None where the page left before it could be asked."""
    if strike.aftermath.received is None and strike.ending:
        return None
    return bool(strike.aftermath.received)


def performed(action: ActionName, ref: ScopedRef | None, strike: Strike, deadline: Deadline) -> Performed:
    """The outcome of a pointer action."""
    aim = strike.aim
    return Performed(
        action=action,
        ref=ref,
        point=aim.main,
        received=seen_at_target(strike),
        events=strike.aftermath.events,
        through_label=aim.facts.through_label,
        scrolled=aim.scrolled,
        attempts=max(strike.attempts, aim.attempts),
        ending=strike.ending,
        seconds=deadline.elapsed,
    )


async def _arm(
    tab: Tab,
    element: Element,
    token: int,
    aim: Aim,
    *,
    kinds: Literal["click", "touch", "hover"] = "click",
    mask: int = 0,
    guard: PressGuard | None = None,
    calm: int = 0,
) -> _Armed:
    """Move to an element and begin to watch it, in one breath; no watch where it is not still under the pointer then.

    Where a frame of another process could get the press, the move must be seen to come to the element (fact 40), and
    documents of other sites stop presses from here on; nothing may have lain over the point for `calm` ms. Else the
    first attempt waits for no frame on a page that is still: the watch stops a press that goes elsewhere. A tap has no
    move before it; only there the mouse checks the point first. Hovering is a move itself, and comes later.
    """
    strict = kinds != "hover" and may_go_elsewhere(tab, element)
    moves = strict or kinds == "click"
    options = {
        "hovered": kinds == "click",
        "enabled": kinds != "hover",
        "kinds": kinds,
        "patience": _SECOND_LOOK_MS,
        "arrives": ARRIVES_MS if moves else 0,
        "must_arrive": strict,
        "calm": calm,
        "quick": kinds == "click" and not strict and aim.attempts == 1,
    }
    facts = aim.facts
    with element.start("arm", token, aim.local.x, aim.local.y, facts.boxes, options) as reply:
        if moves:
            # Where a frame that was under the pointer went away in between, nobody answers the move.
            with anyio.move_on_after(_MOVE_SECONDS if strict else None):
                # A move waits for the next frame, unless another one follows (fact 46).
                move = move_to(aim.dispatch, mask)
                await element.send(move, *(() if strict else (move,)))
        if guard is not None:
            await guard.begin()
        with anyio.move_on_after(_TIMERS_SECONDS):
            return await element.answer(reply, "arm", _Armed)
        element.tell("withoutTimers")
        return await element.answer(reply, "arm", _Armed)


async def _try_again(tab: Tab, element: Element, armed: _Armed, aim: Aim, attempt: int) -> None:
    """Wait for the page to change, or give up with the reason once the time is over."""
    refusal = second_look(armed.why, aim.facts.description, armed.cover)
    if not await may_pass(element, refusal):
        cover = await cover_of(element) if armed.cover is not None else None
        raise refusal.error(ref_text(tab, cover) if cover is not None else None)
    await stir(element, attempt)
