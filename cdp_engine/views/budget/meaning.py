"""Semantic similarity: texts as vectors of a small model that ships inside its package (extra `embeddings`; SX-13).

In: a question and texts. Out: a number for each text. Never done here: downloads, remote models.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from cdp_engine.errors import InvalidInput

Ranking = Literal["words", "meaning"]
LONGEST_TEXT = 1_000
"""The number of characters of a text that count; the vector is a mean over words, which more words only blur."""


def nearness(question: str, texts: Sequence[str]) -> list[float]:
    """The similarity of each text to the question, from 0 (none) to 1 (the same words).

    Raises `InvalidInput` where the extra is not installed.
    """
    if not texts:
        return []
    vectors = _model().embed([question, *(text[:LONGEST_TEXT] or " " for text in texts)], norm=True)
    return [max(0.0, min(1.0, float(value))) for value in vectors[1:] @ vectors[0]]


@cache
def _model() -> Any:
    """The model, loaded once per process (0.1 s, 16 MB)."""
    if find_spec("wordllama") is None:
        raise InvalidInput(
            'ranking="meaning" needs a model of words',
            hint='Install "cdp-engine[embeddings]", or leave ranking at "words".',
        )
    with _logging_untouched():
        package = import_module("wordllama")
    # It searches a cache folder first: given its own folder, it downloads nothing.
    folder = Path(str(package.__file__)).parent
    return package.WordLlama.load(cache_dir=folder, disable_download=True)


@contextmanager
def _logging_untouched() -> Generator[None]:
    """Restore the program's logging after an import that changes it."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        for added in [one for one in root.handlers if one not in handlers]:
            root.removeHandler(added)
        root.setLevel(level)


__all__ = ["nearness"]
