"""Compares the pinned protocol with the browser's own description (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import msgspec

from cdp_engine import protocol


class Item(msgspec.Struct):
    """A command or an event."""

    name: str


class Domain(msgspec.Struct):
    """One domain as `/json/protocol` describes it."""

    domain: str
    commands: list[Item] = []
    events: list[Item] = []


class Description(msgspec.Struct):
    """The answer of `/json/protocol`."""

    domains: list[Domain]


@dataclass(frozen=True, slots=True)
class Items:
    """The names of one protocol: `DOM.getDocument`."""

    domains: frozenset[str]
    commands: frozenset[str]
    events: frozenset[str]

    def __sub__(self, other: Items) -> Items:
        return Items(self.domains - other.domains, self.commands - other.commands, self.events - other.events)

    def __len__(self) -> int:
        return len(self.commands) + len(self.events)

    def __str__(self) -> str:
        return f"{len(self.domains)} domains, {len(self.commands)} commands, {len(self.events)} events"


def items_of(description: bytes) -> Items:
    """The names in a browser's description. Raises `msgspec.DecodeError` for anything else."""
    domains = msgspec.json.decode(description, type=Description).domains
    return Items(
        frozenset(d.domain for d in domains),
        frozenset(f"{d.domain}.{item.name}" for d in domains for item in d.commands),
        frozenset(f"{d.domain}.{item.name}" for d in domains for item in d.events),
    )


def our_items() -> Items:
    """The names that this package knows."""
    commands: set[str] = set()
    events: set[str] = set()
    for module_name in protocol.DOMAINS.values():
        module = import_module(f"{protocol.__name__}.{module_name}")
        known_commands: Mapping[str, str] = module.COMMANDS
        known_events: Mapping[str, object] = module.EVENTS
        commands.update(known_commands)
        events.update(known_events)
    return Items(frozenset(protocol.DOMAINS), frozenset(commands), frozenset(events))


def named(items: Items, most: int = 40) -> str:
    """The names, by domain, whole domains first; past `most` names only counts."""
    whole = sorted(items.domains)
    rest = sorted(
        name for name in (*items.commands, *items.events) if name.partition(".")[0] not in items.domains
    )
    if len(rest) > most:
        counts: dict[str, int] = {}
        for name in rest:
            domain = name.partition(".")[0]
            counts[domain] = counts.get(domain, 0) + 1
        rest = [f"{count} of {domain}" for domain, count in counts.items()]
    return ", ".join([*(f"all of {domain}" for domain in whole), *rest])
