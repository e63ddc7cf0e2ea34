"""Whether the text that a model names says the value that it reports (pure)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

from cdp_engine.agent.extraction.numbers_in_text import says_in_other_words, says_number
from cdp_engine.agent.extraction.passages import Passage
from cdp_engine.agent.extraction.schema_shape import Leaf
from cdp_engine.engine import FieldStatus

_TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+")
_DATE = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_MONTHS = (
    "jan gen ene", "feb fév fev", "mar mär mrz maa", "apr avr abr", "may mai mei mag maj", "jun jui juin giu",
    "jul juil lug", "aug aoû ago aoû", "sep set", "oct okt ott out", "nov", "dec dez déc dic",
)  # fmt: skip
_CURRENCIES = {
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "¥", "INR": "₹", "KRW": "₩", "RUB": "₽", "PLN": "zł",
    "TRY": "₺", "CZK": "kč", "BRL": "r$", "UAH": "₴", "ILS": "₪",
}  # fmt: skip
_NO_SPACES = 0x2E80
"""Characters from here on are written without spaces between words."""


class Verdict(NamedTuple):
    """Whether a value holds, the value as the schema wants it, and the reason where it does not."""

    status: FieldStatus
    value: Any
    reason: str = ""


def judge(value: Any, leaf: Leaf, passages: Sequence[Passage]) -> Verdict:
    """Compare a value with the texts that were named for it."""
    if value is None or value == "":
        return Verdict("missing", None)
    if not passages:
        return Verdict("ungrounded", None, "no line was named that has it")
    if any(passage.gives_orders for passage in passages):
        return Verdict("ungrounded", None, "that line addresses a model: it is not data")
    typed = _typed(value, leaf)
    if typed is None:
        return Verdict("ungrounded", None, f"not of the type {' or '.join(sorted(leaf.kinds))}")
    text = " ".join(passage.text for passage in passages)
    if isinstance(typed, bool):
        return Verdict("derived", typed)
    if isinstance(typed, int | float):
        if says_number(text, float(typed)):
            return Verdict("grounded", typed)
        if says_in_other_words(text, float(typed)):
            return Verdict("derived", typed)
        return Verdict("ungrounded", None, "the line does not say that number")
    return _judge_text(str(typed), leaf, text, passages)


def _judge_text(value: str, leaf: Leaf, text: str, passages: Sequence[Passage]) -> Verdict:
    if says(text, value):
        return Verdict("grounded", value)
    if any(
        value in (link, link.rstrip("/")) or urljoin(p.url, value) == link
        for p in passages
        for link in p.links
    ):
        return Verdict("grounded", value)
    if leaf.choices:
        return Verdict("derived", value)
    if _DATE.fullmatch(value) and says_date(text, value):
        return Verdict("derived", value)
    if value.upper() in _CURRENCIES and _CURRENCIES[value.upper()] in text.casefold():
        return Verdict("derived", value)
    what = "link there" if leaf.format in ("uri", "url") or "://" in value else "say that text"
    return Verdict("ungrounded", None, f"the line does not {what}")


def _typed(value: Any, leaf: Leaf) -> Any:
    """The value in a type of the schema; None where it has none of them."""
    kinds = leaf.kinds
    if leaf.choices:
        return value if value in leaf.choices else None
    if isinstance(value, bool):
        return value if "boolean" in kinds else None
    if isinstance(value, int | float):
        if "integer" in kinds and float(value).is_integer():
            return int(value)
        if "number" in kinds:
            return value
        return f"{value:g}" if "string" in kinds else None
    if not isinstance(value, str):
        return None
    if "string" in kinds:
        return value
    if "boolean" in kinds and value.lower() in ("true", "false"):
        return value.lower() == "true"
    try:
        number = float(value)
    except ValueError:
        return None
    if "integer" in kinds and number.is_integer():
        return int(number)
    return number if "number" in kinds else None


def says(text: str, value: str) -> bool:
    """Whether a text has a value in it, in whole words and whole numbers; case and punctuation do not count."""
    said, wanted = _plain(text), _plain(value)
    begin = said.find(wanted)
    while begin >= 0 and wanted:
        end = begin + len(wanted)
        if not _cuts(said, begin) and not _cuts(said, end):
            return True
        begin = said.find(wanted, begin + 1)
    there, words = _TOKEN.findall(said), _TOKEN.findall(wanted)
    return bool(words) and any(there[at : at + len(words)] == words for at in range(len(there)))


def _cuts(text: str, at: int) -> bool:
    """Whether a word or a number goes on over a place of the text."""
    if at <= 0 or at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdigit() and after.isdigit():
        return True
    if before.isalpha() and after.isalpha():
        return ord(before) < _NO_SPACES and ord(after) < _NO_SPACES
    if before.isdigit() and after in ".," and at + 1 < len(text):
        return text[at + 1].isdigit()
    return before in ".," and after.isdigit() and at > 1 and text[at - 2].isdigit()


def says_date(text: str, value: str) -> bool:
    """Whether a text has day, month and year (and hour and minute, where given) of a date like 2026-03-05."""
    found = _DATE.fullmatch(value)
    if found is None:
        return False
    year, month, day, hour, minute = (int(part) if part else None for part in found.groups())
    said = _plain(text)
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    named = (
        any(
            word.startswith(tuple(_MONTHS[(month or 1) - 1].split()))
            for word in re.findall(r"[^\W\d_]{3,}", said)
        )
        if month is not None and 1 <= month <= 12
        else False
    )
    needed = [day, year if year in numbers else (year or 0) % 100, *([] if named else [month])]
    needed += [part for part in (hour, minute) if part]
    left = list(numbers)
    for number in needed:
        if number not in left:
            return False
        left.remove(number)
    return True


def _plain(text: str) -> str:
    even = unicodedata.normalize("NFKC", text).casefold()
    for marks, plain in (("‘’‚′", "'"), ("“”„″«»", '"'), ("‐‑‒–—−", "-")):
        for mark in marks:
            even = even.replace(mark, plain)
    return " ".join(even.split())
