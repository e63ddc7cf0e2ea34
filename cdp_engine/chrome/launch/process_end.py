"""Wait for the end of a child process without reaping it."""

from __future__ import annotations

import os
from contextlib import suppress

import anyio
import anyio.to_thread


async def wait_exit(pid: int) -> None:
    """Return when a child has ended, or was reaped elsewhere. The caller reaps it and sets the deadline."""
    if not hasattr(os, "pidfd_open"):
        await anyio.to_thread.run_sync(_wait_in_thread, pid, abandon_on_cancel=True)
        return
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return  # reaped elsewhere
    try:
        await anyio.wait_readable(descriptor)
    finally:
        os.close(descriptor)


def _wait_in_thread(pid: int) -> None:
    """The fallback without pidfds."""
    with suppress(ChildProcessError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
