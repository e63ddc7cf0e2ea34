"""A date or a time that was to be chosen, typed into its field where no list offers it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.clocks import Moment, moment_of
from cdp_engine.act.dates.date_pattern import times_of, with_seconds
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import TYPED
from cdp_engine.act.lists.list_facts import ListFacts
from cdp_engine.act.lists.option_matching import WantedOption
from cdp_engine.act.performed import Performed
from cdp_engine.errors import NotActionable

_LEAST_SECONDS = 3.0
_ENDS = 2


class _Enter(Protocol):
    """Fills the field with a text."""

    async def __call__(self, text: str, *, leaves_picker: bool, timeout: float) -> Performed: ...


def has_day_and_time(values: Sequence[WantedOption]) -> bool:
    """Whether the only value is a day with a time of it, which is hardly a tag."""
    moment = moment_of(values[0]) if len(values) == 1 and isinstance(values[0], str) else Moment()
    return bool(moment.dates) and moment.clock is not None


async def type_moment(
    element: Element, values: Sequence[WantedOption], refusal: NotActionable, enter: _Enter
) -> Performed | None:
    """Type a date, a time or the two ends of one into a field whose picker offers no choice of that name; else None.

    A field that says it opens a list of choices is given no text that the list has not.
    """
    text = _typed(values)
    if refusal.code != "option_not_found" or (moment_of(text) == Moment() and not times_of(text)):
        return None
    facts = await element.ask("field", into=FieldFacts)
    if facts.kind not in TYPED or facts.unwritable or await element.ask("opensNamedList", into=bool):
        return None
    done = None
    for form in (text, with_seconds(text) if moment_of(text) != Moment() else ""):
        if not form:
            continue
        with suppress(NotActionable):
            done = await enter(form, leaves_picker=True, timeout=max(element.deadline.left, _LEAST_SECONDS))
            if done.ending or done.as_wanted is not False:
                break
    if done and not done.ending and done.as_wanted is False:  # `put_back` removes what the field made of it
        return None
    return done and replace(done, action="select", chosen=(done.value_after or text,))


def _typed(values: Sequence[WantedOption]) -> str:
    """The only value, or two times as a period; empty for other values."""
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == _ENDS and all(len(times_of(text)) == 1 for text in texts):
        return " - ".join(texts)
    return texts[0] if len(texts) == len(values) == 1 else ""


async def put_back(element: Element, before: ListFacts, refusal: NotActionable, enter: _Enter) -> None:
    """Give a text field what it held before a choice was refused that was searched or typed in it.

    Where it does not take that either, the refusal says what it holds now.
    """
    if not before.editable or not before.typed or await _holds(element) in (None, before.typed):
        return
    refusal.sent = True
    with suppress(NotActionable):
        await enter(before.typed, leaves_picker=True, timeout=_LEAST_SECONDS)
    held = await _holds(element)
    if held not in (None, before.typed):
        refusal.hint = f"It holds {held!r} now instead of {before.typed!r}: observe the page. {refusal.hint}"


async def _holds(element: Element) -> str | None:
    """What a text field holds; None where it was removed, or is not one any more."""
    now = await element.ask("listFacts", into=ListFacts)
    return now.typed if now.connected and now.editable else None
