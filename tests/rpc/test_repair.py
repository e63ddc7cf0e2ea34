"""Lone surrogates become U+FFFD and nothing else changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.rpc.repair import repair

ANY_TEXT = st.text(
    st.characters(exclude_categories=()) | st.sampled_from('\ud800\udbff\udc00\udfff\\u"d8'), max_size=30
)


def without_halves(text: str) -> str:
    """What a strict decoder may be given: every surrogate replaced."""
    return "".join("\ufffd" if 0xD800 <= ord(character) < 0xE000 else character for character in text)


@given(text=st.text(max_size=40))
def test_good_text_is_left_alone(text: str) -> None:
    assert repair(json.dumps(text).encode()) is None
    assert repair(json.dumps(text, ensure_ascii=False).encode()) is None


@given(text=ANY_TEXT)
def test_raw_halves(text: str) -> None:
    data = json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass")
    repaired = repair(data)
    assert json.loads(data.decode() if repaired is None else repaired) == without_halves(text)


@given(text=ANY_TEXT)
def test_escaped_halves(text: str) -> None:
    data = json.dumps(text).encode()
    repaired = repair(data)
    assert json.loads(data if repaired is None else repaired) == without_halves(json.loads(data))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (rb'"\ud800"', rb'"\ufffd"'),
        (rb'"\uDFFFx"', rb'"\ufffdx"'),
        (rb'"\ud83d\ude00"', None),
        (rb'"\ud83d\ud83d\ude00"', rb'"\ufffd\ud83d\ude00"'),
        (rb'"\ude00\ud83d"', rb'"\ufffd\ufffd"'),
        (rb'"\\ud800"', None),
        (rb'"\\\ud800"', rb'"\\\ufffd"'),
        (b'"a\xed\xa0\x80b"', '"a\ufffdb"'.encode()),
        (b'"a\xffb"', '"a\ufffdb"'.encode()),
        (b'"\xed\x9f\xbf"', None),
    ],
)
def test_examples(data: bytes, expected: bytes | None) -> None:
    assert repair(data) == expected
