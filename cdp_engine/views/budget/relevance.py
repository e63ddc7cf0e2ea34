"""The relevance of parts of a page for a query, or in general (SX-13).

With a query, chunks are scored by BM25 (`bm25s`, extra `relevance`; a plain count of rare words in common where that is
not installed), each together with the heading above it and the attributes that name its elements; optionally also by
semantic similarity (`meaning`). Without a query the order is: open dialogs, then elements in view, main content,
headings and controls.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.views.budget.chunks import Chunk
from cdp_engine.views.budget.meaning import Ranking, nearness

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
BEHIND = int(Flag.BEHIND_MODAL)
DIALOGS = frozenset(("dialog", "alertdialog", "alert"))
SIDE = frozenset(("navigation", "complementary", "contentinfo", "banner"))
_REF = re.compile(r"\[e\d+")
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[A-Z])(?=[A-Z][a-z])")
NOISE = frozenset(
    ("a", "an", "the", "of", "to", "in", "on", "at", "for", "from", "by", "and", "or", "is", "are", "be", "this",
     "that", "with", "it", "its", "as", "into", "me", "my", "please", "page", "click", "tap", "press", "type",
     "fill", "enter", "select", "choose", "pick", "open", "go", "show", "find", "get", "see", "set", "use",
     "which", "what", "where", "how", "button", "link", "field", "box", "element")
)  # fmt: skip
"""Words of a request that do not identify a place; they count only when there are no others."""
ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "name", "id", "href", "data-testid")


def words(text: str) -> list[str]:
    """The words of a text in lower case, split at capitals (`addToCart`), without plural endings."""
    found: list[str] = []
    for word in _WORD.findall(text):
        found += _forms(word)
    return found


@lru_cache(maxsize=8192)  # the words of a page repeat, and each query reads them all
def _forms(word: str) -> tuple[str, ...]:
    parts = _HUMP.split(word)
    stems = tuple(_stem(part.lower()) for part in parts)
    return (*stems, word.lower()) if len(parts) > 1 else stems


def _stem(word: str) -> str:
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            root = word[: -len(ending)]
            return root + "y" if ending == "ies" else root.removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word


NOISE_STEMS = NOISE | {_stem(word) for word in NOISE}


def worth(
    snapshot: Snapshot,
    chunks: Sequence[Chunk],
    pieces: Sequence[tuple[int, str]],
    query: str,
    ranking: Ranking = "words",
) -> list[float]:
    """The score of each chunk, higher is better. `pieces` are the rows and texts of the chunks.

    Raises `InvalidInput` where `meaning` is requested and not installed.
    """
    place = [_worth_of_place(snapshot, chunk, pieces) for chunk in chunks]
    asked = words(query)
    asked = [word for word in asked if word not in NOISE_STEMS] or asked
    if not asked:
        return place
    own = [_words_of(snapshot, chunk, pieces) for chunk in chunks]
    documents = [_with_context(index, chunks, own, pieces) for index in range(len(chunks))]
    scores = scored(documents, asked)
    best = max(scores, default=0.0) or 1.0
    wanted = {*asked}
    near = [0.0] * len(chunks)
    if ranking == "meaning":
        near = _nearest(query, chunks, pieces)
        closest = max(near, default=0.0) or 1.0
        near = [value / closest for value in near]
    return [
        60.0 * score / best + 40.0 * len(wanted & {*document}) / len(wanted) + 60.0 * meant + where / 100.0
        for score, document, meant, where in zip(scores, documents, near, place, strict=True)
    ]


def _nearest(query: str, chunks: Sequence[Chunk], pieces: Sequence[tuple[int, str]]) -> list[float]:
    """The similarity of the best piece of each chunk: in a chunk's mean, a single button would be lost."""
    near = nearness(query, [_REF.sub("", text) for _, text in pieces])
    return [max(near[chunk.start : chunk.end], default=0.0) for chunk in chunks]


