"""Lines of a difference whose elements were only covered or uncovered, in one line each. Pure.

A drawer or a menu covers dozens of elements at once: `under e100 closed-by:e101: e4 e9-e13` instead of all their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cdp_engine.track import Line, Replaced

LEAST = 3
"""Fewer lines than this are shown themselves."""

UNDER, FREE = "under ", "no longer under: "
_COVER = re.compile(r" \+under:(e\d+(?: closed-by:e\d+)?)(?=[ \]])")
_BRACKET = re.compile(r"\[(e[1-9][0-9]*)(?:\"(?:\\.|[^\"\\])*\"|[^\]\"])*\]")


def covered_together(
    base: Sequence[Line], replaced: Iterable[Replaced]
) -> tuple[list[Replaced], dict[str, list[str]]]:
    """The entries that need their line, and the refs of the others by what covers them now (empty: nothing)."""
    rest: list[Replaced] = []
    groups: dict[str, list[Replaced]] = {}
    for entry in replaced:
        key, found = base[entry.at].key, _COVER.search(entry.text)
        cover = found[1] if found is not None else ""
        same = key is not None and with_cover(base[entry.at].text, key, cover) == entry.text
        (groups.setdefault(cover, []) if same else rest).append(entry)
    for cover in [cover for cover, entries in groups.items() if len(entries) < LEAST]:
        rest += groups.pop(cover)
    rest.sort(key=lambda entry: entry.at)
    return rest, {cover: list(_keys(base, entries)) for cover, entries in groups.items()}


def _keys(base: Sequence[Line], entries: Iterable[Replaced]) -> Iterator[str]:
    for entry in entries:
        key = base[entry.at].key
        if key is not None:
            yield key


def with_cover(line: str, ref: str, cover: str) -> str:
    """A line as it is once its element is under `cover` (`e5`, `e5 closed-by:e6`, or empty)."""
    for bracket in _BRACKET.finditer(line):
        if bracket[1] == ref:
            free = _COVER.sub("", bracket[0])
            now = f"{free[:-1]} +under:{cover}]" if cover else free
            return line[: bracket.start()] + now + line[bracket.end() :]
    return line


def cover_line(cover: str, refs: str) -> str:
    """The line of a difference for refs (`e4 e9-e13`) that are under `cover` now."""
    return f"{UNDER}{cover}: {refs}" if cover else f"{FREE}{refs}"


def read_cover_line(line: str) -> tuple[str, str] | None:
    """What covers, and which refs; None for any other line."""
    if line.startswith(FREE):
        return "", line[len(FREE) :]
    if not line.startswith(UNDER):
        return None
    cover, _, refs = line[len(UNDER) :].partition(": ")
    return cover, refs
