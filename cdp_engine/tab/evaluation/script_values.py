"""What scripts are and what they return (pure)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from cdp_engine.errors import EvaluationFailed
from cdp_engine.protocol import runtime

_FUNCTION = re.compile(
    r"""^\s*(?:
        async\s+function\b | function\b |
        (?:async\s*)?\([^()]*(?:\([^()]*\)[^()]*)*\)\s*=> |
        (?:async\s+)?[A-Za-z_$][\w$]*\s*=>
    )""",
    re.VERBOSE,
)
_NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}
_BY_IDENTITY = frozenset(
    {"node", "window", "weakmap", "weakset", "iterator", "generator", "proxy", "promise", "map", "set"}
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PLAIN = "Return plain data: a string, a number, a list or an object of such."


def is_function(source: str) -> bool:
    """Whether the source is a function to call rather than an expression to evaluate."""
    return _FUNCTION.match(source) is not None


def needs_copy(result: runtime.RemoteObject) -> bool:
    """Whether the result is an object that must still be copied out of the page."""
    return result.type == "object" and result.object_id is not None


def primitive(result: runtime.RemoteObject) -> object:
    """The Python value of a result by value; `undefined` is None.

    Raises `EvaluationFailed` for results without a value outside the page: functions, symbols, nodes, maps.
    """
    if result.unserializable_value is not None:
        text = result.unserializable_value
        return _NUMBERS[text] if text in _NUMBERS else int(text.rstrip("n"))
    if result.type in ("function", "symbol"):
        raise not_a_value(result)
    return result.value


def unpacked(table: Any) -> object:
    """The value that `injected/pages/pack_value.js` described as a table of entries, without recursion.

    Dates become `datetime` in UTC, BigInts int, byte arrays bytes, other typed arrays lists; regular expressions, URLs
    and errors their text; undefined is None. Raises `EvaluationFailed` for what has no value outside the page, and
    for an object that contains itself.
    """
    made: list[object] = [None] * len(table)
    inside: set[int] = set()
    done: set[int] = set()
    waiting = [0]
    while waiting:
        number = waiting[-1]
        kind, content = table[number]
        children = [
            child for child in _children(kind, content) if isinstance(child, int) and child not in done
        ]
        if number in done:
            waiting.pop()
        elif children:
            if number in inside:
                raise EvaluationFailed("the result is an object that contains itself", hint=_PLAIN)
            inside.add(number)
            waiting.extend(reversed(children))
        else:
            made[number] = _entry(kind, content, made)
            done.add(number)
            inside.discard(number)
            waiting.pop()
    return made[0]


def _children(kind: str, content: Any) -> list[Any]:
    if kind == "array":
        return content
    if kind == "object":
        return [child for _key, child in content]
    return [content] if kind == "same" else []


def _entry(kind: str, content: Any, made: Sequence[object]) -> object:
    def value(child: Any) -> object:
        return made[child] if isinstance(child, int) else child[0]

    match kind:
        case "array":
            return [value(child) for child in content]
        case "object":
            return {key: value(child) for key, child in content}
        case "same":
            return value(content)
        case "number":
            return _NUMBERS[content]
        case "bigint":
            return int(content)
        case "bytes":
            return bytes(content)
        case "date":
            return _date(content)
        case "refused":
            raise EvaluationFailed(
                f"the result holds a {content}, which has no value outside the page", hint=_PLAIN
            )
        case _:
            return content


def _date(milliseconds: float | None) -> datetime | None:
    """None for an invalid date. Raises `EvaluationFailed` for a year that Python does not support."""
    try:
        return None if milliseconds is None else _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        raise EvaluationFailed("the result holds a date beyond the year 9999", hint=_PLAIN) from None


def refuse_identity(result: runtime.RemoteObject) -> None:
    """Raise `EvaluationFailed` for objects whose copy would be empty."""
    if result.subtype in _BY_IDENTITY or result.class_name == "Window":
        raise not_a_value(result)


def not_a_value(result: runtime.RemoteObject) -> EvaluationFailed:
    """The error for a result that cannot leave the page."""
    kind = result.subtype or result.type
    what = result.description or result.class_name or kind
    article = "an" if kind[0] in "aeiou" else "a"
    return EvaluationFailed(
        f"the result is {article} {kind} ({_first_line(what)}), which has no value outside the page",
        hint=_PLAIN,
    )


def thrown(details: runtime.ExceptionDetails) -> EvaluationFailed:
    """The error for a script that threw: its message, its line and column (counted from 1), its stack."""
    exception = details.exception
    text = details.text
    if exception is not None:
        shown = exception.description if exception.description is not None else exception.value
        text = f"{details.text} {shown}" if details.text.startswith("Uncaught") else str(shown)
    lines = text.removeprefix("Uncaught ").removeprefix("(in promise) ").splitlines() or ["the script threw"]
    frames = details.stack_trace.call_frames if details.stack_trace is not None else []
    line, column = (
        (frames[0].line_number, frames[0].column_number)
        if frames
        else (details.line_number, details.column_number)
    )
    failed = EvaluationFailed(f"{lines[0]} (line {line + 1}, column {column + 1})")
    failed.threw = True
    return failed


def _first_line(text: str) -> str:
    line = text.splitlines()[0] if text else ""
    return line if len(line) <= 120 else line[:117] + "…"
