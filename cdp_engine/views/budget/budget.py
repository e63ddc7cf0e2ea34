"""Fits a view into a number of tokens: which pieces are kept, and the marks for those that are not (EX-05).

A view consists of pieces in reading order: a line, a JSON item, an element. Pieces belong to chunks (see chunks.py);
whole chunks are kept, the most relevant first, and where one does not fit, its first pieces. A run of omitted pieces
becomes one mark with the ref of its first element, from which `expand=` continues. The final text is counted, so the
limit holds exactly with any counter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.views.budget.chunks import Chunk, chunks_of
from cdp_engine.views.budget.relevance import worth
from cdp_engine.views.budget.tokens import TokenCounter
from cdp_engine.views.scope import ViewOptions, counter_for, token_limit


class Piece(NamedTuple):
    """A smallest part of a view."""

    row: int
    """The row that it begins with."""
    text: str
    controls: int = 0
    """The number of interactive elements in it."""


class Elision(NamedTuple):
    """Pieces that were left out."""

    ref: str
    """The ref of the first element among them."""
    pieces: int
    controls: int


class Form(Protocol):
    """How a format joins its pieces."""

    def whole(self, parts: Sequence[str]) -> str:
        """The text of the view."""
        ...

    def elided(self, elision: Elision) -> str:
        """The mark for omitted pieces."""
        ...


class Fitted(NamedTuple):
    """A view within its budget: pieces by position, and elisions in place of others."""

    parts: list[int | Elision]
    text: str

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return all(isinstance(part, int) for part in self.parts)


def fit(
    snapshot: Snapshot,
    pieces: Sequence[Piece],
    form: Form,
    options: ViewOptions,
) -> Fitted:
    """The view within the tokens of its options; a view that continues from an elision keeps its first pieces.

    Raises `InvalidInput` where not even the mark of an elision fits.
    """
    limit, counter = token_limit(options), counter_for(options)
    text = form.whole([piece.text for piece in pieces])
    everything: list[int | Elision] = list(range(len(pieces)))
    if limit is None or counter.count(text) <= limit:
        return Fitted(everything, text)
    return _Fitting(snapshot, pieces, form, limit, counter, options).run()


class _Fitting:
    """One search for the pieces to keep."""

    def __init__(
        self,
        snapshot: Snapshot,
        pieces: Sequence[Piece],
        form: Form,
        limit: int,
        counter: TokenCounter,
        options: ViewOptions,
    ) -> None:
        self._snapshot, self._pieces, self._form = snapshot, pieces, form
        self._limit, self._counter = limit, counter
        self._cost = [counter.count(piece.text + "\n") for piece in pieces]
        self._chunks = chunks_of(snapshot, [piece.row for piece in pieces], self._cost)
        in_order = bool(options.expand) and not options.query
        self._order = list(self._chunks) if in_order else self._ranked(options)
        self._keep = bytearray(len(pieces))

    def _ranked(self, options: ViewOptions) -> list[Chunk]:
        pieces = [(piece.row, piece.text) for piece in self._pieces]
        worths = worth(self._snapshot, self._chunks, pieces, options.query, options.ranking)
        ranked = sorted(range(len(self._chunks)), key=lambda index: (-worths[index], index))
        return [self._chunks[index] for index in ranked]

    def run(self) -> Fitted:
        mark = self._counter.count(self._form.elided(Elision("e99999", 99999, 9999)) + "\n")
        fixed = self._counter.count(self._form.whole([]))
        left = self._limit - fixed - mark
        taken: list[tuple[int, int]] = []
        for chunk in self._order:
            left = self._take(chunk, left, mark, taken)
            if left < mark:
                break
        while True:
            parts = self._parts()
            text = self._form.whole([self._text_of(part) for part in parts])
            if self._counter.count(text) <= self._limit:
                return Fitted(parts, text)
            if not taken:
                raise InvalidInput(
                    f"max_tokens={self._limit} is too small for any part of this page",
                    hint="Allow at least 100 tokens.",
                )
            start, end = taken.pop()
            if end - start > 1:
                taken.append((start, end - 1))
                start = end - 1
            self._keep[start:end] = bytes(end - start)

    def _take(self, chunk: Chunk, left: int, mark: int, taken: list[tuple[int, int]]) -> int:
        """Keep a chunk, or the first pieces of one that does not fit; returns the tokens left afterwards."""
        runs = self._new_runs(chunk.start, chunk.end)
        cost = sum(self._cost[chunk.start : chunk.end])
        end = chunk.end
        if cost + runs * mark > left:
            cost, end = 0, chunk.start
            while end < chunk.end and cost + self._cost[end] + mark <= left:
                cost += self._cost[end]
                end += 1
            if end == chunk.start:
                return left
            runs = self._new_runs(chunk.start, end)
        self._keep[chunk.start : end] = b"\x01" * (end - chunk.start)
        taken.append((chunk.start, end))
        return left - cost - runs * mark

    def _new_runs(self, start: int, end: int) -> int:
        """The change in the number of elided runs when these pieces are kept."""
        before = start > 0 and not self._keep[start - 1]
        after = end < len(self._pieces) and not self._keep[end]
        return int(before) + int(after) - 1

    def _parts(self) -> list[int | Elision]:
        parts: list[int | Elision] = []
        position, count = 0, len(self._pieces)
        while position < count:
            if self._keep[position]:
                parts.append(position)
                position += 1
                continue
            start = position
            while position < count and not self._keep[position]:
                position += 1
            controls = sum(piece.controls for piece in self._pieces[start:position])
            parts.append(Elision(self._ref(start), position - start, controls))
        return parts

    def _ref(self, position: int) -> str:
        row = self._pieces[position].row
        columns = self._snapshot.columns
        while columns.kind[row] != 1 and columns.parent[row] >= 0:
            row = columns.parent[row]
        return self._snapshot.node_at(row).ref

    def _text_of(self, part: int | Elision) -> str:
        return self._pieces[part].text if isinstance(part, int) else self._form.elided(part)


Joiner = Callable[[Sequence[str]], str]


class PlainForm:
    """A form built from two functions."""

    def __init__(self, whole: Joiner, elided: Callable[[Elision], str]) -> None:
        self._whole, self._elided = whole, elided

    def whole(self, parts: Sequence[str]) -> str:
        """The text of the view."""
        return self._whole(parts)

    def elided(self, elision: Elision) -> str:
        """The mark of an elision."""
        return self._elided(elision)
