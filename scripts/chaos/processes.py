"""The processes of a browser by kind, and the leftovers of a round, from /proc."""

from __future__ import annotations

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

KINDS = {
    "renderer": b"--type=renderer",
    "gpu": b"--type=gpu-process",
    "network": b"network.mojom.NetworkService",
}


def command_of(pid: int) -> bytes:
    """The command line of a process; nothing for one that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def members(group: int, kind: str) -> list[int]:
    """The living processes of a browser's group: `browser`, or one of `KINDS`."""
    if kind == "browser":
        return [group] if _group_of(group) == group else []
    return [pid for pid in _processes() if _group_of(pid) == group and KINDS[kind] in command_of(pid)]


def send(pid: int, number: signal.Signals) -> bool:
    """Send a signal; False where there is no such process any more."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
        return True
    return False


def users_of(folder: Path) -> list[str]:
    """Living processes, except this one, that have a folder in their command line or environment."""
    found: list[str] = []
    for pid in _processes():
        if pid == os.getpid() or _group_of(pid) is None:
            continue
        with suppress(OSError):
            about = command_of(pid) + Path(f"/proc/{pid}/environ").read_bytes()
            if os.fsencode(folder) in about:
                found.append(f"process {pid}: {command_of(pid)[:100]!r}")
    return found


def open_files() -> Counter[str]:
    """What this process has open, by kind and name."""
    found: Counter[str] = Counter()
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            name = str(entry.readlink())
            found[name.partition(":[")[0]] += 1
    return found


def _processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _group_of(pid: int) -> int | None:
    """The process group; None for one that is gone or a zombie."""
    try:
        state, _parent, group = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return None
    return None if state == "Z" else int(group)
