"""The numbers that a text says, in the ways that people write them (pure)."""

from __future__ import annotations

import re

_SPACES = "\u0020\u00a0\u2009\u202f"
_NUMBER = re.compile(
    rf"(?<![\w.,])?(?P<digits>\d{{1,3}}(?:[{_SPACES}'’]\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)"
    rf"(?P<after>[{_SPACES}]?(?:thousand|million|billion|millionen|milliarden|tsd|mio|mrd|bn|[kKmM])(?![\w])|"
    rf"[{_SPACES}]?%)?",
    re.IGNORECASE,
)
_TIMES = {
    "k": 1e3, "thousand": 1e3, "tsd": 1e3, "m": 1e6, "million": 1e6, "millionen": 1e6, "mio": 1e6,
    "bn": 1e9, "billion": 1e9, "milliarden": 1e9, "mrd": 1e9,
}  # fmt: skip
_WORDS = {
    word: float(number)
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_WORD = re.compile(r"[^\W\d_]+")


def numbers_in(text: str) -> list[frozenset[float]]:
    """Each number of a text with its possible readings: `1.299` is 1299 or 1.299, `1.299,00` only 1299."""
    found: list[frozenset[float]] = []
    for match in _NUMBER.finditer(text):
        before = text[: match.start()]
        negative = bool(re.search(r"(?:^|[^\w.,)])[-−–]\s?[^\w\s]?$", before))
        readings = _readings(match["digits"])
        after = (match["after"] or "").strip().lower()
        if after in _TIMES:
            readings |= {round(one * _TIMES[after], 6) for one in readings}
        found.append(frozenset(-one if negative else one for one in readings))
    return found


def says_number(text: str, value: float) -> bool:
    """Whether a text says a number, as a whole number of its own."""
    return any(
        any(abs(value - one) <= 1e-9 * max(1.0, abs(value)) for one in said) for said in numbers_in(text)
    )


def says_in_other_words(text: str, value: float) -> bool:
    """Whether a text says a number in a word, or as a share in percent."""
    if any(_WORDS.get(word.casefold()) == value for word in _WORD.findall(text)):
        return True
    percents = [match for match in _NUMBER.finditer(text) if (match["after"] or "").strip() == "%"]
    return any(abs(value * 100 - one) <= 1e-6 for match in percents for one in _readings(match["digits"]))


def _readings(digits: str) -> frozenset[float]:
    plain = re.sub(rf"[{_SPACES}'’]", "", digits)
    marks = [mark for mark in plain if mark in ".,"]
    if not marks:
        return frozenset((float(plain),))
    if len(set(marks)) == 2:
        decimal = marks[-1]
        group = "," if decimal == "." else "."
        if plain.count(decimal) > 1:
            return frozenset()
        return frozenset((float(plain.replace(group, "").replace(decimal, ".")),))
    mark = marks[0]
    parts = plain.split(mark)
    grouped = len(parts[0]) <= 3 and all(len(part) == 3 for part in parts[1:])
    readings: set[float] = set()
    if grouped and parts[0] != "0":
        readings.add(float("".join(parts)))
    if len(parts) == 2:
        readings.add(float(".".join(parts)))
    return frozenset(readings)
