"""Start a process that has one socket as file descriptors 3 and 4, and nothing else of ours."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

FIRST_FREE = 10
"""Ends meant for the child are moved to this number or above, out of the way of its own."""

DEFAULT_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGCHLD)
"""Python ignores SIGPIPE and hosts ignore others; a child must not inherit that."""


@dataclass(frozen=True, slots=True)
class Spawned:
    """A started process and our ends of its pipes."""

    pid: int
    """Also the id of its process group, and where the system can, of its session."""
    pipe: socket.socket
    """Our end of the socket that the child has as 3 and 4. When it closes, Chromium leaves."""
    output: int
    """Our end of its standard output and error, non-blocking."""


def spawn(argv: Sequence[str], environ: Mapping[str, str], *, keep: Sequence[int] = ()) -> Spawned:
    """Start `argv` in a process group of its own. Raises OSError when it cannot be executed.

    One socketpair serves as both pipes of `--remote-debugging-pipe` (EN-04); the child gets the descriptors of
    `keep` after them.
    """
    ours, theirs = socket.socketpair()
    output, their_output = os.pipe()
    try:
        os.set_blocking(output, False)
        wire = theirs.fileno()
        ends = {0: None, 1: their_output, 2: their_output, 3: wire, 4: wire}
        pid = start_process(argv, environ, ends | dict(enumerate(keep, start=5)))
    except BaseException:
        ours.close()
        os.close(output)
        raise
    finally:
        theirs.close()
        os.close(their_output)
    return Spawned(pid, ours, output)


def start_process(argv: Sequence[str], environ: Mapping[str, str], ends: Mapping[int, int | None]) -> int:
    """Start `argv` in a session of its own with `ends` (its descriptor -> ours, None for nothing) and no others.

    No fork of this process is made, so threads and signal handlers of the host are left alone (EN-08).
    Raises OSError.
    """
    opened: list[int] = []
    try:
        actions: list[tuple[object, ...]] = []
        for theirs, ours in ends.items():
            if ours is None:
                actions.append((os.POSIX_SPAWN_OPEN, theirs, os.devnull, os.O_RDWR, 0))
            else:
                actions.append((os.POSIX_SPAWN_DUP2, _high(ours, opened), theirs))
        actions += [(os.POSIX_SPAWN_CLOSE, fd) for fd in _inheritable() if fd not in ends]
        return _posix_spawn(list(argv), dict(environ), actions)
    finally:
        for fd in opened:
            os.close(fd)


def _posix_spawn(argv: list[str], environ: dict[str, str], actions: Sequence[tuple[object, ...]]) -> int:
    start = partial(
        os.posix_spawn,
        argv[0],
        argv,
        environ,
        file_actions=actions,
        setsigmask=(),
        setsigdef=DEFAULT_SIGNALS,
    )
    try:
        # a session of its own: no terminal, so Ctrl-C reaches us and not the browser
        return start(setsid=True)
    except NotImplementedError:
        return start(setpgroup=0)


def _high(fd: int, opened: list[int]) -> int:
    """A close-on-exec copy that no dup2 of ours can overwrite."""
    copy = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE)
    opened.append(copy)
    return copy


def _inheritable() -> list[int]:
    """Descriptors of the host that would leak into the child: those it has made inheritable on purpose."""
    found: list[int] = []
    for entry in Path("/dev/fd").glob("*"):
        try:
            if os.get_inheritable(fd := int(entry.name)):
                found.append(fd)
        except (ValueError, OSError):
            continue  # closed since it was listed, as the listing's own is
    return found
