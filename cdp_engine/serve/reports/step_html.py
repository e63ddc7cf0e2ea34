"""Steps as HTML (pure): a picture, what a model read, what was done, what came of it.

Every word of a page, a model or a person is escaped, and the page's own policy lets it load nothing and run nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from cdp_engine.serve.cli.terminal_text import harmless

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
"""Nothing from outside, no script at all."""


class Part(msgspec.Struct, frozen=True):
    """One text of a step. `folded`: shown on request."""

    title: str
    text: str
    folded: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step: `facts` are short (tokens, seconds), `parts` long. `good` is None where there is nothing to judge."""

    title: str
    facts: Mapping[str, str] = {}
    parts: tuple[Part, ...] = ()
    picture: bytes | None = None
    good: bool | None = None


def beginning(title: str) -> str:
    """The page up to its first step. What follows may be cut off anywhere: browsers close what is open."""
    return _macros().beginning(title, POLICY, _style())


def section(step: Step) -> str:
    """One step."""
    picture = "" if step.picture is None else base64.b64encode(step.picture).decode()
    return _macros().section(step, picture)


def command_line(known: Iterable[str]) -> str:
    """The form that takes one line of the shell; `known` words are its tooltip."""
    return _macros().command_line(" ".join(known))


@cache
def _macros() -> Any:
    environment = Environment(
        loader=PackageLoader("cdp_engine.serve.reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_without_controls,
    )
    return environment.get_template("steps.html.jinja").module


@cache
def _style() -> Markup:
    """The style sheet of reports and of the inspector."""
    return Markup((files("cdp_engine.serve.reports") / "steps.css").read_text(encoding="utf-8"))


def _without_controls(value: object) -> object:
    return harmless(value) if isinstance(value, str) and not isinstance(value, Markup) else value
