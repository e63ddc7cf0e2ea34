"""What every generated domain is made of: commands that carry their reply type, records and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Command(msgspec.Struct, Generic[T_co], frozen=True, gc=False):
    """One call, ready for the wire.

    `params` has wire names; records inside it are encoded by msgspec. `returns` is the type of the reply, or
    None where the reply is empty.
    """

    method: str
    params: dict[str, object]
    returns: type[T_co] | None


# gc=False: decoded records form no cycles, and untracked ones decode a large tree twice as fast.
class Record(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, rename="camel"):
    """A protocol object: members that the browser leaves out have a default, unknown ones are ignored."""


class Event(Record, frozen=True, kw_only=True):
    """What the browser says unasked; `METHOD` is its name on the wire."""

    METHOD: ClassVar[str]


# Defaults of required members that the browser left out, for ids declared in any domain.
ZERO: Any = 0
EMPTY: Any = ""


def blank(kind: Callable[[], object]) -> Any:
    """A default that is written to the wire nevertheless: the browser insists on required members."""
    return msgspec.field(default_factory=kind)


def decode_lenient(data: bytes | msgspec.Raw, shape: type[T]) -> T:
    """Decode what strict decoding refused: null counts as absent, a whole float as an integer.

    The browser writes null for numbers that JSON has no form for (infinity, not-a-number). Slow: only for the
    second try. Raises msgspec.ValidationError when the data has another shape altogether.
    """
    return msgspec.convert(_mended(msgspec.json.decode(data)), shape)


def _mended(value: object) -> object:
    if isinstance(value, dict):
        members = cast("Mapping[str, object]", value)
        return {name: _mended(member) for name, member in members.items() if member is not None}
    if isinstance(value, list):
        return [_mended(item) for item in cast("list[object]", value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
