"""Fits a format with nested parts into a budget.

Such a format is rendered again with fewer rows until it fits: rows are taken in chunks (see chunks.py), the most
relevant first, each with its ancestors, and the writer adds a mark where rows are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.views.budget.chunks import chunks_of
from cdp_engine.views.budget.relevance import worth
from cdp_engine.views.budget.tokens import TokenCounter, token_counter
from cdp_engine.views.scope import Scope, ViewOptions, token_limit

TEXT = 3
ROUNDS = 12


class Written(NamedTuple):
    """A text, and the contribution of every row."""

    text: str
    rows: Sequence[tuple[int, str]]


Writer = Callable[[Scope, bool], Written]
"""Renders the rows of a scope; the flag says whether to mark missing rows."""


def fit_nested(snapshot: Snapshot, scope: Scope, options: ViewOptions, write: Writer) -> str:
    """The text within the options' tokens. Raises `InvalidInput` where nothing fits."""
    written = write(scope, False)
    limit = token_limit(options)
    if limit is None:
        return written.text
    counter = token_counter(options.tokenizer)
    if counter.count(written.text) <= limit:
        return written.text
    return _Search(snapshot, scope, options, write, written, counter, limit).run()


class _Search:
    """The search for how many chunks fit, the most relevant first."""

    def __init__(
        self,
        snapshot: Snapshot,
        scope: Scope,
        options: ViewOptions,
        write: Writer,
        written: Written,
        counter: TokenCounter,
        limit: int,
    ) -> None:
        self._snapshot, self._scope, self._write = snapshot, scope, write
        self._rows, self._counter, self._limit = written.rows, counter, limit
        costs = [counter.count(text) + 1 for _, text in written.rows]
        self._chunks = chunks_of(snapshot, [row for row, _ in written.rows], costs)
        worths = worth(snapshot, self._chunks, written.rows, options.query, options.ranking)
        sizes = [sum(costs[chunk.start : chunk.end]) for chunk in self._chunks]
        small_enough = [index for index in range(len(sizes)) if sizes[index] <= 0.6 * limit]
        in_order = bool(options.expand) and not options.query
        self._order = sorted(small_enough, key=lambda index: (0 if in_order else -worths[index], index))
        self._sums = list(accumulate(sizes[index] for index in self._order))
        self._owners = _owners(snapshot, scope, {row for row, _ in written.rows})

    def run(self) -> str:
        """The longest text found that fits. Raises `InvalidInput` where nothing does."""
        best = self._with_first(0)
        if self._counter.count(best) > self._limit:
            raise InvalidInput(
                f"max_tokens={self._limit} is too small for any part of this page",
                hint="Allow at least 200 tokens.",
            )
        low, high = 0, len(self._order)  # a number of chunks that fits, and the largest that may fit
        guess = max(1, sum(1 for total in self._sums if total <= 0.8 * self._limit))
        for _ in range(ROUNDS):
            guess = min(max(guess, low + 1), high)
            if guess <= low:
                break
            text = self._with_first(guess)
            size = self._counter.count(text)
            if size <= self._limit:
                best, low = text, guess
                if size > 0.95 * self._limit:
                    break
            else:
                high = guess - 1
            near = self._limit < size <= 1.3 * self._limit
            guess = (low + high + 1) // 2 if near else int(0.98 * guess * self._limit / max(1, size))
        return best

    def _with_first(self, count: int) -> str:
        """The text with this many chunks."""
        mask = bytearray(len(self._snapshot))
        for index in self._order[:count]:
            chunk = self._chunks[index]
            for row, _ in self._rows[chunk.start : chunk.end]:
                mask[row] = 1
        for row, owner in self._owners:
            mask[row] = mask[owner]
        return self._write(replace(self._scope, mask=mask), True).text


def _owners(snapshot: Snapshot, scope: Scope, rows: set[int]) -> list[tuple[int, int]]:
    """For every text of the scope that is not rendered by itself, the row that it is part of."""
    columns = snapshot.columns
    found: list[tuple[int, int]] = []
    for row, kind in enumerate(columns.kind):
        if kind != TEXT or row in rows or not scope.shows(row):
            continue
        above = columns.parent[row]
        while above >= 0 and above not in rows:
            above = columns.parent[above]
        if above >= 0:
            found.append((row, above))
    return found
