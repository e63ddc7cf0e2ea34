"""What the refusal of a missing option suggests, of a list too long to be named."""

from __future__ import annotations

import pytest

from cdp_engine.act.lists.option_matching import Option, offer

ZONES = ("Auto", *(f"(GMT -{hour:02}:00) Pacific/{hour}" for hour in range(1, 13)), "(GMT +09:00) Asia/Tokyo")


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("Tokyo", "Did you mean '(GMT +09:00) Asia/Tokyo'?"),
        ("asia/tokyo", "Did you mean '(GMT +09:00) Asia/Tokyo'?"),
        ("Autos", "Did you mean 'Auto'?"),
    ],
)
def test_labels_that_hold_the_text_are_suggested(wanted: str, hint: str) -> None:
    options = [Option(index, label, label) for index, label in enumerate(ZONES)]
    assert offer(options, wanted) == hint


def test_a_text_that_no_label_holds_gets_the_first_labels() -> None:
    options = [Option(index, label, label) for index, label in enumerate(ZONES)]
    assert offer(options, "zz").startswith("It offers 'Auto', ")
