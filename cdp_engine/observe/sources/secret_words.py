"""Finds a secret in a text: in clear, as a URL, JSON or HTML would write it, in base64, and while it is being typed."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

HIDDEN = "•••"
"""The replacement for a secret."""
SHORTEST = 4
"""A shorter value is looked for nowhere: masking it would blank half the page."""
LONG = 10
"""A value of so many characters is masked inside of longer words and in other cases of letters, too."""
_SHORTEST_WITHIN = 6
_OF_WORDS = " -'’._"
_BASE64_GROUP = 3


class SecretWords:
    """What some values look like in a text. One that could be an everyday word counts only where it is all of it."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = tuple(values)
        self._whole = frozenset(value.strip() for value in self._values)
        long = [value for value in self._values if len(value) >= LONG]
        short = [value for value in self._values if len(value) < LONG and _is_distinctive(value)]
        parts = [rf"(?<!\w)(?:{_any_of(map(forms_of, short))})(?!\w)"] if short else []
        parts += [rf"(?i:{_any_of([*map(forms_of, long), *map(_base64_within, long)])})"] if long else []
        self._within = re.compile("|".join(parts)) if parts else None
        self._begun = [(value, _least_beginning(value)) for value in long]
        self._long = re.compile(rf"(?i:{_any_of(map(forms_of, long))})") if long else None
        begun = {value[:least].lower() for value, least in self._begun}
        whole = {form.lower() for value in self._values for form in (*forms_of(value), value.strip())}
        self._traces = tuple(
            begun | whole | {form.lower() for value in long for form in _base64_within(value)}
        )

    def may_be_in(self, text: str) -> bool:
        """Whether a text can have any of the values; quick, also for a long text."""
        folded = text.lower()
        return any(trace in folded for trace in self._traces)

    def masked(self, text: str) -> str:
        """A text without any of the values."""
        if not self.may_be_in(text):
            return text
        if text.strip() in self._whole:
            return HIDDEN
        if self._within is not None:
            text = self._within.sub(HIDDEN, text)
        for value, least in self._begun:
            text = without_beginnings(text, value, least, HIDDEN)
        return text

    def masked_name(self, text: str) -> str:
        """The same for what links elements to each other, as an id: only a long value is taken out of it."""
        return text if self._long is None else self._long.sub(HIDDEN, text)


def forms_of(value: str) -> set[str]:
    """The forms of a value in the output of a browser or a log."""
    escaped = json.dumps(value)[1:-1]
    plain = json.dumps(value, ensure_ascii=False)[1:-1]
    coded = base64.b64encode(value.encode()).decode().rstrip("=")
    spaced = " ".join(value.split())
    named = {
        value,
        spaced,
        quote(value),
        quote(value, safe=""),
        quote_plus(value),
        html.escape(value),
        escaped,
        plain,
    }
    return {form for form in {*named, coded} if len(form) >= SHORTEST}


def without_beginnings(text: str, value: str, least: int, hidden: str, *, cut: bool = False) -> str:
    """Mask the beginnings of a value, of so many characters at least, that a text shows as words of their own.

    With `cut` only those before an ellipsis count.
    """
    begin, start = value[:least], 0
    pieces: list[str] = []
    while (found := text.find(begin, start)) >= 0:
        end = found + least
        while end < len(text) and end - found < len(value) and text[end] == value[end - found]:
            end += 1
        masks = text.startswith(("…", "..."), end) or (not cut and _is_word(text, found, end))
        pieces.append(text[start:found] + (hidden if masks else text[found:end]))
        start = end
    return "".join([*pieces, text[start:]]) if pieces else text


def _is_word(text: str, start: int, end: int) -> bool:
    return not text[max(start - 1, 0) : start].isalnum() and not text[end : end + 1].isalnum()


def _any_of(forms: Iterable[set[str]]) -> str:
    every = {form for some in forms for form in some}
    return "|".join(map(re.escape, sorted(every, key=len, reverse=True)))


def _base64_within(value: str) -> set[str]:
    """The part of its base64 that is the same whatever is encoded before and behind it."""
    data = value.encode()
    found: set[str] = set()
    for ahead in range(_BASE64_GROUP):
        coded = base64.b64encode(bytes(ahead) + data).decode()
        whole = (ahead + len(data)) // _BASE64_GROUP * 4
        found.add(coded[4 if ahead else 0 : whole])
    return found


def _least_beginning(value: str) -> int:
    """From how many characters on the beginning of a value can hardly be words that the page has anyway.

    Soon where it mixes letters with digits or signs; else most of the value is needed.
    """
    for length in range(_SHORTEST_WITHIN, len(value)):
        begun = value[:length]
        if any(map(str.isalpha, begun)) and not all(one.isalpha() or one in _OF_WORDS for one in begun):
            return length
    return max(LONG, len(value) * 3 // 4)


def _is_distinctive(value: str) -> bool:
    """Whether a value can hardly be an everyday word: long, or not only small letters."""
    if len(value) < _SHORTEST_WITHIN:
        return False
    return len(value) >= LONG or not (value.isalpha() and value.islower())
