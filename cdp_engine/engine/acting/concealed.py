"""Results without what was typed into secret fields (VD-08); pure.

A page may copy a password into its address, a dialog, the name of a download or a request: all of them are evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

import msgspec

from cdp_engine.observe import SecretMemory, Snapshot

R = TypeVar("R")


def concealed(result: R, secrets: SecretMemory) -> R:
    """A result whose texts have none of the secrets; snapshots in it have none already."""
    return _without(result, secrets.masked) if secrets.knows_any else result


def _without(value: Any, masked: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, Snapshot):
        return value
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        return msgspec.structs.replace(value, **_changed(value, names, masked))
    if is_dataclass(value) and not isinstance(value, type):
        names = tuple(one.name for one in fields(value) if one.init)
        return replace(value, **_changed(value, names, masked))
    if isinstance(value, Mapping):
        entries = cast("Mapping[Any, Any]", value).items()
        return {_without(name, masked): _without(one, masked) for name, one in entries}
    if type(value) is list:
        return [_without(one, masked) for one in cast("list[Any]", value)]
    if type(value) is tuple:
        return tuple(_without(one, masked) for one in cast("tuple[Any, ...]", value))
    return value


def _changed(value: object, names: tuple[str, ...], masked: Callable[[str], str]) -> dict[str, Any]:
    """The fields that are others without the secrets."""
    given = {name: getattr(value, name) for name in names}
    safe = {name: _without(one, masked) for name, one in given.items()}
    return {name: one for name, one in safe.items() if one is not given[name] and one != given[name]}
