"""Dates and times for a field that shows the order of their parts as letters, as `DD/MM/YYYY hh:mm aa`. Pure."""

from __future__ import annotations

import datetime
import re

import msgspec

from cdp_engine.act.dates.sections import PIECE, Section, Sections, texts_of
from cdp_engine.act.dates.spelled_dates import iso_of

_GROUP = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"\s*[~\u2013\u2014\u2192]\s*|\s+(?:-|/|to|until)\s+|\s*,\s*", re.IGNORECASE)
_APART = re.compile(r"\s*[~\u2013\u2014\u2192]\s*|\s+(?:-|to|until)\s+", re.IGNORECASE)
"""The same without a comma, which is within some dates."""
_WRITTEN = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MOMENT = re.compile(
    r"(?P<first>\d{1,2})(?P<between>[/.-])(?P<second>\d{1,2})(?P=between)(?P<year>\d{4}),?\s+"
    r"(?P<hour>\d{1,2}):\d{2}(?P<seconds>:\d{2})?(?:(?P<space>\s*)(?P<half>[AP]M))?",
    re.IGNORECASE,
)
_ISO_MOMENT = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2}))?")
_NO_SECONDS = re.compile(r"(?<![:\d])\d{1,2}:\d{2}$")
_TIME = re.compile(r"\d{1,2}(?::\d{2}){1,2}(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
_UNSET_SECONDS = re.compile(r":(?:s+|_+)", re.IGNORECASE)
_NOON = 12
_MONTHS = 12
_YEAR, _SHORT_YEAR, _LONGEST = 4, 2, 4
_DAYS, _HOURS, _SECONDS, _HALF_DAYS = "dtjg", "h", "s", "a"
_WORDS = {"month": "mm", "day": "dd", "year": "yyyy", "hour": "hh", "minute": "mm", "second": "ss"}
"""What some fields spell in place of the letters."""


class Dated(msgspec.Struct, frozen=True):
    """A date, a time or two of them as a field takes it: its parts in their order, and the whole text."""

    parts: tuple[str, ...]
    text: str


def in_pattern(pattern: str, text: str) -> Dated | None:
    """A text (`2026-02-17`, `15:30`, two of them) in the order of a pattern; None where they do not fit each other."""
    groups = _groups(pattern)
    if not groups or any(map(str.isdigit, pattern)):
        return None
    sections = _sections(groups)
    if sections is None:
        return None
    parts = _fitted(sections, iso_of(text))
    if parts is None and any(section.text == "second" for section in sections):
        parts = _fitted(sections, with_seconds(text))
    if parts is None:
        return None
    parts = tuple(
        part[-len(group) :] if kind.text == "year" else part
        for part, group, kind in zip(parts, groups, sections, strict=True)
    )
    waiting = iter(parts)
    return Dated(parts, _GROUP.sub(lambda _: next(waiting), pattern))


def with_seconds(text: str) -> str:
    """A time, or a day with one, with the seconds that some fields want; empty for any other text."""
    return f"{text}:00" if _NO_SECONDS.search(text) else ""


def lacks_seconds(held: str, text: str) -> bool:
    """Whether a field with a mask holds a time with its seconds left open: `10:15:ss`, `10:15:__`."""
    rest = held.removeprefix(text)
    return with_seconds(text) != "" and rest != held and _UNSET_SECONDS.fullmatch(rest) is not None


def is_day(text: str) -> bool:
    """Whether a text is one date, as YYYY-MM-DD."""
    return _DAY.fullmatch(text) is not None


def days_of(text: str) -> tuple[str, ...]:
    """The dates of a text that is one date, or the two ends of a period (`2026-07-03 - 2026-07-09`); else none."""
    ends = tuple(end for end in _BETWEEN.split(iso_of(text.strip())) if end)
    if len(ends) > 1 and not all(map(is_day, ends)):  # "Feb 3, 2026 – Mar 10, 2026"
        ends = tuple(iso_of(end) for end in _APART.split(text.strip()) if end)
    return ends if 0 < len(ends) <= 2 and all(map(is_day, ends)) else ()


def times_of(text: str) -> tuple[str, ...]:
    """The times of a text that is one time of a day, or the two ends of a period (`09:00 - 17:30`); else none."""
    ends = tuple(end for end in _BETWEEN.split(text.strip()) if end)
    return ends if 0 < len(ends) <= 2 and all(map(_TIME.fullmatch, ends)) else ()


def is_written(text: str) -> bool:
    """Whether a text is a date whose year is last, as 11/28/2026 and 28.11.2026."""
    return _WRITTEN.fullmatch(text.strip()) is not None


def is_misread(written: str, text: str) -> bool:
    """Whether a field has written another year than that of the date which it was given, read in another order."""
    found, wanted = _WRITTEN.fullmatch(written.strip()), _DAY.fullmatch(text.strip())
    return found is not None and wanted is not None and int(found[4]) != int(wanted[1])


def in_order_of(written: str, text: str, today: datetime.date) -> Dated | None:
    """A date (`2026-02-17`) in the order in which a field has written another (`11/28/2026`); None where it is unclear.

    Where both may be the month, points are between a day and a month; else only a field that shows today is clear.
    """
    found, wanted = _WRITTEN.fullmatch(written.strip()), _DAY.fullmatch(text.strip())
    if found is None or wanted is None:
        return None
    first, between, second, year = int(found[1]), found[2], int(found[3]), int(found[4])
    if max(first, second) > _MONTHS:
        day_first = first > _MONTHS
    elif between == ".":
        day_first = True
    elif year == today.year and sorted((first, second)) == sorted((today.month, today.day)):
        day_first = first == today.day
    else:
        return None
    month, day = wanted[2], wanted[3]
    parts = (day, month, wanted[1]) if day_first else (month, day, wanted[1])
    return Dated(parts, between.join(parts))


def in_form_of(written: str, text: str) -> Dated | None:
    """A date and a time (`2026-02-17 15:30`) as a field has written that date with another time; None for any other.

    A field that reads only the date of such a text writes it with its own time, `2/17/2026 12:00 AM`.
    """
    found, wanted = _MOMENT.fullmatch(written.strip()), _ISO_MOMENT.fullmatch(text.strip())
    if found is None or wanted is None or found["year"] != wanted[1]:
        return None
    if sorted((int(found["first"]), int(found["second"]))) != sorted((int(wanted[2]), int(wanted[3]))):
        return None
    hour = int(wanted[4])
    half = ""
    if found["half"]:
        half = found["space"] + (("AM", "PM") if found["half"].isupper() else ("am", "pm"))[hour >= _NOON]
        hour = hour % _NOON or _NOON
    seconds = f":{wanted[6] or '00'}" if found["seconds"] else ""
    pads = len(found["hour"]) == 2 and not (half and len(found["first"] + found["second"]) < 4)
    time = f"{hour:02}" if pads else f"{hour}"
    time += f":{wanted[5]}{seconds}{half}"
    text = written.strip()[: found.start("hour")] + time
    return None if text == written.strip() else Dated(tuple(PIECE.findall(text)), text)


def shows_no_date(written: str) -> bool:
    """Whether a text shows only the parts of a date or a time, without any: `month/day/year`, `DD.MM.YYYY`."""
    groups = _groups(written)
    return len(groups) > 1 and not any(map(str.isdigit, written)) and _sections(groups) is not None


def _groups(pattern: str) -> list[str]:
    """The groups of letters of a pattern, with words as their letters."""
    found: list[str] = _GROUP.findall(pattern)
    return [_WORDS.get(group, group) for group in found]


def _sections(groups: list[str]) -> tuple[Section, ...] | None:
    """What the groups of letters mean; None where one of them means no number."""
    found: list[Section] = []
    halves = any(_is(group, _HALF_DAYS) and len(group) <= _SHORT_YEAR for group in groups)
    for group in groups:
        if len(set(group.lower())) != 1 or len(group) > _LONGEST:
            return None
        if len(group) == _YEAR or _is(group, "y"):
            found.append(Section("year", 1, 9999))
        elif _is(group, "m") and len(group) <= _SHORT_YEAR:
            is_minute = bool(found) and found[-1].text == "hour"
            found.append(Section("minute", 0, 59) if is_minute else Section("month", 1, 12))
        elif _is(group, _DAYS):
            found.append(Section("day", 1, 31))
        elif _is(group, _HOURS):
            found.append(Section("hour", 1, 12) if halves else Section("hour", 0, 23))
        elif _is(group, _SECONDS):
            found.append(Section("second", 0, 59))
        elif _is(group, _HALF_DAYS):
            found.append(Section("half"))
        else:
            return None
    return tuple(found)


def _is(group: str, letters: str) -> bool:
    return group[0].lower() in letters


def _fitted(sections: tuple[Section, ...], text: str) -> tuple[str, ...] | None:
    """The texts of the parts; a pattern for two dates takes two."""
    half = len(sections) // 2
    ends = [end for end in _BETWEEN.split(text.strip()) if end]
    if len(ends) == 2 and sections[:half] == sections[half:]:
        first, last = _fitted(sections[:half], ends[0]), _fitted(sections[half:], ends[1])
        return None if first is None or last is None else first + last
    found = texts_of(Sections(-1, sections), text) if text.strip() else None
    if found is None or not all(map(_fits, sections, found)):
        return None
    return tuple(part or "" for part in found)


def _fits(section: Section, part: str | None) -> bool:
    if not part or not part.isdigit():
        return bool(part) and section.text == "half"
    return section.least <= int(part) <= section.most
