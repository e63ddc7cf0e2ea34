"""`--secret NAME@ORIGIN`: secrets of the environment that a model may have typed without seeing them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated

import typer

from cdp_engine.agent import Secret
from cdp_engine.errors import InvalidInput

Secrets = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="NAME@ORIGIN",
        help="Let the model type the environment variable NAME on ORIGIN, unseen. May be given more than once.",
    ),
]


def secrets_of(written: Iterable[str]) -> list[Secret]:
    """Secrets as `NAME@ORIGIN`, several origins one after the other. Raises `InvalidInput`."""
    origins: dict[str, list[str]] = {}
    for one in written:
        name, at, origin = one.partition("@")
        if not at:
            raise InvalidInput(
                f"{one!r} binds a secret to no origin", hint="Write --secret NAME@https://shop.example."
            )
        origins.setdefault(name, []).append(origin)
    for name in origins:
        if name not in os.environ:
            raise InvalidInput(
                f"the environment has no variable {name!r}", hint="Set it to the secret's value."
            )
    return [Secret(name, os.environ[name], tuple(known)) for name, known in origins.items()]
