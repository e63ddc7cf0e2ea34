"""The caller's side: from the earlier answers and the text of the next one to the current page (FP-07).

    picture = Replay()
    picture.take(observation.kind, observation.text)
    picture.text == the current outline, line by line

A program that passes views to a model does not need this: the model reads the differences itself. It proves that they
leave nothing out. `text` shows an open overlay; the page beneath waits until it closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cdp_engine.errors import InvalidInput
from cdp_engine.track import Line, LineDelta, Moved, Placed, Replaced, apply_lines
from cdp_engine.views.covered_lines import (
    FREE,
    UNDER,
    options_again,
    read_cover_line,
    said_in_each,
    said_once,
    with_cover,
)
from cdp_engine.views.delta import SINCE
from cdp_engine.views.rendered_answer import without_earlier
from cdp_engine.views.text.cells import rows_joined, rows_parted
from cdp_engine.views.unchanged_parts import (
    ALIKE,
    BLURRED,
    FOCUSED,
    read_alike,
    with_focus,
    with_options,
    without_focus,
)

_REF = re.compile(r"\[(e[1-9][0-9]*)[ \]]")
_ADDRESS = re.compile(r"(?:(?P<ref>e\d+)(?:\+(?P<below>\d+))?|\^(?P<number>\d+))(?:\*(?P<count>\d+))?")
_COUNTED = re.compile(r"(?:overlay #\d+ .*|overlay|page): (\d+) lines\Z")
_LEFT = re.compile(r" (?:closed|docked) (#\d+(?:,#\d+)*)")
_MARKS = ("gone ", "after ", "at top", "+ ", "> ", "~", "- ", UNDER, FREE, FOCUSED, BLURRED, ALIKE)
_RANGE = re.compile(r"e(\d+)(?:-e(\d+))?")


class Replay:
    """The caller's state: the page, and open overlays over it."""

    def __init__(self) -> None:
        self._layers: list[list[str]] = [[]]

    @property
    def lines(self) -> list[str]:
        """The lines of the topmost layer: the top overlay, or the page."""
        return rows_joined(self._layers[-1])

    @property
    def text(self) -> str:
        """`lines` as one text: the page with its rows and covers as a whole answer has them."""
        lines = self._layers[-1]
        if self.overlays:
            return "\n".join(self.lines)
        keys = (_REF.search(line) for line in lines)
        whole = said_once([Line(key and key[1], line) for key, line in zip(keys, lines, strict=True)])
        return "\n".join(rows_joined(whole))

    @property
    def overlays(self) -> int:
        """How many overlays are open over the page."""
        return len(self._layers) - 1

    def take(self, kind: str, text: str) -> None:
        """Apply one answer. Raises `InvalidInput` for a text that does not fit the earlier answers."""
        if kind == "full":
            lines = text.split("\n")
            lines = rows_parted(lines[: lines.index(SINCE)] if SINCE in lines else lines)
            self._layers = [said_in_each(lines, _refs)]
            return
        before, text = without_earlier(text)
        if before:
            self.take("delta", before)
        head, _, rest = text.partition("\n")
        left = [int(part[1:]) for found in _LEFT.findall(head) for part in found.split(",")]
        for number in sorted(left, reverse=True):
            if not 0 < number < len(self._layers):
                raise InvalidInput(f"unknown overlay #{number}")
            del self._layers[number]
        try:
            self._body(rest.split("\n") if rest else [])
        except (IndexError, KeyError, ValueError) as error:
            raise InvalidInput(f"the difference does not fit the earlier answers: {error}") from error

    def _body(self, lines: list[str]) -> None:
        position = 0
        marks: list[str] = []
        while position < len(lines):
            counted = _COUNTED.match(lines[position])
            if counted is None:
                marks.append(lines[position])
                position += 1
                continue
            content = lines[position + 1 : position + 1 + int(counted[1])]
            if lines[position].startswith("overlay #"):
                self._layers.append(rows_parted(content))
            else:
                self._layers[-1] = rows_parted(content)
            marks = []
            position += 1 + len(content)
        if any(mark.startswith(_MARKS) for mark in marks):
            base = self._layers[-1]
            alike = [found for found in map(read_alike, marks) if found is not None]
            now = apply_lines(base, _read(base, marks))
            self._layers[-1] = options_again(now, alike, _refs) if alike else now


def _read(base: Sequence[str], marks: list[str]) -> LineDelta:
    places = _places(base)
    placed: list[Placed] = []
    replaced: list[Replaced] = []
    removed: set[int] = set()
    after, items = -1, list[str | Moved]()
    for mark in marks:
        if mark.startswith(("after ", "at top")):
            if items:
                placed.append(Placed(after, tuple(items)))
            after, items = (_index(places, mark[6:])[0] if mark.startswith("after ") else -1), []
        elif mark.startswith("+ "):
            items += rows_parted([mark[2:]])
        elif mark.startswith("> "):
            name, _, shift = mark[2:].partition(" shift ")
            start, count = _index(places, name)
            items.append(Moved(start, count, int(shift or 0)))
        elif mark.startswith("~ "):
            found = _REF.search(mark)
            ref = found[1] if found else ""
            replaced.append(Replaced(places[ref], with_options(base[places[ref]], mark[2:], ref)))
        elif mark.startswith("~"):
            name, _, text = mark[1:].partition(" ")
            replaced.append(Replaced(_index(places, name)[0], text))
        elif by_ref := _named_by_ref(base, places, mark):
            replaced += by_ref
        elif mark.startswith("gone "):
            removed.update(places[ref] for ref in _refs(mark[5:]) if ref in places)
        elif mark.startswith("- "):
            for name in mark.split(" ")[3:]:
                start, count = _index(places, name)
                removed.update(range(start, start + count))
    if items:
        placed.append(Placed(after, tuple(items)))
    return LineDelta(tuple(placed), tuple(replaced), tuple(sorted(removed)))


def _named_by_ref(base: Sequence[str], places: dict[str, int], mark: str) -> list[Replaced]:
    """The lines of a mark that names what is different in them and their refs; empty for any other mark."""
    if mark.startswith((FOCUSED, BLURRED)):
        again = with_focus if mark.startswith(FOCUSED) else without_focus
        return [Replaced(places[ref], again(base[places[ref]], ref)) for ref in _refs(mark)]
    covered = read_cover_line(mark)
    if covered is None:
        return []
    cover, refs = covered
    return [Replaced(places[ref], with_cover(base[places[ref]], ref, cover)) for ref in _refs(refs)]


def _places(base: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, line in enumerate(base):
        found = _REF.search(line)
        if found is not None:
            places.setdefault(found[1], index)
    return places


def _index(places: dict[str, int], name: str) -> tuple[int, int]:
    match = _ADDRESS.fullmatch(name)
    if match is None:
        raise ValueError(f"unknown line {name!r}")
    count = int(match["count"] or 1)
    if match["number"]:
        return int(match["number"]) - 1, count
    return places[match["ref"]] + int(match["below"] or 0), count


def _refs(text: str) -> Iterator[str]:
    for first, last in _RANGE.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"e{number}"
