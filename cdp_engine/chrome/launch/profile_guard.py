"""The end of a temporary profile: which folder is ours, how it is removed, who does it when the host is dead.

A temporary profile is a folder with our prefix, of our user, with mode 0700 and our marker in it. Its lock (`flock`)
is held by the program that made it, by its browser, and by what removes it. A folder that fails one of these tests
belongs to somebody else and is left alone.

Run as a program (`python -I -S profile_guard.py HOST_PID`), this waits until its host has ended, however that ended,
then kills what is left of the browser and removes its temporary profile. It imports nothing of ours: it starts at once.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PREFIX = "cdp-engine-profile-"
MARKER = ".cdp-engine-profile"
"""A file beside the profile. It is removed last, so that what a cut removal leaves is still known as ours."""

FOLDER, BROWSER, REAPED, DONE = b"folder", b"browser", b"reaped", b"done"
"""What a host says to its guard, each word and its value ended by a NUL byte: the folder to remove (before it is made),
the browser's process group, that the group is gone, that there is nothing left to do."""

LEAVE_SECONDS = 5.0
"""How long a browser with a profile to keep may take to leave once its host is gone."""

KILLED_SECONDS = 2.0
"""How long the kernel may take to end a killed browser."""

REMOVE_SECONDS = 10.0
"""How long a guard tries to remove a folder; after that the next launch does."""

EMPTY_AGE_SECONDS = 60.0
"""A folder without a marker that is empty and older than this was left by a program killed as it made it."""

PAUSE_SECONDS = 0.05

PROFILE = "profile"
"""The browser's part of a temporary folder."""

SOCKET, COOKIE = "SingletonSocket", "SingletonCookie"
"""What Chromium puts into a folder for its socket; the first is also the name of the link to it in its profile."""


def is_ours(base: Path) -> bool:
    """Whether a folder has our prefix, our user, mode 0700 and our marker."""
    return _is_private(base) and (base / MARKER).is_file()


def is_stillborn(base: Path) -> bool:
    """Whether a folder is empty and old: its maker was killed between two steps."""
    try:
        old = time.time() - base.lstat().st_mtime > EMPTY_AGE_SECONDS
    except OSError:
        return False
    return old and _is_empty(base)


def lock(base: Path) -> int | None:
    """Lock a folder; None when another process holds it or has removed it meanwhile. Raises OSError without locks."""
    try:
        descriptor = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), base.lstat()):
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def remove(base: Path, *, seconds: float) -> bool:
    """Remove a folder in which a dying browser may still write: try again for `seconds`. Whether it is gone.

    The caller holds the lock, or knows that nobody needs one.
    """
    from shutil import rmtree

    _remove_socket(base / PROFILE)

    def attempt() -> bool:
        with suppress(OSError):  # it was written to meanwhile, or is gone
            for entry in tuple(base.iterdir()):
                if entry.is_dir() and not entry.is_symlink():
                    rmtree(entry, ignore_errors=True)
                elif entry.name != MARKER:
                    entry.unlink()
            if [entry.name for entry in base.iterdir()] == [MARKER]:
                (base / MARKER).unlink()
            base.rmdir()
        return not os.path.lexists(base)

    return _again(attempt, seconds)


def remove_left(base: Path, *, unlocked: bool, seconds: float) -> bool:
    """Remove a folder that its host had named before it made it. Whether it is gone.

    `unlocked`: only as soon as nobody holds its lock, because the browser may still run.
    """

    def attempt() -> bool:
        if not os.path.lexists(base):
            return True
        if not (is_ours(base) or _is_empty(base)):
            return False
        if not unlocked:
            return remove(base, seconds=0)
        try:
            held = lock(base)
        except OSError:
            return False
        if held is None:
            return False
        try:
            return remove(base, seconds=0)
        finally:
            os.close(held)

    return _again(attempt, seconds)


