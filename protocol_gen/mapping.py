"""Protocol types -> Python annotations and defaults.

Only text is made here. Names of the own domain are unqualified, those of another domain are `cdp.<module>.<Name>`,
which the package resolves when an annotation is first read: so importing one domain imports no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol_gen import naming
from protocol_gen.schema import Member, Protocol, Shape, TypeItem
from protocol_gen.usage import Usage

PRIMITIVES: Mapping[str, str] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "binary": "bytes",
    "any": "Any",
    "object": "dict[str, Any]",
}
_LITERAL_DEFAULTS: Mapping[str, str] = {
    "string": '""',
    "integer": "0",
    "number": "0.0",
    "boolean": "False",
    "binary": 'b""',
    "any": "None",
}
_FACTORIES: Mapping[str, str] = {"integer": "int", "number": "float", "boolean": "bool", "binary": "bytes"}


@dataclass(frozen=True, slots=True)
class Mapper:
    """Annotations and defaults as seen from inside one domain."""

    domain: str
    types: Mapping[str, TypeItem]
    usage: Usage

    @classmethod
    def of(cls, domain: str, protocol: Protocol, travels: Usage) -> Mapper:
        """The mapper of one domain of a protocol."""
        return cls(domain, dict(protocol.types()), travels)

    def annotation(self, shape: Shape, alias: str = "") -> str:
        """The annotation of a value; `alias` names the open enum that an inline list of values was given."""
        if shape.python:
            return shape.python
        if shape.kind == "ref":
            return self.reference(shape.target)
        if shape.kind == "array":
            return f"list[{self.annotation(shape.items) if shape.items else 'Any'}]"
        if shape.values and alias:
            return alias
        return PRIMITIVES[shape.kind]

    def reference(self, target: str) -> str:
        """How a type is called from here."""
        domain, _, name = target.partition(".")
        name = naming.class_name(name)
        return name if domain == self.domain else f"cdp.{naming.module(domain)}.{name}"

    def wire_default(self, member: Member, owner: str | None) -> str | None:
        """The default of a record's member as source text, or None where the caller must give it.

        `owner` is the absolute name of the type, or None for replies and events.
        """
        sent = owner in self.usage.sent
        received = owner is None or owner in self.usage.received
        if member.optional:
            # JSON null is a value of its own where any value is allowed: absent is something else.
            return "msgspec.UNSET" if member.shape.kind == "any" and sent and not received else "None"
        if sent and not received:
            return None
        return self._blank(member.shape, sent=sent)

    def _blank(self, shape: Shape, *, sent: bool) -> str:
        base = self._resolve(shape)
        if base is None:
            return f"msgspec.field(default_factory=lambda: {self.reference(shape.target)}())"
        if base.kind in ("array", "object"):
            empty = "[]" if base.kind == "array" else "{}"
            return f"blank(lambda: {empty})" if sent else empty
        if sent and base.kind != "any":
            return f"blank({_FACTORIES.get(base.kind, 'str')})"
        if shape.kind == "ref" and not base.values and base.kind in ("string", "integer"):
            return "EMPTY" if base.kind == "string" else "ZERO"
        return _LITERAL_DEFAULTS[base.kind]

    def _resolve(self, shape: Shape) -> Shape | None:
        """The shape behind a reference; None for a record."""
        while shape.kind == "ref":
            item = self.types[shape.target]
            if item.properties is not None:
                return None
            shape = item.shape
        return shape


def is_identifier_type(item: TypeItem) -> bool:
    """Whether a named type becomes a NewType: a string or integer that is not an enumeration."""
    return item.shape.kind in ("string", "integer") and not item.shape.values


def is_open_enum(item: TypeItem) -> bool:
    """Whether a named type is a list of values; it stays an open one."""
    return bool(item.shape.values)
