"""Where sessions are: a private folder with a socket for each (imports next to nothing: every command pays for it)."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

DEFAULT = "default"
_LONGEST_NAME = 32


class NoPlace(Exception):
    """The folder of the sessions is not safe or cannot be created, or a name is not valid."""


def session_folder() -> Path:
    """The folder of this user's sessions, created if needed. Raises `NoPlace` where others could reach into it."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    shared = os.environ.get("TMPDIR") or "/tmp"
    folder = Path(base) / "cdp-engine" if base else Path(shared) / f"cdp-engine-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise NoPlace(f"{folder} cannot be made: {error.strerror}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise NoPlace(f"{folder} is not a folder that only you can reach")
    return folder


def socket_of(name: str) -> Path:
    """The socket of a session. Raises `NoPlace`."""
    plain = name.replace("-", "").replace("_", "")
    if not (plain.isascii() and plain.isalnum()) or len(name) > _LONGEST_NAME:
        raise NoPlace(
            f"{name!r} is not a name for a session: letters, digits, - and _, at most {_LONGEST_NAME}"
        )
    return session_folder() / f"{name}.sock"


def reach(path: Path) -> socket.socket | None:
    """A connection to a session; None where nobody listens."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        connection.close()
        return None
    return connection


def running() -> list[str]:
    """The names of the sessions that are there. Raises `NoPlace`."""
    found: list[str] = []
    for path in sorted(session_folder().glob("*.sock")):
        connection = reach(path)
        if connection is not None:
            connection.close()
            found.append(path.stem)
    return found
