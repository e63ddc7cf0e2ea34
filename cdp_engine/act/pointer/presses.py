"""The input of a click or a tap, and a press that lasts a moment because its page needs that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import anyio

from cdp_engine.act.dispatch import ask_after, burst
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Ending
from cdp_engine.act.pointer.geometry import Point
from cdp_engine.act.pointer.hit_target import Aim
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain

BUTTON_BITS = {"left": 1, "right": 2, "middle": 4, "back": 8, "forward": 16}
"""`MouseEvent.buttons`."""

PRESSED_FORCE = 0.5
"""`PointerEvent.pressure` of a mouse while a button is down."""

_LASTS_SECONDS = 0.06
"""Less than a person's press lasts."""
_HELD_SECONDS = 0.3
"""How long a button is held that begins a drag: libraries ask for 0.1 to 0.25 s."""


def touches(point: Point, mask: int) -> Iterable[Command[None]]:
    """One tap of a finger."""
    finger = input_domain.TouchPoint(x=point.x, y=point.y)
    yield input_domain.dispatch_touch_event("touchStart", [finger], modifiers=mask)
    yield input_domain.dispatch_touch_event("touchEnd", [], modifiers=mask)


def presses(point: Point, button: str, count: int, mask: int) -> Iterable[Command[None]]:
    """Presses and releases of a mouse button, `count` in a row."""
    for number in range(1, count + 1):
        for kind, held in (("mousePressed", BUTTON_BITS[button]), ("mouseReleased", 0)):
            yield input_domain.dispatch_mouse_event(
                kind,
                point.x,
                point.y,
                modifiers=mask,
                button=button,
                buttons=held,
                click_count=number,
                force=PRESSED_FORCE if held else None,
            )


async def press_that_lasts(
    element: Element, aim: Aim, made: Callable[[Point], Sequence[Command[None]]], begin: int
) -> Ending:
    """Send a press, and its release a moment later, as a hand does; returns how the page left.

    A page that takes a text over when its field is left, and not at once, would run the button's code with the old one.
    Calendars and drawings that make clicks of presses listen for the release only a frame later, and would wait for it.
    `made` makes the commands for a point, of which the first `begin` press. The release follows the element where its
    page moved it meanwhile, as by a message of the field.
    """
    point, released = aim.dispatch, False
    try:
        ending = await burst(element.session, made(point)[:begin], element.deadline)
        if not ending:
            await anyio.sleep(_LASTS_SECONDS)
            boxes = aim.facts.boxes
            shift, ending = await ask_after(element, ending, "shiftOf", boxes, into=tuple[float, float])
            if shift is not None:
                point = Point(point.x + shift[0], point.y + shift[1])
        if not ending:
            released = True
            return await burst(element.session, made(point)[begin:], element.deadline)
        return ending
    finally:
        if not released:  # where the page left, or the caller was cancelled
            for command in made(point)[begin:]:
                element.session.start(command).abandon()


async def held_for_timer(element: Element) -> Ending:
    """Hold the button for a while where its press has set a timer since `watchDrag`; how the page left, if it did.

    Pages that want a long press begin no drag with a pointer that moves before their timer has run.
    """
    timed, ending = await ask_after(element, "", "startsTimer", into=bool)
    if timed:
        await anyio.sleep(_HELD_SECONDS)
    return ending
