"""A date or a time that was to be chosen, typed into its field where no list offers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dates.clocks import Moment, moment_of
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import TYPED
from cdp_engine.act.lists.option_matching import WantedOption
from cdp_engine.act.performed import Performed
from cdp_engine.errors import NotActionable

_LEAST_SECONDS = 3.0
_NO_SECONDS = re.compile(r"(?<![:\d])\d{1,2}:\d{2}$")


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
    """Type the only value, a date or a time, into a field whose picker offers no choice of that name; None otherwise.

    A field that says it opens a list of choices is given no text that the list has not.
    """
    text = values[0] if len(values) == 1 and isinstance(values[0], str) else ""
    if refusal.code != "option_not_found" or moment_of(text) == Moment():
        return None
    facts = await element.ask("field", into=FieldFacts)
    if facts.kind not in TYPED or facts.unwritable or await element.ask("opensNamedList", into=bool):
        return None
    done = None
    for form in _forms(text):
        with suppress(NotActionable):
            done = await enter(form, leaves_picker=True, timeout=max(element.deadline.left, _LEAST_SECONDS))
            if done.ending or done.as_wanted is not False:
                break
    if done and not done.ending and done.as_wanted is False:  # what it made of the text is not left there
        with suppress(NotActionable):
            await enter(done.value_before or "", leaves_picker=True, timeout=_LEAST_SECONDS)
        return None
    return done and replace(done, action="select", chosen=(done.value_after or text,))


def _forms(text: str) -> tuple[str, ...]:
    """A moment as it was written, and with the seconds that some fields want."""
    return (text, f"{text}:00") if _NO_SECONDS.search(text) else (text,)
