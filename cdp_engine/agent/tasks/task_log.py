"""The events of a task as JSON lines: one object a line, written as it happens (EX-11)."""

from __future__ import annotations

from typing import BinaryIO

import msgspec

from cdp_engine.agent.tasks.result import TaskEvent


class TaskLog:
    """A listener that writes to a binary file. The caller opens and closes the file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __call__(self, event: TaskEvent) -> None:
        """One line, flushed, so that a run that is killed leaves what it did. Unfinished text is not a step."""
        if event.kind == "words":
            return
        self._file.write(msgspec.json.encode(event) + b"\n")
        self._file.flush()
