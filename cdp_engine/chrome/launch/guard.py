"""A small process beside each launched browser: it stops and cleans up what remains when this program is killed."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import anyio

from cdp_engine.chrome.launch import profile_guard
from cdp_engine.chrome.launch.process_end import wait_exit
from cdp_engine.chrome.launch.spawn import start_process

END_SECONDS = 2.0
"""How long an idle guard may take to end."""


class Guard:
    """Our end of a guard. Every method is quick and none raises: without a guard, the next launch sweeps."""

    def __init__(self) -> None:
        self._pid: int | None = None
        self.lifeline: int | None = None
        """A descriptor that the browser inherits, so that the guard notices its end; None where no guard can run."""
        program = guard_command()
        if program is None:
            return
        orders, self.lifeline = os.pipe()
        try:
            self._pid = start_process(program, os.environ, {0: orders, 1: None, 2: None})
        except OSError:
            self._close()
        finally:
            os.close(orders)

    def watch_folder(self, base: Path) -> None:
        """Have a folder removed. It may be about to be made."""
        self._say(profile_guard.FOLDER, os.fsencode(base))

    def watch_browser(self, group: int) -> None:
        """Have a process group killed."""
        self._say(profile_guard.BROWSER, str(group).encode())

    def browser_gone(self) -> None:
        """Withdraw `kill`: the process group id may be reused from now on."""
        self._say(profile_guard.REAPED)

    async def release(self) -> None:
        """Let the guard end, and wait for it. Not to be cancelled."""
        self._say(profile_guard.DONE)
        self._close()
        if self._pid is None:
            return
        with anyio.move_on_after(END_SECONDS) as waiting:
            await wait_exit(self._pid)
        if waiting.cancelled_caught:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        _reap(self._pid)
        self._pid = None

    def _say(self, word: bytes, value: bytes = b"") -> None:
        if self.lifeline is not None:
            with suppress(OSError):  # it was killed
                os.write(self.lifeline, word + b"\0" + value + b"\0")

    def _close(self) -> None:
        if self.lifeline is not None:
            os.close(self.lifeline)
            self.lifeline = None


def guard_command() -> list[str] | None:
    """How to start a guard; None where there is no Python to run it (a frozen or embedded program) or no file."""
    program = Path(profile_guard.__file__)
    python = sys.executable or ""
    if getattr(sys, "frozen", False) or not Path(python).name.startswith(("python", "pypy")):
        return None
    return [python, "-I", "-S", str(program), str(os.getpid())] if program.is_file() else None


def _reap(pid: int) -> None:
    with suppress(ChildProcessError):  # a host that ignores SIGCHLD has no children to reap
        os.waitpid(pid, 0)
