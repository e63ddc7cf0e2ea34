from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date

import msgspec
import pytest

from cdp_engine.errors import EvaluationFailed, InvalidInput
from cdp_engine.protocol import runtime
from cdp_engine.tab.evaluation import script_values


def remote(**payload: object) -> runtime.RemoteObject:
    return msgspec.convert(payload, runtime.RemoteObject)


@pytest.mark.parametrize(
    "source",
    [
        "() => 1",
        "(a, b) => a + b",
        " ({a, b}) => a",
        "(a = (1)) => a",
        "x => x",
        "async x => x",
        "async () => {}",
        "function f(a) { return a }",
        "function(a) {}",
        "async function () {}",
    ],
)
def test_functions_are_recognised(source: str):
    assert script_values.is_function(source)


@pytest.mark.parametrize(
    "source",
    ["1 + 1", "document.title", "(1)", "({a: 1})", "functional", "fetch('/x').then(r => r.text())", "a.b"],
)
def test_expressions_are_not_functions(source: str):
    assert not script_values.is_function(source)


@dataclass
class Point:
    x: int
    y: int


def test_arguments_are_passed_by_value():
    passed = script_values.arguments([None, 1, "x", [1, {"a": True}], Point(1, 2), date(2026, 1, 2)])
    assert [a.value for a in passed] == [None, 1, "x", [1, {"a": True}], {"x": 1, "y": 2}, "2026-01-02"]
    assert msgspec.json.encode(passed[0]) == b'{"value":null}'


@pytest.mark.parametrize(
    ("value", "spelled"),
    [(math.inf, "Infinity"), (-math.inf, "-Infinity"), (math.nan, "NaN"), (2**60, f"{2**60}n")],
)
def test_numbers_that_json_does_not_know(value: float, spelled: str):
    assert script_values.argument(value).unserializable_value == spelled


def test_an_argument_without_a_form_is_refused():
    with pytest.raises(InvalidInput, match="object"):
        script_values.argument(object())


def test_results_become_python_values():
    assert script_values.primitive(remote(type="undefined")) is None
    assert script_values.primitive(remote(type="object", subtype="null", value=None)) is None
    assert script_values.primitive(remote(type="number", value=3)) == 3
    assert script_values.primitive(remote(type="number", unserializableValue="-Infinity")) == -math.inf
    assert math.copysign(1, script_values.primitive(remote(type="number", unserializableValue="-0"))) == -1
    assert (
        script_values.primitive(remote(type="bigint", unserializableValue="12345678901234567890n"))
        == 12345678901234567890
    )
    assert math.isnan(script_values.primitive(remote(type="number", unserializableValue="NaN")))


def test_what_has_no_value_is_described():
    with pytest.raises(EvaluationFailed, match=r"function \(\(\) => 1\)"):
        script_values.primitive(remote(type="function", description="() => 1"))
    with pytest.raises(EvaluationFailed, match=r"node \(button#go\)"):
        script_values.refuse_identity(
            remote(type="object", subtype="node", description="button#go", objectId="1")
        )


def test_a_throw_is_reported_with_its_message_and_place():
    details = {
        "exceptionId": 1,
        "text": "Uncaught",
        "lineNumber": 2,
        "columnNumber": 6,
        "exception": {
            "type": "object",
            "description": "TypeError: x is not a function\n    at <anonymous>:3:7",
        },
    }
    error = script_values.thrown(msgspec.convert(details, runtime.ExceptionDetails))
    assert str(error) == "TypeError: x is not a function (line 3, column 7)"


@pytest.mark.parametrize("value", [{"share": math.nan}, [1.0, [math.inf]], {"a": [{"b": -math.inf}]}])
def test_numbers_that_would_arrive_as_null_are_refused(value: object):
    with pytest.raises(InvalidInput, match="NaN and infinity"):
        script_values.argument(value)
