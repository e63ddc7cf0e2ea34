"""Sets a custom slider, or a spin button that takes no text, by arrow keys, with its value or words read back.

A value between the steps of the keys, or of a slider that takes no keys, is reached by dragging the thumb.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dispatch import burst, stroke_command
from cdp_engine.act.element import Element
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keys import chord_strokes, parse_chord
from cdp_engine.act.lists.option_matching import Option, folded, offer
from cdp_engine.act.performed import Ending
from cdp_engine.act.pointer.dragging import drag
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOVE_SECONDS = 0.25
_SLOW_SECONDS = 0.75
"""How much longer a slider that keys have moved before may take to move again."""
_ROUNDS = 4
_MOST_STEPS = 1000
_MOST_WORDS = 100
_DRAGS = 4
"""How often a thumb is dragged: what the first drags missed by, the next makes up for."""
_LEAST_DRAG = 0.5
"""The shortest way that is worth a drag, CSS px."""
_RANGE = (0.0, 100.0)
"""The ends of an `<input type=range>` that names none."""
_PAIRS = (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown"))


def _pairs(facts: FieldFacts) -> tuple[tuple[str, str], ...]:
    """The keys for more and for less; the other arrows may lead from a spin button to the next one."""
    return _PAIRS[1:] if facts.spins else _PAIRS


ValueAfter = Callable[[Element, float, float], Awaitable[float]]
"""The value of a slider once it differs from the given one, or what it still is after some seconds."""


async def drawn_value(element: Element, before: float, seconds: float) -> float:
    """The value that a slider's attribute says, as `ValueAfter`. Raises NotActionable where it says several."""
    found = await element.ask("sliderValue", before, seconds * 1000, into=list[float])
    if not found:
        raise Refusal(
            "not_editable",
            "the slider holds more than one value",
            passing=False,
            hint="Fill or drag each of its handles, which are the elements in it.",
        ).error()
    return found[0]


def refuse_beyond(facts: FieldFacts, wanted: float) -> None:
    """Raise NotActionable where a slider does not go as far as a value: it would stop at its end."""
    ends = _number(facts.min), _number(facts.max)
    if facts.kind == "range":
        ends = _RANGE[0] if ends[0] is None else ends[0], _RANGE[1] if ends[1] is None else ends[1]
    least, most = ends
    if least is None or most is None or least >= most or least <= wanted <= most:
        return
    message = f"{facts.description} goes from {least:g} to {most:g}"
    raise Refusal("not_editable", message, passing=False, hint="Give a value within that.").error()


def _number(written: str | None) -> float | None:
    try:
        return float(written or "")
    except ValueError:
        return None


async def refuse_passing(element: Element, facts: FieldFacts, wanted: float) -> None:
    """Raise NotActionable where a slider would pass another handle of its track: it would swap with it, or move it."""
    passed = await element.ask("passedHandle", wanted, into=list[float])
    if passed:
        raise Refusal(
            "not_editable",
            f"{facts.description} would pass another handle of its range, which is at {passed[0]:g}",
            passing=False,
            hint="Fill the other handle first, or give each handle a value on its side of the other one.",
        ).error()


async def set_slider(tab: Tab, element: Element, facts: FieldFacts, wanted: float) -> Ending:
    """Move a slider as near to a value as it allows, by its keys and then by its thumb.

    Raises NotActionable where neither moves it.
    """
    before = await drawn_value(element, wanted, 0)
    try:
        return await move_slider(element, facts, wanted) or await _drag_thumb(tab, element, wanted)
    except NotActionable:
        ending = await _drag_thumb(tab, element, wanted)
        if not ending and await drawn_value(element, wanted, 0) == before:
            raise
        return ending


async def move_slider(
    element: Element, facts: FieldFacts, wanted: float, value: ValueAfter = drawn_value
) -> Ending:
    """Move a slider as near to a value as its steps allow. Raises NotActionable where no key moves it.

    A key that moves another handle of its track instead is taken back.
    """
    await _take_focus(element, facts)
    now = await value(element, wanted, 0)
    if now == wanted:
        return ""
    others = await element.ask("handlesBeside", into=list[float])
    for pair in _pairs(facts):
        more, fewer = pair
        key = more if wanted > now else fewer
        first = await _after(element, key, 1, now, value)
        if first == now:
            if others and await element.ask("handlesBeside", into=list[float]) != others:
                await _press(element, fewer if key == more else more, 1)
                break
            continue
        if abs(first - wanted) > abs(now - wanted) and (first > now) != (wanted > now):
            more, fewer = fewer, more  # right-to-left
        return await _approach(element, first, wanted, abs(first - now), (more, fewer), value)
    hint = "It may be at its end, or be moved with drag() only."
    raise Refusal("not_editable", f"no arrow key moves {facts.description}", passing=False, hint=hint).error()


