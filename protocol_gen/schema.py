"""The protocol as frozen records: what `schema.json` says, with every reference made absolute.

`load` is total for what Chromium publishes; a schema of another shape raises `SchemaError` naming the item.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

Json = Mapping[str, Any]
Kind = Literal["string", "integer", "number", "boolean", "binary", "any", "object", "array", "ref"]

KINDS: frozenset[str] = frozenset(
    {"string", "integer", "number", "boolean", "binary", "any", "object", "array"}
)


class SchemaError(ValueError):
    """Raised when a schema has a shape this generator does not know."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a value: a primitive kind, an array of `items`, or a `target` such as `DOM.NodeId`.

    `values` are the known ones of an open enum; `python` replaces the annotation (set by overrides only).
    """

    kind: Kind
    target: str = ""
    items: Shape | None = None
    values: tuple[str, ...] = ()
    python: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """One property of a type, parameter of a command or event, or field of a reply."""

    name: str
    shape: Shape
    optional: bool = False
    experimental: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class TypeItem:
    """A named type. `properties` is None for anything that is not a record."""

    name: str
    shape: Shape
    properties: tuple[Member, ...] | None = None
    experimental: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class CommandItem:
    """A command: what it takes and what it answers."""

    name: str
    parameters: tuple[Member, ...] = ()
    returns: tuple[Member, ...] = ()
    experimental: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class EventItem:
    """An event and what it carries."""

    name: str
    parameters: tuple[Member, ...] = ()
    experimental: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Domain:
    """One domain with its items in alphabetical order."""

    name: str
    types: tuple[TypeItem, ...] = ()
    commands: tuple[CommandItem, ...] = ()
    events: tuple[EventItem, ...] = ()
    experimental: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Protocol:
    """All domains, and where they were taken from (`source`: product, revision, …)."""

    domains: tuple[Domain, ...]
    source: Mapping[str, str] = field(default_factory=dict[str, str])

    def types(self) -> Iterator[tuple[str, TypeItem]]:
        """Every named type under its absolute name (`DOM.Node`)."""
        for domain in self.domains:
            for item in domain.types:
                yield f"{domain.name}.{item.name}", item


def load(document: Json) -> Protocol:
    """Read a pinned schema. Raises SchemaError."""
    domains = tuple(_domain(entry) for entry in _list(document, "domains"))
    protocol = Protocol(domains, cast("Mapping[str, str]", document.get("source", {})))
    known = {name for name, _ in protocol.types()}
    for place, target in references(protocol):
        if target not in known:
            raise SchemaError(f"{place} refers to {target}, which no domain defines")
    return protocol


def references(protocol: Protocol) -> Iterator[tuple[str, str]]:
    """Each reference as (where it is, absolute name it points to)."""
    for domain in protocol.domains:
        for item in domain.types:
            place = f"{domain.name}.{item.name}"
            yield from _targets(place, item.shape)
            yield from _member_targets(place, item.properties or ())
        for command in domain.commands:
            yield from _member_targets(f"{domain.name}.{command.name}", command.parameters + command.returns)
        for event in domain.events:
            yield from _member_targets(f"{domain.name}.{event.name}", event.parameters)


def _member_targets(place: str, members: Sequence[Member]) -> Iterator[tuple[str, str]]:
    for member in members:
        yield from _targets(f"{place}.{member.name}", member.shape)


def _targets(place: str, shape: Shape) -> Iterator[tuple[str, str]]:
    if shape.kind == "ref":
        yield place, shape.target
    if shape.items is not None:
        yield from _targets(place, shape.items)


def _domain(entry: Json) -> Domain:
    name = str(entry["domain"])
    return Domain(
        name=name,
        types=tuple(sorted((_type(name, item) for item in _list(entry, "types")), key=lambda t: t.name)),
        commands=tuple(
            sorted((_command(name, item) for item in _list(entry, "commands")), key=lambda c: c.name)
        ),
        events=tuple(sorted((_event(name, item) for item in _list(entry, "events")), key=lambda e: e.name)),
        experimental=bool(entry.get("experimental")),
        deprecated=bool(entry.get("deprecated")),
    )


def _type(domain: str, entry: Json) -> TypeItem:
    properties: tuple[Member, ...] | None = None
    if entry.get("type") == "object" and "properties" in entry:
        properties = _members(domain, entry, "properties")
    return TypeItem(
        name=str(entry["id"]),
        shape=_shape(domain, entry, str(entry["id"])),
        properties=properties,
        experimental=bool(entry.get("experimental")),
        deprecated=bool(entry.get("deprecated")),
    )


def _command(domain: str, entry: Json) -> CommandItem:
    return CommandItem(
        name=str(entry["name"]),
        parameters=_members(domain, entry, "parameters"),
        returns=_members(domain, entry, "returns"),
        experimental=bool(entry.get("experimental")),
        deprecated=bool(entry.get("deprecated")),
    )


def _event(domain: str, entry: Json) -> EventItem:
    return EventItem(
        name=str(entry["name"]),
        parameters=_members(domain, entry, "parameters"),
        experimental=bool(entry.get("experimental")),
        deprecated=bool(entry.get("deprecated")),
    )


def _members(domain: str, entry: Json, key: str) -> tuple[Member, ...]:
    return tuple(
        Member(
            name=str(member["name"]),
            shape=_shape(domain, member, str(member["name"])),
            optional=bool(member.get("optional")),
            experimental=bool(member.get("experimental")),
            deprecated=bool(member.get("deprecated")),
        )
        for member in _list(entry, key)
    )


def _shape(domain: str, entry: Json, name: str) -> Shape:
    if "$ref" in entry:
        target = str(entry["$ref"])
        return Shape("ref", target=target if "." in target else f"{domain}.{target}")
    kind = entry.get("type")
    if kind not in KINDS:
        raise SchemaError(f"{domain}: {name} has the unknown type {kind!r}")
    items = _shape(domain, entry["items"], name) if "items" in entry else None
    return Shape(
        cast("Kind", kind),
        items=items,
        values=tuple(str(value) for value in entry.get("enum", ())),
    )


def _list(entry: Json, key: str) -> Sequence[Json]:
    return cast("Sequence[Json]", entry.get(key, ()))
