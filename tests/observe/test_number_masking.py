"""Numbers that are nobody's business, in everything that comes out."""

from __future__ import annotations

from typing import Any

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
        ("4.111111111111111", "4.111111111111111"),
        ("4111.1111.1111.1111", "****.****.****.1111"),
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
@pytest.mark.parametrize(
    ("name", "value"), [("one-time code", "***"), ("oneTime", "***"), ("timezone timezone", "UTC+0")]
)
def test_a_code_is_masked_by_the_words_of_its_field(name: str, value: str) -> None:
    snapshot = snapshot_of(N("input", typed="UTC+0", aria_label=name))
    assert [node.value for node in snapshot.interactive()] == [value]


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
    reported = snapshot.render() + repr(snapshot.columns) + repr(snapshot.data("outline"))
    for secret in (card, social, "123456789", "737"):
        assert secret not in reported
    values = [node.value for node in snapshot.interactive()]
    assert values == ["************1111", "***-**-****", "*********", "***", "************1111", "2 apples"]


JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"


@pytest.mark.req("VD-08")
@pytest.mark.parametrize(
    ("naming", "value"),
    [
        ({"name": "otp"}, "482913"),
        ({"name": "twoFactorCode", "placeholder": "Two-factor code"}, "482 913"),
        ({"aria_label": "Verification code"}, "A1B2C3"),
        ({"id": "cardCvv"}, "737"),
        ({"aria_label": "PIN"}, "9942"),
        ({"name": "otp-1"}, "4"),
        ({"name": "api_key"}, "q8dhw82hd82hd"),
        ({"name": "clientSecret"}, "horse-battery-staple"),
        ({"aria_label": "Recovery phrase"}, "horse battery staple"),
        ({"aria_label": "Passport number"}, "C01X00T47"),
        ({"name": "tax-id"}, "12 345 678 901"),
        ({"aria_label": "Notes"}, JWT),
        ({"aria_label": "Notes"}, "GB29 NWBK 6016 1331 9268 19"),
        ({"aria_label": "Config"}, "sk-proj-abcdefghijklmnopqrst"),
    ],
)
def test_what_lets_somebody_in_is_masked(naming: dict[str, Any], value: str) -> None:
    snapshot = snapshot_of(N("input", typed=value, value=value, **naming))
    [node] = snapshot.interactive()
    assert node.value == "***"
    if len(value) > 2:
        _, listed = snapshot.render("elements").split("\n", 1)  # its head has a random number and the time
        assert value not in snapshot.render() + repr(snapshot.columns) + listed


@pytest.mark.req("VD-08")
@pytest.mark.parametrize(
    ("naming", "value"),
    [
        ({"name": "postal_code"}, "75011"),
        ({"aria_label": "PIN code"}, "560001"),
        ({"name": "promo-code"}, "SPRING24"),
        ({"aria_label": "Country code"}, "+49"),
        ({"name": "quantity"}, "12"),
        ({"aria_label": "Phone"}, "+49 30 1234567"),
        ({"aria_label": "Search"}, "how to make a security code"),
        ({"aria_label": "Order"}, "GB29 NWBK 6016 1331 9268 18"),
        ({"aria_label": "Token"}, "ETH"),
        ({"name": "spinner"}, "123"),
    ],
)
def test_everyday_values_are_shown(naming: dict[str, Any], value: str) -> None:
    [node] = snapshot_of(N("input", typed=value, **naming)).interactive()
    assert node.value == value