def _remove_socket(profile: Path) -> None:
    """Remove the socket that Chromium keeps outside of a profile with a long name, in a folder of its own.

    A browser that was killed leaves it. Nothing but the two files that Chromium puts there is touched.
    """
    with suppress(OSError):
        folder = (profile / SOCKET).readlink().parent
        if folder.is_absolute() and folder.lstat().st_uid == os.geteuid() and not folder.is_symlink():
            for name in (SOCKET, COOKIE):
                with suppress(FileNotFoundError):
                    (folder / name).unlink()
            folder.rmdir()


def _again(attempt: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not (done := attempt()) and time.monotonic() < until:
        time.sleep(PAUSE_SECONDS)
    return done


def _is_private(base: Path) -> bool:
    try:
        about = base.lstat()
    except OSError:
        return False
    private = stat.S_ISDIR(about.st_mode) and stat.S_IMODE(about.st_mode) == 0o700
    return private and about.st_uid == os.geteuid() and base.name.startswith(PREFIX)


def _is_empty(base: Path) -> bool:
    try:
        return _is_private(base) and not any(base.iterdir())
    except OSError:
        return False


class Orders:
    """What the host has said so far; the other end is held by the host and its browser."""

    def __init__(self, descriptor: int) -> None:
        self.folder: Path | None = None
        self.browser: int | None = None
        self.reaped = False
        self.done = False
        self.ended = False
        """Whether host and browser have both closed their end."""
        self._descriptor = descriptor
        self._rest = b""
        os.set_blocking(descriptor, False)

    def read(self) -> None:
        """Take in what has come."""
        while not self.ended:
            try:
                data = os.read(self._descriptor, 65536)
            except BlockingIOError:
                break
            self.ended = not data
            self._rest += data
        while self._rest.count(b"\0") >= 2:
            word, value, self._rest = self._rest.split(b"\0", 2)
            if word == FOLDER:
                self.folder = Path(os.fsdecode(value))
            elif word == BROWSER:
                self.browser = int(value)
            elif word == REAPED:
                self.browser, self.reaped = None, True
            elif word == DONE:
                self.done = True

    def wait_end(self, seconds: float) -> None:
        """Wait until host and browser have closed their end, no longer than `seconds`."""
        until = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        while not self.ended and (left := until - time.monotonic()) > 0:
            poll.poll(left * 1000)
            self.read()


def wait_for_host(host: int, orders: Orders, descriptor: int) -> None:
    """Return when the host has ended, or has said that nothing is left to do.

    A pidfd reports the end even where a forked child of the host still holds its pipes.
    """
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    pidfd = _pidfd(host)
    if pidfd is not None:
        poll.register(pidfd, select.POLLIN)
    try:
        while os.getppid() == host and not (orders.done or orders.ended):
            poll.poll(None if pidfd is not None else 1000)
            orders.read()
    finally:
        if pidfd is not None:
            os.close(pidfd)
    orders.read()


def clean(orders: Orders) -> None:
    """End what a dead host left: its browser at once where the profile goes anyway, then the profile."""
    if not orders.reaped and (orders.browser is None or orders.folder is None):
        orders.wait_end(LEAVE_SECONDS)  # the closed pipe makes it leave
    if orders.browser is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(orders.browser, signal.SIGKILL)
        orders.wait_end(KILLED_SECONDS)
    if orders.folder is not None:
        # a forked child of the host may hold its lock for ever, which matters only where the browser may run
        certain = orders.ended or orders.reaped or orders.browser is not None
        remove_left(orders.folder, unlocked=not certain, seconds=REMOVE_SECONDS)


def main(host: int, descriptor: int = 0) -> None:
    """Guard until the host's end. Signals meant for the host's group do not end the guard first."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.chdir("/")
    orders = Orders(descriptor)
    wait_for_host(host, orders, descriptor)
    if not orders.done:
        clean(orders)


def _pidfd(process: int) -> int | None:
    """A descriptor that reports the end of a process, where the system has such."""
    try:
        return os.pidfd_open(process)
    except (AttributeError, OSError):
        return None


if __name__ == "__main__":
    main(int(sys.argv[1]))
