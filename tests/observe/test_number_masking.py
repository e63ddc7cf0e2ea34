"""Numbers that are nobody's business, in everything that comes out."""

from __future__ import annotations

import pytest

from cdp_engine.observe.semantics.number_masking import masked, passes_luhn
from tests.observe.drawn import N, snapshot_of


@pytest.mark.req("VD-08")
@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("4111111111111111", "************1111"),
        ("4111 1111 1111 1111", "**** **** **** 1111"),
        ("card 5500-0000-0000-0004!", "card ****-****-****-0004!"),
        ("378282246310005", "***********0005"),
        ("123-45-6789", "***-**-****"),
        ("SSN 123 45 6789", "SSN *** ** ****"),
        ("4111111111111112", "4111111111111112"),
        ("0000000000000000", "0000000000000000"),
        ("+49 30 1234567", "+49 30 1234567"),
        ("000-45-6789", "000-45-6789"),
        ("2024-11-21 10:00", "2024-11-21 10:00"),
        ("", ""),
    ],
)
def test_masked(text: str, safe: str) -> None:
    assert masked(text) == safe


def test_luhn() -> None:
    assert passes_luhn("79927398713")
    assert not passes_luhn("79927398710")
    assert not passes_luhn("")


@pytest.mark.req("VD-08")
def test_no_number_is_anywhere_in_a_snapshot() -> None:
    card, social = "4111111111111111", "123-45-6789"
    snapshot = snapshot_of(
        N("input", typed=card, value=card, aria_label="Card"),
        N("input", typed=social, value=social, aria_label="Number"),
        N("input", typed="123456789", name="user_ssn"),
        N("input", typed="737", value="737", autocomplete="cc-csc"),
        N("textarea", card, typed=card),
        N("input", typed="2 apples", aria_label="Wish"),
    )
    told = snapshot.render() + repr(snapshot.columns) + repr(snapshot.data("outline"))
    for secret in (card, social, "123456789", "737"):
        assert secret not in told
    values = [node.value for node in snapshot.interactive()]
    assert values == ["************1111", "***-**-****", "*********", "***", "************1111", "2 apples"]
