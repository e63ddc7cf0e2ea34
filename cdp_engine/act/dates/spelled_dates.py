"""Dates that spell their month, as `March 5, 2027` and `5 Mar 2027`, which can mean one day only, and times. Pure."""

from __future__ import annotations

import datetime
import re

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SHORTEST = 3
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_DAY, _YEAR = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?", r"(?P<year>\d{4})"
_FORMS = [
    re.compile(_WEEKDAY + form, re.IGNORECASE)
    for form in (
        rf"(?P<month>[a-z]+)\.?\s+{_DAY},?\s+{_YEAR}",
        rf"{_DAY}\.?\s+(?:of\s+)?(?P<month>[a-z]+)\.?,?\s+{_YEAR}",
    )
]

_NOON = 12
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:\s*(?P<half>[ap])\.?m\.?)?", re.IGNORECASE
)
_MOMENT = re.compile(
    r"(?P<day>.+?)(?:,|\s+at)?(?:\s+|T)(?P<time>\d{1,2}:\d{2}\S*(?:\s*[ap]\.?m\.?)?)", re.IGNORECASE
)
_NUMBERED_MONTH = re.compile(r"(?P<year>\d{4})-(?P<number>0[1-9]|1[0-2])(?P<month>)")
_NAMED_MONTH = re.compile(r"(?P<month>[a-z]+)\.?,?\s+(?P<year>\d{4})(?P<number>)", re.IGNORECASE)


def iso_of(text: str) -> str:
    """A date that spells its month in English as YYYY-MM-DD; any other text as it is."""
    found = next((match for form in _FORMS if (match := form.fullmatch(text.strip()))), None)
    month = _month(found["month"]) if found else 0
    if found is None or not month:
        return text
    try:
        return datetime.date(int(found["year"]), month, int(found["day"])).isoformat()
    except ValueError:
        return text


def month_of(text: str) -> str:
    """A month of a year, as `2026-05`, `May 2026` and `Sept. 2026`, as YYYY-MM; empty for any other text."""
    text = text.strip()
    found = _NUMBERED_MONTH.fullmatch(text) or _NAMED_MONTH.fullmatch(text)
    month = _month(found["month"]) or int(f"0{found['number'] or ''}") if found else 0
    return f"{found['year']}-{month:02}" if found and month else ""


def hour_of(hour: int, half: str) -> int | None:
    """An hour of the day, where `half` is a or p that of twelve; None where there is none such."""
    if not half:
        return hour
    if not 1 <= hour <= _NOON:
        return None
    return hour % _NOON + (_NOON if half.lower() == "p" else 0)


def time_of(text: str) -> str:
    """A time of the day as HH:MM or HH:MM:SS, of `2:05 PM` and `9:05` too; any other text as it is."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return text
    hour = hour_of(int(found["hour"]), found["half"] or "")
    return text if hour is None else f"{hour:02}{found['rest']}"


def moment_iso_of(text: str) -> str:
    """A day and its time as YYYY-MM-DDTHH:MM, of `May 2, 2026 2:05 PM` too; any other text as it is."""
    found = _MOMENT.fullmatch(text.strip())
    return f"{iso_of(found['day'])}T{time_of(found['time'])}" if found else text


def _month(name: str) -> int:
    wanted = "sep" if name.lower() == "sept" else name.lower()
    for number, month in enumerate(_MONTHS, 1):
        if wanted in (month, month[:_SHORTEST]):
            return number
    return 0
