"""Corrections of the schema, read from `overrides.toml` and laid over the parsed protocol."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from protocol_gen.schema import KINDS, Domain, Kind, Member, Protocol, SchemaError, Shape, TypeItem

_KEYS = frozenset({"items", "reason", "optional", "type", "python"})


@dataclass(frozen=True, slots=True)
class Override:
    """One correction of one item and why it is needed. In an array, `type` is that of its values."""

    item: str
    reason: str
    optional: bool | None = None
    type: Kind | None = None
    python: str = ""


def read_overrides(text: str) -> tuple[Override, ...]:
    """Parse the file. Raises SchemaError for an entry without a reason or with a key that means nothing."""
    found: list[Override] = []
    for entry in cast("list[dict[str, Any]]", tomllib.loads(text).get("override", [])):
        items = cast("list[str]", entry.get("items", []))
        if not items or not entry.get("reason"):
            raise SchemaError(f"an override needs items and a reason: {entry}")
        if unknown := entry.keys() - _KEYS:
            raise SchemaError(f"override of {items[0]}: unknown keys {sorted(unknown)}")
        if "type" in entry and entry["type"] not in KINDS:
            raise SchemaError(f"override of {items[0]}: unknown type {entry['type']}")
        correction = {key: value for key, value in entry.items() if key != "items"}
        found.extend(Override(item=item, **correction) for item in items)
    return tuple(found)


def apply_overrides(protocol: Protocol, overrides: Sequence[Override]) -> tuple[Protocol, list[str]]:
    """The corrected protocol, and the items of overrides that met nothing: the schema moved on."""
    pending = {override.item: override for override in overrides}
    used: set[str] = set()

    def members(place: str, given: tuple[Member, ...]) -> tuple[Member, ...]:
        return tuple(member(f"{place}.{entry.name}", entry) for entry in given)

    def member(place: str, entry: Member) -> Member:
        override = pending.get(place)
        if override is None:
            return entry
        used.add(place)
        optional = entry.optional if override.optional is None else override.optional
        return replace(entry, shape=_reshaped(entry.shape, override), optional=optional)

    def type_item(place: str, entry: TypeItem) -> TypeItem:
        override = pending.get(place)
        properties = None if entry.properties is None else members(place, entry.properties)
        if override is None:
            return replace(entry, properties=properties)
        used.add(place)
        return replace(entry, shape=_reshaped(entry.shape, override), properties=properties)

    def domain(entry: Domain) -> Domain:
        return replace(
            entry,
            types=tuple(type_item(f"{entry.name}.{item.name}", item) for item in entry.types),
            commands=tuple(
                replace(
                    item,
                    parameters=members(f"{entry.name}.{item.name}", item.parameters),
                    returns=members(f"{entry.name}.{item.name}", item.returns),
                )
                for item in entry.commands
            ),
            events=tuple(
                replace(item, parameters=members(f"{entry.name}.{item.name}", item.parameters))
                for item in entry.events
            ),
        )

    corrected = replace(protocol, domains=tuple(domain(entry) for entry in protocol.domains))
    return corrected, sorted(pending.keys() - used)


def _reshaped(shape: Shape, override: Override) -> Shape:
    if override.type is not None:
        shape = replace(shape, items=Shape(override.type)) if shape.kind == "array" else Shape(override.type)
    return replace(shape, python=override.python) if override.python else shape
