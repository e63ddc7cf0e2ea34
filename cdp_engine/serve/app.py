"""All commands in one application. A new one is a module with a function, and a line in `COMMANDS`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, Any, Protocol, runtime_checkable

import typer

from cdp_engine.serve.cli.error_output import WRONG_USE, ErrorReport, print_error
from cdp_engine.serve.commands import run as run_command
from cdp_engine.serve.commands.capture import capture
from cdp_engine.serve.commands.doctor import doctor
from cdp_engine.serve.commands.inspect import inspect
from cdp_engine.serve.commands.launch import launch
from cdp_engine.serve.commands.mcp import mcp
from cdp_engine.serve.commands.observe import observe
from cdp_engine.serve.commands.shell import shell

COMMANDS = (launch, observe, shell, run_command.run, mcp, capture, inspect, doctor)
"""The functions behind the commands, in the order of the help; each is named as its command."""

NAME = "cdp-engine"


@runtime_checkable
class WrongUse(Protocol):
    """What Typer raises for words it cannot place."""

    exit_code: int

    def format_message(self) -> str:
        """What is wrong with the words."""
        ...


def application() -> typer.Typer:
    """The commands, ready to be called with words."""
    app = typer.Typer(
        name=NAME,
        help="Drive a Chromium over raw CDP, and see its pages as a language model does.",
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_everywhere)
    for command in COMMANDS:
        app.command(command.__name__)(command)
    return app


def run(words: Sequence[str]) -> int:
    """Carry out a command line; the exit code."""
    try:
        answer: Any = application()(args=list(words), prog_name=NAME, standalone_mode=False)
    except typer.Exit as early:
        return early.exit_code
    except typer.Abort:
        return 130
    except Exception as error:
        if not isinstance(error, WrongUse):
            raise
        if not error.format_message():
            return WRONG_USE  # no words at all: the help is all there is to say
        command = next((word for word in words if word in {c.__name__ for c in COMMANDS}), "")
        return print_error(
            ErrorReport(
                WRONG_USE, error.format_message(), f"See {' '.join(filter(None, (NAME, command)))} --help."
            )
        )
    return answer if isinstance(answer, int) else 0


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
