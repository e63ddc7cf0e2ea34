"""Where the lines of the shell come from: a person at a terminal, or a pipe or file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress

from cdp_engine.serve.cli.signals import Interrupted

PROMPT = "cdp> "


class Terminal:
    """A person: a prompt, editing and history. Nothing typed is kept on disk, it may be secret."""

    interactive = True

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._vocabulary = sorted(vocabulary)
        with suppress(ImportError):  # some builds of Python lack it: plain lines then
            import readline

            readline.set_completer(self._complete)
            readline.parse_and_bind("tab: complete")

    def read(self) -> str | None:
        """The next line; None at Ctrl-D."""
        try:
            return input(PROMPT)
        except EOFError:
            print()
            return None
        except SystemError as error:
            # A second signal on the heels of the first makes readline hide what the first one raised.
            if isinstance(error.__cause__, Interrupted):
                raise error.__cause__ from None
            raise

    def _complete(self, text: str, state: int) -> str | None:
        matches = [word for word in self._vocabulary if word.startswith(text)]
        return f"{matches[state]} " if state < len(matches) else None


class Script:
    """A pipe or a file: each line is repeated before its answer, so that the output can be read alone."""

    interactive = False

    def read(self) -> str | None:
        """The next line; None at the end."""
        line = sys.stdin.readline()
        if not line:
            return None
        if line.strip():
            print(f"{PROMPT}{line.strip()}", flush=True)
        return line


LineSource = Terminal | Script


def line_source(vocabulary: Iterable[str]) -> LineSource:
    """The lines of stdin."""
    return Terminal(vocabulary) if sys.stdin.isatty() and sys.stdout.isatty() else Script()
