"""Lines of the shell, read (pure): a command, what it is done to, and text that is kept as it was typed."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from cdp_engine.errors import InvalidInput

_NAME = re.compile(r"(?:focused|[a-z]+\s+(?:\"[^\"]+\"|'[^']+'|“[^”]+”))(?!\S)", re.IGNORECASE)
_POSITION = re.compile(r"-?\d+(?:\.\d+)?%?,-?\d+(?:\.\d+)?%?")
_QUOTED = re.compile(r"(?:\"[^\"]*\"|'[^']*')(?!\S)")
_REF = re.compile(r"@?e\d+|[\w-]+:\d+|\w+:[\w-]+:\d+", re.IGNORECASE)


class Line(NamedTuple):
    """One line: its first word and all that follows it."""

    verb: str
    rest: str


def read_line(text: str) -> Line | None:
    """A typed line; None for an empty one and for a comment."""
    text = text.strip("\r\n \t\ufeff")
    if not text or text.startswith("#"):
        return None
    verb, _, rest = text.partition(" ")
    return Line(verb.lower(), rest.lstrip())


def first_word(rest: str, what: str) -> tuple[str, str]:
    """The first word and what follows it. Raises `InvalidInput`, naming `what` is missing."""
    word, _, more = rest.partition(" ")
    if not word:
        raise InvalidInput(f"{what} is missing", hint="`help` shows how each command is written.")
    return word, more.lstrip()


def first_ref(rest: str, what: str) -> tuple[str, str]:
    """The ref, or the name (`button "Save"`, `focused`), that a line begins with, and what follows it.

    Raises `InvalidInput`, naming `what` is missing.
    """
    found = _NAME.match(rest)
    return (found[0], rest[found.end() :].lstrip()) if found else first_word(rest, what)


def first_value(rest: str, what: str) -> tuple[str, str]:
    """The word, or the text in quotes, that a line begins with, and what follows. Raises as `first_ref` does."""
    found = _QUOTED.match(rest)
    return (found[0][1:-1], rest[found.end() :].lstrip()) if found else first_word(rest, what)


def name_within(rest: str) -> tuple[str | None, str]:
    """The name of an element among words, and the words without it."""
    for found in _NAME.finditer(rest):
        if found.start() == 0 or rest[found.start() - 1].isspace():
            return found[0], f"{rest[: found.start()]} {rest[found.end() :]}".strip()
    return None, rest


def words(rest: str) -> list[str]:
    """Words between spaces; quotes keep spaces together. Raises `InvalidInput` for a quote that never ends."""
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise InvalidInput(f"{rest!r}: {error}", hint="Close the quote.") from None


def text_of(rest: str) -> str:
    """Free text: as it was typed, without the quotes around all of it."""
    if len(rest) >= 2 and rest[0] == rest[-1] and rest[0] in "\"'" and rest[0] not in rest[1:-1]:
        return rest[1:-1]
    return rest


def choices_of(rest: str) -> list[str]:
    """What to select: quoted words one by one, anything else as one choice."""
    return words(rest) if rest[:1] in "\"'" else [rest]


def is_ref(word: str) -> bool:
    """Whether a word names an element."""
    return _REF.fullmatch(word) is not None


def is_position(word: str) -> bool:
    """Whether a word is a point of an element: `30,12` or `50%,20%`."""
    return _POSITION.fullmatch(word) is not None


def number_of(word: str, what: str) -> int:
    """A counting number. Raises `InvalidInput`."""
    if not (word.isascii() and word.isdigit()):
        raise InvalidInput(f"{word!r} is not a {what}", hint="Give a number.")
    return int(word)
