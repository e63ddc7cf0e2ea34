"""A value that the field wrote in its own way is the value; one that lost or gained something is not."""

from __future__ import annotations

import pytest

from cdp_engine.verify.effects.same_value import same_value

pytestmark = pytest.mark.req("EX-02")


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("02", "2"),
        ("2", "02"),
        ("2.50", "2.5"),
        ("1234", "1,234"),
        ("1234567", "1 234 567"),
        ("1234.5", "$1,234.50"),
        ("1234.5", "1.234,50 €"),
        ("1234", "EUR 1,234.00"),
        ("-3", "−3"),
        ("50", "50%"),
        ("50", "50 %"),
        ("5551234567", "(555) 123-4567"),
        ("5551234567", "+1 555 123 4567"),
        ("030123456", "+49 30 123456"),
        ("4242424242424242", "4242 4242 4242 4242"),
        ("DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
        ("ab123", "AB-123"),
        ("ada@example.com", "ADA@EXAMPLE.COM"),
        ("berlin", "Berlin"),
        ("2026-02-17", "17.02.2026"),
        ("2026-02-17", "02/17/2026"),
        ("2026-02-17", "Feb 17, 2026"),
        ("2026-02-17", "17 févr. 2026"),
        ("2026-02-17", "2026/02/17 00:00"),
        ("2026-02-17", "02/17/2026 12:00 AM"),
        ("02/17/26", "02/17/2026"),
        ("14:30", "02:30 PM"),
        ("9:05", "09:05"),
        ("2027-05-07 14:30", "2027-05-07 14:30:00"),
        ("2027-05-07T14:30", "05/07/2027, 2:30 PM"),
        ("2027-05-07 14:30", "May 7, 2027 14:30"),
    ],
)
def test_the_same_in_another_form(wanted: str, held: str) -> None:
    assert same_value(wanted, held)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        ("123456", "1234"),
        ("2026-02-17", "2026/02/17 __:__"),
        ("2026-02-17", "2026/02/17 10:00"),
        ("2027-05-07 14:30", "2027-05-07 14:31:00"),
        ("2027-05-07 14:30", "2027-05-08 14:30:00"),
        ("2027-05-07 14:30", "2027-05-07 02:30 AM"),
        ("2027-05-07 14:30", "2027-05-07 14:30:43"),
        ("12", "1.2"),
        ("1.234", "1234"),
        ("12.5", "125"),
        ("100", "99"),
        ("-3", "3"),
        ("50", "0.5%"),
        ("Ber", "Berlin, Germany"),
        ("Hello World!", "He Wrd!"),
        ("new", "oldnew"),
        ("a.b", "ab"),
        ("2026-02-17", "2026-02-18"),
        ("2026-02-17", "17 March 2026"),
        ("2026-02-17", "2026-02"),
        ("14:30", "02:30 AM"),
        ("5551234567", "(555) 123-456"),
        ("5551234567", "999 5551234567"),
        ("", "0"),
        ("secret", "••••••"),
        ("5", None),
        (None, "5"),
    ],
)
def test_another_value(wanted: str | None, held: str | None) -> None:
    assert not same_value(wanted, held)


@pytest.mark.parametrize(
    ("wanted", "before", "held", "same"),
    [
        ("72", "60 kg", "72 kg", True),
        ("1200", "about 3 boxes", "about 1,200 boxes", True),
        ("72", "60 kg", "72 lb", False),
        ("72", "60 kg", "7 kg", False),
        ("72", "kg", "72kg", False),
        ("72", "", "72nd Street", False),
    ],
)
def test_a_number_keeps_the_words_that_the_field_had_around_another_one(
    wanted: str, before: str, held: str, same: bool
) -> None:
    assert same_value(wanted, held, before=before) is same
