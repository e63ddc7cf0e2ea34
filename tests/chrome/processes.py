"""What the kernel says about processes; the engine is not asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def group_members(group: int) -> list[int]:
    """The living processes of a process group; zombies are dead."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, _parent, member_of = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(member_of) == group and state != "Z":
                found.append(int(folder.name))
    return found


def users_of(text: str) -> list[int]:
    """The living processes that have `text` (a profile folder) in their command line."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if text.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def browsers_of(folder: str) -> list[int]:
    """The browsers with a profile folder, without the processes that they started."""
    return [pid for pid in users_of(f"--user-data-dir={folder}") if b"--type=" not in _command_of(pid)]


def _command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def guard_of(host: int) -> int:
    """The guard of a host that has one browser; a process that was just started has no command line yet."""
    asked = f"profile_guard.py\0{host}\0"
    assert become_true(lambda: len(users_of(asked)) == 1), users_of(asked)
    return users_of(asked)[0]


def guards_of(host: int) -> list[int]:
    """All guards of a host."""
    return users_of(f"profile_guard.py\0{host}\0")


def become_true(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether `condition` holds within a generous time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def no_member_left(group: int) -> bool:
    """Whether a group is gone; a process that is just being torn down gets its moment."""
    return become_true(lambda: not group_members(group), 2.0)


def listening_sockets(group: int) -> list[str]:
    """The TCP ports (hexadecimal address) on which members of a group listen."""
    held = {
        entry.readlink().name
        for pid in group_members(group)
        for entry in Path(f"/proc/{pid}/fd").glob("*")
        if entry.is_symlink()
    }
    rows = [
        line.split()
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
    ]
    return [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in held]
