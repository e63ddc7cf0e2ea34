"""Which way a type travels: what we send must be complete, what we receive may lack anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from protocol_gen.schema import Member, Protocol, Shape, TypeItem


@dataclass(frozen=True, slots=True)
class Usage:
    """Absolute names of types reachable from parameters (`sent`) and from replies or events (`received`)."""

    sent: frozenset[str]
    received: frozenset[str]


def usage(protocol: Protocol) -> Usage:
    """Follow every reference from commands and events."""
    types = dict(protocol.types())
    parameters: list[Member] = []
    answers: list[Member] = []
    for domain in protocol.domains:
        for command in domain.commands:
            parameters.extend(command.parameters)
            answers.extend(command.returns)
        for event in domain.events:
            answers.extend(event.parameters)
    return Usage(sent=_reach(parameters, types), received=_reach(answers, types))


def _reach(members: Iterable[Member], types: dict[str, TypeItem]) -> frozenset[str]:
    found: set[str] = set()
    pending = [member.shape for member in members]
    while pending:
        shape: Shape = pending.pop()
        if shape.items is not None:
            pending.append(shape.items)
        if shape.kind == "ref" and shape.target not in found:
            found.add(shape.target)
            item = types[shape.target]
            pending.append(item.shape)
            pending.extend(member.shape for member in item.properties or ())
    return frozenset(found)
