"""A schema as a shape: values, objects and lists; and the schema of a model's answer about it (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from cdp_engine.errors import InvalidInput

_DEEPEST = 12
_HINT = "Use objects with named properties, lists, texts, numbers, truth values and choices."
VALUE, AT = "v", "at"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value: its types (`string`, `number`, `integer`, `boolean`), and its choices where it has some."""

    kinds: frozenset[str]
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values it can have; empty for any."""
        return (self.schema["const"],) if "const" in self.schema else tuple(self.schema.get("enum", ()))

    @property
    def format(self) -> str:
        """The format that the schema names."""
        return str(self.schema.get("format", ""))


@dataclass(frozen=True, slots=True)
class Record:
    """An object with named parts."""

    parts: dict[str, Shape]
    required: frozenset[str]
    nullable: frozenset[str] = frozenset()
    """The required ones that may be null."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of entries of one shape."""

    entry: Shape
    words: str = ""


Shape = Leaf | Record | Listing


def shape_of(schema: Mapping[str, Any]) -> Shape:
    """The shape of a JSON Schema. Raises `InvalidInput` for what cannot be filled in from a page."""
    return _shape(schema, schema, 0, "the schema")


def _shape(part: Mapping[str, Any], root: Mapping[str, Any], depth: int, place: str) -> Shape:
    if depth > _DEEPEST:
        raise InvalidInput(f"{place} is nested too deeply", hint="Ask for less at once.")
    part = _resolved(part, root, place)
    words = str(part.get("description", ""))
    kinds = _kinds(part)
    if "object" in kinds or "properties" in part:
        named = part.get("properties")
        if not isinstance(named, Mapping) or not named:
            raise InvalidInput(f"{place} is an object without named properties", hint=_HINT)
        properties = cast("Mapping[str, Mapping[str, Any]]", named)
        parts = {
            name: _shape(inner, root, depth + 1, f"{place}.{name}") for name, inner in properties.items()
        }
        nullable = frozenset(name for name, inner in properties.items() if _allows_null(inner))
        return Record(parts, frozenset(part.get("required", ())), nullable, words)
    if "array" in kinds or "items" in part:
        entry = part.get("items")
        if not isinstance(entry, Mapping):
            raise InvalidInput(f"{place} is a list without a schema for its entries", hint=_HINT)
        return Listing(_shape(cast("Mapping[str, Any]", entry), root, depth + 1, f"{place}[]"), words)
    simple = kinds & {"string", "number", "integer", "boolean"}
    if not simple and not ("enum" in part or "const" in part):
        raise InvalidInput(f"{place} has no type that a page can fill in", hint=_HINT)
    return Leaf(frozenset(simple or {"string"}), part)


def _allows_null(part: Mapping[str, Any]) -> bool:
    if "null" in _kinds(part):
        return True
    several: list[Mapping[str, Any]] = part.get("anyOf") or part.get("oneOf") or []
    return any(_allows_null(one) for one in several)


def _kinds(part: Mapping[str, Any]) -> set[str]:
    written = part.get("type", ())
    return {written} if isinstance(written, str) else set(cast("list[str]", written))


def _resolved(part: Mapping[str, Any], root: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """A part without references, and without null among its alternatives."""
    for _ in range(_DEEPEST):
        if isinstance(part.get("$ref"), str):
            part = _referred(part, root, place)
            continue
        several = next((part[name] for name in ("anyOf", "oneOf", "allOf") if name in part), None)
        if several is None:
            return part
        found_in = [_resolved(one, root, place) for one in cast("list[Mapping[str, Any]]", several)]
        choices = [one for one in found_in if one.get("type") != "null"]
        rest = {name: value for name, value in part.items() if name not in ("anyOf", "oneOf", "allOf")}
        if len(choices) == 1:
            part = {**choices[0], **rest}
        elif all(_kinds(one) <= {"string", "number", "integer", "boolean"} for one in choices):
            return {**rest, "type": sorted({kind for one in choices for kind in _kinds(one)})}
        else:
            raise InvalidInput(f"{place} can be several different objects", hint=_HINT)
    raise InvalidInput(f"{place} refers to itself", hint=_HINT)


def _referred(part: Mapping[str, Any], root: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    reference = str(part["$ref"])
    found: Any = root
    for step in filter(None, reference.removeprefix("#").split("/")):
        found = cast("dict[str, Any]", found).get(step) if isinstance(found, dict) else None
    if not reference.startswith("#") or not isinstance(found, dict):
        raise InvalidInput(f"{place} refers to {reference!r}, which is not in the schema")
    rest = {name: value for name, value in part.items() if name != "$ref"}
    return {**cast("dict[str, Any]", found), **rest}


def answer_schema(shape: Shape) -> dict[str, Any]:
    """The schema of what a model reports: each value with the numbers of the lines that say it."""
    if isinstance(shape, Record):
        parts = {name: answer_schema(part) for name, part in shape.parts.items()}
        return _with_words({"type": "object", "properties": parts}, shape.words)
    if isinstance(shape, Listing):
        return _with_words({"type": "array", "items": answer_schema(shape.entry)}, shape.words)
    kept = ("description", "enum", "format", "pattern", "minimum", "maximum")
    value = {name: shape.schema[name] for name in kept if name in shape.schema}
    if shape.choices:
        value["enum"] = list(shape.choices)
    kinds = sorted(shape.kinds)
    value["type"] = kinds[0] if len(kinds) == 1 else kinds
    lines = {"type": "array", "items": {"type": "integer"}}
    return {"type": "object", "properties": {VALUE: value, AT: lines}, "required": [VALUE, AT]}


def _with_words(schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {**schema, "description": words} if words else schema


def json_schema_of(schema: type[Any] | Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON Schema of a pydantic model, struct, dataclass, typed dict or list type; a JSON Schema as it is.

    Raises `InvalidInput` for anything else.
    """
    if isinstance(schema, Mapping):
        return schema
    inner = getattr(schema, "__args__", ())
    if getattr(schema, "__origin__", None) is list and len(inner) == 1:
        entry = dict(json_schema_of(inner[0]))
        return {"type": "array", "items": entry, "$defs": entry.get("$defs", {})}
    made = getattr(schema, "model_json_schema", None)
    if made is not None:
        return cast("Mapping[str, Any]", made())
    try:
        return msgspec.json.schema(schema)
    except (TypeError, RuntimeError) as error:
        raise InvalidInput(
            f"no schema can be made of {schema!r}",
            hint="Give a pydantic model, a msgspec struct, a dataclass, or a JSON Schema.",
        ) from error


def instance_of(schema: type[Any] | Mapping[str, Any], data: Any) -> Any:
    """The data as what the caller's schema describes. Raises `ValueError` with the reason where it does not fit."""
    if isinstance(schema, Mapping):
        return data
    inner = getattr(schema, "__args__", ())
    if getattr(schema, "__origin__", None) is list and len(inner) == 1:
        if not isinstance(data, list):
            raise ValueError("there is no list")
        return [instance_of(inner[0], one) for one in cast("list[Any]", data)]
    made = getattr(schema, "model_validate", None)
    return made(data) if made is not None else msgspec.convert(data, schema, strict=False)
