"""A running browser process: its output, its end, and the guarantee that none of its processes remains."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

import anyio

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.launch.guard import Guard
from cdp_engine.chrome.launch.output_tail import OutputTail
from cdp_engine.chrome.launch.process_end import wait_exit
from cdp_engine.chrome.launch.spawn import Spawned, spawn
from cdp_engine.errors import LaunchFailed

LEAVE_SECONDS = 3.0
"""How long a browser may take to exit by itself once its pipe is closed (usually 0.2 s)."""

HURRIED_LEAVE_SECONDS = 0.4
"""The same when the caller was cancelled: within a second no process may remain."""

TERMINATE_SECONDS = 1.0
"""How long it may take after SIGTERM."""

REAP_SECONDS = 2.0
"""How long the kernel may take to end a killed process, and its descendants to close our pipe."""

NOT_A_PROGRAM = "Give the path of a Chromium that runs on this machine."


class BrowserProcess:
    """One process group. Created by `running`, which also ends it."""

    def __init__(self, spawned: Spawned, guard: Guard | None = None) -> None:
        self.pid = spawned.pid
        self.output = OutputTail()
        self.exit_status: int | None = None
        """Exit code, or the negated signal number; None while it runs or when it was reaped by others."""
        self._pipe: socket.socket | None = spawned.pipe
        self._output_fd = spawned.output
        self._exited = anyio.Event()
        self._silent = anyio.Event()
        self._printed = anyio.Event()
        self._reaped = False
        self._guard = guard
        if guard is not None:
            guard.watch_browser(self.pid)
        # their own scopes: both tasks must outlive the cancellation that makes us end the browser
        self._watching = anyio.CancelScope(shield=True)
        self._listening = anyio.CancelScope(shield=True)

    def take_pipe(self) -> socket.socket:
        """Our end of descriptors 3 and 4, from now on the caller's. Until taken it is only a lifeline."""
        pipe, self._pipe = self._pipe, None
        if pipe is None:
            raise RuntimeError("the pipe has an owner already")
        return pipe

    @property
    def has_exited(self) -> bool:
        """Whether the browser process has ended."""
        return self._exited.is_set()

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        if not self.has_exited:
            return "still runs"
        if self.exit_status is None:
            return "ended"
        if self.exit_status < 0:
            return f"was ended by signal {-self.exit_status} ({signal.strsignal(-self.exit_status)})"
        return f"ended with status {self.exit_status}"

    async def wait(self) -> None:
        """Wait until the browser process has ended and its group was killed. The caller sets the deadline."""
        await self._exited.wait()

    async def wait_silent(self) -> None:
        """Wait until all processes of the browser have closed their output, so that none remains."""
        await self._silent.wait()

    async def wait_for_output(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Wait until the output matches; None when it ended without. The caller sets the deadline."""
        while True:
            printed = self._printed
            if (found := self.output.search(pattern)) is not None:
                return found
            if self._silent.is_set():
                return None
            await printed.wait()

    def signal(self, number: int) -> None:
        """Send a signal to the browser and all its descendants; nothing when it was reaped already."""
        if not self._reaped:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    async def watch_exit(self) -> None:
        """Wait for the end, kill what the browser left behind, reap."""
        with self._watching:
            await wait_exit(self.pid)
            self._reap()

    async def drain_output(self) -> None:
        """Read the output until every process that holds it is gone."""
        try:
            with self._listening:
                while chunk := await self._read_output():
                    self.output.feed(chunk)
                    self._printed.set()
                    self._printed = anyio.Event()
        finally:
            os.close(self._output_fd)
            self._silent.set()
            self._printed.set()

    async def end(self, *, hurry: bool, disposable: bool) -> None:
        """Close the lifeline, wait, SIGTERM, wait, SIGKILL, reap: each step bounded. Never raises for it.

        In a hurry, a browser with a profile to keep gets a moment to save it, and a disposable one none.
        """
        if self._pipe is not None:
            self._pipe.close()
        if not hurry:
            steps = [(0, LEAVE_SECONDS), (signal.SIGTERM, TERMINATE_SECONDS)]
        else:
            steps = [] if disposable else [(0, HURRIED_LEAVE_SECONDS)]
        steps.append((signal.SIGKILL, REAP_SECONDS))
        for number, seconds in steps:
            if not self.has_exited and number:
                self.signal(number)
            with anyio.move_on_after(seconds):
                await self.wait()
        with anyio.move_on_after(REAP_SECONDS):
            await self.wait_silent()
        self._watching.cancel()
        self._listening.cancel()

    def abandon(self) -> None:
        """The last resort, without waiting: kill what still runs."""
        self.signal(signal.SIGKILL)
        if not self._reaped:
            with suppress(ChildProcessError):
                os.waitpid(self.pid, os.WNOHANG)
        if self._pipe is not None:
            self._pipe.close()

    async def _read_output(self) -> bytes:
        while True:
            await anyio.wait_readable(self._output_fd)
            with suppress(BlockingIOError):
                return os.read(self._output_fd, 65536)

    def _reap(self) -> None:
        # while the leader is a zombie, its group id cannot belong to strangers
        self.signal(signal.SIGKILL)
        if self._guard is not None:
            self._guard.browser_gone()
        try:
            _, status = os.waitpid(self.pid, 0)
            self.exit_status = os.waitstatus_to_exitcode(status)
        except ChildProcessError:
            self.exit_status = None
        self._reaped = True
        self._exited.set()


@asynccontextmanager
async def running(
    argv: Sequence[str],
    environ: Mapping[str, str],
    *,
    disposable: bool = False,
    guard: Guard | None = None,
    keep: Sequence[int] = (),
) -> AsyncGenerator[BrowserProcess]:
    """Start a browser and end it with the block, whatever ends the block (EN-05). Raises LaunchFailed.

    `disposable`: its profile is temporary, so when the block is cancelled it is killed without delay.
    `guard` kills it if this program is killed. `keep`: descriptors that it holds for as long as it lives.
    """
    lifeline = [] if guard is None or guard.lifeline is None else [guard.lifeline]
    try:
        process = BrowserProcess(spawn(argv, environ, keep=(*keep, *lifeline)), guard)
    except OSError as error:
        raise LaunchFailed(f"{argv[0]} cannot be started: {error.strerror}", hint=NOT_A_PROGRAM) from error
    hurry = True
    try:
        async with background_tasks() as tasks:
            tasks.start_soon(process.drain_output)
            tasks.start_soon(process.watch_exit)
            try:
                yield process
                hurry = False
            except Exception:
                hurry = False
                raise
            finally:
                with anyio.CancelScope(shield=True):
                    await process.end(hurry=hurry, disposable=disposable)
    finally:
        process.abandon()
