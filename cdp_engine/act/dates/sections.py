"""Fills date and time fields whose parts are spin buttons: each part by keys, all of them read back."""

from __future__ import annotations

import re

import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dispatch import burst
from cdp_engine.act.element import Element
from cdp_engine.act.keyboard.typed_text import keys_of
from cdp_engine.act.performed import Ending, Held

PIECE = re.compile(r"\d+|[^\W\d_]+")
_ISO_DATE = re.compile(r"\s*\d{4}-\d{1,2}-\d{1,2}(?:\s*[T ]\s*\d|\s*$)", re.IGNORECASE)
_MONTHS, _HALF_DAY, _LEAST_YEAR = 12, 12, 1000
_SHORTEST_MONTH, _LONGEST_MONTH = 28, 31


class Section(msgspec.Struct, frozen=True):
    """One part of a field: its text, and its least and greatest number (0: none)."""

    text: str = ""
    least: float = 0.0
    most: float = 0.0


class Sections(msgspec.Struct, frozen=True):
    """The parts of a field in their order, and which of them the target itself is (-1: none)."""

    own: int = -1
    parts: tuple[Section, ...] = ()


async def fill_sections(element: Element, facts: FieldFacts, text: str) -> tuple[Held, Ending]:
    """Enter a date or time part by part; an empty text clears all. Raises NotActionable where it does not fit."""
    found = await element.ask("sections", into=Sections)
    wanted = texts_of(found, text)
    if wanted is None:
        example = " ".join(part.text for part in found.parts)
        hint = f"It has {len(found.parts)} parts: {example}. Give all of them in this order, or a date as YYYY-MM-DD."
        raise Refusal(
            "not_editable", f"{text!r} does not fit {facts.description}", passing=False, hint=hint
        ).error()
    hold = [part or None for part in wanted]
    for index, part in enumerate(wanted):
        ending = await _enter(element, facts, index, [part]) if part is not None else ""
        if ending:
            return Held(), ending
    held = await element.ask("sectionsHold", hold, into=Held)
    if held.matches is False:  # a page that draws the parts again meanwhile may have missed a key
        for index in await element.ask("missedSections", hold, into=list[int]):
            ending = await _enter(element, facts, index, list(hold[index] or ""))
            if ending:
                return Held(), ending
        held = await element.ask("sectionsHold", hold, into=Held)
    return held, ""


async def _enter(element: Element, facts: FieldFacts, index: int, texts: list[str]) -> Ending:
    """Type texts into a part, each once the page was drawn since the one before. Raises NotActionable."""
    if not await element.ask("focusSection", index, into=bool):
        raise Refusal("not_editable", f"a part of {facts.description} did not take the focus").error()
    for text in texts:
        ending = await burst(element.session, keys_of(text), element.deadline)
        if ending:
            return ending
        if len(texts) > 1:
            await element.ask("sectionsDrawn", into=Sections)
    return ""


def texts_of(found: Sections, text: str) -> tuple[str | None, ...] | None:
    """What is to be entered in each part (None: nothing, empty: clear it); None where the text does not fit."""
    pieces: list[str] = PIECE.findall(text)
    parts = found.parts
    if not pieces:
        return ("",) * len(parts) if not text.strip() else None
    if len(pieces) == 1 and found.own >= 0:
        alone: list[str | None] = [None] * len(parts)
        alone[found.own] = _padded(parts[found.own], pieces[0])
        return tuple(alone)
    if _ISO_DATE.match(text):
        pieces = _in_order_of(parts, [piece for piece in pieces if piece.lower() != "t"])
    if len(pieces) == len(parts) - 1 and not parts[-1].most > _HALF_DAY:
        pieces = _half_days(parts, pieces)
    elif len(pieces) == len(parts) + 1 and pieces[-1] in ("0", "00"):
        pieces = pieces[:-1]  # the seconds of a time without any
    if len(pieces) != len(parts) or any(map(_is_beyond, parts, pieces)):
        return None
    return tuple(map(_padded, parts, pieces))


def _in_order_of(parts: tuple[Section, ...], pieces: list[str]) -> list[str]:
    """Year, month, day, … in the order of the field."""
    year, month, day, *rest = pieces
    ordered: list[str] = []
    waiting = {"year": year, "month": month, "day": day}
    for part in parts:
        name = _kind(part)
        if name in waiting:
            ordered.append(waiting.pop(name))
    return [*ordered, *rest] if not waiting else pieces


def _kind(part: Section) -> str:
    if part.most >= _LEAST_YEAR:
        return "year"
    if part.most == _MONTHS:
        return "month"
    return "day" if _SHORTEST_MONTH <= part.most <= _LONGEST_MONTH else ""


def _half_days(parts: tuple[Section, ...], pieces: list[str]) -> list[str]:
    """A time of 24 hours for a field that ends with AM or PM."""
    hours = [index for index, part in enumerate(parts) if part.most == _HALF_DAY]
    at = hours[-1] if hours else -1
    if at < 0 or at >= len(pieces) or not pieces[at].isdigit():
        return pieces
    hour = int(pieces[at])
    return [
        *pieces[:at],
        str(hour % _HALF_DAY or _HALF_DAY),
        *pieces[at + 1 :],
        "PM" if hour >= _HALF_DAY else "AM",
    ]


def _is_beyond(part: Section, text: str) -> bool:
    """Whether a number is none that an hour, a minute or a month takes; how many days there are depends on others."""
    return text.isdigit() and part.most in (11, 12, 23, 59) and int(text) > part.most


def _padded(part: Section, text: str) -> str:
    """A number with as many digits as the part takes, so that it is complete."""
    return text.zfill(len(str(int(part.most)))) if text.isdigit() and 0 < part.most < _LEAST_YEAR else text
