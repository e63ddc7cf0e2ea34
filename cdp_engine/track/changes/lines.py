"""The difference between two lists of lines, and its application to the base (pure).

A view is a list of lines; most lines have the short ref of one element. Two views of the same page are compared by
those refs: a line whose ref stays is kept or replaced, never removed and added; a line that changed places is moved.
Every index of a `LineDelta` counts lines of the base, so its parts may be applied in any order:

    apply_lines(base, diff_lines(base, current)) == [line.text for line in current]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

_ALIGN_LIMIT = 40_000
_PIECE = 256
"""The number of lines that are compared at once; most of them are identical objects."""


class Line(NamedTuple):
    """One line of a view: its short ref (None for plain text) and its text with indentation."""

    key: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """The text of the base line at `at` is `text` now; the element is the same."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Moved:
    """`count` base lines from `start` on are here now, indented by `shift` more characters (negative: fewer)."""

    start: int
    count: int = 1
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """The new and moved lines that now follow the base line `after` (-1: at the top), in order."""

    after: int
    items: tuple[str | Moved, ...]


@dataclass(frozen=True, slots=True)
class LineDelta:
    """The edits that turn the base list into the current one; empty when both are equal (FP-07)."""

    placed: tuple[Placed, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    removed: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.placed or self.replaced or self.removed)

    @property
    def size(self) -> int:
        """How many lines are added, replaced, moved or removed."""
        placed = sum(
            1 if isinstance(item, str) else item.count for group in self.placed for item in group.items
        )
        return placed + len(self.replaced) + len(self.removed)


def indent_of(text: str) -> int:
    """How many spaces a line starts with."""
    return len(text) - len(text.lstrip(" "))


def shifted(text: str, shift: int) -> str:
    """The line moved `shift` spaces to the right, or to the left when negative."""
    return " " * shift + text if shift >= 0 else text[-shift:]


def apply_lines(base: Sequence[str], delta: LineDelta) -> list[str]:
    """The current lines, from the base lines and the difference. Raises IndexError if the base does not fit."""
    texts = list(base)
    for change in delta.replaced:
        texts[change.at] = change.text
    gone = set(delta.removed)
    blocks: dict[int, list[str]] = {}
    for group in delta.placed:
        block = blocks.setdefault(group.after, [])
        for item in group.items:
            if isinstance(item, str):
                block.append(item)
                continue
            span = range(item.start, item.start + item.count)
            gone.update(span)
            block.extend(shifted(texts[index], item.shift) for index in span)
    result = list(blocks.get(-1, ()))
    for index, text in enumerate(texts):
        if index not in gone:
            result.append(text)
        if index in blocks:
            result.extend(blocks[index])
    return result


def diff_lines(base: Sequence[Line], current: Sequence[Line]) -> LineDelta:
    """The difference from `base` to `current`; the cost grows with the part between the first and the last change."""
    start, shortest = 0, min(len(base), len(current))
    while start < shortest and base[start : start + _PIECE] == current[start : start + _PIECE]:
        start += _PIECE
    while start < shortest and base[start] == current[start]:
        start += 1
    if start >= shortest and len(base) == len(current):
        return LineDelta()
    end, most = 0, shortest - start
    while end + _PIECE <= most and _piece(base, end) == _piece(current, end):
        end += _PIECE
    while end < most and base[-1 - end] == current[-1 - end]:
        end += 1
    if start + end + 1 == len(base) == len(current) and _is_same_line(base[start], current[start]):
        return LineDelta(replaced=(Replaced(start, current[start].text),))
    return _Comparison(base, current, start, end).result()


def _piece(lines: Sequence[Line], end: int) -> Sequence[Line]:
    """A range of lines; `end` is exclusive."""
    return lines[len(lines) - end - _PIECE : len(lines) - end]


def _is_same_line(was: Line, now: Line) -> bool:
    """Whether a line between equal ones is the same one with another text."""
    return was.key == now.key and (was.key is not None or indent_of(was.text) == indent_of(now.text))


def longest_rising(values: Sequence[int]) -> list[int]:
    """The positions of a longest strictly rising subsequence, in O(n log n)."""
    tails: list[int] = []
    tail_at: list[int] = []
    before: list[int] = [-1] * len(values)
    for position, value in enumerate(values):
        slot = bisect_left(tails, value)
        if slot == len(tails):
            tails.append(value)
            tail_at.append(position)
        else:
            tails[slot] = value
            tail_at[slot] = position
        before[position] = tail_at[slot - 1] if slot else -1
    chain: list[int] = []
    position = tail_at[-1] if tail_at else -1
    while position >= 0:
        chain.append(position)
        position = before[position]
    chain.reverse()
    return chain


