"""Files that tools write: in the workspace's own folder alone, links and `..` included; nothing is overwritten."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

import anyio.to_thread

from cdp_engine.agent.rules import is_inside
from cdp_engine.errors import InvalidInput, NotAllowed

_MOST_OF_A_NAME = 1000


async def save_file(folder: str, name: str, content: bytes) -> str:
    """Write a file into a folder and return a line about it: name, size, type, path. A taken name gets a number.

    Raises `NotAllowed` for a name that leads out of the folder, `InvalidInput` for one that cannot be.
    """
    path = await anyio.to_thread.run_sync(_write, Path(folder), name, content)
    return stored_line(path.name, len(content), str(path))


def stored_line(name: str, size: int, path: str) -> str:
    """One stored file: its name, size, type and path."""
    return f"{name}: {size} bytes, {kind_of(name)}, {path}"


def kind_of(name: str) -> str:
    """The MIME type that a file's name says."""
    return mimetypes.guess_type(name)[0] or "unknown type"


def _write(folder: Path, name: str, content: bytes) -> Path:
    if not name.strip() or "\0" in name or Path(name).name in ("", ".", ".."):
        raise InvalidInput(f"{name!r} is not the name of a file", hint='Give a name, as in "page.pdf".')
    root = folder.resolve()
    wanted = root / name
    if not is_inside(wanted.parent, [root]):
        raise NotAllowed(f"{name} is not in the folder for files", hint="Give a name without a folder.")
    parent = wanted.parent.resolve()
    try:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(_MOST_OF_A_NAME):
            path = parent / (wanted.name if not number else f"{wanted.stem} ({number}){wanted.suffix}")
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            try:
                descriptor = os.open(path, flags, 0o600)
            except FileExistsError:
                continue
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            return path
    except OSError as error:
        raise InvalidInput(
            f"{name} cannot be written: {error.strerror}", hint="Give another name."
        ) from error
    raise InvalidInput(f"{name} is there {_MOST_OF_A_NAME} times", hint="Give another name.")
