"""Arguments of tools in the ways that models write them (pure)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

import msgspec

_ALIKE = (
    ("ref", "target", "element", "selector", "locator", "id", "uid"),
    ("text", "value", "values", "content"),
    ("url", "href", "address"),
    ("keys", "key", "shortcut"),
)
"""What the same parameter is called by one tool or another, of ours or of others."""
_IN_A_LINE = re.compile(r"\s*\[?(?:ref=)?(@?e\d+)(?:\s[^\n]*)?\]?\s*")


def as_taken(value: Any, schema: Mapping[str, Any]) -> Any:
    """A number or truth value as text, where a parameter takes text alone, a list of fields as an object; anything else
    as it is."""
    kinds = {one.get("type") for one in schema.get("anyOf", [schema])}
    if isinstance(value, list) and kinds == {"object"}:
        return _by_ref(cast("list[Any]", value))
    if isinstance(value, bool | int | float) and "string" in kinds and "object" not in kinds:
        return json.dumps(value)
    if isinstance(value, list) and kinds == {"string"}:
        return ",".join(str(as_taken(one, schema)) for one in cast("list[Any]", value))  # [30, 12]
    if isinstance(value, list) and "array" in kinds:
        choices = schema.get("anyOf", [schema])
        items = next(one.get("items", {}) for one in choices if one.get("type") == "array")
        return [as_taken(one, items) for one in cast("list[Any]", value)]
    return cast("Any", value)


def _by_ref(items: list[Any]) -> Any:
    """Values by refs out of `[{"ref": "e7", "value": "x"}]`, as other makers' tools take them; else the list."""
    refs, values = _ALIKE[0], _ALIKE[1]
    found: dict[str, Any] = {}
    for item in items:
        named = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        ref = next((named[name] for name in refs if name in named), None)
        value = next((named[name] for name in values if name in named), None)
        if not isinstance(ref, str) or value is None or ref in found:
            return items
        found[ref] = value
    return found


def bare_ref(value: Any) -> Any:
    """`e7` out of `[e7 button Save +disabled]`; anything else as it is."""
    found = _IN_A_LINE.fullmatch(value) if isinstance(value, str) else None
    return value if found is None else found[1]


def misnamed(given: Any, schema: Mapping[str, Any]) -> str:
    """What the parameters are called that are given under another tool's, or nearly the same, name; else empty."""
    names = [*map(str, cast("Mapping[Any, Any]", given))] if isinstance(given, Mapping) else []
    left = [field for field in schema["properties"] if field not in names]
    close = {name: _meant(name, left) for name in names if name not in schema["properties"]}
    return "".join([f"Use {found[0]!r} for {name!r}. " for name, found in close.items() if found])


def _meant(name: str, fields: Sequence[str]) -> list[str]:
    alike = next((words for words in _ALIKE if name in words), ())
    return [field for field in fields if field in alike][:1] or get_close_matches(name, fields, 1)


def stated(params: msgspec.Struct) -> dict[str, Any]:
    """The parameters that differ from their defaults."""
    whole: dict[str, Any] = msgspec.to_builtins(params)
    usual = {
        field.encode_name: field.default
        if field.default_factory is msgspec.NODEFAULT
        else field.default_factory()
        for field in msgspec.structs.fields(params)
    }
    return {name: value for name, value in whole.items() if name not in usual or value != usual[name]}
