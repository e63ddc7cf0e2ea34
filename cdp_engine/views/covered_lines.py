"""What several lines of an answer have in common, in one line: a cover, a list of options. Pure.

A drawer or a menu covers dozens of elements at once. A difference says `under e100 closed-by:e101: e4 e9-e13` instead
of all their lines; a whole page ends with `--- under e100 closed-by:e101: e4 e9-e13` instead of saying it in each line,
and with `--- same options as e5: e9` instead of a long list of options in each field that has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cdp_engine.track import Line, Replaced
from cdp_engine.views.unchanged_parts import ALIKE, alike_lines, options_once, read_alike, with_options_of

LEAST = 3
"""Fewer lines than this are shown themselves."""

MARK = "--- "
"""Before what a whole page says about itself; no text of the page begins a line with it."""
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


def said_once(lines: Sequence[Line]) -> list[str]:
    """The lines of a whole page, with the covers and lists of options that several elements share at the end."""
    texts = [line.text for line in lines]
    alike = {field.ref: field for field in options_once(lines)}
    if alike:
        texts = [alike[key].short if key in alike else text for key, text in lines]
    common = [MARK + line for line in alike_lines(alike.values(), ref_ranges)]
    groups: dict[str, list[int]] = {}
    for at, (key, text) in enumerate(lines):
        if key is None or " +under:" not in text:
            continue
        cover = next((found[1] for found in _COVER.finditer(text)), "")
        if with_cover(with_cover(text, key, ""), key, cover) == text:
            groups.setdefault(cover, []).append(at)
    for cover, places in groups.items():
        if len(places) < LEAST:
            continue
        keys = [(at, key) for at in places if (key := lines[at].key) is not None]
        for at, key in keys:
            texts[at] = with_cover(texts[at], key, "")
        common.append(MARK + cover_line(cover, ref_ranges(key for _, key in keys)))
    return texts + common


def said_in_each(lines: list[str], refs_in: Callable[[str], Iterable[str]]) -> list[str]:
    """The lines of a whole page that `said_once` has written, as they were; `refs_in` reads ranges of refs."""
    end = len(lines)
    while end and lines[end - 1].startswith((MARK + UNDER, MARK + ALIKE)):
        end -= 1
    alike = [one for one in (read_alike(line[len(MARK) :]) for line in lines[end:]) if one is not None]
    if alike:
        lines = [*options_again(lines[:end], alike, refs_in), *lines[end:]]
    covers = {
        ref: cover
        for cover, refs in filter(None, (read_cover_line(line[len(MARK) :]) for line in lines[end:]))
        for ref in refs_in(refs)
    }
    found: list[str] = []
    for text in lines[:end]:
        key = next((one[1] for one in _BRACKET.finditer(text) if one[1] in covers), "") if covers else ""
        found.append(with_cover(text, key, covers.pop(key)) if key else text)
    return found


def options_again(
    lines: Sequence[str], alike: Iterable[tuple[str, str]], refs_in: Callable[[str], Iterable[str]]
) -> list[str]:
    """The lines with the options that those named in `alike` (a ref, and the refs of the fields like it) have."""
    texts = list(lines)
    places: dict[str, int] = {}
    for at, text in enumerate(texts):
        found = _BRACKET.search(text)
        if found is not None:
            places.setdefault(found[1], at)
    for source, refs in alike:
        for ref in refs_in(refs):
            texts[places[ref]] = with_options_of(texts[places[source]], source, texts[places[ref]], ref)
    return texts


def ref_ranges(refs: Iterable[str]) -> str:
    """Refs in order, runs of them as `e9-e12`."""
    numbers = sorted({int(ref[1:]) for ref in refs})
    parts: list[str] = []
    start = 0
    while start < len(numbers):
        end = start
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        if end - start >= 2:
            parts.append(f"e{numbers[start]}-e{numbers[end]}")
        else:
            parts += [f"e{number}" for number in numbers[start : end + 1]]
        start = end + 1
    return " ".join(parts)


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
