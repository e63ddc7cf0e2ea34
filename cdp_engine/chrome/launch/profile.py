"""The folder that a browser lives in: a temporary one that leaves with it, or the caller's own."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from cdp_engine.errors import LaunchFailed

PREFIX = "cdp-engine-profile-"
SOCKET_PATH_LIMIT = 50
"""Longest folder name under which Chromium's own socket in it still fits the limit of socket addresses."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Where a browser keeps its data."""

    folder: Path
    """What `--user-data-dir` gets."""
    temporary: bool
    scratch: Path | None = None
    """A folder for the browser's own temporary files, removed with the profile."""


@asynccontextmanager
async def browser_profile(given: str | os.PathLike[str] | None) -> AsyncGenerator[Profile]:
    """Yield the given folder (made if it is missing, kept), or a temporary one (mode 0700, removed).

    Raises LaunchFailed when a running browser uses the given folder, or when the folder cannot be made.
    """
    try:
        if given is not None:
            profile, base, lock = _own_profile(given), None, None
        else:
            base, lock = _make_temporary()
            profile = _lay_out(base)
    except (OSError, RuntimeError) as error:
        raise LaunchFailed(
            f"no profile folder: {error}", hint="Give a folder that you may write to."
        ) from error
    try:
        yield profile
    finally:
        if base is not None:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(_remove, base)
        if lock is not None:
            os.close(lock)


async def sweep_leftovers() -> None:
    """Remove the temporary profiles of hosts that were killed before they could (EX-08).

    Only folders with our prefix, of our user, that no living process holds the lock of.
    """
    await anyio.to_thread.run_sync(_sweep, abandon_on_cancel=True)


def _own_profile(given: str | os.PathLike[str]) -> Profile:
    folder = Path(given).expanduser().absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _answers(folder / "SingletonSocket"):
        owner = _lock_owner(folder)
        raise LaunchFailed(
            f"the profile {folder} is in use by a running browser" + (f" ({owner})" if owner else ""),
            hint="Close that browser, connect to it instead, or use another profile folder.",
        )
    return Profile(folder, temporary=False)


def _answers(path: Path) -> bool:
    """Whether a running browser listens there; the file itself survives a crash."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def _lock_owner(folder: Path) -> str | None:
    """Chromium's lock is a link to `host-pid`."""
    try:
        host, _, pid = (folder / "SingletonLock").readlink().name.rpartition("-")
    except OSError:
        return None
    return f"process {pid} on {host}"


def _make_temporary() -> tuple[Path, int]:
    """A new folder and the lock on it, which ends with this process at the latest."""
    while True:
        base = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = _lock(base)
        if lock is not None:
            return base, lock


def _lay_out(base: Path) -> Profile:
    folder, scratch = base / "profile", base / "tmp"
    for made in (folder, scratch):
        made.mkdir(mode=0o700)
    return Profile(folder, True, scratch if len(str(scratch)) <= SOCKET_PATH_LIMIT else None)


def _lock(base: Path) -> int | None:
    """Lock a folder; None when another process holds it or has removed it meanwhile."""
    try:
        descriptor = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), os.lstat(base)):
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _sweep() -> None:
    for base in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            about = base.lstat()
        except OSError:
            continue
        if about.st_uid != os.geteuid() or not stat.S_ISDIR(about.st_mode):
            continue
        lock = _lock(base)
        if lock is not None:
            _remove(base)
            os.close(lock)


def _remove(base: Path) -> None:
    """Remove a folder in which a dying browser may still write: try again for up to a second."""
    for _ in range(20):
        shutil.rmtree(base, ignore_errors=True)
        if not base.exists():
            return
        time.sleep(0.05)
