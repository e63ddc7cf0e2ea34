"""A command's parameter `chosen` as options of the command line, one for each field of `BrowserOptions`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from cdp_engine.serve.cli.browser_options import PANEL, BrowserOptions
from cdp_engine.serve.cli.browser_setup import kept_downloads
from cdp_engine.serve.cli.config_file import config_path, save_config

T = TypeVar("T")
NAMES = tuple(field.name for field in fields(BrowserOptions))
_NEVER_SAVED = frozenset({"config", "save_config", "debug", "token", "context", "connect_header"})

Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Options as TOML; else CDP_ENGINE_CONFIG, else ~/.config/cdp-engine/config.toml.",
        show_default=False,
        rich_help_panel=PANEL,
    ),
]
SaveConfig = Annotated[
    bool,
    typer.Option("--save-config", help="Keep the options of this call in that file.", rich_help_panel=PANEL),
]


def takes_browser(
    *, but: Collection[str] = (), ends: bool = True
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """A command whose `chosen` is made of options; `but` are those that it has itself, or has no use for.

    Files that pages send have a folder for as long as the command runs; one that `ends` later makes it itself.
    """

    def decorate(command: Callable[..., T]) -> Callable[..., T]:
        signature = inspect.signature(command, eval_str=True)
        own = [p for p in signature.parameters.values() if p.name != "chosen"]
        taken = [name for name in NAMES if name not in but]

        @wraps(command)
        def flagged(context: typer.Context, config: Path | None, save_config: bool, **given: Any) -> T:
            if save_config:
                _keep(context, config)
            chosen = BrowserOptions(**{name: given.pop(name) for name in taken})
            if not ends or "downloads" not in taken:
                return command(chosen=chosen, **given)
            with kept_downloads(chosen) as ready:
                return command(chosen=ready, **given)

        hints = get_type_hints(BrowserOptions, include_extras=True)
        every = [
            _parameter("context", typer.Context),
            *(p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own),
            *(_parameter(name, hints[name], getattr(BrowserOptions(), name)) for name in taken),
            _parameter("config", Config, None),
            _parameter("save_config", SaveConfig, False),
        ]
        flagged.__dict__["__signature__"] = inspect.Signature(
            every, return_annotation=signature.return_annotation
        )
        flagged.__annotations__ = {p.name: p.annotation for p in every}
        return flagged

    return decorate


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _keep(context: typer.Context, config: Path | None) -> None:
    """Write what was given on the command line to the config file."""
    given: dict[str, Any] = {}
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        written = source is not None and source.name == "COMMANDLINE"
        if written and parameter.param_type_name == "option" and name not in _NEVER_SAVED:
            given[name] = context.params[name]
    shared = {name: value for name, value in given.items() if name in NAMES}
    own = {name: value for name, value in given.items() if name not in NAMES}
    save_config(config_path(config), shared, context.info_name or "", own)
