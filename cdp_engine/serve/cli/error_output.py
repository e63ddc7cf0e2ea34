"""Errors as one line, a hint and an exit code."""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from typing import cast

from rich.console import Console
from rich.text import Text

from cdp_engine.errors import BrowserUnavailable, EngineError, InvalidInput
from cdp_engine.serve.cli.terminal_text import one_line

FAILED, WRONG_USE, NO_BROWSER = 1, 2, 3
"""Exit codes beside 0 for done."""

INTERNAL_HINT = "This is a fault of ours: run it again with --debug and report what it prints."


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """One failure as the user sees it."""

    code: int
    message: str
    hint: str = ""


def root_cause(error: BaseException) -> BaseException:
    """The error to report: from (nested) groups, an error of the engine before any other."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    members = cast("BaseExceptionGroup[BaseException]", error).exceptions
    causes = [root_cause(member) for member in members]
    return next((cause for cause in causes if isinstance(cause, EngineError)), causes[0])


def report_of(error: BaseException) -> ErrorReport:
    """The report of an error, and its exit code."""
    match error:
        case InvalidInput():
            return ErrorReport(WRONG_USE, error.message, error.hint)
        case BrowserUnavailable():
            return ErrorReport(NO_BROWSER, error.message, error.hint)
        case EngineError():
            return ErrorReport(FAILED, error.message, error.hint)
        case _:
            return ErrorReport(FAILED, f"{type(error).__name__}: {error}", INTERNAL_HINT)


def print_error(complaint: ErrorReport, *, cause: BaseException | None = None) -> int:
    """Print a complaint on stderr, with the traceback of `cause` where one is given; its exit code."""
    sys.stdout.flush()
    if cause is not None:
        traceback.print_exception(cause, file=sys.stderr)
    console = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)
    console.print(Text("error: ", "bold red").append(one_line(complaint.message), "default"))
    if complaint.hint:
        console.print(Text("hint: ", "bold").append(one_line(complaint.hint), "default"))
    return complaint.code
