"""Fitting a format whose parts lie in each other into a budget.

Such a format is written anew with fewer and fewer rows until it fits: rows are taken in chunks (see chunks.py), the
worthiest first, each with the elements around it, and the writer puts a mark where rows are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.views.budget.chunks import chunks_of
from cdp_engine.views.budget.relevance import worth
from cdp_engine.views.budget.tokens import token_counter
from cdp_engine.views.scope import Scope, ViewOptions, token_limit

TEXT = 3
ROUNDS = 12


class Written(NamedTuple):
    """A text, and for every row with something of its own what it contributed."""

    text: str
    rows: Sequence[tuple[int, str]]


Writer = Callable[[Scope, bool], Written]
"""Writes the rows of a scope; the flag says whether rows that are missing are to be marked."""


def fit_nested(snapshot: Snapshot, scope: Scope, options: ViewOptions, write: Writer) -> str:
    """The text in at most the options' tokens. Raises `InvalidInput` where nothing fits."""
    written = write(scope, False)
    limit = token_limit(options)
    if limit is None:
        return written.text
    counter = token_counter(options.tokenizer)
    if counter.count(written.text) <= limit:
        return written.text
    costs = [counter.count(text) + 1 for _, text in written.rows]
    chunks = chunks_of(snapshot, [row for row, _ in written.rows], costs)
    worths = worth(snapshot, chunks, written.rows, options.query, options.ranking)
    sizes = [sum(costs[chunk.start : chunk.end]) for chunk in chunks]
    small_enough = [index for index in range(len(chunks)) if sizes[index] <= 0.6 * limit]
    in_order = bool(options.expand) and not options.query
    order = sorted(small_enough, key=lambda index: (0 if in_order else -worths[index], index))

    owners = _owners(snapshot, {row for row, _ in written.rows})

    def with_first(count: int) -> str:
        mask = bytearray(len(snapshot))
        for index in order[:count]:
            for row, _ in written.rows[chunks[index].start : chunks[index].end]:
                mask[row] = 1
        for row, owner in owners:
            mask[row] = mask[owner]
        return write(replace(scope, mask=mask), True).text

    sums = [0]
    for index in order:
        sums.append(sums[-1] + sizes[index])
    low, high = 0, len(order)  # what fits for certain, what may fit at most
    guess = max(1, sum(1 for total in sums[1:] if total <= 0.8 * limit))
    best = with_first(0)
    if counter.count(best) > limit:
        raise InvalidInput(
            f"max_tokens={limit} holds nothing of this page", hint="Allow at least 200 tokens."
        )
    for _ in range(ROUNDS):
        guess = min(max(guess, low + 1), high)
        if guess <= low:
            break
        text = with_first(guess)
        size = counter.count(text)
        if size <= limit:
            best, low = text, guess
            if size > 0.95 * limit:
                break
        else:
            high = guess - 1
        if high <= low:
            break
        guess = int(guess * limit / max(1, size)) if size > 1.3 * limit else (low + high + 1) // 2
    return best


def _owners(snapshot: Snapshot, rows: set[int]) -> list[tuple[int, int]]:
    """For every text that is not written by itself, the row whose part it is."""
    columns = snapshot.columns
    found: list[tuple[int, int]] = []
    for row, kind in enumerate(columns.kind):
        if kind != TEXT or row in rows:
            continue
        above = columns.parent[row]
        while above >= 0 and above not in rows:
            above = columns.parent[above]
        if above >= 0:
            found.append((row, above))
    return found
