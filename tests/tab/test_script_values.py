from __future__ import annotations

import math

import msgspec
import pytest

from cdp_engine.errors import EvaluationFailed
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


def test_results_become_python_values():
    assert script_values.primitive(remote(type="undefined")) is None
    assert script_values.primitive(remote(type="object", subtype="null", value=None)) is None
    assert script_values.primitive(remote(type="number", value=3)) == 3
    assert script_values.primitive(remote(type="number", unserializableValue="-Infinity")) == -math.inf
    assert str(script_values.primitive(remote(type="number", unserializableValue="-0"))) == "-0.0"
    assert (
        script_values.primitive(remote(type="bigint", unserializableValue="12345678901234567890n"))
        == 12345678901234567890
    )
    assert str(script_values.primitive(remote(type="number", unserializableValue="NaN"))) == "nan"


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
