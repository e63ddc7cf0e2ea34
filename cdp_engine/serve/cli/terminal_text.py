"""Text for a terminal: page text is untrusted, so control characters are removed from it."""

from __future__ import annotations

import re
import sys

LONGEST_LINE = 1000
"""Characters of an error line; the traceback has the rest."""

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters except tab and line feed: C0 with escape and carriage return, DEL, C1."""


def harmless(text: str) -> str:
    """`text` without control characters (escape sequences lose their escape); tabs and line feeds stay."""
    return _STEERING.sub("", text)


def one_line(text: str) -> str:
    """`text` without control characters on one line of bounded length."""
    line = "; ".join(part for part in (harmless(line).strip() for line in text.splitlines()) if part)
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def show(text: str) -> None:
    """Print text of a page: as it is into files and pipes, made harmless on a terminal."""
    print(harmless(text) if sys.stdout.isatty() else text, flush=True)


def note(text: str) -> None:
    """Print something beside the result: one line on stderr."""
    print(f"note: {one_line(text)}", file=sys.stderr, flush=True)