def _words_of(snapshot: Snapshot, chunk: Chunk, pieces: Sequence[tuple[int, str]]) -> list[str]:
    """The words of a chunk and of the attributes that name its elements."""
    found: list[str] = []
    for row, text in pieces[chunk.start : chunk.end]:
        found += words(text)
        found += words(snapshot.columns.name.get(row, ""))
        found += _named(snapshot, row)
    return found


def _named(snapshot: Snapshot, row: int) -> list[str]:
    flat = snapshot.columns.attributes[row]
    return [
        word
        for position in range(0, len(flat), 2)
        if flat[position] in ATTRIBUTES
        for word in words(flat[position + 1][:200])
    ]


def _with_context(
    index: int, chunks: Sequence[Chunk], own: Sequence[list[str]], pieces: Sequence[tuple[int, str]]
) -> list[str]:
    """A chunk's own words, counted twice, and those of the heading above and the preceding neighbour."""
    chunk = chunks[index]
    found = own[index] * 2
    if 0 <= chunk.heading < chunk.start:
        found += words(pieces[chunk.heading][1])
    if index and chunks[index - 1].heading == chunk.heading and len(own[index - 1]) < 60:
        found += own[index - 1]
    return found


def ranked(texts: Sequence[str], query: str) -> list[float]:
    """The score of every text for a query in a person's words, by its words alone; 0 where they share none."""
    asked = words(query)
    asked = [word for word in asked if word not in NOISE_STEMS] or asked
    documents = [words(text) for text in texts]
    shared = [len({*asked} & {*document}) for document in documents]
    scores = scored(documents, asked) if asked else [0.0] * len(texts)
    best = max(scores, default=0.0) or 1.0
    return [count + score / best if count else 0.0 for count, score in zip(shared, scores, strict=True)]


def scored(documents: Sequence[Sequence[str]], asked: Sequence[str]) -> list[float]:
    """The BM25 score of every document for the words of the query."""
    if find_spec("bm25s") is None or not documents:
        return _rare_words(documents, asked)
    known = {word for document in documents for word in document}
    wanted = [word for word in asked if word in known]
    if not wanted:
        return [0.0] * len(documents)
    index = import_module("bm25s").BM25(method="lucene")
    index.index([list(document) or [""] for document in documents], show_progress=False)
    return [float(score) for score in index.get_scores(wanted)]


def _rare_words(documents: Sequence[Sequence[str]], asked: Sequence[str]) -> list[float]:
    """The score without the library: the rarity of the words in common."""
    held = [Counter(document) for document in documents]
    rarity = {
        word: math.log(1 + len(held) / (1 + sum(word in document for document in held))) for word in {*asked}
    }
    return [sum(rarity[word] for word in rarity if document[word]) for document in held]


def _worth_of_place(snapshot: Snapshot, chunk: Chunk, pieces: Sequence[tuple[int, str]]) -> float:
    """The score without a query."""
    columns = snapshot.columns
    rows = [row for row, _ in pieces[chunk.start : chunk.end]]
    value = min(6.0, 2.0 * sum(columns.flags[row] & SHOWN == SHOWN for row in rows))
    value += 4.0 if any(columns.role[row] == "heading" for row in rows) else 0.0
    above, region = rows[0], ""
    while above >= 0:
        role = columns.role[above]
        if role in DIALOGS:
            value += 50.0
            break
        region = region or (role if role in SIDE or role == "main" else "")
        above = columns.parent[above]
    value += 5.0 if region == "main" else -3.0 if region else 0.0
    if columns.flags[rows[0]] & BEHIND:
        value -= 20.0
    box = snapshot.box_of(rows[0])
    if box is None:
        return value
    height = snapshot.context.viewport[1] or 1.0
    if box.bottom > 0 and box.y < height:
        return value + 20.0
    distance = (box.y - height if box.y >= height else -box.bottom) / height
    return value - min(15.0, distance)
