"""Signals for an interactive command: they interrupt where that is allowed and are remembered elsewhere."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from cdp_engine.serve.cli.runner import ending_signals


class Interrupted(BaseException):
    """Raised in the main thread, inside `Interrupts.allowed`, when a signal came."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def by_hand(self) -> bool:
        """Whether it was Ctrl-C, which ends what is being done and not the program."""
        return self.number == signal.SIGINT


class Interrupts:
    """The handlers of a command that reads from its user; `installed` puts them in place."""

    def __init__(self) -> None:
        self._allowed = False
        self._waiting: int | None = None

    @contextmanager
    def installed(self) -> Generator[Interrupts]:
        """Handle the ending signals for the length of the block (main thread only)."""
        before = {number: signal.signal(number, self._came) for number in ending_signals()}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def allowed(self) -> Generator[None]:
        """Let signals raise `Interrupted` in the block; one that came before it does so at once."""
        self._allowed = True
        try:
            if self._waiting is not None:
                raise self._take()
            yield
        finally:
            self._allowed = False

    def _came(self, number: int, _frame: FrameType | None) -> None:
        if self._waiting in (None, signal.SIGINT):
            self._waiting = number  # an end outranks an interruption
        if self._allowed:
            self._allowed = False
            raise self._take()

    def _take(self) -> Interrupted:
        number, self._waiting = self._waiting, None
        return Interrupted(signal.SIGINT if number is None else number)
