"""Python values as arguments of a script (pure)."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import runtime
from cdp_engine.tab.injected.source import page_function

_CALL_IT = "function(...values) { return this(...values); }"
_SAFE_INTEGER = 2**53
_NUMBERS = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity", "-0.0": "-0"}
_HINT = "Pass None, bool, int, float, str, bytes, datetime, dataclasses, msgspec Structs, and lists and dicts of them."


class Passed(msgspec.Struct, frozen=True):
    """The function to call on the script's function, and what it takes."""

    function: str
    values: list[runtime.CallArgument]


def passed(values: Sequence[object]) -> Passed:
    """The arguments of a script, passed by value.

    A `datetime` becomes a Date (one without a time zone is in the local time of this machine), bytes a Uint8Array, an
    int that a JavaScript number cannot hold a BigInt, wherever they are. Raises `InvalidInput` for what has no form.
    """
    plain = [_plain(value) for value in values]
    if all(map(_is_json, plain)):
        return Passed(_CALL_IT, [runtime.CallArgument(value=value) for value in plain])
    described = [_described(value) for value in plain]
    return Passed(
        page_function("call_with"),
        [runtime.CallArgument(value="callWith"), runtime.CallArgument(value=described)],
    )


def _plain(value: object) -> object:
    """Dicts with text keys, lists, and what `_described` knows."""
    try:
        return msgspec.to_builtins(value, builtin_types=(datetime, bytes, bytearray), str_keys=True)
    except (TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise InvalidInput(
            f"an argument of type {type(value).__name__} cannot be passed to the page: {error}", hint=_HINT
        ) from None


def _is_json(plain: object) -> bool:
    """Whether JSON has a form for everything inside."""
    left: list[Any] = [plain]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left.extend(cast("dict[str, Any]", one).values())
        elif isinstance(one, list | tuple):
            left.extend(cast("Sequence[Any]", one))
        elif _special(one) is not None:
            return False
    return True


def _special(one: object) -> list[Any] | None:
    """The description of a value without a form in JSON; None for the others."""
    if isinstance(one, float) and (not math.isfinite(one) or str(one) == "-0.0"):
        return ["number", _NUMBERS[str(one)]]
    if isinstance(one, int) and abs(one) >= _SAFE_INTEGER:
        return ["bigint", str(one)]
    if isinstance(one, datetime):
        return ["date", one.timestamp() * 1000]
    if isinstance(one, bytes | bytearray):
        return ["bytes", b64encode(one).decode("ascii")]
    return None


def _described(plain: object) -> list[Any]:
    """A value as `injected/pages/call_with.js` reads it."""
    if isinstance(plain, dict):
        members = cast("dict[str, object]", plain)
        return ["object", [[key, _described(value)] for key, value in members.items()]]
    if isinstance(plain, list | tuple):
        return ["list", [_described(item) for item in cast("Sequence[object]", plain)]]
    return _special(plain) or ["value", plain]
