"""Sets a date whose parts are spin buttons that take no text: each by its keys, the day last."""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.fields.sliders import move_slider
from cdp_engine.act.performed import Ending, Performed

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?")
_KINDS = ("year", "month", "day", "hour", "minute", "second")
_MONTHS = 12
_LEAST_YEAR = 1000


class SpinPart(msgspec.Struct, frozen=True):
    """One part: what it says, its number and the ends of its range."""

    text: str = ""
    now: float = 0.0
    least: float = 0.0
    most: float = 0.0

    def number_of(self, kind: str, written: str) -> int:
        """The number that it has for a part of a date; months may be counted from 0 on."""
        return int(written) - (1 - int(self.least) if kind == "month" else 0)


async def fill_spin_group(element: Element, text: str) -> Performed | None:
    """Set a group of spin buttons to a date (`2026-07-15`, with a time where it has one); None for anything else.

    Raises NotActionable where a part does not go as far, or no key moves it.
    """
    written = _DATE.fullmatch(text.strip())
    before = await element.ask("spinParts", into=list[SpinPart]) if written else []
    kinds = [_kind(part, before[:at]) for at, part in enumerate(before)]
    wanted = {
        kind: one for kind, one in zip(_KINDS, written.groups() if written else (), strict=False) if one
    }
    if not before or sorted(kinds) != sorted(wanted):
        return None
    _refuse_beyond(kinds, before, wanted)
    ending: Ending = ""
    for kind in _KINDS:
        if kind in wanted and not ending:
            at = kinds.index(kind)
            ending = await _move(element, at, before[at].number_of(kind, wanted[kind]))
    after = await element.ask("spinParts", into=list[SpinPart]) if not ending else []
    held = [part.now == part.number_of(kind, wanted[kind]) for kind, part in zip(kinds, after, strict=False)]
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=" ".join(part.text for part in before),
        value_after=" ".join(part.text for part in after) or None,
        as_wanted=None if ending else all(held) and len(held) == len(kinds),
        focused=True,
        method="keys",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


def _refuse_beyond(kinds: list[str], parts: list[SpinPart], wanted: dict[str, str]) -> None:
    """Raise NotActionable for a part that does not go as far; how many days there are depends on the others."""
    for kind, part in zip(kinds, parts, strict=True):
        if kind != "day" and not part.least <= part.number_of(kind, wanted[kind]) <= part.most:
            message = f"the {kind} goes from {part.least:g} to {part.most:g}"
            raise Refusal("not_editable", message, passing=False, hint="Give a date within that.").error()


async def _move(element: Element, at: int, number: int) -> Ending:
    handle = await element.handle("spinAt", at)
    if handle is None:
        raise Refusal("detached", "a part of the date was removed", passing=False).error()
    part = element.beside(handle)
    try:
        facts = await part.ask("field", into=FieldFacts)
        return await move_slider(part, replace(facts, spins=True), number)
    finally:
        part.release()


def _kind(part: SpinPart, before: list[SpinPart]) -> str:
    """What a part is of a date, by the ends of its range; empty for none."""
    if part.most >= _LEAST_YEAR:
        return "year"
    if part.most - part.least == _MONTHS - 1:
        return "month"
    if (part.least, part.most) == (0, 23):
        return "hour"
    if (part.least, part.most) == (0, 59):
        return "second" if any(one.most == part.most for one in before) else "minute"
    return "day" if part.least == 1 and 28 <= part.most <= 31 else ""
