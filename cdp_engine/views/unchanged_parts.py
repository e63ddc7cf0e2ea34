"""Long parts of a line that a difference does not say again. Pure.

A list of 500 options is said as `of …` where only its value changed, and a long line that got or lost nothing but the
focus by its ref alone: `focused: e5`, `no longer focused: e7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cdp_engine.track import Line, Replaced

FOCUSED, BLURRED = "focused: ", "no longer focused: "
LONG = 100
"""A line of fewer characters is said again itself."""
MANY = 40
"""The fewest characters of options that are not said again."""
SAME = " of …"
_STATE = " +focused"
_BRACKET = re.compile(r"\[(e[1-9][0-9]*)(?:\"(?:\\.|[^\"\\])*\"|[^\]\"])*\]")


def without_options(before: str, now: str, ref: str) -> str | None:
    """A line with `of …` for the options that its element had before; None where it has no such options.

    Raises `ValueError` for a line that `with_options` would take for a shortened one.
    """
    old, new = _options(before, ref), _options(now, ref)
    if old is not None and new is not None and before[slice(*old)] == now[slice(*new)]:
        short = now[: new[0]] + SAME + now[new[1] :]
        if with_options(before, short, ref) == now:
            return short
    if with_options(before, now, ref) != now:
        raise ValueError(f"{SAME!r} is the page's own text")
    return None


def with_options(before: str, now: str, ref: str) -> str:
    """A line that `without_options` has shortened, as it was."""
    old, at = _options(before, ref), _end_of(now, ref, SAME)
    if old is None or at is None:
        return now
    return now[:at] + before[slice(*old)] + now[at + len(SAME) :]


def only_focus(
    base: Sequence[Line], replaced: Iterable[Replaced]
) -> tuple[list[Replaced], list[str], list[str]]:
    """The entries that need their line, and the refs of the long lines that only got the focus, or lost it."""
    rest: list[Replaced] = []
    got: list[str] = []
    lost: list[str] = []
    for entry in replaced:
        key, before = base[entry.at]
        if key is None or len(entry.text) < LONG:
            rest.append(entry)
        elif with_focus(before, key) == entry.text:
            got.append(key)
        elif without_focus(before, key) == entry.text:
            lost.append(key)
        else:
            rest.append(entry)
    return rest, got, lost


def with_focus(line: str, ref: str) -> str:
    """A line once its element has the focus."""
    bracket = _bracket(line, ref)
    if bracket is None:
        return line
    cover = bracket[0].rfind(" +under:")
    at = bracket.end() - 1 if cover < 0 else bracket.start() + cover
    return line[:at] + _STATE + line[at:]


def without_focus(line: str, ref: str) -> str:
    """A line once its element has lost the focus."""
    at = _end_of(line, ref, _STATE)
    return line if at is None else line[:at] + line[at + len(_STATE) :]


def _options(line: str, ref: str) -> tuple[int, int] | None:
    """Where the options of an element's line begin and end, if they are long."""
    bracket = _bracket(line, ref)
    if bracket is None:
        return None
    inside = bracket[0]
    start, last = inside.rfind(" of ", 0, max(0, inside.find("|"))), inside.rfind("|")
    if start < 0:
        return None
    state = inside.find(" +", last)
    end = len(inside) - 1 if state < 0 else state
    return (bracket.start() + start, bracket.start() + end) if end - start >= MANY else None


def _end_of(line: str, ref: str, part: str) -> int | None:
    """Where a part of an element's line begins that a state or the end of the element follows."""
    bracket = _bracket(line, ref)
    at = -1 if bracket is None else bracket[0].rfind(part)
    if bracket is None or at < 0 or bracket[0][at + len(part)] not in " ]":
        return None
    return bracket.start() + at


def _bracket(line: str, ref: str) -> re.Match[str] | None:
    return next((found for found in _BRACKET.finditer(line) if found[1] == ref), None)
