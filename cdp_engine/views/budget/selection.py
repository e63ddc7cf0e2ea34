"""The elements that a search keeps, where a view allows only so many (SX-13, VD-07)."""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.observe import Snapshot
from cdp_engine.track import Seen
from cdp_engine.views.budget.chunks import chunks_of
from cdp_engine.views.budget.meaning import Ranking
from cdp_engine.views.budget.relevance import NOISE_STEMS, words, worth

CHARACTERS_OF_A_TOKEN = 4
OWN_WORDS = 100.0
"""What an element gains whose own words are all those of the query; its surroundings count about as much."""


def most_relevant(
    snapshot: Snapshot,
    rows: Sequence[int],
    limit: int | None,
    query: str,
    ranking: Ranking,
    *,
    least: float = 0.0,
) -> set[int]:
    """The most relevant of some rows, by their own words and by those around them; at equal worth the first.

    Those below `least` of the best one's worth are not among them.
    """
    score = _scores(snapshot, rows, query, ranking)
    lowest = least * max((score[row] for row in rows), default=0.0)
    order = sorted(range(len(rows)), key=lambda position: (-score[rows[position]], position))
    return {rows[position] for position in order[:limit] if score[rows[position]] >= lowest}


def _scores(snapshot: Snapshot, rows: Sequence[int], query: str, ranking: Ranking) -> dict[int, float]:
    """The worth of rows for a query."""
    facts = Seen(snapshot).facts
    readable = sorted({*facts, *rows})
    pieces = [(row, facts[row].label if row in facts else snapshot.text_of(row)) for row in readable]
    chunks = chunks_of(snapshot, readable, [1 + len(text) // CHARACTERS_OF_A_TOKEN for _, text in pieces])
    worths = worth(snapshot, chunks, pieces, query, ranking)
    wanted = {*words(query)} - NOISE_STEMS or {*words(query)}
    score: dict[int, float] = {}
    for chunk, value in zip(chunks, worths, strict=True):
        for row, text in pieces[chunk.start : chunk.end]:
            own = len(wanted & {*words(text)}) / max(1, len(wanted))
            score[row] = value + OWN_WORDS * own
    return score
