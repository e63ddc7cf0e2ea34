"""The profile folder of a browser: a temporary one that is removed with it, or the caller's own."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from cdp_engine.chrome.launch.guard import Guard
from cdp_engine.chrome.launch.profile_guard import (
    MARKER,
    PREFIX,
    PROFILE,
    SOCKET,
    is_ours,
    is_stillborn,
    lock,
    remove,
)
from cdp_engine.errors import LaunchFailed

REMOVE_SECONDS = 1.0
"""How long a folder is tried to be removed, in which a dying browser may still write."""

SOCKET_PATH_LIMIT = 58
"""Longest folder name under which Chromium's own socket in it still fits the limit of socket addresses."""

TRIES = 10
"""How often another name is tried for a temporary folder."""

PREFERENCES = '{"net": {"network_prediction_options": 2}}'
"""No connection is opened for what a page may ask for next: lists of domains refuse requests, not guesses."""

NOTE = "A temporary browser profile of cdp-engine. It is removed with its browser, at the latest by the next launch.\n"


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a browser."""

    folder: Path
    """The value of `--user-data-dir`."""
    temporary: bool
    guard: Guard
    """The guard that stops the browser, and removes a temporary folder, if this program is killed."""
    scratch: Path | None = None
    """A folder for the browser's own temporary files, removed with the profile."""
    lock: int | None = None
    """Descriptor of a temporary folder's lock; the browser holds it too."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The result of a sweep over the temporary profiles."""

    removed: tuple[Path, ...]
    """The number of removed profiles of killed programs."""
    in_use: int
    """The number of profiles that are in use."""
    left_alone: tuple[Path, ...]
    """Folders of this user under our prefix that lack our marker or are open to others."""


@asynccontextmanager
async def browser_profile(given: str | os.PathLike[str] | None) -> AsyncGenerator[Profile]:
    """Yield the given folder (created if missing, kept), or a temporary one (mode 0700, removed).

    Raises LaunchFailed when a running browser uses the given folder, or when the folder cannot be made.
    """
    guard = Guard()
    profile: Profile | None = None
    try:
        try:
            profile = _make_temporary(guard) if given is None else _own_profile(given, guard)
        except (OSError, RuntimeError) as error:
            raise LaunchFailed(
                f"no profile folder: {error}", hint="Give a folder that you may write to."
            ) from error
        yield profile
    finally:
        with anyio.CancelScope(shield=True):
            if profile is not None and profile.temporary:
                await anyio.to_thread.run_sync(_remove, profile)
            await guard.release()


async def sweep_leftovers() -> Sweep:
    """Remove the temporary profiles of hosts that were killed together with their guard (EX-08).

    Only folders with our prefix and our marker, of our user, closed to others, whose lock no living process holds.
    """
    return await anyio.to_thread.run_sync(_sweep, abandon_on_cancel=True)


def _own_profile(given: str | os.PathLike[str], guard: Guard) -> Profile:
    folder = Path(given).expanduser().absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _answers(folder / SOCKET):
        owner = _lock_owner(folder)
        raise LaunchFailed(
            f"the profile {folder} is in use by a running browser" + (f" ({owner})" if owner else ""),
            hint="Close that browser, connect to it instead, or use another profile folder.",
        )
    return Profile(folder, temporary=False, guard=guard)


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


def _make_temporary(guard: Guard) -> Profile:
    """A new folder, locked and marked; the guard knows it before it is made."""
    root = Path(tempfile.gettempdir())
    for _ in range(TRIES):
        base = root / f"{PREFIX}{secrets.token_hex(6)}"
        guard.watch_folder(base)
        try:
            base.mkdir(mode=0o700)
        except FileExistsError:
            continue
        try:
            held = lock(base)
            if held is None:
                continue  # a sweep took it for an old one
        except OSError:
            held = None  # a file system without locks: nothing there is ever swept
        try:
            return _lay_out(base, guard, held)
        except OSError:  # a full disk
            remove(base, seconds=REMOVE_SECONDS)
            if held is not None:
                os.close(held)
            raise
    raise FileExistsError(f"no unused name for a folder in {root}")


def _lay_out(base: Path, guard: Guard, held: int | None) -> Profile:
    base.chmod(0o700)  # whatever the umask
    (base / MARKER).write_text(NOTE, encoding="utf-8")
    folder, scratch = base / PROFILE, base / "t"
    for made in (folder, scratch):
        made.mkdir(mode=0o700)
    preferences = folder / "Default" / "Preferences"
    preferences.parent.mkdir(mode=0o700)
    preferences.write_text(PREFERENCES, encoding="utf-8")
    short = len(str(scratch)) <= SOCKET_PATH_LIMIT
    return Profile(folder, True, guard, scratch if short else None, held)


def _remove(profile: Profile) -> None:
    remove(profile.folder.parent, seconds=REMOVE_SECONDS)
    if profile.lock is not None:
        os.close(profile.lock)


def _sweep() -> Sweep:
    removed: list[Path] = []
    left_alone: list[Path] = []
    in_use = 0
    for base in sorted(Path(tempfile.gettempdir()).glob(f"{PREFIX}*")):
        try:
            if base.lstat().st_uid != os.geteuid():
                continue
            if not (is_ours(base) or is_stillborn(base)):
                left_alone.append(base)
                continue
            held = lock(base)
        except OSError:
            continue  # gone meanwhile, or a file system without locks
        if held is None:
            in_use += 1
            continue
        try:
            if remove(base, seconds=REMOVE_SECONDS):
                removed.append(base)
        finally:
            os.close(held)
    return Sweep(tuple(removed), in_use, tuple(left_alone))