class _Comparison:
    """One run of `diff_lines` between the common head and tail."""

    def __init__(self, base: Sequence[Line], current: Sequence[Line], head: int, tail: int) -> None:
        self.base = base
        self.current = current
        self.head = head
        self.base_end = len(base) - tail
        self.current_end = len(current) - tail
        self.base_of: dict[int, int] = {}  # current index -> base index of lines that stay in place
        self.moved_from: dict[int, int] = {}  # current index -> base index of lines that changed places

    def result(self) -> LineDelta:
        self._match_keys()
        self._match_texts()
        self._extend_moves()
        return self._collect()

    def _match_keys(self) -> None:
        base_at = _first_by_key(self.base, self.head, self.base_end)
        current_at = _first_by_key(self.current, self.head, self.current_end)
        pairs = [(base_at[key], index) for key, index in current_at.items() if key in base_at]
        in_place = set(longest_rising([base_index for base_index, _ in pairs]))
        for position, (base_index, index) in enumerate(pairs):
            (self.base_of if position in in_place else self.moved_from)[index] = base_index

    def _match_texts(self) -> None:
        """Between two kept lines, lines without a ref are the same when their texts are equal, in order."""
        base_taken = {*self.base_of.values(), *self.moved_from.values()}
        stops = [*sorted(self.base_of.items()), (self.current_end, self.base_end)]
        current_from, base_from = self.head, self.head
        for current_stop, base_stop in stops:
            left = [
                i for i in range(base_from, base_stop) if i not in base_taken and self.base[i].key is None
            ]
            right = [
                i
                for i in range(current_from, current_stop)
                if i not in self.moved_from and self.current[i].key is None
            ]
            if left and right:
                self._align(left, right)
            current_from, base_from = current_stop + 1, base_stop + 1

    def _align(self, left: list[int], right: list[int]) -> None:
        left_from, right_from = 0, 0
        runs = _equal_runs([self.base[i].text for i in left], [self.current[i].text for i in right])
        for a, b, count in [*runs, (len(left), len(right), 0)]:
            for step in range(count):
                self.base_of[right[b + step]] = left[a + step]
            # Between equal lines, a line at the same place and depth is the same line with a new text.
            for base_index, index in zip(left[left_from:a], right[right_from:b], strict=False):
                if self._same_depth(base_index, index) and self._is_beside_kept(base_index, index):
                    self.base_of[index] = base_index
            left_from, right_from = a + count, b + count

    def _is_beside_kept(self, base_index: int, index: int) -> bool:
        """Whether the line before or after stays too: a text amid lines that are all gone goes with them."""
        if base_index == self.head == index:
            return True
        at_end = base_index + 1 == self.base_end and index + 1 == self.current_end
        before, after = self.base_of.get(index - 1), self.base_of.get(index + 1)
        return at_end or before == base_index - 1 or after == base_index + 1

    def _same_depth(self, base_index: int, index: int) -> bool:
        return indent_of(self.base[base_index].text) == indent_of(self.current[index].text)

    def _extend_moves(self) -> None:
        """The lines without a ref below a moved line move with it."""
        base_taken = {*self.base_of.values(), *self.moved_from.values()}
        for index, base_index in sorted(self.moved_from.items()):
            shift = indent_of(self.current[index].text) - indent_of(self.base[base_index].text)
            while True:
                index, base_index = index + 1, base_index + 1
                if index >= self.current_end or base_index >= self.base_end or base_index in base_taken:
                    break
                before, now = self.base[base_index], self.current[index]
                if index in self.base_of or before.key is not None or now.key is not None:
                    break
                if indent_of(before.text) + shift < 0 or shifted(before.text, shift) != now.text:
                    break
                self.moved_from[index] = base_index
                base_taken.add(base_index)

    def _collect(self) -> LineDelta:
        placed: list[Placed] = []
        replaced: list[Replaced] = []
        block: list[str | Moved] = []
        after = self.head - 1
        for index in range(self.head, self.current_end):
            text = self.current[index].text
            if index in self.base_of:
                if block:
                    placed.append(Placed(after, tuple(block)))
                    block = []
                after = self.base_of[index]
                if self.base[after].text != text:
                    replaced.append(Replaced(after, text))
            elif index in self.moved_from:
                _append_move(block, self._move(index, replaced))
            else:
                block.append(text)
        if block:
            placed.append(Placed(after, tuple(block)))
        taken = {*self.base_of.values(), *self.moved_from.values()}
        removed = tuple(i for i in range(self.head, self.base_end) if i not in taken)
        return LineDelta(tuple(placed), tuple(sorted(replaced, key=lambda change: change.at)), removed)

    def _move(self, index: int, replaced: list[Replaced]) -> Moved:
        base_index = self.moved_from[index]
        before, now = self.base[base_index].text, self.current[index].text
        shift = indent_of(now) - indent_of(before)
        if shifted(before, shift) == now:
            return Moved(base_index, 1, shift)
        replaced.append(Replaced(base_index, now))
        return Moved(base_index, 1, 0)


def _append_move(block: list[str | Moved], move: Moved) -> None:
    last = block[-1] if block else None
    if isinstance(last, Moved) and last.start + last.count == move.start and last.shift == move.shift:
        block[-1] = Moved(last.start, last.count + 1, last.shift)
    else:
        block.append(move)


def _first_by_key(lines: Sequence[Line], start: int, end: int) -> dict[str, int]:
    places: dict[str, int] = {}
    for index in range(start, end):
        key = lines[index].key
        if key is not None:
            places.setdefault(key, index)
    return places


def _equal_runs(left: Sequence[str], right: Sequence[str]) -> Iterable[tuple[int, int, int]]:
    """Runs of equal lines in the same order; above a limit only lines that are unique on both sides count."""
    if len(left) * len(right) <= _ALIGN_LIMIT:
        return SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    left_at, right_at = _unique_places(left), _unique_places(right)
    common = sorted((right_at[text], left_at[text]) for text in left_at.keys() & right_at.keys())
    chain = longest_rising([left_index for _, left_index in common])
    return [(common[i][1], common[i][0], 1) for i in chain]


def _unique_places(texts: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, text in enumerate(texts):
        places[text] = -1 if text in places else index
    return {text: index for text, index in places.items() if index >= 0}
