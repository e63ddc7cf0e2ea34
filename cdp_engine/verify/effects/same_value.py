"""Whether a field holds the given value in its own format: numbers, dates, times, phones, cards, case (pure).

Fields format what is entered: `5551234567` becomes `(555) 123-4567`, `2026-02-17` becomes `Feb 17, 2026`, `02` becomes
`2`. These are the wanted values. A value that lost or gained a significant character is a different one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEPARATORS = re.compile(r"[\s\-()/.\u2010-\u2015\u00a0\u202f]+")
_LEAST_GROUPED = 3
_LEAST_UNGROUPED = 6
_MOST_PREFIX = 3
"""Digits of a country code that a phone field puts before a number."""

_AFFIX = r"(?:[A-Z]{3}|[^\w\s.,\-+'\u2212]{1,3}|)\s*"
_NUMBER = re.compile(rf"\s*{_AFFIX}([-+\u2212]?)\s*{_AFFIX}(\d[\d.,' \u00a0\u202f]*)\s*{_AFFIX}\s*")
_AMOUNT = re.compile(r"(\D*?)\s*([-+\u2212]?\d(?:[\d.,' \u00a0\u202f]*\d)?)\s*(\D*)")
_TIME = re.compile(r"\s*(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?\s*", re.IGNORECASE)
_MOMENT = re.compile(r"(.*\d)(?:T|,?\s+)(\d{1,2}[:.]\d{2}.*)", re.IGNORECASE)
_MIDNIGHT = re.compile(r"[T,\s]\s*(?:00:00(?::00)?|12:00(?::00)? ?AM)\s*$", re.IGNORECASE)
_UNFILLED = "__"
"""What a mask shows where something has yet to be entered: such a field is emptied as it is left."""
_DATE_PARTS = 3
_WORD = re.compile(r"[^\W\d_]{3,}")
_MONTHS: tuple[str, ...] = (
    "jan|ene|gen|sty|янв",
    "feb|fév|fev|lut|фев",
    "mar|mär|mrt|мар",
    "apr|avr|abr|kwi|апр",
    "may|mai|mei|mag|maj|мая|май",
    "jun|juin|giu|cze|июн",
    "jul|juil|lug|lip|июл",
    "aug|aoû|ago|sie|авг",
    "sep|set|wrz|сен",
    "oct|okt|ott|out|paź|окт",
    "nov|lis|ноя",
    "dec|dez|déc|dic|gru|дек",
)
"""Prefixes of the names of the months in several languages."""


def same_value(wanted: str | None, held: str | None, *, before: str | None = None) -> bool:
    """Whether `held` is `wanted` in the field's own format; `before` is what the field held before, with its unit."""
    if wanted is None or held is None:
        return False
    ours, theirs = _folded(wanted), _folded(held)
    if ours == theirs:
        return True
    if not any(map(str.isdigit, ours)):
        return False
    return (
        _same_number(wanted, held)
        or _same_amount(wanted, held, before)
        or _same_time(wanted, held)
        or _same_date(wanted, held)
        or _same_moment(wanted, held)
        or _same_characters(ours, theirs)
    )


def _folded(text: str) -> str:
    """Ignores white space and case."""
    return "".join(text.split()).casefold()


def _same_number(wanted: str, held: str) -> bool:
    # A caller writes 1.234 as programs do; only what a page shows has points between thousands.
    meant = [float(wanted)] if re.fullmatch(r"[-+]?\d+\.\d+", wanted.strip()) else list(_numbers(wanted))
    return not set(_numbers(held)).isdisjoint(meant)


def _same_amount(wanted: str, held: str, before: str | None) -> bool:
    """Whether the field holds the number with the words that it had around another one: `60 kg` became `72 kg`."""
    parts, former = _AMOUNT.fullmatch(held), _AMOUNT.fullmatch(before or "")
    if parts is None or former is None or (parts[1], parts[3]) != (former[1], former[3]):
        return False
    return _same_number(wanted, parts[2])


