"""Sets a slider that says nothing of its value, by the number on the page that follows its handle.

The scale is found by moving the handle a little: the nearest number that changes then is the slider's value.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dispatch import press_key
from cdp_engine.act.element import Element, located
from cdp_engine.act.fields.sliders import Thumb, drag_thumb, move_slider
from cdp_engine.act.focus import FocusState
from cdp_engine.act.performed import Ending, Performed
from cdp_engine.act.pointer.dragging import drag

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOVES_MS = 250
_NUDGE = 1 / 8
"""How far a handle is dragged to see what follows it, as a share of its track."""
_WAYS_BACK = 4
"""How often it is dragged back: what the first drag misses by, the next makes up for."""


class _Place(msgspec.Struct, frozen=True):
    """How many handles an element may mean, whether it is one itself, and where that is on its track, CSS px."""

    handles: int = 0
    own: bool = False
    at: float = 0.0
    length: float = 0.0
    across: bool = True
    width: float = 0.0
    height: float = 0.0


class _Follows(msgspec.Struct, frozen=True):
    """Whether a handle has moved, where it is now, and what the number that follows it was and is."""

    moved: bool = False
    at: float = 0.0
    before: float | None = None
    now: float | None = None


async def fill_handle(element: Element, fill: Callable[..., Awaitable[Performed]]) -> Performed | None:
    """Set the slider that an element is a part of, by its handle; None where that says no value of its own."""
    handle = await element.ref_of("handleThatSays")
    if handle is None:
        return None
    done = await fill(handle, timeout=element.deadline.remaining)
    return msgspec.structs.replace(done, ref=element.ref)


async def fill_drawn_slider(
    tab: Tab, element: Element, facts: FieldFacts, text: str, refusal: Refusal
) -> Performed:
    """Set a slider that has no value of its own to a number. Raises the `refusal` where the element belongs to none.

    Raises NotActionable where no number follows it, so that its scale is not known; it is where it was then.
    """
    place = await element.ask("noteSlider", into=_Place)
    if place.handles > 1:
        raise Refusal(
            "not_editable",
            f"this slider has {place.handles} handles",
            passing=False,
            hint="Give the ref of one of them; where they have none, drag from a position on the track to another.",
        ).error()
    if not place.handles:
        raise refusal.error()
    own = None if place.own else await element.ref_of("drawnHandle")
    if own is not None:  # that can be dragged where keys are not exact
        async with located(tab, own, element.deadline) as handle:
            done = await fill_drawn_slider(tab, handle, facts, text, refusal)
        return msgspec.structs.replace(done, ref=element.ref)
    stop = await _beside(element, "sliderStop")
    try:
        return await _set(tab, element, stop, facts, place, float(text))
    finally:
        if stop is not None:
            stop.release()


async def _set(
    tab: Tab, element: Element, stop: Element | None, facts: FieldFacts, place: _Place, wanted: float
) -> Performed:
    follows, key = await _follow_keys(stop)
    if not follows.moved:
        follows = await _follow_drag(tab, element, place)
    if not follows.moved or follows.now is None or follows.before is None:
        await _move_back(tab, element, stop, key, place, follows)
        raise _unknown(facts, place, follows).error()
    ending: Ending = ""
    if stop is not None and key:
        ending = await move_slider(stop, facts, wanted, _number)
    if not ending and place.own and await _number(element, wanted, 0) != wanted:
        ending = await drag_thumb(tab, element, wanted, _thumb(place, follows, wanted), _number)
    held = await _number(element, wanted, 0) if not ending else wanted
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=f"{follows.before:g}",
        value_after=f"{held:g}",
        as_wanted=None if ending else held == wanted,
        method="keys",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _number(element: Element, before: float, seconds: float) -> float:
    """The number that follows the handle, as `ValueAfter`."""
    return await element.ask("followedNumber", before, seconds * 1000, into=float)


async def _follow_keys(stop: Element | None) -> tuple[_Follows, str]:
    """What follows the handle as a key moves it, and that key; no key where none does."""
    if stop is None or not (await stop.ask("focus", None, into=FocusState)).focused:
        return _Follows(), ""
    for key in ("ArrowRight", "ArrowLeft"):
        if await press_key(stop, key):
            return _Follows(), ""
        follows = await stop.ask("sliderFollower", _MOVES_MS, into=_Follows)
        if follows.moved:
            return follows, key
    return _Follows(), ""


async def _follow_drag(tab: Tab, element: Element, place: _Place) -> _Follows:
    """What follows the handle as it is dragged a little."""
    if not place.own:
        return _Follows()
    back = place.at > place.length / 2
    if await _drag_by(tab, element, place, -_NUDGE * place.length if back else _NUDGE * place.length):
        return _Follows()
    return await element.ask("sliderFollower", _MOVES_MS, into=_Follows)


async def _drag_by(tab: Tab, element: Element, place: _Place, way: float) -> Ending:
    x, y = (way, 0.0) if place.across else (0.0, way)
    position = (place.width / 2 + x, place.height / 2 + y)
    if element.ref is None:
        return ""
    return (
        await drag(tab, element.ref, element.ref, position=position, timeout=element.deadline.remaining)
    ).ending


async def _move_back(
    tab: Tab, element: Element, stop: Element | None, key: str, place: _Place, follows: _Follows
) -> None:
    if stop is not None and key:
        await press_key(stop, "ArrowLeft" if key == "ArrowRight" else "ArrowRight")
        return
    aim = place.at
    for _ in range(_WAYS_BACK):
        if not follows.moved:
            return
        await _drag_by(tab, element, place, aim - follows.at)
        follows = await element.ask("sliderFollower", 0, into=_Follows)
        aim += place.at - follows.at


def _thumb(place: _Place, follows: _Follows, wanted: float) -> Thumb:
    """The ends of the range by where two values are on the track."""
    assert follows.before is not None
    assert follows.now is not None
    pace = (follows.now - follows.before) / (follows.at - place.at)
    first = follows.before - place.at * pace
    last = first + place.length * pace
    across, up = (place.length, 0.0) if place.across else (0.0, place.length)
    if not place.across:
        first, last = last, first
    first, last = min(first, wanted), max(last, wanted)  # what was measured is not exact at the ends
    return Thumb(place.width, place.height, across, up, first, last)


def _unknown(facts: FieldFacts, place: _Place, follows: _Follows) -> Refusal:
    """The refusal of a slider whose scale is not known."""
    where = f"its track is {place.length:.0f} px long, and it is {place.at:.0f} px from the start"
    if not follows.moved:
        why = "neither keys nor a drag of its handle move it"
    else:
        why = "no number on the page follows it, so its scale is not known"
    return Refusal(
        "not_editable",
        f"{facts.description} is a slider without a value: {why}; {where}",
        passing=False,
        hint="Set it by its place: drag the handle onto itself, to a position in px from its top left.",
    )


async def _beside(element: Element, name: str) -> Element | None:
    handle = await element.handle(name)
    return None if handle is None else element.beside(handle)
