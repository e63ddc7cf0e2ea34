"""Every item of the pinned schema, held against the Python that was generated for it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec
import pytest

from cdp_engine import protocol
from cdp_engine.protocol import Command, Event
from protocol_gen import naming
from protocol_gen.__main__ import SCHEMA

pytestmark = pytest.mark.req("EN-01")

PINNED: dict[str, Any] = json.loads(SCHEMA.read_text())
DOMAINS: dict[str, dict[str, Any]] = {entry["domain"]: entry for entry in PINNED["domains"]}


def module_of(name: str) -> ModuleType:
    module = protocol.domain(name)
    assert module is not None
    return module


def records(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    for value in vars(module).values():
        if (
            inspect.isclass(value)
            and issubclass(value, msgspec.Struct)
            and value.__module__ == module.__name__
        ):
            yield value


def wire_names(record: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(record)]


def member_names(members: list[dict[str, Any]]) -> list[str]:
    return [member["name"] for member in members]


def test_pinned_protocol_is_that_of_chromium_156() -> None:
    assert protocol.SOURCE["product"].startswith("Chrome/156.")
    assert len(protocol.DOMAINS) == 59
    assert sum(len(entry.get("commands", ())) for entry in DOMAINS.values()) == 674
    assert sum(len(entry.get("events", ())) for entry in DOMAINS.values()) == 232
    assert set(protocol.DOMAINS) == set(DOMAINS)


@pytest.mark.parametrize("name", DOMAINS)
def test_every_command_builds_with_wire_names(name: str) -> None:
    module = module_of(name)
    commands = DOMAINS[name].get("commands", [])
    assert list(module.COMMANDS) == [f"{name}.{entry['name']}" for entry in commands]
    for entry in commands:
        method = f"{name}.{entry['name']}"
        build = getattr(module, module.COMMANDS[method])
        parameters = entry.get("parameters", [])
        required = [member["name"] for member in parameters if not member.get("optional")]

        bare = build(*required)
        assert isinstance(bare, Command)
        assert (bare.method, bare.params) == (method, {member: member for member in required})

        full = build(**{naming.attribute(member["name"]): member["name"] for member in parameters})
        assert full.params == {member["name"]: member["name"] for member in parameters}
        if returns := entry.get("returns"):
            assert full.returns is getattr(module, f"{naming.class_name(entry['name'])}Reply")
            assert wire_names(full.returns) == member_names(returns)
        else:
            assert full.returns is None


@pytest.mark.parametrize("name", DOMAINS)
def test_every_event_is_found_by_its_method(name: str) -> None:
    for entry in DOMAINS[name].get("events", []):
        event = protocol.event_type(f"{name}.{entry['name']}")
        assert event is not None
        assert issubclass(event, Event)
        assert f"{name}.{entry['name']}" == event.METHOD
        assert wire_names(event) == member_names(entry.get("parameters", []))
        msgspec.json.decode(b"{}", type=event)


@pytest.mark.parametrize("name", DOMAINS)
def test_every_type_exists(name: str) -> None:
    module = module_of(name)
    for entry in DOMAINS[name].get("types", []):
        declared = getattr(module, naming.class_name(entry["id"]))
        if "properties" in entry:
            assert wire_names(declared) == member_names(entry["properties"])
        elif entry.get("enum"):
            assert declared is str
        msgspec.json.Decoder(declared)


@pytest.mark.parametrize("name", DOMAINS)
def test_every_record_has_a_decoder_and_ignores_what_it_does_not_know(name: str) -> None:
    for record in records(module_of(name)):
        needed = [field.encode_name for field in msgspec.structs.fields(record) if field.required]
        assert not (needed and record.__name__.endswith("Reply"))
        decoder = msgspec.json.Decoder(record)
        if not needed:
            value = decoder.decode(b'{"neverHeardOf": {"a": [1]}}')
            assert decoder.decode(msgspec.json.encode(value)) == value


def test_nothing_that_the_browser_sends_has_to_be_complete() -> None:
    received = [
        shape
        for name in DOMAINS
        for shape in records(module_of(name))
        if issubclass(shape, Event) or shape.__name__.endswith("Reply")
    ]
    described = msgspec.inspect.multi_type_info(received)
    seen: set[type] = set()
    pending: list[object] = list(described)
    while pending:
        info = pending.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls not in seen:
            seen.add(info.cls)
            assert not [field.name for field in info.fields if field.required], info.cls
            assert not info.forbid_unknown_fields
            pending.extend(field.type for field in info.fields)
        elif isinstance(info, msgspec.inspect.ListType):
            pending.append(info.item_type)
        elif isinstance(info, msgspec.inspect.UnionType):
            pending.extend(info.types)
        else:
            assert not isinstance(info, msgspec.inspect.EnumType | msgspec.inspect.LiteralType)
    assert protocol.dom.Node in seen


@pytest.mark.parametrize("name", DOMAINS)
def test_flags_of_the_schema_can_be_asked_for(name: str) -> None:
    domain = DOMAINS[name]
    for flag, ask in (("experimental", protocol.is_experimental), ("deprecated", protocol.is_deprecated)):
        whole = bool(domain.get(flag))
        assert ask(name) is whole
        for group in ("types", "commands", "events"):
            for entry in domain.get(group, []):
                item = f"{name}.{entry.get('id') or entry['name']}"
                assert ask(item) is (whole or bool(entry.get(flag)))
                for member in entry.get("properties", entry.get("parameters", [])):
                    if member.get(flag):
                        assert ask(f"{item}.{member['name']}")