async def move_to_words(element: Element, facts: FieldFacts, wanted: str) -> str:
    """Move a slider step by step until its words (`aria-valuetext`) are the wanted ones; returns those it has then.

    Raises NotActionable (`option_not_found`, naming the words of its steps) with the slider where it was.
    """
    await _take_focus(element, facts)
    start = await _words_after(element, "", None)
    if folded(start) == folded(wanted):
        return start
    number = await element.ask("sliderValue", 0, 0, into=list[float])
    seen = [start]
    for pair in _pairs(facts):
        for key, back in (pair, pair[::-1]):
            steps = await _walk(element, key, wanted, seen)
            if folded(seen[-1]) == folded(wanted):
                return seen[-1]
            now = seen[-1]
            for _ in range(steps):
                now = await _words_after(element, back, now)
        if len(seen) > 1:
            break
    if number and await element.ask("sliderValue", 0, 0, into=list[float]) != number:
        await move_slider(element, facts, number[0])  # a step that was slow to show was not counted
    options = [Option(number, text, text) for number, text in enumerate(dict.fromkeys(seen))]
    message = f"no step of {facts.description} is called {wanted!r}"
    raise Refusal("option_not_found", message, passing=False, hint=offer(options, wanted)).error()


async def _walk(element: Element, key: str, wanted: str, seen: list[str]) -> int:
    """Press a key until the words are the wanted ones or change no more; how often they changed."""
    now = await _words_after(element, "", None)
    for steps in range(_MOST_WORDS):
        then = await _words_after(element, key, now)
        if then == now or element.deadline.passed:
            return steps
        seen.append(then)
        if folded(then) == folded(wanted):
            return steps + 1
        now = then
    return _MOST_WORDS


async def _words_after(element: Element, key: str, now: str | None) -> str:
    """The words of a slider after a key, once they differ from those before, or after a moment."""
    if key:
        await _press(element, key, 1)
    return await element.ask("sliderText", now, _MOVE_SECONDS * 1000 if key else 0, into=str)


async def _take_focus(element: Element, facts: FieldFacts) -> None:
    state = await element.ask("focus", None, into=FocusState)
    if not state.focused:
        raise Refusal("not_editable", f"{facts.description} did not take the focus").error()


async def _approach(
    element: Element, now: float, wanted: float, step: float, keys: tuple[str, str], value: ValueAfter
) -> Ending:
    for _ in range(_ROUNDS):
        steps = min(round(abs(wanted - now) / step), _MOST_STEPS)
        if not steps or element.deadline.passed:
            break
        then = await _after(element, keys[wanted <= now], steps, now, value)
        if then == now:
            then = await value(element, now, _SLOW_SECONDS)
        if then == now:
            break
        now = then
    return ""


async def _after(element: Element, key: str, times: int, now: float, value: ValueAfter) -> float:
    """The value after pressing a key some times."""
    await _press(element, key, times)
    return await value(element, now, _MOVE_SECONDS)


async def _press(element: Element, key: str, times: int) -> None:
    strokes = chord_strokes(parse_chord(key))
    commands = [stroke_command(stroke) for _ in range(times) for stroke in strokes]
    await burst(element.session, commands, element.deadline)


class Thumb(msgspec.Struct, frozen=True):
    """The size of a thumb, its way for the whole range across and up, CSS px, and the ends of the range."""

    width: float = 0.0
    height: float = 0.0
    across: float = 0.0
    up: float = 0.0
    least: float = 0.0
    most: float = 0.0

    def reaches(self, value: float) -> bool:
        """Whether there is a track, and the value lies on it."""
        return bool(self.across or self.up) and self.least <= value <= self.most


async def _drag_thumb(tab: Tab, element: Element, wanted: float) -> Ending:
    return await drag_thumb(tab, element, wanted, await element.ask("thumbOf", into=Thumb))


async def drag_thumb(
    tab: Tab, element: Element, wanted: float, thumb: Thumb, value: ValueAfter = drawn_value
) -> Ending:
    """Drag a thumb to a value, by the length of the track around it.

    Does nothing where the slider holds the value, cannot hold it, or has nothing around it that looks like a track.
    """
    now = await value(element, wanted, 0)
    if element.ref is None or now == wanted or not thumb.reaches(wanted):
        return ""
    drags: list[tuple[float, float]] = []
    pace = (thumb.across or -thumb.up) / (thumb.most - thumb.least)
    for _ in range(_DRAGS):
        pace, slip = _fit(drags, pace)
        way = (wanted - now) * pace
        if abs(way) < _LEAST_DRAG:
            break
        way -= slip
        x, y = (way, 0.0) if thumb.across else (0.0, way)
        position = (thumb.width / 2 + x, thumb.height / 2 + y)
        seconds = element.deadline.remaining
        done = await drag(tab, element.ref, element.ref, position=position, timeout=seconds)
        then = await value(element, now, _MOVE_SECONDS)
        if done.ending or then == now or element.deadline.passed:
            return done.ending
        drags.append((way, then - now))
        now = then
    return ""


def _fit(drags: list[tuple[float, float]], pace: float) -> tuple[float, float]:
    """How many px a thumb goes for one unit, and how many it went beyond each drag, by drags of px and their units.

    The ends that a slider names may be nearer than those of its track, and a thumb follows the first pull as well.
    """
    if not drags:
        return pace, 0.0
    way, units = drags[-1]
    if len(drags) > 1 and units != drags[-2][1]:
        pace = (way - drags[-2][0]) / (units - drags[-2][1])
    return pace, units * pace - way
