"""Long parts of a line that an answer does not say again. Pure.

A list of 500 options is said as `of …` where only its value changed, and a long line that got or lost nothing but the
focus by its ref alone: `focused: e5`, `no longer focused: e7`. Where several fields have the same long list, the first
one has it, the others say `of …`, and one line names them: `same options as e5: e9 e13-e15`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from cdp_engine.track import Line, Replaced

FOCUSED, BLURRED = "focused: ", "no longer focused: "
LONG = 100
"""A line of fewer characters is said again itself."""
MANY = 40
"""The fewest characters of options that are not said again."""
SAME = " of …"
ALIKE = "same options as "
"""Before the ref of the field whose line has the options, and the refs of those that have the same ones."""
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


def with_options(before: str, now: str, ref: str, *, source: str = "") -> str:
    """A line that `without_options` has shortened, as it was; `source` is the ref of `before` where it is another."""
    old, at = _options(before, source or ref), _end_of(now, ref, SAME)
    if old is None or at is None:
        return now
    return now[:at] + before[slice(*old)] + now[at + len(SAME) :]


class Alike(NamedTuple):
    """A field with the long list of options that an earlier field has: `short` is its line with `of …` for them."""

    source: str
    ref: str
    text: str
    short: str


def options_once(lines: Iterable[Line], shown: Collection[str] | None = None) -> list[Alike]:
    """The fields whose long list of options is that of an earlier line; `shown`: of these lines alone."""
    first: dict[str, str] = {}
    found: list[Alike] = []
    for key, text in lines:
        if key is None or " of " not in text or "|" not in text:
            continue
        place = _options(text, key)
        if place is None:
            continue
        options = text[slice(*place)]
        source = first.setdefault(options, key)
        if source == key or (shown is not None and text not in shown):
            continue
        short = text[: place[0]] + SAME + text[place[1] :]
        if with_options_of(f"[{source}{options}]", source, short, key) == text:
            found.append(Alike(source, key, text, short))
    return found


def alike_lines(fields: Iterable[Alike], ranges: Callable[[Iterable[str]], str]) -> list[str]:
    """The lines that name the fields with the same options; `ranges` writes refs."""
    groups: dict[str, list[str]] = {}
    for field in fields:
        groups.setdefault(field.source, []).append(field.ref)
    return [f"{ALIKE}{source}: {ranges(refs)}" for source, refs in groups.items()]


def with_options_of(line: str, source: str, short: str, ref: str) -> str:
    """A short line of `options_once`, as it was; `line` is that of the field that has the options."""
    return with_options(line, short, ref, source=source)


def read_alike(line: str) -> tuple[str, str] | None:
    """Of a line that names fields with the same options: the ref of the first, and the others' refs; else None."""
    if not line.startswith(ALIKE):
        return None
    source, _, refs = line[len(ALIKE) :].partition(": ")
    return source, refs


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
