"""The destination of a result: stdout, or a file that is checked to be writable before any work is done."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from cdp_engine.errors import InvalidInput
from cdp_engine.serve.cli.terminal_text import show

Record = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the steps there, for `cdp-engine replay FILE`."),
]


class OutputFile:
    """The place for one text."""

    def __init__(self, file: BinaryIO | None, path: Path | None) -> None:
        self._file = file
        self._path = path
        self.written = False

    def write(self, text: str) -> None:
        """Put `text` there, with a line feed at its end. Raises `InvalidInput` when the disk does not take it."""
        if self._file is None:
            show(text)
            return
        try:
            if self._file.seekable():
                self._file.truncate(0)
            self._file.write(text.encode("utf-8", "backslashreplace") + b"\n")
            self._file.flush()
        except OSError as error:
            raise InvalidInput(f"{self._path} cannot be written: {error.strerror}") from error
        self.written = True


@contextmanager
def output_file(path: Path | None) -> Generator[OutputFile]:
    """Open the place for a result; a file that was made for it and got nothing is removed again.

    Raises `InvalidInput` for a file that cannot be written.
    """
    if path is None or str(path) == "-":
        yield OutputFile(None, None)
        return
    existed = path.exists()
    try:
        file = path.open("ab")
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be written: {error.strerror}",
            hint="Name a file in an existing folder that you can write to.",
        ) from error
    place = OutputFile(file, path)
    try:
        with file:
            yield place
    finally:
        if not place.written and not existed:
            path.unlink(missing_ok=True)


def readable_output() -> bool:
    """Whether stdout is a terminal."""
    return sys.stdout.isatty()
