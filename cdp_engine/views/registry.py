"""Formats by name. Each format is one module with an option struct and a `render` or `data` function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from cdp_engine.errors import InvalidInput, UnknownFormat
from cdp_engine.observe import Snapshot, use_views
from cdp_engine.track import TrackedChange
from cdp_engine.views.rendered_answer import FullMaker, RenderedAnswer


@dataclass(slots=True, frozen=True)
class View:
    """One format: its name, purpose, options and functions."""

    name: str
    summary: str
    options: type[msgspec.Struct]
    render: Callable[[Snapshot, Any], str]
    """Snapshot and options -> text."""
    data: Callable[[Snapshot, Any], Any]
    """Snapshot and options -> JSON-ready data."""
    render_change: Callable[[TrackedChange, FullMaker, Any], RenderedAnswer] | None = None
    """A change, a function that makes it a whole page, and options -> the answer; None for an always whole format."""
    bounded: bool = False
    """Whether it lists containers by their visible boundary, which captures read for it (`boundaries`)."""
    shape: Any = None
    """The type of `data`, where the format has a JSON Schema."""


_views: dict[str, View] = {}


def register(view: View) -> View:
    """Add a format; a later one of the same name replaces it."""
    _views[view.name] = view
    return view


def formats() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(sorted(_views))


def view_of(format: str) -> View:
    """The format with this name. Raises `UnknownFormat`, naming the existing ones."""
    view = _views.get(format)
    if view is None:
        raise UnknownFormat(f"unknown format {format!r}; the formats are {', '.join(formats())}")
    return view


def view_options(format: str) -> frozenset[str]:
    """The names of a format's options. Raises `UnknownFormat`."""
    return frozenset(view_of(format).options.__struct_fields__)


def read_options(format: str, options: Mapping[str, Any]) -> msgspec.Struct:
    """Options by name as the format's own struct. Raises `UnknownFormat`, and `InvalidInput` for unknown options."""
    view = view_of(format)
    known = view.options.__struct_fields__
    for name in options:
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise InvalidInput(f"format {view.name!r} has no option {name!r}; its options are: {allowed}")
    try:
        return msgspec.convert(dict(options), view.options)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"format {view.name!r}: {error}") from None


def render(snapshot: Snapshot, format: str = "outline", **options: Any) -> str:
    """A snapshot as text. Raises `UnknownFormat`, and `InvalidInput` for unknown options."""
    return view_of(format).render(snapshot, read_options(format, options))


def data(snapshot: Snapshot, format: str = "outline", **options: Any) -> Any:
    """A snapshot as JSON-ready data. Raises like `render`."""
    return view_of(format).data(snapshot, read_options(format, options))


def _render(snapshot: Snapshot, format: str, options: Mapping[str, Any]) -> str:
    return render(snapshot, format, **options)


def _data(snapshot: Snapshot, format: str, options: Mapping[str, Any]) -> Any:
    return data(snapshot, format, **options)


use_views(_render, _data)
