"""Options of formats and of the capture, as words of a command line: `name=value`, or one flag for each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import typer

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import CaptureOptions, Snapshot
from cdp_engine.views import formats, view_of, view_options

CAPTURE_PANEL = "Capture"
FORMAT_PANEL = "Options of formats"


def typed_options(format: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """`given` with the types that the format and the capture want; text is converted to its type.

    Raises `UnknownFormat`; `InvalidInput` for a name or a value that does not fit, naming those that do.
    """
    view = view_of(format)
    known = {**_fields(CaptureOptions), **_fields(view.options)}
    for name in given:
        if name not in known:
            raise InvalidInput(
                f"format {format!r} has no option {name!r}",
                hint=f"Its options are: {', '.join(sorted(known))}.",
            )
    typed: dict[str, Any] = {}
    for name, value in given.items():
        try:
            typed[name] = msgspec.convert(_unpacked(value, known[name]), known[name], strict=False)
        except msgspec.ValidationError as error:
            raise InvalidInput(f"option {name}={value!s} does not fit: {error}") from None
    return typed


def as_json(snapshot: Snapshot, format: str, options: dict[str, Any], *, indent: bool) -> str:
    """The data of a format as JSON text."""
    own = {name: value for name, value in options.items() if name in view_options(format)}
    encoded = msgspec.json.encode(snapshot.data(format, **own))
    return (msgspec.json.format(encoded, indent=2) if indent else encoded).decode()


def pairs(words: Iterable[str]) -> dict[str, str]:
    """`name=value` words as a mapping; a bare name means true. Raises `InvalidInput`."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().lstrip("-").replace("-", "_")
        if not name.isidentifier():
            raise InvalidInput(f"{word!r} is not a valid option", hint="Write options as name=value.")
        found[name] = value if equals else "true"
    return found


def with_flags(command: Callable[..., int]) -> Callable[..., int]:
    """`command` with a flag more for every option that the capture or a format has, passed on by name."""

    @wraps(command)
    def flagged(**chosen: Any) -> int:
        return command(**chosen)

    signature = inspect.signature(command, eval_str=True)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    every = [*own, *flags(signature.parameters)]
    flagged.__dict__["__signature__"] = signature.replace(parameters=every)
    flagged.__annotations__ = {p.name: p.annotation for p in every}
    return flagged


def flags(taken: Iterable[str]) -> list[inspect.Parameter]:
    """A keyword parameter for every option of the capture and of any format whose name is not `taken`."""
    users: dict[str, list[str]] = {}
    types: dict[str, Any] = {}
    for name, kind in _fields(CaptureOptions).items():
        users[name], types[name] = [], kind
    for format in formats():
        for name, kind in _fields(view_of(format).options).items():
            users.setdefault(name, []).append(format)
            types.setdefault(name, kind)
    reserved = set(taken)
    return [_flag(name, kind, users[name]) for name, kind in types.items() if name not in reserved]


def _flag(name: str, kind: Any, users: list[str]) -> inspect.Parameter:
    plain = _plain(kind)
    choices = get_args(plain) if get_origin(plain) is Literal else ()
    help = "|".join(map(str, choices)) if choices else ""
    if users:
        help = " ".join(filter(None, (help, f"({', '.join(users)})")))
    words = name.replace("_", "-")
    option = typer.Option(
        f"--{words}/--no-{words}" if plain is bool else f"--{words}",
        help=help,
        show_default=False,
        rich_help_panel=FORMAT_PANEL if users else CAPTURE_PANEL,
    )
    shown = plain if plain in (bool, int, float) else str
    annotation = Annotated[shown | None, option]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _fields(struct: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(struct)
    return {name: hints[name] for name in struct.__struct_fields__}


def _plain(kind: Any) -> Any:
    """`int` for `int | None`."""
    parts = [part for part in get_args(kind) if part is not type(None)] if _is_union(kind) else []
    return parts[0] if len(parts) == 1 else kind


def _is_union(kind: Any) -> bool:
    return get_origin(kind) is Union or type(kind) is type(int | None)


def _unpacked(value: Any, kind: Any) -> Any:
    """Text for a list or an object: JSON, or for a list words between commas."""
    container = get_origin(_plain(kind)) or _plain(kind)
    if not isinstance(value, str) or container not in (list, tuple, set, frozenset, dict):
        return value
    if value[:1] in "[{":
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise InvalidInput(f"{value!r} is not JSON: {error}") from None
    return [part.strip() for part in value.split(",") if part.strip()]
