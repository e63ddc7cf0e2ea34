"""The folder of a batch: one file per page, and an index with the result of each.

A page's file is written as a whole or not at all, and its line of the index after it: however the program ends, the
folder shows what is done, and a later call continues from there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.serve.batch.url_list import ListedPage

INDEX, OPTIONS = "index.jsonl", "capture.json"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one page; a line of the index.

    `name` is that of its file without the extension. `final_url` and `status` (of HTTP) are those of the document that
    was read, `seconds` is how long the last attempt took. `error` is a stable code where there is no file (`timeout`,
    `crashed`, `download`, `dialog`, `navigation_failed`, …) and `message` a sentence on it. `attempts` counts those of
    earlier calls, too.
    """

    url: str
    name: str
    final_url: str | None = None
    status: int | None = None
    file: str | None = None
    tokens: int | None = None
    seconds: float = 0.0
    error: str | None = None
    message: str = ""
    attempts: int = 1


class BatchFolder:
    """The folder of one batch. As a context manager, it holds the index open.

    `options` are those of the captures: a batch can only be resumed with the same ones.
    """

    def __init__(self, folder: Path, options: Mapping[str, Any]) -> None:
        self.folder = folder
        self.entries: dict[str, Entry] = {}
        """The last entry of every page, by name."""
        self._options = dict(options)
        self._file: BinaryIO | None = None

    @property
    def index(self) -> Path:
        """The index's file."""
        return self.folder / INDEX

    def open(self, wanted: Sequence[ListedPage], *, resume: bool) -> list[ListedPage]:
        """Make the folder ready; the pages that are still to be captured, failed ones among them.

        Raises `InvalidInput` where the folder cannot be written, holds a batch and `resume` is not set, or holds
        one with other options.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._check_options(resume)
            self.entries = {entry.name: entry for entry in _entries(self.index)}
            self._rewrite()
            self._file = self.index.open("ab")
        except OSError as error:
            raise InvalidInput(
                f"{self.folder} cannot be written: {error.strerror}",
                hint="Name a folder that you can write to.",
            ) from error
        return [one for one in wanted if not self._is_done(one)]

    def attempts(self, wanted: ListedPage) -> int:
        """The number of earlier attempts for a page."""
        known = self.entries.get(wanted.stem)
        return 0 if known is None or known.url != wanted.url else known.attempts

    def keep(
        self, wanted: ListedPage, entry: Entry, text: str | None, suffix: str, attempts: int = 1
    ) -> Entry:
        """Write a page's file, then its line. Raises `InvalidInput` when the disk does not take it."""
        entry = msgspec.structs.replace(entry, attempts=attempts)
        try:
            if text is not None:
                entry = msgspec.structs.replace(entry, file=f"{wanted.stem}{suffix}")
                _write(
                    self.folder / f"{wanted.stem}{suffix}", text.encode("utf-8", "backslashreplace") + b"\n"
                )
            assert self._file is not None
            self._file.write(msgspec.json.encode(entry) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InvalidInput(f"{self.folder} cannot be written: {error.strerror}") from error
        self.entries[wanted.stem] = entry
        return entry

    def __enter__(self) -> BatchFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _is_done(self, wanted: ListedPage) -> bool:
        entry = self.entries.get(wanted.stem)
        if entry is None or entry.url != wanted.url or entry.file is None:
            return False
        return (self.folder / entry.file).is_file()

    def _check_options(self, resume: bool) -> None:
        path = self.folder / OPTIONS
        if not (path.exists() or self.index.exists()):
            _write(path, msgspec.json.format(msgspec.json.encode(self._options)) + b"\n")
            return
        if not resume:
            raise InvalidInput(
                f"{self.folder} contains a batch already",
                hint="Continue it with --resume, or name another folder.",
            )
        try:
            known = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        except (FileNotFoundError, msgspec.DecodeError) as error:
            raise InvalidInput(f"{path} cannot be read", hint="Name another folder.") from error
        now: dict[str, Any] = msgspec.to_builtins(self._options)
        changed = sorted(name for name in {*known, *now} if known.get(name) != now.get(name))
        if changed:
            differences = ", ".join(
                f"{name} was {msgspec.json.encode(known.get(name)).decode()}" for name in changed
            )
            raise InvalidInput(
                f"the batch in {self.folder} was started with other options: {differences}",
                hint="Give the same options, or name another folder.",
            )

    def _rewrite(self) -> None:
        """Rewrite the index with one complete line per page, without remains of a crash or of earlier attempts."""
        lines = (msgspec.json.encode(entry) + b"\n" for entry in self.entries.values())
        _write(self.index, b"".join(lines))


def _entries(path: Path) -> list[Entry]:
    """The readable lines of an index; the last one may be cut off."""
    found: list[Entry] = []
    if path.exists():
        for line in path.read_bytes().splitlines():
            try:
                found.append(msgspec.json.decode(line, type=Entry))
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
    return found


def _write(path: Path, content: bytes) -> None:
    """A file as a whole or not at all, on the disk before this returns."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
