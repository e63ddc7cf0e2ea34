"""All commands in one application. A new command is a module with a function, and a line in `COMMANDS`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any, Protocol, runtime_checkable

import typer

from cdp_engine.errors import EngineError
from cdp_engine.serve.cli.command_names import COMMANDS
from cdp_engine.serve.cli.config_file import defaults_of
from cdp_engine.serve.cli.error_output import WRONG_USE, ErrorReport, print_error, report_of

NAME = "cdp-engine"
EPILOG = (
    "A browser that stays: open URL begins a session in the background; click, fill, view, tabs, … act in it "
    "(cdp-engine help lists them), close ends it. Every option can also be set in the config file and in the "
    "environment: CDP_ENGINE_PROFILE for one of the browser, CDP_ENGINE_RUN_MAX_TURNS for one of a command."
)


@runtime_checkable
class WrongUse(Protocol):
    """Typer's exception for invalid arguments."""

    exit_code: int

    def format_message(self) -> str:
        """The message for invalid arguments."""
        ...


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The application with its commands. Only the modules of `names` are loaded."""
    app = typer.Typer(
        name=NAME,
        help="Drive a Chromium over raw CDP, and see its pages as a language model does.",
        epilog=EPILOG,
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "CDP_ENGINE"},
    )
    app.callback()(_everywhere)
    for name in names:
        app.command(name)(getattr(import_module(f"cdp_engine.serve.commands.{name}"), name))
    return app


def run(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    command = next((word for word in words if not word.startswith("-")), "")
    known = command in COMMANDS
    try:
        group: Any = typer.main.get_command(application((command,) if known else COMMANDS))
        defaults = {command: defaults_for(group.commands[command], words)} if known else {}
        answer: Any = group.main(
            args=list(words), prog_name=NAME, standalone_mode=False, default_map=defaults
        )
    except typer.Exit as early:
        return early.exit_code
    except typer.Abort:
        return 130
    except EngineError as error:
        return print_error(report_of(error))
    except Exception as error:
        if not isinstance(error, WrongUse):
            raise
        if not error.format_message():
            return WRONG_USE  # no arguments: print the help
        help = " ".join(filter(None, (NAME, command if known else "", "--help")))
        return print_error(ErrorReport(WRONG_USE, error.format_message(), f"See {help}."))
    return answer if isinstance(answer, int) else 0


def defaults_for(command: Any, words: Sequence[str]) -> dict[str, Any]:
    """The config file's options for a (Typer) command. Raises `InvalidInput`."""
    from cdp_engine.serve.cli.option_flags import NAMES

    options = [one for one in command.params if one.param_type_name == "option"]
    for option in options:
        option.show_envvar = False  # every option has one: it would be half of the help
    takes = {
        str(one.name): bool(one.multiple) for one in options if one.name not in ("config", "save_config")
    }
    return defaults_of(words, command.name, takes, shared=NAMES, commands=(*COMMANDS, "open"))


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"{NAME} {version(NAME)}")
        raise typer.Exit


def _everywhere(
    show_version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and leave.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass
