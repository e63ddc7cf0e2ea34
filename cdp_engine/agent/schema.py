"""JSON Schemas of tool parameters, generated from the structs that validate them and kept short (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

_DEFINITIONS = "#/$defs/"


def parameters_schema(params: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of one tool's parameters: one object, without references or repetition."""
    (schema,), definitions = msgspec.json.schema_components([params], ref_template=_DEFINITIONS + "{name}")
    top = _short(schema, definitions)
    top.pop("description", None)  # the struct's docstring is for programmers
    top.setdefault("properties", {})
    if not top.get("required"):
        top.pop("required", None)
    return top


def _short(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        own = {name: value for name, value in schema.items() if name != "$ref"}
        return _short({**definitions[reference.removeprefix(_DEFINITIONS)], **own}, definitions)
    kept: dict[str, Any] = {}
    for name, value in schema.items():
        if name == "title" or (name == "default" and value in (None, False, [], {})):
            continue
        if name == "properties":
            fields = cast("Mapping[str, Mapping[str, Any]]", value)
            kept[name] = {field: _short(of, definitions) for field, of in fields.items()}
        elif name == "items":
            kept[name] = _short(value, definitions)
        elif name == "anyOf":
            kept |= _either([_short(one, definitions) for one in value])
        else:
            kept[name] = value
    return kept


def _either(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Alternatives without null, which means an omitted parameter."""
    left = [choice for choice in choices if choice.get("type") != "null"]
    return left[0] if len(left) == 1 else {"anyOf": left}
