"""The progress of a batch: at a terminal a bar, with what failed above it, else a line for each page."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from cdp_engine.serve.batch.index import Entry
from cdp_engine.serve.cli.terminal_text import one_line


class ProgressReporter(Protocol):
    """Receives what happens and prints it on stderr."""

    def entry(self, entry: Entry) -> None:
        """A page was captured, or could not be."""
        ...

    def note(self, text: str) -> None:
        """Something happened to a browser."""
        ...


class LineProgress:
    """Plain lines, for files and pipes."""

    def __init__(self, done: int, total: int) -> None:
        self._done = done
        self._total = total

    def entry(self, entry: Entry) -> None:
        """One line for the page."""
        self._done += 1
        _print_line(f"[{self._done}/{self._total}] {line_of(entry)}")

    def note(self, text: str) -> None:
        """One line."""
        _print_line(f"note: {text}")


class BarProgress:
    """A progress bar that stays at the bottom; failures are printed above it."""

    def __init__(self, progress: Progress, done: int, total: int) -> None:
        self._progress = progress
        self._failed = 0
        self._task = progress.add_task("", total=total, completed=done, failed="")

    def entry(self, entry: Entry) -> None:
        """One step; a line where the page failed."""
        if entry.error is not None:
            self._failed += 1
            self._progress.console.print(Text(one_line(line_of(entry)), "red"))
        failed = f"{self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, failed=failed)

    def note(self, text: str) -> None:
        """One line above the bar."""
        self._progress.console.print(Text(f"note: {one_line(text)}"))


def line_of(entry: Entry) -> str:
    """The result of a page, in one line."""
    if entry.error is not None:
        return f"failed {entry.url}: {entry.error}: {entry.message}"
    status = f", status {entry.status}" if (entry.status or 0) >= 400 else ""
    return f"ok {entry.url}: {entry.tokens} tokens, {entry.seconds:.1f} s{status}"


@contextmanager
def progress_reporter(done: int, total: int) -> Generator[ProgressReporter]:
    """The reporter for a batch of `total` pages, `done` of which were captured before."""
    if not sys.stderr.isatty():
        yield LineProgress(done, total)
        return
    columns = (
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("[red]{task.fields[failed]}"),
    )
    console = Console(stderr=True, highlight=False, markup=True, emoji=False)
    with Progress(*columns, console=console) as progress:
        yield BarProgress(progress, done, total)


def _print_line(text: str) -> None:
    print(one_line(text), file=sys.stderr, flush=True)
