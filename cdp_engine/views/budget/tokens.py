"""The number of tokens of a text: an exact count where a tokenizer is installed, else an upper estimate.

    token_counter().count("[e12 button Buy]")

Exact counts come from `bpe-openai`, whose wheel contains its data (extra `tokens`). The estimate splits text as current
tokenizers do (words with the space before them, up to three digits, runs of punctuation) and counts the worst ordinary
case of each piece, so a view within the estimate is also within the exact count: on pages in Latin script the estimate
is 1.2 to 1.7 times the exact count. For text that is not natural language (random letters, encoded data) it depends on
how unlike words the letter sequence is.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, Protocol

from cdp_engine.errors import InvalidInput

Tokenizer = Literal["auto", "estimate", "o200k_base", "cl100k_base"]


class TokenCounter(Protocol):
    """The interface of token counters."""

    def count(self, text: str, /) -> int:
        """The number of tokens; never less than the model's own count."""
        ...


LONGEST = 60_000
"""The number of characters that a tokenizer gets at once."""
_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|[ \t]+|[\r\n]+|[!-/:-@\[-`{-~]+|[^\x00-\x7f]+|[\x00-\x1f\x7f]")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")


class EstimatedTokens:
    """An upper estimate without a tokenizer."""

    def count(self, text: str, /) -> int:
        """An upper estimate of the tokens that o200k makes of the text."""
        total = 0
        for match in _PIECE.finditer(text):
            piece = match[0]
            kind = piece[0]
            if kind.isascii() and kind.isalpha():
                start, end = match.span()
                beside = text[start - 1 : start] + text[end : end + 1]
                mixed = any(map(str.isdigit, beside))  # part of a code or a number, not a word
                total += (len(piece) + 1) // 2 if mixed else _word(piece)
            elif kind.isdigit() and kind.isascii():
                total += (len(piece) + 2) // 3
            elif kind == " ":
                total += 0 if len(piece) == 1 else 1 + len(piece) // 16
            elif kind in "\r\n\t":
                total += 1 + len(piece) // 8
            elif kind.isascii():
                total += (len(piece) + 1) // 2 if len(piece) > 1 and len(set(piece)) == 1 else len(piece)
            else:
                total += _foreign(piece)
        return total + 1 if text else 0


@lru_cache(maxsize=8192)  # the words of a page repeat
def _word(word: str) -> int:
    total = 0
    for part in _HUMP.findall(word):
        length = len(part)
        if part.isupper() or length > 20 or not _VOWEL.search(part):
            total += (length + 1) // 2
        else:
            total += 1 if length <= 5 else (length + 3) // 4
    return total


def _foreign(piece: str) -> int:
    """Letters of alphabets in common use cost at most one token each; other signs up to one per byte."""
    total = 0
    for sign in piece:
        code = ord(sign)
        total += 1 if code < 0x600 else 2 if code < 0x3000 else 3 if code < 0x10000 else 4
        if 0x3040 <= code < 0xA000 or 0xAC00 <= code < 0xD7A4:
            total -= 1
    return total


class ExactTokens:
    """Counts with a tokenizer of the `bpe-openai` package."""

    def __init__(self, encoding: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # the package uses a deprecated way to read its data
            self._encoding = import_module("bpe_openai").get_encoding(encoding)

    def count(self, text: str, /) -> int:
        """The number of tokens."""
        return sum(len(self._encoding.encode_ordinary(part)) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    """The text in parts of a size that the tokenizer accepts, cut at line ends."""
    start = 0
    while start < len(text):
        end = start + LONGEST
        if end < len(text):
            end = (text.rfind("\n", start, end) + 1) or end
        yield text[start:end]
        start = end


@cache
def token_counter(tokenizer: Tokenizer = "auto") -> TokenCounter:
    """The counter with this name; `auto` is o200k where it is installed, else the estimate.

    Raises `InvalidInput` for an encoding that is requested by name and not installed.
    """
    if tokenizer == "estimate":
        return EstimatedTokens()
    installed = find_spec("bpe_openai") is not None
    if tokenizer == "auto":
        return ExactTokens("o200k_base") if installed else EstimatedTokens()
    if not installed:
        raise InvalidInput(
            f"the tokenizer {tokenizer} is not installed",
            hint="Install cdp-engine[tokens] or use 'estimate'.",
        )
    return ExactTokens(tokenizer)
