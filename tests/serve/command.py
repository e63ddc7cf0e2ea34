"""The command line as a process of its own, the way people run it.

Most processes are forked from one that has the package (`tests.support.warm`); `fresh` ones are new interpreters.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.warm import warm_words, words

PATIENCE = 60.0
"""Seconds for whatever is awaited here; the machine may be busy."""


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "TERM": "xterm", "COLUMNS": "200", **more}


def call(
    *args: str | os.PathLike[str],
    typed: str = "",
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    fresh: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        words(*args) if fresh else warm_words(*args),
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=env or environment(),
        cwd=cwd,
    )


@contextmanager
def started(
    *args: str | os.PathLike[str], env: dict[str, str] | None = None, fresh: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """A command that runs while the block does."""
    process = subprocess.Popen(
        words(*args) if fresh else warm_words(*args),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env or environment(),
    )
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def ended(process: subprocess.Popen[str], number: signal.Signals) -> tuple[int, str, str]:
    """Send a signal; exit code and what it said."""
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@dataclass
class Screen:
    """A command at a terminal: what a person types and sees."""

    process: subprocess.Popen[bytes]
    terminal: int
    seen: str = ""

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def type_until(self, key: str, pattern: str) -> None:
        """Type a key until `pattern` is seen: readline misses a signal that comes just before it waits for a key."""
        deadline = time.monotonic() + PATIENCE
        while re.search(pattern, self.seen) is None and time.monotonic() < deadline:
            self.type(key)
            pause = time.monotonic() + 3.0
            while re.search(pattern, self.seen) is None and self._read(pause):
                pass
        self.wait_for(pattern)

    def wait_for(self, pattern: str) -> str:
        """What came until `pattern` did; it is taken off the screen."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.seen)) is None:
            if not self._read(deadline):
                raise AssertionError(f"{pattern!r} did not come; there is {self.seen[:2000]!r}")
        before, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return before

    def end(self) -> int:
        """Read until the command leaves; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.terminal], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)


@contextmanager
def at_terminal(*args: str | os.PathLike[str], env: dict[str, str] | None = None) -> Iterator[Screen]:
    """A command on a pseudo-terminal that is its controlling one, so that Ctrl-C is a signal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", CONTROLLING, *words(*args)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=env or environment(),
    )
    os.close(theirs)
    try:
        yield Screen(process, ours)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=PATIENCE)
        os.close(ours)


CONTROLLING = """import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])"""


def is_one_error_report(stderr: str) -> bool:
    """Whether it is one error line and one hint line, nothing else."""
    lines = stderr.splitlines()
    return len(lines) == 2 and lines[0].startswith("error: ") and lines[1].startswith("hint: ")


def own_folder(base: Path) -> dict[str, str]:
    """The environment in which everything temporary, profiles too, lies in `base`."""
    return environment(TMPDIR=str(base))
