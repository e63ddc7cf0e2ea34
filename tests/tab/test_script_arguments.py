"""What Python values become on their way into a page."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime

import msgspec
import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.tab.evaluation.script_arguments import passed


@dataclass
class Point:
    x: int
    y: int


def test_plain_values_are_passed_as_they_are():
    values = passed([None, 1, "x", [1, {"a": True}], Point(1, 2), date(2026, 1, 2), (1,)]).values
    assert [value.value for value in values] == [
        None,
        1,
        "x",
        [1, {"a": True}],
        {"x": 1, "y": 2},
        "2026-01-02",
        (1,),
    ]
    assert msgspec.json.encode(values[0]) == b'{"value":null}'


@pytest.mark.parametrize(
    ("value", "described"),
    [
        (math.nan, ["number", "NaN"]),
        ({"share": -math.inf}, ["object", [["share", ["number", "-Infinity"]]]]),
        ([1.5, (2**60,)], ["list", [["value", 1.5], ["list", [["bigint", str(2**60)]]]]]),
        (datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC), ["date", 1000.0]),
        (b"\x01", ["bytes", "AQ=="]),
    ],
)
def test_values_that_json_does_not_know_are_described(value: object, described: object):
    assert passed([value]).values[1].value == [described]


def test_an_argument_without_a_form_is_refused():
    cycle: list[object] = []
    cycle.append(cycle)
    for value in (object(), cycle):
        with pytest.raises(InvalidInput, match=type(value).__name__):
            passed([value])
