"""Sets a slider of two values, `3|18`, handle by handle, by arrow keys."""

from __future__ import annotations

import re
from functools import partial

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.fields.sliders import move_slider
from cdp_engine.act.performed import Ending, Performed

_PAIR = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:[|;,]|\.\.|\bto\b|–|(?<=\d)\s*-)\s*(-?\d+(?:\.\d+)?)\s*")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")


def pair_in(text: str) -> tuple[float, float] | None:
    """The two numbers of a text, in order, as `3|18`, `3;18`, `3 to 18` and `3 - 18`; None for any other text."""
    found = _PAIR.fullmatch(text)
    if found is None:
        return None
    first, second = sorted((float(found[1]), float(found[2])))
    return first, second


async def fill_pair(element: Element, facts: FieldFacts, text: str) -> Performed | None:
    """Move both handles of a slider; None where the text does not give two numbers, or is the name of a step.

    Raises NotActionable where the slider holds one number, or no key moves a handle.
    """
    wanted = pair_in(text)
    if wanted is None:
        return None
    before = await element.ask("pairValues", into=list[float])
    if len(before) != 2:
        if _NUMBER.fullmatch(await element.ask("sliderText", None, 0, into=str)):
            raise Refusal(
                "not_editable",
                f"{facts.description} holds one number, not {text!r}",
                passing=False,
                hint="Give one number; a range has a slider for each of its ends.",
            ).error()
        return None
    ending: Ending = ""
    # a handle stops at the other one: that goes first whose way is free
    for index in (1, 0) if wanted[1] >= before[0] else (0, 1):
        handle = await element.handle("pairStop", index)
        if handle is None:
            return None
        stop = element.beside(handle)
        try:
            ending = ending or await move_slider(stop, facts, wanted[index], partial(_value, index))
        finally:
            stop.release()
    now = before if ending else await element.ask("pairValues", into=list[float])
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=_words(before),
        value_after=_words(wanted if ending else now),
        as_wanted=None if ending else tuple(now) == wanted,
        focused=True,
        method="keys",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _value(index: int, element: Element, before: float, seconds: float) -> float:
    """The value of one handle, as `ValueAfter`."""
    return await element.ask("pairValue", index, before, seconds * 1000, into=float)


def _words(pair: list[float] | tuple[float, float]) -> str:
    return "|".join(f"{number:g}" for number in pair)