def _numbers(text: str) -> Iterator[float]:
    """The possible numbers of a text; a point or comma is a decimal one, or separates thousands."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return
    sign = -1.0 if found[1] in ("-", "\u2212") else 1.0
    digits = re.sub(r"[' \u00a0\u202f]", "", found[2]).rstrip(".,")
    for decimal, thousands in ((".", ","), (",", ".")):
        whole, _, rest = digits.partition(decimal)
        groups = whole.split(thousands)
        if thousands in rest or decimal in rest or not _are_thousands(groups):
            continue
        yield sign * float(f"{''.join(groups)}.{rest or 0}")


def _are_thousands(groups: list[str]) -> bool:
    return len(groups) == 1 or (0 < len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:]))


def _same_characters(ours: str, theirs: str) -> bool:
    """Letters and digits are the same in their order: phones, cards, codes; a country code may come before them."""
    if _is_decimal(ours):
        return False
    plain, shown = _SEPARATORS.sub("", ours), _SEPARATORS.sub("", theirs)
    if plain == shown:
        return len(plain) >= (_LEAST_GROUPED if plain == ours else _LEAST_UNGROUPED)
    added = len(shown) - 1 - len(plain.lstrip("0"))
    is_international = shown.startswith("+") and shown[1:].isdigit() and plain.isdigit()
    return is_international and 0 < added <= _MOST_PREFIX and shown.endswith(plain.lstrip("0"))


def _is_decimal(text: str) -> bool:
    return re.fullmatch(r"[-+]?\d+[.,]\d+", text) is not None


def _same_time(wanted: str, held: str) -> bool:
    ours = _time(wanted)
    return ours is not None and ours == _time(held)


def _time(text: str) -> tuple[int, int, int] | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if found[4] is not None:
        hour = hour % 12 + (12 if found[4].lower() == "p" else 0)
    return hour, minute, second


def _same_date(wanted: str, held: str) -> bool:
    """Whether both are the same date, which begins at midnight; one whose time has yet to be entered is none."""
    ours, theirs = _date(wanted), _date(_MIDNIGHT.sub("", held))
    if _UNFILLED in held or ours is None or theirs is None:
        return False
    return sorted(ours) == sorted(theirs) or sorted(_short(ours)) == sorted(_short(theirs))


def _same_moment(wanted: str, held: str) -> bool:
    """Whether both are the same date and time: a field may add the seconds, or write the half of the day."""
    ours, theirs = _MOMENT.fullmatch(wanted.strip()), _MOMENT.fullmatch(held.strip())
    if ours is None or theirs is None:
        return False
    same_day = ours[1] == theirs[1] or _same_date(ours[1], theirs[1])
    return same_day and _same_time(ours[2], theirs[2])


def _date(text: str) -> tuple[int, ...] | None:
    """Day, month and year in the order of the text; None for a text that is not a date."""
    numbers = [int(group) for group in re.findall(r"\d+", text)]
    months = [month for word in _WORD.findall(text) if (month := _month(word)) is not None]
    parts = (*numbers, *months[:1]) if len(numbers) == _DATE_PARTS - 1 else tuple(numbers)
    if len(parts) != _DATE_PARTS or not _are_date_parts(parts):
        return None
    return parts


def _are_date_parts(parts: tuple[int, ...]) -> bool:
    days = [part for part in parts if 1 <= part <= 31]
    return len(days) >= _DATE_PARTS - 1 and any(part <= 12 for part in days)


def _month(word: str) -> int | None:
    folded = word.casefold()
    for number, beginnings in enumerate(_MONTHS, 1):
        if any(folded.startswith(beginning) for beginning in beginnings.split("|")):
            return number
    return None


def _short(parts: tuple[int, ...]) -> tuple[int, ...]:
    """A year from its last two digits."""
    return tuple(part % 100 for part in parts)
